"""`reticent audit`: does a released file keep the promises of a policy?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer

from reticent.audit.exceptions import exceptions_from_json
from reticent.audit.report import locate
from reticent.cli import _options as options
from reticent.cli._declared import option, switch
from reticent.cli._folders import (
    FOLDER_OPTIONS,
    FolderOptions,
    describe_attested,
    is_folder,
    judge_folder,
    print_verdicts,
    require_folder,
    require_workers,
)
from reticent.cli._output import count, print_table, read_utf8, show_unseen
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain, say
from reticent.plan import Violation, plans_from_json
from reticent.text import Document
from reticent.usecases.audit import FolderAudit, Verdict
from reticent.usecases.audit import audit as judge
from reticent.usecases.unseen import UnseenWord, list_places


def audit(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    original: Annotated[
        Path | None,
        option(
            "--original", "FILE", "The file that it was released from; some promises are about both texts."
        ),
    ] = None,
    plan: Annotated[
        Path | None,
        option(
            "--plan",
            "FILE",
            "With --original: the plan that was carried out, if comparing the texts is not enough.",
        ),
    ] = None,
    exceptions: Annotated[
        Path | None,
        option("--exceptions", "FILE", "The exceptions, as 'reticent apply --exceptions' wrote them."),
    ] = None,
    excerpt: Annotated[
        bool,
        switch(
            "--excerpt",
            "For a part of a released document, or one with numbers from a vault that you don't have: don't check that the"
            " marks of each kind are numbered 1, 2, 3 …",
        ),
    ] = False,
    reading: options.ReadingOptions = options.READING,
    folder: FolderOptions = FOLDER_OPTIONS,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Check a released file, whoever made it, against the promises of a policy.

    The answer is "cannot tell" (exit 2) if a promise is about both texts and --original is missing, or if the corpus has
    never seen a word and --unseen keep doesn't allow such words. What a detector may find only because words next to it
    were removed is shown as a warning; with --original, the audit can tell.
    In a folder, every file is judged, and so are the names of files and folders.

    Examples:

      reticent audit released.txt

      reticent audit released.txt --policy clinic.toml --json

      reticent audit released.txt --policy clinic.toml --original letter.txt

      reticent audit released --policy clinic.toml
    """
    recipe = rule_options.recipe(originals=[str(original)] if original else (), fields=reading.field)
    rules = recipe.make_rules()
    chosen = reading.over(rules.options, [file])
    refuse_idle({"--plan": plan and not original}, "without --original FILE")
    kept = exceptions_from_json(read_utf8(exceptions)) if exceptions else {}
    if is_folder(file):
        refuse_idle({"--plan": plan}, "for a folder")
        asked = FolderAudit(Path(file), recipe, chosen, folder.pick, original, kept, excerpt)
        raise typer.Exit(
            judge_folder(asked, folder.choose_executor(), describe=_as_json if as_json else None, quiet=quiet)
        )
    require_folder(folder)
    require_workers(folder, shared=False)
    verdicts = judge(
        options.read_given(file),
        rules,
        original=options.read_given(str(original)) if original else None,
        plans=plans_from_json(read_utf8(plan)) if plan else None,
        exceptions=kept,
        options=chosen,
        excerpt=excerpt,
    )
    if as_json:
        print_verdicts([_as_json(each) for each in verdicts])
    raise typer.Exit(_conclude(verdicts, shown=as_json, quiet=quiet))


def _conclude(verdicts: Sequence[Verdict], *, shown: bool, quiet: bool) -> Exit:
    """Say what each document's verdict is; the worst one decides, and a violation is worse than not knowing."""
    for verdict in verdicts:
        if verdict.violations and not shown:
            show_violations(verdict.document, verdict.violations)
        elif not verdict.violations and not verdict.untold and not verdict.undecided and not quiet:
            excepted = f" ({verdict.excepted} were declared as exceptions)" if verdict.excepted else ""
            say(f"{verdict.document.id}: no violation{excepted}{describe_attested(verdict.attested)}.")
        _tell_unseen(verdict, shown=shown)
        if verdict.arising and not (shown or quiet):
            say(f"{verdict.document.id}: warning: {_describe_arising(verdict)}")
    untold = sorted({name for verdict in verdicts for name in verdict.untold})
    if any(verdict.violations for verdict in verdicts):
        return Exit.VIOLATIONS
    if untold:
        complain(_explain_untold(untold, {name for each in verdicts for name in each.attested}))
    undecided = sum(len(verdict.undecided) for verdict in verdicts)
    if undecided:
        complain(
            f"cannot tell of {count(undecided, 'word')} that the corpus has never seen: remove what is listed, or say"
            " --unseen keep"
        )
    return Exit.BAD_INPUT if untold or undecided else Exit.FINE


def _tell_unseen(verdict: Verdict, *, shown: bool) -> None:
    """The words that nothing can be said about; that there are some is said whatever else is silent."""
    words = [UnseenWord(word, verdict.document, places) for word, places in verdict.unseen.items()]
    if words and not shown:
        show_unseen(verdict.document.id, words)
    elif words:
        say(f"{verdict.document.id}: {count(len(words), 'word')} that the corpus has never seen.")


def _describe_arising(verdict: Verdict) -> str:
    """What was found because of a gap alone, with its places."""
    rows = locate(verdict.arising, verdict.document)
    places = ", ".join(f"{row['line']}:{row['column']} {row['kind']}" for row in rows)
    return (
        f"{count(len(rows), 'finding')} that a word in the gap beside it would undo, no violation: {places};"
        " to be sure, add --original FILE"
    )


def _explain_untold(untold: Sequence[str], attested: Collection[str]) -> str:
    what = f"cannot tell whether {', '.join(untold)} holds"
    if set(untold) <= set(attested):
        return f"{what}: a text with exceptions is shown to no reader; audit it without --exceptions"
    return f"{what}: it speaks of both texts; add --original FILE"


def _as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "document": verdict.document.id,
        "violations": locate(verdict.violations, verdict.document),
        "excepted": verdict.excepted,
        "cannot_tell": list(verdict.untold),
        "attested": list(verdict.attested),
        "unseen": [[span.start, span.end] for span in list_places(verdict.unseen)],
        "arising": locate(verdict.arising, verdict.document),
    }


def show_violations(document: Document, violations: Sequence[Violation]) -> None:
    """Print where a released text breaks which promise; the text itself is not quoted."""
    rows = locate(violations, document)
    print_table(
        f"Violations in {document.id}",
        ["where", "kind", "promise", "why"],
        [(f"{row['line']}:{row['column']}", row["kind"], row["model"], row["reason"]) for row in rows],
    )
