"""Columns are evidence: what a header says of its cells, and what nearly all cells of a column are.

A cell such as "Green" or "Mobile" is an ordinary word wherever it stands alone. Under `last_name` or `town`, or in a
column whose other cells are all surnames, it is not.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from reticent.detection.ages import tells_age_over_89
from reticent.detection.detector import BY_HEADER, Detector, read_ahead
from reticent.formats.seam.records import join_fields
from reticent.kinds import kind_of_label
from reticent.language import find_language
from reticent.language.function_words import PARTICLES
from reticent.language.registry import languages_with, read_data
from reticent.rendering.placeholders import mark_placeholders, read_label, shown_placeholders
from reticent.settings.sources import Ages
from reticent.text import Document, Mention, Span

ROWS = 400
"""Rows of a table that are looked at to learn what its columns hold, whether it is read whole or as a stream.

No more than the texts whose analyses are kept, so that what was found in them is not worked out again.
"""

Settled = Mapping[tuple[str, int], str]
"""The columns that are settled: by table and number, the kind of nearly all of their cells."""

SHARE = 0.9
"""Of the filled cells of a column: from nine in ten on, the others are taken for the same."""

_FEWEST = 10
"""Filled cells below which "nine in ten" would mean all of them."""

_LONGEST = 60
"""Characters of a cell that may be a value; longer ones are texts, which detectors judge by what they say."""

_LONGEST_CUED = 200
"""Characters of a cell that goes by its header: an address may be long, a text is judged by what it says."""

_LONGEST_ROW = 100_000
"""Characters from which a document is taken for sheets, which are looked at by their first rows."""

_LONGEST_NAME = 5
"""Words of a cell that may be nothing but a name."""

_FEWEST_DIGITS = 3
"""Digits of a number under a header such as `phone`: "iPhone 12" is none."""

_REST = 4
"""Letters and digits that a cell may hold besides what was found in it, such as the title in "Prof Meyer"."""

_SCORE = 0.01
"""Next to nothing, so that a detector that finds the same place gives it its entity and its reason."""

_NAMES = frozenset(["PERSON", "LOCATION", "ORGANIZATION"])
"""Kinds of names, which a detector confuses where a name stands alone: they count together, as the most frequent one."""

BY_COLUMN = "nearly all cells of its column are such"
IN_A_FIELD = "a field in capitals has this name"
REASONS = frozenset([BY_HEADER, BY_COLUMN])
"""Why a cell goes that no detector found."""


@dataclass(frozen=True, slots=True)
class _Cue:
    """What the cells under a header are: the first of `kinds` that a policy knows, where `holds` a cell such a value."""

    kinds: tuple[str, ...]
    holds: Callable[[str], bool]


def find_by_column(document: Document, kinds: Collection[str], *, ages: Ages = "over 89") -> list[Mention]:
    """The cells of a document that go because of their column; `kinds` are those that the policy looks for.

    A value that tells nothing ("unknown", "n/a", a dash) stays, and so does what is a placeholder already.
    """
    found = []
    marks = _Places.of(_marks(document))
    for cell in document.cells:
        text = cell.span.of(document.text)
        masked = [mark for mark, _ in marks.inside(cell.span)]
        if masked and not _count_outside(cell.span, document.text, masked):
            continue
        if _tells_nothing(text) and not (text in _SHORT_NAMES and _cues_of(cell.header) == (_PERSON,)):
            continue
        kind, reason = _kind_under(cell.header, text, kinds, ages), BY_HEADER
        if kind is None and len(text) <= _LONGEST and sum(map(str.isalnum, text)) > 1:
            kind, reason = _known_kind(cell.kind, kinds), BY_COLUMN
        if kind is not None:
            found.append(Mention(_strip(cell.span, text), kind, _SCORE, reason))
    return [*found, *_find_in_small_letters(document, found)]


def _find_in_small_letters(document: Document, found: Sequence[Mention]) -> list[Mention]:
    """Where running text names somebody whose field is all in capitals, as fields of records are: "GREEN", "Mrs Green"."""
    text = document.text
    named = [each.span.of(text) for each in found if each.kind == "PERSON" and each.reason == BY_HEADER]
    words = {word for name in named if name.isupper() for word in re.findall(r"[^\W\d_]{3,}", name)}
    if not words:
        return []
    shape = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, map(str.title, words))))})(?!\w)")
    return [
        Mention(Span(*match.span()), "PERSON", _SCORE, IN_A_FIELD)
        for match in shape.finditer(document.mask_placeholders())
    ]


def settle_columns(
    documents: Iterable[Document], detectors: Sequence[Detector]
) -> dict[tuple[str, int], str]:
    """The columns of which nine in ten cells are of one kind, by the first rows of each table; the kind of each.

    A cell is of a kind when the detectors find it whole, or when an earlier release has masked it so. A row on which a
    detector fails says nothing here, and is refused when it is released.
    """
    rows = list(map(_shorten, _first_rows(documents)))
    counts: dict[tuple[str, int], Counter[str]] = {column: Counter() for column in _columns_of_values(rows)}
    if not counts:
        return {}
    for document, mentions in _read_rows(rows, detectors):
        places = _Places.of([*_marks(document), *((each.span, each.kind) for each in mentions)])
        for cell in document.cells:
            if cell.column in counts and not _tells_nothing(cell.span.of(document.text)):
                counts[cell.column][_kind_of(cell.span, document.text, places)] += 1
    return {column: kind for column, each in counts.items() if (kind := _prevailing(each))}


def _read_rows(
    rows: Sequence[Document], detectors: Sequence[Detector]
) -> Iterator[tuple[Document, list[Mention]]]:
    """Each row with what the detectors find in it, without those on which one fails."""
    with suppress(Exception):
        read_ahead(detectors, rows)
    for document in rows:
        with suppress(Exception):
            found = [each for detector in detectors for each in detector.mentions(document)]
            yield document, found


def take_evidence(document: Document, settled: Settled) -> Document:
    """The document whose cells know what their columns are."""
    if not any(cell.column in settled for cell in document.cells):
        return document
    cells = tuple(replace(cell, kind=settled.get(cell.column, "")) for cell in document.cells)
    return replace(document, cells=cells)


def _first_rows(documents: Iterable[Document]) -> list[Document]:
    """The first rows of each table."""
    rows: list[Document] = []
    seen: Counter[str] = Counter()
    for document in documents:
        if document.cells and seen[table := document.cells[0].column[0]] < ROWS:
            seen[table] += 1
            rows.append(document)
    return rows


def _shorten(document: Document) -> Document:
    """A document that holds whole sheets as the first cells of each of their columns alone."""
    if len(document.text) <= _LONGEST_ROW:
        return document
    seen: Counter[tuple[str, int]] = Counter()
    first = []
    for cell in document.cells:
        seen[cell.column] += 1
        if seen[cell.column] <= ROWS:
            first.append(cell)
    texts = [cell.span.of(document.text) for cell in first]
    short = join_fields(document.id, texts, columns=[(cell.column, cell.header) for cell in first]).document
    return mark_placeholders(short, {kind for _, kind in _marks(document)}, style=document.placeholder_style)


def _columns_of_values(rows: Sequence[Document]) -> set[tuple[str, int]]:
    """The columns with enough cells that are values and no longer texts."""
    filled: Counter[tuple[str, int]] = Counter()
    long: Counter[tuple[str, int]] = Counter()
    for document in rows:
        for cell in document.cells:
            filled[cell.column] += not _tells_nothing(cell.span.of(document.text))
            long[cell.column] += len(cell.span) > _LONGEST
    return {
        column for column, count in filled.items() if count >= _FEWEST and long[column] <= (1 - SHARE) * count
    }


@dataclass(frozen=True, slots=True)
class _Places:
    """Places of a text with their kinds, by where they begin: a sheet has as many as cells."""

    spans: tuple[Span, ...]
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, found: Iterable[tuple[Span, str]]) -> _Places:
        ordered = sorted(found)
        return cls(tuple(span for span, _ in ordered), tuple(_plain_kind(kind) for _, kind in ordered))

    def inside(self, span: Span) -> Iterator[tuple[Span, str]]:
        """Those that lie in a span."""
        first = bisect_left(self.spans, span.start, key=lambda each: each.start)
        for at in range(first, len(self.spans)):
            if self.spans[at].start >= span.end:
                return
            yield self.spans[at], self.kinds[at]


def _marks(document: Document) -> Iterator[tuple[Span, str]]:
    """The placeholders with the kinds that they name; what stands between two cells names none."""
    for mark in shown_placeholders(document):
        yield mark, kind_of_label(read_label(mark.of(document.text)))


def _kind_of(span: Span, text: str, places: _Places) -> str:
    """The kind of a cell that is nothing but one finding, its title aside; "" where it says more, or nothing is found."""
    inside = list(places.inside(span))
    kinds = [kind for _, kind in inside]
    if not kinds or (len(set(kinds)) > 1 and not _NAMES.issuperset(kinds)):
        return ""
    return kinds[0] if _count_outside(span, text, [place for place, _ in inside]) <= _REST else ""


def _count_outside(span: Span, text: str, places: Sequence[Span]) -> int:
    """The letters and digits of a span that lie in none of the places."""
    return sum(
        text[at].isalnum() and not any(each.start <= at < each.end for each in places)
        for at in range(span.start, span.end)
    )


def _plain_kind(kind: str) -> str:
    """The kind, with one name for dates, which patterns and the tagger call differently."""
    return "DATE" if kind in ("DATETIME", "DATE_TIME") else kind


def _known_kind(kind: str, kinds: Collection[str]) -> str | None:
    """The kind of a settled column as the policy calls it; None where it doesn't look for it."""
    named = ("DATE", "DATETIME") if kind == "DATE" else (kind,)
    return next((each for each in named if each in kinds), None)


