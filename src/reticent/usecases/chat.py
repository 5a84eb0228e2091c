"""A request to a language model, released as one document; its answer may be restored by what that request itself sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.engine import Outcome, run_one
from reticent.engine.labels import LabelJudge
from reticent.engine.rules import Pseudonyms, Rules
from reticent.errors import DocumentError, InternalError
from reticent.formats.seam.records import join_fields
from reticent.rendering.placeholders import ROUND, find_placeholders, is_written
from reticent.text import Span
from reticent.usecases.chat_request import NAME, ChatRequest, read_chat
from reticent.vault.entries import Style
from reticent.vault.identities import fold
from reticent.vault.store import open_passing_vault


@dataclass(frozen=True, slots=True)
class SafeRequest:
    """What may be sent, and what is known of it; `stand_ins` say what each stands for in this conversation.

    `changed` counts the places by their kinds, `passed` the contents that nobody judged by their types.
    """

    body: bytes = field(repr=False)
    stand_ins: Mapping[str, str] = field(repr=False)
    changed: Mapping[str, int]
    passed: Mapping[str, int]
    texts: int
    characters: int
    model: str
    stream: bool
    asks_for_json: bool

    def as_json(self) -> dict[str, Any]:
        """The request as values that travel."""
        told = {key: getattr(self, key) for key in type(self).__slots__ if key != "body"}
        return {**told, "body": self.body.decode()}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> SafeRequest:
        """The request that travelled."""
        return cls(**{**told, "body": str(told["body"]).encode()})


def make_safe(body: bytes, rules: Rules, *, allowed: Collection[str] = ()) -> SafeRequest:
    """The request without what the policy protects; an error where a promise can't be kept, and nothing may be sent then.

    All texts of a conversation are one document, so that a promise holds of all that is sent together, and a person has one
    stand-in in all its turns. With a vault stand-ins are the vault's; else they are numbered within the request, in
    order, so that a conversation that goes on keeps them.
    """
    request = read_chat(body, allowed)
    judge = LabelJudge(rules)
    if any(judge.find_kind(each) is not None for each in request.keys):
        raise DocumentError("a key in a tool call or its result looks like a name: put names into values")
    fields = join_fields(NAME, [_take_marks(each, rules) for each in request.texts])
    outcome = run_one(fields.document, _with_stand_ins(rules))
    _ = outcome.document  # raises where a promise is broken
    texts = fields.texts(outcome.release.edits)
    written = request.write(texts)
    _require_same(request, texts, read_chat(written, allowed))
    kinds = Counter(each.kind for each in outcome.plan.decisions for _ in each.spans)
    return SafeRequest(
        written,
        _list_originals(outcome),
        dict(sorted(kinds.items())),
        request.passed,
        len(texts),
        sum(map(len, texts)),
        request.model,
        request.stream,
        request.asks_for_json,
    )


def _take_marks(text: str, rules: Rules) -> str:
    """The text with round signs around what looks like one of our marks: whoever wrote it, it stands for nobody here.

    A model may invent [PERSON 9], and the client sends it back with the next turn.
    """
    for span in find_placeholders(text, rules.kinds, rules.is_stand_in, style=rules.options.placeholders):
        mark = span.of(text)
        text = text[: span.start] + f"({mark[1:-1]})".translate(ROUND) + text[span.end :]
    return text


def _with_stand_ins(rules: Rules) -> Rules:
    """The rules with stand-ins for everything that a placeholder can name; a vault's own linked kinds where there is one."""
    if rules.pseudonyms is not None:
        return replace(rules, pseudonyms=replace(rules.pseudonyms, notes=False))
    return replace(rules, pseudonyms=Pseudonyms(open_passing_vault(), Style(kinds=rules.kinds), notes=False))


def _require_same(request: ChatRequest, texts: Sequence[str], again: ChatRequest) -> None:
    """Read what was written: what is sent holds the audited texts and no other."""
    if again.texts != request.as_written(texts):
        raise InternalError(
            f"the {NAME} is not sent: it reads otherwise than it was written; please report this line"
        )


def _list_originals(outcome: Outcome) -> dict[str, str]:
    """What each mark stands for, as the conversation writes it at its longest; none for marks of several things."""
    original = outcome.release.original.text
    places: dict[str, list[str]] = {}
    things: dict[str, set[object]] = {}
    for edit in outcome.release.edits:
        if not edit.placeholder or not is_written(edit.text):
            continue
        decision = outcome.plan.decisions[edit.decision]
        written = _trim(edit.span, original)
        places.setdefault(edit.text, []).append(written)
        same = decision.stand_in or fold(written)
        things.setdefault(edit.text, set()).add(same)
    return {
        # A name at the end of a sentence may have taken its full stop along.
        shown: max(listed, key=lambda each: (len(each.split()), not each.endswith(".")))
        for shown, listed in places.items()
        if len(things[shown]) == 1
    }


def _trim(span: Span, text: str) -> str:
    return " ".join(span.of(text).split())
