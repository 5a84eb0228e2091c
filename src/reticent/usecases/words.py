"""The words at the places of a plan, and the words of a written file, which is read again before anybody gets it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from reticent.audit.verification import find_arising, read_afresh
from reticent.detection.detector import Detector
from reticent.engine import Outcome
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PlanError, PromiseError
from reticent.formats.seam.format import VerifiesFile
from reticent.formats.seam.records import SEPARATOR
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Decision, DeclaredException, Keep, Plan, Release
from reticent.text import Document, Span
from reticent.text.tokens import token_texts

_HALF = re.compile("[\ud800-\udfff]")
Placed = TypeVar("Placed", Decision, DeclaredException, Keep)


def note_words(plan: Plan, document: Document) -> Plan:
    """The plan with the words that stand at each of its places; half a character is no word that can be written."""

    def note(placed: Placed) -> Placed:
        words = tuple(span.of(document.text) for span in placed.spans)
        return replace(placed, what=() if any(map(_HALF.search, words)) else words)

    return replace(
        plan,
        decisions=tuple(map(note, plan.decisions)),
        exceptions=tuple(map(note, plan.exceptions)),
        keep=tuple(map(note, plan.keep)),
    )


def occurrences(document: Document, span: Span) -> tuple[Span, ...]:
    """All places where the words at a place stand, whole and in whatever case; white space may differ.

    >>> note = Document("note", "Heroin again; no heroin\\nuse, some heroine.")
    >>> [place.of(note.text) for place in occurrences(note, Span(0, 6))]
    ['Heroin', 'heroin']
    """
    return find_words(document, span.of(document.text), any_case=True)


def find_words(document: Document, words: str, *, any_case: bool = False) -> tuple[Span, ...]:
    """The places where words stand as a whole, in order; what a placeholder hides is no word."""
    parts = [re.escape(part) for part in words.split()]
    if not parts:
        return ()
    before = r"(?<!\w)" if re.match(r"\w", words.strip()) else ""
    after = r"(?!\w)" if re.search(r"\w$", words.strip()) else ""
    shape = re.compile(before + r"\s+".join(parts) + after, re.IGNORECASE if any_case else 0)
    return tuple(Span(*found.span()) for found in shape.finditer(document.mask_placeholders()))


def place_plan(plan: Plan, document: Document) -> Plan:
    """The plan with a place for all of its words in this document.

    A plan that fits is given back as it is. Where it was made for another version of the text, or somebody wrote words
    without their places, they are looked up; a PlanError where they don't say which places are meant.
    """
    fits = plan.fingerprint == document.fingerprint
    listed: list[tuple[str, Decision | DeclaredException | Keep]] = [
        *((f"decision {number}", each) for number, each in enumerate(plan.decisions, 1)),
        *((f"exception {number}", each) for number, each in enumerate(plan.exceptions, 1)),
        *((f"keep {number}", each) for number, each in enumerate(plan.keep, 1)),
    ]
    if fits:
        for name, each in listed:
            _require_same_words(name, each, document)
        if all(each.spans for _, each in listed):
            return plan
    elif not all(each.what for _, each in listed) or not listed:
        raise PlanError(
            f"the plan was made for another text than '{document.id}' holds now: plan again, or give the original"
        )
    places = _look_up([(name, each) for name, each in listed if not (fits and each.spans)], listed, document)

    def put(name: str, placed: Placed) -> Placed:
        return replace(placed, spans=places[name]) if name in places else placed

    decisions = [put(f"decision {number}", each) for number, each in enumerate(plan.decisions, 1)]
    return Plan(
        plan.document,
        document.fingerprint,
        tuple(sorted(decisions, key=lambda decision: decision.spans)),
        plan.promises,
        tuple(put(f"exception {number}", each) for number, each in enumerate(plan.exceptions, 1)),
        tuple(put(f"keep {number}", each) for number, each in enumerate(plan.keep, 1)),
    )


def _require_same_words(name: str, placed: Decision | DeclaredException | Keep, document: Document) -> None:
    """Raise where places and words disagree: somebody changed one of them."""
    if not placed.what or not placed.spans:
        return
    standing = [span.of(document.text) for span in placed.spans]
    named = list(placed.what) if len(placed.what) > 1 else list(placed.what) * len(standing)
    if [each.split() for each in standing] != [each.split() for each in named]:
        raise PlanError(
            f"{name} of the plan for '{document.id}' doesn't name the words at its places: remove its 'spans' to go by the"
            " words, or its 'what' to go by the places"
        )


def _look_up(
    lost: Sequence[tuple[str, Decision | DeclaredException | Keep]],
    listed: Iterable[tuple[str, Decision | DeclaredException | Keep]],
    document: Document,
) -> dict[str, tuple[Span, ...]]:
    """The places of words that have none, the longest first: a short one is not meant where a longer one stands."""
    standing = {name for name, _ in lost}
    taken = [span for name, each in listed if name not in standing for span in each.spans]
    found: dict[str, tuple[Span, ...]] = {}
    for name, each in sorted(lost, key=lambda item: -max(map(len, item[1].what))):
        places = sorted(
            {
                place
                for words in set(each.what)
                for place in find_words(document, words)
                if not any(place.overlaps(other) for other in taken)
            }
        )
        _require_clear(name, each, places, document)
        taken += places
        found[name] = tuple(places)
    return found


def _require_clear(
    name: str, placed: Decision | DeclaredException | Keep, places: Sequence[Span], document: Document
) -> None:
    """Raise unless there are as many places as there were, or some where nobody counted them."""
    wanted = len(placed.spans)
    if places and wanted in (0, len(places)):
        return
    count = f"{len(places)} places, not {wanted}" if wanted else "no place"
    raise PlanError(
        f"the plan is for another text: the words of {name} stand at {count} of '{document.id}';"
        " plan again, or write the 'spans' that are meant"
    )


_MOST_PARTS = 3  # pages or parts that an error names: enough to begin with, and still one line
_TELLING = 3
"""Letters and digits that a removed word must have to be looked for in a container: shorter ones are everywhere."""


def require_same_texts(
    name: str, checks: VerifiesFile, again: Sequence[Document], released: Sequence[Document]
) -> None:
    """Raise unless what was written reads back as just what was judged."""
    ours, found = [each.text for each in released], [each.text for each in again]
    if not checks.agrees_with(ours, found):
        raise DocumentError(
            f"'{name}' reads back differently from what was judged, so nothing was written: please report this"
        )


def require_nothing_left(
    name: str, checks: VerifiesFile, data: bytes, outcomes: Sequence[Outcome], rules: Rules
) -> None:
    """Raise when another reader of a container, or a search of all that it holds, finds what was removed.

    A text of which the other reader finds just the blocks that were released has been judged already: it may stand in
    another order, as the sheets of a workbook do whose names lie in a part of their own.
    """
    if checks.holds == "text":
        return
    if left := checks.residue(data, removed_words(outcomes)):
        parts = dict.fromkeys(each.part for each in left if each.part)
        where = f" ({', '.join(list(parts)[:_MOST_PARTS])})" if parts else ""
        raise PromiseError(
            f"'{name}' is not released: a word that was removed is left in the file, outside its text{where};"
            " save it again in its program, or export it as another format"
        )
    models = [model for model in rules.models if model.needs != "both"]
    judged = {block for outcome in outcomes for block in _blocks(outcome.document.text)}
    for number, text in enumerate(checks.reread(data), 1):
        if _blocks(text) <= judged:
            continue
        document = read_afresh(
            Document(name, text, placeholder_style=rules.options.placeholders), rules.kinds, rules.is_stand_in
        )
        found = [each for model in models for each in model.violations(Release(document, document))]
        known = _arising_words(outcomes, models) if found else frozenset()
        broken = any(_squeeze(each.span.of(text)) not in known for each in found)
        if broken or _finds_more(document, outcomes, rules):
            raise PromiseError(
                f"'{name}' is not released: another reader finds in the written file what the policy forbids"
                f" (text {number} of those that it reads: of a PDF page {number});"
                " export it as another format"
            )


def _arising_words(outcomes: Sequence[Outcome], models: Sequence[CompleteModel]) -> frozenset[str]:
    """What is found in the released texts because of a gap alone: another reader, who has no original, may find it too."""
    return frozenset(
        _squeeze(each.span.of(outcome.release.released.text))
        for outcome in outcomes
        for each in find_arising(outcome.release, models)
    )


def _squeeze(text: str) -> str:
    """A text without blanks: another reader may break lines elsewhere."""
    return "".join(text.split())


def _finds_more(document: Document, outcomes: Sequence[Outcome], rules: Rules) -> bool:
    """Whether the detectors of a model that speaks of both texts find what no released text shows them."""
    models = [each for each in rules.models if each.needs == "both"]
    detectors = [detector for model in models for detector in model.detectors]
    found = _find_all(detectors, [document])
    return bool(found) and not found <= _find_all(detectors, [outcome.document for outcome in outcomes])


def _find_all(detectors: Sequence[Detector], documents: Sequence[Document]) -> set[str]:
    """What the detectors find, without blanks."""
    return {
        _squeeze(mention.span.of(document.text))
        for document in documents
        for detector in detectors
        for mention in detector.mentions(document)
    }


def _blocks(text: str) -> set[str]:
    """What stands between two separators, such as a cell or a text box, without blanks around its lines."""
    parts = (block.strip() for block in text.split(SEPARATOR))
    return {"\n".join(line.strip() for line in block.splitlines()) for block in parts if block}


def removed_words(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """The words that were removed and that no released text of the file still shows."""
    gone: set[str] = set()
    shown: set[str] = set()
    for outcome in outcomes:
        original = outcome.release.original.text
        for edit in outcome.release.edits:
            gone.update(_words(edit.span.of(original)))
        shown |= _words(outcome.release.released.text)
    return frozenset(word for word in gone - shown if sum(map(str.isalnum, word)) >= _TELLING)


def _words(text: str) -> set[str]:
    """The words of a text, and the parts of those that are joined by a hyphen or the like."""
    folded = text.casefold()
    return {*token_texts(folded), *re.findall(r"\w+", folded)}
