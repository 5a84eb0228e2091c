"""Neutral marks such as `[EMAIL]` or `[PERSON 2]` that stand where words were, and the styles in which they are written.

Nobody else writes or reads one. A document knows by name in which style its placeholders are (`Document.placeholder_style`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from reticent.kinds import find_kind, is_date, judged_kinds
from reticent.plan import Decision
from reticent.text import Document, merge_spans
from reticent.text.document import MASK, Span

_NUMBER = "(?:[1-9][0-9]{0,3}|[1-9][0-9]{1,2},[0-9]{3}|[1-9],[0-9]{3},[0-9]{3})"
"""Up to 9999, and from 10,000 on with commas, as no phone or record number is written."""

_LARGEST = 9999
"""The highest number that rendering gives: a longer one without commas is not known as a placeholder."""

_LONGEST = 100
"""Characters of a stand-in, far more than a name or a code has; it bounds the search for closing signs."""


@dataclass(frozen=True, slots=True)
class PlaceholderStyle:
    """How placeholders are written: words between two signs, with `blank` between the words."""

    opening: str
    closing: str
    blank: str = " "

    def write(self, words: str) -> str:
        """The placeholder that says these words."""
        return f"{self.opening}{words.replace(' ', self.blank)}{self.closing}"

    def holds(self, text: str) -> bool:
        """Whether a text has the form of a placeholder, whatever it says."""
        return text.startswith(self.opening) and text.endswith(self.closing)

    def read(self, placeholder: str) -> str:
        """The words of a placeholder."""
        inside = placeholder.removeprefix(self.opening).removesuffix(self.closing)
        return inside.replace(self.blank, " ")


BRACKETS, ANGLES, ESCAPED_ANGLES = "brackets", "angles", "escaped angles"

STYLES: Mapping[str, PlaceholderStyle] = {
    BRACKETS: PlaceholderStyle("[", "]"),
    ANGLES: PlaceholderStyle("<", ">", "_"),
    ESCAPED_ANGLES: PlaceholderStyle("\\<", ">", "_"),
}
"""The styles that a document may have, by name."""

StyleChoice = Literal["brackets", "angles"]
CHOICES: tuple[str, ...] = get_args(StyleChoice)
"""The styles that a policy may choose; the others are how a format writes one of them."""


def escape_style(style: str) -> str:
    """The style in a text in which a bare `<PERSON>` would be a tag, such as Markdown."""
    return ESCAPED_ANGLES if style == ANGLES else style


def label(kind: str) -> str:
    """The kind as a reader sees it."""
    return find_kind(kind).label


def write_placeholder(kind: str, number: int = 0, *, style: str = BRACKETS) -> str:
    """The placeholder of a kind, with the number of its thing.

    Numbers end at 9999: whatever comes after shares `[KIND]`, because a longer one would not be known as a placeholder.

    >>> write_placeholder("MEDICAL_RECORD", 2), write_placeholder("PERSON", 1, style="angles")
    ('[MEDICAL RECORD 2]', '<PERSON_1>')
    """
    return STYLES[style].write(f"{label(kind)} {number}" if 0 < number <= _LARGEST else label(kind))


def write_stand_in(words: str, *, style: str = BRACKETS) -> str:
    """The placeholder that shows a stand-in of a vault."""
    return STYLES[style].write(words)


def read_words(placeholder: str) -> str:
    """What a placeholder of any style says; other text as it is.

    >>> read_words("[PERSON 12,345]"), read_words("<Ann_Lee>"), read_words("virus")
    ('PERSON 12,345', 'Ann Lee', 'virus')
    """
    return next(
        (style.read(placeholder) for style in STYLES.values() if style.holds(placeholder)), placeholder
    )


def read_label(placeholder: str) -> str:
    """What a placeholder says without its number.

    >>> read_label("[MEDICAL RECORD 2]"), read_label("<MEDICAL_RECORD_2>")
    ('MEDICAL RECORD', 'MEDICAL RECORD')
    """
    return re.sub(rf" {_NUMBER}$", "", read_words(placeholder))


ROUND = str.maketrans("[]", "()")
"""For names that can't have square brackets, such as those of sheets: their placeholders have round ones."""

