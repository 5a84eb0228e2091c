"""Names of files and folders go out as well: what they tell is judged like a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from reticent.audit.tripwire import leftovers
from reticent.formats.registry import list_formats
from reticent.pipeline import Outcome
from reticent.plan import Release
from reticent.policy.assembly import Assembly
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document

_MOST_REMEMBERED = 4096
_TELLING = 3
"""Letters that a removed word must have to count in a name: shorter ones are everywhere."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")


def split_path(path: str) -> list[str]:
    """The folders of a path and the name of its file, without an ending that a format knows."""
    *folders, name = path.split("/")
    return [*folders, name.removesuffix(known_ending(name))]


def known_ending(name: str) -> str:
    """The ending of a name if some format reads it, which tells nothing; nothing otherwise."""
    ending = PurePosixPath(name).suffix
    return ending if any(ending.lower() in each.suffixes for each in list_formats()) else ""


@dataclass(frozen=True, slots=True)
class NameJudge:
    """Judges names by a policy; those of folders come again and again, so that verdicts are remembered."""

    assembly: Assembly
    _verdicts: dict[str, bool] = field(default_factory=dict, repr=False)

    def tells(self, name: str, outcomes: Sequence[Outcome] = ()) -> bool:
        """Whether a name holds what the policy forbids, or words that were removed from the documents of its file."""
        if name not in self._verdicts:
            if len(self._verdicts) >= _MOST_REMEMBERED:
                self._verdicts.clear()
            self._verdicts[name] = not _is_text(name) or _breaks_a_promise(name, self.assembly)
        return self._verdicts[name] or _repeats(name, outcomes)


def _is_text(name: str) -> bool:
    """Whether a name is text at all: bytes that are none can't be judged."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _breaks_a_promise(name: str, assembly: Assembly) -> bool:
    models = [model for model in assembly.models if model.needs != "both"]
    for reading in list_readings(name):
        document = mark_placeholders(Document("a file name", reading), assembly.kinds)
        if any(True for each in assembly.detectors for _ in each.mentions(document)):
            return True
        if any(model.violations(Release(document, document)) for model in models):
            return True
    return False


def list_readings(name: str) -> list[str]:
    """A name as it stands, and as words with blanks between them."""
    words = " ".join(_WORD.findall(name))
    return list(dict.fromkeys([name, words]))


def _repeats(name: str, outcomes: Sequence[Outcome]) -> bool:
    """Whether a name holds a word that was removed from a document and that no released text shows."""
    removed = [
        edit.span.of(outcome.release.original.text) for outcome in outcomes for edit in outcome.release.edits
    ]
    if not removed:
        return False
    gone = {word for each in removed for word in _words(each) if len(word) >= _TELLING}
    shown = {word for outcome in outcomes for word in _words(outcome.release.released.text)}
    return bool(_words(name) & (gone - shown)) or bool(leftovers(removed, name))


def _words(text: str) -> set[str]:
    """The words of a text in small letters, divided at signs and also where capitals begin."""
    return {word.casefold() for word in (*_WORD.findall(text), *re.split(r"[\W_]+", text))}
