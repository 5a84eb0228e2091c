"""One index file: a line that names format and hash, a line of JSON that is the manifest, and the sections.

Terms lie in blocks, and are searched without unpacking more than one block.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import mmap
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus import postings
from reticent.language import DEFAULT_CODE
from reticent.text.tokens import TOKENIZER_VERSION

BLOCK = 64  # terms that are unpacked together; part of the format of files that exist
_BLOCKS_KEPT = 4096  # chosen by hand: 262,144 terms, some tens of megabytes


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """Where a term's documents are stored, and how many they are; `number` is its place among all terms."""

    count: int
    start: int
    end: int
    number: int = 0


class _Block(NamedTuple):
    terms: list[str]
    numbers: bytes


class Dictionary:
    """Terms in the order of their code points, each with the entry of its postings, which lie in the same order."""

    def __init__(self, table: bytes, blocks: memoryview) -> None:
        """Read the table of blocks that `written` made, and leave the blocks themselves for later."""
        numbers, _, first = zlib.decompress(table).partition(b"\n")
        self._first = first.decode().split("\n") if first else []
        starts = [int(number) for number in numbers.split()]
        self._block_starts, self._posting_starts = starts[: len(starts) // 2], starts[len(starts) // 2 :]
        self._blocks = blocks
        self._blocks_kept: dict[int, _Block] = {}

    def find(self, term: str) -> IndexEntry | None:
        """The entry of a term, or None."""
        number = bisect_right(self._first, term) - 1
        if number < 0:
            return None
        block = self._block(number)
        place = bisect_left(block.terms, term)
        if place == len(block.terms) or block.terms[place] != term:
            return None
        size = len(block.terms)
        start = self._posting_starts[number] + _total(block.numbers, size, size, size + place)
        end = start + _total(block.numbers, size, size + place, size + place + 1)
        return IndexEntry(_total(block.numbers, size, place, place + 1), start, end, number * BLOCK + place)

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self._first)):
            yield from self._block(number).terms

    def _block(self, number: int) -> _Block:
        block = self._blocks_kept.get(number)
        if block is None:
            if len(self._blocks_kept) >= _BLOCKS_KEPT:
                self._blocks_kept.clear()
            block = self._blocks_kept[number] = self._unpack(number)
        return block

    def _unpack(self, number: int) -> _Block:
        start, end = self._block_starts[number : number + 2]
        data = zlib.decompress(self._blocks[start:end])
        size = int.from_bytes(data[:2], "little")
        return _Block(data[2 + 8 * size :].decode().split("\n"), data[2 : 2 + 8 * size])


def write_dictionary(
    terms: Sequence[str], counts: NDArray[np.uint32], lengths: NDArray[np.uint32]
) -> tuple[bytes, bytes]:
    """The table and the blocks of a dictionary; `lengths` are those of the postings in bytes."""
    blocks = [
        _pack_block(
            terms[start : start + BLOCK], counts[start : start + BLOCK], lengths[start : start + BLOCK]
        )
        for start in range(0, len(terms), BLOCK)
    ]
    block_starts = np.cumsum([0, *map(len, blocks)])
    posting_starts = np.cumsum([0, *lengths.tolist()])[[*range(0, len(terms), BLOCK), len(terms)]]
    table = " ".join(map(str, [*block_starts, *posting_starts])) + "\n" + "\n".join(terms[::BLOCK])
    return zlib.compress(table.encode(), 9), b"".join(blocks)


def _pack_block(terms: Sequence[str], counts: NDArray[np.uint32], lengths: NDArray[np.uint32]) -> bytes:
    numbers = np.stack([counts, lengths]).astype("<u4")
    # All lowest bytes first, then all second ones: the high bytes are mostly zero and pack to nothing.
    planes = numbers.view(np.uint8).reshape(-1, 4).T.tobytes()
    return zlib.compress(len(terms).to_bytes(2, "little") + planes + "\n".join(terms).encode(), 9)


def _total(planes: bytes, size: int, start: int, end: int) -> int:
    """The sum of some of a block's numbers, which are `size` counts and then `size` lengths."""
    return sum(
        sum(planes[2 * size * byte + start : 2 * size * byte + end]) << (8 * byte) for byte in range(4)
    )


