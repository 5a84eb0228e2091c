"""`reticent sanitize`: a release of each file, verified before it is written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from reticent.audit.report import add_utility, count_by_column
from reticent.audit.report import as_json as write_report
from reticent.cli import _options as options
from reticent.cli._declared import option
from reticent.cli._folders import (
    BAD_FILES,
    FOLDER_OPTIONS,
    BadFiles,
    FolderOptions,
    build_job,
    is_folder,
    make_folder,
    require_folder,
    require_one_folder,
    require_workers,
)
from reticent.cli._output import (
    choose_asking,
    choose_targets,
    count,
    deliver,
    print_answer,
    require_free,
    tell_columns,
    tell_doubts,
    tell_dropped,
    tell_promises,
)
from reticent.cli._reading import is_archive, refuse_idle, require_use
from reticent.cli._streams import (
    RECORD_OPTIONS,
    RecordOptions,
    build_records_job,
    is_stream,
    name_records,
    release_collection,
    stream_files,
)
from reticent.cli.app import Exit, complain, exit_for, say, warn
from reticent.engine.rules import Rules
from reticent.errors import InputError, ReticentError, WithheldError
from reticent.executors import count_processors
from reticent.files import PRIVATE
from reticent.formats.archive import LEFT_OUT
from reticent.formats.registry import STANDARD_INPUT
from reticent.formats.seam.options import FormatOptions
from reticent.plan import MadeUnder, plans_to_json
from reticent.policy.recipe import Recipe
from reticent.proof.keys import SigningKey, write_envelope
from reticent.usecases.apply import remember_rules
from reticent.usecases.folder import is_under_way
from reticent.usecases.prove import ProofPolicy, prove_release, read_keys
from reticent.usecases.release import InputFile, Released, release, report_release


def sanitize(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    files: options.Files = None,
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    output: options.Output = None,
    plan: Annotated[
        Path | None, option("--plan", "FILE", "Also write the plan of the release (one file only).")
    ] = None,
    report: Annotated[
        Path | None,
        option(
            "--report",
            "FILE",
            "Also write a report: promises, counts, what was dropped. Keep it with the original.",
        ),
    ] = None,
    prove: Annotated[
        Path | None,
        option("--prove", "FILE", "With --plan and --key: also write a signed proof of the release."),
    ] = None,
    key: options.Keys = None,
    model: Annotated[
        Path | None,
        option("--model -m", "FILE", "A model from 'reticent train'; with --policy, both apply."),
    ] = None,
    reading: options.ReadingOptions = options.READING,
    subjects: options.SubjectOptions = options.SUBJECTS,
    folder: FolderOptions = FOLDER_OPTIONS,
    bad_files: BadFiles = BAD_FILES,
    records: RecordOptions = RECORD_OPTIONS,
    as_json: options.AsJson = False,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Release files that keep their secrets.

    Each document is planned, rendered and audited; nothing is written unless the audit finds no violation. Folders,
    several files, and a table or .jsonl file with -o are processed as a stream on all cores; the same command resumes a
    run that was stopped. A folder keeps its structure, names that tell something become numbers, and OUT.manifest.json
    lists what went in and what came out. --json shows text, plan and report together, for those who may see the original.

    Examples:

      reticent sanitize letter.txt

      reticent sanitize letter.txt --protect "HIV=virus" --unseen remove

      reticent sanitize letter.txt -o released.txt --plan plan.json --report report.json

      reticent sanitize letter.txt -o released.txt --plan plan.json --prove released.proof.json --key clinic.pem

      reticent sanitize notes/*.txt -o released/ --policy clinic.toml

      reticent sanitize notes -o released --exclude "drafts/*" --skip-bad

      reticent sanitize notes -o released --pseudonyms clinic.vault --vault-key clinic.key --dates year

      reticent sanitize tickets.csv -o released.csv --column id=keep --column age=drop

      reticent sanitize mails.jsonl --field body --keep id --model names.model -o released.jsonl

      cat mails.jsonl | reticent sanitize --format jsonl --id id --skip-bad --bad bad.jsonl

      cat letter.txt | reticent sanitize --json
    """
    paths = files or [STANDARD_INPUT]
    recipe = rule_options.recipe(model, originals=paths, fields=reading.field)
    rules = recipe.make_rules()
    warn(() if quiet else rules.warnings)
    chosen = reading.over(rules.options, paths)
    chosen = name_records(subjects.over(chosen, paths, recipe), records, paths)
    chosen = replace(chosen, skip_bad=bad_files.skip_bad)
    cores = folder.workers or count_processors()
    proving = _read_proving(prove, key, plan, recipe)
    whole = plan is not None or report is not None or as_json
    if any(map(is_folder, paths)):
        require_one_folder(paths, whole=whole)
        refuse_idle({"--bad": records.bad}, "for a folder")
        job = build_job(paths[0], output, recipe, chosen, folder, bad_files, overwrite=overwrite)
        raise typer.Exit(make_folder(job, folder.choose_executor(), quiet=quiet))
    require_folder(folder, replace(bad_files, skip_bad=False))
    if len(paths) == 1:
        require_use({"--skip-bad": bad_files.skip_bad}, paths, chosen)
        by_record = bad_files.skip_bad and not is_archive(paths[0], chosen)
        idle = {"--bad": records.bad, "--skip-bad": by_record} if whole else {}
        refuse_idle(idle, "with --plan, --report and --json, which are about a whole file")
    else:
        refuse_idle({"--bad": records.bad}, "for several files")
    places = choose_targets(paths, output)
    if not is_under_way(places):
        require_free(*places, plan, report, prove, records.bad, overwrite=overwrite, originals=paths)
    streamed = (
        len(paths) == 1 and not whole and is_stream(paths[0], output, chosen, skip_bad=bad_files.skip_bad)
    )
    require_workers(folder, shared=streamed or (len(paths) > 1 and not as_json))
    if streamed:
        many = build_records_job(paths[0], recipe, chosen, records.bad, skip_bad=bad_files.skip_bad)
        raise typer.Exit(release_collection(paths[0], output, many, workers=cores, quiet=quiet))
    if len(paths) > 1:
        _require_room(output, plan, report or prove, as_json=as_json)
    if len(paths) > 1 and not as_json:
        named = [place for place in places if place]
        raise typer.Exit(stream_files(paths, named, recipe, chosen, workers=cores, quiet=quiet))
    ends = [
        _release(path, rules, chosen, Targets(place, plan, report, proving), as_json=as_json, quiet=quiet)
        for path, place in zip(paths, places, strict=True)
    ]
    raise typer.Exit(max(ends) if len(set(ends)) == 1 or len(ends) == 1 else Exit.RELEASED_IN_PART)


