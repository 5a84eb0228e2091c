"""Sheets of releases for readers who know nothing else, the key to them, and the score of the readers' answers."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

from experiments.phrases import PhraseFinder

ROUNDS = 2
"""So many readers read each release."""
GUESSES = 3
KEY = "key.json"
SHEETS = "sheets"
ANSWERS = "answers"

INSTRUCTIONS = f"""\
Each text below is a medical text from which one condition (a disease, a disorder or an injury) was hidden: its names were taken out or
replaced by something more general, and other words may be gone or replaced as well. The condition may be what the whole text is about, or
one of several that the patient has or once had. A condition that the text still names is not the hidden one. Gaps are marked, or
closed without a mark.

For every text, guess the hidden condition: {GUESSES} different guesses, the likeliest first, each as specific as you dare, in
plain medical English and without explanation. Always give {GUESSES}, also where you can only guess. Use what you know and this sheet alone: no
files, no tools, no search.

Write one line of JSON for each text, with its number, and nothing else:

{{"text": 1, "guesses": ["first guess", "second guess", "third guess"]}}
"""


@dataclass(frozen=True, slots=True)
class Version:
    """One release of a text: what was done to it, what it hides, how much of it is left."""

    text: str
    sort: str
    kind: str
    condition: str
    kept: float
    released: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The versions that one reader gets, in the order of the sheet."""

    name: str
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often readers named the condition: in the first guess, in all guesses; of releases read, and words kept."""

    releases: int
    readings: int
    first: float
    among_three: float
    both_readers: float
    error: float
    kept: float


def lay_out_sheets(versions: Iterable[Version], *, seed: int, rounds: int = ROUNDS) -> list[Sheet]:
    """Shuffled sheets: each release on as many of them as there are rounds, no text twice on one.

    Of a sort with as many versions of each text as there are kinds, a round makes a sheet for each kind, and every
    kind is on every sheet about equally often.
    """
    by_sort: dict[str, dict[str, list[Version]]] = defaultdict(lambda: defaultdict(list))
    for version in versions:
        by_sort[version.sort][version.text].append(version)
    return [sheet for sort, texts in by_sort.items() for sheet in _lay_out_sort(sort, texts, seed, rounds)]


def _lay_out_sort(sort: str, texts: Mapping[str, list[Version]], seed: int, rounds: int) -> Iterator[Sheet]:
    sheets = max(map(len, texts.values()))
    for number in range(rounds):
        chance = random.Random(f"{seed} {sort} {number}")  # a lot, not a secret
        piles: list[list[Version]] = [[] for _ in range(sheets)]
        for start, own in enumerate(texts.values()):
            places = [(start + step) % sheets for step in range(sheets)]
            shuffled = chance.sample(own, len(own)) if number else own
            for place, version in zip(places, shuffled, strict=False):
                piles[place].append(version)
        for place, pile in enumerate(piles):
            name = f"{sort}-{number * sheets + place + 1:02}"
            yield Sheet(name, tuple(chance.sample(pile, len(pile))))


def render_sheet(sheet: Sheet, instructions: str = INSTRUCTIONS) -> str:
    """The sheet as its reader sees it."""
    parts = [f"# Sheet {sheet.name}\n", instructions]
    parts += [f"## Text {number}\n\n{version.released.strip()}\n" for number, version in _number(sheet)]
    return "\n".join(parts)


def write_sheets(folder: Path, sheets: Sequence[Sheet], instructions: str = INSTRUCTIONS) -> None:
    """The sheets, the key apart from them, an empty folder for the answers, and who gets what."""
    for name in (SHEETS, ANSWERS):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for sheet in sheets:
        (folder / SHEETS / f"{sheet.name}.md").write_text(render_sheet(sheet, instructions), encoding="utf-8")
    key = {
        sheet.name: {
            str(number): {name: value for name, value in asdict(version).items() if name != "released"}
            for number, version in _number(sheet)
        }
        for sheet in sheets
    }
    (folder / KEY).write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")
    (folder / "README").write_text(_render_readme(sheets), encoding="utf-8")


def _render_readme(sheets: Sequence[Sheet]) -> str:
    rows = "\n".join(
        f"{SHEETS}/{sheet.name}.md -> {ANSWERS}/{sheet.name}.jsonl ({len(sheet.versions)} texts)"
        for sheet in sheets
    )
    return f"""\
