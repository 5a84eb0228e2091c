"""Writes examples/emails.jsonl and emails-sample.jsonl: invented e-mails with the places of the names in them.

python scripts/build_emails.py      the same bytes every time; nobody in it exists
"""

from __future__ import annotations

import json
import random
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"

# Names are made of plain words and syllables, so that they are nobody's.
_FIRST = [
    "Amber",
    "Basil",
    "Cedar",
    "Dawn",
    "Ember",
    "Fern",
    "Hazel",
    "Iris",
    "Juniper",
    "Linden",
    "Moss",
    "Olive",
]
_FIRST += [
    "Pepper",
    "Reed",
    "Sage",
    "Thyme",
    "Violet",
    "Willow",
    "Clover",
    "Poppy",
    "Rowan",
    "Aster",
    "Bracken",
    "Tansy",
]
_ROOTS = [
    "Stone",
    "River",
    "Meadow",
    "Winter",
    "Silver",
    "Copper",
    "Orchard",
    "Harbour",
    "Thistle",
    "Candle",
    "Marsh",
    "Bramble",
]
_ENDS = ["wright", "field", "worth", "brook", "by", "man", "shaw", "dale", ""]

_OPENINGS = [
    "Hi {f},",
    "Dear {f},",
    "Good morning {f},",
    "Hello {f} and {g},",
    "Dear Ms {l},",
    "Dear Mr {l},",
]
_BODIES = [
    "Could you send the {thing} to {g} {m} before {day}?",
    "{g} {m} from the {place} office asked for the {thing} again.",
    "I spoke to {g} on {day} and the {thing} is nearly ready.",
    "The meeting on {day} is moved to the {place} office.",
    "Please print the {thing} and leave it with {g}.",
    "As {g} {m} wrote, the {thing} should be checked twice.",
    "We still wait for the {thing}; the {place} office has not answered.",
    "Ask {m} about the {thing}, not {g}.",
    "The {thing} from {day} has a mistake on page four.",
    "Thank you for the {thing}, it was a great help.",
    "{m} will call you on {day} about the {place} contract.",
    "Nothing new about the {thing}. See you on {day}.",
    "Olive paint, or sage? The {place} office can't decide.",
    "The Copper Harbour line is closed on {day}.",
    "Violet ink on the {thing} again. Ask {g} why.",
    "Dawn is early in June, so the {place} tour starts at five.",
    "cc {g}, who has the {thing}",
    "{g}: done. {m}: not yet. Me: on {day}.",
    "The Silver Meadow contract is with {m} now.",
]
_CLOSINGS = ["Best wishes,\n{s} {t}", "Thanks,\n{s}", "Kind regards,\n{s} {t}", "{s}"]
_THINGS = [
    "invoice",
    "budget",
    "rota",
    "draft",
    "report",
    "contract",
    "survey",
    "order form",
    "schedule",
    "price list",
]
_PLACES = ["Northern", "Lakeside", "Central", "Hillside", "Eastern"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]


def email(rng: random.Random) -> dict[str, object]:
    """One e-mail with the places of its names."""
    people = {key: rng.choice(_FIRST) for key in "fgs"}
    people |= {key: rng.choice(_ROOTS) + rng.choice(_ENDS) for key in "lmt"}
    if rng.random() < 0.15:  # people who are in a hurry
        people = {key: name.lower() for key, name in people.items()}
    lines = [
        rng.choice(_OPENINGS),
        "",
        " ".join(rng.sample(_BODIES, rng.randint(2, 4))),
        "",
        rng.choice(_CLOSINGS),
    ]
    others = {"thing": rng.choice(_THINGS), "place": rng.choice(_PLACES), "day": rng.choice(_DAYS)}
    text, labels = "", []
    for part in _parts("\n".join(lines)):
        if part in people:
            labels.append([len(text), len(text) + len(people[part]), "NAME"])
        text += people.get(part, others.get(part, part))
    return {"text": text + "\n", "label": labels}


def _parts(template: str) -> list[str]:
    """The template cut at its braces: plain text and keys in turn."""
    return [piece for part in template.split("{") for piece in part.split("}", 1) if piece]


def main() -> None:
    """Write the sample and the collection; they are drawn alike and share no e-mail."""
    rng = random.Random(7)
    for name, count in (("emails-sample.jsonl", 80), ("emails.jsonl", 160)):
        lines = (json.dumps(email(rng), ensure_ascii=False) + "\n" for _ in range(count))
        (EXAMPLES / name).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
