"""From documents to one index file, in bounded memory and on all cores.

Words are numbered once their counts are known; then phrases, whose words all have numbers, are found; then terms and
documents are paired, sorted on disk, and encoded a range of terms at a time. Documents are put in the order of a
hash of their words, which shuffles them and makes the file the same in whatever order they came.
"""

from __future__ import annotations

import heapq
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reticent.errors import KnowledgeError
from reticent.executors import Executor, choose_executor, map_in_order
from reticent.files import put_in_place
from reticent.knowledge.corpus.index_file import (
    IndexSource,
    Manifest,
    pack_occurrences,
    pack_word_counts,
    write_dictionary,
    write_index,
)
from reticent.knowledge.corpus.indexing.passes import (
    Adjacent,
    Encode,
    Post,
    Spooled,
    adjacent_pairs,
    encode,
    keys_between,
    load_about,
    load_words,
    post,
    ranges,
    save_language,
    save_tables,
    save_words,
    spool,
    workplace,
)
from reticent.knowledge.corpus.indexing.sources import batches, bytes_in, kind_of
from reticent.knowledge.corpus.phrases import Lexicon, lexicon, phrase_list_hash
from reticent.knowledge.corpus.spoken import speaking
from reticent.language import DEFAULT_CODE, find_language
from reticent.text.tokens import TOKENIZER_VERSION

_BYTES_PER_WORD = 160
"""What a word and its count take in memory, on average."""


def frequent_words(batches: Iterable[Spooled], *, at_least: int, folder: Path, memory: int) -> list[str]:
    """The words in at least that many documents, in the order of their code points.

    Counts that outgrow `memory` bytes are written to `folder` in order and merged at the end.
    """
    counts: Counter[str] = Counter()
    runs: list[Path] = []
    for batch in batches:
        words, found = load_words(batch.path)
        for word, count in zip(words, found.tolist(), strict=True):
            counts[word] += count
        if len(counts) * _BYTES_PER_WORD > memory:
            runs.append(_write_counts(counts, folder / f"words-{len(runs)}.txt"))
            counts.clear()
    merged = heapq.merge(sorted(counts.items()), *map(_read_counts, runs), key=itemgetter(0))
    return [
        word
        for word, same in groupby(merged, key=itemgetter(0))
        if sum(count for _, count in same) >= at_least
    ]


def _write_counts(counts: Counter[str], path: Path) -> Path:
    with path.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        file.writelines(f"{word} {count}\n" for word, count in sorted(counts.items()))
    return path


