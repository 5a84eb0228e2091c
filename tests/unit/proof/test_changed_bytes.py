"""Whoever changes a byte of the text, the policy, what it names, or the proof no longer has a proof of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.contracts.cg_worlds import TEXTS

from reticent.errors import ReticentError
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.policy.recipe import Recipe
from reticent.proof.keys import create_key, read_envelope, write_envelope
from reticent.usecases.check_proof import check_proof
from reticent.usecases.prove import ProofPolicy, prove_release
from reticent.usecases.release import InputFile, release

KEY = create_key()
ROOT = Path(__file__).parents[3]
ORIGINAL = InputFile("letter.txt", b"The HIV test of jo@example.org: measles, fever and gonorrhea.\n")
POLICY = """
name = "all"
scope = "collection"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "CONDITION"
file = "words.txt"
[[models]]
type = "cg-sanitization"
protect = { HIV = "virus" }
unseen = "keep"
knowledge = ["none", "world.index"]
[[models]]
type = "k-safety"
database = "diseases.jsonl"
categories = ["sexual"]
k = 2
[[models]]
type = "redaction"
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A release with its proof and everything that it is checked with, in a folder."""

    folder: Path

    def is_accepted(self) -> bool:
        """Whether the check of what is in the folder now ends with 'rechecked'."""
        try:
            rules = ProofPolicy.of(Recipe(self.folder / "policy.toml"))
            envelope = read_envelope((self.folder / "proof.json").read_bytes())
            released = InputFile("released.txt", (self.folder / "released.txt").read_bytes())
            return check_proof(released, envelope, rules, trusted=[KEY.public]).standing == "rechecked"
        except ReticentError:
            return False


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Case:
    folder = tmp_path_factory.mktemp("changed")
    (folder / "policy.toml").write_text(POLICY, "utf-8")
    (folder / "words.txt").write_text("measles\nmumps\n", "utf-8")
    (folder / "diseases.jsonl").write_bytes((ROOT / "examples/diseases.jsonl").read_bytes())
    lines = [json.dumps({"title": "", "text": text}) for text in [*TEXTS] * 3]
    (folder / "texts.jsonl").write_text("\n".join(lines), "utf-8")
    build([folder / "texts.jsonl"], folder / "world.index", options=BuildOptions(min_documents=1))
    rules = ProofPolicy.of(Recipe(folder / "policy.toml"))
    made = release(ORIGINAL, rules.rules)
    proof, _ = prove_release(
        InputFile("released.txt", made.data), made.plans, rules, [KEY], original=ORIGINAL
    )
    (folder / "released.txt").write_bytes(made.data)
    (folder / "proof.json").write_bytes(write_envelope(proof))
    return Case(folder)


def flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def insert(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at:]


def drop(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + 1 :]


def count_accepted(case: Case, name: str, changes: int) -> int:
    """How many changed files of this name are taken for the proven one."""
    path, chance = case.folder / name, random.Random(name)  # noqa: S311 - chance, no secret
    whole = path.read_bytes()
    ways: list[Callable[[bytes, random.Random], bytes]] = [flip, insert, drop]
    accepted = 0
    try:
        for number in range(changes):
            changed = ways[number % 3](whole, chance)
            if changed != whole:
                path.write_bytes(changed)
                accepted += case.is_accepted()
    finally:
        path.write_bytes(whole)
    return accepted


@pytest.mark.parametrize("name", ["released.txt", "policy.toml", "proof.json"])
def test_no_changed_byte_is_accepted(case: Case, name: str) -> None:
    assert case.is_accepted()
    assert count_accepted(case, name, 12) == 0
    assert case.is_accepted()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changes"),
    [("released.txt", 200), ("policy.toml", 200), ("proof.json", 200), ("world.index", 200)],
)
def test_none_of_many_changed_bytes_is_accepted(case: Case, name: str, changes: int) -> None:
    assert count_accepted(case, name, changes) == 0


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("words.txt", b"mumps", b"rabies"),
        ("words.txt", b"mumps\n", b""),
        ("diseases.jsonl", b"fever", b"unicorn"),
        ("diseases.jsonl", b"sexual", b"sexuaI"),
        ("policy.toml", b"k = 2", b"k = 1"),
        ("policy.toml", b'"virus"', b'"disease"'),
    ],
)
def test_other_knowledge_is_not_what_was_proven(case: Case, name: str, before: bytes, after: bytes) -> None:
    path = case.folder / name
    whole = path.read_bytes()
    assert before in whole
    try:
        path.write_bytes(whole.replace(before, after, 1))
        assert not case.is_accepted()
    finally:
        path.write_bytes(whole)
