"""The words that every part speaks: decisions make a plan, a plan makes edits, edits make a release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar

from reticent.errors import PlanError
from reticent.text import Document, Mention, Span
from reticent.text.showing import Mark, Shown, show_text

NAMES_SHOWN = "Protected names: "
"""How the sentence of a promise begins that shows some of its names."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a model guarantees of a release, and the declared knowledge that it holds relative to.

    A statement may name what is protected; `public` says the same without it, where the statement can't be published.
    `names` are all names under which each entity is protected, where entities are. `summary` says it in one line, for
    whoever does not ask for more; it may name what is protected, and nothing is judged by it.
    """

    model: str
    statement: str
    relative_to: Mapping[str, str] = field(default_factory=dict)
    public: str = ""
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    summary: str = field(default="", compare=False)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @property
    def in_one_line(self) -> str:
        """The summary, or the whole statement where a model has none."""
        return self.summary or self.statement


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one term, at all its places alike.

    `becomes` is a more general term in its dictionary form (rendering gives it case, number and article), or None
    for a placeholder named after `kind`, or one that holds `stand_in`, which a vault gave. `reason` is a sentence for
    the reader of the plan and never quotes the document; `evidence` may, because a plan is kept like the original.
    `what` are the words at each place, where somebody noted them: a person finds a decision by its words, and
    `place_plan` finds lost places by them.
    """

    spans: tuple[Span, ...]
    kind: str
    becomes: str | None = field(default=None, repr=False)
    reason: str = ""
    model: str = ""
    entity: int | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict, repr=False)
    what: tuple[str, ...] = field(default=(), repr=False, compare=False)
    stand_in: str | None = field(default=None, repr=False)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class DeclaredException:
    """Places that stay although a promise forbids them, because a person says so; `reason` is that person's.

    `by` names the person, `what` are the words at each place, as in a decision.
    """

    spans: tuple[Span, ...]
    reason: str = ""
    by: str = ""
    what: tuple[str, ...] = field(default=(), repr=False, compare=False)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Keep:
    """Places that a person wants to stay: planning gives up something else, and the audit judges as always."""

    spans: tuple[Span, ...]
    what: tuple[str, ...] = field(default=(), repr=False, compare=False)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is to change in one document, as data that people can read, change and carry out."""

    document: str
    fingerprint: str
    decisions: tuple[Decision, ...] = ()
    promises: tuple[Promise, ...] = ()
    exceptions: tuple[DeclaredException, ...] = ()
    keep: tuple[Keep, ...] = ()

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @classmethod
    def for_document(
        cls, document: Document, decisions: tuple[Decision, ...] = (), promises: tuple[Promise, ...] = ()
    ) -> Plan:
        """A plan that names `document` and can be carried out on it alone."""
        ordered = tuple(sorted(decisions, key=lambda decision: decision.spans))
        return cls(document.id, document.fingerprint, ordered, promises)

    def show(self, document: Document) -> Shown:
        """The original for a notebook, with every place that is to change and what would stand there; a PlanError for another
        document."""
        if document.fingerprint != self.fingerprint:
            raise PlanError(
                f"the plan is for another text than '{document.id}': show it with the one it was made for"
            )
        marks = [
            Mark(span, "gone", f"{each.kind}: {each.reason}", each.becomes or each.stand_in or each.kind)
            for each in self.decisions
            for span in each.spans
        ]
        return show_text(document.text, marks)

    @property
    def kept_places(self) -> tuple[Span, ...]:
        """All places that planning must leave as they are, in order; what is excepted from a promise stays too."""
        placed: tuple[Keep | DeclaredException, ...] = (*self.keep, *self.exceptions)
        return tuple(sorted({span for each in placed for span in each.spans}))


@dataclass(frozen=True, slots=True)
class Edit:
    """One stretch of the original and what stands there afterwards; `decision` is its index in the plan."""

    span: Span
    text: str = field(repr=False)
    decision: int
    placeholder: bool = False


@dataclass(frozen=True, slots=True)
class Release:
    """Both texts and what lies between them: all that a promise may speak of."""

    original: Document
    released: Document
    edits: tuple[Edit, ...] = ()
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """A place in the released text that breaks a promise, alone or as the first of a group; `reason` never quotes the text.

    `group` are the terms of a group and `members` the places of each of them; a place alone has neither. `about` is what
    they tell of. `evidence` holds the figures. `supersets` counts larger groups that hold this one and tell of the same.
    `undecided` are places that nothing can be said about: whether they stay is for a person to say.
    """

    model: str
    span: Span
    kind: str
    reason: str
    group: tuple[str, ...] = field(default=(), repr=False)
    members: tuple[tuple[Span, ...], ...] = ()
    about: str = field(default="", repr=False)
    evidence: Mapping[str, float] = field(default_factory=dict, compare=False)
    supersets: int = field(default=0, compare=False)
    undecided: bool = False

    @property
    def places(self) -> tuple[Span, ...]:
        """All places of the group, in order; the one place where there is no group."""
        return tuple(sorted({span for member in self.members for span in member})) or (self.span,)


_Key = tuple[str, str, frozenset[str]]


def keep_smallest(violations: Iterable[Violation]) -> list[Violation]:
    """The violations without groups around a smaller one that tells of the same; each counts those around it.

    What has no group stays. Smaller groups come first, otherwise the order is kept.

    >>> from reticent.text import Span
    >>> pair = Violation("m", Span(0, 1), "K", "", group=("a", "b"))
    >>> [(each.group, each.supersets) for each in keep_smallest([pair, replace(pair, group=("a",))])]
    [(('a',), 1)]
    """
    smallest: set[_Key] = set()
    around: Counter[_Key] = Counter()
    left: list[Violation] = []
    for each in sorted(violations, key=lambda violation: len(violation.group)):
        inside = [key for key in _smaller(each) if key in smallest]
        around.update(inside)
        if not inside:
            left.append(each)
            smallest.add(_key(each, each.group))
    return [replace(each, supersets=around[_key(each, each.group)]) if each.group else each for each in left]


def _key(violation: Violation, group: Iterable[str]) -> _Key:
    return violation.model, violation.about, frozenset(group)


def _smaller(violation: Violation) -> Iterator[_Key]:
    """The keys of all groups inside a group."""
    for size in range(1, len(violation.group)):
        for part in combinations(violation.group, size):
            yield _key(violation, part)
