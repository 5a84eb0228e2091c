"""Files that readers of others open, before and after twenty words were removed from each.

Run as `python -m experiments.files_readers [--quick] [--json FILE]`. Every reader reads all of a file and counts what it
calls its unit: rows of sheets, paragraphs, slides, pages. Files are those of `experiments.files` up to 300 kB. Programs come
from Debian (`apt-get install poppler-utils mupdf-tools qpdf`), packages with the extra `dev`.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from experiments.harness import run
from experiments.needs import Needs
from experiments.word_removal import choose_edits, list_files
from reticent.errors import DocumentError
from reticent.formats import FormatOptions, find_format
from reticent.formats.registry import HEAD

_PARAGRAPH = re.compile(r"<(?:p|h[1-6]|li|td)\b")
_LONGEST_OPENING = 120  # seconds for one file in a program, which needs less than one


def _pandas(data: bytes) -> int:
    import pandas

    return sum(map(len, pandas.read_excel(io.BytesIO(data), sheet_name=None, header=None).values()))


def _openpyxl(data: bytes) -> int:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data))
    rows = sum(1 for sheet in book.worksheets for row in sheet.iter_rows() if any(cell.value for cell in row))
    book.save(io.BytesIO())
    return rows


def _calamine(data: bytes) -> int:
    import python_calamine

    book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    return sum(len(book.get_sheet_by_name(name).to_python()) for name in book.sheet_names)


def _python_docx(data: bytes) -> int:
    import docx

    document = docx.Document(io.BytesIO(data))
    for section in document.sections:
        assert section.header.paragraphs is not None
    document.save(io.BytesIO())
    return sum(1 for each in document.element.body.iter() if str(each.tag).endswith("}p"))


def _docx2txt(data: bytes) -> int:
    import docx2txt

    return sum(1 for line in docx2txt.process(io.BytesIO(data)).splitlines() if line.strip())


def _mammoth(data: bytes) -> int:
    import mammoth

    return len(_PARAGRAPH.findall(mammoth.convert_to_html(io.BytesIO(data)).value))


def _python_pptx(data: bytes) -> int:
    import pptx

    deck = pptx.Presentation(io.BytesIO(data))
    for slide in deck.slides:
        for shape in slide.shapes:
            assert shape.name is not None
            assert not shape.has_text_frame or shape.text_frame.text is not None
        assert slide.slide_layout.name is not None
    deck.save(io.BytesIO())
    return len(deck.slides)


def _odfpy(data: bytes) -> int:
    from odf import draw, opendocument, table, text

    document = opendocument.load(io.BytesIO(data))
    units = (text.P, text.H, table.TableRow, draw.Page)
    return sum(len(document.getElementsByType(unit)) for unit in units)


def _run(data: bytes, *command: str) -> str:
    """What a program says about a file; qpdf's code 3 is a warning."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.pdf")
        path.write_bytes(data)
        words = [str(path) if word == "FILE" else word for word in command]
        done = subprocess.run(words, capture_output=True, check=False, timeout=_LONGEST_OPENING)
    if done.returncode not in ((0, 3) if command[0] == "qpdf" else (0,)):
        raise ValueError(f"{command[0]} ends with {done.returncode}")
    return done.stdout.decode("utf-8", "replace")


def _poppler(data: bytes) -> int:
    return _run(data, "pdftotext", "FILE", "-").count("\f")


def _mupdf(data: bytes) -> int:
    return _run(data, "mutool", "pages", "FILE").count("<page ")


def _qpdf(data: bytes) -> int:
    _run(data, "qpdf", "--check", "FILE")
    return int(_run(data, "qpdf", "--show-npages", "FILE"))


_PACKAGES = ("docx", "docx2txt", "mammoth", "odf", "openpyxl", "pandas", "pptx", "python_calamine")


