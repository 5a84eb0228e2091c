"""What is known of single conditions: what they are called, what they are, and by what a physician recognizes them."""

from reticent.knowledge.conditions.catalog import Conditions, conditions
from reticent.knowledge.conditions.condition import Condition, Hint
from reticent.knowledge.conditions.reading import find_conditions, places_of

__all__ = ["Condition", "Conditions", "Hint", "conditions", "find_conditions", "places_of"]
