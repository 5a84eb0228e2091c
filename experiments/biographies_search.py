"""Whose biography is it? Search engines over what is public about everybody, against the words that are kept.

352 Wikipedia biographies (CC BY-SA) with what is public about each person, and masks of people and of three tools. Our policies mask names
first; then Indistinct hides each person among the others from search engines that it plans with. Two others that it does not plan with
judge as well: vectors, and TF-IDF of another make (`experiments.biographies.Attacker`). The best of all four is what counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from experiments.biographies import TOOLS, Attacker, Biography, biographies
from experiments.harness import data, run
from experiments.needs import Needs
from reticent import Document, Indistinct, Redaction, names, open_corpus, open_policy, sanitize, wordnet
from reticent.attackers.retrieval import MEASURES, Library, Retrieval
from reticent.knowledge.runs import read_words
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.rendering.tracing import Trace

NEEDS = Needs(data=("benchmarks/wiki-biographies.jsonl",))
HIDDEN_AMONG = (1, 2, 5, 10, 20)
"""k of Indistinct: so many others have to fit as well, for each search engine that is planned with."""
PLANNED = ("tf-idf", "bm25")
EVERY, QUICK = 2, 12
"""Every second person is asked about, among all: half an hour becomes a quarter."""


@dataclass(frozen=True, slots=True)
class Person:
    """A biography with the name of its person."""

    name: str
    biography: Biography = field(repr=False)

    @property
    def document(self) -> Document:
        """The text."""
        return Document(self.name, self.biography.text)


def read_people() -> list[Person]:
    """Everybody of whom something is public, by names that differ."""
    with data(NEEDS.data[0]).open(encoding="utf-8") as lines:
        called = [json.loads(line)["name"].replace("-", " ").strip().title() for line in lines]
    people = [
        Person(name, own) for name, own in zip(called, biographies(), strict=True) if own.public.strip()
    ]
    return list({each.name: each for each in people}.values())


@dataclass(frozen=True)
class SearchEngines:
    """All search engines, over what is public about everybody."""

    people: Sequence[Person]
    planned: tuple[Retrieval, ...]
    readers: tuple[Retrieval, ...]
    other: Attacker

    @classmethod
    def over(cls, people: Sequence[Person]) -> SearchEngines:
        """The search engines over these people."""
        library = Library.of((each.name, each.biography.public) for each in people)
        readers = tuple(Retrieval(library, measure) for measure in MEASURES)
        planned = tuple(each for each in readers if each.measure in PLANNED)
        return cls(people, planned, readers, Attacker([each.biography for each in people]))

    def find(self, number: int, released: Document) -> dict[str, bool]:
        """Which of them have the right person first."""
        forms = [word.form for word in read_words(released)]
        found = {each.name: each.place_of(self.people[number].name, forms) == 1 for each in self.readers}
        return found | {"tf-idf, other": self.other.names(forms) == number}


Releasing = Callable[[Person], Release]
"""What becomes of a biography."""


def by_masks(tool: str) -> Releasing:
    """The masks of people or of a tool."""

    def release(person: Person) -> Release:
        spans = person.biography.masks[tool]
        decisions = (Decision(spans, "REMOVED"),) if spans else ()
        return render(person.document, Plan.for_document(person.document, decisions))

    return release


def by_models(
    models: Sequence[CompleteModel], further: Callable[[Person], CompleteModel | None]
) -> Releasing:
    """Models that are the same for everybody, and one of each person's own."""

    def release(person: Person) -> Release:
        own = further(person)
        return sanitize(person.document, *models, *([own] if own else []), languages=("any",)).release

    return release


def measure(quick: bool) -> dict[str, Any]:
    """All figures."""
    people = read_people()
    engines = SearchEngines.over(people)
    asked = range(0, len(people), QUICK if quick else EVERY)
    default, careful = open_policy("default").rules.models, open_policy("court").rules.models
    corpus, taxonomy = open_corpus(), wordnet()

    def hide(k: int) -> Callable[[Person], CompleteModel]:
        return lambda person: Indistinct(
            {person.name: None},
            corpus=corpus,
            taxonomy=taxonomy,
            k=k,
            attackers=engines.planned,
            candidates=[(each.name,) for each in people],
            gaps="mark",
        )

    ways: dict[str, Releasing] = {"as it is": by_models((), lambda _: None)}
    ways |= {"people": by_masks("people")} | {tool: by_masks(tool) for tool in TOOLS}
    ways |= {"default": by_models(default, lambda _: None), "court": by_models(careful, lambda _: None)}
    only_people = (Redaction((names(kinds=["PERSON"]),)),)
    for k in HIDDEN_AMONG:
        ways[f"people's names, Indistinct, k = {k}"] = by_models(only_people, hide(k))
    for k in HIDDEN_AMONG:
        ways[f"default, Indistinct, k = {k}"] = by_models(default, hide(k))
    rows = {name: _measure(release, engines, asked) for name, release in ways.items()}
    return {"people": len(people), "asked": len(asked), "planned_with": list(PLANNED), "releases": rows}


def _measure(release: Releasing, engines: SearchEngines, asked: Sequence[int]) -> dict[str, Any]:
    found: list[dict[str, bool]] = []
    words = kept = 0
    for number in asked:
        made = release(engines.people[number])
        touched = Trace.of(made.edits)
        places = [word.span for word in read_words(made.original)]
        words += len(places)
        kept += sum(not touched.touches(place) for place in places)
        found.append(engines.find(number, made.released))
    first = {name: round(sum(each[name] for each in found) / len(found), 3) for name in found[0]}
    return {"kept": round(kept / words, 3), "first": first, "best": max(first.values())}


def _rows(figures: Mapping[str, Any]) -> Iterator[str]:
    yield f"{figures['asked']} of {figures['people']} biographies; right person first, in %"
    for name, row in figures["releases"].items():
        by = ", ".join(f"{reader} {100 * share:.1f}" for reader, share in row["first"].items())
        yield f"  {name:34} kept {row['kept']:.3f}  best {100 * row['best']:5.1f}  ({by})"


def show(figures: Mapping[str, Any]) -> None:
    """The figures as a table."""
    print("\n".join(_rows(figures)))


def main() -> None:
    """Measure and show."""
    run("biographies_search", NEEDS, measure, show)


if __name__ == "__main__":
    main()