_IN_ROUND = re.compile(rf"\(([A-Z][A-Z ]*(?: {_NUMBER})?)\)")


def read_round(text: str) -> str:
    """A name with square brackets again around its placeholders.

    >>> read_round("[PERSON 1] (2024)".translate(ROUND))
    '[PERSON 1] (2024)'
    """
    return _IN_ROUND.sub(lambda found: STYLES[BRACKETS].write(found[1]), text)


def is_written(text: str) -> bool:
    """Whether a text has the form of a placeholder of any style."""
    return any(style.holds(text) for style in STYLES.values())


def has_opening(text: str) -> bool:
    """Whether a placeholder of any style may begin somewhere in a text."""
    return any(style.opening in text for style in STYLES.values())


IsStandIn = Callable[[str], bool]
"""Whether a vault gave away a stand-in; asked about the words of a placeholder."""


def find_placeholders(
    text: str, kinds: Iterable[str], is_stand_in: IsStandIn | None = None, *, style: str = BRACKETS
) -> list[Span]:
    """The placeholders of these kinds in a text, in order, by the text alone.

    Only what we write ourselves counts: a declared kind in capitals and a number of at most four digits that doesn't
    begin with a zero, or a longer one with commas. `[JOHN SMITH]` and `[PHONE 2125550123]` are no placeholders, whoever
    says so; only a vault can say that such words are invented.
    """
    declared = frozenset(kinds) if STYLES[style].opening in text else frozenset()
    found = [Span(*match.span()) for match in _shape(declared, style).finditer(text)] if declared else []
    if is_stand_in is None:
        return found
    shown = [span for span, words in find_marked(text, style) if is_stand_in(words)]
    return merge_spans([*found, *shown])


def find_marked(text: str, style: str) -> list[tuple[Span, str]]:
    """Where a stand-in may stand, and its words: everything between the signs of a style."""
    return [
        (Span(*match.span()), STYLES[style].read(match[0])) for match in _between_signs(style).finditer(text)
    ]


@lru_cache(maxsize=8)
def _between_signs(style: str) -> re.Pattern[str]:
    opening, closing = re.escape(STYLES[style].opening), re.escape(STYLES[style].closing)
    signs = re.escape(STYLES[style].opening[-1] + STYLES[style].closing)
    return re.compile(rf"{opening}([^{signs}\n]{{1,{_LONGEST}}}){closing}")


@lru_cache(maxsize=64)
def _shape(kinds: frozenset[str], style: str) -> re.Pattern[str]:
    """What a placeholder of these kinds looks like."""
    form = STYLES[style]
    labels = "|".join(re.escape(label(kind).replace(" ", form.blank)) for kind in sorted(kinds))
    opening, blank, closing = map(re.escape, (form.opening, form.blank, form.closing))
    return re.compile(rf"{opening}(?P<label>{labels})(?:{blank}(?P<number>{_NUMBER}))?{closing}")


@lru_cache(maxsize=8)
def plain_mark(style: str) -> str:
    """The expression for a placeholder of any kind in capitals; one that holds invented words has another form."""
    form = STYLES[style]
    opening, blank, closing = map(re.escape, (form.opening, form.blank, form.closing))
    return rf"{opening}[A-Z](?:[A-Z0-9]|{blank})*(?:,[0-9]{{3}})*{closing}"


def shown_placeholders(document: Document) -> list[Span]:
    """The placeholders of a document, without the joints between the parts of a record."""
    return [span for span in document.placeholders if document.text[span.start] != MASK]


def judged_marks(document: Document) -> list[tuple[Span, str]]:
    """The placeholders of a document that count as a term, in order, each with that term; touching ones one by one.

    They go by what they say: whoever put one there, a reader takes it for that.

    >>> judged_marks(Document("note", "[DRUG 2] for [PERSON 1]", (Span(0, 8), Span(13, 23))))
    [(Span(start=0, end=8), 'drug')]
    """
    if not document.placeholders:
        return []
    kinds, style = judged_kinds(), document.placeholder_style
    kind_of = _kinds_by_label(kinds)
    return [
        (
            Span(place.start + match.start(), place.start + match.end()),
            find_kind(kind_of[read_label(match[0])]).judged_as or "",
        )
        for place in document.placeholders
        for match in _shape(kinds, style).finditer(place.of(document.text))
    ]


