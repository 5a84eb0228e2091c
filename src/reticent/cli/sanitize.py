"""`reticent sanitize`: a release of each file, verified before it is written."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from reticent import __version__, pipeline
from reticent.audit.report import report
from reticent.cli import options
from reticent.cli.exits import Exit, complain, say
from reticent.cli.output import deliver, targets
from reticent.cli.streams import default_workers, stream_files, stream_lines
from reticent.errors import InputError, PromiseError
from reticent.formats import plain
from reticent.models.privacy_model import PrivacyModel
from reticent.plan import plan_to_json
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.text import Document, Span


def sanitize(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    files: options.Files = None,
    policy: options.PolicyFile = None,
    protect: options.Protect = None,
    alias: options.Alias = None,
    max_group: options.MaxGroup = 2,
    context: options.Within = "document",
    knowledge: options.Knowledge = None,
    output: options.Output = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan", metavar="FILE", help="Also write the plan behind the release (one file only)."
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model",
            "-m",
            metavar="FILE",
            help="A model that 'reticent train' wrote; with --policy, both hold.",
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep",
            metavar="KEYS",
            help="Keys of a .jsonl collection to release unchanged, besides its text; 'label' is moved to the new places.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", min=1, help="Processes for a collection; all cores if left out."
        ),
    ] = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Release texts that keep their secrets.

    Each text is planned, rendered and audited; nothing is written unless the audit finds no violation. A .jsonl file
    (an object with a "text" a line) and, with --model, many files are read in a stream on all cores; a run that was
    stopped goes on where it was when the same command is given again.

    Examples:

      reticent sanitize letter.txt

      reticent sanitize letter.txt --protect "HIV=virus" --max-group 2

      reticent sanitize letter.txt -o released.txt --plan plan.json

      reticent sanitize notes/*.txt -o released/ --policy clinic.toml

      reticent sanitize mails.jsonl --model names.model -o released.jsonl

      cat letter.txt | reticent sanitize --json
    """
    paths = files or ["-"]
    recipe = Recipe(policy, model, options.protection(protect, alias, max_group, context, knowledge))
    cores = workers or default_workers()
    if len(paths) == 1 and paths[0].endswith(".jsonl") and plan is None and not as_json:
        kept = [key.strip() for key in keep.split(",")] if keep else []
        raise typer.Exit(stream_lines(paths[0], output, recipe, keep=kept, workers=cores, quiet=quiet))
    places = targets(paths, output)
    _require_room(paths, output, plan, as_json=as_json)
    if model is not None and len(paths) > 1 and not as_json:
        named = [place for place in places if place]
        raise typer.Exit(stream_files(paths, named, recipe, workers=cores, quiet=quiet))
    assembly = recipe.assemble()
    worst = Exit.FINE
    for path, place in zip(_with_progress(paths), places, strict=True):
        worst = max(worst, _release(path, place, plan, assembly, as_json=as_json, quiet=quiet))
    raise typer.Exit(worst)


def _require_room(paths: Sequence[str], output: Path | None, plan: Path | None, *, as_json: bool) -> None:
    if len(paths) > 1 and output is None and not as_json:
        raise InputError("several files can't share standard output: name a directory with -o, or use --json")
    if len(paths) > 1 and plan is not None:
        raise InputError("--plan takes one file's plan: sanitize that file alone, or use --json")


def _release(
    path: str, place: Path | None, plan: Path | None, assembly: Assembly, *, as_json: bool, quiet: bool
) -> Exit:
    """Sanitize one file and deliver it; what goes wrong with it is told and leaves the other files alone."""
    try:
        document = options.document(path, assembly)
        models = assembly.models_for(document)
        outcome = pipeline.sanitize(document, *models)
        released, unseen = outcome.document, _unseen(outcome.document, models)
        if plan is not None:
            deliver(plan_to_json(outcome.plan).encode(), plan)
        deliver(_json_line(outcome, unseen) if as_json else plain.write(released), place)
    except InputError as error:
        complain(str(error))
        return Exit.BAD_INPUT
    except PromiseError as error:
        complain(str(error))
        return Exit.PROMISE_NOT_REACHED
    if not quiet:
        say(_summary(outcome))
        if unseen:
            say(
                f"{document.id}: {len(unseen)} places hold words that the corpus has never seen; they were kept."
            )
    return Exit.FINE


def _unseen(released: Document, models: Sequence[PrivacyModel]) -> list[Span]:
    """The places of the release that a model could say nothing about."""
    asked = [getattr(model, "unseen_places", None) for model in models]
    return sorted({span for places in asked if places for span in places(released)})


def _json_line(outcome: pipeline.Outcome, unseen: Sequence[Span]) -> bytes:
    content: dict[str, Any] = report(outcome.plan, outcome.release, outcome.violations, version=__version__)
    content["unseen"] = [[span.start, span.end] for span in unseen]
    content["text"] = outcome.text
    content["plan"] = json.loads(plan_to_json(outcome.plan))
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


def _summary(outcome: pipeline.Outcome) -> str:
    terms = len(outcome.plan.decisions)
    places = sum(len(decision.spans) for decision in outcome.plan.decisions)
    promises = " ".join(f"{promise.model}: {promise.statement}" for promise in outcome.plan.promises)
    return (
        f"{outcome.plan.document}: {terms} terms changed at {places} places; audit: no violation. {promises}"
    )


def _with_progress(paths: Sequence[str]) -> Iterator[str]:
    """The paths one by one, with a bar on standard error when somebody is watching a long run."""
    if len(paths) == 1 or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, description="sanitizing", console=Console(stderr=True))
