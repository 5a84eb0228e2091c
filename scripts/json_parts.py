"""The building blocks of the JSON Schemas in `json_documents.py`."""

from __future__ import annotations

from typing import Any

from reticent.service.shapes import COUNT, TEXT, YES_OR_NO, some

Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
PLACE: Schema = {
    "description": "start and end in code points, the end exclusive",
    "type": "array",
    "prefixItems": [COUNT, COUNT],
    "minItems": 2,
    "items": False,
}


def by_name(values: Schema) -> Schema:
    """An object whose keys are names."""
    return {"type": "object", "additionalProperties": values}


def maybe(value: Schema) -> Schema:
    """A value or null."""
    return {"anyOf": [value, {"type": "null"}]}


def record(properties: Schema, optional: Schema | None = None) -> Schema:
    """An object with these keys and no other."""
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def document(name: str, number: int, properties: Schema, optional: Schema | None = None) -> Schema:
    """An object that says of itself what it is and in which version."""
    return record({"reticent": {"const": name}, "schema": {"const": number}, **properties}, optional)


_INFERRED = {
    "entity": TEXT,
    "reader": TEXT,
    "place": maybe(COUNT),
    "candidates": COUNT,
    "likely": maybe(SHARE),
    "points_to_it": some(PLACE),
}
INFERENCE = record(_INFERRED)
"""What readers still infer of one protected thing."""

WITHHELD = record(
    {**_INFERRED, "code": TEXT, "limit": NUMBER, "would_help": some(PLACE), "share_of_words": SHARE}
)
"""Why a document is withheld although it keeps every promise."""

PROMISE = record(
    {
        "model": TEXT,
        "statement": TEXT,
        "relative_to": by_name(TEXT),
        "public": TEXT,
        "names": by_name(some(TEXT)),
        "summary": TEXT,
    }
)
EXCEPTION = record({"spans": some(PLACE), "reason": TEXT}, {"by": TEXT})
RATE = record({"value": SHARE, "hits": COUNT, "total": COUNT})
SCORES = record(
    {
        "f1": SHARE,
        "token precision": RATE,
        "token recall": RATE,
        "mention recall": RATE,
        "entity recall, direct": RATE,
        "entity recall, quasi": RATE,
        "token recall by kind": by_name(RATE),
        "mention recall by kind": by_name(RATE),
    },
    {
        "TPS": SHARE,
        "TRIR": RATE,
        "TRIR by public texts": YES_OR_NO,
        "parrot recall": RATE,
        "parrot precision": RATE,
    },
)
UTILITY = record(
    {
        "words": COUNT,
        "words_kept": COUNT,
        "terms_generalized": COUNT,
        "terms_removed": COUNT,
        "information_kept": maybe(SHARE),
    }
)
LOSS = record({"was": TEXT, "becomes": maybe(TEXT), "bits": maybe(NUMBER)})
POINTER = record(
    {"terms": some(TEXT), "bits": maybe(NUMBER), "together": COUNT, "alone": COUNT, "reaches": YES_OR_NO}
)
SUGGESTION = record(
    {
        "sense": TEXT,
        "names": some(TEXT),
        "general": maybe(TEXT),
        "bits": maybe(NUMBER),
        "documents": COUNT,
        "best": YES_OR_NO,
        "terms_changed": maybe(COUNT),
    }
)
ANSWER = record(
    {"terms": some(TEXT), "count": COUNT, "information": maybe(NUMBER), "known": TEXT},
    {"pmi": maybe(NUMBER)},
)


MADE_UNDER = record(
    {
        "policy": maybe(TEXT),
        "sha256": TEXT,
        "rules": by_name({}),
        "reading": by_name({}),
        "seal": TEXT,
    }
)
STANDING: Schema = {"enum": ["rechecked", "attested", "cannot tell", "broken"]}


