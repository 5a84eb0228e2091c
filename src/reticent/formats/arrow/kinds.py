"""The types of columns: what their cells are, and the plain type that holds the same cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from reticent.errors import needs_extra

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
    return _plain_parts(given) if is_nested(given) else given


def names_in(plain: pa.DataType) -> list[str]:
    """The names of the parts of a plain type, at any depth."""
    if not is_nested(plain):
        return []
    parts = [plain.field(place) for place in range(plain.num_fields)]
    own = [part.name for part in parts] if types.is_struct(plain) or types.is_union(plain) else []
    return [*own, *(name for part in parts for name in names_in(part.type))]


def rename_type(plain: pa.DataType, names: Mapping[str, str]) -> pa.DataType:
    """The type with other names of its parts."""
    if types.is_struct(plain):
        return pa.struct([(names.get(each.name, each.name), rename_type(each.type, names)) for each in plain])
    if types.is_map(plain):
        return pa.map_(rename_type(plain.key_type, names), rename_type(plain.item_type, names))
    if not is_nested(plain) or types.is_union(plain):
        return plain
    value = rename_type(plain.value_type, names)
    if types.is_fixed_size_list(plain):
        return pa.list_(value, plain.list_size)
    return pa.large_list(value) if types.is_large_list(plain) else pa.list_(value)


def _plain_parts(given: pa.DataType) -> pa.DataType:
    if types.is_struct(given):
        return pa.struct([(field.name, plain_type(field.type)) for field in given])
    if types.is_map(given):
        return pa.map_(plain_type(given.key_type), plain_type(given.item_type))
    if types.is_union(given):
        return given
    value = plain_type(given.value_type)
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
    """Whether cells of the type have parts."""
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
