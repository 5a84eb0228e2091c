"""What guarding correlations costs: disclosure risks evaluated and avoided, and time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from experiments.biographies import Biography
from experiments.harness import best_of
from reticent import sanitize
from reticent.knowledge import Corpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.plan import Release
from reticent.text import Document, Mention, Span


def cost(corpus: Corpus, people: Sequence[Biography]) -> list[dict[str, Any]]:
    """Disclosure risks evaluated and avoided, and time a document, for groups of up to one, two and three."""
    rows = []
    for size in (1, 2, 3):
        guard = CorrelationGuard(corpus=corpus, threshold=6.0, max_group=size, at_most=1.0, unseen="keep")
        made = possible = 0
        seconds = 0.0
        for each in people:
            mentions = tuple(Mention(span, "MASKED") for span in each.masks["Presidio"])
            release = Release(each.document(), each.document(), (), mentions)
            counts: list[tuple[int, int]] = []
            guard.finding(release, watch=lambda *each: counts.append(each))  # noqa: B023
            made += sum(each[0] for each in counts)
            possible += sum(each[1] for each in counts)
            start = time.process_time()
            sanitize(each.document(), guard, mentions=mentions, languages=("any",))
            seconds += time.process_time() - start
        rows.append({"max_group": size, "made": made, "possible": possible, "seconds": seconds / len(people)})
    return rows


def long_document(corpus: Corpus, people: Sequence[Biography]) -> dict[str, Any]:
    """A text of a thousand words, guarded and audited with pairs, in seconds."""
    text, mentions = "", []
    for each in people:
        mentions += [
            Mention(Span(span.start + len(text), span.end + len(text)), "MASKED")
            for span in each.masks["Presidio"]
        ]
        text += each.text + "\n\n"
        if len(text.split()) >= 1000:
            break
    guard = CorrelationGuard(corpus=corpus, threshold=6.0, max_group=2, at_most=1.0, unseen="keep")
    seconds = best_of(3, lambda: sanitize(Document("long", text), guard, mentions=mentions))
    return {"words": len(text.split()), "max_group": 2, "seconds": seconds}
