"""What a page or a terminal asks for, by name: an action on a document, as values that JSON can carry.

What was decided in one document can be decided in all of them; each is audited again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import ReviewError
from reticent.formats.seam.outline import OutlinePassage
from reticent.plan import DeclaredException
from reticent.rendering.edits import edits_of
from reticent.review import actions
from reticent.review.blocks import cut_blocks
from reticent.review.gap_hints import find_gap_hints
from reticent.review.ladder import find_rung
from reticent.review.repair import give_up_member, repair_state
from reticent.review.review import Review
from reticent.review.session import Leak, PlanChange, Session, State, find_leaks, require_current
from reticent.text import Span
from reticent.usecases.words import find_words

Request = Mapping[str, Any]


def carry_out(review: Review, number: int, request: Request) -> str | None:
    """Do what a request asks of a document; the id of the change that it made or touched, if there is one.

    A request has an `action`, the `state` that it was made on, and what the action needs.
    """
    action = ACTIONS.get(str(request.get("action")))
    if action is None:
        raise ReviewError("bad", f"there is no such action; there are: {', '.join(sorted(ACTIONS))}")
    before = review.session(number)
    require_current(before, _read(request, "state", optional=True))
    after = action.step(review, number, before, request)
    what = {key: request[key] for key in _NOTED if isinstance(request.get(key), str | int | bool)}
    by = request.get("by")
    who = by if isinstance(by, str) else ""
    review.act(number, lambda session: after, state=before.state.hash, what=what, who=who)
    return _find_selected(request, before.state, after.state)


_NOTED = ("action", "change", "leak", "rung", "member", "all", "everywhere", "code")
"""What of a request goes into the journal: no words of the document."""


def _decide(review: Review, number: int, session: Session, request: Request) -> Session:
    name = _read(request, "change")
    if "rung" in request:
        rung = find_rung(review.hints(number), session.state, name, _number(request, "rung"))
        return session.act(lambda state: actions.take_rung(state, name, rung))
    becomes = request.get("becomes")
    if becomes is not None and (not isinstance(becomes, str) or not becomes.strip()):
        raise ReviewError("bad", "a term becomes words or, with null, a placeholder: write some words")
    return session.act(lambda state: actions.decide(state, name, becomes and becomes.strip()))


def _add(review: Review, number: int, session: Session, request: Request) -> Session:
    words, kind = _read(request, "text"), request.get("kind")
    if not words.strip():
        raise ReviewError("bad", "nothing is selected: select some words")
    chosen = actions.choose_kind(review.rules, kind)
    if request.get("everywhere"):
        spans = find_words(session.document, words, any_case=True)
    else:
        place = _number(request, "block"), str(request.get("before", "")), words
        spans = (place_words(session, *place, passages=review.outline(number)),)
    becomes = request.get("becomes")
    return session.act(
        lambda state: actions.add(
            state,
            spans,
            kind=chosen,
            becomes=becomes if isinstance(becomes, str) and becomes.strip() else None,
        )
    )


def _override(review: Review, number: int, session: Session, request: Request) -> Session:
    reason, by = _read(request, "reason"), _read(request, "by")
    if "leak" not in request:
        name = _read(request, "change")
        return session.act(lambda state: actions.override(state, name, reason=reason, by=by))
    leak = _leak(session, request)
    return session.act(lambda state: actions.except_places(state, leak.spans, reason=reason, by=by))


def _accept(review: Review, number: int, session: Session, request: Request) -> Session:
    names = None if request.get("all") else [_read(request, "change")]
    return session.act(lambda state: actions.accept(state, names))


def _annotate(review: Review, number: int, session: Session, request: Request) -> Session:
    name, written = _read(request, "change"), read_annotation(review, request)
    return session.act(lambda state: actions.annotate(state, name, **written))


def read_annotation(review: Review, request: Request) -> dict[str, Any]:
    """The code and the reason that a request gives; a ReviewError for a code that the policy doesn't list."""
    code, note = str(request.get("code") or ""), str(request.get("note") or "")
    known = [each.code for each in review.rules.codes]
    if code and code not in known:
        raise ReviewError("bad", "the policy lists no such code: add it to [[codes]], or use one of them")
    if len(note) > _LONGEST_NOTE:
        raise ReviewError("bad", f"a reason has at most {_LONGEST_NOTE} characters")
    return {"code": code, "note": note, "printed": review.rules.codes_on_marks and bool(code)}


