"""From a review to files: the release of a file whose documents are all green, and its plan as it stands, red or green."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from reticent.audit.report import as_json
from reticent.engine.labels import LabelJudge
from reticent.errors import DocumentError, InternalError, PromiseError, ReticentError, ReviewError
from reticent.files import PRIVATE, write_whole
from reticent.formats.registry import name_release
from reticent.plan import plans_to_json
from reticent.proof.keys import write_envelope
from reticent.review.files import FileUnderReview, Outbox, UnreadFile, make_folders, require_unchanged
from reticent.review.review import Review
from reticent.review.session import Session, require_current
from reticent.usecases.apply import Applied, apply, remember_rules
from reticent.usecases.placing import known_ending
from reticent.usecases.prove import prove_release
from reticent.usecases.release import InputFile, report_release


@dataclass(frozen=True, slots=True)
class Written:
    """The files that a release came to, and what a person should know of it."""

    release: Path
    files: tuple[Path, ...]
    proven: bool = False
    notes: tuple[str, ...] = ()


def require_green(session: Session) -> None:
    """Raise unless every promise holds for exactly the state that stands."""
    if session.light == "amber":
        raise ReviewError("amber", f"'{session.document.id}' is still being checked: wait for the light")
    if session.problem:
        raise ReviewError("red", f"'{session.document.id}' can't be carried out: {session.problem}")
    if session.light == "red":
        raise ReviewError("red", f"'{session.document.id}' breaks a promise: repair it, or give up more")


def release_file(review: Review, number: int, *, state: str | None = None, who: str = "") -> Written:
    """Release the file of a document: what `apply` makes of the plans as they stand, written whole."""
    if review.outbox is None:
        raise ReviewError("bad", "there is no folder to release to: start the review with -o DIR")
    file = review.file_of(number)
    require_current(review.session(number), state)
    sessions = [review.session(each) for each in file.numbers]
    for session in sessions:
        require_green(session)
    require_unchanged(file)
    plans = [session.state.plan for session in sessions]
    applied = apply(file.given, plans, review.rules, options=file.opened.options)
    if applied.released is None:
        raise PromiseError(
            f"'{file.given.name}' is not released: the audit finds a violation; check it again"
        )
    written = _write(file, applied, review.outbox, review)
    states = [session.state for session in sessions]
    journal = review.note_release(file, states, name=written.release.name, who=who)
    return replace(written, files=(*written.files, journal))


def _write(file: FileUnderReview, applied: Applied, outbox: Outbox, review: Review) -> Written:
    """Put everything in place, the release last: whoever finds one finds what goes with it."""
    released = applied.released
    assert released is not None  # noqa: S101 - the caller has looked
    name = file.given.name
    place, notes = _choose_place(file, applied, outbox, review)
    notes += released.warnings
    salt, proof = None, None
    if outbox.keys and outbox.policy and applied.exceptions is None:
        out = InputFile(name, released.data)
        proof, salt = prove_release(
            out, released.plans, outbox.policy, outbox.keys, original=file.given, options=file.opened.options
        )
    elif outbox.keys:
        notes.append(
            "what a person keeps against a promise can't be proven: there is no proof of this release"
        )
    stays: dict[str, bytes] = {
        ".plan.json": plans_to_json(
            released.plans,
            made_under=remember_rules(review.rules, file.opened.options),
            salt=salt.hex() if salt else None,
        ).encode(),
        ".report.json": as_json(report_release(released)).encode("utf-8", "surrogatepass"),
    }
    if applied.exceptions is not None:
        stays[".exceptions.json"] = applied.exceptions.encode()
    make_folders(outbox)
    files = [outbox.keep(name, ending) for ending in stays]
    for path, data in zip(files, stays.values(), strict=True):
        write_whole(path, data, mode=PRIVATE)
    _note_name(outbox, file, place)
    if proof is not None:
        files.append(place.with_name(place.name + ".proof.json"))
        write_whole(files[-1], write_envelope(proof))
    write_whole(place, released.data)
    return Written(place, (place, *files), proof is not None, tuple(notes))


def _choose_place(
    file: FileUnderReview, applied: Applied, outbox: Outbox, review: Review
) -> tuple[Path, list[str]]:
    """Where the release goes: its own name, or its number where the name tells what was removed."""
    name = name_release(PurePath(file.given.name).name)
    ending = known_ending(name)
    place, notes = outbox.place(name), []
    if LabelJudge(review.rules).tells(name.removesuffix(ending), applied.outcomes):
        place = outbox.out / f"{review.files.index(file) + 1:04d}{ending.lower()}"
        notes.append("its name tells what was removed: the release is called by a number")
    if place.resolve() in {Path(each.given.name).resolve() for each in review.files}:
        raise DocumentError(f"'{place}' is an original and would be overwritten: choose another -o")
    return place, notes


NAMES = "names.json"
"""The private map of originals to their releases."""


def _note_name(outbox: Outbox, file: FileUnderReview, place: Path) -> None:
    """Note which release is of which original: who has only the releases must not know, and somebody has to."""
    listed = outbox.private / NAMES
    try:
        names = json.loads(listed.read_text("utf-8")) if listed.exists() else {}
    except (OSError, ValueError):
        raise DocumentError(f"'{listed}' can't be read: move it away, or choose another -o") from None
    names[file.given.name] = place.name
    write_whole(listed, as_json(names).encode("utf-8", "surrogatepass"), mode=PRIVATE)


def release_or_explain(review: Review, number: int, *, who: str = "") -> dict[str, object]:
    """What became of the file of a document among many: released, left for now, or failed, with the reason."""
    file = review.file_of(number)
    row: dict[str, object] = {"file": file.given.name, "number": number}
    if all(review.is_released(each) for each in file.numbers):
        return {**row, "result": "earlier", "as": review.released_as(number)}
    try:
        review.settle(*file.numbers)
        written = release_file(review, number, who=who)
    except ReviewError as error:
        return {**row, "result": "left", "why": str(error)}
    except ReticentError as error:
        return {**row, "result": "failed", "why": str(error)}
    except Exception as error:  # its own words could quote the document
        return {**row, "result": "failed", "why": str(InternalError.about(file.given.name, error))}
    return {**row, "result": "released", "as": written.release.name, "notes": list(written.notes)}


def explain_unread(file: UnreadFile) -> dict[str, object]:
    """The row of a file among many that could not be read."""
    return {"file": file.name, "result": "failed", "why": str(file.error)}


PLAN = ".plan.json"


def save_plan(review: Review, number: int, *, state: str | None = None) -> Path:
    """Write the plans of a document's file beside its journal; nothing is released."""
    if review.outbox is None:
        raise ReviewError("bad", "there is no folder to write to: start the review with -o DIR")
    require_current(review.session(number), state)
    file = review.file_of(number)
    plans = [review.session(each).state.plan for each in file.numbers]
    made_under = remember_rules(review.rules, file.opened.options)
    make_folders(review.outbox)
    place = review.outbox.keep(file.given.name, PLAN)
    written = plans_to_json(plans, made_under=made_under)
    write_whole(place, written.encode("utf-8", "surrogatepass"), mode=PRIVATE)
    return place
