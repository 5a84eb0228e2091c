"""An index in shards over a million documents and more: what it costs to build and to ask, and whether counts add up.

python -m experiments.shards [--quick] [--documents N ...] [--on PLACE] [--json FILE]

The documents are made so that arithmetic says how many hold what: document n has the words of its remainders by 7, 11, 101 and
1,009, among words drawn as a language draws them. A run adds to the file that other runs wrote.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

from experiments.harness import parse_options, peak_megabytes, write_json
from experiments.needs import Needs
from experiments.watching import run_watched
from reticent.knowledge import open_corpus

NEEDS = Needs()
DOCUMENTS = (1_000_000,)
QUICK = 20_000
SHARDS = 8
MODULI = (7, 11, 101, 1009)
WORDS = 50_000
LENGTH = 20
FIGURES = Path("docs/figures/shards.json")


def main(needs: Needs) -> None:
    """Measure what is asked for, add it to the file, show everything that is in it."""
    parser = argparse.ArgumentParser(prog="python -m experiments.shards")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} documents")
    parser.add_argument("--documents", type=int, action="append", help="so many documents; can be repeated")
    parser.add_argument(
        "--on", default="here", metavar="PLACE", help="build on Spark: 'spark' or a master such as local[2]"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also add the figures to this file")
    options = parse_options(parser, needs)
    sizes = options.documents or ([QUICK] if options.quick else DOCUMENTS)
    figures: dict[str, Any] = (
        json.loads(options.json.read_text("utf-8")) if options.json and options.json.exists() else {}
    )
    for size in sizes:
        name = f"{size}" if options.on == "here" else f"{size} on {options.on}"
        figures[name] = measure(size, options.on)
        if options.json:
            write_json(options.json, figures, NEEDS)
    show(figures)


def measure(size: int, on: str) -> dict[str, Any]:
    """What an index in shards over so many documents takes, built and asked in processes of their own."""
    with tempfile.TemporaryDirectory() as place:
        source, target = Path(place) / "documents.jsonl", Path(place) / "index"
        with source.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps({"text": text}) + "\n" for text in texts(size))
        words = [
            "knowledge",
            "build",
            str(source),
            "-o",
            str(target),
            "--shards",
            str(SHARDS),
            "--on",
            on,
            "-q",
        ]
        watched = run_watched(
            [sys.executable, "-c", "from reticent.cli import main; main()", *words, "--workers", "2"]
        )
        asked = subprocess.run(
            [sys.executable, "-c", f"from experiments.shards import ask; ask({str(target)!r}, {size})"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return {
            "documents": size,
            "shards": len(list(target.iterdir())),
            "text_megabytes": round(source.stat().st_size / 1e6, 1),
            "build_processor_seconds": round(watched.processor_seconds, 1),
            "build_peak_megabytes": round(watched.peak_megabytes),
            "index_megabytes": round(sum(file.stat().st_size for file in target.iterdir()) / 1e6, 1),
            **json.loads(asked.stdout),
        }


def texts(size: int) -> Iterator[str]:
    """The documents: the words of their remainders, and words as rare as those of a language."""
    drawn = Random(size)  # the same documents in every run
    for number in range(size):
        marks = (mark(modulus, number % modulus) for modulus in MODULI)
        yield " ".join([*marks, *(f"w{int(WORDS ** drawn.random())}" for _ in range(LENGTH))])


def mark(modulus: int, remainder: int) -> str:
    """The word of all documents with this remainder."""
    return f"m{modulus}r{remainder}"


def ask(target: str, size: int) -> None:
    """Print what it takes to open an index and to ask it, and how many of its counts are not what arithmetic says."""
    before, began = peak_megabytes(), time.process_time()
    corpus = open_corpus(target)
    opened = time.process_time()
    asked = list(_asked())
    pairs = [frozenset({mark(one, this), mark(other, that)}) for one, this, other, that in asked]
    counts = corpus.count(pairs)
    answered = time.process_time()
    corpus.count(pairs)
    again = time.process_time()
    wrong = sum(count != held(*each, size) for count, each in zip(counts, asked, strict=True))
    print(
        json.dumps(
            {
                "open_processor_seconds": round(opened - began, 2),
                "pairs": len(pairs),
                "first_milliseconds_a_pair": round(1000 * (answered - opened) / len(pairs), 3),
                "again_milliseconds_a_pair": round(1000 * (again - answered) / len(pairs), 3),
                "megabytes_more_in_memory": round(peak_megabytes() - before),
                "wrong_counts": wrong,
            }
        )
    )


def _asked() -> Iterator[tuple[int, int, int, int]]:
    for one, other in pairwise(MODULI):
        for this, that in product(range(0, one, 1 + one // 10), range(0, other, 1 + other // 10)):
            yield one, this, other, that


def held(one: int, this: int, other: int, that: int, size: int) -> int:
    """How many numbers below a size leave both remainders; the moduli have no divisor in common."""
    both = one * other
    first = next(number for number in range(this, both, one) if number % other == that)
    return len(range(first, size, both))


def page_rows(figures: dict[str, Any]) -> list[str]:
    """The rows of the table on the page, as Markdown."""
    columns = ("text_megabytes", "build_processor_seconds", "build_peak_megabytes", "index_megabytes")
    asked = (
        "open_processor_seconds",
        "first_milliseconds_a_pair",
        "again_milliseconds_a_pair",
        "megabytes_more_in_memory",
    )
    return [
        " | ".join([f"| {each['documents']:,}", *(f"{each[column]:,}" for column in (*columns, *asked))])
        + " |"
        for each in figures.values()
        if "documents" in each
    ]


def show(figures: dict[str, Any]) -> None:
    """A row for each size, as the page has them, and whether all counts are right."""
    print(
        "| documents | text, MB | build, processor s | peak MB | index, MB | open, processor s | a pair first, ms | again, ms | MB in memory |"
    )
    print("\n".join(page_rows(figures)))
    wrong = sum(each["wrong_counts"] for each in figures.values() if "documents" in each)
    print(f"{wrong} counts are not what arithmetic says")


if __name__ == "__main__":
    main(NEEDS)
