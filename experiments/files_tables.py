"""Twenty random words removed from binary tables that hold every word several times: what is left, how long a long one takes.

Run as `python -m experiments.files_tables [--quick] [--json FILE]`. The CSV files of docling, unstructured and the Parquet
project under `data/formats` are written as Parquet and as Arrow, with dictionaries, statistics and a note that quotes every
word, and released from there; the files themselves are released by `experiments.files`. Left is a word that our reader, the
reader of pages or the search of the file finds. A workbook of many rows goes the same way in a process of its own, whose
memory is measured; Parquet files of every codec are compared with their release in size.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from experiments.harness import peak_megabytes, run
from experiments.needs import Needs
from experiments.word_removal import choose_edits, count_left, list_files
from reticent.formats import FormatOptions
from reticent.formats.arrow import ARROW, PARQUET
from reticent.formats.office import XLSX
from reticent.formats.seam.format import DocumentSource, FileFormat
from reticent.formats.tables import CSV
from reticent.plan import Edit
from reticent.text import Span

NEEDS = Needs(packages=("pyarrow", "openpyxl", "lxml"))
ROWS = 100_000
SHEET_ROWS = 50_000
"""Of eight cells each: what departments keep in one workbook."""

CODECS = ("none", "snappy", "gzip", "zstd")
_OPTIONS = FormatOptions(numbers="keep", header=True)


def measure(quick: bool) -> dict[str, Any]:
    """The counts over all tables by format, and the time that a long table takes."""
    files = list_files(".csv")[:: 3 if quick else 1]
    return {
        "formats": {form.name: _measure_format(form, files) for form in (PARQUET, ARROW)},
        "long_table": _time_long(ROWS // 10 if quick else ROWS),
        "sizes": _measure_sizes(ROWS // 10 if quick else ROWS),
        "long_sheet": _measure_apart(SHEET_ROWS // 10 if quick else SHEET_ROWS),
    }


def _measure_format(form: FileFormat, files: list[Path]) -> dict[str, int]:
    counts = {"files": len(files), "rows": 0, "words": 0, "places": 0, "left": 0}
    for path in files:
        table = _as_table(CSV.read(path.name, path.read_bytes(), _OPTIONS))
        source = form.read(path.name, _write(form, table), _OPTIONS)
        words, edits = choose_edits(source.documents)
        written = source.write(edits)
        counts["rows"] += len(source.documents)
        counts["words"] += len(words)
        counts["places"] += sum(map(len, edits))
        counts["left"] += count_left(form, path.name, source, written, words)
    return counts


def _as_table(source: DocumentSource) -> Any:
    """The texts of the rows as a table of one column, coded, with a note that quotes them all."""
    import pyarrow as pa

    texts = pa.array([document.text for document in source.documents])
    return pa.table({"text": texts.dictionary_encode()}).replace_schema_metadata(
        {"all": " ".join(texts.to_pylist())}
    )


def _write(form: FileFormat, table: Any) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    if form is PARQUET:
        pq.write_table(table, out, write_page_index=True)
    else:
        with pa.ipc.new_file(out, table.schema) as writer:
            writer.write_table(table)
    return out.getvalue()


def _time_long(rows: int) -> dict[str, Any]:
    """Processor seconds to read, edit, write, read again and search a table of many rows."""
    import pyarrow as pa

    table = pa.table(
        {
            "id": range(rows),
            "text": [f"Ticket {row}: Jane Roe asks for a call at noon." for row in range(rows)],
        }
    )
    seconds = {}
    for form in (PARQUET, ARROW):
        data = _write(form, table)
        start = time.process_time()
        source = form.read("long", data, replace(FormatOptions(), numbers="keep"))
        place = [each.text.index("Jane") for each in source.documents]
        written = source.write([[Edit(Span(at, at + 8), "[PERSON]", 0)] for at in place])
        assert not source.residue(written, ["Jane", "Roe"])
        assert not any("Jane" in text for text in source.reread(written))
        seconds[form.name] = time.process_time() - start
    return {"rows": rows, "seconds": seconds}


def _measure_sizes(rows: int) -> dict[str, Any]:
    """How large a table of few different texts is before and after its release, by codec."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = [f"Ticket {row % 500}: Jane Roe asks for a call at noon." for row in range(rows)]
    table = pa.table({"id": range(rows), "text": texts})
    sizes = {}
    for codec in CODECS:
        out = io.BytesIO()
        pq.write_table(table, out, compression=codec)
        source = PARQUET.read("sizes", out.getvalue(), replace(FormatOptions(), numbers="keep"))
        place = [each.text.index("Jane") for each in source.documents]
        written = source.write([[Edit(Span(at, at + 8), "[PERSON]", 0)] for at in place])
        sizes[codec] = {"before": len(out.getvalue()), "after": len(written)}
    return {"rows": rows, "bytes": sizes}


def _measure_apart(rows: int) -> dict[str, Any]:
    """The same as for a long table with a workbook, in a process of its own, so that its memory is its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        workbook = apart.submit(_write_workbook, rows).result()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        return apart.submit(_time_sheet, workbook, rows).result()


def _write_workbook(rows: int) -> bytes:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Tickets")
    sheet.append(["number", "name", "email", "city", "status", "amount", "again", "note"])
    for row in range(rows):
        mail, note = (
            f"jane.roe{row % 97}@example.org",
            f"Ticket {row}: Jane Roe asks for a call about {row * 7}.",
        )
        sheet.append([row, "Jane Roe", mail, f"City {row % 50}", "open", row / 7, row % 11, note])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _time_sheet(data: bytes, rows: int) -> dict[str, Any]:
    """Processor seconds and memory to read, edit, write, read again and search a workbook of many rows."""
    start = time.process_time()
    source = XLSX.read("long", data, FormatOptions())
    text = source.documents[0].text
    edits = [
        Edit(Span(*each.span()), "[PERSON 1]", 0, placeholder=True) for each in re.finditer("Jane Roe", text)
    ]
    written = source.write([edits])
    del text, source
    assert "Jane Roe" not in XLSX.read("long", written, FormatOptions()).documents[0].text
    assert not any("Jane Roe" in found for found in XLSX.reread(written))
    assert not XLSX.residue(written, ["Jane Roe"])
    return {
        "rows": rows,
        "places": len(edits),
        "seconds": time.process_time() - start,
        "megabytes": peak_megabytes(),
        "bytes": {"before": len(data), "after": len(written)},
    }


def show(figures: Mapping[str, Any]) -> None:
    """The counts, a line a format."""
    for name, each in figures["formats"].items():
        print(
            f"{name:8} {each['files']} files: {each['rows']:,} rows,"
            f" {each['words']} words removed at {each['places']:,} places, {each['left']} left"
        )
    long = figures["long_table"]
    for name, seconds in long["seconds"].items():
        print(f"{long['rows']:,} rows as {name}: {seconds:.1f} s")
    for codec, size in figures["sizes"]["bytes"].items():
        print(f"Parquet, {codec}: {size['before']:,} bytes before, {size['after']:,} after")
    sheet = figures["long_sheet"]
    print(f"{sheet['rows']:,} rows of a workbook: {sheet['seconds']:.1f} s, {sheet['megabytes']:,.0f} MB")


if __name__ == "__main__":
    run("files_tables", NEEDS, measure, show)
