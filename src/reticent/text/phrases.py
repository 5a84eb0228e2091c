"""Many phrases looked for in one pass over a text, by their normal forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reticent.text.analysis import analyze
from reticent.text.document import Document
from reticent.text.folding import HYPHENS
from reticent.text.lemmas import normal_word, normal_words
from reticent.text.span import Span
from reticent.text.tokens import parts_at_hyphens

_HYPHENS = str.maketrans(HYPHENS, " " * len(HYPHENS))


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases in normal form, and for the first word of each how many words a phrase has that begins with it, at most."""

    forms: frozenset[str] = field(repr=False)
    longest: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, phrases: Iterable[str]) -> Phrases:
        """These phrases; what has no word is none."""
        return cls.in_normal_form(map(normal_phrase, phrases))

    @classmethod
    def in_normal_form(cls, forms: Iterable[str]) -> Phrases:
        """The phrases with these normal forms."""
        known = frozenset(filter(None, forms))
        longest: dict[str, int] = {}
        for form in known:
            words = form.split(" ")
            longest[words[0]] = max(len(words), longest.get(words[0], 0))
        return cls(known, longest)

    def find(self, document: Document) -> Iterator[tuple[str, Span]]:
        """Every place of a phrase inside a sentence, also inside longer ones, with its normal form."""
        analysis = analyze(document)
        for tokens, shouted in zip(analysis.tokens, analysis.shouted, strict=True):
            read = [part for token in tokens for part in parts_at_hyphens(token, analysis.text)]
            spans, parts = [part.span for part in read], [part.text for part in read]
            small = [normal_word(part.lower()) for part in parts]
            for start, part in enumerate(parts):
                for form in dict.fromkeys((normal_word(part, shouted=shouted), small[start])):
                    if form in self.forms:
                        yield form, spans[start]
                ends = range(start + 2, min(len(parts), start + self.longest.get(small[start], 0)) + 1)
                for end in ends:
                    if (form := " ".join(small[start:end])) in self.forms:
                        yield form, spans[start].hull(spans[end - 1])


def normal_phrase(phrase: str) -> str:
    """The form under which a phrase is found: hyphens are blanks, and only a single word may be an acronym.

    >>> [normal_phrase(phrase) for phrase in ("Type-2 Diabetes", "HIV infections", "HIV", "big toes")]
    ['type 2 diabetes', 'hiv infection', 'HIV', 'big toe']
    """
    words = normal_words(phrase.translate(_HYPHENS))
    return words[0] if len(words) == 1 else " ".join(normal_words(phrase.lower().translate(_HYPHENS)))
