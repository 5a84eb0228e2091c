"""How well the name tagger does in each register on texts of writers, courts and articles that it has not seen.

python -m experiments.names [--quick] [--folds N] [--rounds N] [--json FILE]

Three times a model is trained on all but two or three writers of the invented documents, a third of the court cases (Text
Anonymization Benchmark, MIT) and a third of wikigold (CC BY 4.0), and judges what was left out: by itself, at both settings,
and as the default policy uses it, together with the patterns. Where RETICENT_FOLDS also holds the networks of
`training.train_network --folds`, each judges together with the model of its fold, as the default policy uses it. A quick run trains for few rounds on few texts, so that its
scores are lower. Where PyTorch sees a graphics processor the models are fitted there, in minutes. Where RETICENT_FOLDS names a
folder, the models are kept in it, and those that lie there are not trained again. It also prints the calibration that
`training.train_names` puts into the model that ships.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from training.calibration import calibrate
from training.folds import FOLDS, FOLDS_VARIABLE, WRITER, leave_out
from training.name_corpora import Sample
from training.name_fit_gpu import has_gpu
from training.name_training import ROUNDS, read_samples, train
from training.registers import Corpora, read_corpora
from training.tagger_file import pack

from experiments import registers
from experiments.harness import make_parser, parse_options, write_json
from experiments.needs import Needs
from experiments.registers import DEFAULT_KINDS, WRITERS, Marked, Place, read_written, score_words
from reticent.detection import Detector, names, patterns, several
from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS, NameGuess, NameModel, decode_model
from reticent.detection.names.names import Setting
from reticent.detection.names.network import Network, decode_network
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.evaluation import GoldDocument, score
from reticent.executors import choose_executor
from reticent.text import Document, Span
from training import name_training
from training import registers as learned

NEEDS = Needs() | learned.NEEDS | name_training.NEEDS | registers.NEEDS
QUICK_ROUNDS = 8

_IN_WIKIGOLD = ("PERSON", "LOCATION", "ORGANIZATION", "MISC")
_SETTINGS: tuple[Setting, ...] = ("balanced", "careful")
_POLICY = "default policy"
_WITH_NETWORK = ", with the network"


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model that has not seen them says of texts: places in the court cases and the writers' documents, by how
    they were asked, and guesses, by the number of the sample."""

    writers: dict[str, list[int]]
    places: dict[str, dict[int, list[Place]]]
    guesses: dict[int, NameGuess]


@dataclass(frozen=True, slots=True)
class Study:
    """The texts, for how many rounds a model is trained, and where models are kept, if they are."""

    corpora: Corpora
    rounds: int
    kept: Path | None = None

    def judge(self, fold: int) -> Judged:
        """Train on all that the fold doesn't leave out, and judge that."""
        writers, part = leave_out(fold, self.corpora.of)
        left_out = set(part).union(*writers.values())
        model = self.model(fold, left_out)
        asked = _ask(model, self.network(fold))
        texts = {
            **{
                number: self.corpora.cases[number].text for number in part if number < len(self.corpora.cases)
            },
            **{
                number: each.text
                for writer, numbers in writers.items()
                for number, each in zip(numbers, read_written(writer), strict=True)
            },
        }
        places = {
            name: {number: _find(detector, text) for number, text in texts.items()}
            for name, detector in asked.items()
        }
        guesses = {number: model.guess(self.corpora.samples[number].text) for number in sorted(left_out)}
        print(f"fold {fold + 1} of {len(FOLDS)}: {len(model.keys):,} features", file=sys.stderr, flush=True)
        return Judged(writers, places, guesses)

    def model(self, fold: int, left_out: Container[int]) -> NameModel:
        """The model that has seen all but some samples, packed and unpacked as the one that ships is."""
        path = self.kept / f"fold-{fold}-of-{self.rounds}-rounds.bin" if self.kept else None
        if path and path.exists():
            return decode_model(path.read_bytes(), word_classes(), word_lists())
        samples = self.corpora.samples
        fitted = train(
            samples,
            read_samples(samples),
            self.corpora.all_but(left_out),
            rounds=self.rounds,
            on_gpu=has_gpu(),
        )
        packed = pack(fitted, fitted.calibration)
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed)
        return decode_model(packed, word_classes(), word_lists())

    def network(self, fold: int) -> Network | None:
        """The network that has seen the same samples, if there is one."""
        path = self.kept / f"network-{fold}.bin" if self.kept else None
        return decode_network(path.read_bytes()) if path and path.exists() else None


def _ask(model: NameModel, network: Network | None) -> dict[str, Detector]:
    """The ways to ask: the tagger alone at both settings, with all kinds, and as the default policy does; the network in this last way alone."""
    ways: dict[str, Detector] = {setting: names(setting, ages="all", model=model) for setting in _SETTINGS}
    for read_along in (False, network) if network else (False,):
        with_it = _WITH_NETWORK if read_along else ""
        tagger = names(kinds=DEFAULT_KINDS, network=read_along, model=model)
        ways[_POLICY + with_it] = several(patterns(), tagger)
    return ways


def _find(detector: Detector, text: str) -> list[Place]:
    return [
        (each.span.start, each.span.end, each.kind) for each in detector.mentions(Document("study", text))
    ]


