"""How often the tagger is right on SemCor's held-out files, and how fast it is.

    python -m experiments.tagger [--quick] [--json FILE]

Judged are the words whose tag SemCor states itself. Left out are punctuation, which SemCor gives no part of speech, and the
words that only have the tag of a multi-word entry around them (see `training.semcor`). Further figures judge those words
too, by the tag that they usually have or, if they were taken out of an entry, by the one that SemCor left them with, and
punctuation, whose tags are fixed. Times are those of one core's work.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping

from training.semcor import TaggedSentence, read

from experiments.harness import run
from reticent.language.en.tagging import hashes_of_word
from reticent.language.en.tagging import tagger as english_tagger
from reticent.language.language import Tagger, punctuation_tag
from reticent.text import tokenize
from training import semcor

NEEDS = semcor.NEEDS


def measure(quick: bool) -> dict[str, float]:
    """Accuracy on the held-out files (a fifth of their sentences when `quick`), load time, speed on one core."""
    tagger, loaded = _load_tagger()
    held_out = read()[1]
    judged = held_out[::5] if quick else held_out
    words = [sentence.words for sentence in judged]
    return {
        "load seconds": loaded,
        **_accuracy(judged, tagger.tags(words)),
        "tokens a second": _measure_speed(words, rounds=3 if quick else 7),
        "tokens a second, all words new": _measure_speed(words, rounds=2, forgetful=True),
        "tokens a second, tokenizer": _tokenizer_speed(words),
    }


def _load_tagger() -> tuple[Tagger, float]:
    """The tagger and the time that it took to be ready, numpy being there already."""
    importlib.import_module("numpy")
    english_tagger.cache_clear()
    start = time.process_time()
    tagger = english_tagger()
    tagger.tags([["Ready", "."]])
    return tagger, time.process_time() - start


def _accuracy(sentences: list[TaggedSentence], guessed: list[list[str]]) -> dict[str, float]:
    rows = [
        (tag == guess, stated, punctuation_tag(word) is None, written == guess)
        for sentence, guesses in zip(sentences, guessed, strict=True)
        for word, tag, stated, written, guess in zip(
            sentence.words, sentence.tags, sentence.stated, sentence.written, guesses, strict=True
        )
    ]
    stated = [right for right, told, _, _ in rows if told]
    words = [(right, as_written) for right, _, word, as_written in rows if word]
    return {
        "words judged": len(stated),
        "right, words with a stated tag": sum(stated) / len(stated),
        "right, all words": sum(right for right, _ in words) / len(words),
        "right, all words as written": sum(as_written for _, as_written in words) / len(words),
        "right, words and punctuation": sum(row[0] for row in rows) / len(rows),
    }


def _measure_speed(sentences: list[list[str]], *, rounds: int, forgetful: bool = False) -> float:
    tagger, best = english_tagger(), float("inf")
    for _ in range(rounds):
        if forgetful:
            hashes_of_word.cache_clear()
        start = time.process_time()
        tagger.tags(sentences)
        best = min(best, time.process_time() - start)
    return sum(map(len, sentences)) / best


def _tokenizer_speed(sentences: list[list[str]]) -> float:
    text = "\n".join(" ".join(words) for words in sentences)
    start = time.process_time()
    return len(tokenize(text)) / (time.process_time() - start)


def show(figures: Mapping[str, float]) -> None:
    """The figures, one a line."""
    for name, figure in figures.items():
        print(f"{name:32} {figure:12,.4f}")


if __name__ == "__main__":
    run("tagger", NEEDS, measure, show)
