"""What every privacy model offers: a promise, a way to reach it, and a check written from its definition.

What only some models can do is a protocol of its own, which `isinstance` tells.

Gaps filled with something else of the same sort, where a policy allows invented content.

How a model travels to another process: as its settings, without what it worked out from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypeVar, runtime_checkable

from reticent.detection.detector import Detector
from reticent.models.disclosure.ladder import Hints
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.gaps import Gaps
from reticent.rendering.grammar import is_used_as_noun
from reticent.text import Document, Mention, Span

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from reticent.knowledge import Corpus
    from reticent.models.disclosure.unseen import Choice, Unseen


Needs = Literal["released", "both", "reader"]
"""What a check must be given: the released text alone, the original too, or a reader who may answer otherwise next time."""


class PrivacyModel(Protocol):
    """A promise about released texts; `violations` shares no search code with `plan`."""

    @property
    def promise(self) -> Promise:
        """What holds of every release, and relative to what."""

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that a placeholder of its own may name."""

    @property
    def needs(self) -> Needs:
        """Whether the promise speaks of the released text alone, or of both texts.

        Under "released", a release whose original is the released text itself is judged as well as the true one.
        """

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions that make the promise hold; `mentions` are places that somebody else points at."""

    def violations(self, release: Release) -> list[Violation]:
        """Every place where the release breaks the promise, by its definition."""


@runtime_checkable
class KeepsSecretsOfTheOriginal(Protocol):
    """A model whose promise about the released text depends on what stood in the original."""

    def plan_further(self, release: Release) -> Plan:
        """Decisions for the released text, after whatever other models made of the original."""


@runtime_checkable
class AsksReaders(Protocol):
    """A model that also asks readers who are somewhere else: they see a draft only when all other promises hold on it."""

    def violations_by_readers(self, release: Release) -> list[Violation]:
        """Every place where the release breaks the promise, by what these readers say."""


@runtime_checkable
class HasNaiveReader(Protocol):
    """A model with a second opinion on releases that shares neither reading nor counting with `plan` and `violations`."""

    def naive_violations(self, release: Release) -> list[Violation]:
        """What the naive reader finds; on a sound release nothing."""


@runtime_checkable
class FindsInGaps(Protocol):
    """A model whose detectors find things in a release that are there because of a gap alone, and break no promise."""

    def arising(self, release: Release) -> list[Violation]:
        """These places of the released text."""


@runtime_checkable
class ReadsDates(Protocol):
    """A model that reads dates, and may have to guess which number is the day."""

    def leaves_dates_open(self, document: Document) -> bool:
        """Whether nothing in the document or the policy tells how its dates are meant."""


@runtime_checkable
class PlansAroundPlaces(Protocol):
    """A model that can leave places as they are and give up something else for them."""

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """Decisions for the released text that change none of these places of it."""


@runtime_checkable
class GivesHints(Protocol):
    """A model that remembers what it found out about a document, so that questions are answered at once."""

    def hints(self, document: Document) -> Hints:
        """What is known of a document: reasons and alternatives of its terms."""


@runtime_checkable
class LeavesDocumentsOut(Protocol):
    """A model that counts documents, and can leave some of them out of its counts."""

    def excluding(self, *documents: Document) -> Self:
        """The same model with these documents left out of the counts, in case its corpus holds them itself."""


@runtime_checkable
class CountsInCorpus(Protocol):
    """A model that judges by counts of documents."""

    @property
    def corpus(self) -> Corpus:
        """Where it counts."""


@runtime_checkable
class KnowsUnseenWords(Protocol):
    """A model that can say which words it has never seen, so that nothing can be said about them."""

    @property
    def unseen(self) -> Unseen:
        """What becomes of them."""

    def unseen_words(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """These words in a document with their places."""

    def choosing(self, choices: Mapping[str, Choice]) -> Self:
        """The same model with what a person says of single words."""


@runtime_checkable
class ProtectsEntities(Protocol):
    """A model that hides declared entities: not even the name of a column may tell of one."""

    @property
    def protect(self) -> Mapping[str, object]:
        """The entities, and what may be told of each."""


@runtime_checkable
class HasWarnings(Protocol):
    """A model that does what it is told, and says what its user may want to think about again."""

    @property
    def warnings(self) -> Sequence[str]:
        """One sentence each; none quotes a document."""


@runtime_checkable
class RulesGaps(Protocol):
    """A model that says what becomes of the places that it removes, whatever a policy says of the others."""

    @property
    def gaps(self) -> Gaps:
        """Whether they are marked, or closed where their surroundings tell what stood there."""


@runtime_checkable
class InventsSiblings(Protocol):
    """A model that can name something else where a thing was removed, for policies that allow invented content."""

    def sibling(self, words: str, *, seed: str) -> str | None:
        """A dictionary form that could stand there as well, the same for the same seed; None where it has none."""


@runtime_checkable
class UsesDetectors(Protocol):
    """A model made of detectors: of what they find, nothing may be left."""

    @property
    def detectors(self) -> Sequence[Detector]:
        """What finds the places that must go."""


INVENTED = "invented"
"""The key of a decision's evidence that says that what it writes is not true of the original."""


def fill_gaps(
    document: Document, decisions: Sequence[Decision], models: Sequence[PrivacyModel]
) -> tuple[Decision, ...]:
    """The decisions with invented words where a model removed something and knows a sibling of it; each is marked.

    The choice depends on the original, which no reader of the release has: nobody can tell it from the sibling.
    """
    inventing = {model.promise.model: model for model in models if isinstance(model, InventsSiblings)}
    filled = []
    for each in decisions:
        model = inventing.get(each.model)
        removed = each.becomes is None and each.stand_in is None
        words = sorted({span.of(document.text) for span in each.spans}) if removed else []
        alike = len({word.casefold() for word in words}) == 1 and all(
            is_used_as_noun(document.text, span) for span in each.spans
        )
        sibling = model.sibling(words[0], seed=document.fingerprint) if model and alike else None
        filled.append(
            replace(each, becomes=sibling, evidence={**each.evidence, INVENTED: True}) if sibling else each
        )
    return tuple(filled)


def is_invented(decision: Decision) -> bool:
    """Whether a decision writes what is not true of the original."""
    return bool(decision.evidence.get(INVENTED))


Made = TypeVar("Made")


def reduce_to_settings(model: DataclassInstance) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What `__reduce__` of a frozen dataclass may answer: its class and the fields that it was made with."""
    settings = {each.name: getattr(model, each.name) for each in fields(model) if each.init}
    return _make_again, (type(model), settings)


def _make_again(made: Callable[..., Made], settings: Mapping[str, Any]) -> Made:
    return made(**settings)
