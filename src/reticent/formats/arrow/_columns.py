"""The columns of a binary table: what becomes of each by its type, and the texts in its cells, which may be nested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from reticent.errors import DocumentError, needs_extra
from reticent.formats.seam.options import ColumnRule, FormatOptions
from reticent.formats.tables.rows import (
    Column,
    call_column,
    find_ruled,
    name_columns,
    require_decisions,
    require_names,
)

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa
    from pyarrow import types


Kind = Literal["text", "number", "moment", "other"]
"""What cells of a type are: texts, numbers, dates and times, or what no detector reads."""


def plain_type(given: pa.DataType) -> pa.DataType:
    """The type without dictionaries, views and extensions, whole and in its parts.

    >>> plain_type(pa.dictionary(pa.int8(), pa.string()))
    DataType(string)
    """
    if isinstance(given, pa.BaseExtensionType):
        return plain_type(given.storage_type)
    if types.is_dictionary(given) or types.is_run_end_encoded(given):
        return plain_type(given.value_type)
    if types.is_string_view(given):
        return pa.string()
    if types.is_binary_view(given):
        return pa.binary()
    return _change_parts(given, plain_type) if is_nested(given) else given


def names_in(plain: pa.DataType) -> list[str]:
    """The names of the parts of a plain type, at any depth."""
    if not is_nested(plain):
        return []
    parts = [plain.field(place) for place in range(plain.num_fields)]
    own = [part.name for part in parts] if types.is_struct(plain) or types.is_union(plain) else []
    return [*own, *(name for part in parts for name in names_in(part.type))]


def rename_type(plain: pa.DataType, names: Mapping[str, str]) -> pa.DataType:
    return _change_parts(plain, lambda part: rename_type(part, names), names) if is_nested(plain) else plain


def _change_parts(
    given: pa.DataType,
    change: Callable[[pa.DataType], pa.DataType],
    names: Mapping[str, str] = MappingProxyType({}),
) -> pa.DataType:
    """A nested type with the types of its parts changed; `names` are other names for some parts."""
    if types.is_struct(given):
        return pa.struct([(names.get(each.name, each.name), change(each.type)) for each in given])
    if types.is_map(given):
        return pa.map_(change(given.key_type), change(given.item_type))
    if types.is_union(given):
        return given
    value = change(given.value_type)
    if types.is_fixed_size_list(given):
        return pa.list_(value, given.list_size)
    return pa.large_list(value) if types.is_large_list(given) else pa.list_(value)


def kind_of(plain: pa.DataType) -> Kind:
    """What cells of a plain type are; a list or record of nothing but texts is text."""
    if types.is_string(plain) or types.is_large_string(plain):
        return "text"
    if is_nested(plain):
        parts = _parts(plain)
        return "text" if parts and all(kind_of(part) == "text" for part in parts) else "other"
    numbers = (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean, types.is_null)
    if any(is_one(plain) for is_one in numbers):
        return "number"
    return "moment" if types.is_date(plain) or types.is_time(plain) or types.is_timestamp(plain) else "other"


def is_nested(plain: pa.DataType) -> bool:
    return bool(types.is_nested(plain)) and not types.is_run_end_encoded(plain)


def _parts(plain: pa.DataType) -> list[pa.DataType]:
    if types.is_map(plain) or types.is_union(plain):
        return []
    return [plain.field(place).type for place in range(plain.num_fields)]


def describe_type(plain: pa.DataType) -> str:
    """The type in a word, without the names of its parts."""
    if types.is_struct(plain):
        return "record"
    if types.is_map(plain):
        return "map"
    if is_nested(plain):
        return "list"
    return "date and time" if types.is_timestamp(plain) else str(plain)


def decide_typed_columns(schema: pa.Schema, options: FormatOptions, where: str) -> tuple[Column, ...]:
    """The rule of every column: texts without one are sanitized, numbers ask, everything else needs its own."""
    names = name_columns(schema.names, where)
    require_names(names, options, where)
    types = [plain_type(field.type) for field in schema]
    _require_rules(zip(names, types, strict=True), options, where)
    columns = tuple(
        find_ruled(name, place, options) or _decide(name, plain)
        for place, (name, plain) in enumerate(zip(names, types, strict=True), 1)
    )
    require_decisions(columns, options, where)
    _refuse_judging_bytes(columns, types, where)
    return columns


def _decide(name: str, plain: pa.DataType) -> Column:
    if kind_of(plain) == "text":
        return Column(name, ColumnRule("sanitize"))
    # A column of the type null holds nothing that anybody could decide on.
    return Column(name, ColumnRule("keep"), numbers=not pa.types.is_null(plain))


def _require_rules(columns: Iterable[tuple[str, pa.DataType]], options: FormatOptions, where: str) -> None:
    missing = [
        f"{call_column(place)} ({describe_type(plain)})"
        for place, (name, plain) in enumerate(columns, 1)
        if find_ruled(name, place, options) is None and kind_of(plain) in ("moment", "other")
    ]
    if missing:
        raise DocumentError(
            f"{where} has columns that hold neither text nor numbers: {', '.join(missing)}."
            " Give each a rule with --column NAME=keep or such as --column 'column 1=keep' (or drop, or"
            " constant:TEXT; dates also sanitize)"
        )


def _refuse_judging_bytes(columns: Sequence[Column], types: Sequence[pa.DataType], where: str) -> None:
    odd = [
        call_column(place)
        for place, (column, plain) in enumerate(zip(columns, types, strict=True), 1)
        if column.action == "sanitize" and kind_of(plain) == "other"
    ]
    if odd:
        raise DocumentError(
            f"{where}: {', '.join(odd)} can't be judged as text: keep or drop it, or make it a column of text first"
        )


def texts_in(cell: Any, header: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a cell in order, each after what it stands under: the column, and the part where the cell is a record.

    >>> list(texts_in({"a": ["x", None]}, "note"))
    [('note.a', 'x')]
    """
    if isinstance(cell, str):
        yield header, cell
    elif isinstance(cell, dict):
        for name, part in cell.items():
            yield from texts_in(part, f"{header}.{name}")
    elif isinstance(cell, list):
        for part in cell:
            yield from texts_in(part, header)


