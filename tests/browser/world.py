"""A small clinic: what its archive knows, what it promises, and three notes to be released."""

from __future__ import annotations

import json
from pathlib import Path

from reticent.knowledge.corpus.indexing.building import BuildOptions, build

TEXTS = {
    "They shared heroin and a needle. HIV followed.": 30,
    "Heroin is an opiate.": 90,
    "A needle of the nurse is sharp.": 90,
    "HIV is a virus.": 5,
    "Antiretroviral therapy helps against HIV.": 10,
    "A virus causes fever and cough.": 80,
    "The patient was admitted with fever and pneumonia.": 92,
    "A virus test was repeated.": 60,
    "Migraine is treated by rest.": 70,
    "The user reports a cough.": 79,
    "Therapy in the hospital kitchen with treatment.": 79,
}
POLICY = """
name = "clinic"

[[detectors]]
type = "patterns"

[[detectors]]
type = "words"
kind = "PERSON"
words = ["Ellen Whitfield", "Mercy", "Robin"]

[[models]]
type = "redaction"

[[models]]
type = "cg-sanitization"
protect = { HIV = "virus" }
max_group = 2
unseen = "keep"
knowledge = ["archive.index"]
"""
LETTER = """Referral of 12 March 2024

The patient takes heroin and shares a needle with friends. Because of fever and cough a virus
test was repeated; HIV is suspected. Antiretroviral therapy was started at Mercy.

Please write to results@clinic.example.org. Signed, Ellen Whitfield.
"""
NOTES = {
    "letter.txt": LETTER,
    "morning.txt": "Seen by Ellen Whitfield on 2 May 2024.\n\nFever and cough; the virus test was negative at Mercy.\n",
    "evening.txt": "No fever, no cough. Rest was advised.\n",
}


def build_clinic(folder: Path) -> Path:
    """The policy of the clinic, with its archive beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "archive.jsonl"
    lines = [json.dumps({"title": "", "text": text}) for text, times in TEXTS.items() for _ in range(times)]
    source.write_text("\n".join(lines), encoding="utf-8")
    build([source], folder / "archive.index", options=BuildOptions(min_documents=1))
    policy = folder / "clinic.toml"
    policy.write_text(POLICY, encoding="utf-8")
    return policy


def write_notes(folder: Path, notes: dict[str, str] | None = None) -> Path:
    """A folder with notes in it."""
    place = folder / "notes"
    place.mkdir()
    for name, text in (notes or NOTES).items():
        (place / name).write_bytes(text.encode())
    return place
