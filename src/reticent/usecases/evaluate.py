"""Score maskings, and what a policy would mask, against what people marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.evaluation import GoldDocument, Masking, Scores, score
from reticent.policy.assembly import Assembly
from reticent.rendering.placeholders import mark_earlier_release
from reticent.text import Document


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
        document = mark_earlier_release(Document(gold.id, gold.text), assembly.kinds)
        masking[gold.id] = tuple(
            span
            for model in assembly.models
            for decision in model.plan(document, ()).decisions
            for span in decision.spans
        )
    return masking
