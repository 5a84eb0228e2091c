"""Makes `word-classes.bin`: what the name tagger knows of single words (classes, capitals, what they name).

    OPENBLAS_NUM_THREADS=1 python -m training.build_word_classes [--check]        writes into src/reticent/detection/names/data

The sources are Simple English Wikipedia and a sample of English Wikipedia (texts CC BY-SA); only statistics of single
words leave this script. The same corpora give the same file again on one thread.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from experiments import corpora
from reticent.detection.names.word_lists import NAMED, WordKnowledge, encode_classes
from reticent.text.tokens import token_texts
from training.shipping import ship

NEEDS = corpora.BOTH
MIN_COUNT = 25
MIN_COUNT_UNCLASSED = 10
MIN_TITLES = 2
KEPT_AT_MOST = 400_000
CAPITAL_GRADES = (0.03, 0.15, 0.5, 0.85, 0.97)
TITLE_GRADES = (2, 5, 20)
CONTEXTS = 1200
DIMENSIONS = 120
CLASSES = (1024, 128)
ROUNDS = 12
DIGIT = re.compile(r"\d")
ENDS = frozenset('.!?:;"“”()*|•–—-') | {"...", "\n"}

_LIFE = re.compile(r"\((?:[^()]{0,60}\b)?(?:born|\d{3,4}\s*[–-])|\bborn (?:on|in|\d)")
_IS_A = re.compile(r"\b(?:is|was|are|were) (?:an?|the|one of the) ((?:[\w'’-]+,? ){0,9}?[\w-]+)")
_PLACE_LISTED = """city town village commune municipality county district river mountain island state province region country lake
    department suburb neighborhood neighbourhood borough settlement hamlet parish canton peninsula valley street
    township community prefecture volcano bay sea capital territory street road square census-designated"""
_PLACE = frozenset(_PLACE_LISTED.split())
_BODY_LISTED = """company organization organisation university college club band party agency school team newspaper airline bank
    corporation institute society association union army ministry museum hospital church court publisher network
    channel station magazine group manufacturer league orchestra label foundation charity brand chain"""
_BODY = frozenset(_BODY_LISTED.split())


def with_zeros(word: str) -> str:
    """The word with every digit made 0, so that numbers share their statistics."""
    return DIGIT.sub("0", word)


def count_words(
    articles: Iterable[tuple[str, str]],
) -> tuple[list[str], NDArray[np.int64], NDArray[np.int32], Counter[tuple[str, str]]]:
    """Words by frequency, their counts, the running text as numbers, and what titles name."""
    numbers: dict[str, int] = {}
    stream: list[NDArray[np.int32]] = []
    named: Counter[tuple[str, str]] = Counter()
    for title, text in articles:
        named.update(title_words(title, text))
        words = [word for line in text.split("\n") for word in ("\n", *map(with_zeros, token_texts(line)))]
        stream.append(
            np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.int32, len(words))
        )
    running = np.concatenate(stream)
    counts = np.bincount(running, minlength=len(numbers))
    names = list(numbers)
    order = sorted(range(len(names)), key=lambda number: (-counts[number], names[number]))
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return [names[number] for number in order], counts[order], rank[running], named


def title_words(title: str, text: str) -> Iterator[tuple[str, str]]:
    """(word, what it names) for the words of a title whose article tells in its first sentence what it is about."""
    plain = title.split(" (", maxsplit=1)[0].split(",", maxsplit=1)[0]
    words = token_texts(plain)
    if not words or len(words) > 5 or not all(word[0].isupper() or len(word) <= 3 for word in words):
        return
    beginning = text[:400]
    about = _IS_A.search(beginning)
    if about is None:
        return
    description = about[1].split()
    if _LIFE.search(beginning[:250]) and len(words) >= 2 and words[0][0].isupper():
        yield words[0], "given"
        yield words[-1], "family"
        yield description[0], "people"
        yield description[-1], "role"
    elif _PLACE & {word.strip(",") for word in description}:
        yield from ((word, "place") for word in words)
    elif _BODY & {word.strip(",") for word in description}:
        yield from ((word, "body") for word in words)


def capital_share(words: list[str], running: NDArray[np.int32]) -> NDArray[np.float64]:
    """For each word, the share of capitalized forms among its occurrences inside a sentence, whatever their case."""
    ends = np.array([word in ENDS for word in words])
    inside = running[1:][~ends[running[:-1]]]
    counts = np.bincount(inside, minlength=len(words)).astype(float)
    lowered = [word.lower() for word in words]
    whole, high = Counter[str](), Counter[str]()
    for word, low, count in zip(words, lowered, counts.tolist(), strict=True):
        whole[low] += count
        if word != low:
            high[low] += count
    return np.array([(high[low] + 0.5) / (whole[low] + 1) for low in lowered])


def embeddings(size: int, running: NDArray[np.int32]) -> NDArray[np.float32]:
    """Each word's neighbours, two to a side, as positive pointwise information in few dimensions."""
    columns = 4 * CONTEXTS
    table = np.zeros((size, columns), np.float32)
    for number, shift in enumerate((-2, -1, 1, 2)):
        here, there = (
            (running[-shift:], running[:shift]) if shift < 0 else (running[:-shift], running[shift:])
        )
        used = (here < size) & (there < CONTEXTS)
        keys = here[used].astype(np.int64) * CONTEXTS + there[used]
        counts = np.bincount(keys, minlength=size * CONTEXTS).reshape(size, CONTEXTS)
        table[:, number * CONTEXTS : (number + 1) * CONTEXTS] = counts
    rows = table.sum(1, keepdims=True) + 1
    share = table.sum(0) ** 0.75
    table /= rows
    table /= share / share.sum() * 4
    np.log(table, out=table, where=table > 1)
    table[table <= 0] = 0
    table[table > 6] = 6
    _, vectors = np.linalg.eigh((table.T @ table).astype(np.float64))
    dense: NDArray[np.float32] = table @ vectors[:, -DIMENSIONS:].astype(np.float32)
    dense /= np.linalg.norm(dense, axis=1, keepdims=True) + np.float32(1e-6)
    return dense


