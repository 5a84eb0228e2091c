"""Whether excerpts of a release keep its promise, and what it costs that all of them do.

python -m experiments.excerpts [--quick] [--json FILE]

(C, g(C)) believes groups of terms at a false discovery rate among all that a text makes, so that a sentence of a sound release can break
the same promise by itself. With `closed` every group is judged by itself. Transcriptions of a page, each with the
conditions of `experiments.giveaways` protected that it names or hints at, with general knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from experiments import giveaways
from experiments.giveaways import SECRETS, read_transcriptions
from experiments.harness import run
from reticent import CgSanitization, Document, open_corpus, sanitize, wordnet
from reticent.plan import Release
from reticent.text.contexts import contexts

NEEDS = giveaways.NEEDS
NOTES = 32


def measure(quick: bool) -> dict[str, Any]:
    """A row for each secret, with and without `closed`: words kept, and sentences of releases that break the promise alone."""
    notes = read_transcriptions()[: 2 if quick else NOTES]
    return {
        "notes": len(notes),
        "rows": [
            _row(notes, secret, general, closed)
            for secret, general in SECRETS.items()
            for closed in (False, True)
        ],
    }


def _row(notes: Sequence[str], secret: str, general: str, closed: bool) -> dict[str, Any]:
    model = CgSanitization(
        {secret: general}, corpus=open_corpus(), taxonomy=wordnet(), closed=closed, unseen="keep", marks=False
    )
    words = changed = excerpts = broken = 0
    for number, text in enumerate(notes):
        release = sanitize(Document(f"note {number}", text), model).release
        words += len(text.split())
        changed += sum(len(edit.span.of(text).split()) for edit in release.edits)
        for span in contexts(release.released, "sentence"):
            excerpt = Document(
                "excerpt", release.released.text[span.start : span.end].replace("[REMOVED]", "")
            )
            excerpts += 1
            broken += bool(model.violations(Release(excerpt, excerpt)))
    kept = round(1 - changed / words, 4)
    return {"secret": secret, "closed": closed, "kept": kept, "excerpts": excerpts, "broken": broken}


def show(figures: Mapping[str, Any]) -> None:
    """The rows as a table."""
    print(f"{'secret':12}{'closed':8}{'words kept':>12}{'sentences':>11}{'that break it':>15}")
    for row in figures["rows"]:
        print(
            f"{row['secret']:12}{'yes' if row['closed'] else 'no':8}{row['kept']:>12.1%}{row['excerpts']:>11}{row['broken']:>15}"
        )


if __name__ == "__main__":
    run("excerpts", NEEDS, measure, show)
