"""Plans as JSON: what a person reads, changes and gives back, and what they were made under."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from reticent.errors import PlanError, plain_message
from reticent.plan.values import NAMES_SHOWN, Decision, DeclaredException, Keep, Plan, Promise

if TYPE_CHECKING:
    from pydantic import TypeAdapter


_PROTECTED = re.compile(r"(.+): (?:as much as (.+) tells|not all of it)")
"""How (C, g(C))-sanitization states what is protected."""


@dataclass(frozen=True, slots=True)
class MadeUnder:
    """The rules that plans were made under, as their file remembers them.

    `policy` is a preset's name or a path, `sha256` the hash of that file. `rules` is what the command added to it and
    `reading` how it read the file, as JSON values; what was left at its default is not in them.
    """

    policy: str | None
    sha256: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    def seal(self, plans: Sequence[Plan]) -> str:
        """A hash of this and of the promises of the plans: whoever changes one of them by mistake is noticed."""
        content = [asdict(self), [[asdict(promise) for promise in plan.promises] for plan in plans]]
        written = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return "sha256:" + hashlib.sha256(written.encode()).hexdigest()


def find_unheld(
    promised: Iterable[Promise], in_force: Sequence[Promise], *, exactly: bool = True
) -> list[Promise]:
    """The promises that none of those in force includes.

    One includes another if it is of the same model, says the same of no fewer things (kinds, entities, readers) and
    relative to the same knowledge. Without `exactly` the wording around these things and the hashes of what ships may
    differ, as they do from version to version; the corpus may not, because another one could be meant.
    """
    return [
        promise
        for promise in promised
        if not any(_includes(held, promise, exactly=exactly) for held in in_force)
    ]


def _includes(held: Promise, promise: Promise, *, exactly: bool) -> bool:
    if held.model != promise.model:
        return False
    frame, things = _take_apart(held.statement)
    wanted_frame, wanted = _take_apart(promise.statement)
    if not wanted <= things:
        return False
    if exactly:
        same_names = all(set(names) <= set(held.names.get(each, ())) for each, names in promise.names.items())
        return (
            frame == wanted_frame and same_names and promise.relative_to.items() <= held.relative_to.items()
        )
    return promise.relative_to.get("corpus") == held.relative_to.get("corpus")


def _take_apart(statement: str) -> tuple[str, frozenset[str]]:
    """What a statement says of the things in its first brackets, and these things.

    >>> frame, things = _take_apart("Nothing is left (AGE, IBAN (old)), or so.")
    >>> frame, sorted(things)
    ('Nothing is left (), or so.', ['AGE', 'IBAN (old)'])
    """
    # All names stand in the promise, and are compared there.
    statement = statement.partition(NAMES_SHOWN)[0]
    start, depth = statement.find("("), 0
    for place, character in enumerate(statement[start:] if start >= 0 else "", start):
        depth += (character == "(") - (character == ")")
        if not depth:
            things = re.split(r"[;,] ", statement[start + 1 : place])
            return f"{statement[: start + 1]}{statement[place:]}", frozenset(things)
    return statement, frozenset()


def name_options(promises: Iterable[Promise], knowledge: Mapping[str, str] | None = None) -> list[str]:
    """The options that hold promises of plans which don't remember what they were made under.

    `knowledge` has the names of corpora by their hashes: one that is promised about is named too, as another may be the default now.

    >>> name_options([Promise("cg-sanitization", "No term tells more (HIV: as much as virus tells), by counts.")])
    ['--protect "HIV=virus"']
    """
    options: list[str] = []
    for promise in promises:
        found = [_PROTECTED.fullmatch(each) for each in sorted(_take_apart(promise.statement)[1])]
        protected = [f'--protect "{each[1]}{f"={each[2]}" if each[2] else ""}"' for each in found if each]
        corpus = (knowledge or {}).get(promise.relative_to.get("corpus", ""))
        options += protected or [
            "--protect ENTITY=GENERAL --indistinct K"
            if promise.model == "indistinct"
            else f"--policy FILE, for {promise.model} as in the plan"
        ]
        if protected and corpus:
            options.append(f"--knowledge {corpus}")
    return list(dict.fromkeys(options))


SCHEMA, _EARLIER = 4, (1, 2, 3)
"""The version that is written, and those that are read too: version 3 did not say what plans were made under, version 2 had no words and nothing that is kept, version 1 no
exceptions either and the key `reticent_plan`."""

_KIND = re.compile(r"[A-Z][A-Z0-9_]*")


@dataclass(frozen=True, slots=True)
class PlanFile:
    """What a file of plans holds: a plan for each document, what they were made under, and the salt of a proof if any.

    `is_earlier` says that a version wrote it which did not note what plans were made under.
    """

    plans: tuple[Plan, ...]
    made_under: MadeUnder | None = None
    salt: str | None = field(default=None, repr=False)
    is_earlier: bool = False


def plan_to_json(plan: Plan) -> str:
    """The plan as a JSON object that `plan_from_json` reads back unchanged; a span is `[start, end]`."""
    return plans_to_json([plan])


def plans_to_json(
    plans: Sequence[Plan],
    *,
    made_under: MadeUnder | None = None,
    salt: str | None = None,
    utility: Mapping[str, Any] | None = None,
) -> str:
    """The plans of a file with one document or many, as `read_plans` reads them back.

    `made_under` is what `reticent apply` takes where it is given no options, `salt` is that of a proof of the release, in
    hexadecimal digits, `utility` is what the release would keep.
    """
    head: dict[str, Any] = {"schema": SCHEMA}
    if made_under is not None:
        head["made_under"] = {**asdict(made_under), "seal": made_under.seal(plans)}
    head |= {} if salt is None else {"salt": salt}
    head |= {} if utility is None else {"utility": dict(utility)}
    if len(plans) == 1:
        return _write({"reticent": "plan", **head, **_payload(plans[0])})
    return _write({"reticent": "plans", **head, "plans": [_payload(plan) for plan in plans]})


def read_plans(text: str) -> PlanFile:
    """What a file of plans holds; a PlanError names the key that is wrong, never its value."""
    content = _parse(text)
    plans, salt = _plans_in(content), content.get("salt")
    return PlanFile(
        plans,
        _recall(content["made_under"], plans) if content.get("made_under") is not None else None,
        salt if isinstance(salt, str) else None,
        content.get("schema") != SCHEMA,
    )


def plan_from_json(text: str) -> Plan:
    """The plan that `text` describes; a PlanError names the key that is wrong, never its value."""
    plans = plans_from_json(text)
    if len(plans) != 1:
        raise PlanError(
            f"this file holds {len(plans)} plans where one is needed: give the plan of one document"
        )
    return plans[0]


def plans_from_json(text: str) -> tuple[Plan, ...]:
    """The plans that `text` describes, one for each document of a file."""
    return read_plans(text).plans


def _plans_in(content: dict[str, Any]) -> tuple[Plan, ...]:
    if content.get("reticent") != "plans":
        return (_plan({key: value for key, value in content.items() if key not in _HEADER}),)
    if not isinstance(listed := content.get("plans"), list):
        raise PlanError("the plan is malformed at 'plans': it must be a list of plans")
    return tuple(_plan(each) for each in listed)


_HEADER = frozenset({"reticent", "schema", "reticent_plan", "made_under", "salt", "utility"})


def _recall(noted: Any, plans: Sequence[Plan]) -> MadeUnder:
    """What a file says that its plans were made under; a PlanError where that or a promise was changed."""
    from pydantic import TypeAdapter, ValidationError

    try:
        seal = noted.pop("seal", None) if isinstance(noted, dict) else None
        made_under = TypeAdapter(MadeUnder).validate_json(json.dumps(noted), strict=True)
    except ValidationError as error:
        where = ["made_under", *map(str, error.errors(include_input=False)[0]["loc"])]
        raise PlanError(f"the plan is malformed at '{'.'.join(where)}': plan again") from None
    if seal != made_under.seal(plans):
        raise PlanError(
            "what the plan was made under, or what it promises, was changed in the file: put it back, or plan again"
        )
    return made_under


def _payload(plan: Plan) -> dict[str, Any]:
    payload: dict[str, Any] = _adapter().dump_python(plan, mode="json")
    for key in ("decisions", "exceptions", "keep"):
        payload[key] = [_write_places(placed) for placed in payload[key]]
    return payload


def _write_places(placed: dict[str, Any]) -> dict[str, Any]:
    """What is decided at some places, the words there first; they are written once where all are the same."""
    spans = [[span["start"], span["end"]] for span in placed["spans"]]
    words = placed.pop("what")
    noted = {"what": words[0] if len(set(words)) == 1 else words} if words else {}
    return {**noted, **placed, "spans": spans}


def _write(content: dict[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, indent=2)
    return re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n"


def _parse(text: str) -> dict[str, Any]:
    """The JSON object in `text`, which says of itself that it is a plan that we can read."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise PlanError(
            f"the plan is not JSON (line {error.lineno}, column {error.colno}): correct it"
        ) from None
    except RecursionError:
        raise PlanError("the plan is nested too deeply: make one with 'reticent plan FILE --json'") from None
    if not isinstance(content, dict) or not (
        content.get("reticent") in ("plan", "plans") or "reticent_plan" in content
    ):
        raise PlanError(
            "this is not a plan: it has no key 'reticent' that says so; make one with 'reticent plan FILE --json'"
        )
    if content.get("schema", content.get("reticent_plan")) not in (*_EARLIER, SCHEMA):
        raise PlanError(
            f"the plan is of another version; this reticent reads versions {_EARLIER[0]} to {SCHEMA}: plan again"
        )
    return content


