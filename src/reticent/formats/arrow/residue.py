"""Removed words that are still in a binary table: its cells, pages, dictionaries, notes and the bytes between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from reticent.errors import DocumentError
from reticent.formats.arrow.cells import texts_in
from reticent.formats.arrow.file import Coding
from reticent.formats.arrow.opening import BROKEN, kind_of, plain_type
from reticent.formats.arrow.pages import find_chunks, find_pages, read_footer
from reticent.formats.arrow.thrift import strings_in
from reticent.formats.format import Residue
from reticent.formats.pdf.search import SHORTEST, Search

_VOCABULARY = frozenset({(2, 4), (4, 1, 3, 3)})
"""Where the footer of a Parquet file holds the names of the columns, which go out as they are."""

_CREATOR = (6,)


def find_residue(coding: Coding, data: bytes, words: Sequence[str], kept: frozenset[str]) -> list[Residue]:
    """Every place that holds one of the words; `kept` are columns whose cells are to stay."""
    search = Search(words)
    raw = RawSearch(words)
    try:
        pairs = (
            _search_parquet(data, search, raw, kept)
            if coding == "parquet"
            else _search_arrow(data, search, raw, kept)
        )
        found = {(word, place) for place, there in pairs for word in there}
    except BROKEN:
        raise DocumentError(
            "a written table can't be searched, so nothing is written: please report this"
        ) from None
    return [Residue(word, place) for word, place in sorted(found)]


class RawSearch:
    """Looks for words in bytes in which texts stand one after the other, each after the four bytes of its length."""

    def __init__(self, words: Sequence[str]) -> None:
        self._numbers: dict[bytes, int] = {}
        for number, word in enumerate(words):
            if len(word) >= SHORTEST:
                forms = {word, word.lower(), word.upper(), word.title()}
                self._numbers |= {form.encode().lower(): number for form in forms}
        parts = sorted(map(re.escape, self._numbers), key=len, reverse=True)
        # The letters of a length (two bytes and two zeros) may stand right behind a text.
        whole = rb"(?<![0-9a-zA-Z_])(?:%s)(?![0-9a-zA-Z_](?!.\0\0))" % b"|".join(parts)
        self._pattern = re.compile(whole, re.DOTALL | re.IGNORECASE) if parts else None

    def find(self, data: bytes) -> set[int]:
        """The numbers of the words that stand there."""
        if self._pattern is None:
            return set()
        return {self._numbers[match[0].lower()] for match in self._pattern.finditer(data)}


Places = Iterator[tuple[str, set[int]]]


def _search_parquet(data: bytes, search: Search, raw: RawSearch, kept: frozenset[str]) -> Places:
    footer, start = read_footer(data)
    for path, text in strings_in(footer):
        ours = path == _CREATOR and text == _creator()
        if path not in _VOCABULARY and not ours:
            yield "a note in the footer", search.text(text.decode("utf-8", "replace")) | raw.find(text)
    chunks = list(find_chunks(footer))
    for number, chunk in enumerate(chunks):
        for page in find_pages(data, chunk) if chunk.leaf.column not in kept else ():
            yield f"chunk {number}: the head of a page", raw.find(page.raw_head)
            yield f"chunk {number}: a page", raw.find(page.body)
    ranges = [(chunk.start, chunk.end) for chunk in chunks]
    for gap in _gaps(data[:start], ranges):
        yield "the file outside its pages", raw.find(gap)


def _creator() -> bytes:
    return f"parquet-cpp-arrow version {pa.__version__}".encode()


def _gaps(data: bytes, ranges: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    """What lies between the ranges."""
    place = 0
    for start, end in sorted(ranges):
        yield data[place:start]
        place = max(place, end)
    yield data[place:]


def _search_arrow(data: bytes, search: Search, raw: RawSearch, kept: frozenset[str]) -> Places:
    buffer = pa.py_buffer(data)
    reader = pa.ipc.open_file(buffer)
    ranges = []
    for number in range(reader.num_record_batches):
        batch = reader.get_batch(number)
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            ranges += list(_lie_in(column, buffer))
            if name not in kept:
                yield f"batch {number}: a cell", _search_cells(column, search)
                yield f"batch {number}: beneath empty cells", _search_hidden(column, search)
    names = [name.encode() for name in reader.schema.names]
    for gap in _gaps(data, ranges):
        yield "the file outside its cells", raw.find(_without_names(gap, names))


def _search_cells(column: pa.Array, search: Search) -> set[int]:
    """The words in the cells, and in a dictionary whether a cell uses them or not."""
    while isinstance(column, pa.ExtensionArray):
        column = column.storage
    if isinstance(column, pa.DictionaryArray):
        column = column.dictionary
    if kind_of(plain_type(column.type)) != "text":
        return set()
    return {word for cell in column.to_pylist() for text in texts_in(cell) for word in search.text(text)}


def _search_hidden(column: pa.Array, search: Search) -> set[int]:
    """The words in the letters of a column of texts where others are stored than its cells show."""
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return set()
    letters = column.buffers()[2]
    stored = letters.to_pybytes() if letters else b""
    shown = "".join(cell for cell in column.to_pylist() if cell is not None).encode()
    return set() if stored.rstrip(b"\0") == shown.rstrip(b"\0") else search.inside(stored)


def _lie_in(column: pa.Array, whole: pa.Buffer) -> Iterator[tuple[int, int]]:
    """Where the buffers of a column lie in the file, as far as they do."""
    for part in column.buffers():
        start = part.address - whole.address if part else -1
        if part and 0 <= start <= whole.size:
            yield start, start + part.size


def _without_names(gap: bytes, names: Iterable[bytes]) -> bytes:
    """The bytes without the names of columns, each of which stands after its length."""
    for name in names:
        gap = gap.replace(len(name).to_bytes(4, "little") + name + b"\0", b"\0")
    return gap
