"""`reticent views`: what each reader may see of one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli import options
from reticent.cli.exits import Exit, complain, say
from reticent.cli.output import deliver, print_table
from reticent.errors import InputError
from reticent.formats.files import STANDARD_INPUT
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.usecases.views import AllViews, FileView, view_for_reader, views_for_all

if TYPE_CHECKING:
    from reticent.models.k_safety.collusion import Collusion
    from reticent.models.k_safety.model import KSafety

SHOWN = 20


def views(  # noqa: PLR0913, PLR0917 - as many as a command has options
    file: options.File = "-",
    database: Annotated[
        str,
        typer.Option(
            "--database",
            "-d",
            metavar="DATABASE",
            help="An entity database: a file, or a postgresql:// address.",
        ),
    ] = "",
    reader: Annotated[
        str | None,
        typer.Option(
            "--reader", "-r", metavar="NAME", help="Whose view; one who is unknown is cleared for nothing."
        ),
    ] = None,
    k: Annotated[
        int, typer.Option("--k", "-k", metavar="K", help="How many other entities must fit as well.")
    ] = 10,
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
    generalize: Annotated[
        bool, typer.Option("--generalize", help="Put a more general term where one is known.")
    ] = False,
    synonyms: Annotated[bool, typer.Option("--synonyms", help="Let synonyms count as terms.")] = False,
    roles: Annotated[
        bool, typer.Option("--roles", help="Readers are the roles of the PostgreSQL server.")
    ] = False,
    policy: options.PolicyFile = None,
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
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Release a file to readers who may know different things: to each the most that is K-safe.

    The policy holds for all readers besides: by default names, dates and numbers of people go too. Views are
    consistent: a reader who is cleared for more never sees less. With --all, views go into a directory as NAME.txt;
    without -o a table shows who sees how much.

    Examples:

      reticent views letter.txt --database diseases.db --reader nurse

      reticent views letter.txt --database diseases.db --reader nurse --explain

      reticent views letter.txt --database diseases.db --all --collusion --repair -o views/
    """
    _require_sense(database, reader, output, everyone=everyone, collusion=collusion, repair=repair)
    if policy and no_policy:
        raise InputError("--policy and --no-policy contradict each other: leave one out")
    assembly = Assembly(()) if no_policy else Recipe(policy).assemble()
    model = _build_model(database, k=k, generalize=generalize, synonyms=synonyms, roles=roles)
    given = options.read_given(file)
    chosen = reading.over(assembly.options)
    if reader is not None:
        view = view_for_reader(given, model, reader, assembly, options=chosen)
        _show_one(view, model.k, output, explain=explain, quiet=quiet)
        return
    everything = views_for_all(given, model, assembly, collusion=collusion, repair=repair, options=chosen)
    _show_all(everything, file, output, collusion=collusion, repair=repair, quiet=quiet)


def _build_model(database: str, *, k: int, generalize: bool, synonyms: bool, roles: bool) -> KSafety:
    from reticent.policy.section import Parts
    from reticent.policy.sections.k_safety import KSafetySection

    section = options.make_section(
        KSafetySection,
        {
            "type": "k-safety",
            "database": database,
            "k": k,
            "generalize": generalize,
            "synonyms": synonyms,
            "roles": roles,
        },
    )
    return section.build_for_readers(Parts())


def _require_sense(
    database: str, reader: str | None, output: Path | None, *, everyone: bool, collusion: bool, repair: bool
) -> None:
    if not database:
        raise InputError("name an entity database with --database; 'reticent entities build' makes one")
    if (reader is None) != everyone:
        raise InputError("whose view? name a reader with --reader, or ask for --all")
    if (collusion and not everyone) or (repair and not collusion):
        raise InputError("--collusion goes with --all, and --repair with --collusion")
    if everyone and output is not None and not output.is_dir():
        raise InputError(
            f"the views of all readers need a directory: create '{output}' or name another with -o"
        )


def _show_one(view: FileView, k: int, output: Path | None, *, explain: bool, quiet: bool) -> None:
    if explain:
        rows = [
            (
                str(decision.evidence.get("term", decision.kind)),
                str(decision.evidence.get("shields", "a view that must not show more")),
                str(decision.evidence.get("fits_before", "")),
                str(decision.evidence.get("fits_after", "")),
                str(decision.evidence.get("fits_if_kept", "")),
            )
            for plan in view.released.plans
            for decision in plan.decisions
            if "term" in decision.evidence
        ]
        headings = ["deleted", "shields", "fits before", "fits after", "if kept"]
        print_table(f"{view.readers[0]}, K = {k}", headings, rows)
        return
    deliver(view.released.data, output)
    if not quiet:
        say(f"{view.released.name}: {_summarize(view)} for {view.readers[0]}; audit: no violation.")


def _summarize(view: FileView) -> str:
    if not view.kept and not view.deleted:
        return "no term of the database was found, so that nothing had to go"
    sure = "" if view.proven else " (fewer may do: the search stopped early)"
    return f"{view.deleted} of {view.kept + view.deleted} terms deleted{sure}"


def _show_all(
    everything: AllViews, file: str, output: Path | None, *, collusion: bool, repair: bool, quiet: bool
) -> None:
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
        for place, data in _places(everything.views, output, file).items():
            deliver(data, place)
    if not quiet:
        checked = (
            f" {everything.repaired} further terms deleted; nobody gains by pooling views." if repair else ""
        )
        checked = checked or (" Nobody gains by pooling views." if collusion else "")
        readers = sum(len(view.readers) for view in everything.views)
        say(f"{file}: {readers} readers, {len(everything.views)} views; audit: no violation.{checked}")


def _show_table(name: str, views: Sequence[FileView]) -> None:
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
        for each in found[:SHOWN]
    ]
    more = f" (the first {SHOWN} of {len(found)})" if len(found) > SHOWN else ""
    print_table(
        f"Readers who could pool their views{more}", ["readers", "could tell", "by", "fits others"], rows
    )


def _places(views: Sequence[FileView], output: Path, file: str) -> dict[Path, bytes]:
    """Where the view of each reader goes."""
    suffix = ".txt" if file == STANDARD_INPUT else Path(file).suffix
    places = {}
    for view in views:
        for reader in view.readers:
            if Path(reader).name != reader or reader in (".", ".."):
                raise InputError(
                    f"'{reader}' can't name a file: ask for that reader's view alone, with --reader and -o"
                )
            places[output / f"{reader}{suffix}"] = view.released.data
    if any(place.resolve() == Path(file).resolve() for place in places):
        raise InputError(f"a view would overwrite '{file}': choose another -o")
    return places
