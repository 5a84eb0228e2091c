"""Five prepared collections with their dossiers, two of which should not be released, for readers who see nothing but these.

Each is made from data that anybody can have: visit notes (ACI-Bench, CC BY 4.0), invented documents (CC0), tickets that are invented here,
court cases (Text Anonymization Benchmark, MIT). The readers get the folders without the key, and say whether to release.

python -m experiments.dossiers FOLDER [--quick]
python -m experiments.dossiers FOLDER --score ANSWERS

`FOLDER/sheets` holds each dossier as plain text with one instruction. ANSWERS is a CSV file with the columns reader, dossier, decision
(release, conditions, no).
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from experiments.harness import data, make_parser, parse_options
from experiments.needs import Needs
from experiments.notes import VISITS, read_column
from experiments.tickets import make_tickets
from reticent.cli import main as run_reticent

WRITTEN, CASES = "wild/written.jsonl", "benchmarks/tab-train.jsonl"
NEEDS = Needs(data=(VISITS, WRITTEN, CASES))
EACH, QUICK = 40, 8
"""Documents of a collection: enough for shares, few enough for some minutes."""

_NOTHING_BUT_NUMBERS = """
name = "numbers only"
languages = ["any"]

[[detectors]]
type = "patterns"

[[models]]
type = "redaction"
"""
_HEALTH_CAREFUL = """
name = "visits"
scope = "collection"
ages = "all"

[[detectors]]
type = "patterns"

[[detectors]]
type = "names"
setting = "careful"
kinds = ["PERSON", "LOCATION", "ORGANIZATION", "DATETIME", "CODE", "CONTACT", "AGE", "DEM"]
demographics = "identifying"

[[models]]
type = "redaction"
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A collection, what becomes of it, whom it is for, and whether it should be released."""

    name: str
    policy: str
    recipients: str
    audience: str
    release: bool
    why: str


PREPARED: Mapping[str, Prepared] = {
    "visits": Prepared(
        "1", _HEALTH_CAREFUL, "researchers of a university under contract", "contract", release=True,
        why="names, dates, places, ages and occupations are gone, nobody may look for anybody",
    ),
    "cases on the web": Prepared(
        "2", "court", "readers of a legal web site, where the judgments are published too", "searchable", release=False,
        why="three words of any case find the judgment that is published",
    ),
    "tickets": Prepared(
        "3", "support", "the public, as an open data set for the training of help desks", "public", release=True,
        why="short texts without names, alike enough, whose originals nobody else has",
    ),
    "letters": Prepared(
        "4", _NOTHING_BUT_NUMBERS, "a software vendor under contract", "contract", release=False,
        why="names and places stand in nearly all of them",
    ),
    "cases in a library": Prepared(
        "5", "court",
        "law students in a reading room without a network, where telephones are handed in and no notes leave, under contract",
        "contract", release=True,
        why="nobody is singled out by what is left, and nobody can search the originals in that room; who goes home and searches from memory"
        " breaks the contract, and finds what is published with all names anyway",
    ),
}  # fmt: skip


def read_texts(name: str, count: int) -> Iterator[str]:
    """The originals of a collection."""
    if name == "visits":
        yield from list(read_column(VISITS, "note"))[:count]
    elif name == "tickets":
        yield from make_tickets(5 * count)
    elif name == "letters":
        rows = map(json.loads, data(WRITTEN).read_text("utf-8").splitlines())
        yield from [row["text"] for row in rows if row["id"][0] in "35"][:count]
    else:
        rows = map(json.loads, data(CASES).read_text("utf-8").splitlines())
        yield from [row["text"] for row in rows][:count]


def prepare(name: str, own: Prepared, folder: Path, count: int) -> dict[str, Any]:
    """Release a collection and write its dossier; what the dossier says, and what is right."""
    place = folder / own.name
    shutil.rmtree(place, ignore_errors=True)
    (place / "originals").mkdir(parents=True)
    for number, text in enumerate(read_texts(name, count), 1):
        (place / f"originals/{number:03}.txt").write_text(text, "utf-8")
    policy = place / "policy.toml"
    policy.write_text(own.policy, "utf-8")
    rules = ["--policy", str(policy) if "\n" in own.policy else own.policy, "--language", "any"]
    run(["sanitize", str(place / "originals"), "-o", str(place / "released"), "--skip-bad", *rules])
    run([
        "assess", str(place / "released"), "--original", str(place / "originals"), "-o", str(place / "dossier"), *rules,
        *("--for", own.recipients, "--audience", own.audience, "--overwrite"),
    ])  # fmt: skip
    dossier = json.loads((place / "dossier/dossier.json").read_text("utf-8"))
    (folder / "sheets").mkdir(exist_ok=True)
    page = (place / "dossier/dossier.html").read_text("utf-8")
    (folder / f"sheets/{own.name}.txt").write_text(lay_out_as_text(page), "utf-8")
    return {
        "collection": name,
        "dossier": own.name,
        "right": own.release,
        "why": own.why,
        "says": dossier["verdict"]["level"],
        "shares": {each["figure"]: each["share"] for each in dossier["verdict"]["grounds"]},
    }


INSTRUCTION = (
    "You are the privacy officer, and this is all that you see: decide whether the release goes out. Answer with one of release (as it is),"
    " conditions (once somebody confirms every condition named), no (do not release); then say in two sentences why, and what was unclear."
)


def lay_out_as_text(page: str) -> str:
    """A dossier's page as plain text for readers who get no browser, after the instruction."""
    body = page.split("</head>")[1]
    for pattern, written in (
        (r"</t[dh]><t[dh][^>]*>", " | "),
        (r"<br>", "; "),
        (r"<li>", "\n- "),
        (r"<h\d>", "\n\n# "),
        (r"</(?:p|h\d|tr|strong|blockquote|div|table|ul)>", "\n"),
        (r"<[^>]*>", ""),
        (r"\n{3,}", "\n\n"),
    ):
        body = re.sub(pattern, written, body)
    return f"{INSTRUCTION}\n\n{unescape(body).strip()}\n"