def read_term(placeholder: str) -> str | None:
    """The term that a placeholder counts as; None where it is nobody's word.

    >>> read_term("[BODY PART 2]"), read_term("[PERSON 2]")
    ('body part', None)
    """
    kind = _kinds_by_label(judged_kinds()).get(read_label(placeholder)) if is_written(placeholder) else None
    return find_kind(kind).judged_as if kind else None


_HYPHENS = "-–‐‑"
"""What binds the word of a mark to the next one: "[DRUG 1]-induced" is read "drug-induced"."""


def spell_marks(document: Document) -> Document:
    """The document as a reader takes it: each mark that counts as a term is that term, padded with blanks so that offsets stay.

    >>> spell_marks(Document("note", "No [SIGN 1].", (Span(3, 11),))).text
    'No sign    .'
    """
    marks = judged_marks(document)
    if not marks:
        return document
    text, position = "", 0
    for span, term in marks:
        text += document.text[position : span.start]
        joined = " " if text[-1:].isalnum() else ""
        bound = document.text[span.end : span.end + 1] in tuple(_HYPHENS)
        text += term.rjust(len(span)) if bound else (joined + term).ljust(len(span))
        position = span.end
    taken = [span for span, _ in marks]
    others = [place for place in document.placeholders if not any(map(place.overlaps, taken))]
    return replace(document, text=text + document.text[position:], placeholders=tuple(others))


def widen_to_marks(document: Document) -> Callable[[Span], Span]:
    """A function from a place to the same with the whole of each mark in it that counts as a term."""
    marks = [span for span, _ in judged_marks(document)]
    if not marks:
        return lambda span: span
    ends = [mark.end for mark in marks]

    def widen(span: Span) -> Span:
        at = bisect_right(ends, span.start)
        while at < len(marks) and marks[at].start < span.end:
            span, at = span.hull(marks[at]), at + 1
        return span

    return widen


_JOINT = re.compile(rf"(?<=\n\n){MASK}(?=\n\n)")
"""A joint has empty lines around it: without them the character is the document's own, and parts no words."""


def mark_placeholders(
    document: Document,
    kinds: Iterable[str],
    is_stand_in: IsStandIn | None = None,
    *,
    style: str | None = None,
) -> Document:
    """The document, which was released or is a part of a release, with all placeholders of these kinds in its text.

    They count in the document's own style, or in `style`, which it then has. What a format puts between the parts of a
    record (`MASK`) counts too: it is nobody's word either.
    """
    document = with_style(document, style)
    found = find_placeholders(document.text, kinds, is_stand_in, style=document.placeholder_style)
    return _with_marks(document, found)


def mark_earlier_release(document: Document, kinds: Iterable[str], *, style: str | None = None) -> Document:
    """The document with the placeholders of an earlier release, if its text has the form of one.

    In any other text a number in brackets may be anybody's: `[AGE 93]` is text like `(age 93)`. A mark without a number
    says nothing but a kind of the policy and counts wherever it stands.
    """
    document = with_style(document, style)
    text, declared = document.text, frozenset(kinds)
    marks = find_placeholders(text, declared, style=document.placeholder_style)
    if marks and find_misnumbered(text, declared, style=document.placeholder_style):
        marks = [span for span in marks if not read_words(span.of(text))[-1].isdigit()]
    return _with_marks(document, marks)


def with_style(document: Document, style: str | None) -> Document:
    """The document whose placeholders have this style; one that a format gave its own keeps it."""
    if style is None or document.placeholder_style not in (BRACKETS, style):
        return document
    return document if document.placeholder_style == style else replace(document, placeholder_style=style)


def _with_marks(document: Document, shown: Sequence[Span]) -> Document:
    text = document.text
    joints = [Span(*match.span()) for match in _JOINT.finditer(text)] if MASK in text else []
    marks = tuple(merge_spans([*shown, *joints]))
    return document if marks == document.placeholders else replace(document, placeholders=marks)


@dataclass(frozen=True, slots=True)
class NumberedMark:
    """A mark with a number that stands in a text, whoever wrote it there."""

    span: Span
    kind: str
    number: int


