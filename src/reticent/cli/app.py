"""The commands under one name."""

from __future__ import annotations

from typing import Annotated

import typer

from reticent import __version__
from reticent.cli.apply import apply
from reticent.cli.attack import attack
from reticent.cli.audit import audit
from reticent.cli.correlations import correlations
from reticent.cli.doctor import doctor
from reticent.cli.entities import entities
from reticent.cli.evaluate import evaluate
from reticent.cli.groups import spread_groups
from reticent.cli.guard import guard
from reticent.cli.knowledge import knowledge
from reticent.cli.plan import plan
from reticent.cli.plausibility import plausibility
from reticent.cli.policy import policy
from reticent.cli.protect import protect
from reticent.cli.sanitize import sanitize
from reticent.cli.train import train
from reticent.cli.views import views

app = typer.Typer(
    name="reticent",
    help="Releases documents that keep their secrets, and shows that they do.",
    epilog="Exit codes: 0 fine, 1 violations found, 2 bad input, 3 promise not reached.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"reticent {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Releases documents that keep their secrets, and shows that they do."""


for command in (
    sanitize,
    plan,
    apply,
    audit,
    evaluate,
    plausibility,
    protect,
    views,
    guard,
    correlations,
    train,
    attack,
    doctor,
):
    app.command()(spread_groups(command))
for group in (policy, knowledge, entities):
    app.add_typer(group)
