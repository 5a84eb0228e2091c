"""Twenty random words removed from each of many tables, real ones and made ones: what is left of them, and how long it took.

Run as `python -m experiments.files_tables [--quick] [--json FILE]`. The files lie under `data/formats`: CSV files of docling,
unstructured and the Parquet project, and the Parquet files of that project. Numbers, bytes and maps are kept, dates are judged
as text; every CSV file is also written as Parquet and as Arrow, with dictionaries, statistics and a note that quotes every
word, and released from there. Left is a word that our reader, the reader of pages or the search of the file finds.
"""

from __future__ import annotations

import io
import random
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from experiments.harness import data_folder, run
from experiments.needs import Needs
from reticent.errors import DocumentError
from reticent.formats import ColumnRule, FormatOptions
from reticent.formats.arrow.file import ARROW, PARQUET
from reticent.formats.format import Checked, Format, Source
from reticent.formats.registry import find_format
from reticent.plan import Edit
from reticent.text import Document, Span

NEEDS = Needs(packages=("pyarrow",))
WORDS = 20
ROWS = 100_000
LABEL = "[X]"
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class Trial:
    """What one file gave."""

    format: str
    refused: str = ""
    rows: int = 0
    words: int = 0
    places: int = 0
    left: int = 0


def measure(quick: bool) -> dict[str, Any]:
    """The counts over all files by format, and the time that a long table takes."""
    trials: list[Trial] = []
    for path in _files()[:: 3 if quick else 1]:
        trials += _try_all(path)
    return {
        "formats": {
            name: _sum_up([each for each in trials if each.format == name]) for name in _names(trials)
        },
        "long_table": _time_long(ROWS // 10 if quick else ROWS),
    }


def _files() -> list[Path]:
    folder = data_folder() / "formats"
    return sorted(path for ending in ("csv", "tsv", "parquet") for path in folder.glob(f"**/*.{ending}"))


def _names(trials: Sequence[Trial]) -> list[str]:
    return sorted({each.format for each in trials})


def _sum_up(trials: Sequence[Trial]) -> dict[str, Any]:
    written = [each for each in trials if not each.refused]
    return {
        "files": len(trials),
        "written": len(written),
        "refused": dict(Counter(each.refused for each in trials if each.refused)),
        "rows": sum(each.rows for each in written),
        "words": sum(each.words for each in written),
        "places": sum(each.places for each in written),
        "left": sum(each.left for each in written),
    }


def _try_all(path: Path) -> list[Trial]:
    """The file itself, and a text table also as binary ones."""
    data = path.read_bytes()
    form = find_format(path.name, data[:4096], FormatOptions())
    options = FormatOptions(numbers="keep", header=True)
    trials = [_try(form, path.name, data, _decide(data) if form is PARQUET else options)]
    if form is PARQUET or trials[0].refused:
        return trials
    table = _as_table(form.read(path.name, data, options))
    return [*trials, *(_try(each, path.name, _write(each, table), options) for each in (PARQUET, ARROW))]


def _decide(data: bytes) -> FormatOptions:
    """Rules for the columns of a Parquet file: dates and times as text, what can't be judged dropped."""
    import pyarrow.parquet as pq

    from reticent.formats.arrow.kinds import kind_of, plain_type

    try:
        schema = pq.ParquetFile(io.BytesIO(data)).schema_arrow
    except (OSError, ValueError):
        return FormatOptions()
    kinds = {field.name: kind_of(plain_type(field.type)) for field in schema}
    rules = {"moment": ColumnRule("sanitize"), "other": ColumnRule("keep")}
    return FormatOptions(
        numbers="keep", columns={name: rules[kind] for name, kind in kinds.items() if kind in rules}
    )


def _as_table(source: Source) -> Any:
    """The texts of the rows as a table of one column, coded, with a note that quotes them all."""
    import pyarrow as pa

    texts = pa.array([document.text for document in source.documents])
    return pa.table({"text": texts.dictionary_encode()}).replace_schema_metadata(
        {"all": " ".join(texts.to_pylist())}
    )


def _write(form: Format, table: Any) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    if form is PARQUET:
        pq.write_table(table, out, write_page_index=True)
    else:
        with pa.ipc.new_file(out, table.schema) as writer:
            writer.write_table(table)
    return out.getvalue()


def _try(form: Format, name: str, data: bytes, options: FormatOptions) -> Trial:
    try:
        source = form.read(name, data, options)
        words, edits = _edits(source.documents)
        written = source.write(edits)
        left = _left(form, name, source, written, words)
    except DocumentError as error:
        return Trial(form.name, refused=_reason(str(error)))
    places = sum(map(len, edits))
    return Trial(form.name, "", len(source.documents), len(words), places, left)


def _reason(message: str) -> str:
    return "damaged" if "damaged" in message else message.partition(": ")[2][:60]


def _edits(documents: Sequence[Document]) -> tuple[list[str], list[list[Edit]]]:
    """Random words of the table, and an edit for each of their places."""
    known = sorted({match[0].casefold() for each in documents for match in _WORD.finditer(each.text)})
    words = random.Random(7).sample(known, min(WORDS, len(known)))
    chosen = set(words)
    return words, [
        [
            Edit(Span(*match.span()), LABEL, 0, placeholder=True)
            for match in _WORD.finditer(each.text)
            if match[0].casefold() in chosen
        ]
        for each in documents
    ]


def _left(form: Format, name: str, source: Source, written: bytes, words: Sequence[str]) -> int:
    """How many words any reader or the search finds."""
    texts = [each.text for each in form.read(name, written, source.options).documents]
    found: set[int] = set()
    if isinstance(source, Checked):
        texts += source.reread(written)
        found |= {each.word for each in source.residue(written, words)}
    there = {match[0].casefold() for text in texts for match in _WORD.finditer(text)}
    return len(found | {number for number, word in enumerate(words) if word in there})


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


def show(figures: Mapping[str, Any]) -> None:
    """The counts, a line a format."""
    for name, each in figures["formats"].items():
        print(
            f"{name:8} {each['files']} files, {each['written']} written: {each['rows']:,} rows,"
            f" {each['words']} words removed at {each['places']:,} places, {each['left']} left"
        )
        for reason, count in each["refused"].items():
            print(f"  {count:4} refused: {reason}")
    long = figures["long_table"]
    for name, seconds in long["seconds"].items():
        print(f"{long['rows']:,} rows as {name}: {seconds:.1f} s")


if __name__ == "__main__":
    run("files_tables", NEEDS, measure, show)
