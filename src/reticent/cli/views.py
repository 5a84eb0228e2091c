"""`reticent views`: what each reader may see of a file, a collection or a folder, why terms go, and who could pool what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, make_section, option, option_of, read_pairs, switch
from reticent.cli._folders import (
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
from reticent.cli._output import choose_targets, deliver, print_table, require_free, tell_doubts
from reticent.cli._reading import refuse_idle, require_use
from reticent.cli._streams import build_records_job, is_stream, release_collection
from reticent.cli.app import Exit, complain, say
from reticent.errors import InputError
from reticent.executors import choose_executor, count_processors
from reticent.formats.registry import STANDARD_INPUT
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge.entities.opening import open_ledger
from reticent.models.k_safety.safe_subset import Search
from reticent.models.k_safety.settings import KSafetySettings
from reticent.models.settings import Parts
from reticent.policy.recipe import Recipe
from reticent.usecases.file_run import sanitize_file
from reticent.usecases.release import Subjects
from reticent.usecases.views import (
    AllViews,
    History,
    ViewRelease,
    ViewWork,
    place_beside,
    restate_section,
    split_rules,
    view_for_reader,
    views_for_all,
)

if TYPE_CHECKING:
    from reticent.models.k_safety.closure import Collusion
    from reticent.plan import Decision


_MOST_COLLUSIONS = 20
"""Rows that a person reads; the heading says how many there are. Chosen by hand."""


def explain_view(view: ViewRelease, k: int) -> None:
    """A table of the terms that go, and why."""
    rows = [
        _explain(decision)
        for plan in view.released.plans
        for decision in plan.decisions
        if "term" in decision.evidence
    ]
    headings = ["goes", "becomes", "shields", "fits before", "fits after", "if kept", "written as"]
    used = [
        at
        for at, name in enumerate(headings)
        if name not in ("becomes", "written as") or any(r[at] for r in rows)
    ]
    chosen = [tuple(row[at] for at in used) for row in rows]
    print_table(f"{view.readers[0]}, K = {k}", [headings[at] for at in used], chosen)


def _explain(decision: Decision) -> tuple[str, ...]:
    evidence = decision.evidence
    return (
        str(evidence["term"]),
        decision.becomes or "",
        str(evidence.get("shields", "a view that must not show more")),
        *(str(evidence.get(key, "")) for key in ("fits_before", "fits_after", "fits_if_kept")),
        ", ".join(evidence.get("written", ())),
    )


def show_one(view: ViewRelease, output: Path | None, *, quiet: bool) -> None:
    """The view of one reader, and how it went."""
    deliver(view.released.data, output)
    tell_doubts(view.released.name, view.released.warnings)
    if not quiet:
        say(f"{view.released.name}: {_summarize(view)} for {view.readers[0]}; audit: no violation.")


def _summarize(view: ViewRelease) -> str:
    if not view.found:
        return "no term of the database was found, so that nothing had to go"
    sure = "" if view.proven else " (less may do: the search stopped early)"
    general = sum(
        decision.becomes is not None
        for plan in view.released.plans
        for decision in plan.decisions
        if "term" in decision.evidence
    )
    if general:
        gone = view.deleted - general
        return f"of {view.found} terms {general} made more general and {gone} deleted{sure}"
    return f"{view.deleted} of {view.found} terms deleted{sure}"


def show_all(
    everything: AllViews,
    file: str,
    output: Path | None,
    *,
    collusion: bool,
    repair: bool,
    overwrite: bool,
    quiet: bool,
) -> None:
    """The views of all readers, or who could pool them, which is exit code 1."""
    if everything.collusions:
        _show_collusions(everything.collusions)
        complain(
            f"{len(everything.collusions)} entities could be told by readers who pool their views:"
            " delete the fewest further terms with --repair"
        )
        raise typer.Exit(Exit.VIOLATIONS)
    if output is None:
        _show_table(file, everything.views)
    else:
        places = _places(everything.views, output, file)
        require_free(*places, overwrite=overwrite)
        for place, data in places.items():
            deliver(data, place)
    tell_doubts(
        file, list(dict.fromkeys(each for view in everything.views for each in view.released.warnings))
    )
    if not quiet:
        checked = (
            f" {everything.repaired} further terms deleted; nobody gains by pooling views." if repair else ""
        )
        checked = checked or (" Nobody gains by pooling views." if collusion else "")
        readers = sum(len(view.readers) for view in everything.views)
        say(f"{file}: {readers} readers, {len(everything.views)} views; audit: no violation.{checked}")


def require_file_name(reader: str) -> str:
    """The name of a reader, if a file or folder can be called so."""
    if Path(reader).name != reader or reader in (".", ".."):
        raise InputError(
            f"'{reader}' can't name a file: ask for that reader's view alone, with --reader and -o"
        )
    return reader


def _show_table(name: str, views: Sequence[ViewRelease]) -> None:
    rows = [
        (
            ", ".join(view.readers),
            ", ".join(sorted(view.cleared)) or "nothing",
            str(view.kept),
            str(view.deleted),
        )
        for view in views
    ]
    print_table(f"Views of {name}", ["readers", "cleared for", "terms kept", "deleted"], rows)


def _show_collusions(found: Sequence[Collusion]) -> None:
    rows = [
        (" + ".join(each.readers), each.entity.names[0], ", ".join(each.terms), str(each.companions))
        for each in found[:_MOST_COLLUSIONS]
    ]
    more = f" (the first {_MOST_COLLUSIONS} of {len(found)})" if len(found) > _MOST_COLLUSIONS else ""
    print_table(
        f"Readers who could pool their views{more}", ["readers", "could tell", "by", "fits others"], rows
    )


def _places(views: Sequence[ViewRelease], output: Path, file: str) -> dict[Path, bytes]:
    """Where the view of each reader goes."""
    suffix = ".txt" if file == STANDARD_INPUT else Path(file).suffix
    places = {
        output / f"{require_file_name(reader)}{suffix}": view.released.data
        for view in views
        for reader in view.readers
    }
    if any(place.resolve() == Path(file).resolve() for place in places):
        raise InputError(f"a view would overwrite '{file}': choose another -o")
    return places


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """Whom a view protects, and how its terms are read and chosen; what is not said is what the policy says."""

    database: Annotated[
        str | None,
        option_of(
            KSafetySettings, "database", "--database", "-d", metavar="DATABASE", left_out="that of the policy"
        ),
    ] = None
    k: Annotated[int | None, option_of(KSafetySettings, "k", "--k", "-k", metavar="K")] = None
    k_for: Annotated[
        list[str] | None, option_of(KSafetySettings, "k_by_category", "--k-for", metavar="CATEGORY=K")
    ] = None
    diverse: Annotated[bool | None, option_of(KSafetySettings, "diverse")] = None
    generalize: Annotated[bool | None, option_of(KSafetySettings, "generalize")] = None
    synonyms: Annotated[bool | None, option_of(KSafetySettings, "synonyms")] = None
    variants: Annotated[bool | None, option_of(KSafetySettings, "variants")] = None
    weight: Annotated[
        list[str] | None, option_of(KSafetySettings, "weights", "--weight", metavar="TERM=NUMBER")
    ] = None
    search: Annotated[Search | None, option_of(KSafetySettings, "search", metavar="NAME")] = None
    roles: Annotated[bool | None, option_of(KSafetySettings, "roles")] = None
    as_of: Annotated[str | None, option_of(KSafetySettings, "as_of", metavar="FINGERPRINT")] = None

    def section(self, policy: Path | None, reader: str | None) -> KSafetySettings:
        """What is asked for, as a policy would write it: over what the policy says, where it names the database."""
        base = {} if self.database else restate_section(policy)
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        by_category, weights = said.pop("k_for"), said.pop("weight")
        said |= {
            "database": place_beside(self.database, Path()) or None,
            "k_by_category": by_category and read_pairs("--k-for CATEGORY=K", by_category, int),
            "weights": weights and read_pairs("--weight TERM=NUMBER", weights, float),
            "type": "k-safety",
            "reader": reader,
        }
        return make_section(
            KSafetySettings, base | {key: value for key, value in said.items() if value is not None}
        )


@dataclass(frozen=True, slots=True)
class LedgerOptions:
    """Where it is noted what readers were shown, and of whom."""

    ledger: Annotated[
        str | None,
        option(
            "--ledger",
            "LEDGER",
            "Record what is shown, and show only what is safe together with all earlier views: a file, or a postgresql:// address.",
        ),
    ] = None
    subject: Annotated[
        str | None, option("--subject", "NAME", "With --ledger: whose documents these are.")
    ] = None
    subject_field: Annotated[
        str | None,
        option("--subject-field", "KEY", "With --ledger: the key or column that names a record's subject."),
    ] = None
    new_subject: Annotated[
        bool, switch("--new-subject", "With --ledger: allow subjects that it doesn't know yet.")
    ] = False

    def history(self, section: KSafetySettings, policy: Path | None) -> History | None:
        """The ledger and the subjects, by the options or else by the policy."""
        place = self.ledger or place_beside(section.ledger, policy and policy.parent)
        if place is None:
            if self.subject or self.subject_field or self.new_subject:
                raise InputError("--subject, --subject-field and --new-subject go with --ledger")
            return None
        named = self.subject is not None or self.subject_field is not None
        subjects = Subjects(self.subject, self.subject_field if named else section.subject_field)
        return History(open_ledger(place, new=self.new_subject), subjects, self.new_subject)


VIEW_OPTIONS, LEDGER_OPTIONS = ViewOptions(), LedgerOptions()
"""What the command has when nothing is said."""


def views(  # noqa: PLR0913, PLR0917 - as many as a command has options
    file: Annotated[str, argument("FILE", "A file or a folder; - or none: standard input.")] = "-",
    choosing: ViewOptions = VIEW_OPTIONS,
    reader: Annotated[
        str | None,
        option(
            "--reader -r", "NAME", "The reader whose view is shown; an unknown reader is cleared for nothing."
        ),
    ] = None,
    everyone: Annotated[
        bool, switch("--all", "Make the views of all readers that the database knows.")
    ] = False,
    collusion: Annotated[
        bool, switch("--collusion", "With --all: check what readers who pool their views could tell.")
    ] = False,
    repair: Annotated[
        bool,
        switch("--repair", "With --collusion: delete the fewest further terms that make pooled views safe."),
    ] = False,
    remembering: LedgerOptions = LEDGER_OPTIONS,
    policy: options.PolicyFile = None,
    language: options.LanguageNames = None,
    settings: options.Settings = None,
    no_policy: Annotated[
        bool, switch("--no-policy", "Hide only the database's terms; names and numbers of people stay.")
    ] = False,
    explain: Annotated[
        bool, switch("--explain", "Show why each term is removed, instead of the text.")
    ] = False,
    reading: options.ReadingOptions = options.READING,
    folder: FolderOptions = FOLDER_OPTIONS,
    bad_files: BadFiles = BAD_FILES,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Release files to readers who may know different things: to each the most that is K-safe.

    The policy also holds for all readers: by default, names, dates and numbers of people are removed too. Views are
    consistent: a reader who is cleared for more never sees less. With --all, views go into a directory as NAME.txt;
    without -o a table shows who sees how much. A folder is released as a folder, with --all as one for each reader.

    Two views of one person can together tell what neither tells alone. With --ledger, what a reader was shown is
    recorded, and each view is safe together with all earlier ones.

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
    allowed = options.choose_languages(language)
    recipe = Recipe(policy, section=section, instead=True, languages=allowed, settings=tuple(settings or ()))
    section, rest = split_rules(recipe, no_policy=no_policy)
    history = remembering.history(section, policy)
    chosen = reading.over(rest.options, [file])
    section = section.model_copy(update={"ledger": None})
    recipe = replace(recipe, section=section)
    if is_folder(file):
        require_workers(folder, shared=history is None)
        if no_policy or collusion or explain:
            raise InputError("--no-policy, --collusion and --explain go with one file")
        job = _Job(recipe, chosen, folder, bad_files, history, quiet, overwrite)
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
    model = section.build_for_readers(Parts())
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

    recipe: Recipe
    options: FormatOptions
    folder: FolderOptions
    bad: BadFiles
    history: History | None
    quiet: bool
    overwrite: bool

    def run(self, source: str, output: Path, reader: str, section: KSafetySettings) -> Exit:
        """Release a folder for one reader; with a ledger one file after the other, in order."""
        own = section.model_copy(update={"reader": reader})
        recipe = replace(self.recipe, section=own)
        job = build_job(source, output, recipe, self.options, self.folder, self.bad, overwrite=self.overwrite)
        if self.history is None:
            return make_folder(job, self.folder.choose_executor(), work=sanitize_file, quiet=self.quiet)
        return make_folder(job, choose_executor(1), work=ViewWork(reader, self.history), quiet=self.quiet)


def _release_folder(source: str, output: Path | None, job: _Job, section: KSafetySettings) -> Exit:
    if output is None:
        raise InputError("a folder goes to a folder: name one with -o")
    if section.reader is not None:
        return job.run(source, output, section.reader, section)
    readers = section.build_for_readers(Parts()).database.clearances()
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
