"""What a user may say about how files are read and written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, Literal, get_args

from reticent.errors import InputError

Covered = Literal["remove", "keep"]
"""What becomes of text on a page that nobody sees who looks at it."""

Pictures = Literal["read", "drop", "keep"]
"""What becomes of pictures: their words are read and judged, they are left out, or they are released unread."""
Hidden = Literal["remove", "show"]
"""What becomes of what an office file holds and doesn't show: dropped, or judged and shown."""

Action = Literal["sanitize", "keep", "drop", "constant"]
"""What becomes of a column: judged and released, released unchanged, left out, or the same text in every row."""

SubjectBy = Literal["file", "folder"]
"""What is taken for one subject where no field names it."""

_HOW = "sanitize, keep, drop or constant:TEXT"


@dataclass(frozen=True, slots=True)
class ColumnRule:
    """What becomes of a column; `text` is what a constant column holds in every row."""

    action: Action
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """How files are read and written; each format takes the part that concerns it.

    `fields` and `keep` are the keys of JSON records, dotted where they lie deeper: the texts that are judged, and what is
    released unchanged besides; `id` is one of the latter by which records are called. `columns` are the rules for the columns of a table, `numbers` what becomes of columns of
    numbers without a rule, `header` whether the first row names the columns (None: look at it, and refuse when it isn't
    clear). A `partial` file is some records of a larger one, so that a key may be missing in all of them. `gaps` says
    whether the place of removed words on a page has a width of its own or theirs, `unread` what becomes of pages that
    can't be read, `covered` what becomes of text that lies under boxes or can't be seen for another reason, `hidden` what becomes of hidden
    text, rows, columns, sheets, slides and shapes of office files. `skip_bad` leaves out members of an archive that
    can't be read; with `unread` they are kept as they are.
    `pictures` says whether words in pictures are read, or pictures left out or kept unread; None reads them where that is
    installed and leaves them out elsewhere. A `second_look` reads the pictures of a release in another way.
    `members` are the options of each member of an archive that was read before. `subject_field` is the
    key or column that says whom a record is about; without it `subject_by` says what is
    taken for one subject: a file, or a folder with all its files. `placeholders` names the style in which placeholders
    are written and read.
    """

    format: str | None = None
    fields: tuple[str, ...] = ("text",)
    keep: tuple[str, ...] = ()
    columns: Mapping[str, ColumnRule] = field(default_factory=dict)
    numbers: Literal["ask", "keep"] = "ask"
    header: bool | None = None
    partial: bool = False
    id: str | None = None
    gaps: Literal["uniform", "exact"] = "uniform"
    unread: Literal["refuse", "keep"] = "refuse"
    members: tuple[FormatOptions, ...] = ()
    subject_field: str | None = None
    subject_by: SubjectBy = "file"
    placeholders: str = "brackets"
    covered: Covered = "remove"
    pictures: Pictures | None = None
    second_look: bool = False
    hidden: Hidden = "remove"
    skip_bad: bool = False

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @property
    def fingerprint(self) -> str:
        """A hash of all of it: a run with other options is another run."""
        said = asdict(self)
        if self.placeholders == DEFAULTS.placeholders:
            del said["placeholders"]  # runs that began before there was a choice go on
        if not self.skip_bad:
            del said["skip_bad"]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


DEFAULTS = FormatOptions()


def options_to_json(options: FormatOptions) -> dict[str, Any]:
    """The options that are not left at their defaults, as JSON values that `options_from_json` reads back."""
    usual, said = asdict(DEFAULTS), asdict(options)
    changed = {name: value for name, value in said.items() if value != usual[name]}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in changed.items()}


def options_from_json(values: Mapping[str, Any]) -> FormatOptions:
    """The options that `options_to_json` wrote; an InputError where they are none."""
    from pydantic import TypeAdapter, ValidationError  # heavy: loaded where it is used

    try:
        return TypeAdapter(FormatOptions).validate_json(json.dumps(dict(values)), strict=True)
    except ValidationError:
        raise InputError(
            "how the file was read is malformed in the plan ('made_under.reading'): plan again"
        ) from None


def change_options(
    base: FormatOptions,
    *,
    name: str | None = None,
    fields: Sequence[str] | None = None,
    keep: str | None = None,
    columns: Iterable[str] = (),
    numbers: str | None = None,
    header: bool | None = None,
) -> FormatOptions:
    """What somebody says about reading and writing, over what a policy says; `keep` has commas between its keys."""
    if numbers not in (None, "keep"):
        raise InputError("--numbers takes one value: keep")
    return replace(
        base,
        format=name or base.format,
        fields=tuple(fields) if fields else base.fields,
        keep=tuple(key.strip() for key in keep.split(",")) if keep else base.keep,
        columns={**base.columns, **parse_column_rules(columns)},
        numbers="keep" if numbers else base.numbers,
        header=base.header if header is None else header,
    )


def parse_rule(written: str) -> ColumnRule:
    """The rule that a user wrote: sanitize, keep, drop, or constant:TEXT."""
    action, mark, text = written.partition(":")
    for known in get_args(Action):
        if action == known and bool(mark) == (action == "constant"):
            return ColumnRule(known, text)
    raise InputError(f"a column's rule is {_HOW}: correct it")


def parse_column_rules(written: Iterable[str]) -> dict[str, ColumnRule]:
    """The rules of options such as `--column NAME=keep`; a name or a constant may hold an equals sign.

    >>> parse_column_rules(["age=keep", "site=constant:A=B"])["site"].text
    'A=B'
    """
    rules: dict[str, ColumnRule] = {}
    for each in written:
        name, rule = next(_ways_to_part(each), ("", None))
        if rule is None:
            raise InputError(f"--column is written NAME=RULE, where RULE is {_HOW}: correct it")
        if rules.setdefault(name, rule) != rule:
            raise InputError(f"the column '{name}' has two rules: keep one of them")
    return rules


def _ways_to_part(written: str) -> Iterator[tuple[str, ColumnRule]]:
    for place, letter in enumerate(written):
        if letter == "=" and place:
            try:
                yield written[:place], parse_rule(written[place + 1 :])
            except InputError:
                continue
