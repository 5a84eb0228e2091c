"""`reticent entities`: build the databases that K-safety judges by, change them, and look into them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from reticent.cli import _options as options
from reticent.cli._declared import argument, option, switch
from reticent.cli._output import print_table, require_free
from reticent.cli.app import make_group, say
from reticent.errors import KnowledgeError
from reticent.knowledge.entities._tables import ChangeSummary
from reticent.knowledge.entities.entities import SERVERS
from reticent.knowledge.entities.opening import build_entities, change_entities, open_entities
from reticent.knowledge.entities.source import SOURCES, read_entities, read_readers

entities = make_group("entities")


@entities.command()
def build(
    source: Annotated[
        Path, argument("SOURCE", "Entities in JSON lines, CSV or TSV: id, names, category, context.")
    ],
    output: Annotated[
        str, option("--output -o", "FILE", "The database: a file, or a postgresql:// address.")
    ],
    readers: Annotated[
        Path | None, option("--readers", "FILE", "Who is cleared for which categories: reader, category.")
    ] = None,
    overwrite: options.Overwrite = False,
) -> None:
    """Build an entity database: whom a document could give away, and the terms that belong to each.

    Examples:

      reticent entities build examples/diseases.jsonl -o diseases.db --readers examples/readers.csv

      reticent entities build examples/diseases.jsonl -o postgresql://registry@db.example.org/clinic
    """
    for path in (source, readers):
        if path is not None:
            _require_source(path)
    target = output if output.startswith(SERVERS) else Path(output)
    if isinstance(target, Path) and target.resolve() in {
        path.resolve() for path in (source, readers) if path
    }:
        raise KnowledgeError(f"{target} is a source and would be overwritten: choose another -o")
    if isinstance(target, Path):
        require_free(target, overwrite=overwrite)
    cleared = read_readers(readers) if readers else None
    number = build_entities(read_entities(source), target, readers=cleared)
    say(f"{number} entities and {len(cleared or {})} readers written.")


@entities.command()
def add(
    database: Annotated[str, argument("DATABASE", "A file, or a postgresql:// address.")],
    source: Annotated[
        Path, argument("SOURCE", "Entities in JSON lines, CSV or TSV: id, names, category, context.")
    ],
    replace: Annotated[bool, switch("--replace", "Change entities whose id already exists.")] = False,
) -> None:
    """Add entities to a database, or change those that are there, without building it again.

    Adds all of them or none. The earlier state stays on record: 'reticent views --as-of FINGERPRINT' explains earlier views.

    Examples:

      reticent entities add diseases.db new-diseases.jsonl

      reticent entities add diseases.db corrected.csv --replace
    """
    _require_source(source)
    _tell_change(change_entities(_place(database), add=read_entities(source), replace=replace))


@entities.command()
def remove(
    database: Annotated[str, argument("DATABASE", "A file, or a postgresql:// address.")],
    ids: Annotated[list[str], argument("ID...", "The ids of the entities.")],
    forget: Annotated[
        bool,
        switch("--forget", "Keep no record of the earlier state; earlier views can't be explained then."),
    ] = False,
) -> None:
    """Remove entities from a database by their ids, all of them or none.

    Other entities then have fewer companions. If the ledger records that something was shown that isn't safe without the
    removed entity, 'reticent views' shows nothing more of that subject until the entity is back.

    Example:

      reticent entities remove diseases.db burnout
    """
    _tell_change(change_entities(_place(database), remove=ids, forget=forget))


@entities.command()
def tie(database: Annotated[str, argument("ADDRESS", "A postgresql:// address.")]) -> None:
    """Tie readers to logins: on a PostgreSQL server, a login can then ask only as the roles that it belongs to.

    Sets row-level security on the clearances and the ledger. Readers must be roles of the server.

    Example:

      reticent entities tie postgresql://registry@db.example.org/clinic
    """
    if not database.startswith(SERVERS):
        raise KnowledgeError("a file has no logins: give a postgresql:// address")
    from reticent.knowledge.entities.postgres import tie_readers_to_logins

    tie_readers_to_logins(database)
    say("Readers are tied to logins: a login can now ask only as the roles that it belongs to.")


@entities.command()
def show(
    database: Annotated[str, argument("DATABASE", "A file, or a postgresql:// address.")],
    roles: Annotated[bool, switch("--roles", "Readers are the roles of the PostgreSQL server.")] = False,
    as_of: Annotated[
        str | None,
        option(
            "--as-of", "FINGERPRINT", "Show the entities as they were when the database had this fingerprint."
        ),
    ] = None,
) -> None:
    """Show the categories of an entity database, and who is cleared for them.

    Examples:

      reticent entities show diseases.db

      reticent entities show diseases.db --as-of sha256:5b8f21
    """
    opened = open_entities(database, roles=roles, as_of=as_of)
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


def _require_source(path: Path) -> None:
    if path.suffix.lower() not in SOURCES:
        raise KnowledgeError(
            f"{path} is of no known kind: give a file that ends in {', '.join(sorted(SOURCES))}"
        )


def _place(database: str) -> str | Path:
    if not database.startswith(SERVERS) and Path(database).suffix.lower() in SOURCES:
        raise KnowledgeError(f"{database} is a source, not a database: edit it, or build a database from it")
    return database if database.startswith(SERVERS) else Path(database)


def _tell_change(changed: ChangeSummary) -> None:
    say(
        f"{changed.added} entities added, {changed.replaced} changed, {changed.removed} removed;"
        f" {changed.before[:19]} is {changed.after[:19]} now."
    )
