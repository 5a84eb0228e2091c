"""What every corpus answers; a new engine adds itself to CASES."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path

from reticent.knowledge import Corpus, MemoryCorpus, open_corpus, open_knowledge
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.corpus.opening import JoinedCorpus
from reticent.testing import contract
from reticent.testing.corpora import CHECKS, LISTED, TERMS, CorpusCase, refer_to, refer_to_parts


def in_memory(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    corpus = refer_to(texts, least)
    return corpus, [corpus]


def in_one_index(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    return open_corpus(build_index(texts, least, folder)), [refer_to(texts, least)]


def in_several_indexes(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    parts = [texts[:1], texts[1:3], texts[3:] or ["virus"]]
    parts = [part for part in parts if is_countable(part, least)] or [["virus"] * least]
    files = [build_index(part, least, folder, f"{number}.index") for number, part in enumerate(parts)]
    return open_corpus(*files), refer_to_parts(parts, least)


def as_chosen_knowledge(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    parts = [texts[:1], texts[1:]]
    parts = [part for part in parts if is_countable(part, least)] or [["virus"] * least]
    names = [build_index(part, least, folder, f"{number}.index").name for number, part in enumerate(parts)]
    corpus = open_knowledge("none", *(f"./{name}" for name in names), folder=folder)
    return pickle.loads(pickle.dumps(corpus)), refer_to_parts(parts, least)  # noqa: S301


def of_several_engines(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    parts = [texts[:1], texts[1:3], texts[3:] or ["virus"]]
    parts = [part for part in parts if is_countable(part, least)] or [["virus"] * least]
    index = open_corpus(build_index(parts[0], least, folder))
    members = [index, *(refer_to(part, least) for part in parts[1:])]
    return JoinedCorpus(tuple(members)), refer_to_parts(parts, least)


def in_shards(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    corpus = open_knowledge("none", str(build_index(texts, least, folder, shards=3)))
    return pickle.loads(pickle.dumps(corpus)), [refer_to(texts, least)]  # noqa: S301


def with_a_weight(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    parts = [texts[:1], texts[1:]]
    parts = [part for part in parts if is_countable(part, least)] or [["virus"] * least]
    light = build_index(parts[0], least, folder, "light.index")
    if len(parts) == 1:
        return open_corpus(light), refer_to_parts(parts, least)
    heavy = build_index(parts[1], least, folder, "heavy.index", weight=3)
    references = refer_to_parts([parts[0], [text for text in parts[1] for _ in range(3)]], least, [1, 3])
    return open_corpus(light, heavy), references


def is_countable(texts: Sequence[str], least: int) -> bool:
    return any(known != "unseen" for known in refer_to(texts, least).known(TERMS))


def build_index(
    texts: Sequence[str],
    least: int,
    folder: Path,
    name: str = "one.index",
    *,
    weight: int = 1,
    shards: int = 1,
) -> Path:
    source, target = folder / f"{name}.jsonl", folder / name
    source.write_text("\n".join(json.dumps({"text": text}) for text in texts), encoding="utf-8")
    options = BuildOptions(min_documents=least, collocation_documents=10_000, weight=weight, shards=shards)
    build([source], target, phrases=LISTED, options=options)
    return target


CASES = [
    CorpusCase("in memory", in_memory),
    CorpusCase("one index", in_one_index),
    CorpusCase("several indexes", in_several_indexes),
    CorpusCase("indexes of different weights", with_a_weight),
    CorpusCase("shards", in_shards),
    CorpusCase("several engines", of_several_engines),
    CorpusCase("chosen knowledge, sent to another process", as_chosen_knowledge),
]


@contract(CHECKS, CASES)
def test_a_corpus_keeps_the_contract(check: Callable[[CorpusCase], None], case: CorpusCase) -> None:
    check(case)
