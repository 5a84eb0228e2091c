"""What a language model answers, with what its stand-ins stand for: whole, or as it comes.

Of a stream no more is held back than the beginning of what may still become a stand-in.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from reticent.rendering.placeholders import read_words

_ALIKE = str.maketrans(ascii_uppercase + "_", ascii_lowercase + " ")
"""Models write [Person_1] for [PERSON 1]; neither changes the length of a text."""

_BARE = re.compile(r"[A-Z][A-Z ]* [1-9][0-9]*")
"""The words of a numbered stand-in: models leave the signs around them away, and nobody else writes words so."""

_JSON = "arguments"
"""The key of a tool call whose text is JSON."""

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class StandInTable:
    """The stand-ins of one request with what each stands for there; nothing else is ever restored."""

    originals: Mapping[str, str] = field(repr=False)
    in_json: bool = False
    counts: Counter[str] = field(default_factory=Counter, repr=False)
    _by_form: Mapping[str, str] = field(init=False, repr=False)
    _beginnings: frozenset[str] = field(init=False, repr=False)
    _shape: re.Pattern[str] = field(init=False, repr=False)
    _bare: Mapping[str, str] = field(init=False, repr=False)
    _bare_beginnings: frozenset[str] = field(init=False, repr=False)
    _bare_shape: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        forms = {shown.translate(_ALIKE): each for shown, each in self.originals.items()}
        if self.in_json:
            # A model may write a letter of an invented name as an escape.
            forms |= {_escape(form, ascii_only=True): each for form, each in forms.items()}
            forms = {form: _escape(each) for form, each in forms.items()}
        longest_first = sorted(forms, key=len, reverse=True)
        object.__setattr__(self, "_by_form", forms)
        object.__setattr__(self, "_shape", re.compile("|".join(map(re.escape, longest_first)) or "(?!)"))
        starts = frozenset(form[:end] for form in forms for end in range(1, len(form)))
        object.__setattr__(self, "_beginnings", starts)
        words = {read_words(shown): each for shown, each in self.originals.items()}
        bare = {word: each for word, each in words.items() if _BARE.fullmatch(word)}
        object.__setattr__(
            self, "_bare", {word: _escape(each) if self.in_json else each for word, each in bare.items()}
        )
        object.__setattr__(self, "_bare_shape", _make_bare_shape(bare))
        starts = frozenset(word[:end] for word in bare for end in range(1, len(word) + 1))
        object.__setattr__(self, "_bare_beginnings", starts)

    @property
    def for_json(self) -> StandInTable:
        """The same for text that is JSON, in which some signs are escaped; both count together."""
        return StandInTable(self.originals, in_json=True, counts=self.counts)

    def restore(self, text: str, before: str = "") -> str:
        """The text with what each stand-in in it stands for; `before` is the sign that stands before it."""
        found = [
            (*each.span(), self._by_form[each[0]]) for each in self._shape.finditer(text.translate(_ALIKE))
        ]
        for each in self._bare_shape.finditer(before + text, len(before)):
            start, end = each.start() - len(before), each.end() - len(before)
            if not any(start < other_end and other_start < end for other_start, other_end, _ in found):
                found.append((start, end, self._bare[each[0]]))
        parts, position = [], 0
        for start, end, original in sorted(found):
            parts += [text[position:start], original]
            position = end
        self.counts["restored"] += len(found)
        return "".join([*parts, text[position:]])

    def find_open(self, text: str, before: str = "") -> int:
        """Where the end of a text begins that may become a stand-in; its length where there is none."""
        plain = text.translate(_ALIKE)
        longest = max(map(len, self._beginnings | self._bare_beginnings), default=0)
        for at in range(max(0, len(plain) - longest), len(plain)):
            if plain[at:] in self._beginnings:
                return at
            if text[at:] in self._bare_beginnings and not _JOINED.match(text[at - 1] if at else before):
                return at
        return len(plain)


_JOINED = re.compile(r"[\w\[<(\\]")
"""What doesn't stand before the bare words of a stand-in; in round brackets goes out what a client itself wrote like one."""


