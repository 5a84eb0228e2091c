"""Documents under review together: who acts on which state, what is planned and audited meanwhile, and what is written down."""

from __future__ import annotations

import gc
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import Condition, RLock
from typing import Any

from reticent.engine.rules import Rules
from reticent.errors import InternalError, ReticentError, ReviewError
from reticent.formats.seam.format import as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.outline import OutlinePassage, PagesInSight
from reticent.models.privacy_model import ModelHints
from reticent.review.files import (
    JOURNAL,
    FileUnderReview,
    Outbox,
    UnreadFile,
    open_files,
    read_outline,
    require_room,
)
from reticent.review.journal import Journal, JournalEntry, note_change, play_change
from reticent.review.repair import carry_over
from reticent.review.session import ReviewJudgement, Session, State, audit_state, require_current
from reticent.review.work import WorkQueue
from reticent.usecases.apply import remember_rules
from reticent.usecases.release import InputFile, plan_documents, take_evidence_of_all

Blocks = list[dict[str, Any]]
_VERSIONS = 4
"""How many versions of a document are remembered, so that a page is sent what changed. Chosen by hand: a tab or two on each."""

Action = Callable[[Session], Session]
Touched = tuple[str, str]
"""Who decided on a change last, and when."""


class Review:
    """Sessions on the documents of several files, for one person or several, whatever tabs or threads they use.

    An action names the state that it was made on, so that a second tab can't undo it unseen. Documents are planned and
    audited after the actions; `settle` waits for them. What is done is written down before it counts.
    """

    def __init__(
        self,
        files: Sequence[FileUnderReview],
        sessions: Sequence[Session],
        rules: Rules,
        *,
        outbox: Outbox | None = None,
        unread: Sequence[UnreadFile] = (),
    ) -> None:
        self.files = tuple(files)
        self.unread = tuple(unread)
        self.rules = rules
        self.outbox = outbox
        self.notices = [each.why for each in unread]
        self._sessions = dict(enumerate(sessions, 1))
        self._owners = {number: file for file in self.files for number in file.numbers}
        self._journals = (
            [Journal(outbox.keep(file.given.name, JOURNAL), outbox.seal) for file in files] if outbox else []
        )
        self._lock = RLock()
        self._planning = {file.first: RLock() for file in self.files}
        self._work = WorkQueue(self._work_on, lambda number: len(self._sessions[number].document.text))
        self._released: dict[int, tuple[str, str]] = {}
        self._signed_off: dict[int, tuple[str, str, str]] = {}
        self._touched: dict[int, dict[str, Touched]] = {number: {} for number in self._sessions}
        self._shown: dict[int, dict[str, Blocks]] = {}
        self._looking = RLock()
        self._outlines: dict[int, Sequence[Sequence[OutlinePassage]]] = {}
        self._in_sight: dict[int, PagesInSight | None] = {}
        self._hinting = RLock()
        self._hints: dict[int, tuple[ModelHints, ...]] = {}
        self._news = Condition()
        self.revision = 1

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
        return self._owners[number]

    def outline(self, number: int) -> Sequence[OutlinePassage]:
        """What the format of its file says of a document: headings, cells and other parts; worked out when first asked for."""
        file = self.file_of(number)
        with self._looking:
            if file.first not in self._outlines:
                self._outlines[file.first] = read_outline(file)
        outline = self._outlines[file.first]
        return outline[number - file.first] if outline else ()

    def in_sight(self, number: int) -> PagesInSight | None:
        """The pages of a document as they look, where its file has pages."""
        file = self.file_of(number)
        with self._looking:
            if file.first not in self._in_sight:
                source = as_file_source(file.opened.source)
                self._in_sight[file.first] = source.in_sight if len(file.numbers) == 1 else None
            return self._in_sight[file.first]

    def act(
        self,
        number: int,
        action: Action,
        *,
        state: str | None = None,
        what: Mapping[str, object] | None = None,
        who: str = "",
    ) -> Session:
        """Let an action take place on a document, and have it audited; `state` is the hash that it was made on.

        `what` goes into the journal, with `who` did it.
        """
        with self._lock:
            before = self.session(number)
            require_current(before, state)
            after = action(before)
            if after.state.hash != before.state.hash:
                entry = self._note(number, what or {}, before.state, after.state, who)
                self._touch(number, before.state, after.state, entry)
            self._sessions[number] = after
        self.tell()
        self.audit(number)
        return self.session(number)

    def audit(self, number: int, *, urgent: bool = False) -> None:
        """Have the state of a document planned and judged, unless that was done."""
        if self.session(number).light == "amber":
            self._work.ask(number, urgent=urgent)

    def is_released(self, number: int) -> bool:
        """Whether the document went out just as it stands."""
        return self._released.get(number, ("", ""))[0] == self.session(number).state.plan_hash

    def released_as(self, number: int) -> str:
        """The name of the release of a document, whatever was decided since; "" where there is none."""
        return self._released.get(number, ("", ""))[1]

    def touched(self, number: int) -> Mapping[str, Touched]:
        """Who decided on the changes of a document last, and when, by their ids."""
        return self._touched[number]

    def signed_off(self, number: int) -> Touched | None:
        """Who signed a document off just as it stands, and when."""
        state, who, when = self._signed_off.get(number, ("", "", ""))
        return (who, when) if state == self.session(number).state.plan_hash else None

    def sign_off(self, number: int, *, state: str | None, who: str) -> None:
        """Note that a second person agrees to a document as it stands; a ReviewError where the same decided on it."""
        with self._lock:
            session = self.session(number)
            require_current(session, state)
            if session.light != "green":
                raise ReviewError(
                    "red", "only what keeps every promise can be signed off: wait for the light"
                )
            if any(who == decided for decided, _ in self._touched[number].values()):
                raise ReviewError(
                    "same",
                    f"{who} decided on this document, so a second person must sign it off: type that person's name and"
                    " Enter in the terminal for an address",
                )
            entry = self._note(number, {"action": "sign off"}, session.state, session.state, who)
            self._signed_off[number] = (session.state.plan_hash, who, entry.when)
        self.tell()

    def note_release(
        self, file: FileUnderReview, states: Sequence[State], *, name: str, who: str = ""
    ) -> Path:
        """Remember that a file went out with these states of its documents; where its journal stands."""
        if self.outbox is None:
            raise ReviewError("bad", "there is no folder to release to: start the review with -o DIR")
        journal = self._journals[self.files.index(file)]
        with self._lock:
            for number, state in zip(file.numbers, states, strict=True):
                self._note(number, {"action": "release", "as": name}, state, state, who)
                self._released[number] = (state.plan_hash, name)
            if self.outbox.keys:
                journal.sign(self.outbox.keys)
        self.tell()
        return journal.path

    def tell(self) -> None:
        """Say that something is new, to whoever waits for it."""
        with self._news:
            self.revision += 1
            self._news.notify_all()

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
        asked = numbers or self.numbers
        for number in reversed(asked):
            self.audit(number, urgent=True)
        for number in asked:
            self._work.wait(number)

    def require_planned(self, number: int) -> None:
        """Wait until a document is planned, ahead of all others."""
        if not self.session(number).planned:
            self.settle(number)

    @property
    def is_paused(self) -> bool:
        """Whether documents that nobody waits for are left for later."""
        return self._work.paused

    def pause(self, paused: bool) -> None:
        """Leave documents that nobody waits for, or go on with them."""
        self._work.pause(paused)
        self.tell()

    def close(self) -> None:
        """Plan and judge nothing any longer."""
        self._work.close()

    def resume(self) -> None:
        """Go on where the journals end; a file that changed since, or that other rules were for, is planned again."""
        for file, journal in zip(self.files, self._journals, strict=True):
            entries = journal.read()
            if entries and entries[0].what.get("original") != file.digest.hex():
                aside = journal.set_aside()
                self.notices.append(
                    f"{file.given.name} was changed since its review began: it begins anew, and what was decided"
                    f" before is in {aside.name}"
                )
                entries = []
            if not entries:
                begun = {"action": "begin", "original": file.digest.hex()}
                self._write(journal, JournalEntry(self._who, begun))
            self._play(file, entries)

    @property
    def _who(self) -> str:
        return self.outbox.who if self.outbox else ""

    def _write(self, journal: Journal, entry: JournalEntry) -> JournalEntry:
        journal.write(entry)
        return entry

    def _note(
        self, number: int, what: Mapping[str, object], before: State | None, after: State, who: str
    ) -> JournalEntry:
        """Write down what was done to a document; undone and redone is what the lines before say."""
        replayed = what.get("action") in ("undo", "redo")
        change = None if replayed or after is before else note_change(before, after)
        file = self._owners[number]
        entry = JournalEntry(who or self._who, dict(what), number - file.first + 1, after.hash, change)
        if self._journals:
            self._journals[self.files.index(file)].write(entry)
        return entry

    def _touch(self, number: int, before: State, after: State, entry: JournalEntry) -> None:
        old = {each.id: each for each in before.changes}
        for each in after.changes:
            if old.get(each.id) != each:
                self._touched[number][each.id] = (entry.who, entry.when)

    def _play(self, file: FileUnderReview, entries: Sequence[JournalEntry]) -> None:
        """Do again what the lines of a file's journal say."""
        if len(entries) > 1:
            known = take_evidence_of_all(file.opened.documents, self.rules)
            for number, document in zip(file.numbers, known, strict=True):
                self._sessions[number] = Session(State(document, ()), planned=False)
        rules = self._digest_rules(file)
        ends: dict[int, str] = {}
        stale = False
        for entry in entries[1:]:
            number = file.first + entry.document - 1
            stale = entry.what.get("rules") != rules if entry.action == "plan" else stale
            ends[number] = entry.state
            self._sessions[number] = self._play_entry(number, self.session(number), entry)
        for number, state in ends.items():
            if self._sessions[number].state.hash != state:
                raise ReviewError(
                    "changed",
                    f"the journal of '{file.given.name}' does not lead to the state that it records: start again after"
                    " 'reticent review --forget'",
                )
            if stale:
                self._sessions[number] = replace(self._sessions[number], planned=False)
        if stale:
            self.notices.append(
                f"{file.given.name} was planned under other rules: it is planned again, and what people decided stays"
            )

    def _play_entry(self, number: int, session: Session, entry: JournalEntry) -> Session:
        if entry.action == "release":
            self._recall_release(number, session.state.plan_hash, str(entry.what.get("as", "")))
            return session
        if entry.action == "sign off":
            self._signed_off[number] = (session.state.plan_hash, entry.who, entry.when)
            return session
        before = session.state
        if entry.action in ("undo", "redo"):
            after = session.undo() if entry.action == "undo" else session.redo()
        elif entry.action == "plan":
            played = play_change(replace(before, changes=(), exceptions=()), entry.change or {})
            after = Session(replace(played, promises=self.rules.promises))
        else:
            after = session.act(lambda state: play_change(state, entry.change or {}))
        if entry.action != "plan":
            self._touch(number, before, after.state, entry)
        return after

    def _recall_release(self, number: int, plan_hash: str, name: str) -> None:
        """A release that is no longer there was not made, for whoever goes on."""
        if self.outbox and (self.outbox.out / name).is_file():
            self._released[number] = (plan_hash, name)

    def _digest_rules(self, file: FileUnderReview) -> str:
        """What tells these rules from others."""
        made_under = remember_rules(self.rules, file.opened.options)
        said = [asdict(made_under) if made_under else None, [asdict(each) for each in self.rules.promises]]
        return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()

    def _work_on(self, number: int) -> None:
        """Plan a document with the others of its file, and judge the state that stands until none has taken its place."""
        try:
            self._plan_file(self._owners[number])
            while (session := self.session(number)).light == "amber":
                self._take_judgement(number, audit_state(session.state, self.rules))
                self.hints(number)
        except Exception as error:  # its own words could quote the document
            failed = InternalError.about(self.session(number).document.id, error)
            if not self.session(number).planned:
                self._refuse(self._owners[number], failed)
            self._take_judgement(
                number, ReviewJudgement(self.session(number).state.plan_hash, None, str(failed))
            )

    def _take_judgement(self, number: int, judgement: ReviewJudgement) -> None:
        with self._lock:
            self._sessions[number] = self._sessions[number].take_judgement(judgement)
        self.tell()

    def _plan_file(self, file: FileUnderReview) -> None:
        with self._planning[file.first]:
            waiting = {number for number in file.numbers if not self._sessions[number].planned}
            if not waiting or any(self._sessions[number].refused for number in waiting):
                return
            documents = [self._sessions[number].document for number in file.numbers]
            try:
                outcomes = plan_documents(documents, self.rules)
            except ReticentError as error:
                self._refuse(file, error)
                return
            for number, outcome in zip(file.numbers, outcomes, strict=True):
                if number not in waiting:
                    continue
                begun = self._sessions[number]
                state = State.of_plan(outcome.release.original, outcome.plan)
                if begun.state.changes or begun.state.exceptions:
                    state = carry_over(begun.state, outcome.plan, self.rules)
                with self._lock:
                    what = {"action": "plan", "rules": self._digest_rules(file)}
                    empty = replace(state, changes=(), exceptions=())
                    self._note(number, what, empty, state, "")
                    self._sessions[number] = Session(state)
            self._keep_what_planning_left(documents)
        self.tell()

    def _refuse(self, file: FileUnderReview, error: ReticentError) -> None:
        """Leave a file that can't be planned, and go on with the others."""
        with self._lock:
            for number in file.numbers:
                self._sessions[number] = replace(self._sessions[number], refused=str(error))
        self.tell()

    def _keep_what_planning_left(self, documents: Sequence[Any]) -> None:
        if sum(len(document.text) for document in documents) > _LONG:
            # What planning left behind stays: that it is not looked through again halves the time of an audit.
            gc.collect()
            gc.freeze()


_LONG = 200_000
"""Characters from which the objects behind them are so many that looking for garbage among them takes its time."""


def open_review(
    given: Sequence[InputFile],
    rules: Rules,
    *,
    options: FormatOptions | None = None,
    outbox: Outbox | None = None,
    unread: Sequence[UnreadFile] = (),
) -> Review:
    """A review of files under a policy, which goes on where one of the same files into the same folder ended.

    Documents are planned while others are looked at; what their plans leave behind is a leak that the review shows. Without
    an `outbox` nothing can be released and nothing is written down. A file that can't be read, `unread` ones among them,
    is left out, with a notice; where none is left, its error is raised.
    """
    files, failed = open_files(given, rules, options)
    left_out = [*unread, *failed]
    if left_out and not files:
        raise left_out[0].error
    if outbox:
        require_room(files, outbox)
    documents = [document for file in files for document in file.opened.documents]
    sessions = [Session(State(document, ()), planned=False) for document in documents]
    review = Review(files, sessions, rules, outbox=outbox, unread=left_out)
    if outbox:
        review.resume()
    for number in review.numbers:
        review.audit(number)
    return review
