"""How good a masking is, against what people would have masked."""

from reticent.evaluation.gold import Entity, GoldDocument, read_gold
from reticent.evaluation.maskings import Masking, read_maskings
from reticent.evaluation.scores import Rate, Scores, score

__all__ = [
    "Entity",
    "GoldDocument",
    "Masking",
    "Rate",
    "Scores",
    "read_gold",
    "read_maskings",
    "score",
]
