"""The report on a release: what was promised, relative to what, what changed and what the audit found.

It quotes no document, but it tells more than the release does (how much went, and what of): it stays with the original.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from reticent.audit.exceptions import describe_exception, state_promises
from reticent.audit.inference import InferenceRisk
from reticent.detection.columns import REASONS
from reticent.models.privacy_model import CompleteModel, is_invented
from reticent.plan import Edit, Plan, Release, Violation
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span
from reticent.text.document import line_and_column
from reticent.text.sentences import normal_words
from reticent.text.terms import Term, terms
from reticent.text.tokens import token_texts, tokenize

if TYPE_CHECKING:
    from reticent.knowledge import Corpus


@dataclass(frozen=True, slots=True)
class Utility:
    """Words of the original and how many stand unchanged; terms generalized and removed; bits of its terms, and those left.

    A term's bits are its IC, -log2 of the share of documents that hold it; a generalized one has those of what stands in
    its place, a removed one none. Without a corpus to count in there are none.
    """

    words: int
    words_kept: int
    generalized: int
    removed: int
    bits: float | None = None
    bits_kept: float | None = None

    @property
    def information_kept(self) -> float | None:
        """The share of the bits that is left; 1 where there were none, None where nothing was counted."""
        if self.bits is None or self.bits_kept is None:
            return None
        return self.bits_kept / self.bits if self.bits else 1.0

    def as_json(self) -> dict[str, Any]:
        """The same as values that JSON can carry."""
        kept = self.information_kept
        return {
            "words": self.words,
            "words_kept": self.words_kept,
            "terms_generalized": self.generalized,
            "terms_removed": self.removed,
            "information_kept": None if kept is None else round(kept, 4),
        }

    def __str__(self) -> str:
        """One line for people.

        >>> print(Utility(200, 190, 1, 2, 100.0, 90.5))
        kept 95.0 % of 200 words and 90.5 % of their information; 1 term generalized, 2 removed
        """
        share = 100 * self.words_kept / self.words if self.words else 100.0
        kept = self.information_kept
        information = "" if kept is None else f" and {100 * kept:.1f} % of their information"
        terms_ = "1 term" if self.generalized == 1 else f"{self.generalized:,} terms"
        return f"kept {share:.1f} % of {self.words:,} words{information}; {terms_} generalized, {self.removed:,} removed"


def measure_utility(
    plan: Plan, release: Release, models: Sequence[CompleteModel] = (), *, corpus: Corpus | None = None
) -> Utility:
    """What a release keeps of its original; the information by the counts of a corpus, or of the first model that has one."""
    text = release.original.mask_placeholders()
    changed = Trace.of(release.edits)
    words = [token.span for token in tokenize(text) if any(map(str.isalnum, token.text))]
    corpus = corpus or next((model.corpus for model in models if model.corpus is not None), None)
    bits = (None, None) if corpus is None else _measure_bits(release, changed, corpus)
    return Utility(
        len(words),
        sum(not changed.touches(word) for word in words),
        sum(decision.becomes is not None for decision in plan.decisions),
        sum(decision.becomes is None for decision in plan.decisions),
        *bits,
    )


def add_utility(parts: Iterable[Utility]) -> Utility:
    """The utility of several documents as one; of information only what was measured."""
    listed = list(parts)
    counted = [each for each in listed if each.bits is not None]
    return Utility(
        sum(each.words for each in listed),
        sum(each.words_kept for each in listed),
        sum(each.generalized for each in listed),
        sum(each.removed for each in listed),
        sum(each.bits or 0.0 for each in counted) if counted else None,
        sum(each.bits_kept or 0.0 for each in counted) if counted else None,
    )


def _measure_bits(release: Release, changed: Trace, corpus: Corpus) -> tuple[float, float]:
    """The bits of the original's terms at all their places, and of what stands at these places now."""
    from reticent.models.shared.counts import information  # numpy loads with it

    found = terms(release.original)
    left = {
        span: _form_left(release, changed, span)
        for term in found
        for span in term.spans
        if changed.touches(span)
    }
    known = information(corpus, [*(term.form for term in found), *left.values()])
    return (
        sum(known.get(term.form, 0.0) * len(term.spans) for term in found),
        sum(_bits_left(term, span, left, known) for term in found for span in term.spans),
    )


