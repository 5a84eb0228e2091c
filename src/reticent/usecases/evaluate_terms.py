"""Score a release, or what a policy would release, against a list of the terms that an expert would remove."""

from __future__ import annotations

from reticent.errors import DocumentError
from reticent.evaluation.term_lists import TermList, TermScores, add_scores, score_terms
from reticent.formats.options import FormatOptions
from reticent.plan import Release
from reticent.policy.assembly import Assembly
from reticent.rendering.alignment import align
from reticent.rendering.placeholders import mark_placeholders
from reticent.usecases.given import Given, open_given
from reticent.usecases.plan import plan


def evaluate_terms(
    listed: TermList,
    original: Given,
    assembly: Assembly,
    *,
    released: Given | None = None,
    options: FormatOptions | None = None,
) -> TermScores:
    """The scores over all documents of a file; without a release, of what the policy would release."""
    if released is None:
        outcomes = plan(original, assembly, options=options).outcomes
        return add_scores([score_terms(listed, outcome.release) for outcome in outcomes])
    chosen = options or assembly.options
    before = open_given(original, assembly.kinds, chosen).documents
    after = open_given(released, assembly.kinds, chosen).documents
    if len(before) != len(after):
        raise DocumentError(
            f"'{released.name}' holds {len(after)} documents and its original {len(before)}:"
            " give the original that it was released from"
        )
    marked = [mark_placeholders(each, assembly.kinds, assembly.knows) for each in after]
    pairs = [Release(one, other, align(one, other)) for one, other in zip(before, marked, strict=True)]
    return add_scores([score_terms(listed, pair) for pair in pairs])