def main(needs: Needs) -> None:
    """Measure, show, write."""
    parser = make_parser("names")
    parser.add_argument("--folds", type=int, default=len(FOLDS), help="how many of the folds (%(default)s)")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help="how many rounds a model is trained for (%(default)s)"
    )
    options = parse_options(parser, needs)
    figures = measure(options.quick, folds=options.folds, rounds=options.rounds)
    show(figures)
    if options.json:
        write_json(options.json, figures, needs)


def _set_up_quick() -> Study:
    corpora = read_corpora(word_classes())
    corpora = Corpora([*corpora.samples[: len(corpora.cases)], *_some(corpora)], corpora.cases)
    return Study(corpora, QUICK_ROUNDS)


def _some(corpora: Corpora) -> Iterator[Sample]:
    """The invented documents and wikigold, which a quick run learns from."""
    for sample in corpora.samples[len(corpora.cases) :]:
        if sample.source.startswith(WRITER) or sample.source == "wikigold":
            yield sample


def measure(quick: bool, *, folds: int = len(FOLDS), rounds: int = ROUNDS) -> dict[str, Any]:
    """All figures."""
    folds, rounds = (1, QUICK_ROUNDS) if quick else (folds, rounds)
    executor = choose_executor(min(folds, os.cpu_count() or 1))
    set_up = _set_up_quick if quick else partial(_set_up_whole, rounds)
    judged = list(executor.run(_judge_fold, range(folds), set_up=set_up))
    corpora = _set_up_quick().corpora if quick else read_corpora(word_classes())
    guesses = {number: guess for each in judged for number, guess in each.guesses.items()}
    return {
        "folds": folds,
        "rounds": rounds,
        "court cases": _score_cases(corpora.cases, judged),
        "wikigold": _score_wikigold(corpora, guesses),
        "registers": dict(_score_writers(judged)),
        "calibration": _calibrate(corpora, guesses),
    }


def _set_up_whole(rounds: int) -> Study:
    folder = os.environ.get(FOLDS_VARIABLE)
    return Study(read_corpora(word_classes()), rounds, Path(folder) if folder else None)


def _judge_fold(study: Study, fold: int) -> Judged:
    return study.judge(fold)


def _score_cases(cases: Sequence[GoldDocument], judged: Sequence[Judged]) -> dict[str, Any]:
    figures = {}
    for asked in judged[0].places:
        places = {number: found for each in judged for number, found in each.places[asked].items()}
        seen = [number for number in sorted(places) if number < len(cases)]
        masking = {
            cases[number].id: tuple(Span(start, end) for start, end, _ in places[number]) for number in seen
        }
        figures[asked] = score([cases[number] for number in seen], masking).figures()
    return figures


def _score_writers(judged: Sequence[Judged]) -> Iterator[tuple[str, Any]]:
    """For each register, and each of its writers alone, the scores by how the tagger was asked."""
    by_writer = {writer: each for each in judged for writer in each.writers}
    for register, writers in WRITERS.items():
        known = [writer for writer in writers if writer in by_writer]
        if not known:
            continue
        documents = {writer: read_written(writer) for writer in known}
        yield (
            register,
            {
                asked: {
                    "together": _score(known, documents, by_writer, asked),
                    **{f"writer {writer}": _score([writer], documents, by_writer, asked) for writer in known},
                }
                for asked in judged[0].places
            },
        )


def _score(
    writers: Sequence[str],
    documents: Mapping[str, Sequence[Marked]],
    judged: Mapping[str, Judged],
    asked: str,
) -> dict[str, float]:
    kinds = DEFAULT_KINDS if asked.startswith(_POLICY) else None
    texts = [document for writer in writers for document in documents[writer]]
    found = [
        places
        for writer in writers
        for number in judged[writer].writers[writer]
        for places in [judged[writer].places[asked][number]]
    ]
    return score_words(texts, found, kinds)


def _score_wikigold(corpora: Corpora, guesses: Mapping[int, NameGuess]) -> dict[str, float]:
    """Exact matches of names of all four kinds; demographic attributes count as miscellaneous ones."""
    right = said = true = 0
    for number in corpora.of("wikigold"):
        if number not in guesses:
            continue
        sample, guess = corpora.samples[number], guesses[number]
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


def _calibrate(corpora: Corpora, guesses: Mapping[int, NameGuess]) -> list[list[float]]:
    known = [number for number in corpora.fully_marked() if number in guesses]
    table = calibrate([corpora.samples[number] for number in known], [guesses[number] for number in known])
    return [[round(value, 4) for value in row] for row in table.tolist()]


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables."""
    print(
        f"{figures['folds']} of {len(FOLDS)} folds, {figures['rounds']} rounds{'':38}precision    recall        F1   mentions"
    )
    for asked, part in figures["court cases"].items():
        values = [part[key]["value"] for key in ("token precision", "token recall", "mention recall")]
        _print_row(f"court cases, {asked}", values[0], values[1], part["f1"], values[2])
    for register, ways in figures["registers"].items():
        for asked, parts in ways.items():
            for who, part in parts.items():
                shown = [part[key] for key in ("precision", "recall", "f1", "mention recall")]
                _print_row(f"{register}, {asked}" if who == "together" else f"   {who}", *shown)
    part = figures["wikigold"]
    _print_row("wikigold, exact names", part["precision"], part["recall"], part["f1"], 0.0)
    print("calibration:", figures["calibration"])


def _print_row(name: str, *values: float) -> None:
    print(f"{name:64}" + "".join(f"{value:10.3f}" for value in values))


if __name__ == "__main__":
    main(NEEDS)
