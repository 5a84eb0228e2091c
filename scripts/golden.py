"""Shows that a rebuilt house releases the same bytes: records what commands write, and compares with it later.

    python scripts/golden.py record FOLDER [--root TREE] [--data FOLDER]    # before: some 8 minutes on one core
    python scripts/golden.py compare FOLDER [--quick] [--only TEXT] [--keep FOLDER]
    python scripts/golden.py accept FOLDER --only TEXT    # what these cases give now, once it is explained

A record is a folder that needs nothing else: `inputs` (all that goes in), `cases` (all that came out) and `index.json`
(the commands of each case, their exit codes, and a hash of each thing that came out). What is put through is said in
`golden_cases.py`, which only `record` reads; so a copy of this file compares any tree whose Python runs it, however the
tree has changed. The command line is the only door that is used, in this process and without worker processes.

What comes out of a case is of two sorts. *Released* are exit codes, the bytes of releases, and plans, reports, audits and
manifests without their prose: these must be the same, else the exit code is 1. *Said* is everything whole: prose, reasons,
promises, evidence, fingerprints. A difference there is listed and is no failure, since words may get better; `--strict`
makes it one. Keys, vaults and databases are not compared, because they are random or encrypted; what is released with
them is. Of what is compared, only salts, salted hashes, times, our version and the folder of the run are left out.

`--quick` compares the few cases that are marked so: some of every preset, model and format, about 25 s of processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}
"""One thread, so that sums have one order; a terminal of one width."""
RELEASING = ("sanitize", "apply", "views", "restore", "guard")
"""Commands whose standard output is a release, unless it is JSON or an explanation."""
UNCOMPARED = (".key", ".vault", ".pem", ".pub", ".db", ".db-wal", ".db-shm", ".lock", ".journal.jsonl")
"""Random, encrypted, or with times inside."""
VOLATILE = {"salt", "original_hash", "version", "seal"}
"""Keys of our JSON that no two runs share, and the seal over them."""
PROSE = {
    *("reason", "statement", "public", "note", "warnings", "promises", "evidence", "relative_to", "message"),
    *("rules", "sha256", "made_under", "fingerprint"),
}
"""Keys of our JSON that explain a release or name knowledge: said, but not released."""


@dataclass(frozen=True, slots=True)
class Case:
    """Commands that are run one after another in a folder of their own, where all inputs can be seen.

    A step is a command's arguments. `< FILE` at its end gives it a file on standard input; `copy FROM TO`,
    `mkdir FOLDER` and `edit FILE OLD NEW` are done here.
    """

    name: str
    steps: list[list[str]]
    quick: bool = False


@dataclass(slots=True)
class Result:
    """What came of a case: exit codes, and by name the bytes that were released and those that were said."""

    codes: list[int | str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    released: dict[str, bytes] = field(default_factory=dict)
    said: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 0.0

    def hashes(self) -> dict[str, Any]:
        """What the index keeps of it."""
        return {
            "codes": self.codes,
            "complaints": self.complaints,
            "seconds": round(self.seconds, 2),
            "released": {name: _hash(data) for name, data in sorted(self.released.items())},
            "said": {name: _hash(data) for name, data in sorted(self.said.items())},
        }


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def run_command(arguments: list[str], stdin: bytes = b"") -> tuple[int | str, bytes, bytes]:
    """What `reticent ARGUMENTS` does in this process: exit code, or the class of an error, and what it printed."""
    from reticent.cli import main

    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    sys.argv = ["reticent", *arguments]
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), "utf-8")
    sys.stdout, sys.stderr = out, err
    code: int | str = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except Exception as error:
        code = type(error).__name__
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    return code, out.buffer.getvalue(), err.buffer.getvalue()


def run_case(case: Case, inputs: Path) -> Result:
    """Run the commands of a case and collect all that they wrote."""
    result, begun = Result(), time.process_time()
    with tempfile.TemporaryDirectory(prefix="golden-") as name, contextlib.chdir(name):
        folder = Path(name)
        for given in inputs.iterdir():
            (folder / given.name).symlink_to(given)
        for number, step in enumerate(case.steps, 1):
            _take_step(result, number, step)
        for path in _written(folder):
            _keep(result, path.relative_to(folder).as_posix(), path.read_bytes())
        for kept in (result.released, result.said):
            kept.update({key: data.replace(os.fsencode(name), b"TEMP") for key, data in kept.items()})
        result.complaints = [each.replace(name, "TEMP") for each in result.complaints]
    result.seconds = time.process_time() - begun
    return result


def _take_step(result: Result, number: int, step: list[str]) -> None:
    if step[0] == "copy":
        shutil.copy2(step[1], step[2])
        return
    if step[0] == "mkdir":
        Path(step[1]).mkdir()
        return
    if step[0] == "edit":
        path = Path(step[1])
        path.write_text(path.read_text("utf-8").replace(step[2], step[3]), "utf-8")
        return
    arguments, given = (step[:-2], Path(step[-1]).read_bytes()) if "<" in step[-2:-1] else (step, b"")
    code, out, err = run_command(arguments, given)
    result.codes.append(code)
    lines = err.decode("utf-8", "replace").split("\n")
    result.complaints.append(next((line for line in lines if line.startswith("reticent:")), ""))
    if out:
        shown = step[0] not in RELEASING or {"--explain", "--terminal"} & set(step)
        _keep(result, f"stdout {number}", out, said=bool(shown))


def _written(folder: Path) -> Iterator[Path]:
    """Files that commands wrote; inputs are links."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.endswith(".part"))  # what a stopped run left
        for name in sorted(names):
            path = Path(place, name)
            if not path.is_symlink() and not name.endswith(UNCOMPARED):
                yield path


