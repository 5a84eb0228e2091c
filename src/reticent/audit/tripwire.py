"""A naive second look at a release that shares nothing with the matcher that searched the original.

It knows no readings, patterns or tokens: only letters and digits, small and without accents, and substrings of them. What
it finds is a leak that the first matcher has a hole for, or a string that was removed at one place and left at another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from reticent.kinds import find_kind
from reticent.knowledge.taxonomy.taxonomy import Taxonomy
from reticent.plan import Decision
from reticent.text.document import Document, Span, merge_spans

SHORT = 5
"""A string of fewer letters and digits counts only where it stands as it was, as a whole word."""

LONG = 10
"""A string of so many letters and digits counts anywhere, also inside a word."""


_RUN = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[\W_]+")
_SIGNS_OF_MARKS = re.compile(r"[\[\]<>]")
"""What stands around a mark in any style; whatever lies between two of these signs is judged by itself."""


def removed_strings(text: str, decisions: Iterable[Decision]) -> set[str]:
    """What stood at every place of `text` that a placeholder takes; what is only generalized may stay elsewhere."""
    return {span.of(text) for decision in decisions if decision.becomes is None for span in decision.spans}


class Squeezed:
    """A text as nothing but its letters and digits, small and without accents, each with its place; worked out once."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def letters(self) -> str:
        """The letters and digits."""
        return _squeeze(self.text)

    @cached_property
    def origins(self) -> Sequence[int]:
        """The place of each of them in the text."""
        if self.text.isascii():
            return [at for at, char in enumerate(self.text) if char.isalnum()]
        return [at for at, char in enumerate(self.text) for _ in _squeeze_char(char)]


def leftovers(
    strings: Iterable[str], text: str | Squeezed, *, allowed: Callable[[str], bool] = lambda found: False
) -> list[Span]:
    """The places of `text` where one of `strings`, which were removed, still stands, disjoint and in order.

    Looked for is what has a capital or a digit, as names and numbers do. Case, accents and whatever stands between the letters
    don't matter. From `LONG` letters and digits on a string counts anywhere, from `SHORT` on as a word or in the plural, below
    only as it was written and with a letter in it. `allowed` is asked about each place as it stands in `text`, which is
    one whose placeholders are blanked (`Document.mask_placeholders`).

    >>> [span.of("J. O. H. N. S. M. I. T. H.!") for span in leftovers(["John Smith"], "J. O. H. N. S. M. I. T. H.!")]
    ['J. O. H. N. S. M. I. T. H']
    """
    sought = {(string, _squeeze(string)) for string in set(strings) if _may_name(string)}
    if not sought:
        return []
    where = Squeezed(text) if isinstance(text, str) else text
    standing = [(string, squeezed) for string, squeezed in sought if squeezed and squeezed in where.letters]
    places = (span for string, squeezed in standing for span in _places(string, squeezed, where))
    return merge_spans(span for span in places if not allowed(span.of(where.text)))


def is_common_noun(taxonomy: Taxonomy) -> Callable[[str], bool]:
    """A rule for `leftovers`: a single word in small letters that the taxonomy knows is no name where it stands."""
    return lambda found: found.isalpha() and found.islower() and bool(taxonomy.concepts(found))


def find_entries(entries: Iterable[str], text: str) -> list[Span]:
    """The places where an entry of a list stands as whole words, in any case, or in capitals if that is how it is listed.

    >>> [span.of("A migraine, WHO knows who.") for span in find_entries(["Migraine", "WHO"], "A migraine, WHO knows who.")]
    ['migraine', 'WHO']
    """
    entries = tuple(entries)
    begun = _by_first_word(entries)
    words = [(found[0], Span(*found.span())) for found in _RUN.finditer(text)]
    places = []
    for at, (first, span) in enumerate(words):
        for entry in begun.get(first.casefold(), ()):
            here = words[at : at + len(entry)]
            written = tuple(word for word, _ in here)
            between = (text[one.end : other.start] for (_, one), (_, other) in pairwise(here))
            if not all(gap in ("-", "_") or gap.isspace() for gap in between):
                continue
            if written == entry or (
                not "".join(entry).isupper()
                and tuple(map(str.casefold, written)) == tuple(map(str.casefold, entry))
            ):
                places.append(Span(span.start, here[-1][1].end))
    signed = [entry for entry in entries if not _PLAIN.fullmatch(entry)]
    return [
        *places,
        *(Span(*found.span()) for entry in signed for found in _as_written(entry).finditer(text)),
    ]