_LONGEST_NOTE = 500  # characters, chosen by hand: a log is a table


def _keep(review: Review, number: int, session: Session, request: Request) -> Session:
    name = _read(request, "change")
    return session.act(lambda state: actions.keep(state, name))


def _give_up(review: Review, number: int, session: Session, request: Request) -> Session:
    leak = _leak(session, request)
    member = _number(request, "member")
    if not 0 <= member < len(leak.members):
        raise ReviewError("unknown", "the leak has no such term: look at the document again")
    return session.act(
        lambda state: give_up_member(state, leak.members[member], review.rules, review.hints(number))
    )


def _take_along(review: Review, number: int, session: Session, request: Request) -> Session:
    """Take the words beside a gap that give it away, or those beside all gaps, with it."""
    wanted = request.get("gap")

    def act(state: State) -> State:
        found = find_gap_hints(state, review.rules)
        chosen = [each for each in found if wanted is None or each.id == wanted]
        if not chosen:
            raise ReviewError("unknown", "there is no such gap any longer: look at the document again")
        for each in chosen:
            state = actions.widen(state, f"c{_find_start(state, each.gap)}", each.gap, each.wide)
        return state

    return session.act(act)


def _find_start(state: State, gap: Span) -> int:
    """Where the change of a gap begins: it may be another since the gap before it was widened."""
    return next(each.spans[0].start for each in state.changes if gap in each.spans)


def _repair(review: Review, number: int, session: Session, request: Request) -> Session:
    return session.act(lambda state: repair_state(state, review.rules, review.hints(number)))


@dataclass(frozen=True, slots=True)
class ReviewAction:
    """What a request may ask for.

    One with a `key` is offered by the page and the terminal as it is: it takes the selected change, or nothing where it is
    not `on_change`, and `does` is what they say of it. The others have controls of their own there.
    """

    step: Callable[[Review, int, Session, Request], Session]
    key: str = ""
    does: str = ""
    on_change: bool = True


ACTIONS: Mapping[str, ReviewAction] = {
    "decide": ReviewAction(_decide),
    "keep": ReviewAction(_keep),
    "add": ReviewAction(_add),
    "override": ReviewAction(_override),
    "accept": ReviewAction(_accept),
    "annotate": ReviewAction(_annotate),
    "give_up": ReviewAction(_give_up),
    "repair": ReviewAction(_repair),
    "take along": ReviewAction(_take_along),
    "undo": ReviewAction(lambda review, number, session, request: session.undo()),
    "redo": ReviewAction(lambda review, number, session, request: session.redo()),
}


def list_offered() -> list[dict[str, Any]]:
    """The actions that doors offer as they are, each with its key and its words."""
    return [
        {"action": name, "key": each.key, "does": each.does, "on_change": each.on_change}
        for name, each in ACTIONS.items()
        if each.key
    ]


def _leak(session: Session, request: Request) -> Leak:
    name = _read(request, "leak")
    found = next((leak for leak in find_leaks(session) if leak.id == name), None)
    if found is None:
        raise ReviewError("unknown", "there is no such leak any longer: look at the document again")
    return found


def _read(request: Request, key: str, *, optional: bool = False) -> Any:
    value = request.get(key)
    if isinstance(value, str) or (optional and value is None):
        return value
    raise ReviewError("bad", f"the request needs a text under '{key}'")


def _number(request: Request, key: str) -> int:
    value = request.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ReviewError("bad", f"the request needs a number under '{key}'")


