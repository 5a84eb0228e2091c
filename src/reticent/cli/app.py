"""The commands under one name, loaded when they are asked for; how they end, and how groups of options become their own."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from enum import IntEnum
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from reticent import __version__
from reticent.errors import InputError, PromiseError, ReticentError, plain_message


class Exit(IntEnum):
    """Every exit code, with what it says."""

    FINE = 0
    VIOLATIONS = 1
    BAD_INPUT = 2
    PROMISE_NOT_REACHED = 3
    RELEASED_IN_PART = 4


MEANINGS = {
    Exit.FINE: "fine",
    Exit.VIOLATIONS: "violations found",
    Exit.BAD_INPUT: "bad input, or cannot tell",
    Exit.PROMISE_NOT_REACHED: "promise not reached",
    Exit.RELEASED_IN_PART: "released in part",
}


def exit_for(error: ReticentError) -> Exit:
    """The exit code that an error of ours ends with."""
    return Exit.PROMISE_NOT_REACHED if isinstance(error, PromiseError) else Exit.BAD_INPUT


_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys instead of showing them, or that turn around what stands beside them."""


def plain(text: str) -> str:
    """Words, such as the name of a file, without what could steer a terminal.

    >>> plain("a\\x1b[2Jb.txt")
    'a·[2Jb.txt'
    """
    return _STEERING.sub("·", text.replace("\r\n", "\n"))


def complain(message: str) -> None:
    """Say on standard error what went wrong."""
    for line in plain(message).splitlines():
        print(f"reticent: {line}", file=sys.stderr)  # noqa: T201


def warn(messages: Iterable[str]) -> None:
    """Say on standard error what a user may want to think about again."""
    for message in messages:
        say(f"reticent: note that {message}")


def say(message: str) -> None:
    """Say on standard error how it went."""
    print(plain(message), file=sys.stderr)  # noqa: T201


def spread_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each field of every parameter that is a dataclass, as the command line shows it.

    A field that is a dataclass itself is a group within the group: its fields are options as well.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _options_of(groups[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name]))

    @wraps(command)
    def run(**given: Any) -> None:
        values = {name: _gather(kind, given) for name, kind in groups.items()}
        command(**given, **values)

    del run.__wrapped__  # else the command line would show the groups
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _gather(group: Any, given: dict[str, Any]) -> Any:
    """The value of a group; what was given for its options is taken out of the rest."""
    hints = get_type_hints(group, include_extras=True)
    return group(
        **{
            each.name: _gather(hints[each.name], given)
            if is_dataclass(hints[each.name])
            else given.pop(each.name)
            for each in fields(group)
        }
    )


def _options_of(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    options: list[inspect.Parameter] = []
    for each in fields(group):
        if is_dataclass(hints[each.name]):
            options += _options_of(hints[each.name])
        else:
            default = inspect.Parameter.empty if each.default is MISSING else each.default
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            options.append(inspect.Parameter(each.name, kind, default=default, annotation=hints[each.name]))
    return options


COMMANDS = {
    "sanitize": "Release files that keep their secrets.",
    "plan": "Show what would become of a file, and why; nothing is released.",
    "apply": "Carry out a plan on the file that it was made for.",
    "review": "Look at every change in the browser, and release what keeps its promises.",
    "audit": "Check a released file, whoever made it, against the promises of a policy.",
    "assess": "Show whether a release should go out: isolation, linkage and inference in a dossier.",
    "restore": "Turn a text back, for those who hold the vault and its key.",
    "inspect": "Show what a file carries besides its visible text, and words that were covered instead of removed.",
    "evaluate": "Score maskings, or what a policy would mask, against a benchmark.",
    "compare": "Release a text under every model, side by side; nothing is written.",
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
    "policy": "Write a policy to start from, check policy files, print their schema.",
    "knowledge": "Count documents into an index of what an attacker can know, and ask it.",
    "entities": "Build entity databases, change them and look into them.",
    "key": "Make keys for signing proofs.",
    "proof": "Check proofs and sign them.",
    "vault": "Make the key and the store of a collection's stand-ins.",
    "token": "Say who may ask the service.",
}
"""Every command with its one line; it is a function or a group of that name, in a module of that name or of `_SHARED`."""

_SHARED = {
    "apply": "plan",
    "correlations": "guard",
    "attack": "train",
    "prove": "proof",
    "key": "proof",
    "token": "serve",
    "restore": "vault",
}
"""The modules of commands that stand together with another."""

_SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}


