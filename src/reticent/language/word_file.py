"""The words of a language in one text file, `data/words.txt` of its folder: parts, and in each part sets of words.

stop_words: a an the        before the first part: a set of words of `Language` itself
[names]                     a part of the language, named as the fields of `Language` are
# A comment.
titles: mr mrs dr           a set of words, named as a field of that part
    prof professor          an indented line goes on with it
insults: bad_person         "_" is the blank inside an entry, "=titles" all of another set of its part,
nobody: =titles -sir        "-=titles" and "-sir" leave out again what was listed before
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from importlib.resources import files
from typing import Any, TypeVar

Part = TypeVar("Part")
Words = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The sets of words of each part, in their order."""


def load_words(package: str) -> Words:
    """The words of the language in a package."""
    return read_words(files(package).joinpath("data/words.txt").read_text("utf-8"))


def read_words(text: str) -> Words:
    """The words of a file; a ValueError names the line that can't be read.

    >>> read_words("[names]\\ntitles: mr mrs\\nnobody: =titles new_york -mr")["names"]["nobody"]
    ('mrs', 'new york')
    """
    parts: dict[str, dict[str, tuple[str, ...]]] = {"": {}}
    part, name = parts[""], ""
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            part, name = parts.setdefault(line.strip("[]"), {}), ""
            continue
        begins = not line.startswith(" ")
        before, colon, after = line.partition(":")
        if begins:
            name = before
            if not colon or name in part:
                raise ValueError(f"line {number} of the words begins no part and no new set")
        if not name:
            raise ValueError(f"line {number} of the words belongs to no set")
        part[name] = _add(part, part.get(name, ()), (after if begins else line).split())
    return parts


def _add(part: Mapping[str, tuple[str, ...]], words: tuple[str, ...], entries: list[str]) -> tuple[str, ...]:
    """The words with these entries: words, sets, and without what is left out again."""
    listed = dict.fromkeys(words)
    for entry in entries:
        bare = entry[1:] if len(entry) > 1 and entry[0] == "-" else entry
        meant = part[bare[1:]] if len(bare) > 1 and bare[0] == "=" else (bare.replace("_", " "),)
        for word in meant:
            if bare is entry:
                listed[word] = None
            else:
                del listed[word]
    return tuple(listed)


def fill_part(part: type[Part], words: Mapping[str, tuple[str, ...]], **others: Any) -> Part:
    """A part of a language with these sets of words; what its fields are besides sets comes as `others`.

    A set that the part has no field for is a TypeError: somebody wrote it for nothing.
    """
    tuples = {field.name for field in fields(part) if str(field.type).startswith("tuple")}  # type: ignore[arg-type]
    sets = {name: listed if name in tuples else frozenset(listed) for name, listed in words.items()}
    return part(**sets, **others)
