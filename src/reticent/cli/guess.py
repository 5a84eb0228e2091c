"""`reticent guess`: what attackers guess from a text, by which of its words, and what hiding would cost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli import options
from reticent.cli.exits import Exit, complain, warn
from reticent.cli.guess_output import draw_picture, print_curve, print_guesses
from reticent.cli.output import PRIVATE, deliver, require_free
from reticent.cli.reading_options import refuse_idle
from reticent.errors import InputError

if TYPE_CHECKING:
    from reticent.usecases.guess import Guessed


def guess(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    protect: Annotated[
        list[str] | None,
        typer.Option(
            "--protect",
            metavar="ENTITY=GENERAL",
            help="What is hidden, and what may be told of it, such as HIV=virus; can be repeated.",
        ),
    ] = None,
    alias: options.Alias = None,
    candidates: Annotated[
        Path | None,
        typer.Option(
            "--candidates",
            metavar="FILE",
            help="What it may be, a line each, other names behind a semicolon; what is below GENERAL if left out.",
        ),
    ] = None,
    attacker: Annotated[
        list[str] | None,
        typer.Option("--attacker", metavar="NAME", help="Ask this attacker only; can be repeated."),
    ] = None,
    policy: options.PolicyFile = None,
    knowledge: options.Knowledge = None,
    curve: Annotated[
        Path | None,
        typer.Option(
            "--curve",
            metavar="FILE.svg",
            help="Draw how well it can be hidden against how many words stay.",
        ),
    ] = None,
    k: Annotated[
        list[int] | None,
        typer.Option(
            "--k", min=1, metavar="K", help="With --curve: how many others explain the text as well."
        ),
    ] = None,
    reading: options.Reading = options.READING,
    overwrite: options.Overwrite = False,
    as_json: options.AsJson = False,
) -> None:
    """Show what attackers guess from a text, with the words that moved them; nothing is released.

    A place is that of what is hidden among all candidates that the text doesn't name: 1 means that the attacker names it first. The
    attackers are those of the policy, or those that ship: similarity, bayes, and with -k medicine hints. A language model is asked only about a text that keeps all
    other promises of the policy. The tables quote the text: keep them like that.

    Examples:

      reticent guess note.txt --protect HIV=virus

      reticent guess released.txt --policy clinic.toml --attacker reader

      reticent guess note.txt --protect HIV=virus --curve curve.svg --k 5 --k 20
    """
    from reticent.usecases.curve import make_curve
    from reticent.usecases.guess import ask_about
    from reticent.usecases.guess import guess as look_into

    require_free(curve, overwrite=overwrite, originals=[file])
    refuse_idle({"--k": k and not curve}, "without --curve")
    if candidates and not protect:
        raise InputError("--candidates goes with --protect: say what is hidden among them")
    protection = options.Protection(
        protect, alias, indistinct=1 if protect else None, candidates=candidates, knowledge=knowledge
    )
    assembly = options.Rules(policy, protection).recipe().assemble()
    warn(assembly.warnings)
    chosen = reading.over(assembly.options, [file])
    question = ask_about(assembly).choose(attacker or ())
    given = options.read_given(file)
    if curve is None:
        guessed = look_into(given, question, options=chosen)
        print_guesses(guessed, as_json=as_json)
        raise typer.Exit(_conclude(guessed))
    drawn = make_curve(given, question, k or (), options=chosen)
    deliver(draw_picture(drawn).encode(), curve, mode=given.mode or PRIVATE)
    print_curve(drawn, as_json=as_json)


def _conclude(guessed: Sequence[Guessed]) -> Exit:
    """Say whom nobody asked, and why."""
    unasked = {(sight.attacker, sight.unasked) for each in guessed for sight in each.sights if sight.unasked}
    for name, why in sorted(unasked):
        complain(f"{name} was not asked: {why}")
    return Exit.BAD_INPUT if unasked else Exit.FINE
