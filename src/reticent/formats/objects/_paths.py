"""One JSON object: which of its strings are judged, which members go out besides, and how it is written with edits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.formats.json_values import Slot, to_python, to_text
from reticent.formats.labels import Marks, read_marks
from reticent.formats.plain import encode
from reticent.formats.seam.format import FileSource, Relabel, require_edits
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import Fields, join_fields, require_subject
from reticent.formats.tables import COLUMN_WORDS, words_of
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class PathEnd:
    """The end of a path: a text to be judged, or a value that is released unchanged."""

    path: str
    judged: bool


Paths = dict[str, "PathEnd | Paths"]
"""The keys on the way to what goes out."""


@dataclass(slots=True)
class Selection:
    """What goes out of one object: a value with slots for its texts, and the path that each text was found at.

    `keys` are those inside values that are kept: nobody named them, and they go out too.
    """

    where: str
    value: Any = field(default=None, repr=False)
    texts: list[str] = field(default_factory=list, repr=False)
    places: list[str] = field(default_factory=list)
    found: set[str] = field(default_factory=set)
    keys: dict[str, None] = field(default_factory=dict, repr=False)
    dropped: Counter[str] = field(default_factory=Counter)


def build_paths(fields: Sequence[str], keep: Sequence[str]) -> Paths:
    """The dotted paths as a tree; a name with dots may also be one key. An InputError when two contradict."""
    if not fields:
        raise InputError("no field is named, so nothing would be judged: name one with --field")
    paths: Paths = {}
    ends = [PathEnd(path, judged=True) for path in fields] + [PathEnd(path, judged=False) for path in keep]
    for end in ends:
        keys = end.path.split(".")
        if not all(keys):
            raise InputError("a field is a key or keys with dots between, such as patient.note: correct it")
        _enter(paths, keys, end)
        if len(keys) > 1:
            _enter(paths, [end.path], end)
    return paths


def select(record: dict[str, Any], paths: Paths, where: str) -> Selection:
    """What goes out of an object; lists on the way are walked, and all other members are counted and dropped."""
    selection = Selection(where)
    selection.value = _walk(record, paths, "", selection)
    return selection


def require_found(options: FormatOptions, found: set[str], where: str) -> None:
    """Refuse paths that no record has: a name that is misspelled would silently drop what was to go out."""
    for option, wanted in (("--field", options.fields), ("--keep", options.keep)):
        for path in wanted:
            if path not in found:
                raise DocumentError(f"{where} has no record with '{path}': correct {option} {path}")


def _enter(paths: Paths, keys: Sequence[str], end: PathEnd) -> None:
    at = paths
    for key in keys[:-1]:
        inner = at.setdefault(key, {})
        if isinstance(inner, PathEnd):
            raise InputError(
                f"'{inner.path}' is named whole, so '{end.path}' in it can't be: name one of them"
            )
        at = inner
    if at.setdefault(keys[-1], end) != end:
        raise InputError(f"'{end.path}' is named twice, or also something inside it: name it once")


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
        if isinstance(at, PathEnd):
            selection.found.add(at.path)
            kept[key] = _take(each, at.path, selection) if at.judged else each
            if not at.judged:
                _note_keys(each, selection)
        elif at is not None and isinstance(each, dict | list):
            kept[key] = _walk(each, at, f"{way}{key}.", selection)
        else:
            _drop(selection, way + key, 1)
    return kept


def _ends_of(paths: Paths) -> Iterator[str]:
    """The paths that an empty list has no text at, but doesn't lack."""
    for at in paths.values():
        if isinstance(at, PathEnd):
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
        f"{selection.where}: '{path}' is something other than a text:"
        " name the keys inside it, or keep it unjudged with --keep"
    )


def _note_keys(value: Any, selection: Selection) -> None:
    if isinstance(value, dict):
        selection.keys.update(dict.fromkeys(value))
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _note_keys(each, selection)


def list_keys(options: FormatOptions, whole: Collection[str] = ()) -> list[str]:
    """The keys of all paths that go out; those in `whole` are one key with dots in its name."""
    paths = [*options.fields, *options.keep]
    return list(
        dict.fromkeys(key for path in paths for key in ([path] if path in whole else path.split(".")))
    )


def find_whole(options: FormatOptions, record: Any) -> frozenset[str]:
    """The paths with dots that are one key of a record."""
    keys = record if isinstance(record, dict) else {}
    return frozenset(path for path in (*options.fields, *options.keep) if "." in path and path in keys)


def decide_names(options: FormatOptions, whole: Collection[str], decide: Relabel) -> dict[str, str]:
    """The placeholders of keys that don't go out; a path with dots has one too, should a record have it as one key."""
    names = dict(decide(list_keys(options, whole)))
    for path in (*options.fields, *options.keep):
        if path not in names and (renamed := _rename(path, names)) != path:
            names[path] = renamed
    return names


