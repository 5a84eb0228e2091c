"""The same texts give the same model again, whatever order a process happens to hash words in."""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("scipy")

ROOT = Path(__file__).parents[2]
TRAIN = """
import hashlib
import numpy as np
from training.name_corpora import Sample, labels
from training.name_training import read_samples, train
from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.word_lists import word_classes
from training.calibration import calibrate
from training.tagger_file import pack

samples = []
for number, name in enumerate(("Anna Berg", "John Smith", "Maria Lopez", "Peter Hansen", "Eva Novak", "Ali Demir")):
    text = read_cased(f"Mr {name} wrote on {number + 3} May 2011 to the Bank of Oslo. {name} came back.", word_classes())
    allowed = np.tile(labels((), outside=True), (len(text), 1))
    for place, word in enumerate(text.words):
        if word in name.split():
            allowed[place] = labels(["PERSON"], "+")
    samples.append(Sample("test", text, allowed))
model = train(samples, read_samples(samples), range(len(samples)), rounds=6)
data = pack(model, calibrate(samples, [model.guess(sample.text) for sample in samples], points=2))
print(hashlib.sha256(data).hexdigest(), len(model.keys))
"""
CLASSES = """
import hashlib
import numpy as np
from experiments import corpora
from training import build_word_classes as build
from reticent.detection.names.word_lists import encode_classes

build.CONTEXTS, build.DIMENSIONS = 20, 8
articles = corpora.articles(corpora.SIMPLE, corpora.SAMPLE)
words, counts, running, named = build.count_words(articles)
points = build.embeddings(len(words), running)
weights = np.sqrt(counts).astype(np.float32)
classes = [build.cluster(points, weights, number) for number in (7, 3)]
table = build.grade_words(words, counts, build.capital_share(words, running), classes, named)
print(hashlib.sha256(encode_classes(table)).hexdigest(), len(table))
"""


def run(code: str, seed: int, data: Path | None = None) -> str:
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": path}
    if data:
        environment["RETICENT_DATA"] = str(data)
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.slow
def test_training_twice_gives_the_same_bytes() -> None:
    first, second = run(TRAIN, 1), run(TRAIN, 2)
    assert first == second
    assert int(first.split()[1]) > 50


@pytest.mark.slow
def test_the_number_of_processors_makes_no_difference() -> None:
    one, three = (run(f"import os; os.cpu_count = lambda: {count}\n" + TRAIN, 1) for count in (1, 3))
    assert one == three


@pytest.mark.slow
def test_the_number_of_parts_hardly_makes_any() -> None:
    show = "\nprint([round(float(value), 2) for value in model.transitions[0]])"
    whole = run("import training.name_training as it; it.PARTS = 1\n" + TRAIN + show, 1)
    assert whole.splitlines()[1] == run(TRAIN + show, 1).splitlines()[1]


def test_word_classes_come_out_the_same_twice(tmp_path: Path) -> None:
    towns = ["Bergen", "Oslo", "Lyon", "Porto", "Turku", "Ghent"]
    (tmp_path / "corpora").mkdir()
    for name in ("simplewiki.jsonl.xz", "enwiki-2015-sample.jsonl.xz"):
        with lzma.open(tmp_path / "corpora" / name, "wt", encoding="utf-8") as lines:
            for number, town in enumerate(towns * 4):
                text = f"{town} is a city in the north. {number} people of {town} saw the old river, and it was cold."
                lines.write(json.dumps({"title": town, "text": text}) + "\n")
    first, second = (run(CLASSES, seed, tmp_path) for seed in (1, 2))
    assert first == second
    assert int(first.split()[1]) > 10
