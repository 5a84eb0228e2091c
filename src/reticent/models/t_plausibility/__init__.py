"""t-plausibility: words are generalized until at least t texts could have been the original."""

from reticent.models.t_plausibility.cost import cost
from reticent.models.t_plausibility.generalization import Generalization, generalize
from reticent.models.t_plausibility.model import TPlausibility
from reticent.models.t_plausibility.senses import CommonTerm, common_terms_search
from reticent.models.t_plausibility.tally import UnitTally

__all__ = [
    "CommonTerm",
    "Generalization",
    "TPlausibility",
    "UnitTally",
    "common_terms_search",
    "cost",
    "generalize",
]
