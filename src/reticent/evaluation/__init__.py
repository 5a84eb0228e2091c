"""How good a masking is, against what people would have masked."""

from reticent.evaluation.scores import (
    GoldDocument,
    GoldEntity,
    Masking,
    Rate,
    Scores,
    read_gold,
    read_maskings,
    score,
)
from reticent.evaluation.term_lists import TermList, TermScores, read_term_list, score_terms

__all__ = [
    "GoldDocument",
    "GoldEntity",
    "Masking",
    "Rate",
    "Scores",
    "TermList",
    "TermScores",
    "read_gold",
    "read_maskings",
    "read_term_list",
    "score",
    "score_terms",
]
