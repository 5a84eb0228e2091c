"""`reticent audit`: does a text keep the promises of a policy?"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import typer

from reticent.audit.report import located
from reticent.audit.verification import verify
from reticent.cli import options
from reticent.cli.exits import Exit, say
from reticent.cli.output import print_table
from reticent.plan import Release, Violation
from reticent.text import Document


def audit(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    policy: options.PolicyFile = None,
    protect: options.Protect = None,
    alias: options.Alias = None,
    max_group: options.MaxGroup = 2,
    context: options.Within = "document",
    knowledge: options.Knowledge = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Check a released text, whoever made it, against the promises of a policy.

    Examples:

      reticent audit released.txt

      reticent audit released.txt --policy clinic.toml --json
    """
    assembly = options.rules(policy, options.protection(protect, alias, max_group, context, knowledge))
    document = options.document(file, assembly)
    violations = verify(Release(document, document), assembly.models)
    if as_json:
        content = {"document": document.id, "violations": located(violations, document)}
        json.dump(content, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    elif violations:
        show(document, violations)
    if not violations and not quiet:
        say(f"{document.id}: no violation.")
    raise typer.Exit(Exit.VIOLATIONS if violations else Exit.FINE)


def show(document: Document, violations: Sequence[Violation]) -> None:
    """Print where a released text breaks which promise; the text itself is not quoted."""
    rows = located(violations, document)
    print_table(
        f"Violations in {document.id}",
        ["where", "kind", "promise", "why"],
        [(f"{row['line']}:{row['column']}", row["kind"], row["model"], row["reason"]) for row in rows],
    )