def _read_counts(path: Path) -> Iterator[tuple[str, int]]:
    with path.open(encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        for line in file:
            word, _, count = line.rpartition(" ")
            yield word, int(count)


_BYTES_PER_KEY = 64  # of memory while runs are merged, sorted and encoded: eight copies of a key
_LARGEST_BATCH = 4 << 20  # bytes of text: enough work for one task of a pool; chosen by hand
_BATCH_OVERHEAD = 64  # times its size is what a batch takes while it is tokenized


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What to count and how; `skip_bad`, `workers` and `memory` change nothing in the file.

    Terms in fewer than `min_documents` documents are left out. Two counted words that stand side by side in at least
    `collocation_documents` documents make a phrase of their own. Each document counts as `weight` documents beside those of
    other indices. `memory` is in bytes; besides it there are only the dictionary of frequent words and phrases, and 20
    bytes per document. With several `shards` the index is a folder of so many files, each with its part of the documents; terms and
    phrases are chosen over all of them, so that counts add up to those of one file.
    """

    min_documents: int = 4
    collocation_documents: int = 30
    skip_bad: bool = False
    workers: int = 1
    memory: int = 1 << 30
    weight: int = 1
    shards: int = 1

    def __post_init__(self) -> None:
        if min(self.min_documents, self.collocation_documents, self.workers, self.weight, self.shards) < 1:
            raise KnowledgeError(
                "the numbers of documents, of workers and of shards, and the weight, must be at least 1"
            )
        if self.memory < 1 << 26:
            raise KnowledgeError("a build needs at least 64 MB of memory: raise the limit")


class Step(NamedTuple):
    """How far a stage of a build has come; `documents` are those read so far."""

    stage: str
    done: int
    total: int
    documents: int


Progress = Callable[[Step], None]


def build(
    sources: Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    *,
    phrases: Iterable[str] = (),
    licence: str = "",
    language: str = DEFAULT_CODE,
    options: BuildOptions = BuildOptions(),
    executor: Executor | None = None,
    progress: Progress = lambda step: None,
) -> Manifest:
    """Count all documents of the sources into an index at `target`, a folder where there are several shards, or leave nothing behind.

    `phrases` are names that get postings of their own, such as those of a taxonomy; titles and frequent collocations
    are added. Words, their forms and stop words are those of the `language`. The same documents, phrases and options give the same file, byte for byte, wherever the work is done: an
    `executor` on other machines has to see the folder of the target.
    """
    paths = [Path(source) for source in sources]
    for path in paths:
        kind_of(path)
    with workplace(Path(target)) as folder, speaking(find_language(language)):
        save_language(folder, language)
        job = _Job(folder, language, options, progress, executor or choose_executor(options.workers))
        spooled = list(_spool_sources(job, paths))
        names = sorted(set(phrases))
        manifest = Manifest(
            sources=tuple(_sources(paths, spooled)),
            licence=licence,
            documents=sum(batch.documents for batch in spooled),
            tokenizer=TOKENIZER_VERSION,
            options={
                "min_documents": options.min_documents,
                "collocation_documents": options.collocation_documents,
                "phrase_list": phrase_list_hash(names),
                **({"weight": options.weight} if options.weight > 1 else {}),
                **({"language": language} if language != DEFAULT_CODE else {}),
            },
        )
        finished = _finish_index(job, manifest, spooled, names)
        if options.shards == 1:
            put_in_place(folder / _INDEX / _name_shard(1), Path(target))
        else:
            os.rename(folder / _INDEX, target)
    return finished


_INDEX = "index"  # the folder of the workplace that the finished shards lie in


def _name_shard(number: int) -> str:
    return f"{number:04d}.index"


@dataclass(frozen=True, slots=True)
class _Job:
    folder: Path
    language: str
    options: BuildOptions
    progress: Progress
    executor: Executor


def _spool_sources(job: _Job, sources: Sequence[Path]) -> Iterator[Spooled]:
    """Read and tokenize everything."""
    total, read, documents = sum(map(bytes_in, sources)), 0, 0

    def at(position: int) -> None:
        nonlocal read
        read = position

    size = min(_LARGEST_BATCH, job.options.memory // (_BATCH_OVERHEAD * job.options.workers))
    numbered = enumerate(batches(sources, size=size, at=at))
    tasks = ((batch, job.folder / f"batch-{number:07d}.npz") for number, batch in numbered)
    for batch in map_in_order(
        job.executor, partial(spool, skip_bad=job.options.skip_bad, language=job.language), tasks
    ):
        documents += batch.documents
        job.progress(Step("reading", read, total, documents))
        yield batch


def _finish_index(
    job: _Job, manifest: Manifest, spooled: Sequence[Spooled], names: Sequence[str]
) -> Manifest:
    """Turn the tokenized batches into the files of the index, and complete the manifest of the whole."""
    if not manifest.documents:
        raise KnowledgeError("the sources hold no document: there is nothing to count")
    shards = job.options.shards
    if shards > manifest.documents:
        raise KnowledgeError(
            f"{manifest.documents} documents can't be divided into {shards} shards: make fewer"
        )
    cuts = tuple(manifest.documents * number // shards for number in range(shards + 1))
    terms = _lexicon(job, spooled, names).terms
    posted = _post_batches(job, spooled, len(terms), cuts)
    postings = _encode_postings(job, posted.runs, cuts)
    (job.folder / _INDEX).mkdir()
    written = [
        _write_shard(job, manifest, terms, own, posted, shard)
        for own, shard in zip(postings, _shards(cuts), strict=True)
    ]
    if shards == 1:
        return written[0]
    kept = sorted({number for own in postings for number in own.terms})
    return replace(
        manifest,
        terms=len(kept),
        phrases=sum(" " in terms[number] for number in kept),
        postings=sum(each.postings for each in written),
        words=sum(each.words for each in written),
        sections={f"{number}": sum(each.sections.values()) for number, each in enumerate(written, 1)},
    )


class _Shard(NamedTuple):
    """Which of how many shards, and the documents that it has."""

    number: int
    of: int
    start: int
    end: int


def _shards(cuts: Sequence[int]) -> list[_Shard]:
    return [_Shard(number, len(cuts) - 1, *bounds) for number, bounds in enumerate(pairwise(cuts), 1)]


def _write_shard(
    job: _Job, manifest: Manifest, terms: Sequence[str], own: _Postings, posted: _Posted, shard: _Shard
) -> Manifest:
    kept = [terms[number] for number in own.terms]
    counts = np.array(own.counts, dtype=np.int64)
    occurrences = posted.occurrences[shard.number - 1][own.terms]
    table, blocks = write_dictionary(kept, counts.astype(np.uint32), np.array(own.lengths, dtype=np.uint32))
    sections: dict[str, bytes | Path] = {
        "table": table,
        "terms": blocks,
        "word_counts": pack_word_counts(posted.word_counts[shard.start : shard.end]),
        "occurrences": pack_occurrences(occurrences, counts),
        "postings": own.file,
    }
    single = np.array([" " not in term for term in kept], dtype=bool)
    counted = replace(
        manifest,
        documents=shard.end - shard.start,
        terms=len(kept),
        phrases=int((~single).sum()),
        postings=int(counts.sum()),
        words=int(occurrences[single].sum()),
        options=manifest.options | ({"shard": [shard.number, shard.of]} if shard.of > 1 else {}),
    )
    return write_index(job.folder / _INDEX / _name_shard(shard.number), counted, sections)


def _lexicon(job: _Job, spooled: Sequence[Spooled], names: Sequence[str]) -> Lexicon:
    """Number the words, choose the phrases, and let the passes know both."""
    least = job.options.min_documents
    words = frequent_words(spooled, at_least=least, folder=job.folder, memory=job.options.memory // 2)
    save_words(job.folder, words)
    titles = {title for batch in spooled for title in load_about(batch.path)[1]}
    found = lexicon(words, names, titles, _collocations(job, spooled))
    if not found.terms:
        raise KnowledgeError(f"no word is in {least} documents or more: lower the least number of documents")
    save_tables(job.folder, found.word_terms, found.phrases)
    return found


def _collocations(job: _Job, spooled: Sequence[Spooled]) -> Iterator[tuple[int, int]]:
    tasks = [Adjacent(job.folder, batch.path) for batch in spooled]
    runs = []
    for run in map_in_order(job.executor, adjacent_pairs, tasks):
        runs.append(run)
        job.progress(Step("finding phrases", len(runs), len(tasks), 0))
    for low, high in ranges(runs, at_most=job.options.memory // _BYTES_PER_KEY):
        pairs, counts = np.unique(keys_between(runs, low, high), return_counts=True)
        for pair in pairs[counts >= job.options.collocation_documents].tolist():
            yield pair >> 32, pair & 0xFFFFFFFF


@dataclass(frozen=True, slots=True, eq=False)
class _Posted:
    """The postings of each batch and the counted words of each document, under their final numbers; how often terms occur in shards."""

    runs: tuple[Path, ...]
    word_counts: NDArray[np.uint32]
    occurrences: NDArray[np.int64]


def _post_batches(job: _Job, spooled: Sequence[Spooled], terms: int, cuts: tuple[int, ...]) -> _Posted:
    numbers = _shuffle_numbers([load_about(batch.path)[0] for batch in spooled])
    tasks = [Post(job.folder, batch.path, mine, cuts) for batch, mine in zip(spooled, numbers, strict=True)]
    word_counts = np.zeros(sum(map(len, numbers)), dtype=np.uint32)
    occurrences = np.zeros((len(cuts) - 1, terms), dtype=np.int64)
    runs: list[Path] = []
    for task, posted in zip(tasks, map_in_order(job.executor, post, tasks), strict=True):
        word_counts[task.numbers] = posted.word_counts
        occurrences[posted.shards, posted.terms] += posted.occurrences
        runs.append(posted.run)
        job.progress(Step("counting", len(runs), len(tasks), 0))
    return _Posted(tuple(runs), word_counts, occurrences)


def _shuffle_numbers(digests: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.uint32]]:
    """The final numbers of the documents of each batch: their ranks by digest."""
    halves = np.ascontiguousarray(np.concatenate(digests)).view(">u8")
    ranks = np.empty(len(halves), dtype=np.uint32)
    ranks[np.lexsort((halves[:, 1], halves[:, 0]))] = np.arange(len(halves), dtype=np.uint32)
    return np.split(ranks, np.cumsum([len(batch) for batch in digests])[:-1])


@dataclass(frozen=True, slots=True)
class _Postings:
    """The file of a shard's postings, and the terms that have any, with their counts and their lengths."""

    file: Path
    terms: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)


def _encode_postings(job: _Job, runs: tuple[Path, ...], cuts: tuple[int, ...]) -> list[_Postings]:
    """Write all postings, each shard's into a file of its own."""
    limit = job.options.memory // (_BYTES_PER_KEY * job.options.workers)
    tasks = [Encode(runs, *part, cuts, job.options.min_documents) for part in ranges(runs, at_most=limit)]
    found = [_Postings(job.folder / f"postings-{number}") for number in range(1, len(cuts))]
    with ExitStack() as stack:
        files = [stack.enter_context(each.file.open("xb")) for each in found]
        for done, parts in enumerate(map_in_order(job.executor, encode, tasks), 1):
            for own, file, part in zip(found, files, parts, strict=True):
                own.terms.extend(part.terms)
                own.counts.extend(part.counts)
                own.lengths.extend(part.lengths)
                file.write(part.data)
            job.progress(Step("writing", done, len(tasks), 0))
    return found


def _sources(paths: Sequence[Path], spooled: Sequence[Spooled]) -> Iterator[IndexSource]:
    for number, path in enumerate(paths):
        own = [batch for batch in spooled if batch.source == number]
        yield IndexSource(
            path.name, sum(batch.documents for batch in own), sum(batch.bad_records for batch in own)
        )
