"""What every privacy model offers: a promise, a way to reach it, and a check written from its definition.

`PrivacyModel` is the least that a model needs. `CompleteModel` is the base class of ours, and of anybody's who wants more:
it has every further capability, each with a safe default, so that whoever uses a model simply asks. `complete_model` makes
one of any model at the door.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from reticent.detection.detector import DEFAULT_READ, Detector
from reticent.errors import InputError
from reticent.files.extensions import find_misspelt
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.gaps import Gaps
from reticent.rendering.grammar import is_used_as_noun
from reticent.rendering.tracing import mentions_left
from reticent.text import Document, Mention, Span

if TYPE_CHECKING:
    from reticent.knowledge import Corpus
    from reticent.knowledge.taxonomy import Taxonomy

Needs = Literal["released", "both", "reader"]
"""What a check must be given: the released text alone, the original too, or a reader who may answer otherwise next time."""

Unseen = Literal["ask", "keep", "remove", "refuse"]
"""What becomes of a word that the corpus has never seen; where nobody can be asked, it goes unless there are too many."""

Choice = Literal["keep", "remove"]
"""What a person says of a single word that the corpus has never seen."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A smallest group of terms that tells too much, with what it tells of and the figures; `sentence` quotes nothing."""

    group: tuple[str, ...] = field(repr=False)
    about: str = field(repr=False)
    sentence: str
    evidence: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rung:
    """Something that a term can become, and the bits that it then tells.

    `becomes` is a dictionary form, None for a placeholder; `text` is what a person is shown; `spans` are the places that it
    takes, which are a part of the term's where some of its words stay. `reasons` are the groups that it would complete: it
    leaks if there are any. `kind` is that of a placeholder which says what stood there.
    """

    becomes: str | None = field(repr=False)
    text: str = field(repr=False)
    bits: float
    spans: tuple[Span, ...]
    reasons: tuple[Reason, ...] = ()
    kind: str = ""

    @property
    def leaks(self) -> bool:
        """Whether the audit would most likely find a violation."""
        return bool(self.reasons)


class Prospect(Protocol):
    """What a document would tell if some decisions, and no others, were carried out."""

    def reasons(self, spans: Sequence[Span]) -> list[Reason]:
        """All smallest groups that the terms at these places would complete if they stood."""

    def alternatives(self, spans: Sequence[Span]) -> list[Rung]:
        """What the term at these places could become, the most informative first."""


class ModelHints(Protocol):
    """What a model found out about a document while it planned, kept for questions: it warns, and promises nothing."""

    def after(self, decisions: Sequence[Decision]) -> Prospect:
        """What can be said once these decisions are carried out."""

    def bits(self, spans: Sequence[Span]) -> float:
        """How much the terms at these places tell."""

    def loss(self, decisions: Sequence[Decision]) -> float:
        """The bits that decisions lose: what their terms tell, less what stands there afterwards."""


