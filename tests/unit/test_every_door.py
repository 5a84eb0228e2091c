"""Every door passes the rules on whole: what a policy says of gaps and invented words holds wherever documents go through."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import cast

import pytest

import reticent
from reticent import (
    Decision,
    Document,
    KSafety,
    Mention,
    Plan,
    Promise,
    Redaction,
    Release,
    Span,
    TPlausibility,
    Violation,
    WordList,
    sanitize,
)
from reticent.engine import Outcome, Rules, run, run_one, run_together
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.privacy_model import Needs, complete_models
from reticent.review.readers import view_state
from reticent.review.repair import repair_state
from reticent.review.session import State
from reticent.usecases.plausibility import compare_thresholds
from reticent.usecases.release import InputFile, release
from reticent.usecases.views import view_for_reader, views_for_all

NOTE = "Triggers: pollen, zorblat and dust."
MARKED = "Triggers: pollen, [REMOVED] and dust."
CLOSED = "Triggers: pollen and dust."
INVENTED = "Triggers: pollen, wool and dust."


@dataclass(frozen=True, slots=True)
class Forgets:
    """A model that removes one word and knows another that could have stood there."""

    word: str = "zorblat"

    @property
    def promise(self) -> Promise:
        return Promise("forgets", "One word is gone.", {})

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({"REMOVED"})

    @property
    def needs(self) -> Needs:
        return "released"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return Plan.for_document(
            document,
            tuple(Decision((span,), "REMOVED", model="forgets") for span in self._places(document)),
            (self.promise,),
        )

    def violations(self, release: Release) -> list[Violation]:
        return [Violation("forgets", span, "REMOVED", "it stands") for span in self._places(release.released)]

    def sibling(self, words: str, *, seed: str) -> str | None:
        return "wool"

    def _places(self, document: Document) -> list[Span]:
        at = document.text.find(self.word)
        return [] if at < 0 else [Span(at, at + len(self.word))]


FORGETTING = Rules(complete_models([Forgets()]))
T = TPlausibility(
    1, taxonomy=Hierarchy.from_pairs([("wool", "thing")]), detectors=(WordList(["nobody"]),), nouns=False
)
ENTITIES = [Entity(name, (f"entity {name}",), ("red",), ("aaa",)) for name in ("one", "two")]
SAFE = KSafety(SqliteEntities.in_memory(ENTITIES, {"nurse": frozenset()}), k=1)


def by_view(rules: Rules) -> str:
    return view_for_reader(InputFile("a.txt", NOTE.encode()), SAFE, "nurse", rules).released.data.decode()


def by_views(rules: Rules) -> str:
    (view,) = views_for_all(InputFile("a.txt", NOTE.encode()), SAFE, rules).views
    return view.released.data.decode()


def by_plausibility(rules: Rules) -> str:
    content = compare_thresholds(
        InputFile("a.txt", NOTE.encode()), replace(rules, models=(T, *rules.models)), [1]
    )
    return cast(str, content["results"][0]["text"])


def by_repair(rules: Rules) -> str:
    document = Document("a.txt", NOTE)
    return shown(repair_state(State.of_plan(document, Plan.for_document(document)), rules), rules)


def by_reader(rules: Rules) -> str:
    document = Document("a.txt", NOTE)
    state = State.of_plan(document, Plan.for_document(document))
    return shown(view_state(state, replace(rules, models=(*rules.models, SAFE)), "nurse"), rules)


def shown(state: State, rules: Rules) -> str:
    return sanitize(state.document, begun=state.plan, kinds=rules.kinds).text


DOORS: dict[str, Callable[[Rules], str]] = {
    "one": lambda rules: run_one(Document("a", NOTE), rules).text,
    "together": lambda rules: cast(Outcome, run_together([Document("a", NOTE)], rules)[0]).text,
    "many": lambda rules: cast(Outcome, next(run([Document("a", NOTE)], rules))).text,
    "release": lambda rules: release(InputFile("a.txt", NOTE.encode()), rules).data.decode(),
    "a view": by_view,
    "all views": by_views,
    "plausibility": by_plausibility,
    "repair": by_repair,
    "a reader in a review": by_reader,
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_what_rules_say_of_gaps_holds_at_every_door(door: Callable[[Rules], str]) -> None:
    assert door(FORGETTING) == MARKED
    assert door(replace(FORGETTING, gaps="close")) == CLOSED
    assert door(replace(FORGETTING, invent=True)) == INVENTED


PACKAGE = str(Path(reticent.__file__).parent)


def functions_above(frame: FrameType | None) -> Iterator[str]:
    """The functions of the package that lead to a frame; comprehensions, which some interpreters inline, are none."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(PACKAGE) and not frame.f_code.co_name.startswith("<"):
            yield frame.f_code.co_name
        frame = frame.f_back


@dataclass(frozen=True, slots=True)
class Notes(Forgets):
    """The model that also notes how deep it is asked."""

    depths: tuple[list[int], ...] = ([],)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        self.depths[0].append(len([*functions_above(sys._getframe(1))]) + 1)
        return Forgets.plan(self, document, mentions)


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_a_model_is_asked_at_most_eight_calls_below_a_door(door: Callable[[Rules], str]) -> None:
    depths: list[int] = []
    door(Rules(complete_models([Notes(depths=(depths,))])))
    assert depths
    assert max(depths) <= 8 + 1, "the door itself is the first"


def test_the_gaps_of_the_guard_are_closed_and_what_its_detectors_find_is_named() -> None:
    corpus = MemoryCorpus(["Malaria with fever."] * 4 + ["Pollen and dust."] * 8 + ["The weather."] * 20)
    guard = CorrelationGuard((WordList(["malaria"], kind="DISEASE"),), corpus=corpus, threshold=1.5)
    note = Document("note", "She had malaria. Signs: pollen, fever and dust.")
    marked = sanitize(note, guard).text
    assert marked == "She had [DISEASE]. Signs: pollen, [REMOVED] and dust."
    assert sanitize(note, guard, gaps="close").text == "She had [DISEASE]. Signs: pollen and dust."


def test_the_gaps_of_t_plausibility_are_closed_and_what_its_detectors_find_is_named() -> None:
    taxonomy = Hierarchy.from_pairs([("pollen", "thing"), ("dust", "thing"), ("aspirin", "drug")])
    model = TPlausibility(2, taxonomy=taxonomy, nouns=True, detectors=(WordList(["Zorblat"], kind="NAME"),))
    note = Document("note", "She takes aspirin, zidovudine and pollen. So does Zorblat.")
    assert sanitize(note, model).text == "She takes aspirin, [NOUN] and a thing. So does [NAME]."
    assert sanitize(note, model, gaps="close").text == "She takes aspirin and a thing. So does [NAME]."


def test_a_gap_of_t_plausibility_that_is_closed_counts_as_removed() -> None:
    model = TPlausibility(10**9, taxonomy=T.taxonomy, unreachable="remove")
    note = Document("note", "She saw pollen, dust and more.")
    assert sanitize(note, model).text == "She saw [NOUN], [NOUN] and more."
    assert sanitize(note, model, gaps="close").text == "She saw [NOUN] and more."


def test_the_findings_of_redaction_are_always_named() -> None:
    rules = Rules((Redaction((WordList(["zorblat"], kind="NAME"),)),), gaps="close")
    assert rules.kinds_to_close == frozenset()
    assert run_one(Document("a", NOTE), rules).text == MARKED.replace("REMOVED", "NAME")
