"""How a review begins: files are read and planned, and every document gets a session."""

from __future__ import annotations

import gc
from collections.abc import Sequence

from reticent.formats.options import FormatOptions
from reticent.policy.assembly import Assembly
from reticent.review.files import open_files
from reticent.review.outbox import Outbox, require_room
from reticent.review.review import Review
from reticent.review.session import Session
from reticent.usecases.given import Given
from reticent.usecases.release import Progress, plan_documents

_LONG = 200_000
"""Characters from which the objects behind them are so many that looking for garbage among them takes its time."""


def open_review(
    given: Sequence[Given],
    assembly: Assembly,
    *,
    options: FormatOptions | None = None,
    progress: Progress | None = None,
    outbox: Outbox | None = None,
) -> Review:
    """A review of files under a policy; what their plans leave behind is a leak that the review shows.

    Without an `outbox` nothing can be released and no journal is kept.
    """
    files = open_files(given, assembly, options)
    if outbox:
        require_room(files, outbox)
    documents = [document for file in files for document in file.opened.documents]
    outcomes = plan_documents(documents, assembly, progress=progress)
    sessions = [
        Session.of_plan(document, outcome.plan) for document, outcome in zip(documents, outcomes, strict=True)
    ]
    if sum(len(document.text) for document in documents) > _LONG:
        # What planning left behind stays: that it is not looked through again halves the time of an audit.
        gc.collect()
        gc.freeze()
    review = Review(files, sessions, assembly, outbox=outbox)
    for number in review.numbers:
        review.audit(number)
    return review
