"""How well names and quasi-identifiers are found, how fast, and in how much memory.

python -m experiments.detection [--quick] [--json FILE]

Court cases (Text Anonymization Benchmark, MIT) and wikigold (CC BY 4.0) are scored by five-fold cross-validation; the
Wikipedia biographies by the shipped model, which has not seen them, beside a control that masks every number and every
capitalized word inside a sentence. The rule of careful for organizations is also chosen in a nested way, for each fold on
the other folds ("nested"), which tells what to expect of cases that it was not chosen on. A quick run trains for few
rounds, so that its scores are lower.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from training.name_corpora import Corpora, Sample, read_corpora
from training.name_training import ROUNDS, cross_validate

from experiments.harness import best_of, data, peak_megabytes, run
from experiments.needs import Needs
from reticent.detection import names, patterns, several
from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.dial import SETTINGS, Dial, Rule
from reticent.detection.names.model import KINDS, Guess, name_model
from reticent.detection.names.spans import NameRange, find_ranges
from reticent.detection.names.spreading import spread_names
from reticent.detection.names.word_classes import WordClasses, word_classes
from reticent.evaluation import GoldDocument, Masking, read_gold, score
from reticent.evaluation.gold import as_maskings
from reticent.text import Document, Span
from training import name_corpora, name_training

NEEDS = Needs(data=("benchmarks/wiki-biographies.jsonl",)) | name_corpora.NEEDS | name_training.NEEDS
QUICK_ROUNDS = 8
ORGANIZATION_RULES = tuple(
    Rule(least, 1.0, floor)
    for least in (0.18, 0.2, 0.22, 0.25)
    for floor in (0.0005, 0.001, 0.0015, 0.002, 0.0025, 0.003, 0.004, 0.005)
)
LEAST_PRECISION = 0.68
"""The careful setting takes that one of these rules which finds the most organizations at this token precision."""

_WORD = re.compile(r"\w+")
_IN_WIKIGOLD = ("PERSON", "LOCATION", "ORGANIZATION", "MISC")


def measure(quick: bool) -> dict[str, Any]:
    """All figures."""
    speed = _measure_speed(quick)
    memory = peak_megabytes()  # of finding; training takes more
    classes = word_classes()
    corpora = read_corpora(classes)
    if quick:
        corpora = Corpora(corpora.cases[:40], corpora.wikipedia[:30], [])
    unseen = cross_validate(
        corpora, classes, rounds=QUICK_ROUNDS if quick else ROUNDS, folds=2 if quick else 5
    )
    gold = [case for case, _ in corpora.cases]
    texts = [sample.text for _, sample in corpora.cases]
    settings = {
        setting: score(gold, _mask(gold, texts, unseen.cases, dial, classes)).figures()
        for setting, dial in SETTINGS.items()
    }
    settings["nested"] = score(
        gold, _mask_nested(gold, texts, unseen.cases, classes, folds=2 if quick else 5)
    ).figures()
    return {
        "rounds": QUICK_ROUNDS if quick else ROUNDS,
        "court cases": settings,
        "wikigold": _wikigold(corpora.wikipedia, unseen.wikipedia),
        "biographies": _biographies(classes),
        "speed": speed,
        "memory_mb": memory,
    }


def _mask(
    gold: Sequence[GoldDocument],
    texts: Sequence[CasedText],
    guesses: Sequence[Guess],
    dial: Dial,
    classes: WordClasses,
) -> Masking:
    return {
        document.id: _spans(text, spread_names(text, find_ranges(text, guess, dial), classes))
        for document, text, guess in zip(gold, texts, guesses, strict=True)
    }


def _mask_nested(
    gold: Sequence[GoldDocument],
    texts: Sequence[CasedText],
    guesses: Sequence[Guess],
    classes: WordClasses,
    *,
    folds: int,
) -> Masking:
    """The careful setting, each fold with the rule for organizations that the other folds ask for."""
    maskings = {rule: _mask(gold, texts, guesses, _careful(rule), classes) for rule in ORGANIZATION_RULES}
    nested: dict[str, tuple[Span, ...]] = {}
    for fold in range(folds):
        others = [document for number, document in enumerate(gold) if number % folds != fold]
        rule = organization_rule(others, maskings)
        print(f"fold {fold + 1}: the other folds ask for {rule}", file=sys.stderr, flush=True)
        nested.update({document.id: maskings[rule][document.id] for document in gold[fold::folds]})
    print(f"all folds ask for {organization_rule(gold, maskings)}", file=sys.stderr, flush=True)
    return nested


def organization_rule(gold: Sequence[GoldDocument], maskings: Mapping[Rule, Masking]) -> Rule:
    """The rule that finds the most organizations at the precision that is asked for, or else the most precise one."""
    scores = {
        rule: score(gold, {each.id: masking[each.id] for each in gold}) for rule, masking in maskings.items()
    }
    precise = [rule for rule, each in scores.items() if each.precision.value >= LEAST_PRECISION]
    if not precise:
        return max(scores, key=lambda rule: scores[rule].precision.value)
    return max(
        precise, key=lambda rule: (scores[rule].mentions_by_kind["ORG"].value, scores[rule].precision.value)
    )


def _careful(rule: Rule) -> Dial:
    careful = SETTINGS["careful"]
    return replace(careful, rules={**careful.rules, "ORGANIZATION": rule})


def _spans(text: CasedText, mentions: Iterable[NameRange]) -> tuple[Span, ...]:
    return tuple(Span(text.starts[each.begin], text.ends[each.end - 1]) for each in mentions)


def _wikigold(samples: Sequence[Sample], guesses: Sequence[Guess]) -> dict[str, float]:
    """F1 of whole names of the right kind; adjectives of origin count as MISC, as in the corpus."""
    right = said = true = 0
    for sample, guess in zip(samples, guesses, strict=True):
        pairs = sample.allowed[:, 1::2] | sample.allowed[:, 2::2]
        gold = _names(np.where(sample.allowed[:, 0], -1, pairs.argmax(axis=1)), sample.text)
        likely = np.where(guess.present.sum(axis=1) >= 0.5, guess.present.argmax(axis=1), -1)
        guessed = _names(likely, sample.text)
        right, said, true = right + len(guessed & gold), said + len(guessed), true + len(gold)
    precision, recall = right / max(said, 1), right / max(true, 1)
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(precision + recall, 1e-9),
    }


def _names(kinds: NDArray[np.int64], text: CasedText) -> set[tuple[int, int, str]]:
    """Begin, end and kind of every run of words of one kind (-1: none) in one sentence."""
    named = np.where(kinds == KINDS.index("DEM"), KINDS.index("MISC"), kinds)
    breaks = (np.diff(named, prepend=-2) != 0) | np.isin(np.arange(len(named)), text.bounds)
    bounds = [*np.flatnonzero(breaks).tolist(), len(named)]
    return {
        (begin, end, KINDS[named[begin]])
        for begin, end in pairwise(bounds)
        if named[begin] >= 0 and KINDS[named[begin]] in _IN_WIKIGOLD
    }


def _biographies(classes: WordClasses) -> dict[str, Any]:
    """Plain token scores against the human masks: ours at both settings, the control, and the peers."""
    path = data("benchmarks/wiki-biographies.jsonl")
    gold = read_gold(path)
    texts = [read_cased(document.text, classes) for document in gold]
    guesses = [name_model().guess(text) for text in texts]
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    maskings: dict[str, Masking] = {
        setting: _mask(gold, texts, guesses, dial, classes) for setting, dial in SETTINGS.items()
    }
    maskings["control"] = {each.id: _control(text) for each, text in zip(gold, texts, strict=True)}
    for peer in rows[0]["peer_masks"]:
        maskings[peer] = {
            each.id: tuple(Span(start, end) for start, end in row["peer_masks"][peer])
            for each, row in zip(gold, rows, strict=True)
        }
    return {name: _plain(gold, masking) for name, masking in maskings.items()}


def _control(text: CasedText) -> tuple[Span, ...]:
    """Every word with a digit and every capitalized word that does not begin a sentence."""
    first = np.isin(np.arange(len(text)), text.bounds)
    chosen = [
        number
        for number, word in enumerate(text.words)
        if any(map(str.isdigit, word)) or (word[0].isupper() and not first[number])
    ]
    return tuple(Span(text.starts[number], text.ends[number]) for number in chosen)


def _plain(gold: Sequence[GoldDocument], masking: Masking) -> dict[str, float]:
    """Precision, recall and F1 over all words of a text, nothing forgiven."""
    counts: Counter[tuple[bool, bool]] = Counter()
    human = as_maskings(gold)
    for document in gold:
        true, said = (_cover(document, spans) for spans in (human[document.id], masking[document.id]))
        for word in _WORD.finditer(document.text):
            counts[all(true[word.start() : word.end()]), all(said[word.start() : word.end()])] += 1
    precision = counts[True, True] / (counts[True, True] + counts[False, True])
    recall = counts[True, True] / (counts[True, True] + counts[True, False])
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


def _cover(document: GoldDocument, spans: Iterable[Span]) -> bytearray:
    covered = bytearray(len(document.text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * len(span)
    return covered


def _measure_speed(quick: bool) -> dict[str, float]:
    """Megabytes of court cases a second on one core: patterns alone, names alone, both as one detector."""
    texts = [case.text for case in read_gold(data(name_corpora.CASES))][: 20 if quick else None]
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    size = sum(len(text.encode()) for text in texts) / 1e6
    detectors = {"patterns": patterns(), "names": names(), "both": several(patterns(), names())}
    return {
        name: size / best_of(2 if quick else 5, lambda each=each: [each.mentions(one) for one in documents])  # type: ignore[misc]
        for name, each in detectors.items()
    }


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables."""
    cases = figures["court cases"]
    print(
        f"court cases, cross-validated ({figures['rounds']} rounds){'':12}"
        + "".join(f"{name:>12}" for name in cases)
    )
    for row in (
        "f1",
        "token precision",
        "token recall",
        "mention recall",
        "entity recall, direct",
        "entity recall, quasi",
    ):
        values = [part[row] if row == "f1" else part[row]["value"] for part in cases.values()]
        print(f"{row:50}" + "".join(f"{value:12.3f}" for value in values))
    for kind, first in next(iter(cases.values()))["mention recall by kind"].items():
        rates = [part["mention recall by kind"][kind] for part in cases.values()]
        missed = ", ".join(str(rate["total"] - rate["hits"]) for rate in rates)
        print(
            f"mention recall, {kind:10} ({first['total']} mentions){'':10}"
            + "".join(f"{rate['value']:12.3f}" for rate in rates)
            + f"   missed {missed}"
        )
    print(f"\nwikigold, cross-validated: F1 {figures['wikigold']['f1']:.3f}")
    print("\nbiographies, unseen         precision    recall        F1")
    for name, part in figures["biographies"].items():
        print(f"{name:24}{part['precision']:12.3f}{part['recall']:10.3f}{part['f1']:10.3f}")
    print(f"\nmemory of finding: {figures['memory_mb']:.0f} MB")
    print("MB/s on one core: " + ", ".join(f"{name} {speed:.2f}" for name, speed in figures["speed"].items()))


if __name__ == "__main__":
    run("detection", NEEDS, measure, show)
