"""Twenty random words removed from each of 249 real files in all formats: what is left, refused and opened, how long it took.

Run as `python -m experiments.files [--quick] [--json FILE]`. The files lie under `data/formats`: test files of python-docx,
python-pptx, pikepdf, pypdf, docling, unstructured, ruby-mail and the Parquet project. Every word goes wherever it stands, in
any case. Left is a word that our reader, another reader or the search of the whole file finds in what was written; kept is
the share of the other words that are still there. Columns that need a decision get one: numbers and what is no text are
kept, days are judged. Health records and old Office files are made for the trial (`experiments.files_made`). Seconds are of
the processor, for reading and writing. With LibreOffice installed (Debian: `apt-get install libreoffice-writer
libreoffice-calc libreoffice-impress`) every original and every output that it knows is opened; the share that is refused is
also told of the files alone that LibreOffice, or for PDF poppler, opens without a complaint. PDF files that are refused as scans
are read once more with the extra `ocr`, where Tesseract is installed.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experiments.files_made import make_health_records, make_old_office_files
from experiments.files_readers import NEEDS as READERS_NEED
from experiments.files_readers import Pair, count_opened, show_readers
from experiments.harness import run
from experiments.needs import Needs
from experiments.word_removal import choose_edits, count_left, list_files, read_all, share_kept
from reticent.errors import DocumentError
from reticent.formats import ColumnRule, FormatOptions, find_format
from reticent.formats.pictures._recognition import can_read_pictures
from reticent.formats.registry import HEAD
from reticent.formats.seam.format import as_file_source
from reticent.formats.seam.options import Pictures

NEEDS = Needs(packages=("pyarrow", "selectolax")) | READERS_NEED
ENDINGS = ".doc .rtf .xls .ppt .msg .epub .docx .pptx .xlsx .odt .ods .odp .pdf .html .htm .eml .mbox .parquet .arrow .csv .tsv .md".split()
OPENED = frozenset("docx pptx xlsx odt ods odp html csv".split())
"""What LibreOffice is asked to open."""

ENCRYPTED = "encrypted"
_REASONS = {
    "is encrypted": ENCRYPTED,
    "picture and no text": "a scan or a picture",
    "hardly any text": "a scan or a picture",
    "text lies invisible": "a scan or a picture",
    "glyphs without letters": "glyphs without letters",
    "character set": "character set",
    "not UTF-8": "character set",
    "but it holds": "something else than its name says",
    "does not begin with the headers": "something else than its name says",
    "carries a file inside its text": "a file inside a text",
    "in RTF alone": "Outlook's rich text alone",
    "but they can't be found": "damaged",
    "can't be read": "damaged",
    "damaged": "damaged",
    "no PDF": "damaged",
    "has no end": "damaged",
}
_LONGEST_OPENING = 500


@dataclass(frozen=True, slots=True)
class Trial:
    """What one file gave; `asked` says whether a decision on its columns was needed first."""

    path: Path
    kind: str
    refused: str = ""
    asked: bool = False
    words: int = 0
    places: int = 0
    left: int = 0
    kept: float = 1.0
    pictures: int = 0
    seconds: float = 0.0
    written: bytes = field(default=b"", repr=False)


def measure(quick: bool) -> dict[str, Any]:
    """The counts of all files together, and of each format."""
    files = list_files(*ENDINGS)[:: 6 if quick else 1]
    with tempfile.TemporaryDirectory() as folder:
        made = make_health_records(Path(folder))
        made += [] if quick else make_old_office_files(Path(folder), files)
        trials = [_try(path) for path in (*files, *made)]
        return {**_sum_up_all(trials, quick=quick), "opened_elsewhere": _judge_refusals(trials, quick=quick)}


def _sum_up_all(trials: Sequence[Trial], *, quick: bool) -> dict[str, Any]:
    kinds = sorted({trial.kind for trial in trials})
    opened = (
        {} if quick or shutil.which("soffice") is None else {kind: _open_all(kind, trials) for kind in kinds}
    )
    by_kind = {
        kind: {**_sum_up([each for each in trials if each.kind == kind]), "opened": opened.get(kind)}
        for kind in kinds
    }
    pairs = (Pair(each.kind, each.path.read_bytes(), each.written) for each in trials if each.written)
    return {
        "all": {**_sum_up(trials), "opened": _add_up(opened)},
        "formats": by_kind,
        "readers": count_opened(pairs),
    }


def _judge_refusals(trials: Sequence[Trial], *, quick: bool) -> dict[str, Any] | None:
    """Of the files that another program opens without a complaint, how many are refused: without the extra `ocr` and with it."""
    if quick or shutil.which("soffice") is None or shutil.which("pdftoppm") is None:
        return None
    open_ones = [trial for trial in trials if trial.refused != ENCRYPTED]
    opened = [trial for trial in open_ones if trial.kind == "pdf" and _is_drawn(trial.path)]
    office = [trial for trial in open_ones if trial.kind in OPENED | {"doc", "rtf", "xls", "ppt"}]
    with tempfile.TemporaryDirectory() as folder:
        for number, trial in enumerate(office):
            shutil.copy(trial.path, Path(folder, f"{number}.{trial.kind}"))
        pages = _open_folder(Path(folder))
    opened += [trial for number, trial in enumerate(office) if str(number) in pages]
    refused = [trial for trial in opened if trial.refused]
    again = [_try(trial.path, "read") for trial in refused] if can_read_pictures() else refused
    return {
        "files": len(opened),
        "refused": len(refused),
        "refused_with_ocr": sum(bool(trial.refused) for trial in again) if can_read_pictures() else None,
        "left_with_ocr": sum(trial.left for trial in again),
    }


def _is_drawn(path: Path) -> bool:
    """Whether poppler draws all pages of a PDF and complains about nothing."""
    done = subprocess.run(
        ["pdftoppm", "-r", "20", str(path)], capture_output=True, check=False, timeout=_LONGEST_OPENING
    )
    return done.returncode == 0 and not done.stderr.strip() and bool(done.stdout)


def _try(path: Path, pictures: Pictures = "keep") -> Trial:
    data, kind = path.read_bytes(), path.suffix.lower()[1:]
    options = FormatOptions(
        pictures=pictures, numbers="keep", header=True if kind in ("csv", "tsv") else None
    )
    asked = False
    start = time.process_time()
    try:
        form = find_format(path.name, data[:HEAD], options)
        if kind == "parquet" and (rules := _decide(data)):
            options, asked = FormatOptions(pictures=pictures, numbers="keep", columns=rules), True
        source = form.read(path.name, data, options)
        words, edits = choose_edits(source.documents)
        written = source.write(edits)
        seconds = time.process_time() - start
    except DocumentError as error:
        return Trial(path, kind, _name_reason(str(error)), asked)
    return Trial(
        path,
        kind,
        asked=asked,
        words=len(words),
        places=sum(map(len, edits)),
        left=count_left(form, path.name, source, written, words),
        kept=share_kept(source, words, read_all(form, path.name, source, written)),
        pictures=sum(as_file_source(source).count_changes(edits).values()),
        seconds=seconds,
        written=written,
    )


def _name_reason(message: str) -> str:
    return next((short for part, short in _REASONS.items() if part in message), "other")


def _decide(data: bytes) -> dict[str, ColumnRule]:
    """Rules for the columns of a Parquet file that ask for one: days and times as text, bytes and maps kept."""
    import pyarrow.parquet as pq

    from reticent.formats.arrow._columns import kind_of, plain_type

    try:
        schema = pq.ParquetFile(io.BytesIO(data)).schema_arrow
    except (OSError, ValueError):
        return {}
    kinds = {column.name: kind_of(plain_type(column.type)) for column in schema}
    rules = {"moment": ColumnRule("sanitize"), "other": ColumnRule("keep")}
    return {name: rules[kind] for name, kind in kinds.items() if kind in rules}


def _sum_up(trials: Sequence[Trial]) -> dict[str, Any]:
    written = [trial for trial in trials if not trial.refused]
    open_ones = [trial for trial in trials if trial.refused != ENCRYPTED]
    refused = Counter(trial.refused for trial in open_ones if trial.refused)
    return {
        "files": len(trials),
        "encrypted": len(trials) - len(open_ones),
        "refused": dict(sorted(refused.items())),
        "share_refused": refused.total() / len(open_ones) if open_ones else 0.0,
        "written": len(written),
        "asked_for_a_decision": sum(trial.asked for trial in written),
        "words": sum(trial.words for trial in written),
        "places": sum(trial.places for trial in written),
        "left": sum(trial.left for trial in written),
        "least_kept": min((trial.kept for trial in written), default=1.0),
        "pages_turned_into_pictures": sum(trial.pictures for trial in written),
        "seconds": {
            "mean": sum(trial.seconds for trial in written) / max(1, len(written)),
            "most": max((trial.seconds for trial in written), default=0.0),
        },
    }


def _open_all(kind: str, trials: Sequence[Trial]) -> dict[str, int] | None:
    """How many originals and outputs of a format LibreOffice opens; None for what it is not asked."""
    written = [trial for trial in trials if trial.kind == kind and trial.written]
    if kind not in OPENED or not written:
        return None
    with tempfile.TemporaryDirectory() as folder:
        for part in ("original", "output"):
            Path(folder, part).mkdir()
        for number, trial in enumerate(written):
            shutil.copy(trial.path, Path(folder, "original", f"{number}.{kind}"))
            Path(folder, "output", f"{number}.{kind}").write_bytes(trial.written)
        opened = {part: _open_folder(Path(folder, part)) for part in ("original", "output")}
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
    subprocess.run([*command, *files], capture_output=True, check=False, timeout=_LONGEST_OPENING)
    return {path.stem for path in (folder / "pages").glob("*.pdf")}


def _add_up(opened: Mapping[str, Mapping[str, int] | None]) -> dict[str, int] | None:
    total: Counter[str] = Counter()
    for counts in opened.values():
        total.update(counts or {})
    return {key: total[key] for key in ("originals", "outputs", "lost")} if total else None


def show(figures: Mapping[str, Any]) -> None:
    """A line for each format and one for all, then why files were refused."""
    head = "format files encrypted refused written words places left opened lost mean_s most_s".split()
    print("".join(f"{name:>10}" for name in head))
    for name, each in [*figures["formats"].items(), ("all", figures["all"])]:
        opened = each["opened"] or {"originals": "-", "outputs": "-", "lost": "-"}
        cells = [
            *(name, each["files"], each["encrypted"], sum(each["refused"].values()), each["written"]),
            *(each["words"], each["places"], each["left"]),
            *(f"{opened['outputs']}/{opened['originals']}", opened["lost"]),
            *(f"{each['seconds']['mean']:.2f}", f"{each['seconds']['most']:.2f}"),
        ]
        print("".join(f"{cell:>10}" for cell in cells))
    total = figures["all"]
    print(f"refused: {total['share_refused']:.1%} of the files that are not encrypted")
    for reason, count in sorted(total["refused"].items(), key=lambda item: -item[1]):
        print(f"  {count:4} {reason}")
    if elsewhere := figures["opened_elsewhere"]:
        print(
            f"of {elsewhere['files']} that LibreOffice or poppler opens {elsewhere['refused']} are refused,"
            f" {elsewhere['refused_with_ocr']} with the extra ocr"
        )
    print(
        f"{total['asked_for_a_decision']} tables needed a decision on columns that hold neither text nor numbers"
    )
    print(f"{total['pages_turned_into_pictures']} pages were turned into pictures")
    print(f"of the other words at least {total['least_kept']:.1%} stand where they stood")
    show_readers(figures["readers"])


if __name__ == "__main__":
    run("files", NEEDS, measure, show)
