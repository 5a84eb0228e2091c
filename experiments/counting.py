"""How fast the index counts, against a search engine on the same machine and the same documents.

Run as `python -m experiments.counting [--quick] [--json FILE]`. One run builds our index and one of tantivy over the
same normal forms, checks that their counts agree where ours are exact, and times the questions that the privacy models
ask: for ten documents of about 300 terms and three sensitive entities each, (a) every term with every entity, (b) every
pair of terms too. One tantivy query answers one conjunction; where all of them would take minutes a random sample is
timed and scaled up. Times are processor time, which other work on the machine does not stretch; builds also have the
time on the clock. Texts: Wikipedia, CC BY-SA.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from experiments import corpora
from experiments.harness import FIGURES, best_of, run
from experiments.needs import PICTURES, Needs
from reticent.knowledge import Conjunction, Corpus, is_countable, open_corpus
from reticent.text import Document
from reticent.text.terms import terms

if TYPE_CHECKING:
    from experiments.tantivy_rival import Rival

NEEDS = corpora.BOTH | Needs(packages=("tantivy",)) | PICTURES
EVERYTHING = 226_340
SAMPLE = 2_000


class Question(NamedTuple):
    """The terms of a document and three sensitive entities among them."""

    terms: list[str]
    entities: list[Conjunction]


def measure(quick: bool) -> dict[str, Any]:
    """All figures; a quick run reads one document in twenty."""
    from experiments.tantivy_rival import Rival

    sizes = [2_000, 10_000] if quick else [10_000, 30_000, 100_000, EVERYTHING]
    growth = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for size in sizes:
            source, text_bytes = _sample(place / f"{size}.jsonl", size)
            growth.append(_build_index(source, place / f"{size}.index", size, text_bytes))
        corpus = open_corpus(place / f"{sizes[-1]}.index")
        questions = _questions(corpus, source)
        for row in growth:
            row.update(_ask(place / f"{row['documents']}.index", questions))
        rival = Rival.build(source, place / "tantivy")
        opening = best_of(9, lambda: open_corpus(place / f"{sizes[-1]}.index"))
        return {
            "quick": quick,
            "documents": corpus.size,
            "text_megabytes": text_bytes / 1e6,
            "growth": growth,
            "open_milliseconds": 1e3 * opening,
            "tantivy": rival.figures(text_bytes),
            **_compare(corpus, rival, questions),
        }


def _sample(path: Path, size: int) -> tuple[Path, int]:
    """That many documents, evenly out of all, as a file; and the bytes of their texts."""
    text_bytes, written = 0, 0
    with path.open("w", encoding="utf-8") as file:
        for number, line in enumerate(corpora.article_lines(corpora.SIMPLE, corpora.SAMPLE)):
            if number * size // EVERYTHING < written:
                continue
            written += 1
            text_bytes += len(json.loads(line)["text"].encode())
            file.write(line)
    return path, text_bytes


def _build_index(source: Path, target: Path, size: int, text_bytes: int) -> dict[str, Any]:
    """Time and memory of a build in a process of its own, on all cores."""
    program = [sys.executable, "-c", "from reticent.cli import main; main()", "knowledge", "build"]
    start = time.perf_counter()
    process = subprocess.Popen([*program, str(source), "-o", str(target), "--quiet"])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit("the build failed")
    seconds = time.perf_counter() - start
    return {
        "documents": size,
        "build_seconds": seconds,
        "build_processor_seconds": usage.ru_utime + usage.ru_stime,
        "build_megabytes_a_second": text_bytes / 1e6 / seconds,
        "build_peak_megabytes_of_the_largest_process": usage.ru_maxrss / 1e3,
        "index_megabytes": target.stat().st_size / 1e6,
        "index_over_text": target.stat().st_size / text_bytes,
    }


def _questions(corpus: Corpus, source: Path) -> list[Question]:
    """Ten documents with 270 to 330 terms, evenly spread; the entities are their rarest exact terms in 100 documents up."""
    found: list[Question] = []
    with source.open(encoding="utf-8") as lines:
        long = [line for line in lines if 5_000 < len(line) < 9_000]
    for line in random.Random(3).sample(long, min(len(long), 400)):
        names = [term.form for term in terms(Document("text", json.loads(line)["text"]))]
        countable = [name for name in names if is_countable(name)]
        if len(found) < 10 and 270 <= len(countable) <= 330:
            counts = corpus.count([frozenset({name}) for name in countable])
            known = corpus.known(countable)
            rows = sorted(zip(counts, countable, known, strict=True))
            sure = [name for count, name, how in rows if count >= 100 and how == "exact"]
            found.append(Question(countable, [frozenset({name}) for name in sure[:3]]))
    return found


def _ask(index: Path, questions: Sequence[Question]) -> dict[str, Any]:
    """Milliseconds a document, from a fresh index (`first`) and once its terms are unpacked (`again`)."""
    corpus = open_corpus(index)
    rows: dict[str, list[float]] = {
        "singles_first": [],
        "pairs_first": [],
        "singles_again": [],
        "pairs_again": [],
    }
    for when in ("first", "again"):
        for kind, max_group in (("singles", 1), ("pairs", 2)):
            corpus = open_corpus(index) if when == "first" else corpus
            for question in questions:
                start = time.process_time()
                corpus.count(question.entities)
                corpus.groups(question.entities, question.terms, max_group=max_group)
                rows[f"{kind}_{when}"].append(1e3 * (time.process_time() - start))
    return {f"{name}_milliseconds": sum(times) / len(times) for name, times in rows.items()}


def _compare(corpus: Corpus, rival: Rival, questions: Sequence[Question]) -> dict[str, Any]:
    """Agreement and speed: what one tantivy query a conjunction takes, and ours."""
    chosen = random.Random(7)
    singles_seconds, pairs_seconds, agree, compared = 0.0, 0.0, 0, 0
    for question in questions:
        exact = {
            name
            for name, known in zip(question.terms, corpus.known(question.terms), strict=True)
            if known == "exact"
        }
        singles = [
            frozenset({name}) | entity
            for name in question.terms
            for entity in (frozenset(), *question.entities)
        ]
        pairs = [frozenset(pair) for pair in combinations(question.terms, 2)]
        joint = [pair | entity for pair in pairs for entity in (frozenset[str](), *question.entities)]
        sample = chosen.sample(joint, min(SAMPLE, len(joint)))
        singles_seconds += rival.seconds(singles)
        pairs_seconds += rival.seconds(sample) * len(joint) / len(sample)
        checked = [group for group in (*singles, *sample) if group <= exact]
        agree += sum(
            ours == theirs for ours, theirs in zip(corpus.count(checked), rival.count(checked), strict=True)
        )
        compared += len(checked)
    return {
        "terms_a_document": sum(len(question.terms) for question in questions) / len(questions),
        "questions": len(questions),
        "counts_compared": compared,
        "counts_that_agree": agree,
        "tantivy_singles_milliseconds": 1e3 * singles_seconds / len(questions),
        "tantivy_pairs_milliseconds_scaled_up": 1e3 * (singles_seconds + pairs_seconds) / len(questions),
        "tantivy_queries_timed_a_document": SAMPLE,
    }


def show(figures: dict[str, Any]) -> None:
    """The table and, of a whole run, the picture of how time and memory grow."""
    last, rival = figures["growth"][-1], figures["tantivy"]
    print(f"{figures['documents']} documents, {figures['text_megabytes']:.0f} MB of text")
    print(f"{'':40}{'reticent':>12}{'tantivy':>12}{'ratio':>8}")
    singles, pairs = figures["tantivy_singles_milliseconds"], figures["tantivy_pairs_milliseconds_scaled_up"]
    rows = [
        (
            "build, MB of text a second",
            last["build_megabytes_a_second"],
            rival["build_megabytes_a_second"],
            None,
        ),
        ("index over text", last["index_over_text"], rival["index_over_text"], None),
        ("open, ms", figures["open_milliseconds"], rival["open_milliseconds"], None),
        ("(a) singles, ms, fresh index", last["singles_first_milliseconds"], singles, singles),
        ("(a) singles, ms, terms unpacked", last["singles_again_milliseconds"], singles, singles),
        ("(b) pairs too, ms, fresh index", last["pairs_first_milliseconds"], pairs, pairs),
        ("(b) pairs too, ms, terms unpacked", last["pairs_again_milliseconds"], pairs, pairs),
    ]
    for name, ours, theirs, slow in rows:
        print(f"{name:40}{ours:12.2f}{theirs:12.2f}{'' if slow is None else f'{slow / ours:8.1f}'}")
    print(f"{figures['counts_that_agree']} of {figures['counts_compared']} exact counts agree")
    print(
        f"tantivy's pairs are {figures['tantivy_queries_timed_a_document']} timed queries a document, scaled up"
    )
    for row in figures["growth"]:
        print({key: round(value, 3) for key, value in row.items()})
    if not figures["quick"]:
        _draw(figures["growth"])


def _draw(growth: Sequence[dict[str, Any]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "counting"})

    figure, panels = pyplot.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
    sizes = [row["documents"] for row in growth]
    for panel, (title, keys) in zip(
        panels,
        [
            ("build, processor seconds", ["build_processor_seconds"]),
            (
                "memory of a build, file size: MB",
                ["build_peak_megabytes_of_the_largest_process", "index_megabytes"],
            ),
            ("a document of 300 terms: ms", ["singles_again_milliseconds", "pairs_again_milliseconds"]),
        ],
        strict=True,
    ):
        for key in keys:
            panel.plot(sizes, [row[key] for row in growth], marker="o", label=key.split("_")[0])
        panel.set(title=title, xlabel="documents", ylim=(0, None))
        panel.legend(frameon=False)
    FIGURES.mkdir(parents=True, exist_ok=True)
    figure.savefig(FIGURES / "counting-growth.svg", metadata={"Date": None})


if __name__ == "__main__":
    run("counting", NEEDS, measure, show)
