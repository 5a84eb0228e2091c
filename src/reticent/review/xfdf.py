"""Marks for redaction as PDF programs exchange them (XFDF, ISO 19444-1): places on pages with a code, never words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from reticent.errors import ReviewError
from reticent.files import PRIVATE, write_whole
from reticent.formats.seam.outline import PageBox, PagesInSight
from reticent.kinds import find_kind
from reticent.review.actions import add, annotate, choose_kind, require_change
from reticent.review.files import make_folders
from reticent.review.review import Review
from reticent.review.session import State, require_current
from reticent.text import Span, merge_spans

_SPACE = "http://ns.adobe.com/xfdf/"
_CORNERS = 8
"""Numbers of a place: the upper left, upper right, lower left and lower right corner."""

_MARKS = frozenset({"redact", "highlight", "underline", "squiggly", "strikeout"})
_BOXES = frozenset({"square"})
_MOST = 100_000  # marks in one file, chosen by hand: hundreds on each of some hundred pages
ENDING = ".xfdf"


def write_xfdf(review: Review, number: int) -> str:
    """The changes of a document as marks for redaction."""
    sight, state = _require_sight(review, number), review.session(number).state
    marks = []
    for change in state.changes:
        on_page: dict[int, list[PageBox]] = defaultdict(list)
        for span in change.spans if not change.kept else ():
            for box in sight.find_boxes(span):
                on_page[box.page].append(box)
        subject = find_kind(change.decision.kind).label.lower()
        for page, boxes in on_page.items():
            marks.append(_write_mark(page, boxes, f"{change.id}-{page}", subject, change.code))
    body = "\n".join(marks)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<xfdf xmlns="{_SPACE}" xml:space="preserve">\n<annots>\n{body}\n</annots>\n</xfdf>\n'


def _write_mark(page: int, boxes: Sequence[PageBox], name: str, subject: str, code: str) -> str:
    hull = (
        min(each.left for each in boxes),
        min(each.bottom for each in boxes),
        max(each.right for each in boxes),
        max(each.top for each in boxes),
    )
    corners = [
        side
        for each in boxes
        for side in (
            each.left,
            each.top,
            each.right,
            each.top,
            each.left,
            each.bottom,
            each.right,
            each.bottom,
        )
    ]
    said = {
        "page": str(page - 1),
        "rect": _write_numbers(hull),
        "coords": _write_numbers(corners),
        "interior-color": "#000000",
        "name": name,
        "subject": subject,
        **({"overlay-text": code} if code else {}),
    }
    return f"<redact {' '.join(f'{key}={quoteattr(value)}' for key, value in said.items())}/>"


def _write_numbers(numbers: Sequence[float]) -> str:
    return ",".join(f"{each:.3f}" for each in numbers)


def export_xfdf(review: Review, number: int) -> Path:
    """Write the marks of a document beside its plan."""
    written = write_xfdf(review, number)
    if review.outbox is None:
        raise ReviewError("bad", "there is no folder to write to: start the review with -o DIR")
    make_folders(review.outbox)
    place = review.outbox.keep(review.file_of(number).given.name, ENDING)
    write_whole(place, written.encode(), mode=PRIVATE)
    return place


@dataclass(frozen=True, slots=True)
class ForeignMark:
    """A mark that somebody made in another program: its places, its code and what was written beside it."""

    boxes: tuple[PageBox, ...]
    code: str = ""


class _Reader:
    """Reads marks with expat; a file that declares anything of its own is refused, so that nothing is ever expanded."""

    def __init__(self) -> None:
        self.marks: list[ForeignMark] = []
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._parser.StartElementHandler = self._start
        self._parser.StartDoctypeDeclHandler = self._refuse

    def read(self, text: str) -> list[ForeignMark]:
        try:
            self._parser.Parse(text.encode("utf-8", "surrogatepass"), True)
        except (expat.ExpatError, ValueError, OverflowError):
            raise ReviewError("bad", "this is not a readable XFDF file: export it again") from None
        return self.marks

    def _start(self, name: str, said: Mapping[str, str]) -> None:
        space, _, kind = name.rpartition(" ")
        if kind not in _MARKS | _BOXES:
            return
        if space not in ("", _SPACE) or len(self.marks) >= _MOST:
            raise ValueError
        page = int(said["page"]) + 1 if "page" in said else 1
        corners = [float(each) for each in said.get("coords", "").split(",") if each.strip()]
        if kind in _BOXES or not corners:
            left, bottom, right, top = (float(each) for each in said.get("rect", "").split(","))
            corners = [left, top, right, top, left, bottom, right, bottom]
        boxes = tuple(_box(page, corners[at : at + _CORNERS]) for at in range(0, len(corners), _CORNERS))
        self.marks.append(ForeignMark(boxes, said.get("overlay-text", "")))

    def _refuse(self, *_: object) -> None:
        raise ValueError


def _box(page: int, corners: Sequence[float]) -> PageBox:
    if len(corners) != _CORNERS:
        raise ValueError
    across, up = corners[::2], corners[1::2]
    return PageBox(page, min(across), min(up), max(across), max(up))


def read_xfdf(text: str) -> list[ForeignMark]:
    """The marks for redaction, highlights and boxes of an XFDF file; a ReviewError where it is none."""
    return _Reader().read(text)


def import_xfdf(review: Review, number: int, text: str, *, state: str | None = None, who: str = "") -> int:
    """Make a change of every mark that stands on words that nobody has changed; how many there are."""
    require_current(review.session(number), state)
    sight, marks = _require_sight(review, number), read_xfdf(text)
    known = {each.code for each in review.rules.codes}
    found = [(sight.find_spans(mark.boxes), mark.code if mark.code in known else "") for mark in marks]
    before = len(review.session(number).state.changes)

    def take(now: State) -> State:
        for spans, code in found:
            now = _take_mark(review, now, spans, code)
        return now

    after = review.act(
        number, lambda session: session.act(take), state=state, what={"action": "import marks"}, who=who
    )
    return len(after.state.changes) - before


def _take_mark(review: Review, state: State, spans: Sequence[Span], code: str) -> State:
    """The state with a mark of somebody's: what stands under it goes, and what goes already keeps its change."""
    gone = [span for each in state.changes if not each.kept for span in each.spans]
    wide = [_with_all_of(span, gone) for span in spans if not any(each.covers(span) for each in gone)]
    if wide:
        state = add(state, merge_spans(wide), kind=choose_kind(review.rules))
    if not code:
        return state
    touched = [
        each.id
        for each in state.changes
        if not each.kept and any(span.overlaps(own) for span in spans for own in each.spans)
    ]
    for name in touched:
        note = require_change(state, name).note
        state = annotate(state, name, code=code, note=note, printed=review.rules.codes_on_marks)
    return state


def _with_all_of(span: Span, gone: Sequence[Span]) -> Span:
    """A place with the whole of what it cuts: a change that gives way to it must not leave its other half."""
    for each in sorted(gone):
        span = span.hull(each) if span.overlaps(each) else span
    return span


def _require_sight(review: Review, number: int) -> PagesInSight:
    sight = review.in_sight(number)
    if sight is None:
        raise ReviewError("bad", "marks stand on pages, and this file has none: only PDF files have XFDF")
    return sight
