"""Score maskings, releases and policies against what people marked, or against the terms that an expert would remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.engine.rules import Rules
from reticent.errors import DocumentError
from reticent.evaluation import GoldDocument, Masking, Scores, score
from reticent.evaluation.risk import RiskScores, measure_risk
from reticent.evaluation.term_lists import TermList, TermScores, add_scores, score_terms
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge import open_knowledge
from reticent.plan import Release
from reticent.rendering.matching import align
from reticent.rendering.placeholders import mark_earlier_release, mark_placeholders
from reticent.text import Document
from reticent.usecases.apply import plan
from reticent.usecases.release import InputFile, read_input


def evaluate(
    documents: Sequence[GoldDocument], maskings: Mapping[str, Masking], policies: Mapping[str, Rules]
) -> dict[str, Scores]:
    """The scores of every masking and of every policy, by name."""
    named = dict(maskings)
    named.update({name: mask_by_policy(rules, documents) for name, rules in policies.items()})
    return {name: score(documents, masking) for name, masking in named.items()}


def mask_by_policy(rules: Rules, documents: Sequence[GoldDocument]) -> Masking:
    """The places that the models of a policy would change in each document."""
    masking = {}
    for gold in {document.id: document for document in documents}.values():
        document = mark_earlier_release(
            Document(gold.id, gold.text), rules.kinds, style=rules.options.placeholders
        )
        masking[gold.id] = tuple(
            span
            for model in rules.models
            for decision in model.plan(document, ()).decisions
            for span in decision.spans
        )
    return masking


def evaluate_risk(
    documents: Sequence[GoldDocument], maskings: Mapping[str, Masking]
) -> dict[str, RiskScores]:
    """TPS and TRIR of every masking, by name; information is counted in what ships."""
    corpus = open_knowledge()
    return {name: measure_risk(documents, masking, corpus) for name, masking in maskings.items()}


def evaluate_terms(
    listed: TermList,
    original: InputFile,
    rules: Rules,
    *,
    released: InputFile | None = None,
    options: FormatOptions | None = None,
) -> TermScores:
    """The scores over all documents of a file; without a release, of what the policy would release."""
    if released is None:
        outcomes = plan(original, rules, options=options).outcomes
        return add_scores([score_terms(listed, outcome.release) for outcome in outcomes])
    chosen = options or rules.options
    before = read_input(original, rules.kinds, chosen).documents
    after = read_input(released, rules.kinds, chosen).documents
    if len(before) != len(after):
        raise DocumentError(
            f"'{released.name}' holds {len(after)} documents and its original {len(before)}:"
            " give the original that it was released from"
        )
    marked = [mark_placeholders(each, rules.kinds, rules.is_stand_in) for each in after]
    pairs = [Release(one, other, align(one, other)) for one, other in zip(before, marked, strict=True)]
    return add_scores([score_terms(listed, pair) for pair in pairs])
