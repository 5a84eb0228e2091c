"""`reticent assess`: the dossier on a release, what changed since another one, and a check of it."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.audit.exceptions import exceptions_from_json
from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._output import print_answer, print_table, read_utf8
from reticent.cli.app import Exit, say
from reticent.errors import InputError
from reticent.evaluation.verdict import AUDIENCES, Audience
from reticent.executors import choose_executor, count_processors

if TYPE_CHECKING:
    from reticent.usecases.assess import Assessed, Assessment


def assess(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    release: Annotated[Path | None, argument("RELEASE", "A released file or folder.")] = None,
    original: Annotated[
        Path | None, option("--original", "PATH", "The file or folder that it was released from.")
    ] = None,
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    recipients: Annotated[
        str, option("--for", "WORDS", "Who receives it, such as 'researchers under contract'.")
    ] = "anybody",
    audience: Annotated[
        Audience,
        option(
            "--audience",
            None,
            "What they can do: 'searchable' if they can search the originals or copies of them, 'public' for anybody who"
            " can't, 'contract' for people who are bound not to look for anybody.",
        ),
    ] = AUDIENCES[0],
    known: Annotated[
        Path | None,
        option(
            "--known",
            "FILE",
            "What is public about the people: a JSON object per line with 'subject' and 'text'; a subject has the name of its file.",
        ),
    ] = None,
    exceptions: Annotated[
        Path | None,
        option("--exceptions", "FILE", "The exceptions, as 'reticent apply --exceptions' wrote them."),
    ] = None,
    sample: Annotated[
        int, typer.Option(min=1, help="On how many documents inference and information are measured.")
    ] = 500,
    output: Annotated[Path | None, option("--output -o", "DIR", "The folder of the dossier.")] = None,
    key: options.Keys = None,
    check: Annotated[
        Path | None,
        option(
            "--check",
            "DOSSIER",
            "Recompute the figures of a dossier; those that need the originals, only with --original.",
        ),
    ] = None,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(metavar="OLD NEW", help="Show what changed between two dossiers."),
    ] = None,
    score: Annotated[
        Path | None, option("--score", "FILE", "Score the answers of a motivated-intruder test.")
    ] = None,
    reading: options.ReadingOptions = options.READING,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes (default: one for each core).")
    ] = None,
    as_json: options.AsJson = False,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Assess a release: is anybody singled out, linked or inferred, and should it go out?

    Writes a printable page, the same as JSON, a sheet for a motivated-intruder test and, with --key, a signature. None of
    them holds a word that was changed. Exit code 1 means that the release should not go out.

    Examples:

      reticent assess released --original notes --policy health --for "researchers under contract" --audience contract -o dossier

      reticent assess released --policy health --check dossier

      reticent assess --compare dossier-2025 dossier-2026

      reticent assess --score intruder-answers.csv
    """
    if compare:
        _compare(*compare, as_json=as_json)
        return
    if score:
        _score(score)
        return
    if release is None:
        raise InputError("there is nothing to assess: name a release")
    from reticent.usecases.assess import Assessment

    recipe = rule_options.recipe(originals=[str(original)] if original else (), fields=reading.field)
    chosen = reading.over(recipe.make_rules().options, [str(release)])
    kept = exceptions_from_json(read_utf8(exceptions)) if exceptions else {}
    asked = Assessment(release, recipe, chosen, original, known, sample, kept)
    if check:
        raise typer.Exit(_check(asked, check, workers, as_json=as_json, quiet=quiet))
    if output is None or original is None:
        raise InputError("a dossier needs the originals and a place: add --original PATH and -o DIR")
    if output.exists() and any(output.iterdir()) and not overwrite:
        raise InputError(f"'{output}' is not empty: take another folder, or say --overwrite")
    assessed = _assess(asked, workers, quiet=quiet)
    raise typer.Exit(
        _write(assessed, asked, output, recipients, audience, key or [], as_json=as_json, quiet=quiet)
    )


