"""Requests in the shapes of Presidio's services; what isn't supported is refused, never passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import re2

from reticent.audit.report import locate
from reticent.engine.languages import languages_of, speak_rules
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.language.registry import ANY
from reticent.service.bodies import (
    AdHocBody,
    AnalyzeBody,
    AnonymizeBody,
    AnyBody,
    DeanonymizeBody,
    Job,
    read_object,
)
from reticent.service.worker_state import JSON, RequestError, ServiceReply, refuse_violations, reply_json
from reticent.usecases.presidio import (
    UNREACHED,
    AdHocRecognizer,
    PresidioFinding,
    analyze,
    anonymize,
    compile_pattern,
    supported_entities,
)
from reticent.usecases.presidio_names import OTHER_NAMES
from reticent.usecases.presidio_operators import HASHES, KEY_SIZES, SHORTEST_SALT, Operator, deanonymize

LANGUAGE = "en"
OVERLOAD = "RETICENT_OVERLOAD"
INTERNAL = "RETICENT_INTERNAL"
"""The kinds of findings over a whole text that nobody judged."""
_EVERY_NUMBER = re.I | re.M | re.S
OPERATORS = ("encrypt", "hash", "keep", "mask", "redact", "replace")
DEANONYMIZERS = ("decrypt", "deanonymize_keep")
NO_TEXT, NO_LANGUAGE = "no_text", "no_language"
"""Faults of a request that Presidio answers with 500; no finding stands for them."""


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
    text = _require_text(read_object(body, AnalyzeBody))
    if isinstance(text, list):
        return [[_describe_whole(each, kind)] for each in text]
    return [_describe_whole(text, kind)]


def _require_text(said: AnalyzeBody) -> str | list[str]:
    if not said.text:
        raise RequestError(500, NO_TEXT, "No text provided")
    if not said.language:
        raise RequestError(500, NO_LANGUAGE, "No language provided")
    return said.text


def _describe_whole(text: str, kind: str) -> dict[str, Any]:
    return _describe(PresidioFinding(kind, 0, len(text), 1.0), explain=False)


def _analyze(rules: Rules, job: Job) -> ServiceReply:
    said = _read(job, AnalyzeBody)
    text = _require_text(said)
    ad_hoc = [_read_ad_hoc(each, _read_flags(said)) for each in said.ad_hoc_recognizers or ()]
    entities = _read_entities(said.entities, rules, [each.entity for each in ad_hoc])
    is_allowed = _read_allow_list(said)
    spoken = _speak(rules, said.language)

    def find(text: str) -> list[dict[str, Any]]:
        # What nobody here reads is nothing that could be looked through: all of it must go.
        found = (
            analyze(text, spoken, entities=entities, threshold=said.score_threshold or 0.0, ad_hoc=ad_hoc)
            if spoken is not None
            else [PresidioFinding(UNREACHED, 0, len(text), 1.0, "the policy does not read this language")]
        )
        # A finding over the whole text stays, whatever is allowed in it: it says that nobody could look.
        left = [
            each
            for each in found
            if each.entity_type == UNREACHED or not is_allowed(text[each.start : each.end])
        ]
        return [_describe(each, explain=bool(said.return_decision_process)) for each in left]

    return reply_json([find(each) for each in text] if isinstance(text, list) else find(text))


def _speak(rules: Rules, language: Any) -> Rules | None:
    """The rules for a text in a language that the client names; None where the policy doesn't read it.

    A client has to name one, and most name English whatever they send: then it is found.
    """
    read = languages_of(rules.models)
    if language == LANGUAGE or ANY in read:
        return rules
    return speak_rules(rules, language) if language in read else None


def require_language(language: Any, rules: Rules) -> None:
    """Raise unless a language is one of those that the policy reads."""
    if _speak(rules, language) is None:
        raise RequestError(500, "not_supported", "No matching recognizers were found to serve the request.")


def _read_flags(said: AnalyzeBody) -> str:
    """Python's flags as RE2 writes them."""
    number = _EVERY_NUMBER if said.regex_flags is None else said.regex_flags
    return "".join(letter for flag, letter in ((re.I, "i"), (re.M, "m"), (re.S, "s")) if number & flag)


def _read_ad_hoc(said: AdHocBody, flags: str) -> AdHocRecognizer:
    patterns = tuple((each.regex, each.score) for each in said.patterns or ())
    if not patterns and not said.deny_list:
        raise RequestError(
            400, "bad_recognizer", "a recognizer of ad_hoc_recognizers needs patterns or a deny_list"
        )
    return AdHocRecognizer(
        said.supported_entity, patterns, tuple(said.deny_list or ()), tuple(said.context or ()), flags
    )


def _read_entities(asked: list[str] | None, rules: Rules, ad_hoc: Sequence[str]) -> frozenset[str] | None:
    if not asked:
        return None
    known = [*supported_entities(rules), *ad_hoc]
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
        patterns = [compile_pattern(each, _read_flags(said)) for each in allowed]
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
    text = said.text
    if said.analyzer_results is None:
        raise RequestError(422, "no_results", "Invalid input, request must contain analyzer results")
    done = anonymize(
        text,
        [_read_place(each, len(text)) for each in said.analyzer_results],
        {name: _read_operator(each) for name, each in dict(said.anonymizers or {}).items()},
        rules,
    )
    if done.violations and done.document:
        rows = locate(done.violations, done.document)
        return refuse_violations(
            rows, "the text that came out breaks a promise of the policy: analyze it again"
        )
    return reply_json({"text": done.text, "items": [asdict(each) for each in done.items]})