def score(answers: Path, key: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many decisions are right, by reader and dossier; with conditions is released."""
    right = {row["dossier"]: row["right"] for row in key}
    with answers.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    good = [(row["decision"].strip() != "no") == right[row["dossier"].strip()] for row in rows]
    yield f"{sum(good)} of {len(rows)} decisions are right"
    yield from (
        f"  {row['reader']} on {row['dossier']}: {row['decision']}, wrong"
        for row, is_right in zip(rows, good, strict=True)
        if not is_right
    )


def run(arguments: Sequence[str]) -> None:
    """A command of reticent, whatever it ends with."""
    sys.argv = ["reticent", *arguments]
    try:
        run_reticent()
    except SystemExit as ended:
        if ended.code not in (0, 1, 4):
            raise


def main(needs: Needs) -> None:
    """Prepare all, and keep the key apart from the dossiers."""
    parser = make_parser("dossiers")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--score", type=Path)
    options = parse_options(parser, needs)
    if options.folder is None:  # only now, so that what is missing is said without one
        parser.error("the following arguments are required: folder")
    folder, count = options.folder, QUICK if options.quick else EACH
    beside = folder.with_name(f"{folder.name}-key.json")
    if options.score:
        print("\n".join(score(options.score, json.loads(beside.read_text("utf-8")))))
        return
    folder.mkdir(parents=True, exist_ok=True)
    key = [prepare(name, own, folder, count) for name, own in PREPARED.items()]
    beside.write_text(json.dumps(key, indent=2) + "\n", "utf-8")
    for row in key:
        right = "release" if row["right"] else "do not release"
        print(
            f"{row['dossier']} {row['collection']:20} says {row['says']:10} right: {right}; {row['shares']}"
        )


if __name__ == "__main__":
    main(NEEDS)