@dataclass(frozen=True, slots=True)
class FileReader:
    """A reader of others: the package or the program that it is, and the formats that it knows."""

    needs: str
    formats: tuple[str, ...]
    count: Callable[[bytes], int]

    @property
    def installed(self) -> bool:
        """Whether it can be asked."""
        return (self.needs in _PACKAGES and find_spec(self.needs) is not None) or shutil.which(
            self.needs
        ) is not None

    def opens(self, data: bytes) -> int | None:
        """How many units it finds; None when it doesn't open the file, for whatever reason."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return self.count(data)
            except Exception:  # a reader of others may raise anything
                return None


READERS: Mapping[str, FileReader] = {
    "pandas": FileReader("pandas", ("xlsx", "ods"), _pandas),
    "openpyxl": FileReader("openpyxl", ("xlsx",), _openpyxl),
    "python-calamine": FileReader("python_calamine", ("xlsx", "ods"), _calamine),
    "python-docx": FileReader("docx", ("docx",), _python_docx),
    "docx2txt": FileReader("docx2txt", ("docx",), _docx2txt),
    "mammoth": FileReader("mammoth", ("docx",), _mammoth),
    "python-pptx": FileReader("pptx", ("pptx",), _python_pptx),
    "odfpy": FileReader("odf", ("odt", "ods", "odp"), _odfpy),
    "poppler": FileReader("pdftotext", ("pdf",), _poppler),
    "mupdf": FileReader("mutool", ("pdf",), _mupdf),
    "qpdf": FileReader("qpdf", ("pdf",), _qpdf),
}
"""The readers by the names under which people know them."""


_LARGEST = 300_000  # bytes, chosen by hand: of the files at hand three in four are smaller, and a run takes a few minutes
KINDS = tuple(dict.fromkeys(kind for reader in READERS.values() for kind in reader.formats))
NEEDS = Needs(packages=("fontTools", "lxml", "pdfminer", "pikepdf", "pypdfium2"), helpful=_PACKAGES)


@dataclass(frozen=True, slots=True)
class Pair:
    """A file and its release."""

    kind: str
    original: bytes = field(repr=False)
    release: bytes = field(repr=False)


def count_opened(pairs: Iterable[Pair]) -> dict[str, dict[str, int]]:
    """For each installed reader: the originals and the releases that it opens, and those in which it counts the same."""
    counts = {
        name: dict.fromkeys(("originals", "releases", "same"), 0)
        for name, reader in READERS.items()
        if reader.installed
    }
    for pair in pairs:
        for name, reader in READERS.items():
            if name not in counts or pair.kind not in reader.formats:
                continue
            before = reader.opens(pair.original)
            if before is not None:
                after = reader.opens(pair.release)
                counts[name]["originals"] += 1
                counts[name]["releases"] += after is not None
                counts[name]["same"] += before == after
    return counts


def measure(quick: bool) -> dict[str, Any]:
    """Every file up to the limit with twenty words removed, in every reader."""
    files = [path for path in list_files(*(f".{kind}" for kind in KINDS)) if path.stat().st_size <= _LARGEST]
    pairs = [pair for path in files[:: 6 if quick else 1] if (pair := _release(path)) is not None]
    return {"files": len(pairs), "readers": count_opened(pairs)}


def _release(path: Path) -> Pair | None:
    data, options = path.read_bytes(), FormatOptions(numbers="keep", pictures="keep")
    try:
        source = find_format(path.name, data[:HEAD], options).read(path.name, data, options)
        return Pair(path.suffix.lower()[1:], data, source.write(choose_edits(source.documents)[1]))
    except DocumentError:
        return None


def show(figures: Mapping[str, Any]) -> None:
    """A line for each reader."""
    print(f"{figures['files']} files released")
    show_readers(figures["readers"])


def show_readers(readers: Mapping[str, Mapping[str, int]]) -> None:
    """The same for the figures of another run; readers that are not installed have a line of their own."""
    print(f"{'reader':16}{'originals':>11}{'releases':>11}{'same count':>12}")
    for name, each in readers.items():
        print(f"{name:16}{each['originals']:>11}{each['releases']:>11}{each['same']:>12}")
    for name in READERS.keys() - readers.keys():
        print(f"{name} is not installed and was not asked")


if __name__ == "__main__":
    run("files_readers", NEEDS, measure, show)
