"""What was found in all documents together: listed by words, kind and model, and decided on at once wherever it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any

from reticent.errors import ReviewError
from reticent.rendering.edits import UNSEEN
from reticent.rendering.placeholders import write_placeholder
from reticent.review import actions
from reticent.review.requests import (
    SharedChoice,
    change_document,
    fold_words,
    read_annotation,
    share_choice,
)
from reticent.review.review import Review
from reticent.review.session import PlanChange, Session, State, find_leaks
from reticent.review.tasks import Row, Step
from reticent.text import Document, Span
from reticent.usecases.words import find_words

MOST_LISTED = 300
"""Findings that are listed at once: a page of a thousand takes a browser longer than a person waits. Chosen by hand."""

STATES = ("undecided", "accepted", "kept")
Key = tuple[str, str, str]
Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """Which findings are meant: by kind, model, state, words in them, or one by one; all where nothing is said."""

    kind: str = ""
    model: str = ""
    state: str = ""
    search: str = field(default="", repr=False)
    unseen: bool = False
    picked: frozenset[Key] | None = field(default=None, repr=False)

    @classmethod
    def read(cls, said: Request) -> FindingFilter:
        """The filter that a request describes."""
        texts = {name: said.get(name, "") for name in ("kind", "model", "state", "search")}
        picked = said.get("picked")
        if not all(isinstance(each, str) for each in texts.values()):
            raise ReviewError("bad", "a filter is made of texts")
        if picked is not None and not (
            isinstance(picked, list) and all(isinstance(each, list) and len(each) == 3 for each in picked)
        ):
            raise ReviewError("bad", "what is picked is a list of words, kind and model")
        keys = None if picked is None else frozenset((str(a), str(b), str(c)) for a, b, c in picked)
        texts["search"] = fold_words(texts["search"])
        return cls(**texts, unseen=bool(said.get("unseen")), picked=keys)

    def takes(self, key: Key, change: PlanChange) -> bool:
        """Whether a change is meant."""
        words, kind, model = key
        return (
            (not self.kind or kind == self.kind)
            and (not self.model or model == self.model)
            and (not self.state or _state_of(change) == self.state)
            and self.search in words
            and (not self.unseen or is_unseen(change))
            and (self.picked is None or key in self.picked)
        )


def is_unseen(change: PlanChange) -> bool:
    """Whether a change is there because a corpus has never seen what stands there."""
    return bool(change.decision.evidence.get(UNSEEN))


def key_of(document: Document, change: PlanChange) -> Key:
    """By what the same finding is known in other documents."""
    return fold_words(change.spans[0].of(document.text)), change.decision.kind, change.decision.model


def _state_of(change: PlanChange) -> str:
    return "kept" if change.kept else "accepted" if change.accepted else "undecided"


def _all_changes(review: Review) -> Iterator[tuple[int, Session, PlanChange]]:
    for number in review.numbers:
        session = review.session(number)
        for change in session.state.changes:
            yield number, session, change


def list_findings(review: Review, wanted: FindingFilter) -> dict[str, Any]:
    """The findings that a filter takes, the most frequent first, with how many there are of each kind and model."""
    rows: dict[Key, dict[str, Any]] = {}
    counts: dict[str, Counter[str]] = {"kind": Counter(), "model": Counter(), "state": Counter()}
    for number, session, change in _all_changes(review):
        key = key_of(session.document, change)
        for name, value in (("kind", key[1]), ("model", key[2]), ("state", _state_of(change))):
            counts[name][value] += 1
        if wanted.takes(key, change):
            row = rows.setdefault(key, _begin_row(key, session, change))
            row["places"] += len(change.spans)
            row[_state_of(change)] += 1
            row["codes"] = sorted({*row["codes"], change.code} - {""})
            if row["documents"][-1:] != [number]:
                row["documents"].append(number)
    listed = sorted(rows.values(), key=lambda row: (-len(row["documents"]), -row["places"], row["words"]))
    return {
        "findings": listed[:MOST_LISTED],
        "found": len(listed),
        "changes": sum(row[state] for row in listed for state in STATES),
        "filters": {name: dict(sorted(counted.items())) for name, counted in counts.items()},
        "unseen": count_unseen(review),
        "planned": sum(review.session(number).planned for number in review.numbers),
        "total": len(review.numbers),
    }


def _begin_row(key: Key, session: Session, change: PlanChange) -> dict[str, Any]:
    decision = change.decision
    shown = decision.becomes or write_placeholder(decision.kind, style=session.document.placeholder_style)
    return {
        "key": list(key),
        "words": change.spans[0].of(session.document.text),
        "kind": key[1],
        "model": key[2],
        "becomes": shown,
        "change": change.id,
        "places": 0,
        "documents": [],
        "codes": [],
        **dict.fromkeys(STATES, 0),
    }


def count_unseen(review: Review) -> dict[str, int]:
    """The one question about words that no corpus has seen: how many nobody has decided about, and in how many documents."""
    words: set[str] = set()
    documents: set[int] = set()
    for number, session, change in _all_changes(review):
        if is_unseen(change) and not change.accepted and not change.kept:
            words.add(key_of(session.document, change)[0])
            documents.add(number)
    for number in review.numbers:
        for leak in find_leaks(review.session(number)):
            if leak.undecided:
                words.update(fold_words(member.term) for member in leak.members)
                documents.add(number)
    return {"words": len(words), "documents": len(documents)}


def make_steps(review: Review, request: Request) -> tuple[str, list[Step]]:
    """The name and the steps of what a request asks of many documents; a step says what it changed in one."""
    name = str(request.get("action"))
    if name not in _MANY:
        raise ReviewError(
            "bad", f"there is no such action on many documents; there are: {', '.join(sorted(_MANY))}"
        )
    act = _MANY[name](review, request)
    by = str(request.get("by", ""))
    return name, [partial(_change, review, number, act, name, by) for number in review.numbers]


ActOnOne = Callable[[Review, int, State], State]


def _change(review: Review, number: int, act: ActOnOne, name: str, by: str) -> Row | None:
    if name == "unseen":
        review.settle(number)
    changed = change_document(review, number, partial(act, review, number), name, by)
    return (
        {"result": "changed", "number": number, "name": review.session(number).document.id}
        if changed
        else None
    )


def _decide_findings(change: Callable[[State, str], State], review: Review, request: Request) -> ActOnOne:
    """Do the same with every change that the request's filter takes."""
    wanted = FindingFilter.read(request.get("filter") or {})

    def act(review: Review, number: int, state: State) -> State:
        meant = [each.id for each in state.changes if wanted.takes(key_of(state.document, each), each)]
        return reduce(change, meant, state)

    return act


