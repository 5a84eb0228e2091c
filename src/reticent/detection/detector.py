"""What finds places worth looking at: the least that a detector needs, what it may do besides, and several as one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count
from typing import Any, ClassVar, Protocol

from reticent.errors import InputError, PolicyError
from reticent.files.extensions import find_misspelt
from reticent.kinds import find_kind
from reticent.language.registry import ANY, DEFAULT_CODE
from reticent.text import Document, Mention, Span


class Detector(Protocol):
    """Anything that points at places in a document."""

    __slots__ = ()

    @property
    @abstractmethod
    def kinds(self) -> frozenset[str]:
        """All the kinds that it may report."""

    @property
    @abstractmethod
    def declared(self) -> Mapping[str, str]:
        """What it knows, each with a hash, so that a promise can name it: `{"patterns": "sha256:…"}`."""

    @abstractmethod
    def mentions(self, document: Document) -> Sequence[Mention]:
        """The places it points at; none lies in a placeholder, and no reason quotes the text."""


EVERY_LANGUAGE = frozenset({ANY})
DEFAULT_READ = frozenset({DEFAULT_CODE})
"""What a detector or a model reads that doesn't say so."""


class CompleteDetector(Detector, ABC):
    """A detector with every capability; those that a class leaves out have a safe default.

    A class with a public member that looks like a misspelt capability is refused when it is made; `_own_names` lists the
    members that merely look like one.
    """

    __slots__ = ()
    _own_names: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        if wrong := _find_misspelt(cls):
            raise TypeError(wrong)

    @property
    def languages(self) -> frozenset[str]:
        """The codes of the languages that it reads, or `any`; the default language where it doesn't say."""
        return DEFAULT_READ

    def mentions_of_many(self, documents: Sequence[Document]) -> list[Sequence[Mention]] | None:
        """For each document what `mentions` gives for it, kept for when that is asked; None where it reads one by one."""
        return None

    def doubtful(self, document: Document) -> frozenset[str]:
        """Of the strings that it finds in a document, those that it is certain of at none of their places.

        What was removed once is looked for in the whole release, except for these: each of their places counts by itself.
        """
        return frozenset()

    @property
    def words(self) -> Iterable[str]:
        """The entries of a detector that is a list of words and phrases, for a second reader."""
        return ()


CAPABILITIES = frozenset(name for name in vars(CompleteDetector) if not name.startswith("_"))
"""What a detector may have besides its kinds, declarations and mentions."""


def complete_detector(detector: Detector) -> CompleteDetector:
    """The detector with a safe default for each capability that it lacks; an InputError where one is misspelt."""
    if isinstance(detector, CompleteDetector):
        return detector
    if wrong := _find_misspelt(type(detector)):
        raise InputError(wrong)
    return _Completed(detector)


def _find_misspelt(made: type) -> str | None:
    return find_misspelt(made, CompleteDetector, CAPABILITIES, what="a detector")


@dataclass(frozen=True, slots=True)
class _Completed(CompleteDetector):
    """Somebody's detector, with the defaults of the base class where it has nothing of its own."""

    detector: Detector

    def __getattribute__(self, name: str) -> Any:
        own = getattr(self.detector, name, None) if name in CAPABILITIES else None
        return object.__getattribute__(self, name) if own is None else own

    @property
    def kinds(self) -> frozenset[str]:
        return self.detector.kinds

    @property
    def declared(self) -> Mapping[str, str]:
        return self.detector.declared

    def mentions(self, document: Document) -> Sequence[Mention]:
        return self.detector.mentions(document)


def languages_read(detectors: Iterable[Detector]) -> frozenset[str]:
    """The languages that detectors read together."""
    return join_languages(complete_detector(each).languages for each in detectors)


def join_languages(languages: Iterable[frozenset[str]]) -> frozenset[str]:
    """The languages that several parts read together: those of all that don't read every language.

    What has a form, such as a number or a word of a list, is found in every language; a name is not.
    """
    bound = [each for each in languages if ANY not in each]
    return frozenset().union(*bound) if bound else EVERY_LANGUAGE


def require_kinds(asked: Collection[str] | None, known: Collection[str]) -> None:
    """Raise a PolicyError unless a detector knows all kinds that are asked for."""
    unknown = sorted(set(asked or ()) - set(known))
    if unknown:
        raise PolicyError(f"the detector knows no kind {unknown[0]}: use one of {', '.join(sorted(known))}")


def read_ahead(detectors: Iterable[Detector], documents: Sequence[Document]) -> None:
    """Let the detectors that can read these documents together do so, before each is asked about each."""
    for detector in detectors:
        complete_detector(detector).mentions_of_many(documents)


def declare_all(detectors: Iterable[Detector]) -> dict[str, str]:
    """Everything that these detectors declare; a name that comes again with another hash is numbered.

    Two word lists of one kind are both in it, so that a promise loses neither.
    """
    known: dict[str, str] = {}
    for name, value in (item for detector in detectors for item in detector.declared.items()):
        number, free = 1, name
        while known.get(free, value) != value:
            number += 1
            free = f"{name} {number}"
        known[free] = value
    return known


