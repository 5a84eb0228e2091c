"""Whether real notes are released with default options, and how many words go because nobody has ever counted them.

python -m experiments.real_notes [--quick] [--notes N] [--json FILE]

Transcriptions and invented notes of general practice and wards, half each, drawn by a fixed order. Each is released three times, with
another condition protected each time: those that the note names, by the list that ships, and then the commonest of general
practice. What may be told of it is the best choice of `reticent protect`. Everything else is as `reticent sanitize --protect` has it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from training.wild_corpora import TRANSCRIPTIONS, read_transcriptions

from experiments.conditions import read_list
from experiments.harness import data, make_parser, parse_options, write_json
from experiments.needs import Needs
from reticent.engine import run_one
from reticent.engine.rules import Rules
from reticent.errors import InputError, ReticentError
from reticent.knowledge import open_knowledge
from reticent.knowledge.conditions import conditions, find_conditions
from reticent.knowledge.taxonomy import in_order, medicine, wordnet
from reticent.models.cg_sanitization.model import suggestions
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.text.tokens import token_texts
from reticent.usecases.unseen import count_gone

WRITTEN = "wild/written.jsonl"
CLINICAL = frozenset("128")
"""The writers of `WRITTEN` who wrote clinical notes, by the first digit of an id."""

NEEDS = Needs(data=(TRANSCRIPTIONS, WRITTEN))
NOTES, QUICK = 300, 6
SECRETS = 3  # a note is released so many times


def measure(many: int) -> dict[str, Any]:
    """What came of each note with each secret, added up."""
    done = [result for note in draw_notes(many) for result in release_thrice(note)]
    released = [each for each in done if "refused" not in each]
    words = sum(each["words"] for each in released)
    return {
        "notes": many,
        "releases": len(done),
        "released": len(released),
        "refused": dict(Counter(each["refused"] for each in done if "refused" in each)),
        "words": words,
        "words_gone_as_unseen": sum(each["gone"] for each in released),
        "releases_without_unseen": sum(not each["gone"] for each in released),
        "places_changed": sum(each["places"] for each in released),
    }


def draw_notes(many: int) -> list[Document]:
    """As many notes of each kind, in the order of their hashes."""
    with data(WRITTEN).open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    written = [Document(f"written {row['id']}", row["text"]) for row in rows if row["id"][0] in CLINICAL]
    held_out = read_transcriptions(data(TRANSCRIPTIONS), learned=False)
    spoken = [Document(f"transcription {number}", text) for number, text in enumerate(held_out)]
    halves = [sorted(each, key=_order)[: many // 2] for each in (written, spoken)]
    return [*halves[0], *halves[1]]


def _order(note: Document) -> str:
    return hashlib.sha256(note.id.encode()).hexdigest()


def release_thrice(note: Document) -> list[dict[str, Any]]:
    """What came of a note with each of its secrets."""
    return [_release(note, secret) for secret in choose_secrets(note)]


def choose_secrets(note: Document) -> list[str]:
    """The conditions that a note names, those named most often first, then common ones that may be told of something."""
    named = find_conditions(note, conditions())
    own = sorted(named, key=lambda name: (-len(named[name]), name))
    every = dict.fromkeys([*own, *(condition for condition, _ in read_list())])
    return [name for name in every if best_general(name)][:SECRETS]


@cache
def best_general(name: str) -> str | None:
    """What `reticent protect` marks as the best to tell of a condition; none where it lists nothing."""
    try:
        rows = suggestions(
            name,
            corpus=open_knowledge("medicine"),
            taxonomy=in_order(medicine(), wordnet()),
            conditions=conditions(),
        )
    except InputError:
        return None
    return next((row.general for row in rows if row.best), None)


@cache
def _rules(name: str) -> Rules:
    section = CgSanitizationSettings.model_validate(
        {"type": "cg-sanitization", "protect": {name: best_general(name)}}
    )
    return Recipe(section=section).make_rules()


def _release(note: Document, name: str) -> dict[str, Any]:
    try:
        outcome = run_one(note, _rules(name))
    except ReticentError as error:
        return {"refused": type(error).__name__}
    if outcome.violations:
        unseen = all(each.undecided for each in outcome.violations)
        return {"refused": "too many words never seen" if unseen else "a promise not reached"}
    return {
        "words": len(token_texts(note.text)),
        "gone": count_gone(outcome.plan),
        "places": sum(len(each.spans) for each in outcome.plan.decisions),
    }


def show(figures: Mapping[str, Any]) -> None:
    """How many were released, why others were not, and what the released ones lost as unseen."""
    share = figures["released"] / figures["releases"]
    print(
        f"{figures['notes']} notes, {figures['releases']} releases; released {figures['released']} ({share:.1%})"
    )
    for why, count in figures["refused"].items():
        print(f"  refused, {why}: {count}")
    gone = figures["words_gone_as_unseen"] / max(1, figures["words"])
    print(
        f"removed as never seen: {figures['words_gone_as_unseen']} places of {figures['words']} words ({gone:.2%})"
    )


def main(needs: Needs) -> None:
    """Run it on as many notes as are asked for."""
    parser = make_parser("real_notes")
    parser.add_argument("--notes", type=int, default=NOTES, metavar="N", help="how many notes (%(default)s)")
    options = parse_options(parser, needs)
    figures = measure(QUICK if options.quick else options.notes)
    show(figures)
    if options.json:
        write_json(Path(options.json), figures, needs)


if __name__ == "__main__":
    main(NEEDS)