class PrivacyModel(Protocol):
    """A promise about released texts; `violations` shares no search code with `plan`."""

    __slots__ = ()

    @property
    @abstractmethod
    def promise(self) -> Promise:
        """What holds of every release, and relative to what."""

    @property
    @abstractmethod
    def kinds(self) -> frozenset[str]:
        """All kinds that a placeholder of its own may name."""

    @property
    @abstractmethod
    def needs(self) -> Needs:
        """Whether the promise speaks of the released text alone, or of both texts.

        Under "released", a release whose original is the released text itself is judged as well as the true one.
        """

    @abstractmethod
    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions that make the promise hold; `mentions` are places that somebody else points at."""

    @abstractmethod
    def violations(self, release: Release) -> list[Violation]:
        """Every place where the release breaks the promise, by its definition."""


class CompleteModel(PrivacyModel, ABC):
    """A privacy model with every capability; those that a class leaves out have a safe default.

    A class with a public member that looks like a misspelt capability is refused when it is made; `_own_names` lists the
    members that merely look like one. A field that has no default and the name of a capability is written `= field()`.
    """

    __slots__ = ()
    _own_names: ClassVar[frozenset[str]] = frozenset()

    @property
    def counts_marks(self) -> bool:
        """Whether its promise holds whatever typed marks such as [DRUG 1] stand in a release: they count, or it is not about words.

        By default they are nobody's words to it, and it can't be combined with a model that writes them.
        """
        return False

    def __init_subclass__(cls) -> None:
        if wrong := _find_misspelt(cls):
            raise TypeError(wrong)

    def plan_further(self, release: Release) -> Plan:
        """Decisions for the released text, after whatever other models made of the original.

        By default those for a document that begins as the released text; a model whose promise depends on what stood in the
        original needs its own.
        """
        return self.plan(release.released, mentions_left(release))

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """The same, with something else given up for these places of the released text, which a person wants to stay.

        By default nothing else is: decisions about such places are not carried out, and the audit says what that breaks.
        """
        return self.plan_further(release)

    def violations_by_readers(self, release: Release) -> list[Violation]:
        """What readers find who are somewhere else: they see a draft only when all other promises hold on it."""
        return []

    def naive_violations(self, release: Release) -> list[Violation]:
        """What a second reader finds that shares neither reading nor counting with `plan` and `violations`."""
        return []

    def arising(self, release: Release) -> list[Violation]:
        """What its detectors find in the released text because of a gap alone, which breaks no promise."""
        return []

    def leaves_dates_open(self, document: Document) -> bool:
        """Whether it reads dates, and nothing in the document or the policy tells which number is the day."""
        return False

    def tell_asked(self, original: Document) -> str:
        """What readers who had to be asked about a document answered on the way to its release; empty without any."""
        return ""

    def hints(self, document: Document) -> ModelHints | None:
        """Reasons and alternatives of a document's terms, for questions in a review; None where it has none."""
        return None

    @property
    def languages(self) -> frozenset[str]:
        """The codes of the languages that it reads, or `any`."""
        return DEFAULT_READ

    @property
    def detectors(self) -> Sequence[Detector]:
        """What finds places that must go: of what they find, nothing may be left."""
        return ()

    @property
    def takes_findings(self) -> bool:
        """Whether what detectors find and people point at is its own to remove, and then the whole of it."""
        return bool(self.detectors)

    @property
    def own_kinds(self) -> frozenset[str]:
        """The kinds of what it removes by itself and not because a detector found it: such a gap may be closed.

        What a detector found has a name of its own, which says what it is.
        """
        return self.kinds.difference(*(detector.kinds for detector in self.detectors))

    @property
    def gives_back(self) -> bool:
        """Whether its single decisions may be taken back after the last round, where no check needs them any longer.

        By default not: what it promises may rest on more than its check sees.
        """
        return False

    @property
    def gaps(self) -> Gaps | None:
        """Whether the places that it removes are marked or closed; None where the policy says so."""
        return None

    def sibling(self, words: str, *, seed: str) -> str | None:
        """A dictionary form that could stand where words were removed, the same for the same seed; None where it has none."""
        return None

    @property
    def protect(self) -> Mapping[str, object]:
        """The entities that it hides, and what may be disclosed of each: not even the name of a column may tell of one."""
        return {}

    @property
    def aliases(self) -> Mapping[str, Sequence[str]]:
        """Further names of what it hides."""
        return {}

    @property
    def taxonomy(self) -> Taxonomy | None:
        """What it knows of kinds of things; None where it asks nobody."""
        return None

    @property
    def corpus(self) -> Corpus | None:
        """Where it counts documents; None where it counts none."""
        return None

    def without_documents(self, *documents: Document) -> Self:
        """The same model with these documents left out of its counts, in case its corpus holds them itself."""
        if self.corpus is not None:
            raise InputError(f"the model {self.promise.model} can't leave documents out of its counts")
        return self

    @property
    def unseen(self) -> Unseen:
        """What becomes of words that it has never seen."""
        return "keep"

    def asking(self) -> Self:
        """The same model for a door at which a person decides about words that it has never seen."""
        return self

    def unseen_words(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words of a document that it has never seen, so that nothing can be said about them, with their places."""
        return {}

    def with_choices(self, choices: Mapping[str, Choice]) -> Self:
        """The same model with what a person says of single words that it has never seen."""
        return self

    @property
    def warnings(self) -> Sequence[str]:
        """What its user may want to think about again, one sentence each; none quotes a document."""
        return ()


CAPABILITIES = frozenset(name for name in vars(CompleteModel) if not name.startswith("_"))
"""What a model may have besides the least."""

_RENAMED = {"choosing": "with_choices", "excluding": "without_documents"}
"""What capabilities were called up to 0.3.0."""


def complete_model(model: PrivacyModel) -> CompleteModel:
    """The model with a safe default for each capability that it lacks; an InputError where one is misspelt or renamed."""
    if isinstance(model, CompleteModel):
        return model
    if wrong := _find_misspelt(type(model)):
        raise InputError(wrong)
    return _Completed(model)


def complete_models(models: Sequence[PrivacyModel]) -> tuple[CompleteModel, ...]:
    """What `complete_model` makes of each."""
    return tuple(map(complete_model, models))


def _find_misspelt(made: type) -> str | None:
    return find_misspelt(made, CompleteModel, CAPABILITIES, what="a privacy model", renamed=_RENAMED)


@dataclass(frozen=True, slots=True)
class _Completed(CompleteModel):
    """Somebody's model, with the defaults of the base class where it has nothing of its own."""

    model: PrivacyModel

    def __getattribute__(self, name: str) -> Any:
        if name not in CAPABILITIES:
            return object.__getattribute__(self, name)
        own = getattr(self.model, name, None)
        if own is None:
            return object.__getattribute__(self, name)
        if name in ("with_choices", "without_documents", "asking"):
            return lambda *given: complete_model(own(*given))
        return own

    @property
    def promise(self) -> Promise:
        return self.model.promise

    @property
    def kinds(self) -> frozenset[str]:
        return self.model.kinds

    @property
    def needs(self) -> Needs:
        return self.model.needs

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return self.model.plan(document, mentions)

    def violations(self, release: Release) -> list[Violation]:
        return self.model.violations(release)


INVENTED = "invented"
"""The key of a decision's evidence that says that what it writes is not true of the original."""


def fill_gaps(
    document: Document, decisions: Sequence[Decision], models: Sequence[CompleteModel]
) -> tuple[Decision, ...]:
    """The decisions with invented words where a model removed something and knows a sibling of it; each is marked.

    The choice depends on the original, which no reader of the release has: nobody can tell it from the sibling.
    """
    by_name = {model.promise.model: model for model in models}
    filled = []
    for each in decisions:
        model = by_name.get(each.model)
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
