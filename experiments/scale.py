"""From ten thousand to a million short notes on one machine: documents a second, memory, and the same bytes everywhere.

python -m experiments.scale [--quick] [--setting NAME ...] [--notes N ...] [--json FILE] [--folder DIR]

The settings: one process, two runs that know nothing of each other (what the two cores give at most), two processes, the command with two workers, Spark in local mode with two cores, a standalone
Spark cluster of two workers with a core each; an index over the notes; and one long text, which is what breaks first. A run
of some settings adds to the file that other runs wrote.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs
from experiments.tickets import make_tickets
from experiments.watching import run_watched

NEEDS = Needs(packages=("pyarrow", "pyspark"))
NOTES = (10_000, 100_000, 1_000_000)
LONG = (100_000, 1_000_000, 10_000_000)
CORES = {
    "one process": 1,
    "two runs apart": 2,
    "two processes": 2,
    "command": 2,
    "local Spark": 2,
    "Spark cluster": 2,
}
LONG_TEXT = "long text"
INDEX = "index"
PROGRAM = "from experiments.scale_tasks import *; from pathlib import Path; "
TASKS = {
    "one process": "release_texts(Path({notes!r}), Path({out!r}), workers=1)",
    "two runs apart": "release_apart(Path({notes!r}), Path({out!r}))",
    "two processes": "release_texts(Path({notes!r}), Path({out!r}), workers=2)",
    "local Spark": "release_frame(Path({notes!r}), Path({out!r}), cluster=False)",
    "Spark cluster": "release_frame(Path({notes!r}), Path({out!r}), cluster=True)",
}
_MODULUS = 1 << 256


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one setting and size: `digest` is that of all released texts, whatever their order.

    What other programs took of the machine meanwhile tells how far the seconds can be trusted.
    """

    notes: int
    seconds: float
    notes_a_second: float
    notes_a_second_a_core: float
    notes_a_processor_second: float
    processor_seconds: float
    processor_seconds_of_others: float
    peak_megabytes: float
    peak_megabytes_python: float
    digest: str


def main(needs: Needs) -> None:
    """Measure what is asked for, add it to the file, show everything that is in it."""
    parser = argparse.ArgumentParser(prog="python -m experiments.scale")
    parser.add_argument("--quick", action="store_true", help="a thousand notes instead of a million")
    known = [*CORES, INDEX, LONG_TEXT]
    parser.add_argument("--setting", action="append", choices=known, help="only this; can be repeated")
    parser.add_argument("--notes", type=int, action="append", help="only so many notes; can be repeated")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also add the figures to this file")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="keep the notes there for another run")
    options = parse_options(parser, needs)
    sizes = options.notes or ([1000] if options.quick else NOTES)
    figures = read_figures(options.json)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        for setting in options.setting or known:
            measured = figures.setdefault(setting, {})
            for size in choose_lengths(options.notes, quick=options.quick) if setting == LONG_TEXT else sizes:
                measured.update(measure(setting, size, folder))
                if options.json:
                    write_json(options.json, figures, NEEDS)
    show(figures)


def choose_lengths(asked: list[int] | None, *, quick: bool) -> Sequence[int]:
    """The lengths of the long text."""
    return asked or (LONG[:1] if quick else LONG)


def read_figures(file: Path | None) -> dict[str, dict[str, Any]]:
    """What earlier runs measured."""
    known: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8")) if file and file.exists() else {}
    return known


def measure(setting: str, size: int, folder: Path) -> dict[str, Any]:
    """The figures of one setting and size under the name of the size."""
    if setting == LONG_TEXT:
        return {f"{size}": measure_long_text(size)}
    notes = write_notes(size, folder)
    if setting == INDEX:
        return {f"{size}": measure_index(size, notes, folder)}
    with tempfile.TemporaryDirectory(dir=folder) as place:
        out = Path(place) / "released"
        watched = run_watched(_command(setting, notes, out))
        digest = hash_texts(out)
    rate = size / watched.seconds
    found = Figures(
        size,
        round(watched.seconds, 2),
        round(rate, 1),
        round(rate / CORES[setting], 1),
        round(size / watched.processor_seconds, 1),
        round(watched.processor_seconds, 1),
        round(watched.processor_seconds_of_others, 1),
        round(watched.peak_megabytes),
        round(watched.peak_megabytes_python),
        digest,
    )
    print(
        f"{setting}, {size:,} notes: {rate:,.0f} a second, {watched.peak_megabytes:,.0f} MB,"
        f" {found.processor_seconds} processor seconds, {found.processor_seconds_of_others} of others",
        flush=True,
    )
    return {f"{size}": asdict(found)}