A reader gets one file of {SHEETS}/ and nothing else: another reader for each file, who has seen no other sheet, neither {KEY} nor
this file. No reader may read two sheets of one sort, or two versions of one text would be compared.
The answers go to the file of the same name under {ANSWERS}/, one line of JSON for each text:
{{"text": 1, "guesses": ["first guess", "second guess", "third guess"]}}
Then: python -m experiments.readers --score THIS_FOLDER

{rows}
"""


def _number(sheet: Sheet) -> Iterator[tuple[int, Version]]:
    return enumerate(sheet.versions, 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reader's answer on one release: the place of the right guess, the first being 1, or none."""

    text: str
    sort: str
    kind: str
    kept: float
    place: int | None


def read_verdicts(folder: Path, names: Mapping[str, PhraseFinder]) -> list[Verdict]:
    """What the readers found, for every sheet that has answers; a text without an answer counts as not guessed."""
    key = json.loads((folder / KEY).read_text(encoding="utf-8"))
    verdicts = []
    for sheet, rows in key.items():
        path = folder / ANSWERS / f"{sheet}.jsonl"
        if not path.exists():
            continue
        answers = read_answers(path.read_text(encoding="utf-8"), sheet)
        for number, row in rows.items():
            place = place_of(row["condition"], answers.get(int(number), ()), names[row["sort"]])
            verdicts.append(Verdict(row["text"], row["sort"], row["kind"], row["kept"], place))
    return verdicts


def read_answers(text: str, sheet: str) -> dict[int, tuple[str, ...]]:
    """The guesses by number of text."""
    answers = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            answers[int(row["text"])] = tuple(map(str, row["guesses"]))[:GUESSES]
        except (ValueError, KeyError, TypeError) as error:
            raise SystemExit(
                f'{sheet}: line {number} is no answer; write {{"text": 1, "guesses": ["…", "…", "…"]}}'
            ) from error
    return answers


def place_of(condition: str, guesses: Sequence[str], names: PhraseFinder) -> int | None:
    """Which guess, from 1, names the condition by one of its names; None when none does.

    The longest names in a guess count: "type 1 diabetes" doesn't name type 2 diabetes, though "diabetes" does.
    """
    for place, guess in enumerate(guesses, 1):
        if condition in names.conditions(guess):
            return place
    return None


def tally_verdicts(verdicts: Iterable[Verdict]) -> dict[str, dict[str, Tally]]:
    """Sort, then kind, to how the readers fared."""
    groups: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.sort, verdict.kind].append(verdict)
    tallies: dict[str, dict[str, Tally]] = defaultdict(dict)
    for (sort, kind), group in groups.items():
        tallies[sort][kind] = _tally(group)
    return dict(tallies)


def _tally(verdicts: Sequence[Verdict]) -> Tally:
    by_text: dict[str, list[bool]] = defaultdict(list)
    kept = {verdict.text: verdict.kept for verdict in verdicts}
    for verdict in verdicts:
        by_text[verdict.text].append(verdict.place == 1)
    first = sum(map(sum, by_text.values())) / len(verdicts)
    return Tally(
        len(by_text),
        len(verdicts),
        first,
        sum(verdict.place is not None for verdict in verdicts) / len(verdicts),
        sum(map(all, by_text.values())) / len(by_text),
        sqrt(first * (1 - first) / len(by_text)),  # the two readings of a release are no two samples
        sum(kept.values()) / len(kept),
    )


def tables(verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """The tallies as figures."""
    return {
        sort: {kind: asdict(tally) for kind, tally in kinds.items()}
        for sort, kinds in tally_verdicts(verdicts).items()
    }