def rename_parts(cell: Any, names: Mapping[str, str]) -> Any:
    """The cell with other names of its parts.

    >>> rename_parts([{"a": 1}], {"a": "b"})
    [{'b': 1}]
    """
    if isinstance(cell, dict):
        return {names.get(key, key): rename_parts(part, names) for key, part in cell.items()}
    return [rename_parts(part, names) for part in cell] if isinstance(cell, list) else cell


def fill_in(cell: Any, texts: Iterator[str]) -> Any:
    """The cell with the next texts where it has texts; nothing stays nothing.

    >>> fill_in({"a": ["x", None]}, iter(["y"]))
    {'a': ['y', None]}
    """
    if isinstance(cell, str):
        return next(texts)
    if isinstance(cell, dict):
        return {key: fill_in(part, texts) for key, part in cell.items()}
    if isinstance(cell, list):
        return [fill_in(part, texts) for part in cell]
    return cell


def judged_cells(column: pa.ChunkedArray, plain: pa.DataType) -> tuple[pa.DataType, list[Any]]:
    """The cells of a column as texts, and their type: that of the column, or string where it holds no text."""
    kept = plain if kind_of(plain) == "text" else pa.string()
    return kept, decode(column, plain).cast(kept).to_pylist()


def decode(column: pa.ChunkedArray, plain: pa.DataType) -> pa.ChunkedArray:
    if column.type == plain:
        return column
    chunks = [_storage(chunk) for chunk in column.chunks]
    return pa.chunked_array([chunk.cast(plain) for chunk in chunks], plain)


def _storage(array: pa.Array) -> pa.Array:
    while isinstance(array, pa.ExtensionArray):
        array = array.storage
    return array.dictionary_decode() if isinstance(array, pa.DictionaryArray) else array


def kept_cells(column: pa.ChunkedArray, plain: pa.DataType) -> pa.Array:
    """The cells of a column that goes out unchanged, copied one by one: nothing lies beneath what is null."""
    decoded = decode(column, plain)
    if is_nested(plain):
        return pa.array(decoded.to_pylist(), plain)
    whole = decoded.combine_chunks()
    chunks = whole.chunks if isinstance(whole, pa.ChunkedArray) else [whole]
    copied = [chunk.take(pa.array(range(len(chunk)), pa.int64())) for chunk in chunks]
    return pa.concat_arrays(copied) if copied else pa.array([], plain)
