"""A small collection in which some runs of words lead to one original."""

from __future__ import annotations

from reticent.knowledge.runs import RunCounts, count_runs
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.no_linkage import NoLinkage
from reticent.text import Document

FILLER = "a b c ab abc bc ca cab 1 here then é а"
"""What the texts of the contract are made of besides secrets, often enough to be no secret."""
ORIGINALS = (
    "The court heard the applicant in May. He owns an orchard.",
    "The court heard the applicant in June. He owns a violin.",
    "The clerk heard the witness in May. The zorblat was sold.",
    "The clerk paid the witness in June. The violin was sold.",
    "A parrot sat in the orchard.",
    "A parrot sat in the court.",
)


def documents() -> list[Document]:
    """The originals."""
    return [Document(str(number), text) for number, text in enumerate(ORIGINALS)]


def counted(*, longest: int = 3, rarest: int = 50) -> RunCounts:
    """What is counted of them."""
    return count_runs(documents(), longest=longest, rarest=rarest)


def small_world() -> NoLinkage:
    """Two originals for each run of up to three words; nothing is generalized."""
    return NoLinkage(counted(), longest=3)


def with_sets() -> NoLinkage:
    """The same for rare words wherever they stand."""
    return NoLinkage(counted(), longest=1, rare=4)


TAXONOMY = Hierarchy.from_pairs(
    (("violin", "instrument"), ("orchard", "field"), ("parrot", "bird"), ("zorblat", "thing"))
)
