"""What stays where it stood when words leave real PDF files, and how long a page and a long file take.

Run as `python -m experiments.files_pdf [--quick] [--json FILE]`. The files lie under `data/formats`: test files of
pikepdf, pypdf, docling and unstructured; those that are refused are counted by `experiments.files`. Movement is measured
with exact gaps, where no kept glyph should move at all. Seconds are of the processor, for reading and writing with all
checks of the format. The long file has 200 dense pages; the default policy finds names in it and releases it, with the
second reader, the search and the audit of what was written.
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from experiments.harness import run
from experiments.needs import Needs
from experiments.word_removal import LABEL, Edits, choose_edits, list_files
from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.pdf._source import PdfSource
from reticent.policy.recipe import Recipe
from reticent.text import Span
from reticent.usecases.release import InputFile, release

NEEDS = Needs(packages=("pikepdf", "pypdfium2", "pdfminer", "fontTools"))
PAGES = 200
NAMES = ("Jane Roe", "Peter Hughes", "Mary Sullivan", "Daniel Ortega", "Helen Carter", "Paul Becker")


@dataclass(frozen=True, slots=True)
class Trial:
    """What one file gave."""

    pages: int
    moved: float
    seconds: float


def measure(quick: bool) -> dict[str, Any]:
    """Movement and time over all files, and the time that a long file takes."""
    found = map(_try, list_files(".pdf")[:: 4 if quick else 1])
    trials = [trial for trial in found if trial]
    speeds = [trial.seconds / trial.pages for trial in trials]
    return {
        "files": len(trials),
        "pages": sum(trial.pages for trial in trials),
        "most_moved_points": max(trial.moved for trial in trials),
        "share_within_a_tenth": sum(trial.moved <= 0.1 for trial in trials) / len(trials),
        "seconds_a_page": {"mean": sum(speeds) / len(speeds), "most": max(speeds)},
        "long_file": _time_long(20 if quick else PAGES),
    }


def _try(path: Path) -> Trial | None:
    original = path.read_bytes()
    start = time.process_time()
    try:
        source = PDF.read(path.name, original, FormatOptions(pictures="keep"))
        _, edits = choose_edits(source.documents)
        source.write(edits)
    except DocumentError:
        return None
    seconds = time.process_time() - start
    exact = PDF.read(path.name, original, FormatOptions(gaps="exact", pictures="keep"))
    return Trial(len(source.pages), _measure_movement(exact, exact.write(edits), edits), seconds)


def _measure_movement(source: PdfSource, written: bytes, edits: Edits) -> float:
    """The farthest that a kept glyph moved, in points."""
    again = PDF.read(source.name, written, source.options)
    gone = {edit.span for edit in edits[0]}
    most = 0.0
    for before, after in zip_longest(_list_kept(source, gone), _list_kept(again, set())):
        if before is None or after is None or before[0] != after[0]:
            return float("inf")
        most = max(most, abs(before[1] - after[1]), abs(before[2] - after[2]))
    return most


def _list_kept(source: PdfSource, gone: set[Span]) -> Iterator[tuple[str, float, float]]:
    """The glyphs that are neither removed nor part of a label, in the order of painting."""
    removed = {place for span in gone for place in range(span.start, span.end)}
    for page in source.pages:
        orders = {
            glyph.order
            for place, character in enumerate(page.characters, page.start)
            if place in removed
            for glyph in character.glyphs
        }
        for glyph in page.content.glyphs:
            if glyph.order not in orders and glyph.text != LABEL:
                yield glyph.text, *glyph.origin


def _time_long(pages: int) -> dict[str, Any]:
    """Processor seconds to release a dense file of many pages, with names found on every line of it."""
    given, rules = InputFile("long.pdf", _make_long_file(pages)), Recipe().make_rules()
    start = time.process_time()
    (outcome,) = release(given, rules).outcomes
    seconds = time.process_time() - start
    return {"pages": pages, "places": len(outcome.release.edits), "seconds": seconds}


def _make_long_file(pages: int) -> bytes:
    """Pages of fifty lines of eighty letters, with a name and a day in each."""
    import pikepdf
    from pikepdf import Dictionary, Name

    pdf = pikepdf.Pdf.new()
    font = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    for page in range(pages):
        lines = [
            f"(On page {page}, line {line}: {NAMES[line % len(NAMES)]} came to the clinic on {1 + line % 28} March 2024.) Tj T*"
            for line in range(50)
        ]
        made = pdf.add_blank_page(page_size=(612, 792))
        made.obj["/Resources"] = Dictionary(Font=Dictionary(F1=font))
        made.obj["/Contents"] = pdf.make_stream(f"BT /F1 11 Tf 14 TL 60 750 Td {' '.join(lines)} ET".encode())
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def show(figures: Mapping[str, Any]) -> None:
    """The figures, line by line."""
    print(f"{figures['files']} files of {figures['pages']} pages together")
    print(
        f"kept glyphs moved at most {figures['most_moved_points']:.4f} points;"
        f" within 0.1 in {figures['share_within_a_tenth']:.0%} of the files"
    )
    speed, long = figures["seconds_a_page"], figures["long_file"]
    print(f"{speed['mean']:.2f} s a page, {speed['most']:.2f} s at most")
    print(
        f"{long['pages']} pages of 4,000 letters, {long['places']:,} names and days: {long['seconds']:.1f} s"
    )


if __name__ == "__main__":
    run("files_pdf", NEEDS, measure, show)
