"""`reticent views`: what each reader may see of one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from reticent import pipeline
from reticent.cli import options
from reticent.cli.exits import Exit, complain, say
from reticent.cli.output import deliver, print_table
from reticent.errors import InputError
from reticent.formats import plain
from reticent.formats.files import STANDARD_INPUT, read_document
from reticent.knowledge.entities.entities import open_entities
from reticent.models.k_safety.collusion import Collusion, collusions
from reticent.models.k_safety.decisions import KIND
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.repair import repair_views
from reticent.models.k_safety.views import View, view_for
from reticent.models.k_safety.views import views as all_views
from reticent.rendering.placeholders import mark_placeholders
from reticent.taxonomy import wordnet
from reticent.text import Document

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
    explain: Annotated[
        bool, typer.Option("--explain", help="Show why each term goes, instead of the text.")
    ] = False,
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Release a document to readers who may know different things: to each the most that is K-safe.

    Views are consistent: a reader who is cleared for more never sees less. With --all, views go into a directory as
    NAME.txt; without -o a table shows who sees how much.

    Examples:

      reticent views letter.txt --database diseases.db --reader nurse

      reticent views letter.txt --database diseases.db --reader nurse --explain

      reticent views letter.txt --database diseases.db --all --collusion --repair -o views/
    """
    _require_sense(database, reader, output, everyone=everyone, collusion=collusion, repair=repair)
    taxonomy = wordnet() if generalize or synonyms else None
    model = KSafety(
        open_entities(database, roles=roles),
        k=k,
        generalize=taxonomy if generalize else None,
        synonyms=taxonomy if synonyms else None,
    )
    document = mark_placeholders(read_document(file), {KIND})
    if reader is not None:
        _one(document, view_for(document, model, reader), output, explain=explain, quiet=quiet)
        return
    _everyone(document, model, output, file, collusion=collusion, repair=repair, quiet=quiet)


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


def _one(document: Document, view: View, output: Path | None, *, explain: bool, quiet: bool) -> None:
    outcome = pipeline.sanitize(document, view.model)
    released = outcome.document
    if explain:
        rows = [
            (
                str(decision.evidence.get("term", "")),
                str(decision.evidence.get("shields", "a view that must not show more")),
                str(decision.evidence.get("fits_before", "")),
                str(decision.evidence.get("fits_after", "")),
                str(decision.evidence.get("fits_if_kept", "")),
            )
            for decision in outcome.plan.decisions
        ]
        headings = ["deleted", "shields", "fits before", "fits after", "if kept"]
        print_table(f"{view.readers[0]}, K = {view.model.k}", headings, rows)
        return
    deliver(plain.write(released), output)
    if not quiet:
        say(f"{document.id}: {_told(view)} for {view.readers[0]}; audit: no violation.")


def _told(view: View) -> str:
    if not view.kept and not view.deleted:
        return "no term of the database was found, so that nothing had to go"
    sure = "" if view.proven else " (fewer may do: the search stopped early)"
    return f"{len(view.deleted)} of {len(view.kept) + len(view.deleted)} terms deleted{sure}"


def _everyone(
    document: Document,
    model: KSafety,
    output: Path | None,
    file: str,
    *,
    collusion: bool,
    repair: bool,
    quiet: bool,
) -> None:
    clearances = model.database.clearances()
    if not clearances:
        raise InputError("the database knows no reader: add some with 'reticent entities build --readers'")
    made = all_views(document, model, clearances)
    gone: frozenset[str] = frozenset()
    if repair:
        made, gone = repair_views(made, model.database, model.k)
    texts = [pipeline.sanitize(document, view.model).document for view in made]
    shown = [
        replace(view, kept=frozenset(view.model.read(text).terms))
        for view, text in zip(made, texts, strict=True)
    ]
    found = collusions(shown, model.database, model.k) if collusion else []
    if found:
        _tell(found)
        complain(
            f"{len(found)} entities could be told by readers who pool their views: delete the fewest further terms with --repair"
        )
        raise typer.Exit(Exit.VIOLATIONS)
    if output is None:
        _table(document, made)
    else:
        for view, text in zip(made, texts, strict=True):
            for place in _places(view, output, file):
                deliver(plain.write(text), place)
    if not quiet:
        checked = f" {len(gone)} further terms deleted; nobody gains by pooling views." if repair else ""
        checked = checked or (" Nobody gains by pooling views." if collusion else "")
        say(f"{document.id}: {len(clearances)} readers, {len(made)} views; audit: no violation.{checked}")


def _table(document: Document, made: Sequence[View]) -> None:
    rows = [
        (
            ", ".join(view.readers),
            ", ".join(sorted(view.cleared)) or "nothing",
            str(len(view.kept)),
            str(len(view.deleted)),
        )
        for view in made
    ]
    print_table(f"Views of {document.id}", ["readers", "cleared for", "terms kept", "deleted"], rows)


def _tell(found: Sequence[Collusion]) -> None:
    rows = [
        (" + ".join(each.readers), each.entity.names[0], ", ".join(each.terms), str(each.companions))
        for each in found[:SHOWN]
    ]
    more = f" (the first {SHOWN} of {len(found)})" if len(found) > SHOWN else ""
    print_table(
        f"Readers who could pool their views{more}", ["readers", "could tell", "by", "fits others"], rows
    )


def _places(view: View, output: Path, file: str) -> list[Path]:
    suffix = ".txt" if file == STANDARD_INPUT else Path(file).suffix
    for reader in view.readers:
        if Path(reader).name != reader or reader in (".", ".."):
            raise InputError(
                f"'{reader}' can't name a file: ask for that reader's view alone, with --reader and -o"
            )
    places = [output / f"{reader}{suffix}" for reader in view.readers]
    if any(place.resolve() == Path(file).resolve() for place in places):
        raise InputError(f"a view would overwrite '{file}': choose another -o")
    return places
