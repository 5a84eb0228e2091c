"""The types of columns: what their cells are, and the plain type that holds the same cells."""

from __future__ import annotations

from typing import Literal

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