def _plan(payload: Any) -> Plan:
    from pydantic import ValidationError

    try:
        plan = _adapter().validate_json(json.dumps(_name_ends(payload)), strict=True)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise PlanError(f"the plan is malformed at '{where}': {plain_message(first['msg'])}") from None
    _require_places("decisions", plan.decisions)
    _require_places("exceptions", plan.exceptions)
    _require_places("keep", plan.keep)
    for number, decision in enumerate(plan.decisions):
        if not _KIND.fullmatch(decision.kind):
            raise PlanError(
                f"the plan is malformed at 'decisions.{number}.kind': a kind is written in capitals, digits and"
                " underscores, such as PROJECT_NAME"
            )
    return plan


def _require_places(key: str, listed: Sequence[Decision | DeclaredException | Keep]) -> None:
    """Raise where something is to be done nowhere."""
    for number, each in enumerate(listed):
        if not each.spans and not any(map(str.strip, each.what)):
            raise PlanError(
                f"the plan is malformed at '{key}.{number}': it needs 'spans', or 'what' with the words that are meant"
            )


def _name_ends(value: Any) -> Any:
    """The plan's JSON with every `[start, end]` under "spans" as an object and "what" as a list.

    Words without places have an empty list of them. Anything else is left to validation.
    """
    if isinstance(value, list):
        return [_name_ends(item) for item in value]
    if not isinstance(value, dict):
        return value
    named = {key: item if key == "evidence" else _name_ends(item) for key, item in value.items()}
    if isinstance(named.get("what"), str):
        named["what"] = [named["what"]]
    if "what" in named:
        named.setdefault("spans", [])
    if isinstance(spans := named.get("spans"), list):
        named["spans"] = [
            dict(zip(("start", "end"), s, strict=False)) if isinstance(s, list) else s for s in spans
        ]
    return named


@cache
def _adapter() -> TypeAdapter[Plan]:
    """What reads and writes plans: made once, because making it takes longer than a plan does."""
    from pydantic import TypeAdapter  # heavy: loaded where it is used

    return TypeAdapter(Plan)
