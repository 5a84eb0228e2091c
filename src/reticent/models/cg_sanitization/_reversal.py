"""Words that can be turned back: where a context leaves one reading of a general term, the term says that reading.

"Big digit" can only be the big toe, and what the liver stores of a "conductor" is copper. Planning and checking ask the
same question here, so that what can be turned back is never taken for hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log

from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy, knows, names_below
from reticent.models.shared.counts import own_counts
from reticent.models.shared.phrases import HasCount, Phrase
from reticent.text.document import MASK

MOST_READINGS = 40
"""The things below a term up to which one of them may be the only reading; a larger sort of things stays open. Chosen by hand."""

CERTAIN = 0.9
"""The share of all readings from which on the likeliest is the only one; chosen by hand."""

_LEAST = 5
"""Documents that must show a reading, alone or with a word of its context: fewer may be chance. Chosen by hand."""
_SUPPORTED, _MORE = 3, 2
"""Words of the context that must speak for a reading, each standing with it so many times as often as by chance; by hand."""
_CONTEXT = 8  # words of a context that are asked about; chosen by hand
_USUAL = 3
"""How many times as often as all its readings a term stands in texts, if it is nearly always meant as it stands."""
_SEEN, _COMMON = 50, 0.1
"""Documents that a word of the context stands in: not so few that it says nothing, nor one in ten."""
_MOST_WORDS = 1 << 16  # counts kept, to bound memory
_MOST_PAIRS = 1 << 12
"""Words of contexts whose counts together with readings are kept, some hundred for each, to bound memory; by hand."""
_PRIOR = 20
"""Documents by which a reading is taken to be like the whole corpus before its own are counted."""
_BEFORE, _AFTER = 200, 120  # characters of a long sentence; chosen by hand


Around = frozenset[str] | Callable[[], frozenset[str]]
"""The words around a term, or what finds them when they are needed."""


@dataclass(frozen=True, slots=True)
class Reversal(TravelsAsSettings):
    """What a reader makes of a general term, by a taxonomy and the counts of a corpus."""

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    _below: Callable[[str], dict[str, int]] = field(init=False, repr=False, compare=False)
    _among: Callable[[str], dict[str, int]] = field(init=False, repr=False, compare=False)
    _after: Callable[[tuple[str, ...]], str | None] = field(init=False, repr=False, compare=False)
    _beside: Callable[[str, frozenset[str]], str | None] = field(init=False, repr=False, compare=False)
    _has_count: HasCount = field(init=False, repr=False, compare=False)
    _known: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _together: dict[str, dict[str, int]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_has_count", own_counts(self.corpus))
        object.__setattr__(self, "_below", lru_cache(maxsize=1 << 14)(self._count_below))
        object.__setattr__(self, "_among", lru_cache(maxsize=1 << 14)(self._find_meanings))
        object.__setattr__(self, "_after", lru_cache(maxsize=1 << 14)(self._read_after_modifiers))
        object.__setattr__(self, "_beside", lru_cache(maxsize=1 << 14)(self._read_in_context))

    def reading(self, words: Sequence[str], around: Around = frozenset()) -> str | None:
        """The only thing that these words can mean among the words `around` them; None where they leave it open.

        What the taxonomy has under several words is a reading itself. The words around are asked for only where they matter.
        """
        if not self.is_open(words):
            return None
        if len(words) > 1:
            return self._after(tuple(words))
        if not self._among(words[0]):
            return None
        return self._beside(words[0], around() if callable(around) else around)

    def is_open(self, words: Sequence[str]) -> bool:
        """Whether words have several readings at all, few enough that one of them may be the only one."""
        form = " ".join(words)
        if not words or not is_countable(form) or (len(words) > 1 and knows(self.taxonomy, form)):
            return False
        return bool(self._below(words[-1]))

    def _find_meanings(self, term: str, head: str = "") -> dict[str, int]:
        """What a term may mean, with the counts: what is below its head, and itself; nothing where it is meant as it stands.

        That a term is meant as it stands is a reading too: an hour is an hour, whatever hours there are.
        """
        readings = self._below(head or term)
        if not self._has_count(term):
            return readings
        usual = self.corpus.count([frozenset({term})])[0]
        return {} if usual > _USUAL * sum(readings.values()) else {**readings, term: usual}

    def _read_after_modifiers(self, words: tuple[str, ...]) -> str | None:
        own = " ".join(words)
        readings = self._find_meanings(own, words[-1])
        return _choose_reading(own, self._weigh_with_modifiers(words, readings) if readings else {})

    def _read_in_context(self, word: str, around: frozenset[str]) -> str | None:
        return _choose_reading(word, self._weigh_in_context(self._among(word), around - {word}))

    def _count_below(self, head: str) -> dict[str, int]:
        """The names below a noun with their counts; none where they are too many to be guessed, or none is counted."""
        senses = self.taxonomy.concepts(head)
        things = sum(self.taxonomy.volume(sense) for sense in senses)
        if things == len(senses) or any(self.taxonomy.volume(sense) > MOST_READINGS for sense in senses):
            return {}
        below = [names_below(self.taxonomy, sense, first_sense_only=True) for sense in senses]
        own = {name for sense in senses for name in sense.names}
        names = {name for each in below for name in each if name.islower() and name not in own}
        listed = sorted({form for name in names if is_countable(form := " ".join(words_of(name)))})
        return self._count_known(listed)

    def _count_known(self, forms: Sequence[str]) -> dict[str, int]:
        """The forms with counts of their own, and enough of them."""
        known = list(filter(self._has_count, forms))
        counts = self.corpus.count([frozenset({form}) for form in known])
        return {form: count for form, count in zip(known, counts, strict=True) if count >= _LEAST}

    def _weigh_with_modifiers(self, words: tuple[str, ...], readings: dict[str, int]) -> dict[str, float]:
        """How often each reading stands after the words before the term: "big toe", but hardly "big thumb"."""
        before = " ".join(words[:-1])
        own = {form: count for form, count in readings.items() if form.startswith(f"{before} ")}
        found = own | self._count_known([f"{before} {form}" for form in readings])
        return {form: float(count) for form, count in found.items()}

    def _weigh_in_context(self, readings: dict[str, int], around: frozenset[str]) -> dict[str, float]:
        """How likely each reading is among these words, by naive Bayes; only those that stand with some of them count."""
        context = self._choose_context(around)
        together: dict[str, list[int]] = {form: [] for form in sorted(readings)}
        for number, word in enumerate(context):
            left = [form for form, row in together.items() if _can_reach(row, len(context) - number)]
            counts = self._count_together(left, word)
            usual = [_MORE * readings[form] * context[word] for form in left]
            together = {
                form: [*together[form], both if both >= _LEAST and both > most else 0]
                for form, both, most in zip(left, counts, usual, strict=True)
            }
        shown = {form: row for form, row in together.items() if _can_reach(row, 0)}
        likely = {
            form: log(readings[form] or 1)
            + sum(
                log((both + _PRIOR * share) / (readings[form] + _PRIOR))
                for both, share in zip(row, context.values(), strict=True)
            )
            for form, row in shown.items()
        }
        highest = max(likely.values(), default=0.0)
        return {form: exp(each - highest) for form, each in likely.items()}

    def _count_together(self, forms: Sequence[str], word: str) -> list[int]:
        """The documents that hold each form and a word of the context; places of a text have many such words in common."""
        if len(self._together) > _MOST_PAIRS:
            self._together.clear()
        known = self._together.setdefault(word, {})
        new = [form for form in forms if form not in known]
        if new:
            counts = self.corpus.count([frozenset({form, word}) for form in new])
            known.update(zip(new, counts, strict=True))
        return [known[form] for form in forms]

    def _choose_context(self, around: frozenset[str]) -> dict[str, float]:
        """The rarest words of a context that are no rarities, with their shares of all documents."""
        new = sorted(word for word in around if word not in self._known and is_countable(word))
        if len(self._known) > _MOST_WORDS:
            self._known.clear()
        self._known.update(zip(new, self.corpus.count([frozenset({word}) for word in new]), strict=True))
        size = max(1, self.corpus.size)
        counts = [(self._known[word], word) for word in around if word in self._known]
        usual = sorted(each for each in counts if _SEEN <= each[0] < _COMMON * size)
        return {word: count / size for count, word in usual[:_CONTEXT]}


def _choose_reading(own: str, weights: Mapping[str, float]) -> str | None:
    """The likeliest reading, if it is nearly certain and another one than the term itself."""
    best = max(weights, key=lambda each: (weights[each], each), default=own)
    return best if best != own and weights[best] >= CERTAIN * sum(weights.values()) else None


def _can_reach(row: Sequence[int], more: int) -> bool:
    """Whether enough words of a context speak for a reading, if all that are still to be asked do."""
    return sum(both > 0 for both in row) + more >= _SUPPORTED


def words_around(phrase: Phrase) -> frozenset[str]:
    """The words of meaning that stand near a phrase, on the lines that it stands on, without its own."""
    found: set[str] = set()
    for span in phrase.spans:
        before = phrase.text[max(0, span.start - _BEFORE) : span.start].rpartition("\n")[2]
        after = phrase.text[span.end : span.end + _AFTER].partition("\n")[0]
        found.update(
            word for word in words_of(f"{before} {MASK} {after}") if is_countable(word) and word.isalpha()
        )
    return frozenset(found.difference(phrase.words))
