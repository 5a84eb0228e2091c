"""The options that several commands share, and what they stand for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, get_args

import typer

from reticent.errors import DocumentError, InputError
from reticent.formats.files import STANDARD_INPUT, read_document
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.policy.sections.cg_sanitization import CgSanitizationSection
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document
from reticent.text.contexts import Context

Files = Annotated[
    list[str] | None, typer.Argument(metavar="FILE", help="Texts in UTF-8; - or none: standard input.")
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A text in UTF-8; - or none: standard input.")]
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
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


def rules(policy: Path | None, protection: CgSanitizationSection | None = None) -> Assembly:
    """The detectors and models of a policy file, or of the default policy, and what `--protect` adds to them."""
    return Recipe(policy, section=protection).assemble()


def protection(
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
    aliases: dict[str, list[str]] = {}
    for each in alias or ():
        entity, mark, name = each.partition("=")
        if not mark or not name.strip():
            raise InputError('--alias is written ENTITY=NAME, such as "HIV=human immunodeficiency virus"')
        aliases.setdefault(entity.strip(), []).append(name.strip())
    if context not in get_args(Context):
        raise InputError(f"--context must be one of {', '.join(get_args(Context))}")
    pairs = [each.partition("=") for each in protect]
    if not all(entity.strip() for entity, _, _ in pairs):
        raise InputError('--protect is written ENTITY=GENERAL, such as "HIV=virus"')
    return CgSanitizationSection.model_validate(
        {
            "type": "cg-sanitization",
            "protect": {entity.strip(): general.strip() for entity, _, general in pairs},
            "aliases": aliases,
            "max_group": max_group,
            "context": context,
            "knowledge": [str(path.resolve()) for path in knowledge or ()],
        }
    )


def document(path: str, assembly: Assembly) -> Document:
    """The document at `path`, with the placeholders of an earlier release known as such."""
    if path == STANDARD_INPUT and sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return mark_placeholders(read_document(path), assembly.kinds)
