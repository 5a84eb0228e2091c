"""`reticent views`: what each reader may see of a file, a collection or a folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli import options
from reticent.cli.app import Exit
from reticent.cli.folders import (
    BAD_FILES,
    FOLDER_OPTIONS,
    BadFiles,
    FolderOptions,
    build_job,
    is_folder,
    make_folder,
    require_folder,
    require_workers,
)
from reticent.cli.output import choose_targets, require_free
from reticent.cli.reading_options import refuse_idle, require_use
from reticent.cli.streams import build_records_job, is_stream, release_collection
from reticent.cli.view_output import (
    CHOOSING,
    REMEMBERING,
    Choosing,
    Remembering,
    build_model,
    explain_view,
    make_other_rules,
    require_file_name,
    show_all,
    show_one,
)
from reticent.errors import InputError
from reticent.executors import choose_executor, count_processors
from reticent.formats.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.file_run import sanitize_file
from reticent.usecases.views import History, ViewWork, view_for_reader, views_for_all

if TYPE_CHECKING:
    from reticent.models.k_safety.settings import KSafetySettings


def views(  # noqa: PLR0913, PLR0917 - as many as a command has options
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file or a folder; - or none: standard input.")
    ] = "-",
    choosing: Choosing = CHOOSING,
    reader: Annotated[
        str | None,
        typer.Option(
            "--reader", "-r", metavar="NAME", help="Whose view; one who is unknown is cleared for nothing."
        ),
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--all", help="The views of all readers that the database knows.")
    ] = False,
    collusion: Annotated[
        bool,
        typer.Option("--collusion", help="With --all: check what readers could tell who pool their views."),
    ] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="With --collusion: delete the fewest further terms that prevent it."),
    ] = False,
    remembering: Remembering = REMEMBERING,
    policy: options.PolicyFile = None,
    language: options.LanguageNames = None,
    no_policy: Annotated[
        bool,
        typer.Option(
            "--no-policy", help="Hide the database's terms alone: names and numbers of people stay."
        ),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show why each term goes, instead of the text.")
    ] = False,
    reading: options.Reading = options.READING,
    folder: FolderOptions = FOLDER_OPTIONS,
    bad_files: BadFiles = BAD_FILES,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Release files to readers who may know different things: to each the most that is K-safe.

    The policy holds for all readers besides: by default names, dates and numbers of people go too. Views are
    consistent: a reader who is cleared for more never sees less. With --all, views go into a directory as NAME.txt;
    without -o a table shows who sees how much. A folder goes to a folder, with --all to one for each reader.

    Two views of one person can tell together what neither tells alone. With --ledger, what a reader was shown is
    remembered, and each view is safe together with all before.

    Examples:

      reticent views letter.txt --database diseases.db --reader nurse

      reticent views letter.txt --database diseases.db --reader nurse --explain

      reticent views letter.txt --database diseases.db --all --collusion --repair -o views/

      reticent views letter.txt --database diseases.db --reader nurse --ledger shown.db --subject "case 17"

      reticent views notes.jsonl -p clinic.toml --reader nurse --ledger shown.db --subject-field patient --new-subject

      reticent views notes -d diseases.db --reader nurse -o for-nurse
    """
    _require_sense(reader, everyone=everyone, collusion=collusion, repair=repair)
    refuse_idle({"--output": output} if explain else {}, "with --explain, which shows no text")
    refuse_idle({"--explain": explain and everyone}, "with --all")
    section = choosing.section(policy, reader)
    history = remembering.history(section, policy)
    allowed = options.choose_languages(language)
    rest = make_other_rules(policy, no_policy=no_policy, languages=allowed)
    chosen = reading.over(rest.options, [file])
    section = section.model_copy(update={"ledger": None})
    recipe = Recipe(policy, section=section, instead=True, languages=allowed)
    if is_folder(file):
        require_workers(folder, shared=history is None)
        if no_policy or collusion or explain:
            raise InputError("--no-policy, --collusion and --explain go with one file")
        job = _Job(policy, chosen, folder, bad_files, history, quiet, allowed, overwrite)
        raise typer.Exit(_release_folder(file, output, job, section))
    require_folder(folder, replace(bad_files, skip_bad=False))
    require_use({"--skip-bad": bad_files.skip_bad}, [file], chosen)
    require_free(*choose_targets([file], output if reader else None), overwrite=overwrite)
    streamed = reader is not None and _is_stream(
        file, output, chosen, history, no_policy=no_policy or explain
    )
    require_workers(folder, shared=streamed)
    if streamed:
        many = build_records_job(file, recipe, chosen, None, skip_bad=bad_files.skip_bad)
        cores = folder.workers or count_processors()
        raise typer.Exit(release_collection(file, output, many, workers=cores, quiet=quiet))
    if everyone and output is not None and not output.is_dir():
        raise InputError(
            f"the views of all readers need a directory: create '{output}' or name another with -o"
        )
    model = build_model(section)
    given = options.read_given(file)
    if reader is not None:
        if history is not None and explain:
            history = replace(history, keep=False)
        view = view_for_reader(given, model, reader, rest, options=chosen, history=history)
        if explain:
            explain_view(view, model.k)
        else:
            show_one(view, output, quiet=quiet)
        return
    everything = views_for_all(
        given, model, rest, collusion=collusion, repair=repair, options=chosen, history=history
    )
    show_all(everything, file, output, collusion=collusion, repair=repair, overwrite=overwrite, quiet=quiet)


def _is_stream(
    file: str, output: Path | None, chosen: FormatOptions, history: History | None, *, no_policy: bool
) -> bool:
    """Whether a file is released record by record; what a ledger knows of depends on the records before."""
    return history is None and not no_policy and is_stream(file, output, chosen, skip_bad=False)


@dataclass(frozen=True, slots=True)
class _Job:
    """How a folder is released."""

    policy: Path | None
    options: FormatOptions
    folder: FolderOptions
    bad: BadFiles
    history: History | None
    quiet: bool
    languages: tuple[str, ...]
    overwrite: bool

    def run(self, source: str, output: Path, reader: str, section: KSafetySettings) -> Exit:
        """Release a folder for one reader; with a ledger one file after the other, in order."""
        own = section.model_copy(update={"reader": reader})
        recipe = Recipe(self.policy, section=own, instead=True, languages=self.languages)
        job = build_job(source, output, recipe, self.options, self.folder, self.bad, overwrite=self.overwrite)
        if self.history is None:
            return make_folder(job, self.folder.choose_executor(), work=sanitize_file, quiet=self.quiet)
        return make_folder(job, choose_executor(1), work=ViewWork(reader, self.history), quiet=self.quiet)


def _release_folder(source: str, output: Path | None, job: _Job, section: KSafetySettings) -> Exit:
    if output is None:
        raise InputError("a folder goes to a folder: name one with -o")
    if section.reader is not None:
        return job.run(source, output, section.reader, section)
    readers = build_model(section).database.clearances()
    if not readers:
        raise InputError("the database knows no reader: add some with 'reticent entities build --readers'")
    places = {reader: output / require_file_name(reader) for reader in readers}
    output.mkdir(exist_ok=True)
    return max(job.run(source, place, reader, section) for reader, place in places.items())


def _require_sense(reader: str | None, *, everyone: bool, collusion: bool, repair: bool) -> None:
    if (reader is None) != everyone:
        raise InputError("whose view? name a reader with --reader, or ask for --all")
    if (collusion and not everyone) or (repair and not collusion):
        raise InputError("--collusion goes with --all, and --repair with --collusion")
