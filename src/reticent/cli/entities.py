"""`reticent entities`: build the databases that K-safety judges by, and look into them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.exits import say
from reticent.cli.output import print_table
from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import SERVERS, build_entities, open_entities
from reticent.knowledge.entities.source import SOURCES, read_entities, read_readers

entities = typer.Typer(
    name="entities",
    help="Build entity databases and look into them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@entities.command()
def build(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE", help="Entities in JSON lines, CSV or TSV: id, names, category, context."
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The database: a file, or a postgresql:// address."
        ),
    ],
    readers: Annotated[
        Path | None,
        typer.Option(
            "--readers", metavar="FILE", help="Who is cleared for which categories: reader, category."
        ),
    ] = None,
) -> None:
    """Build an entity database: whom a document could give away, and the terms that belong to each.

    Examples:

      reticent entities build examples/diseases.jsonl -o diseases.db --readers examples/readers.csv

      reticent entities build examples/diseases.jsonl -o postgresql://registry@db.example.org/clinic
    """
    for path in (source, readers):
        if path is not None and path.suffix.lower() not in SOURCES:
            raise KnowledgeError(
                f"{path} is of no known kind: give a file that ends in {', '.join(sorted(SOURCES))}"
            )
    target = output if output.startswith(SERVERS) else Path(output)
    if isinstance(target, Path) and target.resolve() in {
        path.resolve() for path in (source, readers) if path
    }:
        raise KnowledgeError(f"{target} is a source and would be overwritten: choose another -o")
    cleared = read_readers(readers) if readers else None
    number = build_entities(read_entities(source), target, readers=cleared)
    say(f"{number} entities and {len(cleared or {})} readers written.")


@entities.command()
def show(
    database: Annotated[str, typer.Argument(metavar="DATABASE", help="A file, or a postgresql:// address.")],
    roles: Annotated[
        bool, typer.Option("--roles", help="Readers are the roles of the PostgreSQL server.")
    ] = False,
) -> None:
    """Show the categories of an entity database, and who is cleared for them.

    Example:

      reticent entities show diseases.db
    """
    opened = open_entities(database, roles=roles)
    clearances = opened.clearances()
    rows = [
        (
            category or "(none)",
            str(number),
            ", ".join(r for r, held in clearances.items() if category in held),
        )
        for category, number in opened.categories().items()
    ]
    print_table(
        f"{opened.size} entities, {opened.fingerprint[:23]}",
        ["category", "entities", "cleared readers"],
        rows,
    )
