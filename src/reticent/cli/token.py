"""`reticent token`: who may ask the service."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.app import say
from reticent.cli.output import print_table
from reticent.errors import InputError
from reticent.service.tokens import VERBS, add_token, create_token, read_tokens, revoke_token

token = typer.Typer(
    name="token", help="Say who may ask the service.", no_args_is_help=True, rich_markup_mode=None
)
Tokens = Annotated[Path, typer.Option("--tokens", metavar="FILE", help="The file of the tokens.")]


@token.command()
def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose token this is, for your own list.")],
    tokens: Tokens = Path("tokens.json"),
    verb: Annotated[
        list[str] | None,
        typer.Option(
            "--verb", metavar="VERB", help=f"{', '.join(VERBS)}; can be repeated; sanitize if left out."
        ),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            "-p",
            metavar="NAME",
            help="A policy that it is for; can be repeated; all if left out.",
        ),
    ] = None,
    reader: Annotated[
        str | None, typer.Option("--reader", "-r", metavar="NAME", help="The reader whose views it gives.")
    ] = None,
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="How long it is good.")] = 90,
    once: Annotated[bool, typer.Option("--once", help="Good for one request alone.")] = False,
) -> None:
    """Make a token and print it, this once: the file keeps its hash alone.

    Examples:

      reticent token create ward-3 --verb sanitize --policy clinic

      reticent token create gateway --verb analyze --verb anonymize --days 30
    """
    until = datetime.now(UTC) + timedelta(days=days)
    made, said = create_token(
        name, verb or ["sanitize"], policies=policy or (), reader=reader, expires=until, once=once
    )
    add_token(tokens, made)
    typer.echo(said)
    say(f"{made.id} ({name}) is good until {made.expires}; it is shown this once.")


@token.command("list")
def list_tokens(tokens: Tokens = Path("tokens.json")) -> None:
    """List the tokens: what each allows, and whether it is still good.

    Example:

      reticent token list
    """
    now = datetime.now(UTC)
    rows = [
        (
            each.id,
            each.name,
            ", ".join(each.verbs),
            ", ".join(each.policies) or "all",
            each.reader or "",
            (each.expires or "")[:10],
            "good" if each.is_good(now) else "revoked" if each.revoked else "expired",
        )
        for each in read_tokens(tokens)
    ]
    print_table("Tokens", ["id", "name", "verbs", "policies", "reader", "until", "state"], rows)


@token.command()
def revoke(
    identity: Annotated[str, typer.Argument(metavar="ID", help="The id, as 'reticent token list' shows it.")],
    tokens: Tokens = Path("tokens.json"),
) -> None:
    """Make a token useless, at once: a running service reads the file again.

    Example:

      reticent token revoke 1f2e3d4c
    """
    if not revoke_token(tokens, identity):
        raise InputError(f"there is no good token '{identity}' in '{tokens}': see 'reticent token list'")
    say(f"{identity} is revoked.")
