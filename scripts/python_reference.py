"""The page of the Python names: what each is, from its docstring, with the examples that the tests run."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import reticent

COLUMNS = ("sanitize_values", "sanitize_series", "sanitize_expression", "sanitize_array")


def python_names(note: str) -> str:
    """The page, with `note` at its top."""
    lines = [
        note,
        "# Python\n",
        "Everything in `reticent` loads when it is first used. The examples are run by the tests.\n",
        "## `reticent`\n",
    ]
    for name in sorted(reticent.__all__, key=str.casefold):
        if name != "__version__":
            lines += _describe(name, getattr(reticent, name))
    lines += ["## `reticent.usecases.dataframes`\n"]
    columns = import_module("reticent.usecases.dataframes")
    for name in COLUMNS:
        lines += _describe(name, getattr(columns, name))
    return "\n".join(lines)


def _describe(name: str, value: Any) -> Iterator[str]:
    yield f"### `{name}{_signature(value)}`\n"
    yield from _documentation(value)
    if inspect.isclass(value) and not issubclass(value, Exception):
        for member, each in inspect.getmembers_static(value):
            if not member.startswith("_") and _is_documented(each) and member in _own_names(value):
                yield f"- **`{member}{_signature(_function_of(each))}`**: {_first_line(_function_of(each))}"
        yield ""


def _own_names(value: type) -> set[str]:
    return {name for base in value.__mro__ if base.__module__.startswith("reticent") for name in vars(base)}


def _is_documented(member: Any) -> bool:
    return bool(getattr(_function_of(member), "__doc__", None)) and (
        inspect.isfunction(member) or isinstance(member, property | classmethod | staticmethod)
    )


def _function_of(member: Any) -> Any:
    if isinstance(member, classmethod | staticmethod):
        return member.__func__
    return member


def _signature(value: Any) -> str:
    if isinstance(value, property):
        return ""
    if dataclasses.is_dataclass(value):
        shown = [
            each.name for each in dataclasses.fields(value) if each.init and not each.name.startswith("_")
        ]
        return f"({', '.join(shown)})"
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    if inspect.isclass(value) and issubclass(value, Exception):
        return ""
    return f"({', '.join(_write_parameter(each) for each in parameters if each.name not in ('self', 'cls'))})"


def _write_parameter(parameter: inspect.Parameter) -> str:
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    optional = "" if parameter.default is inspect.Parameter.empty else "=…"
    return f"{stars.get(parameter.kind, '')}{parameter.name}{optional}"


def _first_line(value: Any) -> str:
    return (inspect.getdoc(value) or "").partition("\n")[0]


def _documentation(value: Any) -> Iterator[str]:
    """The docstring, its examples as code."""
    text, mark, example = (inspect.getdoc(value) or "").partition(">>> ")
    yield text.strip() + "\n"
    if mark:
        shown = textwrap.dedent(mark + example).strip()
        yield f"```pycon\n{shown}\n```\n"