def _find_selected(request: Request, before: State, after: State) -> str | None:
    """The change that a request names, or the first that is new."""
    known = {(change.spans, change.decision.becomes, change.kept) for change in before.changes}
    new = [each for each in after.changes if (each.spans, each.decision.becomes, each.kept) not in known]
    named = request.get("change")
    if isinstance(named, str) and after.change(named):
        return named
    return new[0].id if new else None


def place_words(
    session: Session, block: int, before: str, words: str, *, passages: Sequence[OutlinePassage] = ()
) -> Span:
    """The place of words in a block of a document as it stands, after what stands before them there."""
    text = session.document.text
    edits = edits_of(session.document, session.state.plan)
    blocks = cut_blocks(text, [edit.span for edit in edits], passages)
    if not 0 <= block < len(blocks):
        raise ReviewError("unknown", "there is no such block: look at the document again")
    start = blocks[block].start + len(before)
    if not text.startswith(before, blocks[block].start) or not text.startswith(words, start):
        raise ReviewError("stale", "these words are not at that place any longer: select them again")
    return Span(start, start + len(words))


@dataclass(frozen=True, slots=True)
class SharedChoice:
    """What was decided about a term, as it can be decided about the same words elsewhere."""

    change: PlanChange
    words: frozenset[str] = field(repr=False)
    exception: DeclaredException | None = None

    @classmethod
    def of(cls, state: State, name: str) -> SharedChoice:
        """The choice that a change stands for."""
        change = actions.require_change(state, name)
        words = frozenset(fold_words(span.of(state.document.text)) for span in change.spans)
        exception = next((each for each in state.exceptions if set(change.spans) <= set(each.spans)), None)
        return cls(change, words, exception)

    def make(self, state: State) -> State:
        """The state with the choice made wherever these words stand; what was never looked at stays if it is to stay."""
        for change in state.changes:
            if any(fold_words(span.of(state.document.text)) in self.words for span in change.spans):
                state = self._make_at(state, change.id)
        if self.change.kept:
            return state
        free = self._find_free(state)
        decision = self.change.decision
        return actions.add(state, free, kind=decision.kind, becomes=decision.becomes) if free else state

    def _make_at(self, state: State, name: str) -> State:
        if self.exception:
            return actions.override(state, name, reason=self.exception.reason, by=self.exception.by)
        if self.change.kept:
            return actions.keep(state, name)
        return actions.decide(state, name, self.change.decision.becomes, kind=self.change.decision.kind)

    def _find_free(self, state: State) -> tuple[Span, ...]:
        """Where the words stand outside of all changes."""
        taken = [span for change in state.changes for span in change.spans]
        return tuple(
            place
            for words in sorted(self.words)
            for place in find_words(state.document, words, any_case=True)
            if not any(place.overlaps(span) for span in taken)
        )


def share_choice(review: Review, number: int, name: str, *, state: str | None = None) -> SharedChoice:
    """What was decided about a change of a document, to be decided in the others too."""
    session = review.session(number)
    require_current(session, state)
    return SharedChoice.of(session.state, name)


def apply_to_all(
    review: Review, number: int, name: str, *, state: str | None = None, who: str = ""
) -> list[int]:
    """Decide for all documents what was decided about a change of one; the numbers of those that changed."""
    choice = share_choice(review, number, name, state=state)
    others = (other for other in review.numbers if other != number)
    return [other for other in others if change_document(review, other, choice.make, "apply to all", who)]


def change_document(
    review: Review, number: int, action: Callable[[State], State], name: str, who: str
) -> bool:
    """Do to a document what is done to many, as soon as it is planned; whether anything became different."""
    review.require_planned(number)
    before = review.session(number).state.hash
    after = review.act(number, lambda session: session.act(action), what={"action": name}, who=who)
    return after.state.hash != before


def fold_words(words: str) -> str:
    """Words by which the same ones are known elsewhere, however they are written."""
    return " ".join(words.casefold().split())
