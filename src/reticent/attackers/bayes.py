"""A reader who weighs evidence: naive Bayes over the counts of words in the documents that name a candidate.

It asks how much likelier each word is in texts about a candidate than about any of them. All candidates are equally likely
beforehand. Counts are small, so that a word which was not seen with a candidate does not speak against it.
"""

from __future__ import annotations

import numpy as np

from reticent.attackers.counting import CountingReader, Measure
from reticent.attackers.linear import Weights
from reticent.attackers.profiles import Joint, Profile
from reticent.knowledge import Corpus
from reticent.taxonomy import Taxonomy

_PRIOR_WORDS = 20.0
_NEVER = 1e-9


def Bayes(  # noqa: N802 - a constructor
    corpus: Corpus, name: str = "bayes", *, taxonomy: Taxonomy | None = None
) -> CountingReader:
    """The attacker whose weights are the bits by which each word makes each candidate likelier."""
    return CountingReader(corpus, name, measure=Measure("bayes 2", weigh_by_likelihood), taxonomy=taxonomy)


def weigh_by_likelihood(profile: Profile, joint: Joint) -> Weights:
    """log p(word | candidate) / p(word | any candidate), where it is positive; few counts are drawn to the latter."""
    known = profile.known
    said = profile.yardstick.sum(axis=0) + _PRIOR_WORDS
    usual = (joint[:, known] / said[known]).sum(axis=1) / max(1, int(known.sum())) + _NEVER
    likelier = (joint + _PRIOR_WORDS * usual[:, None]) / (said * usual[:, None])
    weights: Weights = np.maximum(np.log2(likelier), 0.0) * known
    return weights
