"""Words that no attacker has ever seen: they move none of those that are declared, and may move others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.attackers.linear import LinearAttacker
from reticent.attackers.words import read_words
from reticent.models.disclosure.unseen import NEVER_SEEN, UNDECIDED, UnseenWords
from reticent.plan import Decision, Violation
from reticent.rendering.divided import UNSEEN
from reticent.text import Document, Span

Places = Mapping[str, tuple[Span, ...]]
"""Words with their places in a text."""


@dataclass(frozen=True, slots=True)
class Strangers:
    """What becomes of words that none of these corpora has seen and that no reader takes for something it knows."""

    corpora: Sequence[UnseenWords] = field(repr=False)
    readers: Sequence[LinearAttacker] = ()

    def places(self, document: Document) -> Places:
        """All such words of a text."""
        return self._choose(document, lambda own, words: own.find(words))

    def decide(self, document: Document, taken: Sequence[Span], *, model: str, kind: str) -> list[Decision]:
        """The removals of those that are to go, outside places that are decided about already."""
        removed = self._choose(document, lambda own, words: own.removed(words))
        left = [
            tuple(span for span in spans if not any(map(span.overlaps, taken))) for spans in removed.values()
        ]
        return [
            Decision(spans, kind, reason=NEVER_SEEN, model=model, evidence={UNSEEN: True})
            for spans in left
            if spans
        ]

    def violations(self, document: Document, *, model: str, kind: str) -> list[Violation]:
        """Those of a released text that nobody has decided about, and those that should have gone."""
        undecided = self._choose(document, lambda own, words: own.undecided(words))
        removed = self._choose(document, lambda own, words: own.removed(words))
        return [
            *(
                Violation(model, spans[0], kind, UNDECIDED, group=(word,), members=(spans,), undecided=True)
                for word, spans in undecided.items()
            ),
            *(Violation(model, spans[0], kind, NEVER_SEEN, members=(spans,)) for spans in removed.values()),
        ]

    def _choose(self, document: Document, choose: Callable[[UnseenWords, list[str]], list[str]]) -> Places:
        places = read_words(document)
        words = sorted(places)
        for own in self.corpora:
            words = own.find(words)
        known = [
            span for reader in self.readers for spans in reader.units(document).values() for span in spans
        ]
        return {
            word: places[word]
            for word in choose(self.corpora[0], words)
            if not any(span.overlaps(each) for span in places[word] for each in known)
        }
