"""What can stand for a word that links: a more general noun where one is known and fits the place; otherwise the word is removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from reticent.knowledge.runs import Word
from reticent.knowledge.taxonomy import Taxonomy, ancestors
from reticent.language import find_language
from reticent.models.shared.familiarity import is_vague
from reticent.models.shared.senses import senses_of_word, share_of_senses, weigh_senses
from reticent.rendering.grammar import NOUNS, is_countable_noun, is_used_as_noun
from reticent.text import Document, Span, analyze

GENERALIZED = 0.4
"""What it costs to generalize a word where to remove it costs 1: chosen by hand: between 0.3 and 0.8 hardly anything changes (`experiments.linkage`)."""


_SIGN = 2.0  # chosen by hand


@dataclass(frozen=True, slots=True)
class WordChoices:
    """What may stand for each word of a document, looked up when a plan asks for it."""

    document: Document = field(repr=False)
    taxonomy: Taxonomy | None = field(repr=False)
    _tags: dict[Span, str] = field(default_factory=dict, repr=False)
    _known: dict[Span, str | None] = field(default_factory=dict, repr=False)

    def find(self, word: Word) -> str | None:
        """A more general noun for a word at its place; None where none is known, or none reads well."""
        if self.taxonomy is None:
            return None
        if word.span not in self._known:
            self._known[word.span] = self._generalize(word, self.taxonomy)
        return self._known[word.span]

    def cost(self, word: Word) -> float:
        """What it costs to change a word; a sign, of which a mark looks odd, costs more than the word beside it."""
        if not any(map(str.isalnum, word.form)):
            return _SIGN
        return 1.0 if self.find(word) is None else GENERALIZED

    def _generalize(self, word: Word, taxonomy: Taxonomy) -> str | None:
        language = find_language(self.document.language)
        written = word.span.of(self.document.text)
        if written != written.lower() or not written.isalpha() or self._tag(word) not in NOUNS:
            return None
        lemma = language.lemma(word.form)
        names = _names_above(lemma, taxonomy)
        if not names or not is_used_as_noun(self.document.text, word.span, language=language):
            return None
        counts = is_countable_noun(lemma, language=language)
        return next(
            (
                name
                for name in names
                if name != lemma and is_countable_noun(name, language=language) == counts
            ),
            None,
        )

    def _tag(self, word: Word) -> str:
        if not self._tags:
            analysis = analyze(self.document)
            for tokens, tags in zip(analysis.tokens, analysis.tags(), strict=True):
                self._tags.update({token.span: tag for token, tag in zip(tokens, tags, strict=True)})
        return self._tags.get(word.span, "")


_LIKELY = 1 / 3
"""The share of what a word may mean, the likeliest sense among it, that a more general one has to hold of: chosen on a third of the
court cases, of whose words 1.3 in 100 fewer are removed than with a half."""

_above: dict[tuple[str, str], tuple[str, ...]] = {}
_MOST = 50_000  # lemmas whose more general names are kept: a few megabytes; chosen by hand


def _names_above(lemma: str, taxonomy: Taxonomy) -> tuple[str, ...]:
    key = lemma, taxonomy.fingerprint
    if key not in _above:
        if len(_above) >= _MOST:
            _above.clear()
        _above[key] = tuple(dict.fromkeys(_find_above(lemma, taxonomy)))
    return _above[key]


def _find_above(lemma: str, taxonomy: Taxonomy) -> Iterator[str]:
    """The single words for what is above the likeliest sense, and holds of enough of what the word may mean."""
    senses = senses_of_word(lemma, taxonomy)
    if not senses:
        return
    weights = weigh_senses(lemma, senses)
    shares = share_of_senses(senses, weights, taxonomy)
    above = list(ancestors(taxonomy, senses[weights.index(max(weights))]))
    for concept in above:
        if shares[concept] >= _LIKELY and not is_vague(concept, above, taxonomy):
            yield from (name for name in concept.names if name.isalpha() and name.islower())