def _make_bare_shape(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    if not longest_first:
        return re.compile("(?!)")
    return re.compile(rf"(?<!{_JOINED.pattern})(?:{'|'.join(map(re.escape, longest_first))})(?![\w\]>])")


def _escape(text: str, *, ascii_only: bool = False) -> str:
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


def restore_answer(value: Any, table: StandInTable, *, json_content: bool = False) -> Any:
    """A whole answer restored; `json_content` says that JSON was asked for, so that its texts are JSON."""
    inside = table.for_json

    def walk(value: Any, key: str) -> Any:
        match value:
            case str():
                is_json = key == _JSON or (json_content and key == "content")
                return (inside if is_json else table).restore(value)
            case dict():
                return {name: walk(each, name) for name, each in value.items()}
            case list():
                return [walk(each, key) for each in value]
            case _:
                return value

    return walk(value, "")


@dataclass(slots=True)
class StreamRestorer:
    """Restores the chunks of a stream as they come; texts of several choices and tool calls are kept apart."""

    table: StandInTable
    json_content: bool = False
    _inside: StandInTable = field(init=False, repr=False)
    _held: dict[tuple[int, Path], str] = field(default_factory=dict, repr=False)
    _before: dict[tuple[int, Path], str] = field(default_factory=dict, repr=False)
    _last: dict[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._inside = self.table.for_json

    def restore(self, chunk: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The chunk without what is held back; before one that ends a choice comes what was held back of it."""
        choices = chunk.get("choices")
        if not isinstance(choices, list):
            yield chunk
            return
        self._last = {key: each for key, each in chunk.items() if key not in ("choices", "usage")}
        made = [self._restore_choice(each) if isinstance(each, dict) else each for each in choices]
        for each in made:
            if isinstance(each, dict) and each.get("finish_reason") is not None:
                yield from self._release(_number(each))
        yield {**chunk, "choices": made}

    def finish(self) -> Iterator[dict[str, Any]]:
        """What is still held back when the stream ends."""
        for choice in dict.fromkeys(choice for choice, _ in self._held):
            yield from self._release(choice)

    def _restore_choice(self, choice: dict[str, Any]) -> dict[str, Any]:
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return choice
        ends = choice.get("finish_reason") is not None
        return {**choice, "delta": self._walk(delta, _number(choice), (), ends=ends)}

    def _walk(self, value: Any, choice: int, path: Path, *, ends: bool) -> Any:
        match value:
            case str():
                return self._feed(value, choice, path, ends=ends)
            case dict():
                return {k: self._walk(each, choice, (*path, k), ends=ends) for k, each in value.items()}
            case list():
                return [
                    self._walk(each, choice, (*path, _number(each, at)), ends=ends)
                    for at, each in enumerate(value)
                ]
            case _:
                return value

    def _feed(self, text: str, choice: int, path: Path, *, ends: bool) -> str:
        table = self._table_of(path)
        whole = self._held.pop((choice, path), "") + text
        before = self._before.get((choice, path), "")
        at = len(whole) if ends else table.find_open(whole, before)
        # What may become a stand-in never begins inside one that is whole: each begins with the sign that opens it, or is
        # held until the sign after it is there.
        if at < len(whole):
            self._held[choice, path] = whole[at:]
        if at:
            self._before[choice, path] = whole[at - 1]
        return table.restore(whole[:at], before)

    def _table_of(self, path: Path) -> StandInTable:
        is_json = path[-1] == _JSON or (self.json_content and path[-1] == "content")
        return self._inside if is_json else self.table

    def _release(self, choice: int) -> Iterator[dict[str, Any]]:
        for at, path in [key for key in self._held if key[0] == choice]:
            text = self._table_of(path).restore(self._held.pop((at, path)), self._before.get((at, path), ""))
            delta: Any = text
            for step in reversed(path):
                delta = [{"index": step, **delta}] if isinstance(step, int) else {step: delta}
            yield {**self._last, "choices": [{"index": choice, "delta": delta, "finish_reason": None}]}


def _number(value: Any, otherwise: int = 0) -> int:
    """The number of a choice or a tool call, by which its parts in several chunks belong together."""
    said = value.get("index") if isinstance(value, dict) else None
    return said if isinstance(said, int) else otherwise