@dataclass(frozen=True, slots=True)
class Proving:
    """Where a proof goes, who signs it and what it speaks of."""

    target: Path
    keys: Sequence[SigningKey]
    policy: ProofPolicy


@dataclass(frozen=True, slots=True)
class Targets:
    """Where the release of one file goes, and what stays with the original; standard output for no release."""

    release: Path | None
    plan: Path | None
    report: Path | None
    proving: Proving | None = None


def _require_room(output: Path | None, plan: Path | None, report: Path | None, *, as_json: bool) -> None:
    if output is None and not as_json:
        raise InputError("several files can't share standard output: name a directory with -o, or use --json")
    if plan is not None or report is not None:
        raise InputError("--plan, --report and --prove go with one file: sanitize that file alone")


def _read_proving(
    prove: Path | None, key: list[Path] | None, plan: Path | None, recipe: Recipe
) -> Proving | None:
    if prove is None:
        if key:
            raise InputError("--key signs a proof: say with --prove FILE where it goes")
        return None
    if plan is None or not key:
        raise InputError("--prove goes with --plan FILE, which keeps the salt, and --key FILE, which signs")
    return Proving(prove, read_keys(key), ProofPolicy.of(recipe))


def _release(
    path: str, rules: Rules, chosen: FormatOptions, targets: Targets, *, as_json: bool, quiet: bool
) -> Exit:
    """Release one file; what goes wrong with it is reported and leaves other files alone."""
    try:
        given = options.read_given(path)
        released = release(given, rules, options=chosen, decide=choose_asking(path))
        content, made_under = report_release(released), remember_rules(rules, chosen)
        salt, proof = None, None
        if proving := targets.proving:
            out = InputFile(given.name, released.data)
            proof, salt = prove_release(
                out, released.plans, proving.policy, proving.keys, original=given, options=chosen
            )
        if targets.plan is not None:
            written = plans_to_json(released.plans, made_under=made_under, salt=salt.hex() if salt else None)
            deliver(written.encode(), targets.plan, mode=given.mode or PRIVATE)
        if proving and proof:
            deliver(write_envelope(proof), proving.target)
        if targets.report is not None:
            deliver(write_report(content).encode(), targets.report, mode=PRIVATE)
        deliver(_json_line(content, released, made_under) if as_json else released.data, targets.release)
    except ReticentError as error:
        if as_json and isinstance(error, WithheldError):
            reason = {"name": path, "message": str(error), "reason": dict(error.reason)}
            print_answer("withheld", reason)
        complain(str(error))
        return exit_for(error)
    if not quiet:
        _tell(released)
    tell_doubts(released.name, released.warnings)
    return Exit.RELEASED_IN_PART if LEFT_OUT in released.dropped else Exit.FINE


def _json_line(report: dict[str, Any], released: Released, made_under: MadeUnder | None) -> bytes:
    """Everything about a release on one line; beside a text that goes out a plan holds places, never words."""
    documents = [
        {
            **described,
            "text": outcome.text,
            "plan": json.loads(plans_to_json([outcome.plan], made_under=made_under)),
        }
        for described, outcome in zip(report["documents"], released.outcomes, strict=True)
    ]
    content = {**report, "reticent": "release", "documents": documents}
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


def _tell(released: Released) -> None:
    terms = sum(len(plan.decisions) for plan in released.plans)
    places = sum(len(decision.spans) for plan in released.plans for decision in plan.decisions)
    changed = f"{count(terms, 'term')} changed at {count(places, 'place')}"
    say(f"{released.name}: {changed}; audit: no violation.")
    tell_columns(released.name, sum(map(count_by_column, released.plans)))
    tell_promises(released.promises)
    say(f"{released.name}: {add_utility(released.utility)}.")
    for outcome, risks in zip(released.outcomes, released.risks, strict=True):
        for risk in risks:
            say(f"{outcome.plan.document}: {risk.describe(outcome.release.released)}.")
    tell_dropped(released.name, released.dropped)
