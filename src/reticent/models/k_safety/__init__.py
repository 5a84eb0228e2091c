"""K-safety (ERASE): whatever is left of a protected entity fits at least K other entities too."""

from reticent.models.k_safety.definition import companions, unsafe_entities
from reticent.models.k_safety.search import SafeSubset, largest_safe_subset, pose, solve

__all__ = ["SafeSubset", "companions", "largest_safe_subset", "pose", "solve", "unsafe_entities"]