def _keep(result: Result, name: str, data: bytes, *, said: bool = False) -> None:
    """A release as it is; JSON that says of itself what it is, whole to what is said and without prose to the release."""
    document = _read_document(data)
    if document is not None:
        result.said[name] = _write(document, VOLATILE)
        result.released[name] = _write(document, VOLATILE | PROSE)
    elif said:
        result.said[name] = data
    else:
        result.released[name] = data


def _read_document(data: bytes) -> Any:
    """JSON of ours: a plan, a report, a manifest …; None for anything else."""
    try:
        document = json.loads(data) if data[:1] == b"{" else None
    except ValueError:
        return None
    return document if isinstance(document, dict) and "reticent" in document else None


def _write(document: Any, without: set[str]) -> bytes:
    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: strip(each) for key, each in value.items() if key not in without}
        return [strip(each) for each in value] if isinstance(value, list) else value

    return json.dumps(strip(document), indent=1, ensure_ascii=False, sort_keys=True).encode()


def record(folder: Path, root: Path, data: Path) -> int:
    """Put everything through and keep it."""
    from golden_cases import make_cases, mark_quick

    if folder.exists():
        shutil.rmtree(folder)
    inputs = folder / "inputs"
    inputs.mkdir(parents=True)
    index = {}
    for case in make_cases(inputs, root, data):
        result = run_case(case, inputs)
        _put_aside(folder / "cases" / case.name, result)
        index[case.name] = {"steps": case.steps, "quick": case.quick, **result.hashes()}
    mark_quick(index)
    (folder / "index.json").write_text(json.dumps(index, indent=1, ensure_ascii=False), "utf-8")
    quick = [case for case in index.values() if case["quick"]]
    for name, cases in (("all", list(index.values())), ("quick", quick)):
        print(f"{name}: {len(cases)} cases, {sum(case['seconds'] for case in cases):.0f} s of processor time")
    return 0


