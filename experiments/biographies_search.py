"""Whose biography is it? Search engines over what is public about everybody, against the words that are kept.

352 Wikipedia biographies (CC BY-SA) with what is public about each person, and masks of people and of three tools. Our policies mask names
first; then Indistinct hides each person among the others from search engines that it plans with. The plan knows every second
sentence of the public texts. The judges are four search engines, two of which it doesn't plan with (vectors, and TF-IDF of another make), and
each searches all public texts, and the sentences alone that the plan doesn't know. The best of the four is what counts.

Settings were chosen on every fourth person (`CHOSEN_ON`); every second person, none of them among these, is reported.

python -m experiments.biographies_search [--quick] [--json FILE]
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from experiments.biographies import TOOLS, Attacker, Biography, biographies
from experiments.harness import data, run
from experiments.needs import Needs
from reticent import Document, Indistinct, Redaction, names, open_corpus, open_policy, sanitize, wordnet
from reticent.attackers.retrieval import MEASURES, Library, Measure, Retrieval
from reticent.knowledge import Corpus
from reticent.knowledge.runs import read_words
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.rendering.tracing import Trace

NEEDS = Needs(data=("benchmarks/wiki-biographies.jsonl",))
HIDDEN_AMONG = ((5, 0.0), (20, 0.0), (20, 0.2), (20, 0.5), (20, 1.0), (50, 1.0))
"""k of Indistinct, so many others have to fit as well for each search engine that is planned with, and their suspicion."""
KNOWING_ALL = (10, 0.0)
"""The same for a plan that knows all texts of the judges."""
GAP = 100.0
"""Bits that a gap costs: so many that rare words go first, which tell readers of other texts most."""
PLANNED: tuple[Measure, ...] = ("tf-idf", "bm25")
CHOSEN_ON, REPORTED, QUICK = slice(0, None, 4), slice(1, None, 2), slice(1, None, 24)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


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


def divide(text: str) -> tuple[str, str]:
    """Every second sentence of a text, and the others."""
    sentences = [each for each in _SENTENCE.split(text) if each.strip()]
    return " ".join(sentences[::2]), " ".join(sentences[1::2])


@dataclass(frozen=True)
class SearchEngines:
    """Four search engines over texts about everybody."""

    people: Sequence[Person]
    readers: tuple[Retrieval, ...]
    other: Attacker

    @classmethod
    def over(cls, people: Sequence[Person], texts: Sequence[str]) -> SearchEngines:
        """The search engines over a text about each of these people."""
        library = Library.of((each.name, text) for each, text in zip(people, texts, strict=True))
        readers = tuple(Retrieval(library, measure) for measure in MEASURES)
        known = [replace(each.biography, public=text) for each, text in zip(people, texts, strict=True)]
        return cls(people, readers, Attacker(known))

    def knows(self, number: int) -> bool:
        """Whether there is a text about somebody."""
        return self.people[number].name in self.readers[0].library.places

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
    halves = [divide(each.biography.public) for each in people]
    judges = {
        "all": SearchEngines.over(people, [each.biography.public for each in people]),
        "unseen": SearchEngines.over(people, [unseen for _, unseen in halves]),
    }
    asked = range(len(people))[QUICK if quick else REPORTED]
    default, careful = open_policy("default").rules.models, open_policy("court").rules.models
    only_people = (Redaction((names(kinds=["PERSON"]),)),)
    ways: dict[str, Releasing] = {"as it is": by_models((), lambda _: None)}
    ways |= {"people": by_masks("people")} | {tool: by_masks(tool) for tool in TOOLS}
    ways |= {"default": by_models(default, lambda _: None), "court": by_models(careful, lambda _: None)}
    hide = Hiding(
        people, Library.of((each.name, seen) for each, (seen, _) in zip(people, halves, strict=True))
    )
    for k, suspicion in HIDDEN_AMONG:
        ways[f"names, k = {k}, suspicion {suspicion:g}"] = by_models(
            only_people, partial(hide.among, k, suspicion)
        )
    ways["default, k = 20, suspicion 0"] = by_models(default, partial(hide.among, 20, 0.0))
    knowing = Hiding(people, judges["all"].readers[0].library)
    ways[f"names, k = {KNOWING_ALL[0]}, the judges' texts"] = by_models(
        only_people, partial(knowing.among, *KNOWING_ALL)
    )
    return {
        "people": len(people),
        "asked": len(asked),
        "with_unseen_texts": sum(judges["unseen"].knows(number) for number in asked),
        "planned_with": list(PLANNED),
        "releases": {name: _measure(release, people, judges, asked) for name, release in ways.items()},
    }


@dataclass(frozen=True)
class Hiding:
    """Indistinct for each person, who is hidden among all others from search engines over these texts."""

    people: Sequence[Person]
    library: Library
    corpus: Corpus = field(default_factory=open_corpus)
    taxonomy: Taxonomy = field(default_factory=wordnet)

    def among(self, k: int, suspicion: float, person: Person) -> CompleteModel | None:
        """The model for a person, unless nothing is known of them."""
        if person.name not in self.library.places:
            return None
        return Indistinct(
            {person.name: None},
            corpus=self.corpus,
            taxonomy=self.taxonomy,
            k=k,
            attackers=[
                Retrieval(self.library, measure, about=person.name, suspicion=suspicion)
                for measure in PLANNED
            ],
            candidates=[(each.name,) for each in self.people],
            gaps="mark",
            gap=GAP,
        )


def _measure(
    release: Releasing, people: Sequence[Person], judges: Mapping[str, SearchEngines], asked: Sequence[int]
) -> dict[str, Any]:
    found: dict[str, list[dict[str, bool]]] = {name: [] for name in judges}
    words = kept = 0
    for number in asked:
        made = release(people[number])
        touched = Trace.of(made.edits)
        places = [word.span for word in read_words(made.original)]
        words += len(places)
        kept += sum(not touched.touches(place) for place in places)
        for name, engines in judges.items():
            if engines.knows(number):
                found[name].append(engines.find(number, made.released))
    figures: dict[str, Any] = {"kept": round(kept / words, 3)}
    for name, rows in found.items():
        first = {reader: round(sum(each[reader] for each in rows) / len(rows), 3) for reader in rows[0]}
        figures[name] = {"first": first, "best": max(first.values())}
    return figures


def _rows(figures: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{figures['asked']} of {figures['people']} biographies; right person first, in %, by all texts, and by unseen ones alone"
        f" ({figures['with_unseen_texts']} people)"
    )
    for name, row in figures["releases"].items():
        yield (
            f"  {name:34} kept {row['kept']:.3f}  all {100 * row['all']['best']:5.1f}  unseen {100 * row['unseen']['best']:5.1f}"
        )


def show(figures: Mapping[str, Any]) -> None:
    """The figures as a table."""
    print("\n".join(_rows(figures)))


if __name__ == "__main__":
    run("biographies_search", NEEDS, measure, show)
