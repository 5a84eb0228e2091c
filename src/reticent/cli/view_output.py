"""What `reticent views` shows: a view, the views of all, why terms go, and who could pool what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from reticent.cli.exits import Exit, complain, say
from reticent.cli.output import deliver, print_table, require_free
from reticent.cli.unseen import tell_doubts
from reticent.errors import InputError
from reticent.formats.files import STANDARD_INPUT
from reticent.usecases.views import AllViews, FileView

if TYPE_CHECKING:
    from reticent.models.k_safety.collusion import Collusion
    from reticent.plan import Decision

SHOWN = 20


def explain_view(view: FileView, k: int) -> None:
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


def show_one(view: FileView, output: Path | None, *, quiet: bool) -> None:
    """The view of one reader, and how it went."""
    deliver(view.released.data, output)
    tell_doubts(view.released.name, view.released.warnings)
    if not quiet:
        say(f"{view.released.name}: {_summarize(view)} for {view.readers[0]}; audit: no violation.")


def _summarize(view: FileView) -> str:
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
    places = {
        output / f"{require_file_name(reader)}{suffix}": view.released.data
        for view in views
        for reader in view.readers
    }
    if any(place.resolve() == Path(file).resolve() for place in places):
        raise InputError(f"a view would overwrite '{file}': choose another -o")
    return places
