"""A request in the OpenAI chat shape: which of its texts are judged, and the same request with other texts in their places.

Every string is judged unless it is a word of the protocol, and so is every number that isn't a setting: what nobody here
knows is judged too. Content other than text is refused unless it is allowed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.json_values import Number, Slot, parse, to_text
from reticent.formats.plain import decode

NAME = "conversation"
"""How errors and plans call the document that all texts of a request make."""

_WORD = re.compile(r"[A-Za-z0-9$][A-Za-z0-9$._:/-]{0,127}")
"""What a word of the protocol looks like, such as the name of a model or of a tool: no blanks, no "@"."""

_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$.-]{0,63}")
_NO_NAME = re.compile(r"[^A-Za-z0-9-]+")
_DEEPEST = 5
"""JSON in strings of JSON: deeper ones are judged as they are written. Chosen by hand; tools nest one or two."""

_SETTINGS = frozenset(
    """frequency_penalty function_call logit_bias logprobs max_completion_tokens max_tokens min_p model n
    parallel_tool_calls presence_penalty reasoning_effort repeat_penalty repetition_penalty seed service_tier store stream
    stream_options temperature tool_choice top_k top_logprobs top_p verbosity""".split()
)
"""Keys of a request whose numbers and words say how to answer, and nothing of anybody."""

_SCHEMA = frozenset("type format required strict title $ref $schema".split())
"""Keys of a tool's description, and of the form of an answer, whose values are words of the protocol."""

