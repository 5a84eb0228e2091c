"""From ten thousand to a million short notes on one machine: documents a second, memory, and the same bytes everywhere.

python -m experiments.scale [--quick] [--setting NAME ...] [--notes N ...] [--json FILE] [--folder DIR]

The settings: one process, two processes, the command with two workers, Spark in local mode with two cores, a standalone
Spark cluster of two workers with a core each; and one long text, which is what breaks first. A run of some settings adds
to the file that other runs wrote.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs
from experiments.service_load import processor_seconds
from experiments.tickets import make_tickets

NEEDS = Needs(packages=("pyarrow", "pyspark"))
NOTES = (10_000, 100_000, 1_000_000)
LONG = (100_000, 1_000_000, 10_000_000)
CORES = {"one process": 1, "two processes": 2, "command": 2, "local Spark": 2, "Spark cluster": 2}
LONG_TEXT = "long text"
PROGRAM = "from experiments.scale_tasks import *; from pathlib import Path; "
TASKS = {
    "one process": "release_texts(Path({notes!r}), Path({out!r}), workers=1)",
    "two processes": "release_texts(Path({notes!r}), Path({out!r}), workers=2)",
    "local Spark": "release_frame(Path({notes!r}), Path({out!r}), cluster=False)",
    "Spark cluster": "release_frame(Path({notes!r}), Path({out!r}), cluster=True)",
}
_MODULUS = 1 << 256


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one setting and size: `digest` is that of all released texts, whatever their order."""

    notes: int
    seconds: float
    notes_a_second: float
    notes_a_second_a_core: float
    notes_a_processor_second: float
    processor_seconds: float
    peak_megabytes: float
    peak_megabytes_python: float
    digest: str


def main(needs: Needs) -> None:
    """Measure what is asked for, add it to the file, show everything that is in it."""
    parser = argparse.ArgumentParser(prog="python -m experiments.scale")
    parser.add_argument("--quick", action="store_true", help="a thousand notes instead of a million")
    known = [*CORES, LONG_TEXT]
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
            for size in LONG[:1] if options.quick and setting == LONG_TEXT else sizes:
                measured.update(measure(setting, size, folder))
                if options.json:
                    write_json(options.json, figures)
    show(figures)


def read_figures(file: Path | None) -> dict[str, dict[str, Any]]:
    """What earlier runs measured."""
    known: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8")) if file and file.exists() else {}
    return known


def measure(setting: str, size: int, folder: Path) -> dict[str, Any]:
    """The figures of one setting and size under the name of the size."""
    if setting == LONG_TEXT:
        return {f"{size}": measure_long_text(size)}
    notes = write_notes(size, folder)
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
        round(watched.peak_megabytes),
        round(watched.peak_megabytes_python),
        digest,
    )
    print(f"{setting}, {size:,} notes: {rate:,.0f} a second, {watched.peak_megabytes:,.0f} MB", flush=True)
    return {f"{size}": asdict(found)}


def measure_long_text(size: int) -> dict[str, float]:
    """Seconds and memory of one text of so many characters."""
    command = [sys.executable, "-c", f"{PROGRAM}release_long_text({size})"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = {key: value for line in done.stdout.splitlines() for key, value in json.loads(line).items()}
    grown = told["megabytes"] - told["megabytes_before"]
    return {"characters": size, "seconds": round(told["seconds"], 2), "megabytes_more": round(grown)}


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


@dataclass(frozen=True, slots=True)
class Watched:
    """What a process and all its children took, from the moment that the work began."""

    seconds: float
    processor_seconds: float
    peak_megabytes: float
    peak_megabytes_python: float


def run_watched(command: list[str]) -> Watched:
    """Run a command and watch the memory and processor time of its whole family; start-up isn't timed if it says when it ends."""
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        family = Family(running.pid)
        watch = threading.Thread(target=family.watch, daemon=True)
        watch.start()
        told: dict[str, Any] = {}
        for line in running.stdout:
            told |= json.loads(line)
            if "seconds" not in told:
                family.forget_time()
            else:
                family.ended = True
    family.ended = True
    if running.returncode:
        raise SystemExit(f"{' '.join(command)[-200:]} ended with {running.returncode}")
    seconds = told.get("seconds", time.monotonic() - began)
    return Watched(seconds, family.spent(), family.peak, family.peak_python)


class Family:
    """The processes below one, as they come and go."""

    def __init__(self, pid: int) -> None:
        self.pid, self.ended = pid, False
        self.peak = self.peak_python = 0.0
        self._first: dict[int, float] = {}
        self._last: dict[int, float] = {}

    def watch(self) -> None:
        """Look at all of them, several times a second, until the work has ended."""
        while not self.ended:
            self.look()
            time.sleep(0.2)

    def look(self) -> None:
        """Take down what they hold and have spent."""
        whole = python = 0.0
        for pid in family_of(self.pid):
            try:
                megabytes, spent = proportional_megabytes(pid), processor_seconds(pid)
                is_python = b"python" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
            except OSError:
                continue
            whole += megabytes
            python += megabytes if is_python else 0
            self._first.setdefault(pid, 0.0)
            self._last[pid] = spent
        self.peak, self.peak_python = max(self.peak, whole), max(self.peak_python, python)

    def forget_time(self) -> None:
        """Count processor time from now on."""
        self.look()
        self._first = dict(self._last)

    def spent(self) -> float:
        """Processor seconds of all of them, those that are gone included."""
        return sum(last - self._first.get(pid, 0.0) for pid, last in self._last.items())


def family_of(pid: int) -> list[int]:
    """A process and everything below it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            children.setdefault(int(parent), []).append(int(entry.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found


def proportional_megabytes(pid: int) -> float:
    """The memory of a process, what it shares with others counted in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


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
    with out.open(encoding="utf-8") as file:
        for line in file:
            note = json.loads(line)
            yield note["id"], note["text"]


def show(figures: dict[str, dict[str, Any]]) -> None:
    """A row for each setting and size, then what must be the same."""
    print(f"{'setting':16}{'notes':>10}{'a second':>10}{'a core':>8}{'MB':>7}{'MB Python':>11}")
    for setting, sizes in figures.items():
        for each in sizes.values() if setting != LONG_TEXT else ():
            print(
                f"{setting:16}{each['notes']:>10,}{each['notes_a_second']:>10,.0f}{each['notes_a_second_a_core']:>8,.0f}"
                f"{each['peak_megabytes']:>7,}{each['peak_megabytes_python']:>11,}"
            )
    for each in figures.get(LONG_TEXT, {}).values():
        print(
            f"one text of {each['characters']:,} characters: {each['seconds']} s, {each['megabytes_more']} MB"
        )
    for size in sorted({size for setting in CORES for size in figures.get(setting, {})}, key=int):
        digests = {figures[setting][size]["digest"] for setting in CORES if size in figures.get(setting, {})}
        print(
            f"{int(size):,} notes: {'the same texts' if len(digests) == 1 else 'DIFFERENT TEXTS'} everywhere"
        )


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main(NEEDS)
