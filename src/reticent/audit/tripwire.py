"""A naive second look at a release that shares nothing with the matcher that searched the original.

It knows no readings, patterns or tokens: only letters and digits, small and without accents, and substrings of them. What
it finds is a leak that the first matcher has a hole for, or a string that was removed at one place and left at another.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from reticent.plan import Decision
from reticent.taxonomy.taxonomy import Taxonomy
from reticent.text.span import Span, merge_spans

SHORT = 5
"""A string of fewer letters and digits counts only where it stands as it was, as a whole word."""

LONG = 10
"""A string of so many letters and digits counts anywhere, also inside a word."""


def removed_strings(text: str, decisions: Iterable[Decision]) -> set[str]:
    """What stood at every place of `text` that a placeholder takes; what is only generalized may stay elsewhere."""
    return {span.of(text) for decision in decisions if decision.becomes is None for span in decision.spans}


def leftovers(
    strings: Iterable[str], text: str, *, allowed: Callable[[str], bool] = lambda found: False
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
    plain = _squeeze(text) if sought else ""
    standing = [(string, squeezed) for string, squeezed in sought if squeezed and squeezed in plain]
    if not standing:
        return []
    origins = [at for at, char in enumerate(text) for _ in _squeeze(char)]
    places = (
        span for string, squeezed in standing for span in _places(string, squeezed, text, plain, origins)
    )
    return merge_spans(span for span in places if not allowed(span.of(text)))


def is_common_noun(taxonomy: Taxonomy) -> Callable[[str], bool]:
    """A rule for `leftovers`: a single word in small letters that the taxonomy knows is no name where it stands."""
    return lambda found: found.isalpha() and found.islower() and bool(taxonomy.concepts(found))


def _squeeze(text: str) -> str:
    """The letters and digits of a text, small and without accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))


def _may_name(string: str) -> bool:
    """Whether a string could be a name or a number rather than a common word."""
    return any(char.isupper() or char.isdecimal() for char in string)


def _places(string: str, squeezed: str, text: str, plain: str, origins: Sequence[int]) -> Iterator[Span]:
    start = plain.find(squeezed)
    while start >= 0:
        span = Span(origins[start], origins[start + len(squeezed) - 1] + 1)
        if len(squeezed) >= LONG or (
            _is_word(text, span) if len(squeezed) >= SHORT else _is_same(string, text, span)
        ):
            yield span
        start = plain.find(squeezed, start + 1)


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
