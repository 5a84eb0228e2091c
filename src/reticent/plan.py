"""The words that every part speaks: decisions make a plan, a plan makes edits, edits make a release."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from reticent.errors import PlanError
from reticent.text import Document, Mention, Span

PLAN_VERSION = 1


@dataclass(frozen=True, slots=True)
class Promise:
    """What a model guarantees of a release, and the declared knowledge that it holds relative to.

    A statement may name what is protected; `public` says the same without it, where the statement can't be published.
    """

    model: str
    statement: str
    relative_to: Mapping[str, str] = field(default_factory=dict)
    public: str = ""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one term, at all its places alike.

    `becomes` is a more general term in its dictionary form (rendering gives it case, number and article), or None
    for a placeholder named after `kind`. `reason` is a sentence for the reader of the plan and never quotes the
    document; `evidence` may, because a plan is kept like the original.
    """

    spans: tuple[Span, ...]
    kind: str
    becomes: str | None = field(default=None, repr=False)
    reason: str = ""
    model: str = ""
    entity: int | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict, repr=False)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is to change in one document, as data that people can read, change and carry out."""

    document: str
    fingerprint: str
    decisions: tuple[Decision, ...] = ()
    promises: tuple[Promise, ...] = ()

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @classmethod
    def for_document(
        cls, document: Document, decisions: tuple[Decision, ...] = (), promises: tuple[Promise, ...] = ()
    ) -> Plan:
        """A plan that names `document` and can be carried out on it alone."""
        ordered = tuple(sorted(decisions, key=lambda decision: decision.spans))
        return cls(document.id, document.fingerprint, ordered, promises)


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
    """A place in the released text that breaks a promise; `reason` never quotes the text."""

    model: str
    span: Span
    kind: str
    reason: str


def plan_to_json(plan: Plan) -> str:
    """The plan as a JSON object that `plan_from_json` reads back unchanged; a span is `[start, end]`."""
    from pydantic import TypeAdapter  # heavy: loaded where it is used

    payload = TypeAdapter(Plan).dump_python(plan, mode="json")
    for decision in payload["decisions"]:
        decision["spans"] = [[span["start"], span["end"]] for span in decision["spans"]]
    text = json.dumps({"reticent_plan": PLAN_VERSION, **payload}, ensure_ascii=False, indent=2)
    return re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n"


def plan_from_json(text: str) -> Plan:
    """The plan that `text` describes; a PlanError names the key that is wrong, never its value."""
    from pydantic import TypeAdapter, ValidationError

    try:
        payload = json.loads(text)
    except json.JSONDecodeError as error:
        raise PlanError(
            f"the plan is not JSON (line {error.lineno}, column {error.colno}): correct it"
        ) from None
    if not isinstance(payload, dict) or "reticent_plan" not in payload:
        raise PlanError(
            "this is not a plan: it has no key 'reticent_plan'; make one with 'reticent plan FILE --json'"
        )
    if payload.pop("reticent_plan") != PLAN_VERSION:
        raise PlanError(
            f"the plan is of another version; this reticent reads version {PLAN_VERSION}: plan again"
        )
    try:
        return TypeAdapter(Plan).validate_json(json.dumps(_with_named_ends(payload)), strict=True)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise PlanError(f"the plan is malformed at '{where}': {first['msg']}") from None


def _with_named_ends(value: Any) -> Any:
    """The plan's JSON with every `[start, end]` under "spans" as an object; anything else is left to validation."""
    if isinstance(value, list):
        return [_with_named_ends(item) for item in value]
    if not isinstance(value, dict):
        return value
    named = {key: item if key == "evidence" else _with_named_ends(item) for key, item in value.items()}
    if isinstance(spans := named.get("spans"), list):
        named["spans"] = [
            dict(zip(("start", "end"), s, strict=False)) if isinstance(s, list) else s for s in spans
        ]
    return named
