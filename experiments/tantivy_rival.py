"""tantivy over the same normal forms: the search engine that the index is compared with."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from reticent.executors import Processes, map_in_order
from reticent.knowledge import Conjunction
from reticent.knowledge.corpus.terms import counted_words, words_of


@dataclass(frozen=True)
class Rival:
    """A tantivy index with positions, which it needs for phrases; `seconds_to_build` leaves out our normalization."""

    path: Path
    index: Any
    seconds_to_build: float

    @classmethod
    def build(cls, source: Path, path: Path) -> Rival:
        """Index the texts of a JSONL file, as their normal forms apart by spaces."""
        path.mkdir()
        schema = tantivy.SchemaBuilder().add_text_field("text", tokenizer_name="whitespace").build()
        index = tantivy.Index(schema, path=str(path))
        writer = index.writer(heap_size=256 << 20, num_threads=2)
        spent = 0.0
        for texts in map_in_order(Processes(2), _normal, _portions(source)):
            start = time.perf_counter()
            for text in texts:
                writer.add_document(tantivy.Document(text=text))
            spent += time.perf_counter() - start
        start = time.perf_counter()
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        return cls(path, index, spent + time.perf_counter() - start)

    def figures(self, text_bytes: int) -> dict[str, float]:
        """Speed of building, size and time to open."""
        size = sum(file.stat().st_size for file in self.path.iterdir())
        start = time.perf_counter()
        tantivy.Index.open(str(self.path)).searcher()
        return {
            "open_milliseconds": 1e3 * (time.perf_counter() - start),
            "build_megabytes_a_second": text_bytes / 1e6 / self.seconds_to_build,
            "index_megabytes": size / 1e6,
            "index_over_text": size / text_bytes,
        }

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """One query for each conjunction."""
        searcher = self.index.searcher()
        return [searcher.search(self._query(one), limit=1, count=True).count for one in conjunctions]

    def seconds(self, conjunctions: Sequence[Conjunction]) -> float:
        """How much processor time the queries take, the making of the query objects left out."""
        searcher = self.index.searcher()
        queries = [self._query(one) for one in conjunctions]
        start = time.process_time()
        for query in queries:
            searcher.search(query, limit=1, count=True)
        return time.process_time() - start

    def _query(self, conjunction: Conjunction) -> Any:
        parts = [part for term in conjunction for part in self._parts(str(term))]
        return (
            parts[0]
            if len(parts) == 1
            else tantivy.Query.boolean_query([(tantivy.Occur.Must, part) for part in parts])
        )

    def _parts(self, term: str) -> Iterator[Any]:
        words = term.split(" ")
        if len(words) > 1:
            yield tantivy.Query.phrase_query(self.index.schema, "text", list[str | tuple[int, str]](words))
        else:
            yield tantivy.Query.term_query(self.index.schema, "text", counted_words(term)[0])


def _portions(source: Path) -> Iterator[list[str]]:
    portion: list[str] = []
    with source.open(encoding="utf-8") as lines:
        for line in lines:
            portion.append(line)
            if len(portion) == 500:
                yield portion
                portion = []
    yield portion


def _normal(lines: Iterable[str]) -> list[str]:
    return [" ".join(words_of(json.loads(line)["text"])) for line in lines]
