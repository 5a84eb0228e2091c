"""Requests in the shapes of Presidio's services; what isn't supported is refused, never passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import re2

from reticent.audit.report import locate
from reticent.engine.rules import Rules
from reticent.service.bodies import AnalyzeBody, AnonymizeBody, AnyBody, Job, read_object
from reticent.service.worker_state import JSON, RequestError, ServiceReply, refuse_violations, reply_json
from reticent.usecases.presidio import (
    OTHER_NAMES,
    UNREACHED,
    Operator,
    PresidioFinding,
    analyze,
    anonymize,
    supported_entities,
)

LANGUAGE = "en"
OVERLOAD = "RETICENT_OVERLOAD"
INTERNAL = "RETICENT_INTERNAL"
"""The kinds of findings over a whole text that nobody judged."""
OPERATORS = ("keep", "mask", "redact", "replace")


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A finding that a client hands back."""

    entity_type: str
    start: int
    end: int
    score: float


def find_everything(body: bytes, kind: str = OVERLOAD) -> Any:
    """The answer to an analysis that there is no room for, or that failed: everything must go.

    Some gateways send the original on when an analyzer answers with an error; none does so with a finding.
    """
    text = read_object(body, AnalyzeBody).text
    if isinstance(text, list):
        return [[_describe_whole(each, kind)] for each in text]
    return [_describe_whole(text, kind)]


def _describe_whole(text: str, kind: str) -> dict[str, Any]:
    return _describe(PresidioFinding(kind, 0, len(text), 1.0), explain=False)


def _analyze(rules: Rules, job: Job) -> ServiceReply:
    said = _read(job, AnalyzeBody)
    entities = _read_entities(said.entities, rules)
    is_allowed = _read_allow_list(said)

    def find(text: str) -> list[dict[str, Any]]:
        # What nobody here reads is nothing that could be looked through: all of it must go.
        found = (
            analyze(text, rules, entities=entities, threshold=said.score_threshold or 0.0)
            if said.language == LANGUAGE
            else [PresidioFinding(UNREACHED, 0, len(text), 1.0, "the policy does not read this language")]
        )
        # A finding over the whole text stays, whatever is allowed in it: it says that nobody could look.
        left = [
            each
            for each in found
            if each.entity_type == UNREACHED or not is_allowed(text[each.start : each.end])
        ]
        return [_describe(each, explain=said.return_decision_process is True) for each in left]

    text = said.text
    return reply_json([find(each) for each in text] if isinstance(text, list) else find(text))


def require_language(language: Any) -> None:
    """Raise unless a language is the one that is read here."""
    if language != LANGUAGE:
        raise RequestError(400, "not_supported", f"the one language here is {LANGUAGE}")


def _read_entities(asked: list[str] | None, rules: Rules) -> frozenset[str] | None:
    if not asked:
        return None
    known = supported_entities(rules)
    if set(asked) - set(known) - OTHER_NAMES.keys():
        raise RequestError(
            400,
            "not_supported",
            f"entities is a list out of {', '.join(known)} and other names that Presidio documents: correct the name",
        )
    return frozenset(asked).union(*(OTHER_NAMES.get(each, ()) for each in asked))


def _read_allow_list(said: AnalyzeBody) -> Callable[[str], bool]:
    """Whether the client says of a place that it may stay: by its very words, or by a pattern that is in it."""
    allowed = said.allow_list or []
    if said.allow_list_match != "regex":
        return frozenset(allowed).__contains__
    try:
        patterns = [re2.compile(f"(?ims){each}") for each in allowed]
    except re2.error:
        raise RequestError(
            400, "bad_pattern", "a pattern of allow_list can't be read: use the syntax of RE2"
        ) from None
    return lambda words: any(pattern.search(words) for pattern in patterns)


def _describe(finding: PresidioFinding, *, explain: bool) -> dict[str, Any]:
    explanation = {
        "recognizer": "reticent",
        "pattern_name": None,
        "pattern": None,
        "original_score": finding.score,
        "score": finding.score,
        "textual_explanation": finding.reason or None,
        "score_context_improvement": 0,
        "supportive_context_word": "",
        "validation_result": None,
    }
    return {
        "analysis_explanation": explanation if explain else None,
        "end": finding.end,
        "entity_type": finding.entity_type,
        "score": finding.score,
        "start": finding.start,
    }


def _anonymize(rules: Rules, job: Job) -> ServiceReply:
    said = _read(job, AnonymizeBody)
    if not said.text:
        raise RequestError(422, "empty_text", "Invalid input, text can not be empty")
    done = anonymize(
        said.text,
        [_read_place(each, len(said.text)) for each in said.analyzer_results or ()],
        {name: _read_operator(each) for name, each in dict(said.anonymizers or {}).items()},
        rules,
    )
    if done.violations and done.document:
        rows = locate(done.violations, done.document)
        return refuse_violations(
            rows, "the text that came out breaks a promise of the policy: analyze it again"
        )
    return reply_json({"text": done.text, "items": [asdict(each) for each in done.items]})


def _read_place(entry: Any, size: int) -> FoundPlace:
    try:
        place = FoundPlace(entry["entity_type"], entry["start"], entry["end"], float(entry["score"]))
        whole = type(place.start) is int and type(place.end) is int and isinstance(place.entity_type, str)
        if not whole or not 0 <= place.start <= place.end <= size:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise RequestError(
            422,
            "bad_result",
            "each of analyzer_results has start, end, score and entity_type inside the text",
        ) from None
    return place


def _read_operator(entry: Any) -> Operator:
    kind = entry.get("type") if isinstance(entry, Mapping) else None
    known: dict[str, tuple[str, ...]] = {
        "replace": ("new_value",),
        "redact": (),
        "keep": (),
        "mask": ("masking_char", "chars_to_mask", "from_end"),
    }
    if kind not in known:
        raise RequestError(
            400,
            "not_supported",
            f"anonymizers here are {', '.join(OPERATORS)}: hashes and ciphers can be tried out",
        )
    said = {key: value for key, value in entry.items() if key != "type"}
    types = {"new_value": str, "masking_char": str, "chars_to_mask": int, "from_end": bool}
    if set(said) - set(known[kind]) or any(type(value) is not types[key] for key, value in said.items()):
        raise RequestError(
            422, "bad_operator", f"{kind} takes {', '.join(known[kind]) or 'nothing else'}: correct it"
        )
    if kind == "mask" and (len(said) < 2 or len(said.get("masking_char", "")) != 1):
        raise RequestError(422, "bad_operator", "mask needs masking_char (one character) and chars_to_mask")
    return Operator(kind, **said)


def _read(job: Job, expected: type[AnyBody]) -> AnyBody:
    if job.kind != JSON:
        raise RequestError(415, "media_type", f"send {JSON}")
    return read_object(job.body, expected)


def _supported_entities(rules: Rules, job: Job) -> ServiceReply:
    require_language(dict(job.query).get("language", LANGUAGE))
    return reply_json(supported_entities(rules))


def _recognizers(rules: Rules, job: Job) -> ServiceReply:
    require_language(dict(job.query).get("language", LANGUAGE))
    return reply_json(sorted({f"{type(each).__name__}Recognizer" for each in rules.detectors}))


PRESIDIO_JOBS: dict[str, Callable[[Rules, Job], ServiceReply]] = {
    "analyze": _analyze,
    "anonymize": _anonymize,
    "supportedentities": _supported_entities,
    "recognizers": _recognizers,
}
"""What each of Presidio's requests does."""