def measure_long_text(size: int) -> dict[str, float]:
    """Processor seconds and memory of one text of so many characters."""
    command = [sys.executable, "-c", f"{PROGRAM}release_long_text({size})"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = {key: value for line in done.stdout.splitlines() for key, value in json.loads(line).items()}
    grown = told["megabytes"] - told["megabytes_before"]
    return {
        "characters": size,
        "processor_seconds": round(told["seconds"], 2),
        "megabytes_more": round(grown),
    }


def measure_index(size: int, notes: Path, folder: Path) -> dict[str, float]:
    """Processor seconds, memory and size of an index over notes, counted by two processes."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        out = Path(place) / "notes.index"
        words = ["knowledge", "build", str(notes), "-o", str(out), "--workers", "2", "-q"]
        watched = run_watched([sys.executable, "-c", "from reticent.cli import main; main()", *words])
        megabytes = out.stat().st_size / 1e6
    return {
        "notes": size,
        "text_megabytes": round(notes.stat().st_size / 1e6, 1),
        "processor_seconds": round(watched.processor_seconds, 1),
        "peak_megabytes": round(watched.peak_megabytes),
        "index_megabytes": round(megabytes, 2),
    }


def write_notes(size: int, folder: Path) -> Path:
    """Invented tickets as JSON lines, unless an earlier run left them."""
    file = folder / f"notes-{size}.jsonl"
    if not file.exists():
        lines = (
            json.dumps({"id": each, "text": text}) + "\n" for each, text in enumerate(make_tickets(size))
        )
        with file.open("w", encoding="utf-8") as opened:
            opened.writelines(lines)
    return file


def _command(setting: str, notes: Path, out: Path) -> list[str]:
    if setting == "command":
        words = ["sanitize", str(notes), "-o", str(out), "--keep", "id", "--workers", "2", "-q"]
        return [sys.executable, "-c", "from reticent.cli import main; main()", *words]
    return [sys.executable, "-c", PROGRAM + TASKS[setting].format(notes=str(notes), out=str(out))]


def hash_texts(out: Path) -> str:
    """A hash of all released texts with their ids that doesn't depend on their order."""
    total = 0
    for number, text in read_released(out):
        total += int.from_bytes(hashlib.sha256(f"{number} {text}".encode()).digest(), "big")
    return f"{total % _MODULUS:064x}"


def read_released(out: Path) -> Iterator[tuple[int, str]]:
    """The released notes, from JSON lines or Parquet."""
    if out.is_dir():
        import pyarrow.parquet

        for file in sorted(out.glob("*.parquet")):
            for batch in pyarrow.parquet.ParquetFile(file).iter_batches(columns=["id", "text"]):
                yield from zip(batch["id"].to_pylist(), batch["text"].to_pylist(), strict=True)
        return
    with out.open(encoding="utf-8") as lines:
        for note in map(json.loads, lines):
            yield note["id"], note["text"]


def page_rows(figures: dict[str, dict[str, Any]]) -> list[str]:
    """The rows of the table on the page, as Markdown."""
    rows = []
    for setting in CORES:
        for each in figures.get(setting, {}).values():
            kept = (each["notes_a_second"], each["notes_a_processor_second"], each["peak_megabytes"])
            numbers = " | ".join(
                f"{value:,.0f}" for value in (each["notes"], *kept, each["peak_megabytes_python"])
            )
            rows.append(f"| {setting} | {numbers} |")
    return rows


def show(figures: dict[str, dict[str, Any]]) -> None:
    """A row for each setting and size, as the page has them, then what must be the same."""
    print("| setting | notes | a second | a processor second | MB | MB of Python |")
    print("\n".join(page_rows(figures)))
    for each in figures.get(INDEX, {}).values():
        print(
            f"index over {each['notes']:,} notes: {each['processor_seconds']} processor seconds,"
            f" {each['peak_megabytes']} MB of memory, {each['index_megabytes']} MB on disk"
        )
    for each in figures.get(LONG_TEXT, {}).values():
        print(
            f"one text of {each['characters']:,} characters: {each['processor_seconds']} processor seconds,"
            f" {each['megabytes_more']} MB more"
        )
    for size in sorted({size for setting in CORES for size in figures.get(setting, {})}, key=int):
        digests = {figures[setting][size]["digest"] for setting in CORES if size in figures.get(setting, {})}
        print(
            f"{int(size):,} notes: {'the same texts' if len(digests) == 1 else 'DIFFERENT TEXTS'} everywhere"
        )


if __name__ == "__main__":
    main(NEEDS)
