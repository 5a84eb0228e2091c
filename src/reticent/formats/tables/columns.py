"""The columns of a table: their names, and what becomes of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reticent.errors import DocumentError
from reticent.formats.options import Action, ColumnRule, FormatOptions
from reticent.formats.tables.cells import Row, is_number


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its rule; `numbers` when it is kept only because it holds nothing but numbers.

    `called` is how whoever wrote the rule calls the column: by its name or its place. Only that is shown to anybody.
    """

    name: str
    rule: ColumnRule
    numbers: bool = False
    called: str = ""

    @property
    def action(self) -> Action:
        """What becomes of its cells."""
        return self.rule.action


def name_columns(header: Sequence[str], where: str) -> list[str]:
    """The names of the columns: what the header says, or the place of a column without a name."""
    names = [cell.strip() or call_column(place) for place, cell in enumerate(header, 1)]
    for place, name in enumerate(names, 1):
        if (first := names.index(name) + 1) < place:
            raise DocumentError(f"{where}: columns {first} and {place} have the same name: give each its own")
    return names


def call_column(place: int) -> str:
    """How messages and rules call a column by its place, counted from one: its name may tell of somebody."""
    return f"column {place}"


def find_ruled(name: str, place: int, options: FormatOptions) -> Column | None:
    """The column with the rule that the options have for it, by its name or else by its place; None without one."""
    called = next((each for each in (name, call_column(place)) if each in options.columns), None)
    return None if called is None else Column(name, options.columns[called], called=called)


def decide_columns(
    names: Sequence[str], rows: Sequence[Row], options: FormatOptions, where: str
) -> tuple[Column, ...]:
    """What becomes of each column: its rule, or by what its cells hold; a DocumentError when a rule is missing."""
    require_names(names, options, where)
    columns = tuple(
        find_ruled(name, place + 1, options) or _decide(name, [row.cells[place] for row in rows])
        for place, name in enumerate(names)
    )
    require_decisions(columns, options, where)
    return columns


def require_names(names: Sequence[str], options: FormatOptions, where: str) -> None:
    """Refuse a rule for a column that isn't there; a part of something larger need not have every column."""
    known = {*names, *(call_column(place) for place in range(1, len(names) + 1))}
    for name in options.columns:
        if name not in known and not options.partial:
            raise DocumentError(
                f"{where} has {len(names)} columns and none is called '{name}': correct --column, or call it by its"
                " place, such as 'column 2'"
            )


def require_subject_column(name: str | None, columns: Sequence[Column], where: str) -> None:
    """Refuse a table without the column that says whom its rows are about."""
    names = [column.name for column in columns]
    if name is not None and name not in names:
        raise DocumentError(
            f"{where} has {len(names)} columns and none is called '{name}': correct --subject-field"
        )


def require_decisions(columns: Sequence[Column], options: FormatOptions, where: str) -> None:
    """Refuse columns of numbers that nobody decided on, and a table of which nothing would be left."""
    undecided = [call_column(place) for place, column in enumerate(columns, 1) if column.numbers]
    if undecided and options.numbers == "ask":
        raise DocumentError(
            f"{where} has columns of numbers, which may identify people: {', '.join(undecided)}."
            f" Say for each what becomes of it, by its name or such as --column '{undecided[0]}=keep' (or drop, or"
            " sanitize), or release all of them with --numbers keep"
        )
    if columns and all(column.action == "drop" for column in columns):
        raise DocumentError(f"{where} would be left without columns: keep one")


def rules_again(
    header: Sequence[str], columns: Sequence[Column], where: str = "the release"
) -> dict[str, ColumnRule]:
    """The rules that read the released table: of every column that is left, by the name that it has there."""
    left = [(name, column) for name, column in zip(header, columns, strict=True) if column.action != "drop"]
    names = name_columns([name for name, _ in left], where)
    return {name: column.rule for name, (_, column) in zip(names, left, strict=True)}


def _decide(name: str, cells: Sequence[str]) -> Column:
    filled = [cell for cell in cells if cell.strip()]
    if filled and all(map(is_number, filled)):
        return Column(name, ColumnRule("keep"), numbers=True)
    return Column(name, ColumnRule("sanitize"))
