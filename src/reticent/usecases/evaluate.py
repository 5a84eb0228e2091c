"""Score maskings, and what a policy would mask, against what people marked.

Score a release, or what a policy would release, against a list of the terms that an expert would remove.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.errors import DocumentError
from reticent.evaluation import GoldDocument, Masking, Scores, score
from reticent.evaluation.term_lists import TermList, TermScores, add_scores, score_terms
from reticent.formats.options import FormatOptions
from reticent.plan import Release
from reticent.policy.assembly import Assembly
from reticent.rendering.matching import align
from reticent.rendering.placeholders import mark_earlier_release, mark_placeholders
from reticent.text import Document
from reticent.usecases.apply import plan
from reticent.usecases.release import Given, open_given


def evaluate(
    documents: Sequence[GoldDocument], maskings: Mapping[str, Masking], policies: Mapping[str, Assembly]
) -> dict[str, Scores]:
    """The scores of every masking and of every policy, by name."""
    named = dict(maskings)
    named.update({name: mask_by_policy(assembly, documents) for name, assembly in policies.items()})
    return {name: score(documents, masking) for name, masking in named.items()}


def mask_by_policy(assembly: Assembly, documents: Sequence[GoldDocument]) -> Masking:
    """The places that the models of a policy would change in each document."""
    masking = {}
    for gold in {document.id: document for document in documents}.values():
        document = mark_earlier_release(
            Document(gold.id, gold.text), assembly.kinds, style=assembly.options.placeholders
        )
        masking[gold.id] = tuple(
            span
            for model in assembly.models
            for decision in model.plan(document, ()).decisions
            for span in decision.spans
        )
    return masking


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
    marked = [mark_placeholders(each, assembly.kinds, assembly.is_stand_in) for each in after]
    pairs = [Release(one, other, align(one, other)) for one, other in zip(before, marked, strict=True)]
    return add_scores([score_terms(listed, pair) for pair in pairs])
