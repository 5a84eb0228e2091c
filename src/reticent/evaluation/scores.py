"""How much of what people marked is masked, and how much of what is masked they marked.

After the definitions of the Text Anonymization Benchmark (Pilán et al. 2022, section 4): a word or a mention is masked
when all its characters are, leaving out punctuation, determiners, prepositions and titles such as Mr; an entity counts
only when every mention of it that must go is masked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.annotated import is_annotated
from reticent.formats.json_values import parse, read_lines, to_python
from reticent.formats.labels import Place, read_marks
from reticent.formats.masks import read_masks
from reticent.formats.plain import decode
from reticent.formats.registry import read_annotated_file, read_bytes
from reticent.text import Span

_IDENTIFIERS = ("DIRECT", "QUASI", "NO_MASK")
_HIDDEN = frozenset({"DIRECT", "QUASI"})


@dataclass(frozen=True, slots=True)
class GoldEntity:
    """A person or thing and its mentions; `hidden` tells for each of them whether it must be masked."""

    kind: str
    mentions: tuple[Span, ...]
    hidden: tuple[bool, ...]
    direct: bool = False

    @property
    def to_mask(self) -> bool:
        """Whether any mention of it must be masked."""
        return any(self.hidden)


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text with the entities that one reader marked in it, and what is public about its person where a benchmark says so."""

    id: str
    text: str = field(repr=False)
    entities: tuple[GoldEntity, ...] = ()
    public: str = field(default="", repr=False)


def read_gold(path: Path) -> list[GoldDocument]:
    """The documents of a benchmark file, JSON or one JSON object per line; one for each annotator of a document.

    A file of i2b2 (`.xml`) or brat (`.ann`, with its text beside it) is one document, a folder all of them that it holds.
    """
    if path.is_dir():
        files = sorted(each for each in path.rglob("*") if is_annotated(each.name))
        if not files:
            raise DocumentError(
                f"'{path}' holds no file of i2b2 (.xml) or brat (.ann): name a benchmark file"
            )
        return list(map(_read_annotated, files))
    if is_annotated(path.name):
        return [_read_annotated(path)]
    text = decode(read_bytes(str(path)), f"'{path}'")
    if text.lstrip()[:1] == "[":
        cases = list(to_python(parse(text, f"'{path}'")))
    else:
        cases = [case for _, case in read_lines(str(path), text.encode().split(b"\n"))]
    return [
        document
        for number, case in enumerate(cases)
        for document in _read_documents(case, f"'{path}', document {number}", str(number))
    ]


def _read_annotated(path: Path) -> GoldDocument:
    """One document, in which the same words of the same kind are one entity; all that is marked must go."""
    found = read_annotated_file(path)
    marks = [
        Place(Span(each.start, each.end), each.kind, f"{each.kind} {each.words.casefold()}", "QUASI")
        for each in found.places
    ]
    return _gold(found.name, found.text, marks)


def _read_documents(case: Any, where: str, number: str) -> Iterator[GoldDocument]:
    """A document of the benchmark, in its own form (`annotations`) or one annotator's (`entities`), or a biography."""
    members = case if isinstance(case, dict) else {}
    name = str(members.get("doc_id") or members.get("name") or number)
    match case:
        case {"text": str(text), "human_masks": list(masks)}:
            places = read_marks(masks, len(text), where).places  # nobody says what these are
            marks = [Place(each.span, "ANY", str(at), "QUASI") for at, each in enumerate(places)]
            yield replace(_gold(name, text, marks), public=str(case.get("public_text") or ""))
        case {"text": str(text), "entities": list(entities)}:
            yield _gold(name, text, _read_mentions(entities, text, where))
        case {"text": str(text), "annotations": dict(annotators)}:
            for each in annotators.values():
                mentions = each.get("entity_mentions") if isinstance(each, dict) else None
                yield _gold(name, text, _read_mentions(mentions, text, where))
        case _:
            raise DocumentError(
                f"{where} has no 'text' with 'annotations', 'entities' or 'human_masks': give a benchmark file"
            )


def _read_mentions(value: Any, text: str, where: str) -> list[Place]:
    places = list(read_marks(value, len(text), where).places)
    if any(
        place.entity is None or place.identifier not in _IDENTIFIERS or not place.span for place in places
    ):
        raise DocumentError(
            f"{where}: a mention has no place, no entity_id or no identifier_type of {', '.join(_IDENTIFIERS)}: add it"
        )
    return places


def _gold(name: str, text: str, places: Iterable[Place]) -> GoldDocument:
    groups: dict[str | None, list[Place]] = {}
    for place in places:
        groups.setdefault(place.entity, []).append(place)
    return GoldDocument(name, text, tuple(map(_entity, groups.values())))


def _entity(places: Sequence[Place]) -> GoldEntity:
    return GoldEntity(
        places[0].kind or "",
        tuple(place.span for place in places),
        tuple(place.identifier in _HIDDEN for place in places),
        any(place.identifier == "DIRECT" for place in places),
    )


def as_maskings(gold: Iterable[GoldDocument]) -> Mapping[str, tuple[Span, ...]]:
    """What the readers themselves masked, as a masking."""
    return {
        document.id: tuple(
            span
            for entity in document.entities
            for span, hidden in zip(entity.mentions, entity.hidden, strict=True)
            if hidden
        )
        for document in gold
    }


Masking = Mapping[str, tuple[Span, ...]]
"""The masked places of each document by its id."""


def read_maskings(path: Path) -> Masking:
    """The masking in a file of masks; what a tool put at a place is left aside."""
    masks = read_masks(read_bytes(str(path)), str(path))
    return {document: tuple(mask.span for mask in each) for document, each in masks.items()}


