"""Makes `common-words.txt.gz`: the English words that stand at least once in a million words.

    python -m training.build_common_words [--check]        writes into src/reticent/language/en/data

The frequencies are those of wordfreq by Robyn Speer (CC BY-SA 4.0), which the file and `LICENSE-wordfreq` beside it
name. Numbers and what holds none of our letters are left out; words stand in the forms under which they are counted.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator

from experiments.harness import data
from experiments.needs import Needs

from reticent.text.sentences import normal_word
from training.shipping import ship, unpack

FREQUENCIES = "lists/word-frequencies.msgpack.gz"
NEEDS = Needs(data=(FREQUENCIES,))
LEAST = 600
"""The last bucket that is taken: the i-th holds the words of frequency 10^(-i/100)."""

_LENGTHS = {0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4}
_TEXTS = (0xD9, 0xDA, 0xDB)


def make() -> dict[str, bytes]:
    """The words in order, one a line."""
    _, *buckets = _read(iter(gzip.decompress(data(FREQUENCIES).read_bytes())))
    written = {word for bucket in buckets[: LEAST + 1] for word in bucket}
    plain = {word for word in written if word.replace("'", "").isalpha() and word.isascii()}
    forms = sorted(plain | {normal_word(word) for word in plain})
    return {"common-words.txt.gz": gzip.compress("\n".join(forms).encode(), mtime=0)}


def _read(octets: Iterator[int]) -> list[list[str]]:
    """The list that a MessagePack file holds: of lists, texts and one map of small numbers, and nothing else."""

    def number(size: int) -> int:
        return int.from_bytes([next(octets) for _ in range(size)], "big")

    def item() -> object:
        first = next(octets)
        if first < 0x80:
            return first
        if first < 0x90:
            return {item(): item() for _ in range(first & 0x0F)}
        if first < 0xA0 or first in (0xDC, 0xDD):
            return [item() for _ in range(number(_LENGTHS[first]) if first >= 0xDC else first & 0x0F)]
        if first < 0xC0 or first in _TEXTS:
            size = number(_LENGTHS[first]) if first in _TEXTS else first & 0x1F
            return bytes(next(octets) for _ in range(size)).decode()
        raise SystemExit(f"{FREQUENCIES} holds a value of the type {first:#x}: take the file of wordfreq")

    found = item()
    if not isinstance(found, list):
        raise SystemExit(f"{FREQUENCIES} holds no list: take the file of wordfreq")
    return found


if __name__ == "__main__":
    ship("build_common_words", NEEDS, "language/en/data", make, content=unpack)
