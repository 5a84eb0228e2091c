"""What plans were made under, and whether the promises in them are held where they are carried out."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from reticent.plan.values import NAMES_SHOWN, Plan, Promise

_PROTECTED = re.compile(r"(.+): (?:as much as (.+) tells|not all of it)")
"""How (C, g(C))-sanitization states what is protected."""


@dataclass(frozen=True, slots=True)
class MadeUnder:
    """The rules that plans were made under, as their file remembers them.

    `policy` is a preset's name or a path, `sha256` the hash of that file. `rules` is what the command added to it and
    `reading` how it read the file, as JSON values; what was left at its default is not in them.
    """

    policy: str | None
    sha256: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    def seal(self, plans: Sequence[Plan]) -> str:
        """A hash of this and of the promises of the plans: whoever changes one of them by mistake is noticed."""
        content = [asdict(self), [[asdict(promise) for promise in plan.promises] for plan in plans]]
        written = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return "sha256:" + hashlib.sha256(written.encode()).hexdigest()


def find_unheld(
    promised: Iterable[Promise], in_force: Sequence[Promise], *, exactly: bool = True
) -> list[Promise]:
    """The promises that none of those in force includes.

    One includes another if it is of the same model, says the same of no fewer things (kinds, entities, readers) and
    relative to the same knowledge. Without `exactly` the wording around these things and the hashes of what ships may
    differ, as they do from version to version; the corpus may not, because another one could be meant.
    """
    return [
        promise
        for promise in promised
        if not any(_includes(held, promise, exactly=exactly) for held in in_force)
    ]


def _includes(held: Promise, promise: Promise, *, exactly: bool) -> bool:
    if held.model != promise.model:
        return False
    frame, things = _take_apart(held.statement)
    wanted_frame, wanted = _take_apart(promise.statement)
    if not wanted <= things:
        return False
    if exactly:
        same_names = all(set(names) <= set(held.names.get(each, ())) for each, names in promise.names.items())
        return (
            frame == wanted_frame and same_names and promise.relative_to.items() <= held.relative_to.items()
        )
    return promise.relative_to.get("corpus") == held.relative_to.get("corpus")


def _take_apart(statement: str) -> tuple[str, frozenset[str]]:
    """What a statement says of the things in its first brackets, and these things.

    >>> frame, things = _take_apart("Nothing is left (AGE, IBAN (old)), or so.")
    >>> frame, sorted(things)
    ('Nothing is left (), or so.', ['AGE', 'IBAN (old)'])
    """
    statement = statement.partition(NAMES_SHOWN)[
        0
    ]  # all of them stand in the promise, and are compared there
    start, depth = statement.find("("), 0
    for place, character in enumerate(statement[start:] if start >= 0 else "", start):
        depth += (character == "(") - (character == ")")
        if not depth:
            things = re.split(r"[;,] ", statement[start + 1 : place])
            return f"{statement[: start + 1]}{statement[place:]}", frozenset(things)
    return statement, frozenset()


def name_options(promises: Iterable[Promise]) -> list[str]:
    """The options that hold promises of plans which don't remember what they were made under.

    >>> name_options([Promise("cg-sanitization", "No term tells more (HIV: as much as virus tells), by counts.")])
    ['--protect "HIV=virus"']
    """
    options: list[str] = []
    for promise in promises:
        told = [_PROTECTED.fullmatch(each) for each in sorted(_take_apart(promise.statement)[1])]
        protected = [f'--protect "{each[1]}{f"={each[2]}" if each[2] else ""}"' for each in told if each]
        options += protected or [
            "--protect ENTITY=GENERAL --indistinct K"
            if promise.model == "indistinct"
            else f"--policy FILE, for {promise.model} as in the plan"
        ]
    return list(dict.fromkeys(options))