def _write(
    assessed: Assessed,
    asked: Assessment,
    output: Path,
    recipients: str,
    audience: Audience,
    keys: list[Path],
    *,
    as_json: bool,
    quiet: bool,
) -> Exit:
    from reticent.usecases.dossier import (
        Purpose,
        describe_verdict,
        lay_out_sheet,
        make_dossier,
        require_no_secret,
        write_dossier,
    )
    from reticent.usecases.dossier_page import render_page
    from reticent.usecases.prove import read_keys, today

    policy = asked.recipe.read_policy()
    recipe = asked.recipe
    purpose = Purpose(
        recipients, audience, policy.name if policy else "", recipe.digest, recipe.fingerprint, today()
    )
    dossier = make_dossier(assessed.figures, purpose)
    require_no_secret(dossier, assessed.removed)
    sheet = lay_out_sheet(assessed.texts, recipients)
    write_dossier(output, dossier, render_page(dossier), sheet, read_keys(keys))
    if as_json:
        print_answer("dossier", dossier)
    elif not quiet:
        say(describe_verdict(dossier))
        say(f"The dossier is in '{output}'; the sheet for a motivated-intruder test lies beside it.")
    return Exit.VIOLATIONS if dossier["verdict"]["level"] == "bad" else Exit.FINE


def _assess(asked: Assessment, workers: int | None, *, quiet: bool) -> Assessed:
    from reticent.usecases.assess import assess as assess_release

    with _tell_progress(quiet=quiet) as progress:
        return assess_release(asked, choose_executor(workers or count_processors()), progress=progress)


@contextmanager
def _tell_progress(*, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A line that counts documents, where somebody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return

    def show(done: int) -> None:
        print(f"\r{done:,} documents assessed", end="", file=sys.stderr, flush=True)  # noqa: T201

    yield show
    print(file=sys.stderr)  # noqa: T201


def _check(asked: Assessment, place: Path, workers: int | None, *, as_json: bool, quiet: bool) -> Exit:
    from reticent.usecases.dossier import (
        NEEDS_ORIGINALS,
        OTHER,
        SAME,
        check_dossier,
        check_page,
        find_signers,
        read_dossier,
    )
    from reticent.usecases.dossier_page import render_page

    dossier = read_dossier(place)
    signers = find_signers(place)
    policy = {"sha256": asked.recipe.digest, "rules": asked.recipe.fingerprint}
    rows = check_dossier(dossier, _assess(asked, workers, quiet=quiet).figures, policy)
    rows += check_page(place, render_page(dossier))
    counted = {each: sum(row[3] == each for row in rows) for each in (SAME, OTHER, NEEDS_ORIGINALS)}
    if as_json:
        found = [
            {"figure": path, "said": said, "counted": again, "outcome": outcome}
            for path, said, again, outcome in rows
        ]
        print_answer("dossier check", {"signed_by": signers, "counts": counted, "figures": found})
    else:
        shown = [
            (path, str(said), "" if again is None else str(again), outcome)
            for path, said, again, outcome in rows
        ]
        print_table("The dossier, counted again", ("figure", "says", "counted", "outcome"), shown)
        say(
            f"{', '.join(f'{number} {what}' for what, number in counted.items())}; signed by {', '.join(signers) or 'nobody'}."
        )
    if counted[OTHER]:
        return Exit.VIOLATIONS
    return Exit.BAD_INPUT if counted[NEEDS_ORIGINALS] else Exit.FINE


def _compare(old: Path, new: Path, *, as_json: bool) -> None:
    from reticent.usecases.dossier import compare_dossiers, read_dossier

    changes = compare_dossiers(read_dossier(old), read_dossier(new))
    if as_json:
        rows = [{"figure": name, "old": before, "new": after} for name, before, after in changes]
        print_answer("dossier changes", {"changes": rows})
        return
    print_table(
        "What changed",
        ("figure", "old", "new"),
        [(name, str(before), str(after)) for name, before, after in changes],
    )


def _score(path: Path) -> None:
    from reticent.evaluation.verdict import percent
    from reticent.usecases.dossier import score_answers

    rows = list(csv.DictReader(read_utf8(path).splitlines()))
    if not rows or "right" not in rows[0]:
        raise InputError(f"'{path}' has no column 'right': take the file that lies beside a dossier")
    right, judged, most = score_answers(rows)
    typer.echo(
        f"{right} of {judged} answers are right; of a hundred people at most {percent(most)} would be found, 95 times of 100."
    )