def compare(folder: Path, *, quick: bool, only: str, strict: bool, keep: Path | None) -> int:
    """Put everything through again; 1 and a list if anything that is released differs."""
    index = json.loads((folder / "index.json").read_text("utf-8"))
    wanted = {name: case for name, case in index.items() if only in name and (case["quick"] or not quick)}
    differing: dict[str, list[str]] = {"released": [], "said": []}
    diffs: list[str] = []
    for name, before in wanted.items():
        result = run_case(Case(name, before["steps"]), folder / "inputs")
        now = result.hashes()
        if keep and any(now[part] != before[part] for part in ("codes", "released", "said")):
            _put_aside(keep / name, result)
        for sort, names in differing.items():
            if before[sort] != now[sort] or (sort == "released" and before["codes"] != now["codes"]):
                names.append(name)
                if len(diffs) < 2 and (sort == "released" or strict):
                    diffs.append(_show(folder / "cases" / name / sort, before, result, sort))
    failed = differing["released"] + (differing["said"] if strict else [])
    said = [name for name in differing["said"] if name not in failed]
    if said:
        print(f"words around {len(said)} of {len(wanted)} releases changed, which is no failure: {', '.join(said[:8])}"
              + (" …" if len(said) > 8 else ""))  # fmt: skip
    if failed:
        print(f"{len(failed)} of {len(wanted)} golden releases differ:", *failed, *diffs, sep="\n")
        return 1
    print(f"{len(wanted)} golden releases are the same")
    return 0


def accept(folder: Path, *, only: str) -> int:
    """Record these cases again, as they are now."""
    path = folder / "index.json"
    index = json.loads(path.read_text("utf-8"))
    wanted = [name for name in index if only in name]
    for name in wanted:
        result = run_case(Case(name, index[name]["steps"]), folder / "inputs")
        shutil.rmtree(folder / "cases" / name, ignore_errors=True)
        _put_aside(folder / "cases" / name, result)
        index[name].update(result.hashes())
    path.write_text(json.dumps(index, indent=1, ensure_ascii=False), "utf-8")
    print(f"{len(wanted)} cases are recorded as they are now")
    return 0


def _put_aside(folder: Path, result: Result) -> None:
    for sort, kept in (("released", result.released), ("said", result.said)):
        for name, content in kept.items():
            path = folder / sort / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _show(before: Path, recorded: dict[str, Any], result: Result, sort: str, most: int = 40) -> str:
    """What differs in a case, in a few lines."""
    now: dict[str, bytes] = getattr(result, sort)
    lines = [f"--- {before.parent.name}: " + " && ".join(" ".join(step) for step in recorded["steps"])]
    if recorded["codes"] != result.codes:
        lines.append(
            f"exit codes {recorded['codes']} before, {result.codes} now: {' '.join(result.complaints)}"
        )
    for name in sorted({*recorded[sort], *now}):
        if name not in now or name not in recorded[sort]:
            lines.append(f"{name}: {'written only now' if name in now else 'no longer written'}")
        elif recorded[sort][name] != _hash(now[name]):
            old, new = _as_lines((before / name).read_bytes()), _as_lines(now[name])
            lines += difflib.unified_diff(old, new, f"{name} before", f"{name} now", n=1, lineterm="")
    return "\n".join(line[:300] for line in lines[:most])


def _as_lines(data: bytes) -> list[str]:
    """Text as it is; of an archive its members, of other bytes their number and hash."""
    if data[:2] == b"PK":
        with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
            return [line for name, content in members for line in (f"member {name}", *_as_lines(content))]
    try:
        return data.decode("utf-8").replace("><", ">\n<").splitlines()
    except UnicodeDecodeError:
        return [f"{len(data)} bytes {_hash(data)}"]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=["record", "compare", "accept"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="compare the few cases that are marked so")
    parser.add_argument("--only", default="", metavar="TEXT", help="take cases with this in their name")
    parser.add_argument("--strict", action="store_true", help="let changed prose fail too")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where to put what differs now")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="the tree to record")
    parser.add_argument("--data", type=Path, help="real files; ../shared/data beside the tree if left out")
    asked = parser.parse_args()
    os.environ.update(ENVIRONMENT)
    os.environ.pop("RETICENT_VAULT_KEY", None)
    os.cpu_count = lambda: 1  # no worker processes: what is asked of one core stays here
    if hasattr(os, "sched_getaffinity"):
        os.sched_getaffinity = lambda _: {0}
    folder, root = asked.folder.resolve(), asked.root.resolve()
    if asked.what == "record":
        return record(folder, root, (asked.data or root.parent / "shared" / "data").resolve())
    if asked.what == "accept":
        return accept(folder, only=asked.only)
    keep = asked.keep.resolve() if asked.keep else None
    return compare(folder, quick=asked.quick, only=asked.only, strict=asked.strict, keep=keep)


if __name__ == "__main__":
    sys.exit(main())
