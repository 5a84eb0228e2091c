"""How a review keeps up with a person: how soon a change is judged, whether hints are right, whether the light is.

python -m experiments.review [--quick] [--json FILE]

The light of every single-decision change is held against the exit code of the command `reticent apply` on the plan that
the review writes.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from experiments import review_notes
from experiments.harness import run
from experiments.needs import Needs
from experiments.review_notes import make_long_document, make_note
from reticent import CgSanitization, open_corpus, wordnet
from reticent.cli import main as command
from reticent.engine.rules import Rules
from reticent.errors import ReviewError
from reticent.models.shared.counts import Evidence
from reticent.plan import plan_to_json
from reticent.policy.recipe import Recipe
from reticent.review import actions
from reticent.review.requests import carry_out
from reticent.review.review import open_review
from reticent.review.session import State, audit_state, find_leaks, hint_leaks
from reticent.review.showing import show_document
from reticent.usecases.release import InputFile

NEEDS = Needs(data=review_notes.NEEDS.data)
POLICY = """name = "review"

[[detectors]]
type = "patterns"

[[models]]
type = "redaction"

[[models]]
type = "cg-sanitization"
protect = { HIV = "virus" }
max_group = 2
unseen = "keep"
"""
EVIDENCE: tuple[Evidence, ...] = ("confident", "counted")
"""What counts as evidence: the default, and the counts themselves, which make many more groups risky."""

STRANGE = {
    "emoji": "A 😀 heroin user 👩‍👩‍👧 with HIV.\n",
    "CRLF": "He had HIV.\r\n\r\nHeroin and a needle.\r\n",
    "right to left": "הוא HIV חיובי. مصاب HIV هنا.\n",
    "wrapped term": "She took antiretroviral\ntherapy against human\nimmunodeficiency virus.\n",
    "markup": "<b>HIV</b> &amp; <script>alert('HIV')</script>\n",
}


def measure(quick: bool) -> dict[str, Any]:
    """All figures."""
    sizes = (1_000, 10_000) if quick else (1_000, 10_000, 100_000)
    notes = 5 if quick else 40
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "policy.toml").write_text(POLICY, "utf-8")
        return {
            "checks": {
                f"{words:,} words, {evidence}": measure_checks(words, evidence, most=4 if quick else 20)
                for words in sizes
                for evidence in EVIDENCE
            },
            "light": compare_light(notes, place),
            "undone": undo_all(notes),
            "strange": compare_strange(place),
        }


def protect_hiv(evidence: Evidence = "confident") -> Rules:
    """HIV may be told to be a virus, by pairs of terms too."""
    model = CgSanitization(
        {"HIV": "virus"},
        corpus=open_corpus(),
        taxonomy=wordnet(),
        max_group=2,
        evidence=evidence,
        unseen="keep",
    )
    return Rules((model,))


def measure_checks(words: int, evidence: Evidence, *, most: int) -> dict[str, Any]:
    """Processor milliseconds of a check, and of a hint, after each of some terms was restored; and whether hints are right."""
    rules = protect_hiv(evidence)
    text = make_long_document(words)
    start = time.process_time()
    review = open_review([InputFile("long.txt", text.encode())], rules)
    review.settle()
    opened = time.process_time() - start
    state, hints = review.session(1).state, review.hints(1)
    checks, warnings, named, exact = [], [], 0, 0
    restored = random.Random(1).sample(state.changes, min(most, len(state.changes)))
    for change in restored:
        begun = time.process_time()
        kept = actions.keep(state, change.id)
        hinted = {frozenset(_terms(leak)) for leak in hint_leaks(hints, kept)}
        warnings.append((time.process_time() - begun) * 1000)
        begun = time.process_time()
        judged = audit_state(kept, rules)
        checks.append((time.process_time() - begun) * 1000)
        found = {frozenset(each.group) for each in judged.violations}
        named += found <= hinted
        exact += found == hinted
    review.close()
    return {
        "words": len(text.split()),
        "changes": len(state.changes),
        "restored": len(restored),
        "open_seconds": round(opened, 2),
        "check_ms": _spread(checks),
        "hint_ms": _spread(warnings),
        "all_groups_hinted": named,
        "just_these_groups_hinted": exact,
    }


def compare_light(notes: int, folder: Path) -> dict[str, int]:
    """Every single-decision change of every note: does the light say what the command says?"""
    policy = folder / "policy.toml"
    rules = Recipe(policy).make_rules()
    counts = {"documents": notes, "changes": 0, "green": 0, "red": 0, "agree": 0}
    for seed in range(notes):
        text = make_note(seed)
        letter = folder / "note.txt"
        letter.write_text(text, "utf-8", newline="")
        review = open_review([InputFile(str(letter), letter.read_bytes())], rules)
        review.settle()
        for state in list_single_changes(review.session(1).state, review):
            clean = audit_state(state, rules).is_clean
            (folder / "plan.json").write_text(plan_to_json(state.plan), "utf-8")
            code = run_command(
                "apply",
                folder / "plan.json",
                letter,
                "--policy",
                policy,
                "-o",
                folder / "out.txt",
                "--overwrite",
            )
            counts["changes"] += 1
            counts["green" if clean else "red"] += 1
            counts["agree"] += clean == (code == 0)
        review.close()
    return counts


def list_single_changes(state: State, review: Any) -> list[State]:
    """The states in which one change is kept, made a placeholder or another word, or takes the first rung of its ladder."""
    found = []
    for change in state.changes:
        found += [actions.keep(state, change.id), actions.decide(state, change.id, None)]
        found.append(actions.decide(state, change.id, "thing"))
        rungs = [rung for hints in review.hints(1) for rung in hints.after(()).alternatives(change.spans)]
        found += [actions.decide(state, change.id, rung.becomes, spans=rung.spans) for rung in rungs[:1]]
    return found


def undo_all(notes: int) -> dict[str, int]:
    """50 random actions on each note, all undone: in how many is the plan the same, byte for byte?"""
    rules = protect_hiv()
    same = actions_done = 0
    for seed in range(notes):
        review = open_review([InputFile("note.txt", make_note(seed).encode())], rules)
        review.settle()
        before = plan_to_json(review.session(1).state.plan)
        dice = random.Random(seed)
        for _ in range(50):
            with contextlib.suppress(ReviewError):
                carry_out(review, 1, choose_action(review.session(1).state, dice))
                actions_done += 1
        for _ in review.session(1).past:
            carry_out(review, 1, {"action": "undo"})
        same += plan_to_json(review.session(1).state.plan) == before
        review.close()
    return {"documents": notes, "actions": actions_done, "same": same}


def choose_action(state: State, dice: random.Random) -> dict[str, object]:
    """Something that a person might do next."""
    name = dice.choice(state.changes).id if state.changes else "c0"
    requests: list[dict[str, object]] = [
        {"action": "keep", "change": name},
        {"action": "decide", "change": name, "becomes": dice.choice([None, "thing"])},
        {"action": "accept", "change": name},
        {"action": "override", "change": name, "reason": "known", "by": "Zoe"},
        {"action": "add", "text": dice.choice(["weight", "river", "the", "week"]), "everywhere": True},
        {"action": "undo"},
        {"action": "redo"},
    ]
    return dice.choice(requests)


def compare_strange(folder: Path) -> dict[str, bool]:
    """Whether what the page calls Released is what the command writes, byte for byte."""
    policy = folder / "policy.toml"
    rules = Recipe(policy, languages=("any",)).make_rules()
    same = {}
    for name, text in STRANGE.items():
        letter, out = folder / "strange.txt", folder / "strange-out.txt"
        letter.write_bytes(text.encode())
        review = open_review([InputFile(str(letter), text.encode())], rules)
        review.settle()
        blocks = show_document(review, 1)["blocks"]
        shown = "".join(
            each["text"] if each["replacement"] is None else each["replacement"]
            for block in blocks
            for each in block["segments"]
        )
        (folder / "plan.json").write_text(plan_to_json(review.session(1).state.plan), "utf-8")
        code = run_command(
            "apply",
            "--overwrite",
            "--language",
            "any",
            folder / "plan.json",
            letter,
            "--policy",
            policy,
            "-o",
            out,
        )
        same[name] = code == 0 and out.read_bytes() == shown.encode() and not find_leaks(review.session(1))
        review.close()
    return same


def run_command(*arguments: str | Path) -> int:
    """The exit code of the command, run in this process."""
    before, sys.argv = sys.argv, ["reticent", *map(str, arguments), "--quiet"]
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            command()
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        sys.argv = before
    return 0


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables."""
    print("After one term was restored (processor milliseconds: median, 95 in 100, most)")
    for name, row in figures["checks"].items():
        print(
            f"{name:>8} words: check {row['check_ms']}, hint {row['hint_ms']}; {row['restored']} of {row['changes']}"
        )
        print(
            f"{'':>24}  the hint names every group of the audit {row['all_groups_hinted']} times,"
            f" just these {row['just_these_groups_hinted']}; opened in {row['open_seconds']} s"
        )
    light = figures["light"]
    print(
        f"light: {light['agree']} of {light['changes']} single changes on {light['documents']} documents as"
        f" 'reticent apply' ({light['green']} green, {light['red']} red)"
    )
    undone = figures["undone"]
    print(f"undo: {undone['same']} of {undone['documents']} plans the same after {undone['actions']} actions")
    print(f"released as apply writes it: {figures['strange']}")


def _terms(leak: Any) -> list[str]:
    return [member.term for member in leak.members]


def _spread(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    if not ordered:
        return []
    return [
        round(each, 1) for each in (median(ordered), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1])
    ]


if __name__ == "__main__":
    run("review", NEEDS, measure, show)