_WORD = re.compile(r"\w+")
_EMPTY = re.compile(
    r"\b(?:mr|mrs|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|on|over|since|with"
    r"|the|a|an|no|nr|['’]s)\b|['’]s\b|[^\w\s]|_|\s",
    re.IGNORECASE,
)
"""What a mention may leave unmasked: it tells nothing, and readers differ about including it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many out of so many."""

    hits: int = 0
    total: int = 0

    @property
    def value(self) -> float:
        """The share, 1 where there was nothing to find."""
        return self.hits / self.total if self.total else 1.0

    def figures(self) -> dict[str, float]:
        """The same as plain values for JSON, the share rounded to four places."""
        return {"value": round(self.value, 4), "hits": self.hits, "total": self.total}

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.hits + other.hits, self.total + other.total)


def f1(precision: Rate, recall: Rate) -> float:
    """The harmonic mean of the two shares."""
    total = precision.value + recall.value
    return 2 * precision.value * recall.value / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Scores:
    """How a masking did; the recall of tokens, mentions and entities is also given by kind."""

    precision: Rate
    tokens: Rate
    mentions: Rate
    direct: Rate
    quasi: Rate
    tokens_by_kind: Mapping[str, Rate]
    mentions_by_kind: Mapping[str, Rate]

    @property
    def f1(self) -> float:
        """The harmonic mean of token precision and token recall."""
        return f1(self.precision, self.tokens)

    def figures(self) -> dict[str, object]:
        """The same as plain values for JSON, rounded to four places."""
        return {
            "f1": round(self.f1, 4),
            "token precision": self.precision.figures(),
            "token recall": self.tokens.figures(),
            "mention recall": self.mentions.figures(),
            "entity recall, direct": self.direct.figures(),
            "entity recall, quasi": self.quasi.figures(),
            "token recall by kind": {kind: rate.figures() for kind, rate in self.tokens_by_kind.items()},
            "mention recall by kind": {kind: rate.figures() for kind, rate in self.mentions_by_kind.items()},
        }


def score(gold: Iterable[GoldDocument], masking: Masking) -> Scores:
    """How `masking` did on all documents of `gold`; a document that it leaves out is masked nowhere."""
    gold = list(gold)
    unknown = sorted(set(masking) - {document.id for document in gold})
    if unknown:
        raise DocumentError(f"the masking speaks of a document that the benchmark doesn't have: {unknown[0]}")
    rates: dict[tuple[str, str], Rate] = defaultdict(Rate)
    for document in gold:
        for key, rate in _judge_document(document, masking.get(document.id, ())):
            rates[key] += rate
    kinds = sorted({kind for name, kind in rates if name == "token"})
    return Scores(
        precision=rates["precision", ""],
        tokens=_total(rates, "token"),
        mentions=_total(rates, "mention"),
        direct=rates["entity", "direct"],
        quasi=rates["entity", "quasi"],
        tokens_by_kind={kind: rates["token", kind] for kind in kinds},
        mentions_by_kind={kind: rates["mention", kind] for kind in kinds},
    )


def _total(rates: Mapping[tuple[str, str], Rate], name: str) -> Rate:
    return sum((rate for (each, _), rate in rates.items() if each == name), Rate())


def _judge_document(document: GoldDocument, masked: Iterable[Span]) -> Iterator[tuple[tuple[str, str], Rate]]:
    covered = _mark_covered(masked, len(document.text))
    for entity in document.entities:
        if entity.to_mask:
            yield from _rate_entity(document.text, entity, covered)
    hidden = bytearray(len(document.text))
    to_hide = (
        span
        for entity in document.entities
        for span, goes in zip(entity.mentions, entity.hidden, strict=True)
        if goes
    )
    for number, span in enumerate(to_hide, start=1):
        hidden[span.start : span.end] = bytes([1 + number % 255]) * len(span)
    yield ("precision", ""), _precision(document.text, covered, hidden)


def _rate_entity(text: str, entity: GoldEntity, covered: bytearray) -> Iterator[tuple[tuple[str, str], Rate]]:
    whole = True
    for span, hidden in zip(entity.mentions, entity.hidden, strict=True):
        gone = _is_masked(text, span, covered)
        whole &= gone or not hidden
        words = [Span(*word.span()) for word in _WORD.finditer(text, span.start, span.end)]
        yield ("mention", entity.kind), Rate(gone, 1)
        yield ("token", entity.kind), Rate(sum(_is_masked(text, word, covered) for word in words), len(words))
    yield ("entity", "direct" if entity.direct else "quasi"), Rate(whole, 1)


def _precision(text: str, covered: bytearray, hidden: bytearray) -> Rate:
    """Of the words under a mask, cut where the mask ends, those that lie in one mention that must go."""
    hits = total = 0
    for mask in re.finditer(rb"\x01+", covered):
        for word in _WORD.finditer(text, mask.start(), mask.end()):
            part = hidden[word.start() : word.end()]
            total += 1
            hits += part[0] != 0 and part.count(part[0]) == len(part)
    return Rate(hits, total)


def _mark_covered(spans: Iterable[Span], size: int) -> bytearray:
    covered = bytearray(size)
    for span in spans:
        if span.end > size:
            raise DocumentError(
                "a masked place lies outside its document: check that both are of the same text"
            )
        covered[span.start : span.end] = b"\1" * len(span)
    return covered


def _is_masked(text: str, span: Span, covered: bytearray) -> bool:
    part = bytearray(covered[span.start : span.end])
    if 0 not in part:
        return True
    for empty in _EMPTY.finditer(text, span.start, span.end):
        part[empty.start() - span.start : empty.end() - span.start] = b"\1" * len(empty[0])
    return 0 not in part