def cluster(points: NDArray[np.float32], weights: NDArray[np.float32], classes: int) -> NDArray[np.int64]:
    """The class of each point: k-means with cosine distance, started from points at even steps of frequency."""
    centres = points[
        np.linspace(0, len(points) - 1, classes).astype(int) if classes < 500 else np.arange(classes) * 8
    ]
    for _ in range(ROUNDS):
        nearest = np.concatenate([(part @ centres.T).argmax(1) for part in np.array_split(points, 40)])
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, points * weights[:, None])
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-9), centres)
    return nearest


def grade_words(
    words: list[str],
    counts: NDArray[np.int64],
    shares: NDArray[np.float64],
    classes: list[NDArray[np.int64]],
    named: Counter[tuple[str, str]],
) -> dict[str, WordKnowledge]:
    """The table: every word with classes, and rarer words that are not too rare or that titles name."""
    table = {}
    for number, (word, count, share) in enumerate(zip(words, counts.tolist(), shares.tolist(), strict=True)):
        names = [named[word, what] for what in NAMED]
        classed = number < len(classes[0])
        if word.strip() and (classed or count >= MIN_COUNT_UNCLASSED or sum(names) >= MIN_TITLES):
            table[word] = WordKnowledge(
                fine=int(classes[0][number]) + 1 if classed else 0,
                coarse=int(classes[1][number]) + 1 if classed else 0,
                frequency=int(np.clip(np.log2(count) // 2, 1, 9)),
                capitals=1 + int(np.searchsorted(CAPITAL_GRADES, share)),
                named="".join(
                    str(int(np.searchsorted(TITLE_GRADES, times, side="right"))) for times in names
                ),
            )
    return table


def make() -> dict[str, bytes]:
    """The table of all words of the corpora."""
    articles = corpora.articles(corpora.SIMPLE, corpora.SAMPLE)
    words, counts, running, named = count_words(articles)
    size = int((counts >= MIN_COUNT).sum())
    print(f"{len(running):,} words, {len(words):,} different, {size:,} with classes", flush=True)
    shares = capital_share(words, running)
    points = embeddings(size, running)
    weights = np.sqrt(counts[:size]).astype(np.float32)
    classes = [cluster(points, weights, number) for number in CLASSES]
    kept = slice(KEPT_AT_MOST)
    table = grade_words(words[kept], counts[kept], shares[kept], classes, named)
    print(f"{len(table):,} words in the table")
    return {"word-classes.bin": encode_classes(table)}


if __name__ == "__main__":
    ship("build_word_classes", NEEDS, "detection/names/data", make)
