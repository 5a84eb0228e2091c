"""Policy files in TOML; a mistake is named by its key, with the way out, and without its value."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from reticent.errors import PolicyError
from reticent.policy import schema
from reticent.policy.schema import Policy


def default_policy() -> Policy:
    """The policy that ships with the package: every pattern, redacted."""
    data = files("reticent.policy").joinpath("data/default.toml").read_text("utf-8")
    return parse_policy(data, "the default policy")


def read_policy(path: Path) -> Policy:
    """The policy in a file; a PolicyError names what is wrong in it."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise PolicyError(f"{path} is not UTF-8: save it as UTF-8") from None
    except OSError as error:
        raise PolicyError(f"{path} can't be read: {error.strerror}") from None
    return parse_policy(text, str(path))


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
        problems = [_explained(dict(each)) for each in error.errors(include_input=False, include_url=False)]
        raise PolicyError("\n".join(f"{name}: {problem}" for problem in problems)) from None


def _explained(error: Mapping[str, Any]) -> str:
    """One problem as a line: the key, what is wrong with it, what to write instead."""
    kind, location, context = error["type"], error["loc"], error.get("ctx", {})
    key = _key(location)
    if kind == "extra_forbidden":
        known = _known_keys(location)
        near = difflib.get_close_matches(str(location[-1]), known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
        return f"{key}: there is no such key; {hint}"
    if kind == "missing":
        return f"{key}: this key is missing; add it"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return f"{key}.type: must be one of {context.get('expected_tags', _tags(location))}"
    if kind == "string_pattern_mismatch":
        return f"{key}: a kind is written in {schema.KIND_FORM}"
    return f"{key or 'the whole file'}: {error['msg'].removeprefix('Value error, ')}"


def _key(location: Sequence[str | int]) -> str:
    """The location as one writes it: `detectors[0].kinds`; the tags of a union are no keys."""
    written = ""
    for before, part in zip([None, *location], location, strict=False):
        if isinstance(part, int):
            written += f"[{part}]"
        elif not (isinstance(before, int) and part in _SECTIONS):
            written += f".{part}" if written else part
    return written


def _known_keys(location: Sequence[str | int]) -> list[str]:
    section: type[BaseModel] = Policy
    for part in location:
        section = _SECTIONS.get(str(part), section)
    return sorted(section.model_fields)


def _tags(location: Sequence[str | int]) -> str:
    sections = _DETECTORS if location and location[0] == "detectors" else _MODELS
    return ", ".join(f"'{tag}'" for tag in sections)


def _by_type(sections: object) -> dict[str, type[BaseModel]]:
    """The sections of a union by what a file writes as their `type`."""
    return {get_args(section.model_fields["type"].annotation)[0]: section for section in get_args(sections)}


_DETECTORS = _by_type(schema.DetectorSection)
_MODELS = _by_type(schema.ModelSection)
_SECTIONS = _DETECTORS | _MODELS
