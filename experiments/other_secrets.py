"""How much of what gives away a secret that is no disease goes, at which cost, and whether the verdict says what is left.

python -m experiments.other_secrets [--quick] [--json FILE] [--sheets DIR] [--score DIR]

The 60 texts of `training/data/secrets` were written without knowledge of the code. Settings of (C, g(C))-sanitization are chosen on
those with odd numbers: of those that keep 85 % of the words, the one under which most of what tells goes. The others are
reported for the default and for that choice, and their releases go on sheets for blind readers. Words taken out at random, as many, are
shown beside them. With RETICENT_DATA, indices of a part of the corpora show what a larger one would bring.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from experiments import corpora
from experiments.harness import data, make_parser, parse_options, write_json
from experiments.needs import Needs
from experiments.phrases import stands_in
from experiments.readers_sheets import ANSWERS, KEY, Version, lay_out_sheets, read_answers, write_sheets
from reticent.audit.inference import NOBODY, Watch
from reticent.engine import Outcome, sanitize
from reticent.errors import InputError, PromiseError
from reticent.knowledge import Corpus, open_corpus
from reticent.knowledge.taxonomy import wordnet
from reticent.models.cg_sanitization import CgSanitization
from reticent.text import Document

TEXTS = Path(__file__).parents[1] / "training" / "data" / "secrets" / "texts.jsonl"
NEEDS = corpora.BOTH
QUICK = 6
"""Every sixth text of each half."""
KEPT = 0.85
"""Words that have to stay."""
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    **{
        f"{evidence}, support {least}, at most {cap}, groups of {largest}": {
            "evidence": evidence,
            "min_support": least,
            "at_most": cap,
            "max_group": largest,
        }
        for evidence, least in (("confident", 2), ("counted", 2), ("counted", 1))
        for cap in (0.2, 0.1, 0.05, 0.02, 0.01)
        for largest in (1, 2)
    },
}
"""What there is to choose among: how sure the counts have to be, the cap, and pairs or none."""
PARTS = (0.125, 0.25, 0.5, 1.0)
"""Shares of the documents of the corpora that an index is built of."""
LIMITS = (1, 3, 5, 10, 20)
"""Ranks from which on the verdict says that a thing is still inferred."""
SEED = 53

INSTRUCTIONS = """\
From each text below one thing was hidden that is said or implied of a person, a firm or a place. It may be of any sort and may be
what the whole text is about, or a side remark. Its names were taken out or replaced by something more general, and other words may be gone or
replaced as well. What the text still names is not the hidden thing.

For every text, guess the hidden thing: three different guesses, the likeliest first, each as specific as you dare, in a few plain
English words and without explanation. Always give three, also where you can only guess. Use what you know and this sheet alone: no
files, no tools, no search.

Write one line of JSON for each text, with its number, and nothing else:

{"text": 1, "guesses": ["first guess", "second guess", "third guess"]}
"""


@dataclass(frozen=True, slots=True)
class SecretText:
    """A text with its secret, whether that is a side remark, and what tells it."""

    id: str
    sort: str
    role: str
    secret: str
    general: str
    text: str = field(repr=False)
    tells: tuple[str, ...] = field(repr=False)

    @property
    def is_for_choosing(self) -> bool:
        """Whether settings may be chosen by it: those with odd numbers."""
        return int(self.id[1:]) % 2 == 1


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one text; `place` is the rank that the verdict names, None where no reader comes upon the secret, and 0
    where none can be asked."""

    role: str
    sort: str
    gone: int
    tells: int
    changed: int
    words: int
    place: int | None
    refused: bool = False


def read_texts() -> list[SecretText]:
    """All texts, in order."""
    rows = [json.loads(line) for line in TEXTS.read_text("utf-8").splitlines()]
    return [SecretText(**{**row, "tells": tuple(row["tells"])}) for row in rows]


def release(text: SecretText, corpus: Corpus, settings: Mapping[str, Any]) -> Outcome | None:
    """A text under (C, g(C)) with the g(c) that its writer chose, with its last word, or with none; None where none can be had."""
    for general in (text.general, text.general.split(" ")[-1], None):
        try:
            model = CgSanitization(
                {text.secret: general}, corpus=corpus, taxonomy=wordnet(), unseen="remove", **settings
            )
            return sanitize(Document(text.id, text.text), model)
        except (InputError, PromiseError):
            continue
    return None


