"""Twenty random words removed from each of many real office files: what is left of them, what opens, how long it took.

Run as `python -m experiments.files_office [--quick] [--json FILE]`. The files lie under `data/formats`: test files of
python-docx, python-pptx, docling and unstructured. Every word goes wherever it stands, in any case. Left is a word that our
reader, the second reader or the search of the container finds in the written file. With LibreOffice installed (Debian:
`apt-get install libreoffice-writer libreoffice-calc libreoffice-impress`) every original and every output is opened too.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experiments.harness import data_folder, run
from experiments.needs import Needs
from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.office.file import OFFICE, OfficeFile
from reticent.plan import Edit
from reticent.text import Span

NEEDS = Needs(packages=("lxml",))
WORDS = 20
_WORD = re.compile(r"[^\W\d_]{4,}")
_REASONS = {"encrypted": "encrypted", "macros": "macros", "signed": "signed", "damaged": "damaged"}
_LONGEST_OPENING = 500


@dataclass(frozen=True, slots=True)
class Trial:
    """What one file gave."""

    refused: str = ""
    words: int = 0
    edits: int = 0
    left: int = 0
    seconds: float = 0.0
    written: bytes = field(default=b"", repr=False)


def measure(quick: bool) -> dict[str, Any]:
    """The counts for each format, and how many outputs open where the original does."""
    return {form.name: _measure_format(form, quick) for form in OFFICE}


def _measure_format(form: OfficeFile, quick: bool) -> dict[str, Any]:
    files = sorted((data_folder() / "formats").glob(f"**/*.{form.name}"))[:: 4 if quick else 1]
    trials = [_try(form, path.read_bytes()) for path in files]
    written = [trial for trial in trials if not trial.refused]
    return {
        "files": len(trials),
        "written": len(written),
        "refused": dict(Counter(trial.refused for trial in trials if trial.refused)),
        "words": sum(trial.words for trial in written),
        "places": sum(trial.edits for trial in written),
        "left": sum(trial.left for trial in written),
        "seconds": {
            "mean": sum(trial.seconds for trial in written) / max(1, len(written)),
            "most": max((trial.seconds for trial in written), default=0.0),
        },
        "opened": None if quick else _open_all(form, files, trials),
    }


def _try(form: OfficeFile, original: bytes) -> Trial:
    start = time.process_time()
    try:
        source = form.read(f"a.{form.name}", original, FormatOptions())
        text = source.documents[0].text
        known = sorted({match[0].casefold() for match in _WORD.finditer(text)})
        words = random.Random(7).sample(known, min(WORDS, len(known)))
        places = [match.span() for match in _WORD.finditer(text) if match[0].casefold() in set(words)]
        written = source.write([[Edit(Span(*place), "[X]", 0, placeholder=True) for place in places]])
    except DocumentError as error:
        return Trial(refused=next((short for part, short in _REASONS.items() if part in str(error)), "other"))
    seconds = time.process_time() - start
    return Trial("", len(words), len(places), _count_left(form, written, words), seconds, written)


def _count_left(form: OfficeFile, written: bytes, words: list[str]) -> int:
    """How many words any reader or the search finds."""
    found = {residue.word for residue in form.residue(written, words)}
    ours = form.read(f"a.{form.name}", written, FormatOptions()).documents[0].text
    for text in (ours, *form.reread(written)):
        there = {match[0].casefold() for match in _WORD.finditer(text)}
        found |= {number for number, word in enumerate(words) if word in there}
    return len(found)


def _open_all(form: OfficeFile, files: list[Path], trials: list[Trial]) -> dict[str, int] | None:
    """How many originals and outputs LibreOffice opens; None without LibreOffice."""
    if shutil.which("soffice") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("original", "output"):
            Path(folder, kind).mkdir()
        for number, (path, trial) in enumerate(zip(files, trials, strict=True)):
            if trial.written:
                shutil.copy(path, Path(folder, "original", f"{number}.{form.name}"))
                Path(folder, "output", f"{number}.{form.name}").write_bytes(trial.written)
        opened = {kind: _open_folder(Path(folder, kind)) for kind in ("original", "output")}
    return {
        "originals": len(opened["original"]),
        "outputs": len(opened["output"]),
        "lost": len(opened["original"] - opened["output"]),
    }


def _open_folder(folder: Path) -> set[str]:
    """The numbers of the files that LibreOffice makes pages of."""
    files = sorted(map(str, folder.iterdir()))
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder / "pages")]
    if files:
        subprocess.run([*command, *files], capture_output=True, check=False, timeout=_LONGEST_OPENING)
    return {path.stem for path in (folder / "pages").glob("*.pdf")}


def show(figures: Mapping[str, Any]) -> None:
    """The counts, a line for each format."""
    for name, counts in figures.items():
        refused = ", ".join(f"{count} {reason}" for reason, count in counts["refused"].items()) or "none"
        print(
            f"{name}: {counts['files']} files, {counts['written']} written, refused: {refused};"
            f" {counts['words']} words at {counts['places']} places, {counts['left']} left;"
            f" {counts['seconds']['mean']:.2f} s a file, {counts['seconds']['most']:.2f} s at most"
        )
        if counts["opened"]:
            print(
                "  LibreOffice opens {originals} originals, {outputs} outputs, {lost} lost".format(
                    **counts["opened"]
                )
            )


if __name__ == "__main__":
    run("files_office", NEEDS, measure, show)