PANELS: Mapping[str, tuple[str, ...]] = {
    "What to protect": (
        *(
            "--policy",
            "--protect",
            "--alias",
            "--related",
            "--indistinct",
            "--knowledge",
            "--unseen",
            "--dates",
        ),
        *("--language", "--set"),
    ),
    "Files": ("--output", "--overwrite", "--format", "--json", "--quiet"),
    "Tables and records": (
        *("--column", "--numbers", "--header", "--field", "--keep", "--id", "--bad", "--subject-field"),
    ),
    "Folders": ("--include", "--exclude", "--skip-bad", "--manifest", "--workers", "--subject-by"),
    "Stand-ins": ("--pseudonyms", "--stand-ins", "--same-size", "--vault-key"),
    "Plans and proofs": ("--plan", "--report", "--prove", "--key"),
    "Advanced": (
        *("--model", "--setting", "--max-group", "--context", "--evidence", "--counting", "--min-support"),
        *(
            "--unlinkable",
            "--collection",
            "--candidates",
            "--at-most",
            "--withhold-if-ranked",
            "--withhold-if-likely",
            "--gaps",
            "--gap-width",
            "--covered",
            "--pictures",
            "--hidden",
            "--unread",
            "--help",
        ),
    ),
}
"""The options that many commands share, in the order of a help page; what one command has for itself stands before them."""

_FEW_OPTIONS = 12
"""So many options are seen at a glance, without panels. Chosen by hand."""


def arrange_in_panels(command: Any) -> None:
    """Give each shared option of a command its panel, where the command has so many that nobody reads them all."""
    options = [each for each in command.params if each.param_type_name == "option"]
    panel_of = {name: panel for panel, names in PANELS.items() for name in names}
    for option in options if len(options) > _FEW_OPTIONS else ():
        option.rich_help_panel = panel_of.get(option.opts[0])


def respell(args: Sequence[str], known: Collection[str]) -> list[str]:
    """The arguments by the names of today: until 0.3, `--gaps` was called `--removed`, and `--gap-width` was `--gaps`.

    >>> respell(["a.pdf", "--removed", "close", "--gaps=exact"], {"--gaps", "--gap-width"})
    ['a.pdf', '--gaps', 'close', '--gap-width=exact']
    """
    written = [*args]
    for at, each in enumerate(args):
        name, equals, value = each.partition("=")
        if each == "--":
            break
        said = value if equals else "".join(args[at + 1 : at + 2])
        today = "--gap-width" if name == "--gaps" and said in ("uniform", "exact") else name
        today = "--gaps" if name == "--removed" else today
        if today in known:
            written[at] = f"{today}{equals}{value}"
    return written


class SaidOnce(TyperCommand):
    """A command that refuses a second value for an option that takes one: nobody could tell which of them holds."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, the options of this command alone, then those that it shares, in their panels."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        sections |= {panel: [] for panel in PANELS}
        for parameter in self.get_params(ctx):
            argument = parameter.param_type_name == "argument"
            panel = "Arguments" if argument else getattr(parameter, "rich_help_panel", None) or "Options"
            if record := parameter.get_help_record(ctx):
                sections[panel].append(record)
        if len(sections["Options"]) == 1:  # the line of --help
            sections["Advanced"] += sections.pop("Options")
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, after a look at what is given twice."""
        args = respell(args, {name for each in self.get_params(ctx) for name in each.opts})
        try:
            _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        except typer.BadParameter:
            raise
        except Exception as error:
            said = str(getattr(error, "option_name", ""))
            known = [name for each in self.get_params(ctx) for name in each.opts]
            if said not in known and (near := get_close_matches(said, known, n=1)):
                ctx.fail(f"No such option: {said}. Did you mean {near[0]}?")
            raise
        for number, option in enumerate(given):
            takes_one = not getattr(option, "multiple", True)
            switch = getattr(option, "is_flag", False) and not option.secondary_opts
            if takes_one and not switch and option in given[:number]:
                raise InputError(f"{option.opts[0]} is given twice, but only one can apply: leave one out")
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = plain_message(error.message)
            raise


class CommandsOnDemand(TyperGroup):
    """A group whose commands are loaded when they are asked for."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is asked for; one that is misspelt is refused with what may be meant."""
        near = get_close_matches(args[0], COMMANDS, n=1) if args[0] not in COMMANDS else []
        if near and not args[0].startswith("-"):
            ctx.fail(f"No such command '{args[0]}'. Did you mean '{near[0]}'?")
        return super().resolve_command(ctx, args)

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
    found = getattr(import_module(f"reticent.cli.{_SHARED.get(name, name)}"), name)
    alone = typer.Typer(**_SETTINGS)
    if isinstance(found, typer.Typer):
        for command in found.registered_commands:
            command.cls = SaidOnce
        alone.add_typer(found, name=name)
        return typer.main.get_group(alone).commands[name]
    alone.command(name, cls=SaidOnce)(spread_groups(found))
    made = typer.main.get_command(alone)
    arrange_in_panels(made)
    return made


def make_group(name: str) -> typer.Typer:
    """A group of commands under a name of `COMMANDS`, with its line as help."""
    return typer.Typer(name=name, help=COMMANDS[name], no_args_is_help=True, rich_markup_mode=None)


app = typer.Typer(
    name="reticent",
    cls=CommandsOnDemand,
    help="Releases documents that keep their secrets, and shows that they do.",
    epilog="Exit codes: " + ", ".join(f"{code.value} {meaning}" for code, meaning in MEANINGS.items()) + ".",
    no_args_is_help=True,
    **_SETTINGS | {"add_completion": True},
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
