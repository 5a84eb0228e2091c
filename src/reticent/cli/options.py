"""The options that several commands share, and what they stand for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from reticent.errors import DocumentError, InputError
from reticent.formats.files import STANDARD_INPUT, read_bytes
from reticent.formats.options import FormatOptions, parse_column_rules
from reticent.policy.recipe import Recipe
from reticent.text.contexts import Context
from reticent.usecases.given import Given, read_file
from reticent.usecases.listing import Pick

if TYPE_CHECKING:
    from reticent.policy.sections.cg_sanitization import CgSanitizationSection

Files = Annotated[list[str] | None, typer.Argument(metavar="FILE", help="Files; - or none: standard input.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file; - or none: standard input.")]
PolicyFile = Annotated[
    Path | None,
    typer.Option("--policy", "-p", metavar="FILE", help="What to look for and what to promise, in TOML."),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        help="A file, or a directory for several; standard output if left out.",
    ),
]
Protect = Annotated[
    list[str] | None,
    typer.Option(
        "--protect",
        metavar="ENTITY=GENERAL",
        help="Let nothing tell more of ENTITY than GENERAL does, such as HIV=virus; can be repeated.",
    ),
]
Alias = Annotated[
    list[str] | None,
    typer.Option(
        "--alias", metavar="ENTITY=NAME", help="Another name of a protected entity; can be repeated."
    ),
]
MaxGroup = Annotated[
    int,
    typer.Option("--max-group", min=1, max=3, metavar="N", help="Judge up to N terms together (1 to 3)."),
]
Within = Annotated[
    str,
    typer.Option(
        "--context", metavar="PART", help="Judge together what one sentence, paragraph or document holds."
    ),
]
Knowledge = Annotated[
    list[Path] | None,
    typer.Option(
        "--knowledge",
        "-k",
        metavar="FILE",
        help="An index file, several times to add their counts up; the one that ships with reticent if left out.",
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", help="The format of what is read, such as jsonl; by suffix if left out."
    ),
]
Fields = Annotated[
    list[str] | None,
    typer.Option(
        "--field",
        metavar="KEY",
        help="A key of JSON records that holds text, dotted for nested ones; can be repeated; 'text' if left out.",
    ),
]
Keep = Annotated[
    str | None,
    typer.Option(
        "--keep",
        metavar="KEYS",
        help="Keys of JSON records to release unchanged; 'label' is moved to the new places. All others are dropped.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="NAME=RULE",
        help="What becomes of a column: sanitize, keep, drop or constant:TEXT; can be repeated.",
    ),
]
Numbers = Annotated[
    str | None,
    typer.Option("--numbers", metavar="RULE", help="What becomes of number columns without a rule: keep."),
]
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first row of a table names its columns; looked at if left out.",
    ),
]
Include = Annotated[
    list[str] | None,
    typer.Option(
        "--include",
        metavar="PATTERN",
        help="Of a folder, only files whose name or path is like this, such as '*.txt'; can be repeated.",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude",
        metavar="PATTERN",
        help="Of a folder, no file or folder whose name or path is like this; can be repeated.",
    ),
]
SkipBad = Annotated[
    bool,
    typer.Option(
        "--skip-bad", help="Go on without the files or records that can't be released; the exit code is 4."
    ),
]
Manifest = Annotated[
    Path | None,
    typer.Option(
        "--manifest",
        metavar="FILE",
        help="Where the record of a folder's release goes; beside it, as OUT.manifest.json, if left out.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="N", min=1, help="Processes for a collection or a folder; all cores if left out."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


def read_recipe(
    policy: Path | None,
    protect: list[str] | None,
    alias: list[str] | None,
    max_group: int,
    context: str,
    knowledge: list[Path] | None,
    *,
    model: Path | None = None,
) -> Recipe:
    """A policy file, or the default policy, and what `--protect` and `--model` add to it."""
    return Recipe(policy, model, read_protection(protect, alias, max_group, context, knowledge))


def read_protection(
    protect: list[str] | None,
    alias: list[str] | None,
    max_group: int,
    context: str,
    knowledge: list[Path] | None,
) -> CgSanitizationSection | None:
    """What the options that go with `--protect` ask for, as a policy would write it."""
    if not protect:
        if alias or knowledge:
            raise InputError("--alias and --knowledge go with --protect: name the entity to protect as well")
        return None
    from reticent.policy.sections.cg_sanitization import CgSanitizationSection

    pairs = [each.partition("=") for each in protect]
    if not all(entity.strip() for entity, _, _ in pairs):
        raise InputError('--protect is written ENTITY=GENERAL, such as "HIV=virus"')
    return CgSanitizationSection.model_validate(
        {
            "type": "cg-sanitization",
            "protect": {entity.strip(): general.strip() for entity, _, general in pairs},
            "aliases": _read_aliases(alias or ()),
            "max_group": max_group,
            "context": require_context(context),
            "knowledge": [str(path.resolve()) for path in knowledge or ()],
        }
    )


def _read_aliases(aliases: Sequence[str]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for each in aliases:
        entity, mark, name = each.partition("=")
        if not mark or not name.strip():
            raise InputError('--alias is written ENTITY=NAME, such as "HIV=human immunodeficiency virus"')
        named.setdefault(entity.strip(), []).append(name.strip())
    return named


def require_context(context: str) -> str:
    """The value of `--context`, if it is one."""
    if context not in get_args(Context):
        raise InputError(f"--context must be one of {', '.join(get_args(Context))}")
    return context


def read_format_options(
    base: FormatOptions,
    name: str | None,
    fields: list[str] | None,
    keep: str | None,
    columns: list[str] | None,
    numbers: str | None,
    header: bool | None = None,
) -> FormatOptions:
    """What a command says about reading and writing, over what its policy says."""
    if numbers not in (None, "keep"):
        raise InputError("--numbers takes one value: keep")
    return FormatOptions(
        format=name or base.format,
        fields=tuple(fields) if fields else base.fields,
        keep=tuple(key.strip() for key in keep.split(",")) if keep else base.keep,
        columns={**base.columns, **parse_column_rules(columns or ())},
        numbers="keep" if numbers else base.numbers,
        header=base.header if header is None else header,
    )


def read_pick(include: list[str] | None, exclude: list[str] | None) -> Pick:
    """Which files of a folder are meant."""
    return Pick(tuple(include or ()), tuple(exclude or ()))


def read_given(path: str) -> Given:
    """The file at `path`, or standard input for "-"."""
    if path != STANDARD_INPUT:
        return read_file(path)
    if sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return Given("standard input", read_bytes(path))
