"""Twenty random words removed from each of many real PDF files: what is left of them, what moved, how long it took.

Run as `python -m experiments.files_pdf [--quick] [--json FILE]`. The files lie under `data/formats`: test files of
pikepdf, pypdf, docling and unstructured. Every word goes wherever it stands, in any case. Left is a word that our reader,
pypdfium2 or the search of the container finds in the written file. Movement is measured with exact gaps, where no kept
glyph should move at all; seconds are of the processor, for reading and writing with both gaps' checks included.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from experiments.harness import data_folder, run
from experiments.needs import Needs
from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pdf.file import PDF
from reticent.formats.pdf.source import PdfSource
from reticent.plan import Edit
from reticent.text import Span

NEEDS = Needs(packages=("pikepdf", "pypdfium2", "pdfminer", "fontTools"))
WORDS = 20
LABEL = "\u00a4"
"""One sign that no file holds, so that the labels can be told from the glyphs that stayed."""

PAGES = 200
_WORD = re.compile(r"[^\W\d_]{4,}")
_REASONS = {
    "is encrypted": "encrypted",
    "picture and no text": "a picture and no text",
    "text lies invisible": "a scan with recognized text",
    "hardly any text": "a large picture and hardly any text",
    "glyphs without letters": "glyphs without letters",
    "can't be read": "damaged",
    "no PDF": "damaged",
    "has no end": "damaged",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What one file gave."""

    refused: str = ""
    pages: int = 0
    words: int = 0
    edits: int = 0
    left: int = 0
    moved: float = 0.0
    seconds: float = 0.0


def measure(quick: bool) -> dict[str, Any]:
    """The counts over all files, and the time that a long file takes."""
    files = sorted((data_folder() / "formats").glob("**/*.pdf"))
    trials = {path.name: _try(path.name, path.read_bytes()) for path in (files[::4] if quick else files)}
    written = [trial for trial in trials.values() if not trial.refused]
    speeds = [trial.seconds / trial.pages for trial in written]
    long = 20 if quick else PAGES
    return {
        "files": len(trials),
        "written": len(written),
        "refused": dict(Counter(trial.refused for trial in trials.values() if trial.refused)),
        "words": sum(trial.words for trial in written),
        "places": sum(trial.edits for trial in written),
        "left": sum(trial.left for trial in written),
        "most_moved_points": max(trial.moved for trial in written),
        "share_within_a_tenth": sum(trial.moved <= 0.1 for trial in written) / len(written),
        "seconds_a_page": {"mean": sum(speeds) / len(speeds), "most": max(speeds)},
        "long_file": {"pages": long, "seconds": _time_long(long)},
    }


def _try(name: str, original: bytes) -> Trial:
    start = time.process_time()
    try:
        source = PDF.read(name, original, FormatOptions())
        words, edits = _edits(source)
        written = source.write([edits])
        seconds = time.process_time() - start
        left = _left(name, written, words)
        exact = PDF.read(name, original, FormatOptions(gaps="exact"))
        moved = _moved(exact, exact.write([edits]), {edit.span for edit in edits})
    except DocumentError as error:
        return Trial(refused=_reason(str(error)))
    return Trial("", len(source.pages), len(words), len(edits), left, moved, seconds)


def _reason(message: str) -> str:
    return next((short for part, short in _REASONS.items() if part in message), "other")


def _edits(source: PdfSource) -> tuple[list[str], list[Edit]]:
    """Random words of the text, and an edit for each of their places."""
    text = source.documents[0].text
    known = sorted({match[0].casefold() for match in _WORD.finditer(text)})
    words = random.Random(7).sample(known, min(WORDS, len(known)))
    chosen = set(words)
    places = [match.span() for match in _WORD.finditer(text) if match[0].casefold() in chosen]
    return words, [Edit(Span(*place), LABEL, 0, placeholder=True) for place in places]


def _left(name: str, written: bytes, words: list[str]) -> int:
    """How many words any reader or the search finds."""
    ours = PDF.read(name, written, FormatOptions(unread="keep")).documents[0].text
    found = {residue.word for residue in PDF.residue(written, words)}
    for text in (ours, *PDF.reread(written)):
        there = {match[0].casefold() for match in _WORD.finditer(text)}
        found |= {number for number, word in enumerate(words) if word in there}
    return len(found)


def _moved(source: PdfSource, written: bytes, gone: set[Span]) -> float:
    """The farthest that a kept glyph moved, in points."""
    again = PDF.read(source.name, written, source.options)
    most = 0.0
    for before, after in zip_longest(_kept(source, gone), _kept(again, set())):
        if before is None or after is None or before[0] != after[0]:
            return float("inf")
        most = max(most, abs(before[1] - after[1]), abs(before[2] - after[2]))
    return most


def _kept(source: PdfSource, gone: set[Span]) -> Iterator[tuple[str, float, float]]:
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


def _time_long(pages: int) -> float:
    """Processor seconds for a dense file of many pages: read, a name removed from every line, written, searched."""
    original = _long_file(pages)
    start = time.process_time()
    source = PDF.read("long.pdf", original, FormatOptions())
    places = [match.span() for match in re.finditer("Jane Roe", source.documents[0].text)]
    written = source.write([[Edit(Span(*place), "[PERSON 1]", 0, placeholder=True) for place in places]])
    assert not PDF.residue(written, ["Jane Roe"])
    assert not any("Jane Roe" in text for text in PDF.reread(written))
    return time.process_time() - start


def _long_file(pages: int) -> bytes:
    """Pages of fifty lines of eighty letters."""
    import io

    import pikepdf
    from pikepdf import Dictionary, Name

    pdf = pikepdf.Pdf.new()
    font = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    for page in range(pages):
        lines = [
            f"(On page {page}, line {line}: Jane Roe came to the clinic in spring and left it in autumn.) Tj T*"
            for line in range(50)
        ]
        made = pdf.add_blank_page(page_size=(612, 792))
        made.obj["/Resources"] = Dictionary(Font=Dictionary(F1=font))
        made.obj["/Contents"] = pdf.make_stream(f"BT /F1 11 Tf 14 TL 60 750 Td {' '.join(lines)} ET".encode())
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def show(figures: Mapping[str, Any]) -> None:
    """The counts, line by line."""
    print(f"{figures['files']} files, {figures['written']} written")
    for reason, count in sorted(figures["refused"].items(), key=lambda item: -item[1]):
        print(f"  {count:4} refused: {reason}")
    print(f"{figures['words']} words removed at {figures['places']} places, {figures['left']} left")
    print(
        f"kept glyphs moved at most {figures['most_moved_points']:.4f} points;"
        f" within 0.1 in {figures['share_within_a_tenth']:.0%} of the files"
    )
    speed, long = figures["seconds_a_page"], figures["long_file"]
    print(f"{speed['mean']:.2f} s a page, {speed['most']:.2f} s at most")
    print(f"{long['pages']} pages of 4,000 letters: {long['seconds']:.1f} s")


if __name__ == "__main__":
    run("files_pdf", NEEDS, measure, show)