def _prevailing(kinds: Counter[str]) -> str:
    """The kind of nine in ten of the cells that were counted; "" where there is none."""
    total = kinds.total()
    kind, count = kinds.most_common(1)[0] if total else ("", 0)
    if kind in _NAMES:
        count = sum(kinds[each] for each in _NAMES)
    return kind if count >= SHARE * total else ""


def _kind_under(header: str, text: str, kinds: Collection[str], ages: Ages) -> str | None:
    """What a cell is by the header of its column; None where that says nothing."""
    for cue in _cues_of(header) if header else ():
        kind = next((each for each in cue.kinds if each in kinds), None)
        if kind == "AGE" and ages != "all" and not _is_old(text, cue):
            continue
        if kind is not None and len(text) <= _LONGEST_CUED and cue.holds(text):
            return kind
    return None


def is_label(text: str) -> bool:
    """Whether it says of cells below it what they are: "dob", "Town"."""
    return len(text) <= _LONGEST and bool(_cues_of(text))


def kind_by_label(label: str, text: str, kinds: Collection[str]) -> str | None:
    """What a value in running text is by the label of its field or column; a "name" may be that of anything, and says nothing.

    >>> kind_by_label("home_town", "Mobile", {"LOCATION"}), kind_by_label("name", "Mobile", {"PERSON"})
    ('LOCATION', None)
    """
    if _cues_of(label) == (_SOMEBODY,) and words_of(label) == ["name"]:
        return None
    return _kind_under(label, text, kinds, "all")


