"""The plan of a file as it stands, red or green: a review can end for today, and 'reticent apply' knows the rest."""

from __future__ import annotations

from pathlib import Path

from reticent.errors import ReviewError
from reticent.files import PRIVATE, write_whole
from reticent.plan import plans_to_json
from reticent.review.outbox import make_folders
from reticent.review.review import Review
from reticent.review.session import require_current
from reticent.usecases.plan import remember_rules

PLAN = ".plan.json"


def save_plan(review: Review, number: int, *, state: str | None = None) -> Path:
    """Write the plans of a document's file beside its journal; nothing is released."""
    if review.outbox is None:
        raise ReviewError("bad", "there is no folder to write to: start the review with -o DIR")
    require_current(review.session(number), state)
    file = review.file_of(number)
    plans = [review.session(each).state.plan for each in file.numbers]
    made_under = remember_rules(review.assembly, file.opened.options)
    make_folders(review.outbox)
    place = review.outbox.keep(file.given.name, PLAN)
    written = plans_to_json(plans, made_under=made_under)
    write_whole(place, written.encode("utf-8", "surrogatepass"), mode=PRIVATE)
    return place
