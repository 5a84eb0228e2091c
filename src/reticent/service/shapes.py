"""The JSON that goes out, as JSON Schemas: for the service's description, its documentation and its tests."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from reticent.plan.file import SCHEMA as PLAN_SCHEMA

Shape = dict[str, Any]

TEXT: Shape = {"type": "string"}
COUNT: Shape = {"type": "integer", "minimum": 0}
SCORE: Shape = {"type": "number", "minimum": 0, "maximum": 1}
NAMES: Shape = {"type": "array", "items": TEXT}
YES_OR_NO: Shape = {"type": "boolean"}
ANYTHING: Shape = {"type": "object"}


def record(properties: Shape, optional: Collection[str] = ()) -> Shape:
    """An object with these keys and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def named_record(name: str, number: int, properties: Shape, optional: Collection[str] = ()) -> Shape:
    """An object that says of itself what it is and in which version."""
    return record({"reticent": {"const": name}, "schema": {"const": number}, **properties}, optional)


def some(items: Shape) -> Shape:
    """A list."""
    return {"type": "array", "items": items}


VIOLATION = record(
    {
        "model": TEXT,
        "kind": TEXT,
        "start": COUNT,
        "end": COUNT,
        "line": COUNT,
        "column": COUNT,
        "reason": TEXT,
    }
)
PROMISE = record(
    {
        "model": TEXT,
        "statement": TEXT,
        "relative_to": {"type": "object", "additionalProperties": TEXT},
        "needs": {"enum": ["released", "both", "reader"]},
    }
)
ERROR = record(
    {
        "error": record({"code": TEXT, "message": TEXT, "request_id": TEXT}),
        "violations": some(VIOLATION),
    },
    ("violations",),
)
FLAT_ERROR = record({"error": TEXT, "violations": some(VIOLATION)}, ("violations",))
SIGNATURE = record({"keyid": TEXT, "publicKey": TEXT, "sig": TEXT})
ENVELOPE = record(
    {"payloadType": {"const": "application/vnd.in-toto+json"}, "payload": TEXT, "signatures": some(SIGNATURE)}
)
UTILITY = record(
    {
        "words": COUNT,
        "words_kept": COUNT,
        "terms_generalized": COUNT,
        "terms_removed": COUNT,
        "information_kept": {"type": ["number", "null"]},
    }
)
ANSWER = named_record(
    "answer",
    1,
    {
        "policy": TEXT,
        "promises": some(PROMISE),
        "utility": UTILITY,
        "warnings": NAMES,
        "text": TEXT,
        "data": TEXT,
        "proof": ENVELOPE,
        "salt": TEXT,
        "exceptions": ANYTHING,
    },
    ("text", "data", "proof", "salt", "exceptions"),
)
PLAN: Shape = {
    "type": "object",
    "properties": {"reticent": {"enum": ["plan", "plans"]}, "schema": {"const": PLAN_SCHEMA}},
    "required": ["reticent", "schema"],
}
VERDICT = named_record(
    "audit",
    2,
    {
        "documents": some(
            record(
                {
                    "document": TEXT,
                    "violations": some(VIOLATION),
                    "excepted": COUNT,
                    "cannot_tell": NAMES,
                    "attested": NAMES,
                    "unseen": some(some(COUNT)),
                    "arising": some(VIOLATION),
                }
            )
        )
    },
)
POLICY = named_record(
    "service policy",
    1,
    {"policy": TEXT, "sha256": TEXT, "kinds": NAMES, "promises": some(PROMISE), "views": YES_OR_NO},
)
FINDING = record(
    {
        "analysis_explanation": {"anyOf": [ANYTHING, {"type": "null"}]},
        "end": COUNT,
        "entity_type": TEXT,
        "score": SCORE,
        "start": COUNT,
    }
)
FINDINGS: Shape = {"anyOf": [some(FINDING), some(some(FINDING))]}
ANONYMIZED = record(
    {
        "text": TEXT,
        "items": some(
            record({"operator": TEXT, "entity_type": TEXT, "start": COUNT, "end": COUNT, "text": TEXT})
        ),
    }
)