def judge(text: SecretText, corpus: Corpus, settings: Mapping[str, Any], *, ranked: bool = False) -> Result:
    """What goes of one text, and what the verdict says of its release."""
    words = len(text.text.split())
    outcome = release(text, corpus, settings)
    if outcome is None or outcome.violations:
        return Result(text.role, text.sort, 0, len(text.tells), 0, words, 0, refused=True)
    gone = sum(not stands_in(each, outcome.text) for each in text.tells)
    changed = sum(len(edit.span.of(text.text).split()) for edit in outcome.release.edits)
    place = rank(text, corpus, outcome) if ranked else 0
    return Result(text.role, text.sort, gone, len(text.tells), changed, words, place)


def rank(text: SecretText, corpus: Corpus, outcome: Outcome) -> int | None:
    """The rank that the verdict on a release names."""
    model = CgSanitization({text.secret: None}, corpus=corpus, taxonomy=wordnet(), unseen="keep")
    watched = Watch.over([model])
    risks = watched.assess(outcome.release) if watched else ()
    return risks[0].place if risks and risks[0].reader != NOBODY else 0


def remove_at_random(text: SecretText, share: float) -> Result:
    """What goes where so many words are taken out by lot."""
    words = text.text.split(" ")
    lot = random.Random(f"{SEED} {text.id}")
    out = set(lot.sample(range(len(words)), round(share * len(words))))
    left = " ".join("[REMOVED]" if number in out else word for number, word in enumerate(words))
    gone = sum(not stands_in(each, left) for each in text.tells)
    return Result(text.role, text.sort, gone, len(text.tells), len(out), len(words), 0)


def add_up(results: Sequence[Result]) -> dict[str, Any]:
    """Shares over all texts, and of each role."""
    rows: dict[str, Any] = {}
    for role in ("all", "side", "main"):
        own = [each for each in results if role in ("all", each.role)]
        if own:
            rows[role] = {
                "texts": len(own),
                "refused": sum(each.refused for each in own),
                "gone": round(sum(each.gone for each in own) / sum(each.tells for each in own), 3),
                "kept": round(1 - sum(each.changed for each in own) / sum(each.words for each in own), 3),
            }
    return rows


def add_up_verdicts(results: Sequence[Result]) -> dict[str, Any]:
    """In how many texts of each role the verdict names the secret, by rank, and in how many no reader can be asked."""
    rows: dict[str, Any] = {}
    for role in ("side", "main"):
        own = [each for each in results if each.role == role]
        if not own:
            continue
        found = {
            f"ranked {limit} or better": mean(0 < (each.place or 0) <= limit for each in own)
            for limit in LIMITS
        }
        rows[role] = {
            "texts": len(own),
            "nobody can be asked": round(mean(each.place == 0 for each in own), 3),
            **{name: round(share, 3) for name, share in found.items()},
        }
    return rows


def choose(texts: Sequence[SecretText], corpus: Corpus) -> tuple[str, dict[str, Any]]:
    """The setting that keeps enough words and takes most of what tells, with the figures of all."""
    tried = {name: add_up([judge(each, corpus, own) for each in texts]) for name, own in SETTINGS.items()}
    enough = [name for name, rows in tried.items() if rows["all"]["kept"] >= KEPT]
    return max(enough, key=lambda name: tried[name]["all"]["gone"]), tried


def measure(quick: bool) -> dict[str, Any]:
    """The settings on the half for choosing, the default and the choice on the other, and the choice by the size of the index."""
    texts = read_texts()
    choosing = [each for each in texts if each.is_for_choosing][:: QUICK if quick else 1]
    reporting = [each for each in texts if not each.is_for_choosing][:: QUICK if quick else 1]
    corpus = open_corpus()
    chosen, tried = choose(choosing, corpus)
    figures: dict[str, Any] = {"chosen": chosen, "choosing": tried, "reporting": {}, "verdict": {}}
    for name in ("default", chosen):
        results = [judge(each, corpus, SETTINGS[name], ranked=True) for each in reporting]
        figures["reporting"][name] = add_up(results)
        figures["verdict"][name] = add_up_verdicts(results)
    share = 1 - figures["reporting"][chosen]["all"]["kept"]
    figures["reporting"]["as many words by lot"] = add_up(
        [remove_at_random(each, share) for each in reporting]
    )
    figures["by_size"] = [] if quick else measure_sizes(texts, chosen)
    return figures


def measure_sizes(texts: Sequence[SecretText], chosen: str) -> list[dict[str, Any]]:
    """The default and the choice on all texts, over indices of a part of the documents."""
    rows = []
    for part in PARTS:
        with TemporaryDirectory() as folder:
            corpus = open_corpus(_build_part(Path(folder), part))
            for name in ("default", chosen):
                row = add_up([judge(each, corpus, SETTINGS[name]) for each in texts])
                rows.append({"part": part, "documents": corpus.size, "setting": name, **row["all"]})
    return rows


