"""K-safety (ERASE): whatever is left of a protected entity fits at least K other entities too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reticent.models.k_safety.model import KSafety

if TYPE_CHECKING:
    from reticent.models.k_safety.search.safe_subset import SafeSubset, largest_safe_subset, pose, solve

__all__ = ["KSafety", "SafeSubset", "largest_safe_subset", "pose", "solve"]


def __getattr__(name: str) -> Any:
    """The searches, which load numpy with the first use and not with the package."""
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from reticent.models.k_safety.search import safe_subset as search

    return getattr(search, name)