def _is_old(text: str, cue: _Cue) -> bool:
    return cue is _BIRTH_YEAR or tells_age_over_89(text)


def _strip(span: Span, text: str) -> Span:
    """The place without the blanks around it."""
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, start + len(text.strip()))


LANGUAGE_COLUMNS = "columns.toml"
"""What headers say in the `data` of a language's folder; they are read in every table, whose cells say little about their language."""


def _read_tables() -> list[dict[str, Any]]:
    """The table that ships, and those of languages."""
    own = files("reticent.detection").joinpath("data", LANGUAGE_COLUMNS).read_text("utf-8")
    spoken = (
        read_data(find_language(code), LANGUAGE_COLUMNS) for code in sorted(languages_with(LANGUAGE_COLUMNS))
    )
    return [tomllib.loads(own), *(tomllib.loads((data or b"").decode("utf-8")) for data in spoken)]


_TABLES = _read_tables()


def _phrases(listed: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in listed.split("|")]


_NO_VALUES = frozenset(value for table in _TABLES for value in _phrases(table.get("no_values", "")))
_SHORT_NAMES = frozenset({"Na", "No"})
"""Surnames that are also read as "not available" and "no"."""


def _tells_nothing(text: str) -> bool:
    return not any(map(str.isalnum, text)) or " ".join(text.casefold().split()) in _NO_VALUES