_PLAIN = re.compile(r"[\w\s-]*")
"""An entry of words alone; one with other signs stands for these signs too."""


@lru_cache(maxsize=1024)
def _as_written(entry: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(entry)}(?!\w)", 0 if entry.isupper() else re.IGNORECASE)


@lru_cache(maxsize=64)
def _by_first_word(entries: tuple[str, ...]) -> dict[str, list[tuple[str, ...]]]:
    begun: dict[str, list[tuple[str, ...]]] = {}
    for entry in filter(_PLAIN.fullmatch, entries):
        if words := tuple(_RUN.findall(entry)):
            begun.setdefault(words[0].casefold(), []).append(words)
    return begun


def find_false_placeholders(
    document: Document, kinds: Iterable[str], is_stand_in: Callable[[str], bool] | None = None
) -> list[Span]:
    """The marks of a released document that say something else than a declared kind and a number.

    They count as nobody's words, so that no check reads them. A vault knows the stand-ins that it gave away.
    """
    declared = frozenset(kinds) if document.placeholders else frozenset()

    def is_false(mark: str) -> bool:
        return _says_more(mark, declared) and not (
            is_stand_in is not None and is_stand_in(mark.replace("_", " "))
        )

    marks = ((span, _SIGNS_OF_MARKS.split(span.of(document.text))) for span in document.placeholders)
    return [span for span, inside in marks if any(map(is_false, inside))]


@lru_cache(maxsize=4096)  # a release has the same few marks again and again
def _says_more(mark: str, kinds: frozenset[str]) -> bool:
    """Whether there is something inside a mark that is not one of these kinds in capitals, with or without a number."""
    named = not _labels(kinds).isdisjoint((_squeeze(mark), _squeeze(mark.rstrip("0123456789,"))))
    return any(map(str.isalnum, mark)) and not (named and mark == mark.upper())


@lru_cache(maxsize=64)
def _labels(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(_squeeze(find_kind(kind).label) for kind in kinds)


def _squeeze(text: str) -> str:
    """The letters and digits of a text, small and without accents."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return _SIGNS.sub("", plain.casefold())


_squeeze_char = lru_cache(maxsize=4096)(_squeeze)


def _may_name(string: str) -> bool:
    """Whether a string could be a name or a number rather than a common word."""
    return any(char.isupper() or char.isdecimal() for char in string)


def _places(string: str, squeezed: str, where: Squeezed) -> Iterator[Span]:
    text, origins = where.text, where.origins
    start = where.letters.find(squeezed)
    while start >= 0:
        span = Span(origins[start], origins[start + len(squeezed) - 1] + 1)
        if len(squeezed) >= LONG or (
            _is_word(text, span) if len(squeezed) >= SHORT else _is_same(string, text, span)
        ):
            yield span
        start = where.letters.find(squeezed, start + 1)


def _is_word(text: str, span: Span) -> bool:
    """Whether a word, or a part that capitals or digits tell apart, begins and ends here; a plural counts too."""
    end = span.end + (text[span.end : span.end + 1].lower() == "s")
    return _parts(text, span.start) and (_parts(text, span.end) or _parts(text, end))


def _parts(text: str, at: int) -> bool:
    """Whether the characters before and after an offset belong to two words."""
    before, after = text[max(0, at - 1) : at], text[at : at + 1]
    if not before.isalnum() or not after.isalnum() or before.isdecimal() != after.isdecimal():
        return True
    return before.islower() and after.isupper()


def _is_same(string: str, text: str, span: Span) -> bool:
    """Whether a short string stands here as a whole word as it was written; short numbers are everywhere."""
    return (
        span.of(text) == string
        and not string.isdecimal()
        and _parts(text, span.start)
        and _parts(text, span.end)
    )
