"""One decision for all documents under review: each of them is audited again."""

from __future__ import annotations

from dataclasses import dataclass, field

from reticent.plan import DeclaredException
from reticent.review import actions
from reticent.review.review import Review
from reticent.review.session import PlanChange, State, require_current
from reticent.text import Span
from reticent.usecases.words import find_words


@dataclass(frozen=True, slots=True)
class SharedChoice:
    """What was decided about a term, as it can be decided about the same words elsewhere."""

    change: PlanChange
    words: frozenset[str] = field(repr=False)
    exception: DeclaredException | None = None

    @classmethod
    def of(cls, state: State, name: str) -> SharedChoice:
        """The choice that a change stands for."""
        change = actions.require_change(state, name)
        words = frozenset(_fold(span.of(state.document.text)) for span in change.spans)
        exception = next((each for each in state.exceptions if set(change.spans) <= set(each.spans)), None)
        return cls(change, words, exception)

    def make(self, state: State) -> State:
        """The state with the choice made wherever these words stand; what was never looked at stays if it is to stay."""
        for change in state.changes:
            if any(_fold(span.of(state.document.text)) in self.words for span in change.spans):
                state = self._make_at(state, change.id)
        if self.change.kept:
            return state
        free = self._find_free(state)
        decision = self.change.decision
        return actions.add(state, free, kind=decision.kind, becomes=decision.becomes) if free else state

    def _make_at(self, state: State, name: str) -> State:
        if self.exception:
            return actions.override(state, name, reason=self.exception.reason, by=self.exception.by)
        if self.change.kept:
            return actions.keep(state, name)
        return actions.decide(state, name, self.change.decision.becomes, kind=self.change.decision.kind)

    def _find_free(self, state: State) -> tuple[Span, ...]:
        """Where the words stand outside of all changes."""
        taken = [span for change in state.changes for span in change.spans]
        return tuple(
            place
            for words in sorted(self.words)
            for place in find_words(state.document, words, any_case=True)
            if not any(place.overlaps(span) for span in taken)
        )


def apply_to_all(review: Review, number: int, name: str, *, state: str | None = None) -> list[int]:
    """Decide for all documents what was decided about a change of one; the numbers of those that changed."""
    session = review.session(number)
    require_current(session, state)
    choice = SharedChoice.of(session.state, name)
    what = {"action": "apply to all", "from": number, "change": name}
    changed = []
    for other in review.numbers:
        before = review.session(other).state.hash
        if other != number:
            after = review.act(other, lambda each: each.act(choice.make), what=what)
            changed += [other] if after.state.hash != before else []
    return changed


def _fold(words: str) -> str:
    return " ".join(words.casefold().split())
