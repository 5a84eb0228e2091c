"""What Presidio's services do, under a policy: point at what must go, and put something else there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import re2

from reticent.detection.presidio import Result, from_presidio, kind_of
from reticent.engine.rules import Rules
from reticent.errors import InputError, LanguageError
from reticent.kinds import find_kind
from reticent.plan import Violation
from reticent.rendering.placeholders import write_placeholder
from reticent.text import Document, Mention, Span
from reticent.usecases.apply import plan
from reticent.usecases.audit import audit
from reticent.usecases.presidio_operators import Item, Operator, presidio_kind, put_stand_in
from reticent.usecases.release import InputFile

UNREACHED = "RETICENT_UNREACHED"
"""The kind of a finding over the whole text, when the policy can't be kept by removing places of it."""

EVERY_FLAG = "ims"
"""Presidio's own flags of patterns: case doesn't count, ^ and $ at lines, a dot is any character."""


@dataclass(frozen=True, slots=True)
class PresidioFinding:
    """A place that must go, as Presidio tells it; `reason` never quotes the text."""

    entity_type: str
    start: int
    end: int
    score: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AdHocRecognizer:
    """What a client itself looks for: patterns with their scores, and words; `context` near a match makes it likelier.

    `flags` are those of RE2, for its patterns.
    """

    entity: str
    patterns: tuple[tuple[str, float], ...] = field(default=(), repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    context: tuple[str, ...] = field(default=(), repr=False)
    flags: str = EVERY_FLAG

    def find(self, text: str) -> list[PresidioFinding]:
        """Its matches in a text; an InputError for a pattern that can't be read."""
        found = [
            PresidioFinding(self.entity, *place, self._raise(text, place[0], score), "the client's pattern")
            for regex, score in self.patterns
            for place in _match(regex, text, self.flags)
        ]
        listed = [
            PresidioFinding(self.entity, start, end, 1.0, "the client's word")
            for word in self.words
            for start, end in _match(re2.escape(word), text, EVERY_FLAG)
            if not (text[max(0, start - 1) : start].isalnum() or text[end : end + 1].isalnum())
        ]
        return found + listed

    def _raise(self, text: str, start: int, score: float) -> float:
        """The score, higher where a word of the context stands shortly before."""
        near = [word.strip(".,:;()").lower() for word in text[:start].split()[-_NEAR:]]
        if not any(word.lower() in each for word in self.context for each in near):
            return score
        return min(max(score + _BY_CONTEXT, _WITH_CONTEXT), 1.0)


_NEAR, _BY_CONTEXT, _WITH_CONTEXT = 5, 0.35, 0.4
"""Words in which a context counts, what it adds and what it makes sure of: Presidio's own defaults."""


def compile_pattern(regex: str, flags: str) -> Any:
    """A client's pattern with these flags of RE2; re2.error where it can't be read."""
    return re2.compile(f"(?{flags}){regex}" if flags else regex)


def _match(regex: str, text: str, flags: str) -> list[tuple[int, int]]:
    try:
        pattern = compile_pattern(regex, flags)
    except re2.error:
        raise InputError("a pattern of ad_hoc_recognizers can't be read: use the syntax of RE2") from None
    groups = [found.span(1 if pattern.groups else 0) for found in pattern.finditer(text)]
    return [(start, end) for start, end in groups if 0 <= start < end]


@dataclass(frozen=True, slots=True)
class Anonymized:
    """The text that came out, or the violations for which it may not go out."""

    text: str = field(repr=False)
    items: tuple[Item, ...] = field(repr=False)
    violations: tuple[Violation, ...] = ()
    document: Document | None = field(default=None, repr=False)


def supported_entities(rules: Rules) -> list[str]:
    """The kinds that a policy can point at, as Presidio calls them."""
    return sorted({find_kind(kind).presidio for kind in rules.kinds})


def analyze(
    text: str,
    rules: Rules,
    *,
    entities: Collection[str] | None = None,
    threshold: float = 0.0,
    ad_hoc: Sequence[AdHocRecognizer] = (),
) -> list[PresidioFinding]:
    """Every place that the policy removes or generalizes, and what the client itself looks for.

    A promise that this can't reach points at the whole text.
    """
    try:
        planned = plan(InputFile("document.txt", text.encode()), rules)
    except LanguageError:
        return [
            PresidioFinding(
                UNREACHED, 0, len(text), 1.0, "the text is in a language that the policy does not read"
            )
        ]
    if planned.violations:
        return [
            PresidioFinding(UNREACHED, 0, len(text), 1.0, "the promise is not reached by removing places")
        ]
    (outcome,) = planned.outcomes
    document = outcome.release.original
    sure = [mention for detector in rules.detectors for mention in detector.mentions(document)]
    found = [
        PresidioFinding(
            find_kind(decision.kind).presidio,
            span.start,
            span.end,
            _score(span, sure),
            decision.reason,
        )
        for decision in outcome.plan.decisions
        for span in decision.spans
    ]
    kept = [
        each
        for each in [*found, *(each for recognizer in ad_hoc for each in recognizer.find(text))]
        if each.score >= threshold and (entities is None or each.entity_type in entities)
    ]
    return sorted(kept, key=lambda each: each.start)


def _score(span: Span, mentions: Sequence[Mention]) -> float:
    return max((each.score for each in mentions if each.span.overlaps(span)), default=1.0)


def anonymize(
    text: str, results: Sequence[Result], operators: Mapping[str, Operator], rules: Rules
) -> Anonymized:
    """Put something else at the places that somebody found, and audit what comes out under the policy.

    What the caller puts, masks or keeps there is the caller's own and not judged.
    """
    names = {kind_of(each.entity_type): each.entity_type for each in results}
    vault = rules.pseudonyms.vault if rules.pseudonyms else None

    def stand_in(entity_type: str, written: str) -> str:
        return put_stand_in(vault, presidio_kind(entity_type), written)

    items: list[Item] = []
    judged: list[str] = []
    released, position = "", 0
    for mention in _settle(results, operators, Document("text", text)):
        name = names.get(mention.kind, mention.kind)
        operator = _operator(name, operators)
        put = operator.apply(name, mention.span.of(text), stand_in)
        before = text[position : mention.span.start]
        released += before
        items.append(Item(operator.type, name, len(released), len(released) + len(put), put))
        judged += [before, _placeholder(rules) if put else ""]
        released += put
        position = mention.span.end
    rest = text[position:]
    (verdict,) = audit(InputFile("document.txt", "".join([*judged, rest]).encode()), rules)
    return Anonymized(
        released + rest, tuple(reversed(items)), (*verdict.violations, *verdict.undecided), verdict.document
    )


def _operator(entity: str, operators: Mapping[str, Operator]) -> Operator:
    return operators.get(entity, operators.get("DEFAULT", Operator()))


def _settle(
    results: Sequence[Result], operators: Mapping[str, Operator], document: Document
) -> list[Mention]:
    """Disjoint places in their order; what is kept yields to what goes."""
    kept: list[Result] = []
    going: list[Result] = []
    for each in results:
        (kept if _operator(each.entity_type, operators).type == "keep" else going).append(each)
    places = from_presidio(going, document)
    gone = [each.span for each in places]
    for mention in from_presidio(kept, document):
        start, end = mention.span.start, mention.span.end
        for span in [*(each for each in gone if each.overlaps(mention.span)), Span(end, end)]:
            if start < span.start:
                places.append(replace(mention, span=Span(start, span.start)))
            start = span.end
    return sorted(places, key=lambda each: each.span.start)


def _placeholder(rules: Rules) -> str:
    """Something in the shape of our placeholders, which the audit knows as nobody's words."""
    return write_placeholder(min(rules.kinds, default="X"), style=rules.options.placeholders)
