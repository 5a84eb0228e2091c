"""What is known of single conditions: what they are called, what they are, and by what a physician recognizes them."""

from reticent.knowledge.conditions.catalog import (
    Condition,
    Conditions,
    Hint,
    conditions,
    find_conditions,
    places_of,
)

__all__ = ["Condition", "Conditions", "Hint", "conditions", "find_conditions", "places_of"]
