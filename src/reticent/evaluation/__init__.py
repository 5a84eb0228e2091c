"""How good a masking is, against what people would have masked."""

from reticent.evaluation.gold import GoldDocument, GoldEntity, Masking, read_gold, read_maskings
from reticent.evaluation.scores import Rate, Scores, score
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