@dataclass(frozen=True, slots=True)
class IndexSource:
    """Something that was counted: its name, and how many documents it gave."""

    name: str
    documents: int
    bad_records: int = 0


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where the counts come from and how they were made; `sections` are the lengths of the file's parts in bytes.

    `words` are all occurrences of counted words, where the file counts occurrences.
    """

    sources: tuple[IndexSource, ...]
    licence: str
    documents: int
    tokenizer: str
    options: dict[str, Any]
    terms: int = 0
    phrases: int = 0
    postings: int = 0
    sections: dict[str, int] = field(default_factory=dict)
    words: int = 0

    @property
    def language(self) -> str:
        """The code of the language whose words were counted; it stands among the options where it is not English."""
        return str(self.options.get("language", DEFAULT_CODE))

    def to_json(self) -> bytes:
        """One line of JSON, the same for the same manifest."""
        return json.dumps(asdict(self), ensure_ascii=False).encode() + b"\n"


FORMAT = 1  # the version of the file; a later one is refused
_HEADER = re.compile(rb"reticent-knowledge (\d{4}) (sha256:[0-9a-f]{64})\n")
_HEADER_SIZE = len("reticent-knowledge 0001 sha256:\n") + 64
_COPIED_AT_ONCE = 1 << 20  # a megabyte: large enough for the disk, small in memory
_DOCUMENTS_KEPT = 16_000_000  # in unpacked sets: about 32 MB
_ENTRIES_KEPT = (
    1 << 17
)  # chosen by hand: the terms of many documents and what taxonomies have below them, some 20 MB


class IndexFile:
    """The statistics in one file, mapped into memory; what is asked for is unpacked once and kept a while."""

    def __init__(self, path: Path) -> None:
        """Map the file and check all of it; a KnowledgeError says what is wrong with it."""
        self.path = path
        self._data = _map_file(path)
        self.fingerprint = _read_header(path, self._data)
        line_end = self._data.find(b"\n", _HEADER_SIZE) + 1
        self.manifest = _read_manifest(path, self._data[_HEADER_SIZE:line_end])
        self._sections = _locate_sections(path, memoryview(self._data)[line_end:], self.manifest.sections)
        if _hash(memoryview(self._data)[_HEADER_SIZE:]) != self.fingerprint:
            raise KnowledgeError(
                f"'{path}' was changed or damaged: its hash is wrong; build or fetch it again"
            )
        self.documents = self.manifest.documents
        self.weight = _read_weight(path, self.manifest)
        self.dictionary = Dictionary(bytes(self._sections["table"]), self._sections["terms"])
        self._postings = np.frombuffer(self._sections["postings"], dtype=np.uint8)
        self._bitmaps: dict[str, BitMap | None] = {}
        self._kept = 0
        self._entries: dict[str, IndexEntry | None] = {}

    def __reduce__(self) -> tuple[Callable[[str, str, bool], IndexFile], tuple[str, str, bool]]:
        """Travels to other processes as its name, which is found there and compared, wherever the package lies."""
        place = self.path.resolve()
        shipped = place == shipped_path(place.name).resolve()
        return _open_again, (place.name if shipped else str(place), self.fingerprint, shipped)

    def __repr__(self) -> str:
        return f"IndexFile({self.documents} documents, {self.fingerprint[:15]}…)"

    def bitmap(self, term: str) -> BitMap | None:
        """The documents that hold a term, not to be changed; None when it has no postings of its own."""
        try:
            return self._bitmaps[term]
        except KeyError:
            found = self._unpack(term)
        self._kept += 1 if found is None else len(found)
        if self._kept > _DOCUMENTS_KEPT:
            self._bitmaps.clear()
            self._kept = 0
        self._bitmaps[term] = found
        return found

    def entry(self, term: str) -> IndexEntry | None:
        """Where the postings of a term lie and how many they are, without unpacking them; None when it has none."""
        try:
            return self._entries[term]
        except KeyError:
            if len(self._entries) >= _ENTRIES_KEPT:
                self._entries.clear()
            found = self._entries[term] = self.dictionary.find(term)
            return found

    def _unpack(self, term: str) -> BitMap | None:
        entry = self.entry(term)
        if entry is None:
            return None
        data = self._postings[entry.start : entry.end]
        return postings.bitmap(postings.decode_documents(data, entry.count, self.documents))

    @cached_property
    def word_counts(self) -> NDArray[np.uint32]:
        """How many distinct counted words each document has: by them a document is recognized."""
        packed = zlib.decompress(self._sections["word_counts"])
        planes = np.frombuffer(packed, dtype=np.uint8).reshape(4, -1)
        return np.ascontiguousarray(planes.T).view("<u4").ravel()

    def occurrences(self, term: str) -> int | None:
        """How often a term occurs in all documents; None where the file counts documents alone."""
        if self._occurrences is None:
            return None
        entry = self.entry(term)
        return 0 if entry is None else entry.count + int(self._occurrences[entry.number])

    @cached_property
    def _occurrences(self) -> NDArray[np.int64] | None:
        """How much oftener each term occurs than documents hold it."""
        if "occurrences" not in self._sections:
            return None
        packed = lzma.decompress(self._sections["occurrences"])
        planes = np.frombuffer(packed, dtype=np.uint8).reshape(8, -1)
        return np.ascontiguousarray(planes.T).view("<i8").ravel()


def shipped_path(name: str) -> Path:
    """Where an index of that file name lies in the package, if it ships."""
    with as_file(files("reticent.knowledge.corpus").joinpath("data", name)) as path:
        return path


def default_path() -> Path:
    """The general index that ships: Simple English Wikipedia and a sample of English Wikipedia."""
    return shipped_path("default.index")


def _open_again(path: str, fingerprint: str, shipped: bool) -> IndexFile:
    file = IndexFile(shipped_path(path) if shipped else Path(path))
    if file.fingerprint != fingerprint:
        raise KnowledgeError(
            f"'{file.path}' is not the knowledge that this work began with: start it again, or bring that file back"
        )
    return file


def pack_word_counts(counts: NDArray[np.uint32]) -> bytes:
    """The section that `IndexFile.word_counts` reads."""
    return zlib.compress(counts.astype("<u4").view(np.uint8).reshape(-1, 4).T.tobytes(), 9)


def pack_occurrences(occurrences: NDArray[np.int64], counts: NDArray[np.int64]) -> bytes:
    """The section that `IndexFile.occurrences` reads: what repetition adds to the documents of each term."""
    planes = (occurrences - counts).astype("<i8").view(np.uint8).reshape(-1, 8).T
    return lzma.compress(planes.tobytes(), preset=9)


def write_index(path: Path, manifest: Manifest, sections: Mapping[str, bytes | Path]) -> Manifest:
    """Write an index into a new file, each section from memory or from a file of its own; the manifest in it."""
    sizes = {
        name: len(part) if isinstance(part, bytes) else part.stat().st_size for name, part in sections.items()
    }
    complete = replace(manifest, sections=sizes)
    digest = hashlib.sha256()
    with path.open("xb") as file:
        file.write(b"\0" * _HEADER_SIZE)
        for chunk in _chunks(complete.to_json(), *sections.values()):
            digest.update(chunk)
            file.write(chunk)
        file.seek(0)
        file.write(f"reticent-knowledge {FORMAT:04d} sha256:{digest.hexdigest()}\n".encode())
    return complete


def _chunks(*parts: bytes | Path) -> Iterator[bytes]:
    for part in parts:
        if isinstance(part, bytes):
            yield part
            continue
        with part.open("rb") as file:
            while chunk := file.read(_COPIED_AT_ONCE):
                yield chunk


def _hash(data: memoryview) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _map_file(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise KnowledgeError(
            f"there is no knowledge at '{path}': build it with 'reticent knowledge build'"
        ) from None
    except ValueError:  # an empty file can't be mapped
        raise KnowledgeError(f"'{path}' is empty: build it again with 'reticent knowledge build'") from None
    except OSError as error:
        raise KnowledgeError(f"'{path}' can't be read: {error.strerror}") from None


def _read_header(path: Path, data: mmap.mmap) -> str:
    header = _HEADER.match(data[:_HEADER_SIZE])
    if header is None:
        raise KnowledgeError(f"'{path}' is no knowledge file: build one with 'reticent knowledge build'")
    if int(header[1]) > FORMAT:
        raise KnowledgeError(
            f"'{path}' was made by a later reticent (format {int(header[1])}): update reticent"
        )
    return header[2].decode()


def _read_manifest(path: Path, line: bytes) -> Manifest:
    try:
        values = json.loads(line)
        values["sources"] = tuple(IndexSource(**source) for source in values["sources"])
        manifest = Manifest(**values)
    except (ValueError, KeyError, TypeError):
        raise KnowledgeError(f"'{path}' is damaged: its manifest can't be read: build it again") from None
    if manifest.tokenizer != TOKENIZER_VERSION:
        raise KnowledgeError(
            f"'{path}' was built with tokenizer {manifest.tokenizer}, and its terms don't match those of tokenizer "
            f"{TOKENIZER_VERSION}: build it again"
        )
    return manifest


def _read_weight(path: Path, manifest: Manifest) -> int:
    """As how many documents each one counts."""
    weight = manifest.options.get("weight", 1)
    if not isinstance(weight, int) or weight < 1:
        raise KnowledgeError(f"'{path}' is damaged: its weight is no number of documents; build it again")
    return weight


def _locate_sections(path: Path, content: memoryview, sizes: Mapping[str, int]) -> dict[str, memoryview]:
    sections, start = {}, 0
    for name, size in sizes.items():
        sections[name] = content[start : start + size]
        start += size
    if start != len(content):
        fault = "is cut short" if start > len(content) else "goes on after its end"
        raise KnowledgeError(f"'{path}' {fault}: build or fetch it again")
    return sections
