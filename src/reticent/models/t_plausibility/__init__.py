"""t-plausibility: words are generalized until at least t texts could have been the original."""

from reticent.models.t_plausibility.common_terms import CommonTerm, common_terms_search
from reticent.models.t_plausibility.cost import cost
from reticent.models.t_plausibility.search import Generalization, generalize

__all__ = ["CommonTerm", "Generalization", "common_terms_search", "cost", "generalize"]
