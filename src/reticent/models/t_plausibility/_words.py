"""The sensitive words of a document, each with all its places, and the units that they stand in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from reticent.detection.detector import settle
from reticent.language import find_language
from reticent.rendering.grammar import is_counted, is_used_as_noun
from reticent.text import Context, Document, Mention, Span, analyze, contexts, normal_words, terms, tokenize

_POSSESSIVE = re.compile(r"['’]s?$")
_SAYS_WHICH = frozenset({"JJ", "NN", "NNP", "CD", "FW", "POS", "SYM"})
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})
EVERYWHERE_ALIKE: Mapping[str, int] = MappingProxyType({})
"""No part has a t of its own."""

_QUOTES = frozenset("\"'“”‘’«»-–/[]*")


@dataclass(frozen=True, slots=True)
class PlacedMention:
    """A mention, the number of the unit that it begins in, and its normal form; that of a name is as it is written."""

    mention: Mention
    unit: int
    form: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SensitiveWord:
    """A sensitive word with all its places; `must_go` when it may not stay as it is.

    Mentions of one thing are one word, whatever they call it: `form` is that of the first. That of a proper `name` is the name
    as it is written, for a sense of the common noun ("Brazil" as a nut) says nothing of it. `counted` says whether it is counted at one of its places, or stands bare at
    one and so is not; after "the" and the like (None) both kinds of noun can stand. `heads` says that at all of them it is used as a noun with no
    other after it, and says more than "kind" does, `plain` that at all of them another noun can take its place without more ado: it is a word in small letters,
    not quoted, with no word before it that says which one, and neither a noun nor "of" after it.
    """

    form: str = field(repr=False)
    places: tuple[PlacedMention, ...]
    must_go: bool
    name: bool = False
    counted: bool | None = None
    plain: bool = True
    heads: bool = True

    @property
    def forms(self) -> tuple[str, ...]:
        """What the thing is called, in the order of first places."""
        return tuple(dict.fromkeys(place.form for place in self.places))

    @property
    def units(self) -> frozenset[int]:
        """The units that the word stands in."""
        return frozenset(place.unit for place in self.places)


@dataclass(frozen=True, slots=True)
class Units:
    """Where the units of a document begin, and how many texts each of them must leave open."""

    starts: tuple[int, ...]
    targets: tuple[int, ...]

    # paper: t-plausibility, Section 6, units
    @classmethod
    def of(
        cls, document: Document, unit: Context, t: int, parts: Mapping[str, int] = EVERYWHERE_ALIKE
    ) -> Units:
        """The units of all contexts. A part begins where its heading does and reaches to the next such line; no unit crosses that."""
        headings = [(span.start, own) for span, own in find_headings(document, parts)]
        starts = sorted({span.start for span in contexts(document, unit)} | {start for start, _ in headings})
        before = [0, *(start for start, _ in headings)]
        of_part = [t, *(own for _, own in headings)]
        return cls(tuple(starts), tuple(of_part[bisect_right(before, start) - 1] for start in starts))

    def number_at(self, offset: int) -> int:
        """The number of the unit that a place is in."""
        return max(0, bisect_right(self.starts, offset) - 1)


def find_headings(document: Document, parts: Mapping[str, int]) -> list[tuple[Span, int]]:
    """Where headings stand, each with the t of its part: at the beginning of a line, and alone or before a colon."""
    found = [
        (Span(*match.span("heading")), own)
        for heading, own in parts.items()
        for match in re.finditer(
            rf"^[ \t#*_>]*(?P<heading>{re.escape(heading)})[ \t*_]*(?::|$)",
            document.text,
            re.IGNORECASE | re.MULTILINE,
        )
    ]
    return sorted(found)


OneThing = Callable[[tuple[str, bool], tuple[str, bool]], bool]
"""Whether two forms, each with whether it is a proper name, mean one thing in a document."""


# paper: t-plausibility, Section 6, mentions
def sensitive_words(
    document: Document,
    units: Units,
    *,
    pointed_at: Iterable[Mention],
    nouns: Sequence[Mention],
    known: Callable[[str, bool], bool],
    one_thing: OneThing = lambda first, second: False,
) -> list[SensitiveWord]:
    """The words in order of their first places; forms that mean `one_thing`, or one entity of a detector, are one word.

    Those that are `pointed_at` must go, and those that no taxonomy knows, for they are unusual and so give much away;
    other nouns need not. `known` is asked for a form and whether it is a proper name.
    """
    must_go = list(pointed_at)
    touched = sorted((mention.span.start, mention.span.end) for mention in must_go)
    names, plain, before_noun = (
        _spans_of_names(document),
        _plain_places(document),
        _ends_before_noun(document),
    )
    after_determiner, language = _starts_after_determiner(document), find_language(document.language)
    places: dict[tuple[str, bool], list[PlacedMention]] = {}
    going: set[tuple[str, bool]] = set()
    for mention in settle([*must_go, *nouns]):
        key = _name_word(document, mention.span, names)
        places.setdefault(key, []).append(PlacedMention(mention, units.number_at(mention.span.start), key[0]))
        if _meets(mention, touched):
            going.add(key)
    return [
        SensitiveWord(
            keys[0][0],
            tuple(found),
            must_go=any(key in going or not known(*key) for key in keys),
            name=keys[0][1],
            counted=_is_counted(document, [place.mention.span for place in found], after_determiner),
            plain=all(place.mention.span in plain for place in found),
            heads=keys[0][0] not in language.positions.light
            and not any(place.mention.span.end in before_noun for place in found)
            and all(is_used_as_noun(document.text, place.mention.span, language=language) for place in found),
        )
        for keys in _group_things(places, one_thing)
        if (
            found := sorted(
                (place for key in keys for place in places[key]), key=lambda each: each.mention.span
            )
        )
    ]


def _group_things(
    places: Mapping[tuple[str, bool], Sequence[PlacedMention]], one_thing: OneThing
) -> list[list[tuple[str, bool]]]:
    """The forms with those that mean the same thing, in the order of first places."""
    entities = {key: {place.mention.entity for place in found} - {None} for key, found in places.items()}
    groups: list[list[tuple[str, bool]]] = []
    for key in places:
        same = (
            group
            for group in groups
            if any(
                each[1] == key[1] and (entities[each] & entities[key] or one_thing(each, key))
                for each in group
            )
        )
        if group := next(same, None):
            group.append(key)
        else:
            groups.append([key])
    return groups


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


def _ends_before_noun(document: Document) -> frozenset[int]:
    """Where words end that nothing but a blank parts from a noun after them."""
    analysis = analyze(document)
    return frozenset(
        token.end
        for row, tags in zip(analysis.tokens, analysis.tags(), strict=True)
        for token, (following, tag) in zip(row, [*zip(row[1:], tags[1:], strict=True)], strict=False)
        if tag in ("NN", "NNP") and following.start - token.end == 1
    )


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
