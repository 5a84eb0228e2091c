"""Words that a model has never seen: where they stand in a document, and what a person says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.engine import Outcome
from reticent.engine.rules import Rules
from reticent.models.privacy_model import Choice, CompleteModel
from reticent.plan import Plan
from reticent.rendering.edits import UNSEEN
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span

Places = Mapping[str, tuple[Span, ...]]
"""Words with their places in a text."""


@dataclass(frozen=True, slots=True)
class UnseenWord:
    """A word that nothing can be said about, as a text writes it, with its places there."""

    word: str = field(repr=False)
    document: Document
    places: tuple[Span, ...]

    @property
    def written(self) -> str:
        """How the text writes it at its first place."""
        return self.places[0].of(self.document.text)


Decide = Callable[[Sequence[UnseenWord]], Mapping[str, Choice]]
"""What a person says of words, those left out being undecided still."""


def find_unseen(document: Document, rules: Rules) -> dict[str, tuple[Span, ...]]:
    """The words of a document that some model can say nothing about."""
    found: dict[str, set[Span]] = {}
    for model in rules.models:
        for word, places in model.unseen_words(document).items():
            found.setdefault(word, set()).update(places)
    return {word: tuple(sorted(found[word])) for word in sorted(found)}


def count_kept(document: Document, rules: Rules) -> int:
    """How many places of a released text hold words that some model can say nothing about and keeps."""
    keeping = [each for each in rules.models if each.unseen == "keep"]
    return len({span for each in keeping for spans in each.unseen_words(document).values() for span in spans})


def count_gone(plan: Plan) -> int:
    """How many places of a document were removed because a corpus has never seen what stood there."""
    return sum(len(each.spans) for each in plan.decisions if each.evidence.get(UNSEEN))


def describe_doubts(
    *, unseen: int = 0, gone: int = 0, unread: int = 0, unsettled: int = 0, inferred: int = 0
) -> list[str]:
    """What every door says of a release about which something is not known, a sentence for each of these counts.

    That is places of words that a corpus has never seen, kept or `gone`, documents in a language that no detector reads, those whose dates
    were read in one of two ways, and those of which readers still find out what is protected.
    """
    said = []
    if unsettled:
        said.append(
            f"{_count(unsettled, 'document')} with dates whose day and month can be swapped, read with the month first:"
            " set day_first = true in the policy where that is wrong"
        )
    if unseen:
        said.append(f"words that the corpus has never seen were kept at {_count(unseen, 'place')}")
    if gone:
        said.append(f"words that the corpus has never seen were removed at {_count(gone, 'place')}")
    if unread:
        said.append(
            f"{_count(unread, 'document')} in a language that the policy does not read: names may be left"
        )
    if inferred:
        said.append(
            f"{_count(inferred, 'document')} of which readers still find out what is protected: --withhold-if-ranked and"
            " --withhold-if-likely keep such documents back"
        )
    return said


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def list_places(unseen: Places) -> list[Span]:
    """All places of words, in order."""
    return sorted({span for spans in unseen.values() for span in spans})


def unseen_in_original(outcome: Outcome, rules: Rules) -> list[UnseenWord]:
    """The words that a release would still hold, at their places in the original."""
    return _place_in_original(outcome, find_unseen(outcome.release.released, rules))


def unseen_of_outcome(outcome: Outcome, model: CompleteModel) -> list[UnseenWord]:
    """The words that a release would still hold and that one model can say nothing about, at their places in the original."""
    return _place_in_original(outcome, model.unseen_words(outcome.release.released))


def _place_in_original(outcome: Outcome, words: Places) -> list[UnseenWord]:
    trace = Trace.of(outcome.release.edits)
    return [
        UnseenWord(word, outcome.release.original, tuple(sorted({trace.to_original(span) for span in spans})))
        for word, spans in words.items()
    ]


def decide_on_outcome(outcome: Outcome, model: CompleteModel, decide: Decide) -> Mapping[str, Choice]:
    """What a person says of the words that nobody has decided about, where the model asks; nothing where all is decided."""
    waits = model.unseen == "ask" and any(each.undecided for each in outcome.violations)
    return decide(unseen_of_outcome(outcome, model)) if waits else {}


def decide_unseen(outcomes: Iterable[Outcome], rules: Rules, decide: Decide) -> Rules | None:
    """The rules with what a person says of words that nobody has decided about; None where nobody is to be asked."""
    asking = [each for each in rules.models if each.unseen == "ask"]
    waiting = [outcome for outcome in outcomes if any(each.undecided for each in outcome.violations)]
    words = [word for outcome in waiting if asking for word in unseen_in_original(outcome, rules)]
    choices = decide(words) if words else {}
    if not choices:
        return None
    return replace(rules, models=tuple(model.with_choices(choices) for model in rules.models))