def plan() -> Schema:
    """One plan or several, from the classes that plans are made of."""
    from pydantic import TypeAdapter

    from reticent.plan import Plan
    from reticent.plan.file import SCHEMA

    made = TypeAdapter(Plan).json_schema(mode="serialization")
    required = {key: made["properties"].pop(key) for key in made["required"]}
    optional = made["properties"]
    for name in ("Decision", "DeclaredException", "Keep"):
        made["$defs"][name]["properties"]["what"] = {"anyOf": [TEXT, some(TEXT)]}
    head = {"made_under": MADE_UNDER, "salt": TEXT, "utility": UTILITY}
    return {
        "oneOf": [
            document("plan", SCHEMA, required, {**optional, **head}),
            document("plans", SCHEMA, {"plans": some(record(required, optional))}, head),
        ],
        "$defs": {**made["$defs"], "Span": PLACE},
    }


FIGURE: Schema = {"type": ["number", "string", "boolean", "null"]}
"""Whatever a dossier says of one thing."""

_LEVEL: Schema = {"enum": ["good", "silent", "condition", "bad"]}
_READER = {"reader": TEXT, "first": SHARE, "median_place": maybe(NUMBER)}
_FIGURES = record(
    {
        "documents": COUNT,
        "subjects": COUNT,
        "words": COUNT,
        "audit": record({"broken": COUNT, "excepted": COUNT}),
        "promises": some(record({"model": TEXT, "statement": TEXT, "relative_to": by_name(TEXT)})),
        "looked_for": some(TEXT),
        "isolation": record(
            {
                "documents_with_identifiers": COUNT,
                "identifiers": by_name(COUNT),
                "where": some(record({"document": TEXT, "kinds": by_name(COUNT)})),
                "k": by_name(COUNT),
                "least_k": COUNT,
                "singled_out": SHARE,
            }
        ),
        "linkage": record(
            {
                "k": COUNT,
                "rare": COUNT,
                "by_runs": SHARE,
                "by_sets": SHARE,
                "words_in_runs": SHARE,
                "longest_stretch": COUNT,
                "readers": some(
                    record({**_READER, "by_words_kept": some(record({"kept": SHARE, "first": SHARE}))})
                ),
            }
        ),
        "inference": record(
            {
                "sample": COUNT,
                "of": COUNT,
                "things": some(
                    record(
                        {
                            "thing": COUNT,
                            "general": maybe(TEXT),
                            "documents": COUNT,
                            "first": SHARE,
                            "error": SHARE,
                            "named_by_language_model": maybe(SHARE),
                            "asked": by_name(SHARE),
                        }
                    )
                ),
            }
        ),
        "utility": record({"words_kept": SHARE, "information_kept": maybe(NUMBER), "marks": by_name(COUNT)}),
        "published": record({"own_words": COUNT}, {"known_texts": COUNT}),
        "samples": some(TEXT),
        "refused": by_name(COUNT),
        "exceptions": some(record({"reason": TEXT, "by": TEXT, "places": COUNT})),
    },
    {"known": record({"documents": COUNT, "texts": TEXT, "readers": some(record(_READER))})},
)
DOSSIER: Schema = {
    "version": TEXT,
    "day": TEXT,
    "renew_by": TEXT,
    "for": TEXT,
    "audience": {"enum": ["searchable", "public", "contract"]},
    "policy": record({"name": TEXT, "sha256": TEXT, "rules": TEXT}),
    "verdict": record(
        {
            "level": _LEVEL,
            "sentence": TEXT,
            "grounds": some(
                record(
                    {
                        "figure": TEXT,
                        "level": _LEVEL,
                        "share": SHARE,
                        "limit": record({"good": SHARE, "bad": SHARE}),
                        "sentence": TEXT,
                        "of": COUNT,
                    }
                )
            ),
            "conditions": some(TEXT),
            "recommended": some(TEXT),
            "contradicted": some(TEXT),
        }
    ),
    "figures": _FIGURES,
    "not_promised": some(TEXT),
}
"""What a dossier holds besides its name and version."""