def find_numbered(text: str, kinds: Iterable[str], *, style: str = BRACKETS) -> list[NumberedMark]:
    """The numbered marks of these kinds in a text, in order."""
    declared = frozenset(kinds) if STYLES[style].opening in text else frozenset()
    if not declared:
        return []
    kind_of = _kinds_by_label(declared)
    return [
        NumberedMark(
            Span(*match.span()), kind_of[read_label(match[0])], int(match["number"].replace(",", ""))
        )
        for match in _shape(declared, style).finditer(text)
        if match["number"]
    ]


@lru_cache(maxsize=64)
def _kinds_by_label(kinds: frozenset[str]) -> Mapping[str, str]:
    return {label(kind): kind for kind in sorted(kinds)}


def find_misnumbered(
    text: str, kinds: Iterable[str], is_stand_in: IsStandIn | None = None, *, style: str = BRACKETS
) -> list[NumberedMark]:
    """The marks of a whole document whose numbers rendering would not have given, in order.

    It numbers the things of each kind 1, 2, 3 … as they first appear, dates in the order of time. The stand-ins
    of a vault are numbered within its collection.

    >>> [mark.number for mark in find_misnumbered("[PERSON 1], [AGE 93], saw [PERSON 2] and [PERSON 1].", ["PERSON", "AGE"])]
    [93]
    """
    marks = find_numbered(text, kinds, style=style)
    if is_stand_in is not None:
        marks = [mark for mark in marks if not is_stand_in(STYLES[style].read(mark.span.of(text)))]
    things: dict[str, set[int]] = {}
    for mark in marks:
        things.setdefault(mark.kind, set()).add(mark.number)
    wrong, next_of = [], dict.fromkeys(things, 1)
    for mark in marks:
        expected = len(things[mark.kind]) if is_date(mark.kind) else next_of[mark.kind]
        if mark.number > expected:
            wrong.append(mark)
        elif mark.number == expected:
            next_of[mark.kind] += 1
    return wrong


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of all things in a release: of decisions by their entity, and of marks that the text held before."""

    decided: Mapping[tuple[str, int], int]
    standing: Mapping[tuple[str, int], int]
    style: str = BRACKETS

    def name(self, decision: Decision) -> str:
        """The placeholder of a decision; one that knows of no entity has no number."""
        if decision.stand_in:
            return write_stand_in(decision.stand_in, style=self.style)
        number = 0 if decision.entity is None else self.decided[decision.kind, decision.entity]
        return write_placeholder(decision.kind, number, style=self.style)

    def rename(self, mark: NumberedMark) -> str:
        """The placeholder that stands for a mark of the text."""
        return write_placeholder(mark.kind, self.standing[mark.kind, mark.number], style=self.style)


_Thing = tuple[str, bool, int]
"""Its kind, whether a decision is about it or a mark of the text, and the entity of the one or the number of the other."""


def number_things(
    marks: Sequence[NumberedMark], decisions: Sequence[Decision], *, style: str = BRACKETS
) -> Numbering:
    """Numbers 1 … n for the things of each kind in the order in which they first appear; different things never share one.

    `marks` are those in the text that no decision takes. Dates are numbered in the order of time that their entities say,
    after those that stand there already.
    """
    first: dict[_Thing, int] = {}
    for mark in marks:
        first.setdefault((mark.kind, False, mark.number), mark.span.start)
    for decision in decisions:
        if is_numbered(decision):
            thing, begin = (decision.kind, True, decision.entity or 0), min(decision.spans).start
            first[thing] = min(first.get(thing, begin), begin)

    def place(thing: _Thing) -> tuple[int, int]:
        kind, decided, own = thing
        return (decided, own) if is_date(kind) else (first[thing], 0)

    things: dict[str, list[_Thing]] = {}
    for thing in sorted(first, key=place):
        things.setdefault(thing[0], []).append(thing)
    numbers = {thing: number for listed in things.values() for number, thing in enumerate(listed, 1)}
    return Numbering(
        {(kind, own): number for (kind, decided, own), number in numbers.items() if decided},
        {(kind, own): number for (kind, decided, own), number in numbers.items() if not decided},
        style,
    )


def is_numbered(decision: Decision) -> bool:
    """Whether the placeholder of a decision says which thing of its kind stood there."""
    return decision.entity is not None and decision.becomes is None and decision.stand_in is None
