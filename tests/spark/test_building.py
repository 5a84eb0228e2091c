"""Counting a corpus on Spark gives the index file of one machine, byte for byte."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pip install -e '.[dev,spark]' brings what these tests need")

from experiments.spark_cluster import open_cluster, open_session
from experiments.tickets import make_tickets

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.spark import SparkExecutor
from tests.journeys.command import forked

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]


def _write_corpus(folder: Path, *, count: int = 20_000) -> Path:
    file = folder / "notes.jsonl"
    lines = (
        json.dumps({"title": f"Note {number}", "text": text})
        for number, text in enumerate(make_tickets(count))
    )
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def _hash(place: Path) -> str:
    """The hash of an index, or of its shards in order."""
    files = sorted(place.iterdir()) if place.is_dir() else [place]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


@pytest.mark.parametrize("shards", ["1", "3"])
def test_the_command_builds_the_same_index_on_spark_as_here(tmp_path: Path, shards: str) -> None:
    corpus = _write_corpus(tmp_path)
    build = ("knowledge", "build", corpus, "--shards", shards)
    here = forked(*build, "-o", tmp_path / "here.index")
    there = forked(*build, "-o", tmp_path / "there.index", "--on", "local[2]")
    assert (here.returncode, there.returncode) == (0, 0), there.stderr[-2000:]
    assert _hash(tmp_path / "here.index") == _hash(tmp_path / "there.index")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_cluster_of_two_workers_builds_the_same_index(tmp_path: Path) -> None:
    corpus = _write_corpus(tmp_path)
    options = BuildOptions(memory=1 << 26)  # small batches, so that there are many jobs
    build([corpus], tmp_path / "here.index", options=options)
    with open_cluster(tmp_path) as cluster, open_session(cluster.master, executor_memory="512m") as session:
        build([corpus], tmp_path / "there.index", options=options, executor=SparkExecutor(session))
    assert _hash(tmp_path / "here.index") == _hash(tmp_path / "there.index")


def test_a_bad_line_ends_a_build_on_spark_as_it_does_here(tmp_path: Path) -> None:
    corpus = _write_corpus(tmp_path, count=50)
    with corpus.open("a", encoding="utf-8") as file:
        file.write("no JSON\n")
    with (
        open_session("local[2]") as session,
        pytest.raises(KnowledgeError, match=r"notes\.jsonl, line 51: not JSON"),
    ):
        build([corpus], tmp_path / "there.index", executor=SparkExecutor(session))
    assert [path.name for path in tmp_path.iterdir()] == ["notes.jsonl"]
