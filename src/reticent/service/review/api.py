"""What the page can ask for, as functions of a review; they may take a while and are called in threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reticent.review.files import Outbox
from reticent.review.release import Written, release_file, save_plan
from reticent.review.requests import carry_out, list_offered
from reticent.review.review import Review
from reticent.review.showing import show_change, show_document, show_documents
from reticent.review.together import apply_to_all

Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewApi:
    """A review, where its releases go, and how long the page may be left alone."""

    review: Review
    outbox: Outbox
    idle_seconds: float

    def list_documents(self) -> dict[str, Any]:
        """All documents with their status, and what the page says about the review."""
        rows = show_documents(self.review)
        return {
            "documents": [{**row, "state": self.review.session(row["number"]).state.hash} for row in rows],
            "output": str(self.outbox.out),
            "signs": bool(self.outbox.keys),
            "reviewer": self.outbox.who,
            "idle_seconds": self.idle_seconds,
            "actions": list_offered(),
        }

    def read_document(
        self, number: int, *, known: str | None = None, reader: str | None = None, wait: bool = False
    ) -> dict[str, Any]:
        """A document as it stands; with `wait`, when its audit has an answer."""
        if wait:
            self.review.settle(number)
        return show_document(self.review, number, reader=reader, since=known)

    def read_change(self, number: int, change: str) -> dict[str, Any]:
        """A change with its reasons and its ladder."""
        return show_change(self.review, number, change)

    def act(self, number: int, request: Request) -> dict[str, Any]:
        """Do what the page asks of a document, and show what came of it."""
        selected = carry_out(self.review, number, {**request, "by": self.outbox.who})
        known = request.get("from")
        shown = show_document(self.review, number, since=known if isinstance(known, str) else None)
        return {**shown, "selected": selected}

    def apply_to_all(self, number: int, request: Request) -> dict[str, Any]:
        """Do in all documents what was done with a change of one."""
        changed = apply_to_all(self.review, number, str(request.get("change")), state=request.get("state"))
        return {"documents": changed}

    def release(self, number: int, request: Request) -> dict[str, Any]:
        """Write the release of a document's file, if every light in it is green for exactly this state."""
        return _tell(release_file(self.review, number, state=request.get("state")))

    def save_plan(self, number: int, request: Request) -> dict[str, Any]:
        """Write the plan of a document's file as it stands."""
        return {"written": [str(save_plan(self.review, number, state=request.get("state")))]}


def _tell(written: Written) -> dict[str, Any]:
    return {
        "written": [str(path) for path in written.files],
        "proof": written.proven,
        "notes": list(written.notes),
    }
