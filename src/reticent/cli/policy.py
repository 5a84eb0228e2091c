"""`reticent policy`: check policy files, print their schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from reticent.policy.assembly import assemble
from reticent.policy.policy import Policy
from reticent.policy.reading import read_policy

policy = typer.Typer(
    name="policy",
    help="Check policy files and print their schema.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@policy.command()
def check(file: Annotated[Path, typer.Argument(metavar="FILE", help="A policy in TOML.")]) -> None:
    """Check a policy file, with the files it names, and print what it promises.

    Example:

      reticent policy check clinic.toml
    """
    assembly = assemble(read_policy(file), file.parent)
    for model in assembly.models:
        typer.echo(f"{model.promise.model}: {model.promise.statement}")
        for name, fingerprint in model.promise.relative_to.items():
            typer.echo(f"  relative to {name} ({fingerprint})")


@policy.command()
def schema() -> None:
    """Print the JSON Schema of policy files, for editors that complete and check them.

    Example:

      reticent policy schema > policy.schema.json
    """
    typer.echo(json.dumps(Policy.model_json_schema(), indent=2))
