"""Options that several commands have in common: a command takes a group of them as one value."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def spread_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each field of every parameter that is a dataclass, as the command line shows it.

    A field that is a dataclass itself is a group within the group: its fields are options as well.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _options_of(groups[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name]))

    @wraps(command)
    def run(**given: Any) -> None:
        values = {name: _gather(kind, given) for name, kind in groups.items()}
        command(**given, **values)

    del run.__wrapped__  # else the command line would show the groups
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _gather(group: Any, given: dict[str, Any]) -> Any:
    """The value of a group; what was given for its options is taken out of the rest."""
    hints = get_type_hints(group, include_extras=True)
    return group(
        **{
            each.name: _gather(hints[each.name], given)
            if is_dataclass(hints[each.name])
            else given.pop(each.name)
            for each in fields(group)
        }
    )


def _options_of(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    options: list[inspect.Parameter] = []
    for each in fields(group):
        if is_dataclass(hints[each.name]):
            options += _options_of(hints[each.name])
        else:
            default = inspect.Parameter.empty if each.default is MISSING else each.default
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            options.append(inspect.Parameter(each.name, kind, default=default, annotation=hints[each.name]))
    return options
