"""What `experiments.speed` measures, in names that older versions have too; each prints its processor seconds."""

from __future__ import annotations

import json
import time
import tomllib
import warnings
from collections.abc import Callable, Sequence
from importlib.resources import files

from experiments.harness import data
from experiments.needs import Needs
from experiments.tickets import make_tickets
from reticent import (
    CgSanitization,
    Document,
    Redaction,
    names,
    open_corpus,
    patterns,
    sanitize,
    wordnet,
)
from reticent.detection.detector import Detector

CASES = "benchmarks/tab-train.jsonl"
NEEDS = Needs(data=(CASES,))
BATCH = 128


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


def _print_seconds(work: Callable[[], object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.process_time()
        work()
        print(time.process_time() - start)
