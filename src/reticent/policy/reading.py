"""Policy files in TOML; a mistake is named by its key, with the way out, and without its value."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from reticent.errors import PolicyError
from reticent.policy.policy import UNKNOWN_TYPE, FormatSection, Policy
from reticent.policy.presets import PRESETS, is_preset, read_preset
from reticent.policy.pseudonyms import PseudonymsSection
from reticent.policy.registry import ATTACKERS, DETECTORS, MODELS, Registry
from reticent.policy.section import KIND_FORM

_REGISTRIES: Mapping[str, Registry] = {"detectors": DETECTORS, "models": MODELS, "attackers": ATTACKERS}


def default_policy() -> Policy:
    """The policy when none is given: people, places, organizations, dates, codes, contacts, ages over 89."""
    return parse_policy(read_policy_bytes(None).decode(), "the default policy")


def read_policy(path: Path) -> Policy:
    """The policy in a file, or the preset of that name; a PolicyError names what is wrong in it."""
    try:
        text = read_policy_bytes(path).decode()
    except UnicodeDecodeError:
        raise PolicyError(f"{path} is not UTF-8: save it as UTF-8") from None
    return parse_policy(text, str(path))


def read_policy_bytes(path: Path | None) -> bytes:
    """A policy file as it is on disk, or the preset of that name; the default policy for none."""
    if path is None or is_preset(path):
        return read_preset(PRESETS[0] if path is None else str(path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        known = ", ".join(PRESETS)
        raise PolicyError(f"'{path}' does not exist: name a policy file, or one of {known}") from None
    except OSError as error:
        raise PolicyError(f"{path} can't be read: {error.strerror}") from None


def parse_policy(text: str, name: str) -> Policy:
    """The policy that `text` states; `name` is how errors call it."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at [^)]*\)", str(error))
        raise PolicyError(f"{name} is not TOML {where[0] if where else ''}: correct the line") from None
    try:
        return Policy.model_validate(content)
    except ValidationError as error:
        details = error.errors(include_input=False, include_url=False)
        problems = [_explain(dict(each), content) for each in details]
        raise PolicyError("\n".join(f"{name}: {problem}" for problem in problems)) from None


def _explain(error: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    """One problem as a line: the key, what is wrong with it, what to write instead."""
    kind, location = error["type"], error["loc"]
    key = _write_key(location)
    if kind == "extra_forbidden":
        known = sorted(_section_at(location, content).model_fields)
        near = difflib.get_close_matches(str(location[-1]), known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
        return f"{key}: there is no such key; {hint}"
    if kind == "missing":
        return f"{key}: this key is missing; add it"
    if kind == UNKNOWN_TYPE:
        return f"{key}.type: {error['msg']}"
    if kind == "too_short":
        or_all = ", or leave the key out for all" if location[-1] == "kinds" else ""
        return f"{key}: it is empty, which says nothing; name at least one{or_all}"
    if kind == "string_pattern_mismatch":
        return f"{key}: a kind is written in {KIND_FORM}"
    return f"{key or 'the whole file'}: {error['msg'].removeprefix('Value error, ')}"


def _write_key(location: Sequence[str | int]) -> str:
    """The location as one writes it: `detectors[0].kinds`."""
    written = ""
    for part in location:
        written += f"[{part}]" if isinstance(part, int) else f".{part}" if written else part
    return written


def _section_at(location: Sequence[str | int], content: Mapping[str, Any]) -> type[BaseModel]:
    """The section that the key at a location stands in."""
    match location:
        case ["format", _, *_]:
            return FormatSection
        case ["pseudonyms", _, *_]:
            return PseudonymsSection
        case ["detectors" | "models" | "attackers" as place, int(number), _, *_]:
            return _REGISTRIES[place].find(content[place][number]["type"]) or Policy
        case _:
            return Policy