def _accept(review: Review, request: Request) -> ActOnOne:
    return _decide_findings(lambda state, name: actions.accept(state, [name]), review, request)


def _keep(review: Review, request: Request) -> ActOnOne:
    return _decide_findings(actions.keep, review, request)


def _remove(review: Review, request: Request) -> ActOnOne:
    return _decide_findings(lambda state, name: actions.decide(state, name, None), review, request)


def _annotate(review: Review, request: Request) -> ActOnOne:
    written = read_annotation(review, request)
    return _decide_findings(lambda state, name: actions.annotate(state, name, **written), review, request)


def _override(review: Review, request: Request) -> ActOnOne:
    reason, by = _text(request, "reason"), _text(request, "by")
    return _decide_findings(partial(_override_one, reason=reason, by=by), review, request)


def _override_one(state: State, name: str, *, reason: str, by: str) -> State:
    return actions.override(state, name, reason=reason, by=by)


def _add(review: Review, request: Request) -> ActOnOne:
    """Mark words wherever they stand in any document; with `parts`, also each word of a name where it stands alone."""
    words, kind = _text(request, "text"), request.get("kind")
    chosen = actions.choose_kind(review.rules, kind)
    meant = [words, *(list_parts(words) if request.get("parts") else [])]

    def act(review: Review, number: int, state: State) -> State:
        free = find_free(state, meant)
        return actions.add(state, free, kind=chosen) if free else state

    return act


def list_parts(name: str) -> list[str]:
    """The words of a name that can stand for it alone: capitalized, and no initials.

    >>> list_parts("Dr E. M. van Whitfield-Jones")
    ['Whitfield-Jones']
    """
    words = re.split(r"\s+", name.strip())
    long_enough = 3  # letters; chosen by hand: "Dr" and "E." stand before other people too
    return [word for word in words if len(word) >= long_enough and word[0].isupper() and len(words) > 1]


def find_free(state: State, meant: list[str]) -> tuple[Span, ...]:
    """Where words stand outside of all changes, the first of them first."""
    taken = [span for change in state.changes for span in change.spans]
    found: list[Span] = []
    for words in meant:
        for place in find_words(state.document, words, any_case=words == meant[0]):
            if not any(place.overlaps(span) for span in [*taken, *found]):
                found.append(place)
    return tuple(sorted(found))


def _answer_unseen(review: Review, request: Request) -> ActOnOne:
    """The one answer about words that no corpus has seen, for all documents: they stay on somebody's word, or go."""
    answer, by = _text(request, "answer"), _text(request, "by")
    if answer not in ("keep", "remove"):
        raise ReviewError("bad", "the answer is 'keep' or 'remove'")
    reason = _text(request, "reason") if answer == "keep" else ""
    kind = actions.choose_kind(review.rules)

    def act(review: Review, number: int, state: State) -> State:
        asked = [each.id for each in state.changes if is_unseen(each) and not each.accepted and not each.kept]
        left = [leak.spans for leak in find_leaks(review.session(number)) if leak.undecided]
        places = sorted({span for spans in left for span in spans})
        if answer == "remove":
            state = actions.accept(state, asked) if asked else state
            return actions.add(state, places, kind=kind) if places else state
        for name in asked:
            state = actions.keep(state, name)
            places += actions.require_change(state, name).spans
        return actions.except_places(state, places, reason=reason, by=by) if places else state

    return act


def _apply_choice(review: Review, request: Request) -> ActOnOne:
    """Do in all documents what was done with a change of one."""
    number = request.get("number")
    if not isinstance(number, int):
        raise ReviewError("bad", "the request needs the number of the document with the change")
    choice = share_choice(review, number, _text(request, "change"), state=request.get("state"))
    return partial(_make_choice, choice, number)


def _make_choice(choice: SharedChoice, chosen_in: int, review: Review, number: int, state: State) -> State:
    return state if number == chosen_in else choice.make(state)


_MANY: Mapping[str, Callable[[Review, Request], ActOnOne]] = {
    "accept": _accept,
    "annotate": _annotate,
    "keep": _keep,
    "remove": _remove,
    "override": _override,
    "add": _add,
    "unseen": _answer_unseen,
    "apply to all": _apply_choice,
}


def _text(request: Request, name: str) -> str:
    value = request.get(name)
    if isinstance(value, str) and value.strip():
        return value.strip()
    raise ReviewError("bad", f"the request needs a text under '{name}'")
