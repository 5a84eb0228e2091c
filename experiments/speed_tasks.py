"""What `experiments.speed` measures, using only names that older versions have too; each prints its processor seconds."""

from __future__ import annotations

import json
import lzma
import time
import tomllib
import warnings
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from experiments.harness import data
from experiments.needs import Needs
from experiments.tickets import make_tickets
from reticent import (
    CgSanitization,
    Document,
    Redaction,
    names,
    open_corpus,
    open_policy,
    patterns,
    sanitize,
    wordnet,
)
from reticent.detection.detector import Detector

CASES = "benchmarks/tab-train.jsonl"
TRANSCRIPTIONS = "wild/mtsamples.jsonl.xz"
NEEDS = Needs(data=(CASES, TRANSCRIPTIONS))
BATCH = 128

NOTE_LENGTHS = range(4300, 4700)
"""Characters of the notes that are timed: two pages, 4,500 on average."""
FIRST_NOTES = 10
"""Notes that are read before the clock starts: who releases many has opened what they all need."""

_CG, _INDISTINCT = 'type = "cg-sanitization"\nunseen = "remove"', 'type = "indistinct"'
NOTE_POLICIES = {
    "medicine": ("medicine", _CG),
    "general": ("general", _CG),
    "indistinct": ("medicine", _INDISTINCT),
}
"""The knowledge and the model of each policy; what is protected is asthma, of which "disease" may be told."""


def release_tickets(count: int) -> None:
    """Tickets under the default policy, as the streaming door takes them."""
    model = _default_model()
    for text in make_tickets(20, seed=2):
        sanitize(Document("ready", text), model)
    documents = [Document(f"{number}", text) for number, text in enumerate(make_tickets(count))]
    _print_seconds(lambda: _release(documents, model))


def release_cases(count: int) -> None:
    """Court cases under the default policy."""
    lines = data(CASES).read_text("utf-8").splitlines()[:count]
    model = _default_model()
    documents = [Document(f"{number}", json.loads(line)["text"]) for number, line in enumerate(lines)]
    _print_seconds(lambda: [sanitize(document, model).text for document in documents])


def protect_name(lines: int) -> None:
    """One document that mentions HIV on every line, of which no more is to be told than "virus"."""
    model = CgSanitization({"HIV": "virus"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")
    text = "".join(f"Visit {number}: the patient with HIV feels well today.\n" for number in range(lines))
    _print_seconds(lambda: sanitize(Document("visits", text), model).text)


def release_notes(policy: str, count: int) -> None:
    """Transcriptions under one model, one after the other; prints the seconds of one note."""
    with lzma.open(data(TRANSCRIPTIONS), "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    notes = [text for text in texts if len(text) in NOTE_LENGTHS][: FIRST_NOTES + count]
    knowledge, model = NOTE_POLICIES[policy]
    with TemporaryDirectory() as folder:
        place = Path(folder) / "policy.toml"
        place.write_text(
            f'name = "speed"\nknowledge = ["{knowledge}"]\n[[models]]\n{model}\nprotect = {{ asthma = "disease" }}\n',
            encoding="utf-8",
        )
        opened = open_policy(place)
        for text in notes[:FIRST_NOTES]:
            opened.sanitize(text)
        timed = notes[FIRST_NOTES:]
        _print_seconds(lambda: [opened.sanitize(text) for text in timed], share=1 / len(timed))


def _release(documents: Sequence[Document], model: Redaction) -> None:
    """In batches, or one after the other by versions that have none."""
    try:
        from reticent import engine
    except ImportError:  # as it was called before 0.4
        from reticent import pipeline as engine  # type: ignore[no-redef]
    together, many = getattr(engine, "run_together", None), getattr(engine, "sanitize_many", None)
    for begin in range(0, len(documents), BATCH):
        batch = documents[begin : begin + BATCH]
        if together is not None:
            outcomes = together(batch, engine.Rules((model,), model.detectors))
        elif many is not None:
            outcomes = many(batch, model, detectors=model.detectors)
        else:
            outcomes = [sanitize(document, model) for document in batch]
        for outcome in outcomes:
            outcome.text  # noqa: B018 - raises where a promise is broken


def _default_model() -> Redaction:
    """Redaction by the detectors of the default policy."""
    policy = tomllib.loads(files("reticent.policy").joinpath("data/default.toml").read_text("utf-8"))
    made: dict[str, Callable[..., Detector]] = {"patterns": patterns, "names": names}
    sections = [dict(section) for section in policy["detectors"]]
    return Redaction(tuple(made[section.pop("type")](**section) for section in sections))


def _print_seconds(work: Callable[[], object], *, share: float = 1.0) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.process_time()
        work()
        print(share * (time.process_time() - start))
