"""Words that the corpus has never seen: which they are, where they stand, and what becomes of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.spoken import spoken
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.privacy_model import Choice, Unseen
from reticent.models.shared.counts import own_counts, unseen_units
from reticent.models.shared.familiarity import classes_of
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.spelling import WordReadings
from reticent.plan import Violation
from reticent.text import Document, Span, merge_spans
from reticent.text.tokens import token_texts

PROMISED: Mapping[Unseen, str] = {
    "keep": "Words that the corpus has never seen are not judged.",
    "remove": "No word is left that the corpus has never seen.",
    "ask": "No word is left that the corpus has never seen, unless a person said so.",
    "refuse": "No word is left that the corpus has never seen, unless a person said so.",
}
"""What a promise says of them."""

WordPlaces = Mapping[str, tuple[Span, ...]]
"""Words with their places in a text."""

UNDECIDED = "the corpus has never seen this word, so that nothing can be said about it: keep it or remove it"
_COMPOUND_SIGNS, _ADDRESS_SIGNS = re.compile(r"[-/]"), re.compile(r"[\W_]+")
NEVER_SEEN = "a word that the corpus has never seen"

UNSEEN_LIMIT = 0.05
"""One word in twenty: of a text with more words that nobody can judge too little would be left that means anything
(`experiments.real_notes`)."""

FEW_PLACES = 3
"""Places that go whatever their share: one such word in a cell of a table is no sign of a foreign text. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class UnseenWords:
    """What is done with words that nothing can be said about; `choices` are a person's own for single words.

    A word that is ordinary whatever the corpus holds is none of them, nor is one whose parts are known, as those of an
    address may be, nor one whose class in the taxonomy, where there is one, has a count: that one is judged by its class. Nor
    is one that `spelling`, where there is one, reads as words that the corpus has: that one is judged as these.

    Where the rule is to ask, and nobody `asks`, they go, up to a share of `limit` of a text's words, codes and acronyms not counted.
    """

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy | None = field(repr=False)
    rule: Unseen = "ask"
    choices: Mapping[str, Choice] = field(default_factory=dict, repr=False)
    spelling: WordReadings | None = field(default=None, repr=False)
    limit: float = UNSEEN_LIMIT
    asks: bool = False

    def find(self, units: Iterable[str]) -> list[str]:
        """The words among units that nothing can be said about."""
        words = [unit for unit in units if " " not in unit]
        unseen = unseen_units(self.corpus, words)
        has_count = own_counts(self.corpus)
        return [
            word
            for word in unseen
            if not spoken().common.is_ordinary(word)
            and not self._is_compound(word)
            and not (self.taxonomy and classes_of(word, self.taxonomy, has_count))
            and not (self.spelling and self.spelling.is_read(word))
        ]

    def removed(self, units: Iterable[str]) -> list[str]:
        """Those of them that go."""
        return [word for word in self.find(units) if self._becomes(word) == "remove"]

    def undecided(self, units: Iterable[str]) -> list[str]:
        """Those of them that nobody has decided about."""
        return [word for word in self.find(units) if self._becomes(word) in ("ask", "refuse")]

    def for_plan(self, document: Document, find_places: Callable[[UnseenWords], WordPlaces]) -> UnseenWords:
        """What a plan goes by: where nobody can be asked about the words of a document, they go, unless these are too many."""
        if self.rule != "ask" or self.asks:
            return self
        removing = replace(self, rule="remove")
        going = merge_spans(
            span
            for word, spans in find_places(removing).items()
            for span in spans
            if not _is_short_form(word, span.of(document.text))
        )
        words = sum(any(map(str.isalnum, each)) for each in token_texts(document.mask_placeholders()))
        return removing if len(going) <= max(FEW_PLACES, self.limit * words) else self

    def _becomes(self, word: str) -> Unseen:
        return self.choices.get(word, self.rule)

    def _is_compound(self, word: str) -> bool:
        """Whether a word is made of others, each of which the corpus knows or everybody writes."""
        between = _ADDRESS_SIGNS if "@" in word or "://" in word else _COMPOUND_SIGNS
        parts = [part for part in between.split(word) if part]
        if len(parts) < 2:
            return False
        strange = unseen_units(self.corpus, list(filter(is_countable, parts)))
        return all(map(spoken().common.is_ordinary, strange))


def _is_short_form(word: str, written: str) -> bool:
    """Whether a word is a code or an acronym, by its normal form, by a capital inside it or as it has no vowel: a text means as
    much without it."""
    inside = written[1:]
    mixed = " " not in written and inside != inside.lower() and not written.isupper()
    unspoken = word.isascii() and _VOWELS.isdisjoint(word)
    return mixed or unspoken or any(sign.isdecimal() or sign.isupper() for sign in word)


_VOWELS = frozenset("aeiouy")
"""The letters without one of which nobody speaks a word ("rct", "shldr"): of the unseen words of 579 documents that no figure is
of, nearly all such words of plain letters were short for others."""


def violations_of_unseen(
    places: WordPlaces, undecided: Collection[str], *, model: str, kind: str
) -> list[Violation]:
    """One violation for each such word: nobody has decided about it, or it should be gone."""
    return [
        Violation(
            model,
            spans[0],
            kind,
            UNDECIDED if word in undecided else NEVER_SEEN,
            group=(word,),
            members=(spans,),
            undecided=word in undecided,
        )
        for word, spans in places.items()
    ]


def places_of_words(phrases: Sequence[Phrase], words: Collection[str]) -> WordPlaces:
    """The places of words in phrases; the whole phrase where its words can't be told apart."""
    places: dict[str, set[Span]] = {}
    for phrase in phrases:
        for word in phrase.units.intersection(words):
            places.setdefault(word, set()).update(_places_in(phrase, word))
    return {word: tuple(sorted(places[word])) for word in sorted(places)}


def _places_in(phrase: Phrase, word: str) -> Iterable[Span]:
    numbers = [number for number, each in enumerate(phrase.words) if word in (each, *each.split("-"))]
    if not phrase.parts or not numbers:
        return phrase.spans
    return [parts[number] for parts in phrase.parts for number in numbers]
