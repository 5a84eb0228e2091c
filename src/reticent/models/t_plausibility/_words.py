"""The sensitive words of a document, each with all its places, and the units that they stand in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from reticent.detection.detector import settle
from reticent.rendering.grammar import is_counted
from reticent.text import Context, Document, Mention, Span, analyze, contexts, normal_words, terms, tokenize

_POSSESSIVE = re.compile(r"['’]s?$")
_SAYS_WHICH = frozenset({"JJ", "NN", "NNP", "CD", "FW", "POS", "SYM"})
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})
_QUOTES = frozenset("\"'“”‘’«»-–/[]*")


@dataclass(frozen=True, slots=True)
class PlacedMention:
    """A mention and the number of the unit that it begins in."""

    mention: Mention
    unit: int


@dataclass(frozen=True, slots=True)
class SensitiveWord:
    """A sensitive word with all its places; `must_go` when it may not stay as it is.

    `form` is its normal form; that of a proper `name` is the name as it is written, for a sense of the common noun
    ("Brazil" as a nut) says nothing of it. `counted` says whether it is counted at one of its places, or stands bare at
    one and so is not; after "the" and the like (None) both kinds of noun can stand. `plain` that at all of them another noun can take its place without more ado: it is a word in small letters,
    not quoted, with no word before it that says which one, and neither a noun nor "of" after it.
    """

    form: str = field(repr=False)
    places: tuple[PlacedMention, ...]
    must_go: bool
    name: bool = False
    counted: bool | None = None
    plain: bool = True

    @property
    def units(self) -> frozenset[int]:
        """The units that the word stands in."""
        return frozenset(place.unit for place in self.places)


# paper: t-plausibility, Section 6, mentions
def sensitive_words(
    document: Document,
    unit: Context,
    *,
    pointed_at: Iterable[Mention],
    nouns: Sequence[Mention],
    known: Callable[[str, bool], bool],
) -> list[SensitiveWord]:
    """The words in order of their first places.

    Those that are `pointed_at` must go, and those that no taxonomy knows, for they are unusual and so give much away;
    other nouns need not. `known` is asked for a form and whether it is a proper name.
    """
    must_go = list(pointed_at)
    starts = [span.start for span in contexts(document, unit)]
    touched = sorted((mention.span.start, mention.span.end) for mention in must_go)
    names, plain = _spans_of_names(document), _plain_places(document)
    after_determiner = _starts_after_determiner(document)
    places: dict[tuple[str, bool], list[PlacedMention]] = {}
    going: set[tuple[str, bool]] = set()
    for mention in settle([*must_go, *nouns]):
        key = _name_word(document, mention.span, names)
        number = max(0, bisect_right(starts, mention.span.start) - 1)
        places.setdefault(key, []).append(PlacedMention(mention, number))
        if _meets(mention, touched):
            going.add(key)
    return [
        SensitiveWord(
            form,
            tuple(found),
            must_go=(form, name) in going or not known(form, name),
            name=name,
            counted=_is_counted(document, [place.mention.span for place in found], after_determiner),
            plain=all(place.mention.span in plain for place in found),
        )
        for (form, name), found in places.items()
    ]


def _is_counted(document: Document, spans: Sequence[Span], after_determiner: frozenset[int]) -> bool | None:
    if any(is_counted(document.text, span) for span in spans):
        return True
    return None if all(span.start in after_determiner for span in spans) else False


def _starts_after_determiner(document: Document) -> frozenset[int]:
    """Where words begin that "the", "his" and the like stand before, with nothing but adjectives and nouns between."""
    analysis = analyze(document)
    found = set()
    for row, tags in zip(analysis.tokens, analysis.tags(), strict=True):
        open_ = False
        for token, tag in zip(row, tags, strict=True):
            if open_:
                found.add(token.start)
            open_ = tag in _DETERMINERS or (open_ and tag in _SAYS_WHICH)
    return frozenset(found)


def _spans_of_names(document: Document) -> list[Span]:
    """Where proper names and other words with a capital of their own stand, in order.

    What stands in small letters elsewhere in the document is none, nor is a capital that begins a sentence.
    """
    named = [
        span
        for term in terms(document)
        if term.name and not any(each.of(document.text).islower() for each in term.spans)
        for span in term.spans
    ]
    inside = {token.start for row in analyze(document).tokens for token in row[1:]}
    capital = [
        span
        for term in terms(document)
        for span in _words_with_capital(document, term.spans)
        if span.start in inside and not any(name.covers(span) for name in named)
    ]
    return sorted([*named, *capital])


def _words_with_capital(document: Document, spans: Sequence[Span]) -> Iterator[Span]:
    """The runs of words that begin with a capital and are no acronyms."""
    for span in spans:
        run: Span | None = None
        for token in tokenize(document.text, span):
            place = Span(token.start, token.end)
            if token.text[0].isupper() and not token.text.isupper():
                run = run.hull(place) if run else place
            elif run:
                yield run
                run = None
        if run:
            yield run


def _plain_places(document: Document) -> frozenset[Span]:
    """The nouns in small letters that stand alone: nothing else says which one is meant, and they say so of nothing."""
    analysis = analyze(document)
    found = set()
    for row, tags in zip(analysis.tokens, analysis.tags(), strict=True):
        texts = ["", *(token.text for token in row), ""]
        around = ["", *tags, ""]
        for number, token in enumerate(row, start=1):
            word, before, after = texts[number], around[number - 1], around[number + 1]
            if (
                around[number] == "NN"
                and len(word) > 2
                and word.isalpha()
                and word.islower()
                and before not in _SAYS_WHICH
                and not texts[number - 1].endswith(("ed", "ing"))
                and after not in ("NN", "NNP")
                and texts[number + 1] != "of"
                and not _QUOTES.intersection((texts[number - 1], texts[number + 1]))
            ):
                found.add(Span(token.start, token.end))
    return frozenset(found)


def _name_word(document: Document, span: Span, names: Sequence[Span]) -> tuple[str, bool]:
    """The form of a word, and whether it is a proper name, as it is with a capital that stands in one.

    One word of a longer name is the name's: what "Windsor" is says nothing of "Windsor Knot".
    """
    before = bisect_right(names, span.start, key=lambda name: name.start)
    met = [name for name in names[max(0, before - 1) : before + 1] if name.overlaps(span)]
    if met and span.of(document.text)[:1].isupper():
        alone = len(span.of(document.text).split()) == 1
        whole = met[0] if alone and met[0].covers(span) else span
        return _POSSESSIVE.sub("", " ".join(whole.of(document.text).split())), True
    return " ".join(normal_words(span.of(document.text))), False


# paper: t-plausibility, Section 6, units
def by_unit(words: Iterable[SensitiveWord]) -> dict[int, list[SensitiveWord]]:
    """The words of each unit that has any, in the order of units."""
    units: dict[int, list[SensitiveWord]] = {}
    for word in words:
        for unit in word.units:
            units.setdefault(unit, []).append(word)
    return dict(sorted(units.items()))


def _meets(mention: Mention, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a settled mention came of one of these: they are in order, and it covers those that it meets."""
    at = bisect_right(spans, (mention.span.start, -1))
    return at < len(spans) and spans[at][0] < mention.span.end