def _build_part(folder: Path, part: float) -> Path:
    """An index of every so manieth document of the corpora, without the floor of documents that keeps the shipped one small."""
    source, index = folder / "part.jsonl", folder / "part.index"
    every = round(1 / part)
    with source.open("w", encoding="utf-8") as out:
        for name in NEEDS.data:
            with lzma.open(data(name), "rt", encoding="utf-8") as lines:
                out.writelines(line for number, line in enumerate(lines) if number % every == 0)
    command = [sys.executable, "-c", "from reticent.cli import main; main()", "knowledge", "build"]
    subprocess.run([*command, str(source), "-o", str(index), "--min-documents", "2", "-q"], check=True)
    return index


def make_versions(chosen: str) -> list[Version]:
    """The reported texts under the default and under the choice."""
    corpus, made = open_corpus(), []
    for text in (each for each in read_texts() if not each.is_for_choosing):
        for name in ("default", chosen):
            outcome = release(text, corpus, SETTINGS[name])
            if outcome is not None and not outcome.violations:
                changed = sum(len(edit.span.of(text.text).split()) for edit in outcome.release.edits)
                kept = round(1 - changed / len(text.text.split()), 4)
                made.append(Version(text.id, "text", name, text.secret, kept, outcome.text))
    return made


def score(folder: Path) -> dict[str, Any]:
    """How often a judge found the first guess, or any, to name the secret: the answers have a list `right` of the numbers of such guesses."""
    key = json.loads((folder / KEY).read_text("utf-8"))
    roles = {each.id: each.role for each in read_texts()}
    found: dict[tuple[str, str], list[tuple[bool, bool, float]]] = {}
    for sheet, rows in key.items():
        path = folder / ANSWERS / f"{sheet}.jsonl"
        if not path.exists():
            continue
        read_answers(path.read_text("utf-8"), sheet)
        answers = {row["text"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())}
        for number, row in rows.items():
            right = answers.get(int(number), {}).get("right", [])
            own = found.setdefault((roles[row["text"]], row["kind"]), [])
            own.append((1 in right, bool(right), row["kept"]))
    return {
        f"{role}, {kind}": {
            "readings": len(own),
            "first": round(mean(each[0] for each in own), 3),
            "in three": round(mean(each[1] for each in own), 3),
            "kept": round(mean(each[2] for each in own), 3),
        }
        for (role, kind), own in found.items()
    }


def show(figures: Mapping[str, Any]) -> None:
    """The settings, the reported half, the verdict and the sizes, as tables."""
    print(f"chosen: {figures['chosen']}")
    for part in ("choosing", "reporting"):
        print(
            f"\n{part}\n| setting | gone | kept | side gone | main gone | refused |\n| --- | --- | --- | --- | --- | --- |"
        )
        for name, row in figures[part].items():
            sides = [f"{row[role]['gone']:.1%}" if role in row else "" for role in ("side", "main")]
            own = row["all"]
            print(
                f"| {name} | {own['gone']:.1%} | {own['kept']:.1%} | {' | '.join(sides)} | {own['refused']} |"
            )
    for name, roles in figures["verdict"].items():
        for role, row in roles.items():
            print(f"\nverdict, {name}, {role}: " + ", ".join(f"{key} {value}" for key, value in row.items()))
    for row in figures["by_size"]:
        print(
            f"{row['documents']:>8} documents, {row['setting']}: {row['gone']:.1%} gone, {row['kept']:.1%} kept"
        )


def main(needs: Needs) -> None:
    """Measure, or write sheets for readers, or score what they said."""
    parser: argparse.ArgumentParser = make_parser("other_secrets")
    parser.add_argument("--sheets", type=Path, metavar="DIR", help="write sheets for blind readers there")
    parser.add_argument("--setting", metavar="NAME", help="the setting of the sheets, as `chosen` names it")
    parser.add_argument("--score", type=Path, metavar="DIR", help="count the answers to the sheets there")
    options = parse_options(parser, needs)
    if options.sheets:
        sheets = lay_out_sheets(make_versions(options.setting), seed=SEED, rounds=2)
        write_sheets(options.sheets, sheets, INSTRUCTIONS)
        return
    figures = measure(options.quick)
    show(figures)
    if options.score:
        figures["blind"] = score(options.score)
        print(*figures["blind"].items(), sep="\n")
    if options.json:
        write_json(options.json, figures, needs)


if __name__ == "__main__":
    main(NEEDS)