def _bits_left(term: Term, span: Span, left: Mapping[Span, str], known: Mapping[str, float]) -> float:
    """What a place discloses; a replacement discloses no more than what it stands for did."""
    own = known.get(term.form, 0.0)
    return own if span not in left else min(own, known.get(left[span], 0.0))


def _form_left(release: Release, changed: Trace, span: Span) -> str:
    """The normal form of the words that stand where a term stood, placeholders left out."""
    text, at = release.original.text, span.start
    pieces = []
    for edit in _edits_at(release.edits, changed, span):
        pieces += [text[at : max(at, edit.span.start)], "" if edit.placeholder else edit.text]
        at = max(at, edit.span.end)
    return " ".join(normal_words(" ".join([*pieces, text[at : span.end]])))


def _edits_at(edits: Sequence[Edit], changed: Trace, span: Span) -> Sequence[Edit]:
    return edits[bisect_right(changed.ends, span.start) : bisect_left(changed.starts, span.end)]


SCHEMA = 1  # the version of a report
STAYS = (
    "This file tells more than the release does: keep it like the original, and publish the release alone."
)


def describe_release(
    plan: Plan,
    release: Release,
    *,
    utility: Utility | None = None,
    unseen: Sequence[Span] = (),
    language: str = "",
    arising: Sequence[Violation] = (),
    risks: Sequence[InferenceRisk] = (),
    asked: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What a second person needs to check one released document again, as values that JSON can carry.

    `language` is one that no detector reads and that was allowed in it. `asked` is for each model what readers who had to be asked answered.
    The original's fingerprint is not in it: whoever has the released text could try every date in place of a
    `[DATE]` until the hash fits.
    """
    return {
        "document": plan.document,
        "released": release.released.fingerprint,
        "promises": [asdict(promise) for promise in state_promises(plan, asked)],
        "edits": len(release.edits),
        "decisions": dict(sorted(Counter(decision.kind for decision in plan.decisions).items())),
        "words": describe_loss(release),
        "gaps": describe_gaps(plan),
        "by_column": count_by_column(plan),
        "utility": (utility or measure_utility(plan, release)).as_json(),
        "exceptions": [describe_exception(exception) for exception in plan.exceptions],
        "unseen": [[span.start, span.end] for span in unseen],
        "unread_language": language or None,
        "arising": locate(arising, release.released),
        "inference": [risk.as_json() for risk in risks],
    }


def count_by_column(plan: Plan) -> int:
    """How many cells go because of their column, where no detector found them."""
    return sum(len(each.spans) for each in plan.decisions if each.reason in REASONS)


def describe_gaps(plan: Plan) -> dict[str, int]:
    """At how many places no mark shows what was removed: the gap was closed, or what stands there is invented."""
    return {
        "closed": sum(len(each.spans) for each in plan.decisions if each.becomes == ""),
        "invented": sum(len(each.spans) for each in plan.decisions if is_invented(each)),
    }


def describe_loss(release: Release) -> dict[str, int]:
    """How many words of the original were changed, and how many it has."""
    original = release.original.text
    changed = sum(len(token_texts(edit.span.of(original))) for edit in release.edits)
    return {"all": len(token_texts(original)), "changed": changed}


def make_report(
    name: str,
    documents: Sequence[Mapping[str, Any]],
    *,
    version: str,
    dropped: Mapping[str, int],
    warnings: Sequence[str] = (),
) -> dict[str, Any]:
    """The report on a file of one document or many; `dropped` counts what did not go out, by kind.

    `warnings` are sentences about what nobody can say of it.
    """
    return {
        "reticent": "report",
        "schema": SCHEMA,
        "note": STAYS,
        "version": version,
        "name": name,
        "dropped": dict(dropped),
        "warnings": list(warnings),
        "documents": list(documents),
    }


def locate(violations: Sequence[Violation], document: Document) -> list[dict[str, Any]]:
    """The violations with the line and column where each stands."""
    place = line_and_column(document.text)
    rows = []
    for violation in violations:
        line, column = place(violation.span.start)
        rows.append(
            {
                "model": violation.model,
                "kind": violation.kind,
                "start": violation.span.start,
                "end": violation.span.end,
                "line": line,
                "column": column,
                "reason": violation.reason,
            }
        )
    return rows


def as_json(content: Mapping[str, Any]) -> str:
    """The report as it is written to a file."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
