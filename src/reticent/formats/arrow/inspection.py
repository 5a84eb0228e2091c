"""What a binary table carries besides its cells: dictionaries, statistics, indexes, notes of programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow.file import Coding
from reticent.formats.arrow.opening import BROKEN
from reticent.formats.arrow.pages import DICTIONARY_PAGE, Chunk, find_chunks, find_pages, read_footer
from reticent.formats.inspection import METADATA, FileFinding

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa

STATISTICS = "statistics of tables"
DICTIONARIES = "dictionaries of tables"
FILTERS = "filters and indexes of tables"


def inspect_arrow(coding: Coding, data: bytes) -> list[FileFinding]:
    """Everything but the cells, by kind."""
    try:
        return list(_inspect_parquet(data) if coding == "parquet" else _inspect_arrow(data))
    except DocumentError:
        raise
    except BROKEN:
        raise DocumentError("the table is damaged: write it anew with the program that made it") from None


def count_extras(coding: Coding, data: bytes) -> Mapping[str, int]:
    """How many things of each kind there are; none of them goes out."""
    try:
        found = inspect_arrow(coding, data)
    except (DocumentError, LookupError):
        return {"notes that can't be read": 1}
    counts: Counter[str] = Counter()
    for each in found:
        counts[each.kind] += each.count
    return dict(counts)


def _inspect_parquet(data: bytes) -> Iterator[FileFinding]:
    footer, _ = read_footer(data)
    notes = [b": ".join([pair[1], pair.get(2, b"")]).decode("utf-8", "replace") for pair in footer.get(5, [])]
    if 6 in footer:
        notes.append(footer[6].decode("utf-8", "replace"))
    if notes:
        yield FileFinding(METADATA, len(notes), "the footer", tuple(notes))
    chunks = list(find_chunks(footer))
    yield from _statistics(chunks)
    yield from _dictionaries(data, chunks)
    others = sum(bool(chunk.notes.get(4)) + bool(chunk.notes.get(6)) for chunk in chunks)
    others += sum(14 in chunk.notes.get(3, {}) for chunk in chunks)
    if others:
        yield FileFinding(FILTERS, others, "the file outside its pages")


def _statistics(chunks: list[Chunk]) -> Iterator[FileFinding]:
    """The least and the greatest value of every chunk that notes them."""
    words, count = [], 0
    for chunk in chunks:
        found = chunk.notes.get(3, {}).get(12)
        if found:
            values = {found[key] for key in (1, 2, 5, 6) if isinstance(found.get(key), bytes)}
            words += sorted(f"{chunk.leaf.column}: {_show(value)}" for value in values)
            count += 1
    if count:
        yield FileFinding(STATISTICS, count, "the footer", tuple(words))


def _show(value: bytes) -> str:
    text = value.decode("utf-8", "replace")
    return text if text.isprintable() else value.hex()


def _dictionaries(data: bytes, chunks: list[Chunk]) -> Iterator[FileFinding]:
    pages = sum(
        page.kind == DICTIONARY_PAGE
        for chunk in chunks
        if chunk.notes.get(3, {}).get(11)
        for page in find_pages(data, chunk)
    )
    if pages:
        yield FileFinding(DICTIONARIES, pages, "pages")


def _inspect_arrow(data: bytes) -> Iterator[FileFinding]:
    buffer = pa.py_buffer(data)
    is_file = data.startswith(b"ARROW1")
    reader = pa.ipc.open_file(buffer) if is_file else pa.ipc.open_stream(buffer)
    notes = list(_pairs(reader.schema.metadata))
    notes += [pair for each in reader.schema for pair in _pairs(each.metadata)]
    if is_file:
        notes += list(_pairs(reader.metadata))
    if notes:
        yield FileFinding(METADATA, len(notes), "the schema", tuple(notes))
    coded = sum(pa.types.is_dictionary(each.type) for each in reader.schema)
    if coded:
        yield FileFinding(DICTIONARIES, coded, "columns")


def _pairs(metadata: Mapping[bytes, bytes] | None) -> Iterator[str]:
    for key, value in (metadata or {}).items():
        yield b": ".join([key, value]).decode("utf-8", "replace")
