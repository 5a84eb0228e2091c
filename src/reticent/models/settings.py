"""How a model travels to another process: as its settings, without what it worked out from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Made = TypeVar("Made")


def reduce_to_settings(model: DataclassInstance) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What `__reduce__` of a frozen dataclass may answer: its class and the fields that it was made with."""
    settings = {each.name: getattr(model, each.name) for each in fields(model) if each.init}
    return _make_again, (type(model), settings)


def _make_again(made: Callable[..., Made], settings: Mapping[str, Any]) -> Made:
    return made(**settings)
