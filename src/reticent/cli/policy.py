"""`reticent policy`: write a policy to start from, check policy files, print their schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli._declared import argument, option
from reticent.cli._options import complete_presets
from reticent.cli._output import deliver, require_new
from reticent.cli.app import make_group, say, warn
from reticent.policy.assembly import count_entries, find_in_capitals, make_rules
from reticent.policy.policy import Policy
from reticent.policy.reading import PRESETS, read_policy, read_preset

policy = make_group("policy")


@policy.command()
def init(
    preset: Annotated[
        str, option("--preset", "NAME", f"Which one: {', '.join(PRESETS)}.", autocompletion=complete_presets)
    ] = PRESETS[0],
    output: Annotated[
        Path | None, option("--output -o", "FILE", "A new file (default: standard output).")
    ] = None,
) -> None:
    """Write a policy that ships with reticent, as a start for your own; an existing file is never overwritten.

    Examples:

      reticent policy init --preset health -o ward.toml

      reticent policy init | less
    """
    content = read_preset(preset)
    if output is not None:
        require_new(output)
    deliver(content, output)
    if output is not None:
        say(f"wrote {output}: change it, then check it with 'reticent policy check {output}'")


@policy.command()
def check(file: Annotated[Path, argument("POLICY", "A policy in TOML, or a preset's name.")]) -> None:
    """Check a policy file, with the files it names, and print what it promises.

    It also counts the entries of each word list, and names those that are not found in small letters because these make a common word.

    Examples:

      reticent policy check clinic.toml

      reticent policy check health
    """
    rules = make_rules(read_policy(file), file.parent)
    for model in rules.models:
        typer.echo(f"{model.promise.model}: {model.promise.statement}")
        for name, fingerprint in model.promise.relative_to.items():
            typer.echo(f"  relative to {name} ({fingerprint})")
    for kind, number in count_entries(rules):
        typer.echo(f"word list {kind}: {number} {'entry' if number == 1 else 'entries'}")
    for kind, entries in find_in_capitals(rules):
        typer.echo(
            f"word list {kind}: not found in small letters, where these are common words: {', '.join(entries)}"
            ' (case = "any" finds them there too)'
        )
    warn(rules.warnings)


@policy.command()
def schema() -> None:
    """Print the JSON Schema of policy files, for editors that complete and check them.

    Example:

      reticent policy schema > policy.schema.json
    """
    typer.echo(json.dumps(Policy.model_json_schema(), indent=2))
