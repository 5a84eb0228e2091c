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
from reticent.usecases.run_log import FileRow, RunLog

SCHEMA = 1
"""Changes with what the keys mean."""
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


def write_manifest(place: Path, log: RunLog, origin: Origin) -> None:
    """Write the manifest, for its owner alone; one line per file, so that any number needs little memory."""
    head: dict[str, Any] = {
        "reticent": "manifest",
        "schema": SCHEMA,
        "note": NOTE,
        "version": origin.version,
        "policy": origin.policy,
        "rules": origin.rules,
        "promises": [_promise(each) for each in origin.promises],
        "languages_allowed": list(origin.languages),
        "salt": log.salt.hex(),
        "counts": count_all(log),
    }
    with whole_file(place, mode=PRIVATE) as temporary, temporary.open("w", encoding="ascii") as file:
        lines = [f'"{key}": {json.dumps(value)},\n' for key, value in head.items()]
        file.writelines(["{\n", *lines, f"{_FILES}\n"])
        file.writelines(_separate(map(_describe_release, log.rows("released"))))
        file.write('],\n"refused": [\n')
        file.writelines(_separate(map(_kept_back, log.rows("refused"))))
        file.write('],\n"left_out": [\n')
        file.writelines(_separate(map(_kept_back, log.rows("left"))))
        file.write("]\n}\n")


def count_all(log: RunLog) -> dict[str, int]:
    """How many files are in which state, and what the released ones hold."""
    totals = log.sum_up()
    return {
        "released": log.count("released"),
        "refused": log.count("refused"),
        "left_out": log.count("left"),
        "documents": totals.documents,
        "words": totals.words,
        "places": totals.places,
        "unseen": totals.unseen,
        "gone": totals.gone,
        "unread": totals.unread,
        "by_column": totals.cells,
        "unsettled": totals.unsettled,
        "inferred": totals.inferred,
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
            f"'{place}' is not a manifest (version {SCHEMA}): name the one of this release"
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


def _describe_release(row: FileRow) -> Mapping[str, Any]:
    return {
        "original": row.path,
        "original_hash": f"sha256-salted:{row.original}",
        "released": row.place,
        "released_hash": f"sha256:{row.released}",
        "documents": row.totals.documents,
        "words": row.totals.words,
        "places": row.totals.places,
        "dropped": row.dropped,
        "unread_languages": list(row.languages),
        "inference": list(row.inferred),
    }


def _kept_back(row: FileRow) -> Mapping[str, Any]:
    withheld = {"withheld": row.inferred[0]} if row.inferred else {}
    return {"original": row.path, "reason": row.why, **withheld}


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