def rename_paths(options: FormatOptions, names: Mapping[str, str]) -> FormatOptions:
    return replace(
        options,
        fields=tuple(_rename(path, names) for path in options.fields),
        keep=tuple(_rename(path, names) for path in options.keep),
        id=_rename(options.id, names) if options.id else options.id,
    )


def _rename(path: str, names: Mapping[str, str]) -> str:
    return names.get(path) or ".".join(names.get(key, key) for key in path.split("."))


def _drop(selection: Selection, way: str, count: int) -> None:
    if count:
        # A key may be a name itself, as in {"jane_doe": 3}; one of usual words may be shown.
        usual = len(way) <= _LONGEST and all(word in COLUMN_WORDS for word in words_of(way))
        selection.dropped[f"key '{way}'" if usual and _PLAIN.fullmatch(way) else "other keys"] += count


_LONGEST = 60
"""Characters of a key that is shown to the user: more of them are no name of a field. Chosen by hand."""

_PLAIN = re.compile(r"[a-z_][a-zA-Z_.-]*")


MARKS = ("label", "entities")
"""Keys that mark places of the text: kept, they are moved to where these places stand in the released text."""


@dataclass(frozen=True, slots=True)
class ObjectSource(FileSource):
    """What goes out of one object, and the document that its texts make.

    `keys` are those inside kept values; `names` are placeholders for keys that don't go out.
    """

    fields: Fields
    value: Any = field(repr=False)
    marks: Mapping[str, tuple[int, Marks]]
    dropped: Mapping[str, int]
    found: frozenset[str]
    options: FormatOptions
    keys: tuple[str, ...] = field(default=(), repr=False)
    names: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.keys

    def relabel(self, decide: Relabel) -> ObjectSource:
        """The same object with other keys; those of the paths have their names already."""
        if not self.keys:
            return self
        beside = [self.names.get(key, key) for key in self.value]
        changed = decide([*beside, *(key for key in self.keys if key not in self.names)])
        return replace(self, names={**changed, **self.names}) if changed else self

    @property
    def documents(self) -> tuple[Document, ...]:
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The object on one line, without a line end."""
        require_edits(edits, 1)
        return encode(write_object(self, edits[0]), f"'{self.fields.document.id}'")


def write_object(
    source: ObjectSource, edits: Sequence[Edit], *, indent: str | None = None, margin: str = "\n"
) -> str:
    texts = source.fields.texts(edits)
    moved = {
        key: marks.move(source.fields.spans[slot], edits).to_json()
        for key, (slot, marks) in source.marks.items()
    }
    value = {key: moved.get(key, each) for key, each in source.value.items()} if moved else source.value
    return to_text(value, texts, names=source.names, indent=indent, margin=margin)


def read_object(
    record: Any, paths: Paths, options: FormatOptions, *, name: str, where: str, table: str
) -> ObjectSource:
    """The object `record` as a document called `name`; a DocumentError, beginning with `where`, when it is none.

    `table` is the file, whose records share their fields.
    """
    if not isinstance(record, dict):
        raise DocumentError(f"{where}: this is not a JSON object but another value: write an object")
    selection = select(record, paths, where)
    if not selection.found.intersection(options.fields):
        named = " or ".join(f"'{path}'" for path in options.fields)
        raise DocumentError(f"{where}: there is no string under {named}: add it, or name another --field")
    marks = {
        key: _find_marks(record[key], selection)
        for key in MARKS
        if key in options.keep and _marks_places(record.get(key))
    }
    asked = options.subject_field
    subject = require_subject(_value_at(record, asked), asked, where) if asked else ""
    columns = [((table, options.fields.index(path)), path) for path in selection.places]
    fields = join_fields(name, selection.texts, subject=subject, columns=columns)
    found, keys = frozenset(selection.found), tuple(selection.keys)
    return ObjectSource(fields, selection.value, marks, selection.dropped, found, options, keys)


def _value_at(record: Any, path: str) -> Any:
    """What stands under a key, which has dots where it lies deeper; None where nothing does."""
    for key in path.split("."):
        record = record.get(key) if isinstance(record, dict) else None
    return to_python(record)


def _marks_places(value: Any) -> bool:
    """Whether a label is a list of places and no class such as "spam"."""
    return isinstance(value, list) and any(isinstance(each, list | dict) for each in value)


def _find_marks(value: Any, selection: Selection) -> tuple[int, Marks]:
    """The places that a label marks, and the number of the text that they are places of."""
    of_text = [number for number, path in enumerate(selection.places) if path == "text"]
    slots = of_text if len(of_text) == 1 else range(len(selection.places))
    if len(slots) != 1:
        raise DocumentError(
            f"{selection.where}: a label marks places of one text, but there are several: judge one field alone"
        )
    return slots[0], read_marks(to_python(value), len(selection.texts[slots[0]]), selection.where)
