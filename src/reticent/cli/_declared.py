"""How options are declared: from what a settings class says of a key, where one does, and otherwise by name and sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast, get_origin

import typer
from pydantic import ValidationError
from typer.models import OptionInfo

from reticent.errors import InputError, plain_message
from reticent.settings.section import Section

SectionType = TypeVar("SectionType", bound="Section")


def argument(metavar: str, sentence: str, **more: Any) -> Any:
    """What a command is given by its place: how a help page calls it, and the sentence there."""
    return typer.Argument(metavar=metavar, help=sentence, **more)


def option(names: str, metavar: str | None, sentence: str, **more: Any) -> Any:
    """An option with a value, by its names with blanks between: `option("--output -o", "FILE", "Where it goes.")`."""
    return typer.Option(*names.split(), metavar=metavar, help=sentence, **more)


def switch(names: str, sentence: str, **more: Any) -> Any:
    """An option that is given or left out: `switch("--browser/--no-browser", "Open the page.")`."""
    return typer.Option(*names.split(), help=sentence, **more)


THE_POLICYS = "what the policy says"
"""What holds when an option is left out that changes a policy."""


def option_of(
    section: type[Section], key: str, *names: str, form: str = "", left_out: str = "", **more: Any
) -> OptionInfo:
    """The option that sets a key: `names` if it is not called like the key, `form` for words around its sentence.

    A key with several values is an option that can be repeated; one that is true or false has an option for each.
    """
    field = section.model_fields[key]
    written = f"--{key.replace('_', '-')}"
    if field.annotation in (bool, bool | None):
        written += f"/--no-{key.replace('_', '-')}"
    form = form or ("{}; can be repeated" if get_origin(field.annotation) in (list, dict) else "{}")
    bounds = {
        name: getattr(each, name) for each in field.metadata for name in ("ge", "le") if hasattr(each, name)
    }
    sentence = form.format((field.description or "").removesuffix("."))
    shown = isinstance(field.default, str | int | float) and not isinstance(field.default, bool)
    usual = left_out or (str(field.default) if shown else "")
    end = f" (default: {usual})." if usual else "."
    taken = {"min": bounds.get("ge"), "max": bounds.get("le"), "metavar": "N" if bounds else None, **more}
    made = typer.Option(*(names or (written,)), help=f"{sentence[:1].upper()}{sentence[1:]}{end}", **taken)
    return cast(OptionInfo, made)


def make_section(kind: type[SectionType], values: Mapping[str, object]) -> SectionType:
    """A section of a policy made from options, less those that say nothing; an InputError names the one that is wrong."""
    try:
        return kind.model_validate({key: value for key, value in values.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]).replace("_", "-") if first["loc"] else "options"
        raise InputError(f"--{name}: {plain_message(first['msg'])}") from None


def read_pairs(form: str, given: Sequence[str], number: type[int] | type[float]) -> dict[str, float]:
    """The numbers that an option gives to names; `form` says how it is written, such as "--weight TERM=NUMBER"."""
    pairs = [each.rpartition("=") for each in given]
    try:
        read = {name.strip(): number(value) for name, _, value in pairs}
    except ValueError:
        read = {"": 0}
    if "" in read:
        raise InputError(form.replace(" ", " is written "))
    return read