_VALUES = frozenset("const default enum example examples".split())
"""Keys of a schema under which values stand."""


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number that is judged as the text that it is written as."""

    slot: int
    number: Number


@dataclass(frozen=True, slots=True)
class _Participant:
    """The name of who speaks, in which the protocol allows no brackets and no blanks."""

    slot: int


@dataclass(frozen=True, slots=True)
class _Inner:
    """JSON that is written in a string."""

    value: Any = field(repr=False)
    read: Any = field(repr=False)
    written: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Members:
    """An object some of whose keys are judged."""

    pairs: tuple[tuple[Any, Any], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request with slots in the places of its `texts`; `passed` counts the contents that nobody judged, by their type."""

    texts: tuple[str, ...] = field(repr=False)
    keys: frozenset[str] = field(repr=False)
    model: str
    stream: bool
    asks_for_json: bool
    passed: Mapping[str, int]
    _value: Any = field(repr=False)
    _participants: frozenset[int] = field(default=frozenset(), repr=False)

    def write(self, texts: Sequence[str]) -> bytes:
        """The request with these texts in place of its own."""
        return to_text(_fill(self._value, texts)).encode()

    def as_written(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The texts as a reader of the written request finds them."""
        return tuple(
            _write_participant(each) if number in self._participants else each
            for number, each in enumerate(texts)
        )


def read_chat(body: bytes, allowed: Collection[str] = ()) -> ChatRequest:
    """The request in a body; a DocumentError says what is wrong with it and quotes nothing."""
    value = parse(decode(body, f"the {NAME}"), f"the {NAME}")
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list) or not value["messages"]:
        raise DocumentError(
            "this is not a request for a chat completion: send an object with a model and a list of messages"
        )
    stream = value.get("stream") or False
    if not isinstance(stream, bool):
        raise DocumentError("'stream' is true or false: correct it")
    if not all(map(_KEY.fullmatch, value)):
        raise DocumentError("a key of the request is not the name of a setting: correct it")
    reader = _Reader(frozenset(allowed))
    # The messages come last: what a conversation adds to them changes no number of what stands elsewhere.
    order = sorted(value, key=lambda key: key == "messages")
    members = {key: reader.read_member(key, value[key]) for key in order}
    read = {key: members[key] for key in value}
    model = value.get("model")
    answer = value.get("response_format")
    return ChatRequest(
        tuple(reader.texts),
        frozenset(reader.keys),
        model if isinstance(model, str) and _WORD.fullmatch(model) else "",
        stream,
        isinstance(answer, dict) and answer.get("type") in ("json_object", "json_schema"),
        dict(reader.passed),
        read,
        frozenset(reader.participants),
    )


class _Reader:
    """Goes through a request once, and collects what is judged."""

    def __init__(self, allowed: frozenset[str]) -> None:
        self.texts: list[str] = []
        self.keys: set[str] = set()
        self.participants: set[int] = set()
        self.passed: Counter[str] = Counter()
        self._allowed = allowed

    def read_member(self, key: str, value: Any) -> Any:
        """A member of the request."""
        match key:
            case "messages":
                return [self._message(each) for each in value]
            case "tools" | "functions" | "response_format":
                return self._describe(value)
            case "prediction" if isinstance(value, dict):
                return {**self._schema(value), "content": self._content(value.get("content"))}
            case "modalities":
                return self._modalities(value)
            case _ if key in _SETTINGS:
                return self._setting(value)
            case _:
                return self._free(value)

    def _message(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise DocumentError("a message is an object with a role and a content: correct it")
        return {key: self._part_of_message(key, each, value.get("role")) for key, each in value.items()}

    def _part_of_message(self, key: str, value: Any, role: Any) -> Any:  # noqa: PLR0911 - a case for each key
        match key:
            case "role" | "tool_call_id":
                return self._word(value)
            case "name" if role in ("tool", "function"):
                return self._word(value)
            case "name" if isinstance(value, str):
                self.participants.add(len(self.texts))
                return _Participant(self._add(value))
            case "content":
                return self._content(value)
            case "tool_calls" if isinstance(value, list):
                return [self._call(each) for each in value]
            case "function_call":
                return self._function(value)
            case "audio" if value is not None:
                return self._pass(key, value)
            case _:
                return self._free(value)

    def _content(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._content_part(each) for each in value]
        if value is None or isinstance(value, str):
            return self._free(value)
        raise DocumentError("the content of a message is a text or a list of parts: correct it")

    def _content_part(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._free(value)
        kind = value.get("type") if isinstance(value, dict) else None
        if kind in ("text", "refusal"):
            return {key: each if key == "type" else self._free(each) for key, each in value.items()}
        return self._pass(kind, value)

    def _pass(self, kind: Any, value: Any) -> Any:
        """Content that nobody here reads, if it is allowed."""
        if not isinstance(kind, str) or kind not in self._allowed:
            raise DocumentError(
                "a message holds content other than text, such as an image, a sound or a file, which nobody here can judge:"
                " leave it out, or have its type allowed with --allow-content"
            )
        self.passed[kind] += 1
        return value

    def _modalities(self, value: Any) -> Any:
        for each in value if isinstance(value, list) else [value]:
            if each not in ("text", None):
                self._pass(each, value)
        return value

    def _call(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return self._free(value)
        return {key: self._part_of_call(key, each) for key, each in value.items()}

    def _part_of_call(self, key: str, value: Any) -> Any:
        match key:
            case "id" | "type":
                return self._word(value)
            case "index":
                return self._setting(value)
            case "function" | "custom":
                return self._function(value)
            case _:
                return self._free(value)

    def _function(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return self._free(value)
        return {key: self._word(each) if key == "name" else self._free(each) for key, each in value.items()}

    def _describe(self, value: Any) -> Any:
        """The description of tools, or of the form of an answer: its names are the program's."""
        if isinstance(value, list):
            return [self._describe(each) for each in value]
        if not isinstance(value, dict):
            return self._setting(value)
        described = {}
        for key, each in value.items():
            if key == "name":
                described[key] = self._word(each)
            elif key in ("function", "custom", "json_schema") and isinstance(each, dict):
                described[key] = self._describe(each)
            else:
                described[key] = self._schema({key: each})[key]
        return described

    def _schema(self, value: Any) -> Any:
        """A JSON schema, whose keys are the names of parameters."""
        match value:
            case dict():
                self.keys.update(key for key in value if not _KEY.fullmatch(key))
                return {key: self._part_of_schema(key, each) for key, each in value.items()}
            case list():
                return [self._schema(each) for each in value]
            case str():
                return self._free(value)
            case _:
                return value

    def _part_of_schema(self, key: str, value: Any) -> Any:
        if key in _SCHEMA:
            return self._words(value)
        return self._free(value) if key in _VALUES else self._schema(value)

    def _words(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._words(each) for each in value]
        return self._word(value) if isinstance(value, str) else self._schema(value)

    def _setting(self, value: Any) -> Any:
        match value:
            case str():
                return self._word(value)
            case dict():
                return {key: self._setting(each) for key, each in value.items()}
            case list():
                return [self._setting(each) for each in value]
            case _:
                return value

    def _word(self, value: Any) -> Any:
        return value if isinstance(value, str) and _WORD.fullmatch(value) else self._free(value)

    def _free(self, value: Any, depth: int = 0) -> Any:
        """What a client may fill as it likes: all of it is judged."""
        match value:
            case str():
                inner = _read_inner(value) if depth < _DEEPEST else None
                if inner is None:
                    return Slot(self._add(value))
                return _Inner(self._free(inner, depth + 1), inner, value)
            case Number(literal):
                return _Figure(self._add(literal), value)
            case dict():
                pairs = [self._pair(key, each, depth) for key, each in value.items()]
                return _Members(tuple(pairs))
            case list():
                return [self._free(each, depth) for each in value]
            case _:
                return value

    def _pair(self, key: str, value: Any, depth: int = 0) -> tuple[Any, Any]:
        if not _KEY.fullmatch(key):
            return Slot(self._add(key)), self._free(value, depth)
        self.keys.add(key)
        return key, self._free(value, depth)

    def _add(self, text: str) -> int:
        self.texts.append(text)
        return len(self.texts) - 1


def _read_inner(text: str) -> Any:
    """The object or list that a string holds, or None; one that two readers could understand in two ways is refused."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return parse(text, f"JSON in the {NAME}")
    except DocumentError:
        with suppress(ValueError, RecursionError):
            json.loads(text)
            raise
        return None


def _fill(value: Any, texts: Sequence[str]) -> Any:  # noqa: PLR0911 - a case for each sort of value
    """A value that was read, with these texts in its slots."""
    match value:
        case Slot(number):
            return texts[number]
        case _Figure(slot, number):
            return number if texts[slot] == number.literal else texts[slot]
        case _Participant(slot):
            return _write_participant(texts[slot])
        case _Inner(inner, read, written):
            filled = _fill(inner, texts)
            return written if filled == read else to_text(filled)
        case _Members(pairs):
            filled_pairs = [(_fill(key, texts), _fill(each, texts)) for key, each in pairs]
            members = dict(filled_pairs)
            if len(members) < len(filled_pairs):
                raise DocumentError("two keys of an object would become the same: put names into values")
            return members
        case dict():
            return {key: _fill(each, texts) for key, each in value.items()}
        case list():
            return [_fill(each, texts) for each in value]
        case _:
            return value


def _write_participant(text: str) -> str:
    """A name as the protocol takes it: Ann stays, [PERSON 1] becomes PERSON_1."""
    return _NO_NAME.sub("_", text).strip("_") if text.startswith(("[", "<")) else text
