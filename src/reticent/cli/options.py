"""The options that several commands share, and what they stand for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from reticent.errors import DocumentError
from reticent.formats.files import STANDARD_INPUT, read_document
from reticent.policy.assembly import Assembly, Recipe
from reticent.rendering.placeholders import marked
from reticent.text import Document

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
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


def rules(policy: Path | None, model: Path | None = None) -> Assembly:
    """The detectors and models of a policy file and of a trained model, or of the default policy."""
    return Recipe(policy, model).assembled()


def document(path: str, assembly: Assembly) -> Document:
    """The document at `path`, with the placeholders of an earlier release known as such."""
    if path == STANDARD_INPUT and sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return marked(read_document(path), assembly.kinds)
