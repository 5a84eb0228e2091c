"""Indistinct: a reader of the whole text can't tell what is hidden from k other things that it might be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reticent.models.indistinct.model import Indistinct

__all__ = ["Indistinct"]


def __getattr__(name: str) -> Any:
    """The model, which loads with its first use: its settings alone are read for every command."""
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from reticent.models.indistinct import model

    return getattr(model, name)