def words_of(label: str) -> list[str]:
    """The words of a label in small letters, divided at signs, digits and where capitals begin; no words in brackets.

    >>> words_of("patient_lastName2 (legal)"), words_of("DOB")
    (['patient', 'last', 'name'], ['dob'])
    """
    bare = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", label)
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare)
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", parted)]


def _any(text: str) -> bool:
    return True


def _has_digits(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _has_number(text: str) -> bool:
    """Whether there are digits enough for the end of a number that identifies somebody."""
    return sum(map(str.isdecimal, text)) >= _FEWEST_DIGITS


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _looks_like_name(text: str) -> bool:
    """Whether a cell is a few capitalized words, with initials, particles and a title at most."""
    words = re.findall(r"[^\W\d_]+", text)
    named = [word for word in words if word not in PARTICLES and word != "and"]
    few = bool(named) and len(words) <= _LONGEST_NAME
    return few and not _has_digits(text) and all(word[0].isupper() for word in named)


def _is_old_birth_year(text: str) -> bool:
    """Whether a birth date names a year up to 1939, as the patterns for running text have it."""
    return _OLD_YEAR.search(text) is not None


_OLD_YEAR = re.compile(
    r"(?<!\d)(?:(?:18\d|19[0-3])\d(?:\d{4})?|[0-3]\d[01]\d(?:18\d|19[0-3])\d)(?!\d)", re.ASCII
)
_PERSON = _Cue(("PERSON",), _has_letters)
_SOMEBODY = _Cue(("PERSON",), _looks_like_name)
_AGE = _Cue(("AGE",), _any)
_BIRTH_YEAR = _Cue(("AGE",), _is_old_birth_year)
_DATE = _Cue(("DATE", "DATETIME"), _has_digits)
_HOLDS = {"letters": _has_letters, "digits": _has_digits, "number": _has_number, "any": _any}
_ENDINGS: Mapping[str, _Cue] = {
    phrase.replace(" ", ""): _Cue(tuple(header["kinds"]), _HOLDS[header["holds"]])
    for table in reversed(_TABLES)
    for header in table.get("header", ())
    for phrase in _phrases(header["endings"])
}
_PEOPLE, _BIRTH, _ABOUT_VALUES, _AGES, _DATES = (
    frozenset(word for table in _TABLES for word in table.get(key, "").split())
    for key in ("people", "birth", "about_values", "ages", "dates")
)


@lru_cache(maxsize=4096)
def _cues_of(header: str) -> tuple[_Cue, ...]:
    """What a header says of its cells."""
    words = words_of(header)
    if not words or words[0] in _ABOUT_VALUES:
        return ()
    endings = {"".join(words[at:]) for at in range(len(words))} | {"".join(words)}
    if endings & _BIRTH:
        return _BIRTH_YEAR, _DATE
    if not _AGES.isdisjoint(words):
        return (_AGE,)
    named = [_ENDINGS[each] for each in sorted(endings, key=len, reverse=True) if each in _ENDINGS]
    if named:
        return tuple(named[:1])
    dated = words[-1] in _DATES or words[0] in _DATES
    return (_DATE,) if dated else _cues_of_people(words)


def _cues_of_people(words: Sequence[str]) -> tuple[_Cue, ...]:
    """What a header says that ends with a word for people, with `name`, or with what somebody did and "by"."""
    single = [word if word in _PEOPLE else word.removesuffix("s") for word in words]
    if single[-1] == "name" and _PEOPLE.intersection(single[-3:-1]):
        return (_PERSON,)
    done_by = single[-1] == "by" and len(single) > 1 and single[-2].endswith(_DONE)
    return (_SOMEBODY,) if single == ["name"] or single[-1] in _PEOPLE or done_by else ()


_DONE = ("ed", "en", "made", "sent")
"""How what somebody did ends before "by", as in `referred_by` and "written by"."""
