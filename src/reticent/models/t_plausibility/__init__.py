"""t-plausibility: words are generalized until at least t texts could have been the original."""

from reticent.models.t_plausibility._cost import cost
from reticent.models.t_plausibility._search import Generalization, generalize
from reticent.models.t_plausibility._senses import CommonTerm, common_terms_search
from reticent.models.t_plausibility._tally import UnitTally
from reticent.models.t_plausibility.model import TPlausibility

__all__ = [
    "CommonTerm",
    "Generalization",
    "TPlausibility",
    "UnitTally",
    "common_terms_search",
    "cost",
    "generalize",
]
