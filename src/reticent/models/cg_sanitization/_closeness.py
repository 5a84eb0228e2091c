"""Single terms that are too close to an entity: they make it many times likelier, also where what may be told is told.

A rare entity stays unlikely whatever is said of it: "pitchblende" names Marie Curie in few documents, and leads to nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge import Corpus, TermGroups
from reticent.models.cg_sanitization._entities import SensitiveEntity

AMONG_GENERAL = 0.24
"""Of the times that a term may make an entity likelier, those that it may among documents with g(c): the strictest that keeps 95 % of
the words of transcriptions (`experiments.giveaways`)."""

SLACK = 0.05
"""Documents with a term that are taken to name the entity by chance, besides those that are expected to: so that one of a hundred is
evidence where twenty documents of the corpus name the entity, and one of a thousand is none. With more, what few documents tell of a rare
entity stays; with less, more harmless words go than giveaways (`experiments.giveaways`)."""

_FEWEST, _FEWEST_TOGETHER = 10, 5
"""Documents with a term and g(c), and with the entity and g(c), below which their shares say nothing; chosen by hand."""

_EQUAL = 1 + 1e-9  # shares that two ways of dividing make differ by less


def find_close(
    entity: SensitiveEntity,
    units: Sequence[str],
    groups: TermGroups,
    joint: NDArray[np.float64],
    *,
    corpus: Corpus,
) -> NDArray[np.bool_]:
    """Which of these single terms make the entity likelier than `at_most_times` as likely as it is without them.

    The word g(c) may stand. Where g(c) explains it, because the term doesn't make the entity much likelier among documents with that,
    the term is not close.
    """
    close = np.zeros(len(groups.alone), dtype=np.bool_)
    if groups.members.shape[1] > 1 or not entity.is_capped_by_times:
        return close
    expected = groups.alone * entity.share_without + SLACK
    rows = np.flatnonzero((groups.together > 0) & (joint > expected * entity.at_most_times * _EQUAL))
    terms = [units[member] for member in groups.members[rows, 0].tolist()]
    asked = [term for term in terms if term != entity.general_term]
    explained = _find_explained(entity, asked, corpus)
    left = [term in asked and term not in explained for term in terms]
    close[rows[np.array(left, dtype=np.bool_)]] = True
    return close


def _find_explained(entity: SensitiveEntity, terms: Sequence[str], corpus: Corpus) -> frozenset[str]:
    """The terms that make the entity little likelier among documents with g(c)."""
    both, general = entity.among_general
    if entity.general is None or entity.counted.within or both < _FEWEST_TOGETHER:
        return frozenset()
    told = entity.counted.threshold
    counts = corpus.count([each | {term} for term in terms for each in (entity.counted.entity | told, told)])
    most = AMONG_GENERAL * entity.at_most_times * _EQUAL
    return frozenset(
        term
        for term, together, alone in zip(terms, counts[::2], counts[1::2], strict=True)
        if alone >= _FEWEST and together * general <= most * alone * both
    )
