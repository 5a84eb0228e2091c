"""The commands under one name; each is loaded when it is asked for, so that the help page waits for none of them."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from reticent import __version__
from reticent.cli.exits import MEANINGS
from reticent.cli.groups import spread_groups
from reticent.errors import InputError

COMMANDS = {
    "sanitize": "Release files that keep their secrets.",
    "plan": "Show what would become of a file, and why; nothing is released.",
    "apply": "Carry out a plan on the file that it was made for.",
    "review": "Look at every change in the browser, and release what keeps its promises.",
    "audit": "Check a released file, whoever made it, against the promises of a policy.",
    "restore": "Turn a text back, for those who hold the vault and its key.",
    "inspect": "Show what a file carries besides its visible text, and words that were covered instead of removed.",
    "evaluate": "Score maskings, or what a policy would mask, against a benchmark.",
    "plausibility": "Show a text at several t side by side; nothing is released.",
    "protect": "List what is more general than an entity, and what each choice costs.",
    "views": "Release a file to readers who may know different things.",
    "guard": "Add to the masks of another tool what gives away the masked terms.",
    "correlations": "Show for every removed term what points to it, strongest first.",
    "guess": "Show what attackers guess from a text, by which words, and what hiding costs.",
    "train": "Learn what is sensitive in a labelled collection, as an attacker would.",
    "attack": "Play the attacker on a collection that is about to be published.",
    "prove": "Audit a released file once more and sign what holds of it.",
    "serve": "Serve the policies over HTTP, in place of Presidio's services too.",
    "doctor": "Show what is installed, what ships with it and whether that is as it was built.",
    "policy": "Check policy files.",
    "knowledge": "Build and ask the statistics that promises are relative to.",
    "entities": "Build and ask entity databases.",
    "key": "Make keys for signing proofs.",
    "proof": "Check proofs and sign them.",
    "vault": "Make the key and the store of a collection's stand-ins.",
    "token": "Say who may ask the service.",
}
"""Every command, which is the name of its module in this folder and of the function or group in that, with its one line."""

_SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}


class SaidOnce(TyperCommand):
    """A command that refuses a second value for an option that takes one: nobody could tell which of them holds."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, after a look at what is given twice."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for number, option in enumerate(given):
            takes_one = not getattr(option, "multiple", True)
            switch = getattr(option, "is_flag", False) and not option.secondary_opts
            if takes_one and not switch and option in given[:number]:
                raise InputError(f"{option.opts[0]} is given twice, and only one can hold: leave one out")
        return super().parse_args(ctx, args)


class CommandsOnDemand(TyperGroup):
    """A group whose commands are loaded when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list on the help page."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def load_command(name: str) -> Any:
    """A command with its options, or a group of commands."""
    found = getattr(import_module(f"reticent.cli.{name}"), name)
    alone = typer.Typer(**_SETTINGS)
    if isinstance(found, typer.Typer):
        for command in found.registered_commands:
            command.cls = SaidOnce
        alone.add_typer(found, name=name)
        return typer.main.get_group(alone).commands[name]
    alone.command(name, cls=SaidOnce)(spread_groups(found))
    return typer.main.get_command(alone)


app = typer.Typer(
    name="reticent",
    cls=CommandsOnDemand,
    help="Releases documents that keep their secrets, and shows that they do.",
    epilog="Exit codes: " + ", ".join(f"{code.value} {meaning}" for code, meaning in MEANINGS.items()) + ".",
    no_args_is_help=True,
    **_SETTINGS,
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
