"""A reader who compares a text with what the corpus says of each candidate: the cosine of TF-IDF vectors.

The documents which name a candidate are one long text about it. A word counts the more, the more of these documents hold it and
the fewer candidates it stands with. The vectors of candidates have unit length; that of the text is the same for all
of them, so that it is left out.
"""

from __future__ import annotations

import numpy as np

from reticent.attackers.counting import CountingReader, Measure
from reticent.attackers.linear import Weights
from reticent.attackers.profiles import Joint, Profile
from reticent.knowledge import Corpus
from reticent.taxonomy import Taxonomy

_LITTLE = 0.02


def Similarity(  # noqa: N802 - a constructor
    corpus: Corpus, name: str = "similarity", *, taxonomy: Taxonomy | None = None
) -> CountingReader:
    """The attacker whose weights are what each word adds to the cosine, but for the length of the text's vector."""
    return CountingReader(
        corpus, name, measure=Measure("similarity 2", weigh_by_similarity), taxonomy=taxonomy
    )


def weigh_by_similarity(profile: Profile, joint: Joint) -> Weights:
    """log(1 + documents) times the rarity among candidates, over the length of the candidate's vector."""
    known = int(profile.known.sum())
    squares = (_rate(profile.yardstick, known) ** 2).sum(axis=0)
    # A candidate of few documents has few words of the yardstick: its length is moved a little towards the usual one.
    lengths = np.sqrt(squares + _LITTLE * squares.sum() / max(1, known))
    lengths[lengths == 0] = 1.0
    weights: Weights = _rate(joint, known) / lengths
    return weights


def _rate(joint: Joint, known: int) -> Weights:
    rarity = np.log2((known + 1) / ((joint > 0).sum(axis=1) + 0.5))
    rates: Weights = np.log2(1 + joint) * np.maximum(rarity, 0.0)[:, None]
    return rates
