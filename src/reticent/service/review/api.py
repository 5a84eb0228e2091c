"""What the page of a review can ask for, each in a call that may take a while."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from reticent.errors import ReviewError
from reticent.review.files import Outbox
from reticent.review.findings import FindingFilter, count_unseen, list_findings, make_steps
from reticent.review.release import explain_unread, release_file, release_or_explain, save_plan
from reticent.review.requests import carry_out, list_offered
from reticent.review.review import Review
from reticent.review.showing import draw_page, show_change, show_document, show_documents, show_pages
from reticent.review.tasks import LongTasks
from reticent.review.withheld import export_log
from reticent.review.xfdf import export_xfdf, import_xfdf

Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewApi:
    """A review, where its releases go, and how long the page may be left alone. `who` is the person who asks."""

    review: Review
    outbox: Outbox
    idle_seconds: float
    tasks: LongTasks = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tasks", LongTasks(self.review.tell))

    def list_documents(self, *, who: str = "") -> dict[str, Any]:
        """All documents with their status, how far the work on them is, and what the page says about the review."""
        revision = self.review.revision
        rows = show_documents(self.review)
        task = self.tasks.latest
        return {
            "revision": revision,
            "documents": [{**row, "state": self.review.session(row["number"]).state.hash} for row in rows],
            "output": str(self.outbox.out),
            "signs": bool(self.outbox.keys),
            "reviewer": who or self.outbox.who,
            "idle_seconds": self.idle_seconds,
            "actions": list_offered(),
            "kinds": sorted(self.review.rules.kinds),
            "codes": [{"code": each.code, "means": each.means} for each in self.review.rules.codes],
            "notices": list(self.review.notices),
            "paused": self.review.is_paused,
            "unseen": count_unseen(self.review),
            "task": task.describe() if task else None,
        }

    def read_document(
        self,
        number: int,
        *,
        known: str | None = None,
        reader: str | None = None,
        wait: bool = False,
        who: str = "",
    ) -> dict[str, Any]:
        """A document as it stands; with `wait`, when its audit has an answer."""
        if wait:
            self.review.settle(number)
        else:
            self.review.audit(number, urgent=True)
        return show_document(self.review, number, reader=reader, since=known)

    def read_change(self, number: int, change: str, *, who: str = "") -> dict[str, Any]:
        """A change with its reasons and its ladder."""
        return show_change(self.review, number, change)

    def read_pages(self, number: int, *, who: str = "") -> dict[str, Any]:
        """The pages of a document, and where its changes stand on them."""
        return show_pages(self.review, number)

    def draw_page(self, number: int, page: int, *, who: str = "") -> bytes:
        """A page of a document as it looks."""
        return draw_page(self.review, number, page)

    def act(self, number: int, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Do what the page asks of a document, and show what came of it."""
        selected = carry_out(self.review, number, {**request, "by": who or self.outbox.who})
        known = request.get("from")
        shown = show_document(self.review, number, since=known if isinstance(known, str) else None)
        return {**shown, "selected": selected}

    def release(self, number: int, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Write the release of a document's file, if every light in it is green for exactly this state."""
        written = release_file(self.review, number, state=request.get("state"), who=who)
        files = [str(path) for path in written.files]
        return {"written": files, "proof": written.proven, "notes": list(written.notes)}

    def save_plan(self, number: int, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Write the plan of a document's file as it stands."""
        return {"written": [str(save_plan(self.review, number, state=request.get("state")))]}

    def export_marks(self, number: int, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Write the changes of a PDF as marks for redaction, for other programs."""
        return {"written": [str(export_xfdf(self.review, number))]}

    def import_marks(self, number: int, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Take marks for redaction that were made in another program."""
        text = request.get("xfdf")
        if not isinstance(text, str):
            raise ReviewError("bad", "the request needs a text under 'xfdf'")
        made = import_xfdf(self.review, number, text, state=request.get("state"), who=who or self.outbox.who)
        return {**show_document(self.review, number), "made": made}

    def export_log(self, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Write the log of what is withheld from the releases."""
        return {"written": [str(path) for path in export_log(self.review)]}

    def sign_off(self, number: int, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Note that a second person agrees to a document as it stands."""
        self.review.sign_off(number, state=request.get("state"), who=who or self.outbox.who)
        return show_document(self.review, number)

    def find(self, request: Asked, *, who: str = "") -> dict[str, Any]:
        """The findings in all documents that a filter takes."""
        return list_findings(self.review, FindingFilter.read(request))

    def act_on_many(self, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Begin to do what the page asks of all documents."""
        name, steps = make_steps(self.review, {**request, "by": who or self.outbox.who})
        return self.tasks.start(name, steps).describe()

    def release_all(self, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Begin to release every file that may go, with a result for each."""
        steps = [partial(explain_unread, file) for file in self.review.unread]
        steps += [partial(release_or_explain, self.review, file.first, who=who) for file in self.review.files]
        return self.tasks.start("release all", steps).describe()

    def control(self, request: Asked, *, who: str = "") -> dict[str, Any]:
        """Stop the task that is under way, or leave what nobody waits for until somebody says to go on."""
        asked = request.get("control")
        if asked == "stop":
            self.tasks.stop()
        elif asked in ("pause", "go on"):
            self.review.pause(asked == "pause")
        else:
            raise ReviewError("bad", "what can be asked is 'stop', 'pause' or 'go on'")
        return self.list_documents(who=who)
