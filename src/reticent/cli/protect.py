"""`reticent protect`: what could be allowed about an entity, and what each choice would cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._output import print_answer, print_table
from reticent.cli._reading import refuse_idle
from reticent.cli.app import say

if TYPE_CHECKING:
    from reticent.models.cg_sanitization.model import Suggestion


def protect(
    entity: Annotated[str, argument("ENTITY", "What is to be protected, such as HIV.")],
    file: Annotated[str | None, argument("[FILE]", "A file to count the cost in.")] = None,
    alias: Annotated[
        list[str] | None, option("--alias", "NAME", "Another name of the entity; can be repeated.")
    ] = None,
    max_group: options.MaxGroup = None,
    knowledge: options.Knowledge = None,
    as_json: options.AsJson = False,
) -> None:
    """List generalizations of an entity, how much each discloses, and what allowing no more would cost a text.

    Pick a line and protect with it: the fewer bits, the stricter. The best is the closest one that by itself makes the
    entity no likelier than one in five.

    Examples:

      reticent protect HIV

      reticent protect HIV letter.txt --max-group 1

      reticent protect fibromyalgia --knowledge medicine
    """
    from reticent.knowledge.corpus.spoken import language_of, speaking
    from reticent.knowledge.taxonomy import open_taxonomies, taxonomies_beside  # numpy loads with it
    from reticent.models.cg_sanitization.model import suggestions
    from reticent.models.settings import Parts, implied_by
    from reticent.usecases.release import read_single

    refuse_idle({"--max-group": max_group and not file}, "without FILE, whose terms are judged together")
    document = read_single(options.read_given(file)) if file else None
    known = Parts(knowledge=tuple(knowledge or implied_by([entity], {entity: alias or []})))
    corpus = known.corpus((), any_language=True)
    with speaking(language_of(corpus)):
        rows = suggestions(
            entity,
            corpus=corpus,
            taxonomy=open_taxonomies(taxonomies_beside(known.knowledge, language_of(corpus).code), Path()),
            conditions=known.conditions(()),
            aliases=alias or (),
            max_group=max_group or 2,
            document=document,
        )
    if as_json:
        print_answer("protect", {"entity": entity, "suggestions": [*map(_as_json, rows)]})
        return
    headings = ["sense", "may reveal", "bits", "documents", *(["terms changed"] if document else [])]
    print_table(
        f"What may be revealed of {entity}", headings, [_cells(row, document is not None) for row in rows]
    )
    if not any(row.general for row in rows):
        say(
            f"No hierarchy here has anything above {entity}. Name what it is yourself, with a word that more documents hold:"
            f' --protect "{entity}=GENERAL"; or add a hierarchy of your own (taxonomies in a policy).'
        )


def _as_json(row: Suggestion) -> dict[str, Any]:
    return {
        "sense": row.sense,
        "names": list(row.names),
        "general": row.general,
        "bits": round(row.bits, 2),
        "documents": row.documents,
        "best": row.best,
        "terms_changed": row.cost,
    }


def _cells(row: Suggestion, with_cost: bool) -> list[str]:
    general = row.general or f"all but {row.names[0]} itself"
    cells = [row.sense, f"{general} (best)" if row.best else general, f"{row.bits:.1f}", f"{row.documents:,}"]
    if with_cost:
        cells.append(str(row.cost))
    return cells
