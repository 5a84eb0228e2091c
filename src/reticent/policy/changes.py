"""Single settings of a policy said on the command line: `--set cg-sanitization.max_group=1`."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from reticent.errors import PolicyError, plain_message
from reticent.policy.policy import FormatSection, Policy, PseudonymsSection
from reticent.policy.registry import ATTACKERS, DETECTORS, MODELS, Registry
from reticent.settings.section import Section

Some = TypeVar("Some", bound=Section)

LISTS: Mapping[str, Registry] = {"models": MODELS, "detectors": DETECTORS, "attackers": ATTACKERS}
"""The lists of a policy whose sections are called by their `type`."""

TABLES: Mapping[str, type[Section]] = {
    "policy": Policy,
    "format": FormatSection,
    "pseudonyms": PseudonymsSection,
}
"""What has no `type` and is called by its name; "policy" is the file itself."""

_SAID = re.compile(r"\s*([\w-]+)\.([\w-]+)\s*=(.*)", re.DOTALL)
_BARE = re.compile(r"[\w./:%+-][\w ./:%+-]*")


def change_settings(policy: Policy, said: Iterable[str]) -> Policy:
    """The policy with settings as `NAME.KEY=VALUE` says them; a PolicyError where a name or a key is none."""
    for each in said:
        policy = _change(policy, each)
    return policy


def list_settings() -> Iterator[str]:
    """Every `NAME.KEY` that can be set."""
    for name in _names():
        yield from (f"{name}.{key}" for key in _keys(_find(name)))


def _change(policy: Policy, said: str) -> Policy:
    written = _SAID.fullmatch(said)
    if written is None:
        raise PolicyError("--set is written MODEL.KEY=VALUE, such as cg-sanitization.max_group=1")
    name, key = written[1], written[2].replace("-", "_")
    section = _find(name)
    _require(key, _keys(section), f"--set {name}.{written[2]}: there is no such key")
    value = _parse(written[3].strip(), f"--set {name}.{key}")
    if section is Policy:
        return _validate(policy, {key: value}, f"--set {name}.{key}")
    if name in TABLES:
        table = _validate(getattr(policy, name), {key: value}, f"--set {name}.{key}")
        return _validate(policy, {name: table}, "--set")
    for place in LISTS:
        parts: Sequence[Any] = getattr(policy, place)
        if any(part.type == name for part in parts):
            changed = [
                _validate(part, {key: value}, f"--set {name}.{key}") if part.type == name else part
                for part in parts
            ]
            return _validate(policy, {place: changed}, "--set")
    held = ", ".join(dict.fromkeys(part.type for place in LISTS for part in getattr(policy, place)))
    raise PolicyError(
        f"--set {name}.{key}: the policy has no {name} (it has {held}): add it, or leave this out"
    )


def _validate(section: Some, changes: Mapping[str, object], said: str) -> Some:
    """The section with other values, checked as if they had been written so."""
    values = {key: getattr(section, key) for key in section.model_fields_set}
    try:
        return type(section).model_validate({**values, **changes})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise PolicyError(f"{said}: {plain_message(first['msg'])}") from None


def _parse(written: str, said: str) -> object:
    """A value as TOML has it; a bare word is taken for itself."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        if _BARE.fullmatch(written):
            return written
        raise PolicyError(
            f'{said}: this is not a value in TOML, such as 2, true, "text" or ["a", "b"]'
        ) from None


def _names() -> list[str]:
    return [*(name for registry in LISTS.values() for name in registry.names()), *TABLES]


def _find(name: str) -> type[Section]:
    _require(name, _names(), f"--set {name}: there is no such model or part")
    return TABLES.get(name) or next(filter(None, (registry.find(name) for registry in LISTS.values())))


def _keys(section: type[Section]) -> list[str]:
    """What can be set; not what is kept out of every record, because plans remember what was set."""
    own = {"type", *LISTS, *(set(TABLES) if section is Policy else ())}
    fields = section.model_fields.items()
    return [key for key, field in fields if key not in own and not field.exclude]


def _require(said: str, known: Sequence[str], problem: str) -> None:
    if said not in known:
        near = difflib.get_close_matches(said, known, n=1)
        meant = f"did you mean '{near[0]}'? " if near else ""
        raise PolicyError(f"{problem}; {meant}known here: {', '.join(known)}")
