"""What becomes of the columns of a binary table, whose types say what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pyarrow as pa

from reticent.errors import DocumentError
from reticent.formats.arrow.kinds import describe_type, kind_of, plain_type
from reticent.formats.options import ColumnRule, FormatOptions
from reticent.formats.tables.columns import (
    Column,
    list_names,
    name_columns,
    require_decisions,
    require_names,
)


def decide_typed_columns(schema: pa.Schema, options: FormatOptions, where: str) -> tuple[Column, ...]:
    """The rule of every column: texts without one are sanitized, numbers ask, everything else needs its own."""
    names = name_columns(schema.names, where)
    require_names(names, options, where)
    types = [plain_type(field.type) for field in schema]
    _require_rules(zip(names, types, strict=True), options, where)
    columns = tuple(_decide(name, plain, options) for name, plain in zip(names, types, strict=True))
    require_decisions(columns, options, where)
    _refuse_judging_bytes(columns, types, where)
    return columns


def _decide(name: str, plain: pa.DataType, options: FormatOptions) -> Column:
    if name in options.columns:
        return Column(name, options.columns[name])
    if kind_of(plain) == "text":
        return Column(name, ColumnRule("sanitize"))
    # A column of the type null holds nothing that anybody could decide on.
    return Column(name, ColumnRule("keep"), numbers=not pa.types.is_null(plain))


def _require_rules(columns: Iterable[tuple[str, pa.DataType]], options: FormatOptions, where: str) -> None:
    missing = [
        f"'{name}' ({describe_type(plain)})"
        for name, plain in columns
        if name not in options.columns and kind_of(plain) in ("moment", "other")
    ]
    if missing:
        raise DocumentError(
            f"{where} has columns that hold neither text nor numbers: {', '.join(missing)}."
            " Say for each what becomes of it with --column NAME=keep (or drop, or constant:TEXT; dates also sanitize)"
        )


def _refuse_judging_bytes(columns: Sequence[Column], types: Sequence[pa.DataType], where: str) -> None:
    odd = [
        column.name
        for column, plain in zip(columns, types, strict=True)
        if column.action == "sanitize" and kind_of(plain) == "other"
    ]
    if odd:
        raise DocumentError(
            f"{where}: {list_names(odd)} can't be judged as text: keep or drop it, or make it a column of text first"
        )
