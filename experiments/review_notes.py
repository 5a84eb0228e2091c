"""Invented clinical notes, and long documents of court cases with such notes among them: the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from experiments.harness import data
from experiments.needs import Needs
from reticent.language.identification import find_unread

CASES = "benchmarks/tab-train.jsonl"
LIVES = "benchmarks/wiki-biographies.jsonl"
NEEDS = Needs(data=(CASES, LIVES))

_OPENINGS = """The patient used heroin and shared a needle.|He takes antiretroviral therapy since {year}.|
    She was tested for HIV and hepatitis in {place}.|A condom was not used.|The blood test showed few T cells.|
    His partner died of AIDS in {year}.|Kaposi's sarcoma was found on the skin.|She had a blood transfusion in {place}.|
    Zidovudine was given twice a day.|The immune system is weak.|He has pneumonia and loses weight.|
    The viral load fell under lamivudine and abacavir.|Efavirenz and nevirapine were tried before.|
    An opportunistic infection was treated.|The CD4 count is low and a protease inhibitor was added.|
    Haemophilia runs in the family.|Syphilis and gonorrhea were ruled out.|He injects an intravenous drug.|
    The retrovirus weakens lymphocytes.|A seropositive friend told her about safe sex.|Tuberculosis came with it."""
_OTHERS = """The weather was fine and the family visited.|He works in a bakery and likes chess.|
    Call {name} on 212-555-0{number}.|Write to {small}@example.org about the invoice.|She walks the dog every morning.|
    The next visit is on {day} March {year}.|Fever and cough went away after a week.|A rash came back on the left arm.|
    He lives near the river with two children.|The nurse measured blood pressure and weight."""
_NAMES = "Ellen Whitfield|Robin Marsh|Ann Miller|Peter Novak|Laura Jensen|Omar Haddad"
_PLACES = "Sacramento|Leeds|Porto|Oslo|Nairobi|Vienna"


def make_note(seed: int, *, sentences: int = 8) -> str:
    """A note of so many sentences, about half of which speak of the illness."""
    dice = random.Random(seed)
    told = _choices(_OPENINGS), _choices(_OTHERS)
    lines = [dice.choice(told[dice.random() < 0.5]).format(**_details(dice)) for _ in range(sentences)]
    return "".join(line + dice.choice([" ", " ", "\n", "\n\n"]) for line in lines)


def make_long_document(words: int, *, seed: int = 1) -> str:
    """Court cases and biographies of about so many words, with a sentence of a note in every sixth paragraph."""
    dice = random.Random(seed)
    paragraphs: list[str] = []
    count = 0
    for text in _texts():
        for paragraph in text.split("\n\n"):
            if find_unread(paragraph, {"en"}):
                continue  # a name in another script: no policy reads it, and the document would be refused
            if len(paragraphs) % 6 == 2:
                paragraphs.append(make_note(dice.randrange(10**6), sentences=1).strip())
            paragraphs.append(paragraph)
            count += len(paragraph.split())
            if count >= words:
                return "\n\n".join(paragraphs)
    raise SystemExit(f"the texts have fewer than {words:,} words")


def _texts() -> Iterator[str]:
    for name in (CASES, LIVES):
        for line in data(name).read_text("utf-8").splitlines():
            yield json.loads(line)["text"]


def _details(dice: random.Random) -> dict[str, object]:
    name = dice.choice(_choices(_NAMES))
    return {
        "name": name,
        "small": name.split()[0].lower(),
        "place": dice.choice(_choices(_PLACES)),
        "year": dice.randrange(1985, 2024),
        "day": dice.randrange(1, 29),
        "number": f"{dice.randrange(100, 200)}",
    }


def _choices(listed: str) -> list[str]:
    return [each.strip() for each in listed.split("|")]
