"""The thresholds of the careful setting: chosen on one half of the texts that people masked, reported on the other half.

python -m experiments.careful [--quick] [--json FILE]

Texts: the Wikipedia biographies with their masks, which the tagger has not learned from, and, where RETICENT_FOLDS holds the models of
`experiments.names`, the court cases that one of these left out. Without them the court cases are judged by the model that
ships, which has learned from them: such rows say so, and choose nothing. The court cases say of every name whether it was masked or left by the one
who read them; another reader would have masked other ones. "Wide" precision therefore counts what was marked at all as right. Of the
thresholds whose recall on the first half is at least .93 the ones with the best precision are chosen; where none has it, those with the highest
recall whose F1 is at most half a point below the best.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from training.folds import FOLDS, FOLDS_VARIABLE

from experiments.harness import data, run
from experiments.needs import Needs
from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.model import Dial, NameGuess, NameModel, decode_model, name_model, widen
from reticent.detection.names.passes import find_names
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.evaluation import GoldDocument, read_gold
from training import name_corpora

BIOGRAPHIES = "benchmarks/wiki-biographies.jsonl"
NEEDS = Needs(data=(BIOGRAPHIES,)) | name_corpora.ALL
_WANTED, _COST = 0.93, 0.005
"""The recall that is wanted, and how much F1 more recall may cost where none has it."""

_LEAST = (0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3)
_DEMOGRAPHIC = (0.3, 0.5)
"""No more than the balanced setting asks for."""

_FEW = 12
_BIOGRAPHIES, _CASES = "biographies", "court cases"
_LEFT, _MASKED = 1, 2
Judged = list[tuple[CasedText, NameGuess, bytearray]]
"""Each text with what the CRF guesses, and which of its words people masked, or marked and left."""


def measure(quick: bool) -> dict[str, Any]:
    """Scores of all thresholds on the first half, the choice, and what it does on the second."""
    some = slice(None, _FEW if quick else None)
    model = name_model()
    texts = {
        _BIOGRAPHIES: [_judge(model, each) for each in read_gold(data(BIOGRAPHIES))[some]],
        _CASES: _judge_cases(read_gold(data(name_corpora.CASES))[some], model),
    }
    folds = bool(os.environ.get(FOLDS_VARIABLE))
    choosing = [_BIOGRAPHIES, _CASES] if folds else [_BIOGRAPHIES]
    first = {
        f"{least}, {demographic}": {
            name: _score(judged[::2], widen(least, demographic)) for name, judged in texts.items()
        }
        for least in _LEAST
        for demographic in _DEMOGRAPHIC
    }
    chosen = _choose(first, choosing)
    least, demographic = map(float, chosen.split(", "))
    return {
        "court cases were left out": folds,
        "first half": first,
        "chosen": chosen,
        "second half": {
            name: _score(judged[1::2], widen(least, demographic)) for name, judged in texts.items()
        },
    }


def _judge_cases(cases: Sequence[GoldDocument], shipped: NameModel) -> Judged:
    folder = os.environ.get(FOLDS_VARIABLE)
    if not folder:
        return [_judge(shipped, case) for case in cases]
    paths = {int(path.name.split("-")[1]): path for path in sorted(Path(folder).glob("fold-*-of-*.bin"))}
    models = {
        fold: decode_model(path.read_bytes(), word_classes(), word_lists()) for fold, path in paths.items()
    }
    return [
        _judge(models[number % len(FOLDS)], case)
        for number, case in enumerate(cases)
        if number % len(FOLDS) in models
    ]


def _judge(model: NameModel, document: GoldDocument) -> tuple[CasedText, NameGuess, bytearray]:
    text = read_cased(document.text, word_classes())
    masked = bytearray(len(text))
    for entity in document.entities:
        for span, hidden in zip(entity.mentions, entity.hidden, strict=True):
            words = name_corpora.find_words(text, span.start, span.end)
            masked[words] = bytes([_MASKED if hidden else _LEFT]) * (words.stop - words.start)
    return text, model.guess(text), masked


def _score(judged: Judged, dial: Dial) -> dict[str, float]:
    """Precision and recall over words that have a letter or a digit."""
    counts: Counter[tuple[int, bool]] = Counter()
    for text, guess, masked in judged:
        found = bytearray(len(text))
        for each in find_names(text, guess, dial, word_classes(), word_lists()):
            found[each.begin : each.end] = b"\1" * (each.end - each.begin)
        counts.update(
            (true, bool(said))
            for word, true, said in zip(text.words, masked, found, strict=True)
            if any(map(str.isalnum, word))
        )
    right, left, wrong = counts[_MASKED, True], counts[_LEFT, True], counts[0, True]
    found_words = max(right + left + wrong, 1)
    precision, recall = right / found_words, right / max(right + counts[_MASKED, False], 1)
    return {
        "precision": precision,
        "wide precision": (right + left) / found_words,
        "recall": recall,
        "f1": 2 * precision * recall / max(precision + recall, 1e-9),
    }


def _choose(first: Mapping[str, Mapping[str, Mapping[str, float]]], names: Sequence[str]) -> str:
    """The thresholds with the best precision where the wanted recall is reached; else with the best recall that costs little."""

    def worst(thresholds: str, key: str) -> float:
        return min(first[thresholds][name][key] for name in names)

    enough = [each for each in first if worst(each, "recall") >= _WANTED]
    if enough:
        return max(enough, key=lambda each: worst(each, "precision"))
    best = max(worst(each, "f1") for each in first)
    near = [each for each in first if worst(each, "f1") >= best - _COST]
    return max(near, key=lambda each: worst(each, "recall"))


def show(figures: Mapping[str, Any]) -> None:
    """The figures as a table."""
    seen = "left out" if figures["court cases were left out"] else "learned from"
    print(f"thresholds; precision, wide precision, recall, F1 of biographies, and of court cases ({seen})")
    for thresholds, parts in figures["first half"].items():
        _print_row(thresholds, parts)
    _print_row(f"chosen {figures['chosen']}, second half", figures["second half"])


def _print_row(name: str, parts: Mapping[str, Mapping[str, float]]) -> None:
    values = [part[key] for part in parts.values() for key in ("precision", "wide precision", "recall", "f1")]
    print(f"{name:32}" + "".join(f"{value:8.3f}" for value in values))


if __name__ == "__main__":
    run("careful", NEEDS, measure, show)
