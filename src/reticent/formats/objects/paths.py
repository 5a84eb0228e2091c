"""Which strings of an object are judged, which members go out besides, and how the rest is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.formats.objects.values import Slot


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of a path: a text to be judged, or a value that is released unchanged."""

    path: str
    judged: bool


Paths = dict[str, "Leaf | Paths"]
"""The keys on the way to what goes out."""


@dataclass(slots=True)
class Selection:
    """What goes out of one object: a value with slots for its texts, and the path that each text was found at."""

    where: str
    value: Any = field(default=None, repr=False)
    texts: list[str] = field(default_factory=list, repr=False)
    places: list[str] = field(default_factory=list)
    found: set[str] = field(default_factory=set)
    dropped: Counter[str] = field(default_factory=Counter)


def build_paths(fields: Sequence[str], keep: Sequence[str]) -> Paths:
    """The dotted paths as a tree; a name with dots may also be one key. An InputError when two contradict."""
    if not fields:
        raise InputError("no field is named, so that nothing would be judged: name one with --field")
    paths: Paths = {}
    leaves = [Leaf(path, judged=True) for path in fields] + [Leaf(path, judged=False) for path in keep]
    for leaf in leaves:
        keys = leaf.path.split(".")
        if not all(keys):
            raise InputError("a field is a key or keys with dots between, such as patient.note: correct it")
        _enter(paths, keys, leaf)
        if len(keys) > 1:
            _enter(paths, [leaf.path], leaf)
    return paths


def select(record: dict[str, Any], paths: Paths, where: str) -> Selection:
    """What goes out of an object; lists on the way are walked, and all other members are counted and dropped."""
    selection = Selection(where)
    selection.value = _walk(record, paths, "", selection)
    return selection


def require_found(wanted: Iterable[str], found: set[str], where: str, option: str) -> None:
    """Refuse paths that no record has: a name that is misspelled would silently drop what was to go out."""
    for path in wanted:
        if path not in found:
            raise DocumentError(f"{where} has no record with '{path}': correct {option} {path}")


def _enter(paths: Paths, keys: Sequence[str], leaf: Leaf) -> None:
    at = paths
    for key in keys[:-1]:
        inner = at.setdefault(key, {})
        if isinstance(inner, Leaf):
            raise InputError(
                f"'{inner.path}' is named whole, so '{leaf.path}' in it can't be: name one of them"
            )
        at = inner
    if at.setdefault(keys[-1], leaf) != leaf:
        raise InputError(f"'{leaf.path}' is named twice, or also something inside it: name it once")


def _walk(value: dict[str, Any] | list[Any], paths: Paths, way: str, selection: Selection) -> Any:
    if isinstance(value, list):
        if not value:
            selection.found.update(_ends_of(paths))
        inner = [each for each in value if isinstance(each, dict | list)]
        _drop(selection, way.rstrip("."), len(value) - len(inner))
        return [_walk(each, paths, way, selection) for each in inner]
    kept: dict[str, Any] = {}
    for key, each in value.items():
        at = paths.get(key)
        if isinstance(at, Leaf):
            selection.found.add(at.path)
            kept[key] = _take(each, at.path, selection) if at.judged else each
        elif at is not None and isinstance(each, dict | list):
            kept[key] = _walk(each, at, f"{way}{key}.", selection)
        else:
            _drop(selection, way + key, 1)
    return kept


def _ends_of(paths: Paths) -> Iterator[str]:
    """The paths that an empty list has no text at, but doesn't lack."""
    for at in paths.values():
        if isinstance(at, Leaf):
            yield at.path
        else:
            yield from _ends_of(at)


def _take(value: Any, path: str, selection: Selection) -> Any:
    """The slots of the strings under a judged key."""
    if isinstance(value, str):
        selection.texts.append(value)
        selection.places.append(path)
        return Slot(len(selection.texts) - 1)
    if isinstance(value, list):
        return [_take(each, path, selection) for each in value]
    if value is None:
        return None
    raise DocumentError(
        f"{selection.where}: under '{path}' stands something else than a text:"
        " name the keys inside it, or keep it unjudged with --keep"
    )


def _drop(selection: Selection, way: str, count: int) -> None:
    if count:
        # A key may be a name itself, as in {"Jane Doe": 3}; one that looks like a column's name may be told.
        selection.dropped[f"key '{way}'" if _PLAIN.fullmatch(way) else "other keys"] += count


_PLAIN = re.compile(r"[a-z_][a-zA-Z0-9_.-]{0,60}")
