"""K-safety (ERASE): whatever is left of a protected entity fits at least K other entities too."""

from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.safe_subset import SafeSubset, largest_safe_subset, pose, solve

__all__ = ["KSafety", "SafeSubset", "largest_safe_subset", "pose", "solve"]
