"""What becomes of the columns of a binary table, whose types say what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow.kinds import describe_type, kind_of, plain_type
from reticent.formats.options import ColumnRule, FormatOptions
from reticent.formats.tables.columns import (
    Column,
    call_column,
    find_ruled,
    name_columns,
    require_decisions,
    require_names,
)

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa


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
            " Say for each what becomes of it with --column NAME=keep or such as --column 'column 1=keep' (or drop, or"
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
