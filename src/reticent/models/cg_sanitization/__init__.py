"""(C, g(C))-sanitization: say in words what must not be inferred, and how much may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reticent.models.cg_sanitization.model import CgSanitization

__all__ = ["CgSanitization"]


def __getattr__(name: str) -> Any:
    """The model, which loads with its first use: its settings alone are read for every command."""
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from reticent.models.cg_sanitization import model

    return getattr(model, name)
