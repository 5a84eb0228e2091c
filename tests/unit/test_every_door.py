"""Every door passes the rules on whole: what a policy says of gaps and invented words holds wherever documents go through."""

from __future__ import annotations

import json
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
    open_policy,
    sanitize,
)
from reticent.engine import Outcome, Rules, run, run_one, run_together
from reticent.executors import Inline
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.privacy_model import Needs, complete_models
from reticent.review.files import Outbox
from reticent.review.release import release_file
from reticent.review.repair import repair_state, view_state
from reticent.review.review import open_review
from reticent.review.session import State
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.worker_state import open_worker_state
from reticent.spark.frames import _release_texts
from reticent.usecases.dataframes import sanitize_values
from reticent.usecases.folder import FolderJob, release_folder
from reticent.usecases.plausibility import compare_thresholds
from reticent.usecases.records import Lines, release_lines
from reticent.usecases.release import InputFile, read_file, release
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
    1,
    taxonomy=Hierarchy.from_pairs([("wool", "thing")]),
    detectors=(WordList(["nobody"]),),
    nouns=False,
    marks=False,
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


POLICY = """
taxonomies = ["terms.csv"]
gaps = "{gaps}"

[[models]]
type = "t-plausibility"
word_t = "paper"
t = 2
"""
LINE = "She takes aspirin, zidovudine and pollen."
LINE_MARKED = "She takes aspirin, [NOUN] and a thing."
LINE_CLOSED = "She takes aspirin and a thing."


def by_policy(place: Path) -> str:
    return open_policy(place).sanitize(LINE).text


def by_many(place: Path) -> str:
    (outcome,) = open_policy(place).sanitize_many([LINE])
    return cast(Outcome, outcome).text


def by_texts(place: Path) -> str:
    (text,) = open_policy(place).release_many([LINE])
    return cast(str, text)


def by_column(place: Path) -> str:
    (text,) = sanitize_values([LINE], open_policy(place))
    return cast(str, text)


def by_spark(place: Path) -> str:
    (row,) = _release_texts([LINE], open_policy(place))
    return cast(str, row.text)


def by_records(place: Path) -> str:
    recipe, rules = open_policy(place).recipe, open_policy(place).rules
    line = json.dumps({"text": LINE}).encode() + b"\n"
    (written,) = release_lines(Lines(line, whole=True), rules, recipe, options=rules.options)
    return cast(str, json.loads(cast(bytes, written))["text"])


def by_folder(place: Path) -> str:
    source, out = place.parent / "in", place.parent / "out"
    source.mkdir()
    (source / "a.txt").write_text(LINE, "utf-8")
    release_folder(FolderJob(source, out, open_policy(place).recipe, FormatOptions()), Inline())
    return (out / "a.txt").read_text("utf-8")


def by_service(place: Path) -> str:
    state = open_worker_state({"p": open_policy(place).recipe}, ())
    body = json.dumps({"text": LINE}).encode()
    return cast(str, json.loads(answer(state, Job("sanitize", "p", body)).body)["text"])


def by_review(place: Path) -> str:
    outbox = Outbox(place.parent / "out", "Zoe")
    given = place.parent / "a.txt"
    given.write_text(LINE, "utf-8")
    review = open_review([read_file(str(given))], open_policy(place).rules, outbox=outbox)
    review.settle(1)
    released = release_file(review, 1).release
    review.close()
    return Path(released).read_text("utf-8")


POLICY_DOORS: dict[str, Callable[[Path], str]] = {
    "a policy": by_policy,
    "many under a policy": by_many,
    "texts under a policy": by_texts,
    "a column": by_column,
    "Spark": by_spark,
    "records": by_records,
    "a folder": by_folder,
    "the service": by_service,
    "a review": by_review,
}


@pytest.mark.parametrize("door", POLICY_DOORS.values(), ids=POLICY_DOORS)
@pytest.mark.parametrize(("gaps", "released"), [("mark", LINE_MARKED), ("close", LINE_CLOSED)])
def test_what_a_policy_says_of_gaps_holds_at_every_door(
    door: Callable[[Path], str], gaps: str, released: str, tmp_path: Path
) -> None:
    (tmp_path / "terms.csv").write_text("pollen,thing\ndust,thing\naspirin,drug\n", "utf-8")
    (tmp_path / "policy.toml").write_text(POLICY.format(gaps=gaps), "utf-8")
    assert door(tmp_path / "policy.toml") == released


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
    assert marked == "She had [DISEASE]. Signs: pollen, [SYMPTOM 1] and dust."
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


def test_rounds_and_drafts_are_known_to_the_engine_alone() -> None:
    inside = Path(PACKAGE, "engine")
    others = [path for path in Path(PACKAGE).rglob("*.py") if inside not in path.parents]
    texts = {path: path.read_text("utf-8") for path in others}
    assert [path for path, text in texts.items() if "engine.rounds" in text or "engine.draft" in text] == []
