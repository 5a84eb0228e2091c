"""One object: its texts as a document, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.content import encode
from reticent.formats.fields import Fields, join_fields, require_subject
from reticent.formats.format import Relabel, require_edits
from reticent.formats.marks import Marks, read_marks
from reticent.formats.objects.paths import Paths, Selection, select
from reticent.formats.objects.values import to_python, to_text
from reticent.formats.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Document

MARKS = ("label", "entities")
"""Keys that mark places of the text: kept, they are moved to where these places stand in the released text."""


@dataclass(frozen=True, slots=True)
class ObjectSource:
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
        """The keys inside kept values, which nobody named."""
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
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The object on one line, without a line end."""
        require_edits(edits, 1)
        return encode(self.to_json(edits[0]), f"'{self.fields.document.id}'")

    def to_json(self, edits: Sequence[Edit], *, indent: str | None = None, margin: str = "\n") -> str:
        """The object after the edits."""
        texts = self.fields.texts(edits)
        moved = {
            key: marks.move(self.fields.spans[slot], edits).to_json()
            for key, (slot, marks) in self.marks.items()
        }
        value = {key: moved.get(key, each) for key, each in self.value.items()} if moved else self.value
        return to_text(value, texts, names=self.names, indent=indent, margin=margin)


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
