"""Words that can be turned back: where a context leaves one reading of a general term, the term says that reading.

"Big digit" can only be the big toe, and what the liver stores of a "conductor" is copper. Planning and checking ask the
same question here, so that what can be turned back is never taken for hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log

from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy, knows, names_below
from reticent.models.shared.phrases import Phrase
from reticent.text.document import MASK

MOST_READINGS = 40
"""The things below a term up to which one of them may be the only reading; a larger sort of things stays open."""

CERTAIN = 0.9
"""The share of all readings from which on the likeliest is the only one."""

_LEAST = 5
"""Documents that must show a reading, alone or with a word of its context."""
_SUPPORTED, _MORE = 3, 2
"""Words of the context that must speak for a reading, each standing with it so many times as often as by chance."""
_CONTEXT = 8  # words of a context that are asked about; chosen by hand
_USUAL = 3
"""How many times as often as all its readings a term stands in texts, if it is nearly always meant as it stands."""
_SEEN, _COMMON = 50, 0.1
"""Documents that a word of the context stands in: not so few that it says nothing, nor one in ten."""
_MOST_WORDS = 1 << 16  # counts kept, to bound memory
_PRIOR = 20
"""Documents by which a reading is taken to be like the whole corpus before its own are counted."""
_BEFORE, _AFTER = 200, 120  # characters of a long sentence; chosen by hand


@dataclass(frozen=True, slots=True)
class Reversal(TravelsAsSettings):
    """What a reader makes of a general term, by a taxonomy and the counts of a corpus."""

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    _below: Callable[[str], dict[str, int]] = field(init=False, repr=False, compare=False)
    _read: Callable[[tuple[str, ...], frozenset[str]], str | None] = field(
        init=False, repr=False, compare=False
    )

    _known: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_below", lru_cache(maxsize=1 << 14)(self._count_below))
        object.__setattr__(self, "_read", lru_cache(maxsize=1 << 14)(self._find_reading))

    def reading(self, words: Sequence[str], around: frozenset[str] = frozenset()) -> str | None:
        """The only thing that these words can mean among the words `around` them; None where they leave it open.

        What the taxonomy has under several words is a reading itself.
        """
        if not self.is_open(words):
            return None
        return self._read(tuple(words), around)

    def is_open(self, words: Sequence[str]) -> bool:
        """Whether words have several readings at all, few enough that one of them may be the only one."""
        form = " ".join(words)
        if not words or not is_countable(form) or (len(words) > 1 and knows(self.taxonomy, form)):
            return False
        return bool(self._below(words[-1]))

    def _find_reading(self, words: tuple[str, ...], around: frozenset[str]) -> str | None:
        own, readings = " ".join(words), self._below(words[-1])
        # That a term is meant as it stands is a reading too: an hour is an hour, whatever hours there are.
        if self.corpus.known([own]) == ["exact"]:
            usual = self.corpus.count([frozenset({own})])[0]
            if usual > _USUAL * sum(readings.values()):
                return None
            readings = {**readings, own: usual}
        if len(words) > 1:
            weights = self._weigh_with_modifiers(words, readings)
        else:
            weights = self._weigh_in_context(readings, around - set(words))
        total = sum(weights.values())
        best = max(weights, key=lambda each: (weights[each], each), default=own)
        return best if best != own and weights[best] >= CERTAIN * total else None

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
        known = [form for form, how in zip(listed, self.corpus.known(listed), strict=True) if how == "exact"]
        counts = self.corpus.count([frozenset({form}) for form in known])
        return {form: count for form, count in zip(known, counts, strict=True) if count >= _LEAST}

    def _weigh_with_modifiers(self, words: tuple[str, ...], readings: dict[str, int]) -> dict[str, float]:
        """How often each reading stands behind the words before the term: "big toe", but hardly "big thumb"."""
        before = " ".join(words[:-1])
        own = {form: float(count) for form, count in readings.items() if form.startswith(f"{before} ")}
        joined = [f"{before} {form}" for form in readings]
        known = [form for form, how in zip(joined, self.corpus.known(joined), strict=True) if how == "exact"]
        counts = self.corpus.count([frozenset({form}) for form in known])
        return own | {
            form: float(count) for form, count in zip(known, counts, strict=True) if count >= _LEAST
        }

    def _weigh_in_context(self, readings: dict[str, int], around: frozenset[str]) -> dict[str, float]:
        """How likely each reading is among these words, by naive Bayes; only those that stand with some of them count."""
        context = self._choose_context(around)
        together: dict[str, list[int]] = {form: [] for form in sorted(readings)}
        for number, word in enumerate(context):
            left = [form for form, row in together.items() if _can_reach(row, len(context) - number)]
            counts = self.corpus.count([frozenset({form, word}) for form in left])
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