def _deanonymize(rules: Rules, job: Job) -> ServiceReply:
    said = _read(job, DeanonymizeBody)
    text = said.text
    places = [
        _read_place({"score": 1, **each} if isinstance(each, dict) else each, len(text))
        for each in said.anonymizer_results or ()
    ]
    operators = {name: _read_deanonymizer(each) for name, each in (said.deanonymizers or {}).items()}
    vault = rules.pseudonyms.vault if rules.pseudonyms else None
    try:
        restored, items = deanonymize(text, places, operators, vault)
    except InputError as error:
        raise RequestError(422, "not_decrypted", str(error)) from None
    return reply_json({"text": restored, "items": [asdict(each) for each in items]})


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


_PARAMETERS: dict[str, dict[str, type]] = {
    "replace": {"new_value": str},
    "redact": {},
    "keep": {},
    "mask": {"masking_char": str, "chars_to_mask": int, "from_end": bool},
    "hash": {"hash_type": str, "salt": str},
    "encrypt": {"key": str},
}
_JSON_TYPES = {str: "string", bool: "boolean", int: "number", float: "number", list: "array", dict: "object"}


def _read_operator(entry: Any) -> Operator:
    kind = entry.get("type") if isinstance(entry, Mapping) else None
    if not kind:
        raise RequestError(422, "bad_operator", "Invalid input, operator config must contain operator_name")
    if kind == "custom":
        raise RequestError(400, "bad_operator", "Custom type anonymizer is not supported")
    if kind not in _PARAMETERS:
        raise RequestError(
            422, "bad_operator", f"Invalid operator class: anonymizers here are {', '.join(OPERATORS)}"
        )
    said = {key: value for key, value in entry.items() if key != "type"}
    if set(said) - set(_PARAMETERS[kind]):
        raise RequestError(
            422, "bad_operator", f"{kind} takes {', '.join(_PARAMETERS[kind]) or 'nothing else'}: correct it"
        )
    for key, value in said.items():
        _require_type(key, value, _PARAMETERS[kind][key])
    _require_parameters(kind, said)
    return Operator(kind, **said)


def _require_type(key: str, value: Any, expected: type) -> None:
    if type(value) is not expected:
        got = _JSON_TYPES.get(type(value), "null")
        raise RequestError(
            422,
            "bad_operator",
            f"Invalid parameter value for {key}. Expecting '{_JSON_TYPES[expected]}', but got '{got}'.",
        )


def _require_parameters(kind: str, said: Mapping[str, Any]) -> None:
    """Raise where an operator lacks what it needs, in Presidio's words."""
    if missing := [key for key in _NEEDED.get(kind, ()) if key not in said]:
        raise RequestError(422, "bad_operator", f"Expected parameter {missing[0]}")
    if kind == "mask" and len(said["masking_char"]) > 1:
        raise RequestError(422, "bad_operator", "Invalid input, masking_char must be a character")
    if kind == "hash":
        _require_hash(said)
    if "key" in said:
        _require_key(said["key"])


_NEEDED = {"mask": ("masking_char", "chars_to_mask")}


def _require_hash(said: Mapping[str, Any]) -> None:
    if said.get("hash_type", "sha256") not in HASHES:
        raise RequestError(422, "bad_operator", f"Parameter hash_type is not in range of values {[*HASHES]}")
    if len(said.get("salt", "").encode()) < SHORTEST_SALT:
        raise RequestError(
            400,
            "not_supported",
            f"a hash without a salt can be found by trying: send a salt of {SHORTEST_SALT} bytes or more",
        )


def _require_key(key: str) -> None:
    if len(key.encode()) not in KEY_SIZES:
        raise RequestError(422, "bad_operator", "Invalid input, key must be of length 128, 192 or 256 bits")


def _read_deanonymizer(entry: Any) -> str | None:
    """The key of a decryption, "" where the vault is asked, None where a place stays."""
    kind = entry.get("type") if isinstance(entry, Mapping) else None
    if kind not in DEANONYMIZERS:
        raise RequestError(
            422, "bad_operator", f"Invalid operator class: deanonymizers here are {', '.join(DEANONYMIZERS)}"
        )
    if kind != "decrypt":
        return None
    if "key" not in entry:
        return ""
    _require_type("key", entry["key"], str)
    _require_key(entry["key"])
    return str(entry["key"])


def _read(job: Job, expected: type[AnyBody]) -> AnyBody:
    if job.kind != JSON:
        raise RequestError(415, "media_type", f"send {JSON}")
    if expected is not AnalyzeBody and job.body.translate(None, b" \t\r\n") in (b"", b"{}", b"null"):
        raise RequestError(400, "bad_json", "Invalid request json")
    return read_object(job.body, expected)


def _supported_entities(rules: Rules, job: Job) -> ServiceReply:
    require_language(dict(job.query).get("language", LANGUAGE), rules)
    return reply_json(supported_entities(rules))


def _recognizers(rules: Rules, job: Job) -> ServiceReply:
    require_language(dict(job.query).get("language", LANGUAGE), rules)
    return reply_json(sorted({f"{type(each).__name__}Recognizer" for each in rules.detectors}))


PRESIDIO_JOBS: dict[str, Callable[[Rules, Job], ServiceReply]] = {
    "analyze": _analyze,
    "anonymize": _anonymize,
    "deanonymize": _deanonymize,
    "supportedentities": _supported_entities,
    "recognizers": _recognizers,
}
"""What each of Presidio's requests does."""
