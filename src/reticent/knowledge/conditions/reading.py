"""Where a document names a condition: sure names anywhere, the others where the document says that they are meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from reticent.knowledge.conditions.catalog import Conditions
from reticent.knowledge.conditions.condition import Condition
from reticent.text import Document, Span, analyze_text
from reticent.text.lemmas import normal_word, normal_words
from reticent.text.tokens import Token

LONGEST = 8
"""The words of the longest name or hint that is looked for."""

ENOUGH = 4
"""The strengths of other hints that together say which meaning is meant; one of strength 3 says it alone."""

_ALONE = 3
_DOSE = re.compile(
    r"(?:\d|\b(?:mg|mcg|micrograms?|g|ml|iu|units?|tabs?|tablets?|caps?|capsules?|puffs?|drops?|sachets?|patch(?:es)?|po|iv|im|sc))"
    r"[\s.,%]*$",
    re.IGNORECASE,
)
_DOSE_REACH = 12


def places_of(document: Document, condition: Condition) -> list[Span]:
    """Every place that means the condition, in order; none overlaps another."""
    text = _Text(document.mask_placeholders())
    sure = [*text.find(condition.name, *condition.names), *text.find_exactly(condition.acronyms)]
    unsure = [
        span
        for name in condition.unsure
        for span in (text.find_exactly([name]) if _has_capitals(name) else text.find(name))
        if _is_meant(text, span, name, condition, said=bool(sure))
    ]
    return _without_overlaps([*sure, *unsure])


def find_conditions(document: Document, known: Conditions) -> dict[str, list[Span]]:
    """Every condition that the document names, with its places."""
    text = _Text(document.mask_placeholders())
    named = {each.name: each for each in known.listed if any(form in text.grams for form in _forms_of(each))}
    found = {name: places_of(document, each) for name, each in named.items()}
    return {name: places for name, places in found.items() if places}


@dataclass(frozen=True, eq=False)
class _Text:
    """The tokens of a text, and every run of them in normal form with where it begins."""

    text: str = field(repr=False)

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for row in analyze_text(self.text).tokens for token in row]

    @cached_property
    def grams(self) -> dict[str, list[tuple[int, int]]]:
        forms = [normal_word(token.text) for token in self.tokens]
        found: dict[str, list[tuple[int, int]]] = {}
        for start in range(len(forms)):
            for end in range(start + 1, min(len(forms), start + LONGEST) + 1):
                found.setdefault(" ".join(forms[start:end]), []).append((start, end))
        return found

    def find(self, *names: str) -> Iterator[Span]:
        """The places of names in any case and number."""
        for name in names:
            for start, end in self.grams.get(_form(name), ()):
                yield Span(self.tokens[start].start, self.tokens[end - 1].end)

    def find_exactly(self, acronyms: Iterable[str]) -> Iterator[Span]:
        """The places of acronyms in just these capitals, as whole words: "XDR-TB", "XDR TB" and "XDRTB" are one."""
        for acronym in acronyms:
            ways = dict.fromkeys(acronym.replace("-", between) for between in "- ") | {
                acronym.replace("-", ""): None
            }
            yield from (span for way in ways for span in self._find_written(way))

    def _find_written(self, way: str) -> Iterator[Span]:
        """The places of a name in its very letters, in the singular or plural."""
        for start, end in self.grams.get(_form(way), ()):
            tokens = self.tokens[start:end]
            if " ".join(token.text for token in tokens).rstrip("s.") == way.rstrip("s."):
                yield Span(tokens[0].start, tokens[-1].end)


def _is_meant(text: _Text, span: Span, name: str, condition: Condition, *, said: bool) -> bool:
    """Whether an unsure name means the condition at this place: it is no dosing, not spelled out otherwise, and witnessed."""
    if _has_capitals(name):
        if _DOSE.search(text.text, max(0, span.start - _DOSE_REACH), span.start):
            return False
        if long := _long_form(text.text, name):
            return any(_form(long).endswith(_form(each)) for each in (condition.name, *condition.names))
    return said or _is_witnessed(text, condition, name)


def _is_witnessed(text: _Text, condition: Condition, name: str) -> bool:
    """Whether enough else in the text points to the condition."""
    own = set(_form(name).split())
    strengths = [
        hint.strength
        for form, hint in ((_form(hint.term), hint) for hint in condition.hints)
        if form in text.grams and not own & set(form.split())
    ]
    return _ALONE in strengths or sum(strengths) >= ENOUGH


def _long_form(text: str, acronym: str) -> str:
    """What a text itself spells an acronym out as, if it does: "diabetes insipidus (DI)", "DI (diabetes insipidus)"."""
    letters = [letter.lower() for letter in acronym if letter.isalpha()]
    words = r"[\s-]+".join(rf"{letter}\w*" for letter in letters)
    short = re.escape(acronym)
    found = re.search(rf"\b({words})\s*\(\s*{short}\s*\)", text, re.IGNORECASE) or re.search(
        rf"\b{short}\s*\(\s*({words})\s*\)", text, re.IGNORECASE
    )
    return found[1] if found else ""


def _has_capitals(name: str) -> bool:
    return sum(map(str.isupper, name)) > 1 or (len(name) <= 2 and name.isupper())


def _without_overlaps(spans: Iterable[Span]) -> list[Span]:
    """The longest of those that overlap, in order."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda each: (each.start, -each.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


@cache
def _form(name: str) -> str:
    return " ".join(normal_words(name))


@cache
def _forms_of(condition: Condition) -> Sequence[str]:
    return tuple(dict.fromkeys(_form(name) for name in (*condition.aliases, *condition.unsure)))
