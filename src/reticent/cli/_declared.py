"""Options made from what a settings class says of a key: its sentence, its range and its default are written there alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

import typer
from pydantic import ValidationError
from typer.models import OptionInfo

from reticent.errors import InputError, plain_message
from reticent.settings.section import Section

SectionType = TypeVar("SectionType", bound="Section")

THE_POLICYS = "what the policy says"
"""What holds when an option is left out that changes a policy."""


def option_of(
    section: type[Section], key: str, *names: str, form: str = "{}", left_out: str = "", **more: Any
) -> OptionInfo:
    """The option that sets a key: `names` if it is not called like the key, `form` for words around its sentence."""
    field = section.model_fields[key]
    bounds = {
        name: getattr(each, name) for each in field.metadata for name in ("ge", "le") if hasattr(each, name)
    }
    sentence = form.format((field.description or "").removesuffix("."))
    shown = isinstance(field.default, str | int | float) and not isinstance(field.default, bool)
    usual = left_out or (str(field.default) if shown else "")
    end = f"; {usual} if left out." if usual else "."
    taken = {"min": bounds.get("ge"), "max": bounds.get("le"), "metavar": "N" if bounds else None, **more}
    option = typer.Option(
        *(names or (f"--{key.replace('_', '-')}",)),
        help=f"{sentence[:1].upper()}{sentence[1:]}{end}",
        **taken,
    )
    return cast(OptionInfo, option)


def make_section(kind: type[SectionType], values: Mapping[str, object]) -> SectionType:
    """A section of a policy made from options, less those that say nothing; an InputError names the one that is wrong."""
    try:
        return kind.model_validate({key: value for key, value in values.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        option = str(first["loc"][0]).replace("_", "-") if first["loc"] else "options"
        raise InputError(f"--{option}: {plain_message(first['msg'])}") from None


def read_pairs(
    option: str, form: str, given: Sequence[str], number: type[int] | type[float]
) -> dict[str, float]:
    """The numbers that an option gives to names, each written as `form` says."""
    pairs: dict[str, float] = {}
    for each in given:
        name, _, value = each.rpartition("=")
        try:
            pairs[name.strip()] = number(value)
        except ValueError:
            raise InputError(f"{option} is written {form}") from None
        if not name.strip():
            raise InputError(f"{option} is written {form}")
    return pairs
