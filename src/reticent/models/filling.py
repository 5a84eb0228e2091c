"""Gaps filled with something else of the same sort, where a policy allows invented content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reticent.models.privacy_model import InventsSiblings, PrivacyModel
from reticent.plan import Decision
from reticent.rendering.word_use import is_used_as_noun
from reticent.text import Document

INVENTED = "invented"
"""The key of a decision's evidence that says that what it writes is not true of the original."""


def fill_gaps(
    document: Document, decisions: Sequence[Decision], models: Sequence[PrivacyModel]
) -> tuple[Decision, ...]:
    """The decisions with invented words where a model removed something and knows a sibling of it; each is marked.

    The choice depends on the original, which no reader of the release has: nobody can tell it from the sibling.
    """
    inventing = {model.promise.model: model for model in models if isinstance(model, InventsSiblings)}
    filled = []
    for each in decisions:
        model = inventing.get(each.model)
        removed = each.becomes is None and each.stand_in is None
        words = sorted({span.of(document.text) for span in each.spans}) if removed else []
        alike = len({word.casefold() for word in words}) == 1 and all(
            is_used_as_noun(document.text, span) for span in each.spans
        )
        sibling = model.sibling(words[0], seed=document.fingerprint) if model and alike else None
        filled.append(
            replace(each, becomes=sibling, evidence={**each.evidence, INVENTED: True}) if sibling else each
        )
    return tuple(filled)


def is_invented(decision: Decision) -> bool:
    """Whether a decision writes what is not true of the original."""
    return bool(decision.evidence.get(INVENTED))
