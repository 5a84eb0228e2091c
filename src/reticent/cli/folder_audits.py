"""The verdicts on a folder, told in one table or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reticent.cli.exits import Exit, say
from reticent.cli.output import count, print_json, print_table
from reticent.executors import Executor
from reticent.usecases.audit import Verdict
from reticent.usecases.folder_audit import FileVerdict, FolderAudit, audit_folder

AUDIT_SCHEMA = 2

MOST_ROWS = 200
"""Files that are told one by one in the table; --json tells all."""


def judge_folder(
    asked: FolderAudit,
    executor: Executor,
    *,
    describe: Callable[[Verdict], dict[str, object]] | None,
    quiet: bool,
) -> Exit:
    """Tell the verdicts on a folder in one table, or as JSON; a violation decides, then what can't be told."""
    rows: list[tuple[str, str, str]] = []
    attested: set[str] = set()
    ends, described, files, bad, arising = {Exit.FINE}, list[dict[str, object]](), 0, 0, 0
    for each in audit_folder(asked, executor):
        files += 1
        end, row = _judge(each)
        ends.add(end)
        bad += end != Exit.FINE
        rows += [row] if end != Exit.FINE and len(rows) < MOST_ROWS else []
        described += map(describe, each.verdicts) if describe else []
        arising += sum(len(verdict.arising) for verdict in each.verdicts)
        attested.update(name for verdict in each.verdicts for name in verdict.attested)
    if describe:
        print_verdicts(described)
    elif rows:
        print_table("Files that are not in order", ["file", "violations", "why"], rows)
        if bad > len(rows):
            say(f"and {bad - len(rows):,} files more")
    if arising and not quiet and not describe:
        say(
            f"warning: {count(arising, 'finding')} that a word in the gap beside it would undo, no violation; see --json"
        )
    if ends == {Exit.FINE} and not quiet:
        say(
            f"{files:,} files: no violation in any of them, nor in their names{describe_attested(sorted(attested))}."
        )
    return Exit.VIOLATIONS if Exit.VIOLATIONS in ends else max(ends)


def describe_attested(names: Sequence[str]) -> str:
    """What a verdict rests on besides what anybody can check again."""
    if not names:
        return ""
    return f"; {', '.join(names)} is attested, not rechecked: it rests on a reader who may answer otherwise next time"


def print_verdicts(documents: Sequence[dict[str, object]]) -> None:
    """Print the verdict of an audit as JSON."""
    print_json({"reticent": "audit", "schema": AUDIT_SCHEMA, "documents": documents})


def _judge(verdict: FileVerdict) -> tuple[Exit, tuple[str, str, str]]:
    """How the audit of one file ends, and its row in the table."""
    violations = sum(len(each.violations) for each in verdict.verdicts)
    untold = sorted({name for each in verdict.verdicts for name in each.untold})
    if violations:
        why = "its name, or that of its folder, tells something" if verdict.name_tells else ""
        return Exit.VIOLATIONS, (verdict.path, str(violations), why)
    if verdict.error:
        return Exit.BAD_INPUT, (verdict.path, "?", str(verdict.error))
    if untold:
        return Exit.BAD_INPUT, (verdict.path, "?", f"cannot tell {', '.join(untold)}: add --original")
    if undecided := sum(len(each.undecided) for each in verdict.verdicts):
        why = f"cannot tell of {undecided} words that the corpus has never seen: see --unseen"
        return Exit.BAD_INPUT, (verdict.path, "?", why)
    return Exit.FINE, (verdict.path, "0", "")