_FORM = "pattern "
"""How the reasons of patterns begin: a form with its check digits tells more than a guess about the same words."""


BY_HEADER = "the header of its column says so"
"""The reason of a cell that is what the header of its column says: that tells its kind better than its words do."""


def settle(mentions: Iterable[Mention]) -> list[Mention]:
    """The same places as disjoint mentions in order: those that overlap become one.

    The longest gives its kind, score, reason and entity; among equals one of the kind that a header says, then one whose
    kind says more ("EMAIL" more than "CONTACT"), then what a pattern found, then the likelier, then the earlier, then the first by the name of its kind. The one covers all that they covered, so no character that some detector pointed at is ever
    left out. Mentions that only touch stay apart.

    >>> [m.kind for m in settle([Mention(Span(0, 4), "A"), Mention(Span(2, 9), "B"), Mention(Span(9, 11), "C")])]
    ['B', 'C']
    """
    settled: list[Mention] = []
    cluster: list[Mention] = []
    end = -1
    for mention in sorted((m for m in mentions if m.span), key=_place):
        if cluster and mention.span.start >= end:
            settled.append(_winner(cluster, end))
            cluster = []
        cluster.append(mention)
        end = max(end, mention.span.end)
    return [*settled, _winner(cluster, end)] if cluster else settled


def agree_on_entities(
    first: Sequence[Mention], second: Sequence[Mention], *, above: int = -1
) -> list[Mention]:
    """The second reading of a text with entities that agree with the first: who stands at the same place is the same.

    Everybody else gets a number `above` this one that the first reading has not given, so that no two share one.

    >>> ann, bob = Mention(Span(0, 3), "PERSON", entity=1), Mention(Span(4, 7), "PERSON", entity=1)
    >>> [each.entity for each in agree_on_entities([ann], [bob])]
    [2]
    """
    if not second:
        return []
    ordered = sorted(first, key=_place)
    reach = list(accumulate((each.span.end for each in ordered), max))
    numbers: dict[int | None, int | None] = {None: None}
    for mention in second:
        first_met = bisect_right(reach, mention.span.start)
        for at in range(first_met, bisect_left(ordered, mention.span.end, key=lambda each: each.span.start)):
            other = ordered[at]
            if other.kind == mention.kind and other.entity is not None and other.span.overlaps(mention.span):
                numbers.setdefault(mention.entity, other.entity)
    fresh = count(1 + max([above, *(each.entity for each in first if each.entity is not None)]))
    for mention in second:
        if mention.entity not in numbers:
            numbers[mention.entity] = next(fresh)
    return [replace(each, entity=numbers[each.entity]) for each in second]


def outside(mentions: Iterable[Mention], placeholders: Sequence[Span]) -> list[Mention]:
    """The mentions without what lies in placeholders: of one that reaches into them, the words around them are left.

    >>> [m.span for m in outside([Mention(Span(0, 9), "A")], [Span(3, 6)])]
    [Span(start=0, end=3), Span(start=6, end=9)]
    """
    return [
        mention if piece == mention.span else replace(mention, span=piece)
        for mention in mentions
        for piece in _around(mention.span, placeholders)
    ]


def with_words(mentions: Iterable[Mention], document: Document) -> list[Mention]:
    """The mentions that hold a letter or a digit."""
    return [mention for mention in mentions if any(map(str.isalnum, mention.span.of(document.text)))]


def _around(span: Span, placeholders: Sequence[Span]) -> Iterator[Span]:
    """The pieces of `span` between placeholders, which are disjoint and in order."""
    start = span.start
    for placeholder in placeholders:
        if placeholder.overlaps(span):
            if start < placeholder.start:
                yield Span(start, placeholder.start)
            start = placeholder.end
    if start < span.end:
        yield Span(start, span.end)


def _winner(cluster: Sequence[Mention], end: int) -> Mention:
    declared = {m.kind for m in cluster if m.reason == BY_HEADER}
    best = min(
        cluster,
        key=lambda m: (
            -len(m.span),
            bool(declared) and m.kind not in declared,
            find_kind(m.kind).general,
            not m.reason.startswith(_FORM),
            -m.score,
            m.span.start,
            m.kind,
            m.reason,
        ),
    )
    whole = Span(cluster[0].span.start, end)
    return best if best.span == whole else replace(best, span=whole)


def _place(mention: Mention) -> tuple[int, int]:
    return mention.span.start, mention.span.end


@dataclass(frozen=True, slots=True)
class Several(CompleteDetector):
    """Several detectors as one, whose mentions are settled."""

    detectors: tuple[Detector, ...]

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that any of them reports."""
        return frozenset().union(*(detector.kinds for detector in self.detectors))

    @property
    def languages(self) -> frozenset[str]:
        """What they read together."""
        return languages_read(self.detectors)

    @property
    def declared(self) -> Mapping[str, str]:
        """What all of them know; a name that comes twice is numbered."""
        return declare_all(self.detectors)

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Everything that any of them finds, disjoint and in order."""
        return settle(mention for detector in self.detectors for mention in detector.mentions(document))


def several(*detectors: Detector) -> Several:
    """One detector that finds what each of `detectors` finds."""
    return Several(detectors)
