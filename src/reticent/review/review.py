"""Documents under review together: how a review begins, who acts on which state, and the audits that follow."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import RLock
from typing import Any

from reticent.engine.rules import Rules
from reticent.errors import ReviewError
from reticent.formats.seam.options import FormatOptions
from reticent.models.privacy_model import ModelHints
from reticent.review.files import FileUnderReview, Outbox, open_files, require_room
from reticent.review.journal import Journals
from reticent.review.session import Session, State, audit_state, require_current
from reticent.usecases.release import InputFile, Progress, plan_documents

Blocks = list[dict[str, Any]]
_VERSIONS = 4
"""How many versions of a document are remembered, so that a page is sent what changed."""

Action = Callable[[Session], Session]


class Review:
    """Sessions on the documents of several files, for one person, whatever tabs or threads they use.

    An action names the state that it was made on, so that a second tab can't undo it unseen. Audits run after the
    actions; `settle` waits for them.
    """

    def __init__(
        self,
        files: Sequence[FileUnderReview],
        sessions: Sequence[Session],
        rules: Rules,
        *,
        outbox: Outbox | None = None,
    ) -> None:
        self.files = tuple(files)
        self.rules = rules
        self._sessions = dict(enumerate(sessions, 1))
        self.outbox = outbox
        self._journals = (
            Journals([outbox.keep(file.given.name, ".journal.jsonl") for file in files], outbox.who)
            if outbox
            else None
        )
        self._lock = RLock()
        self._auditor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="audit")
        self._running: dict[int, Future[None]] = {}
        self._released: dict[int, str] = {}
        self._shown: dict[int, dict[str, Blocks]] = {}
        self._hinting = RLock()
        self._hints: dict[int, tuple[ModelHints, ...]] = {}

    @property
    def numbers(self) -> range:
        """The numbers of all documents."""
        return range(1, len(self._sessions) + 1)

    def session(self, number: int) -> Session:
        """The session on a document as it stands."""
        with self._lock:
            if number not in self._sessions:
                raise ReviewError("unknown", f"there is no document {number}: go back to the list")
            return self._sessions[number]

    def file_of(self, number: int) -> FileUnderReview:
        """The file that holds a document."""
        self.session(number)
        return next(file for file in self.files if number in file.numbers)

    def act(
        self,
        number: int,
        action: Action,
        *,
        state: str | None = None,
        what: Mapping[str, object] | None = None,
    ) -> Session:
        """Let an action take place on a document, and have it audited; `state` is the hash that it was made on.

        `what` goes into the journal.
        """
        with self._lock:
            before = self.session(number)
            require_current(before, state)
            after = action(before)
            if after.state.hash != before.state.hash:
                self._note(number, what or {}, after.state)
            self._sessions[number] = after
        self.audit(number)
        return self.session(number)

    def audit(self, number: int) -> None:
        """Have the state of a document judged, unless that was done or is about to be."""
        with self._lock:
            if self.session(number).light == "amber" and number not in self._running:
                self._running[number] = self._auditor.submit(self._audit, number)

    def is_released(self, number: int) -> bool:
        """Whether the document went out just as it stands."""
        return self._released.get(number) == self.session(number).state.plan_hash

    def note_release(self, file: FileUnderReview, states: Sequence[State]) -> Path:
        """Remember that a file went out with these states of its documents; where its journal stands."""
        if self.outbox is None or self._journals is None:
            raise ReviewError("bad", "there is no folder to release to: start the review with -o DIR")
        with self._lock:
            for number, state in zip(file.numbers, states, strict=True):
                self._released[number] = state.plan_hash
                self._note(number, {"action": "release"}, state)
            return self._journals.sign(self.files.index(file), self.outbox.keys)

    def _note(self, number: int, what: Mapping[str, object], state: State) -> None:
        if self._journals is not None:
            file = self.files.index(self.file_of(number))
            self._journals.write(file, state.document.id, what, state.hash)

    def hints(self, number: int) -> tuple[ModelHints, ...]:
        """What the models found out about a document, worked out when it is first asked for."""
        document = self.session(number).document
        with self._hinting:
            if number not in self._hints:
                found = (model.hints(document) for model in self.rules.models)
                self._hints[number] = tuple(each for each in found if each is not None)
            return self._hints[number]

    def has_hints(self, number: int) -> bool:
        """Whether the hints on a document are ready."""
        return number in self._hints

    def remember_blocks(self, number: int, version: str, blocks: Blocks) -> Mapping[str, Blocks]:
        """The blocks of the versions of a document that were shown last, these among them."""
        with self._lock:
            shown = self._shown.setdefault(number, {})
            known = dict(shown)
            shown.pop(version, None)
            shown[version] = blocks
            while len(shown) > _VERSIONS:
                shown.pop(next(iter(shown)))
            return known

    def settle(self, *numbers: int) -> None:
        """Wait until the states of these documents are judged; of all, where none are named."""
        for number in numbers or self.numbers:
            self.audit(number)
            with self._lock:
                running = self._running.get(number)
            if running:
                running.result()

    def close(self) -> None:
        """Judge nothing any longer."""
        self._auditor.shutdown(wait=True, cancel_futures=True)

    def _audit(self, number: int) -> None:
        """Judge the state that stands, and again as long as another has taken its place meanwhile."""
        try:
            while True:
                with self._lock:
                    session = self._sessions[number]
                    if session.light != "amber":
                        del self._running[number]
                        return
                judgement = audit_state(session.state, self.rules)
                with self._lock:
                    self._sessions[number] = self._sessions[number].take_judgement(judgement)
                self.hints(number)
        except BaseException:
            with self._lock:
                self._running.pop(number, None)
            raise


_LONG = 200_000
"""Characters from which the objects behind them are so many that looking for garbage among them takes its time."""


def open_review(
    given: Sequence[InputFile],
    rules: Rules,
    *,
    options: FormatOptions | None = None,
    progress: Progress | None = None,
    outbox: Outbox | None = None,
) -> Review:
    """A review of files under a policy; what their plans leave behind is a leak that the review shows.

    Without an `outbox` nothing can be released and no journal is kept.
    """
    files = open_files(given, rules, options)
    if outbox:
        require_room(files, outbox)
    documents = [document for file in files for document in file.opened.documents]
    outcomes = plan_documents(documents, rules, progress=progress)
    sessions = [Session.of_plan(outcome.release.original, outcome.plan) for outcome in outcomes]
    if sum(len(document.text) for document in documents) > _LONG:
        # What planning left behind stays: that it is not looked through again halves the time of an audit.
        gc.collect()
        gc.freeze()
    review = Review(files, sessions, rules, outbox=outbox)
    for number in review.numbers:
        review.audit(number)
    return review
