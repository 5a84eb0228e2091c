"""The record of a release of a folder: what went in, what came out, what was promised and what was refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError
from reticent.files import PRIVATE, whole_file
from reticent.plan import Promise
from reticent.usecases.run_log import Ledger, Line

SCHEMA = 1
NOTE = "It names the originals: keep it with them."
_FILES = '"files": ['


@dataclass(frozen=True, slots=True)
class Origin:
    """What a release was made with: the version, the policy by its name and by a hash of its rules, its promises.

    `languages` were allowed although no detector of the policy reads them.
    """

    version: str
    policy: str
    rules: str
    promises: Sequence[Promise]
    languages: Sequence[str] = ()


def place_of_manifest(out: Path) -> Path:
    """The manifest of a released folder, beside it."""
    return out.with_name(f"{out.name}.manifest.json")


def write_manifest(place: Path, ledger: Ledger, origin: Origin) -> None:
    """Write the manifest, for its owner alone; a file a line, so that any number needs little memory."""
    head: dict[str, Any] = {
        "reticent": "manifest",
        "schema": SCHEMA,
        "note": NOTE,
        "version": origin.version,
        "policy": origin.policy,
        "rules": origin.rules,
        "promises": [_promise(each) for each in origin.promises],
        "languages_allowed": list(origin.languages),
        "salt": ledger.salt.hex(),
        "counts": count_all(ledger),
    }
    with whole_file(place, mode=PRIVATE) as temporary, temporary.open("w", encoding="ascii") as file:
        lines = [f'"{key}": {json.dumps(value)},\n' for key, value in head.items()]
        file.writelines(["{\n", *lines, f"{_FILES}\n"])
        file.writelines(_separate(map(_describe_release, ledger.lines("released"))))
        file.write('],\n"refused": [\n')
        file.writelines(_separate(map(_kept_back, ledger.lines("refused"))))
        file.write('],\n"left_out": [\n')
        file.writelines(_separate(map(_kept_back, ledger.lines("left"))))
        file.write("]\n}\n")


def count_all(ledger: Ledger) -> dict[str, int]:
    """How many files are in which state, and what the released ones hold."""
    tally = ledger.sum_up()
    return {
        "released": ledger.count("released"),
        "refused": ledger.count("refused"),
        "left_out": ledger.count("left"),
        "documents": tally.documents,
        "words": tally.words,
        "places": tally.places,
        "unseen": tally.unseen,
        "unread": tally.unread,
        "by_column": tally.cells,
        "unsettled": tally.unsettled,
    }


def read_head(place: Path) -> dict[str, Any]:
    """What a manifest says of the whole release, without its files; a DocumentError when it is none."""
    try:
        with place.open(encoding="ascii") as file:
            lines = iter(file)
            head = []
            for line in lines:
                if line.startswith(_FILES):
                    break
                head.append(line)
        content = json.loads("".join(head).rstrip().rstrip(",") + "}")
        if content["reticent"] != "manifest" or content["schema"] != SCHEMA:
            raise KeyError
    except (OSError, ValueError, KeyError, TypeError):
        raise DocumentError(
            f"'{place}' is no manifest (version {SCHEMA}): name the one of this release"
        ) from None
    return dict(content)


def read_places(place: Path) -> Iterator[tuple[str, str]]:
    """The path of each original and of what was released of it."""
    read_head(place)
    with place.open(encoding="ascii") as file:
        within = False
        for line in file:
            if within and line.startswith("]"):
                return
            if within:
                entry = json.loads(line.rstrip().rstrip(","))
                yield entry["original"], entry["released"]
            within = within or line.startswith(_FILES)


def _describe_release(line: Line) -> Mapping[str, Any]:
    return {
        "original": line.path,
        "original_hash": f"sha256-salted:{line.original}",
        "released": line.place,
        "released_hash": f"sha256:{line.released}",
        "documents": line.tally.documents,
        "words": line.tally.words,
        "places": line.tally.places,
        "dropped": line.dropped,
        "unread_languages": list(line.languages),
    }


def _kept_back(line: Line) -> Mapping[str, Any]:
    return {"original": line.path, "reason": line.why}


def _promise(promise: Promise) -> dict[str, Any]:
    return {
        "model": promise.model,
        "statement": promise.statement,
        "relative_to": dict(promise.relative_to),
    }


def _separate(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The entries as lines of a JSON list."""
    comma = ""
    for entry in entries:
        yield f"{comma}{json.dumps(entry)}"
        comma = ",\n"
    yield "\n" if comma else ""
