"""The dossier of a release: figures with what they say for or against it, whom it is for, until when, and what nobody promises.

It holds no word that was changed, so that it can be shown to whoever decides. A signature covers the hashes of its files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import sqrt
from pathlib import Path
from typing import Any

from reticent import __version__
from reticent.audit.tripwire import leftovers
from reticent.errors import DocumentError, PromiseError, ProofError
from reticent.evaluation.anonymity import count_totals, list_shares
from reticent.evaluation.verdict import (
    UNCONFIRMED,
    Audience,
    Ground,
    Level,
    decide,
    judge_figures,
    list_conditions,
    list_recommended,
)
from reticent.files import write_whole
from reticent.policy.reading import PRESETS
from reticent.proof.keys import Envelope, SigningKey, read_envelope, sign, write_envelope
from reticent.proof.statement import write_canonical
from reticent.usecases.prove import digest_of

SCHEMA = 1
"""Changes with what the keys mean."""
VALID_DAYS = 365
"""Days until a dossier is to be renewed: knowledge and readers age, and a year is what most reviews go by."""
PAGE, CONTENT, SIGNATURE, SHEET, ANSWERS = (
    "dossier.html",
    "dossier.json",
    "dossier.signature.json",
    "intruder-sheet.md",
    "intruder-answers.csv",
)
"""The files of a dossier."""

PEOPLE = frozenset({"PERSON", "NAME"})
"""The kinds of people's names."""

NOT_PROMISED = (
    "What readers infer from meaning alone: a person may be known by what is told, in whatever words.",
    "Readers and knowledge that are not named here, now or later: hence the date for renewal.",
    "Names, places and dates that no detector finds. Those that are named here were looked for by ours.",
    "That people keep to a contract. Where figures rest on one, the conditions say so.",
    "Other releases about the same people: who joins two may learn what neither tells.",
    "Names of files and the order of documents: where both are those of the originals, who has a list of these needs no search.",
)


@dataclass(frozen=True, slots=True)
class Purpose:
    """Who receives a release, what binds them, and the policy under which it was made: its file by `digest`, all its rules by `rules`."""

    recipients: str
    audience: Audience
    policy: str
    digest: str
    rules: str
    day: str


def make_dossier(figures: Mapping[str, Any], purpose: Purpose) -> dict[str, Any]:
    """The dossier as values that JSON can carry."""
    return {
        "reticent": "dossier",
        "schema": SCHEMA,
        "version": __version__,
        "day": purpose.day,
        "renew_by": (date.fromisoformat(purpose.day) + timedelta(days=VALID_DAYS)).isoformat(),
        "for": purpose.recipients,
        "audience": purpose.audience,
        "policy": {"name": purpose.policy, "sha256": purpose.digest, "rules": purpose.rules},
        "verdict": reach_verdict(figures, purpose.audience),
        "figures": dict(figures),
        "not_promised": list(NOT_PROMISED),
    }


def reach_verdict(figures: Mapping[str, Any], audience: Audience) -> dict[str, Any]:
    """What the figures say for those who receive the release."""
    looks_for_people = not PEOPLE.isdisjoint(figures["looked_for"])
    grounds = judge_figures(
        list_shares(figures),
        audience,
        of=count_totals(figures),
        looks_for_people=looks_for_people,
        finds_traits=figures["isolation"]["least_k"] < figures["subjects"],
    )
    documents = figures["documents"]
    conditions = list_conditions(grounds, audience, documents, looks_for_people=looks_for_people)
    level = decide(grounds, conditions)
    return {
        "level": level,
        "sentence": _sum_up(level, grounds),
        "grounds": [each.as_json() for each in grounds],
        "conditions": conditions,
        "recommended": list_recommended(audience, documents),
        "contradicted": _contradict(figures, audience),
    }


def _contradict(figures: Mapping[str, Any], audience: Audience) -> list[str]:
    """What speaks against the condition that the originals are out of reach; nothing where they are taken to be searched anyway."""
    if audience == "searchable":
        return []
    found, everybody = figures.get("published", {}), figures["documents"]
    said = (
        ("own_words", "originals say of themselves what published texts say, as judgments and articles do"),
        (
            "known_texts",
            "originals stand, at least in part, in the texts that are known to be public (--known)",
        ),
    )
    end = (
        "who confirms the condition names what keeps the recipients from searching them, such as a room without a network. If nothing does,"
        " assess for the audience 'searchable'"
        if audience == "contract"
        else "who confirms the condition says why the recipients can't search them; otherwise assess for the audience 'searchable'"
    )
    return [f"{found[key]:,} of {everybody:,} {what}: {end}" for key, what in said if found.get(key)]


HEADLINES: Mapping[Level, str] = {
    "good": "Release",
    "condition": "Release on conditions",
    "bad": "Do not release",
}


def _sum_up(level: Level, grounds: Sequence[Ground]) -> str:
    """The verdict as a paragraph, the reasons first."""
    against = [each.sentence for each in grounds if each.level == "bad"]
    open_ = [each.sentence for each in grounds if each.level == "condition"]
    silent = [each.sentence for each in grounds if each.level == "silent"]
    fine = [each.sentence for each in grounds if each.level == "good"]
    parts = []
    if against:
        parts.append(f"Against it: {'; '.join(against)}.")
    if open_:
        parts.append(f"To be seen to: {'; '.join(open_)}.")
    if fine:
        parts.append(f"In its favour: {'; '.join(fine)}.")
    if silent:
        parts.append(f"Neither for nor against it: {'; '.join(silent)}.")
    end = {
        "good": "It can be released as it is.",
        "condition": "It can be released if the conditions below are met.",
        "bad": "It should not be released as it is: change the policy, or the recipients, and assess again.",
    }
    return " ".join([*parts, end[level]])


def require_no_secret(dossier: Mapping[str, Any], removed: Iterable[str]) -> None:
    """A PromiseError that says where, if what is said of a release holds a string that was removed from it."""
    gone = set(removed)
    named = [place for place, said in _list_said(dossier) if leftovers(gone, said)]
    if named:
        raise PromiseError(
            f"the dossier would hold words that were removed from the release, in {'; in '.join(named)}: say it in other words"
        )


def _list_said(dossier: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What people said that the dossier repeats, each with the place where it can be changed; a preset's name is nobody's to change."""
    figures = dossier["figures"]
    yield "what --for says of the recipients", dossier["for"]
    if dossier["policy"]["name"] not in PRESETS:
        yield "the policy's name (its key 'name')", dossier["policy"]["name"]
    for each in figures["promises"]:
        yield f"the statement of the model '{each['model']}' (its section of the policy)", each["statement"]
    for number, each in enumerate(figures["exceptions"], 1):
        yield f"the reason of exception {number} (in the file of --exceptions)", each["reason"]
        yield f"who answers for exception {number} (in the file of --exceptions)", each["by"]
    for each in figures.get("inference", {}).get("things", ()):
        yield (
            f"what protected thing {each['thing']} is in general (in --protect or the policy)",
            str(each["general"]),
        )


def write_dossier(
    folder: Path, dossier: Mapping[str, Any], page: str, sheet: Mapping[str, str], keys: Sequence[SigningKey]
) -> None:
    """Write all files; with keys also the signature of their hashes."""
    folder.mkdir(parents=True, exist_ok=True)
    content = (json.dumps(dossier, ensure_ascii=False, indent=2) + "\n").encode()
    files = {CONTENT: content, PAGE: page.encode(), **{name: text.encode() for name, text in sheet.items()}}
    for name, data in files.items():
        write_whole(folder / name, data)
    if keys:
        hashes = {name: digest_of(data) for name, data in files.items() if name in (CONTENT, PAGE)}
        envelope = Envelope(write_canonical({"reticent": "dossier signature", "files": hashes}))
        write_whole(folder / SIGNATURE, write_envelope(sign(envelope, keys)))


def read_dossier(path: Path) -> dict[str, Any]:
    """The dossier in a file or folder; a DocumentError where there is none."""
    place = path / CONTENT if path.is_dir() else path
    try:
        content = json.loads(place.read_bytes())
        if content["reticent"] != "dossier" or content["schema"] != SCHEMA:
            raise KeyError
    except (OSError, ValueError, KeyError, TypeError):
        raise DocumentError(f"'{place}' is not a dossier (version {SCHEMA}): name its folder") from None
    return dict(content)


def find_signers(path: Path) -> list[str]:
    """The ids of the keys that signed a dossier as it is; none where there is no signature, a ProofError where it is wrong."""
    folder = path if path.is_dir() else path.parent
    if not (folder / SIGNATURE).exists():
        return []
    envelope = read_envelope((folder / SIGNATURE).read_bytes())
    try:
        hashes = json.loads(envelope.payload)["files"]
        right = all(digest_of((folder / name).read_bytes()) == hashes[name] for name in (CONTENT, PAGE))
    except (OSError, ValueError, KeyError, TypeError):
        right = False
    if not (right and envelope.is_confirmed):
        raise ProofError(f"'{folder}' was changed after it was signed: get it again from whoever made it")
    return [each.key.id for each in envelope.signatures]


Change = tuple[str, object, object]
"""A figure by its path, and its two values; None where one has none."""

_TOLD = frozenset({"samples", "promises", "where"})
"""What is shown beside the figures: a stranger may count them again, and not these."""


def list_figures(figures: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every single figure by its path."""
    if isinstance(figures, Mapping):
        for key, value in figures.items():
            if key not in _TOLD:
                yield from list_figures(value, f"{path}.{key}" if path else str(key))
    elif isinstance(figures, list):
        for number, value in enumerate(figures):
            called = value.get("reader", number + 1) if isinstance(value, Mapping) else number + 1
            yield from list_figures(value, f"{path}[{called}]")
    else:
        yield path, figures


def compare_dossiers(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """What differs, the verdict first."""
    said = ("for", "audience", "day", "renew_by", "version")
    changes: list[Change] = [("verdict", old["verdict"]["level"], new["verdict"]["level"])]
    changes += [(key, old[key], new[key]) for key in said]
    changes.append(("policy", old["policy"]["sha256"], new["policy"]["sha256"]))
    before, after = dict(list_figures(old["figures"])), dict(list_figures(new["figures"]))
    changes += [(key, before.get(key), after.get(key)) for key in dict.fromkeys([*before, *after])]
    return [each for each in changes if each[1] != each[2]]


Checked = tuple[str, object, object, str]
"""A figure, what the dossier says, what was counted again, and the outcome."""

SAME, OTHER, NEEDS_ORIGINALS = "rechecked", "differs", "needs the originals"


def check_dossier(
    dossier: Mapping[str, Any], again: Mapping[str, Any], policy: Mapping[str, str]
) -> list[Checked]:
    """The policy, the verdict and each figure of a dossier beside the same found again; what was not counted needs the originals.

    The verdict is reached again from the dossier's own figures, which are checked one by one.
    """
    counted = dict(list_figures(again))
    given = dict(list_figures(dossier["verdict"], "verdict"))
    verdict = dict(list_figures(reach_verdict(dossier["figures"], dossier["audience"]), "verdict"))
    rows: list[Checked] = [
        (f"policy.{key}", dossier["policy"][key], value, SAME if dossier["policy"][key] == value else OTHER)
        for key, value in policy.items()
    ]
    rows.append(
        ("verdict", given["verdict.level"], verdict["verdict.level"], SAME if given == verdict else OTHER)
    )
    for path, said in list_figures(dossier["figures"]):
        if path not in counted:
            rows.append((path, said, None, NEEDS_ORIGINALS))
        else:
            rows.append((path, said, counted[path], SAME if counted[path] == said else OTHER))
    return rows


def check_page(path: Path, page: str) -> list[Checked]:
    """The page beside a dossier, if there is one: it says what the figures say, or differs."""
    place = (path if path.is_dir() else path.parent) / PAGE
    if not place.exists():
        return []
    own, again = digest_of(place.read_bytes()), digest_of(page.encode())
    return [(PAGE, own, again, SAME if own == again else OTHER)]


def lay_out_sheet(samples: Sequence[str], recipients: str) -> dict[str, str]:
    """The sheet of a motivated-intruder test, and the answers that it asks for, by the names of their files."""
    texts = "\n".join(f"## Text {number}\n\n{text.strip()}\n" for number, text in enumerate(samples, 1))
    sheet = f"""# Who is it?

You are a motivated intruder: not a specialist, but somebody who wants to know whom these texts are about. Use whatever the recipients
({recipients}) could use: search engines, registers, newspapers, social networks. Don't break into anything, and don't ask the people themselves.
Take an hour for each text.

Write down for each text whom or what it is about, as exactly as you can, how you found it, and how sure you are (0 to 100). Give the answers to
whoever holds the originals. They mark them as right or wrong; `reticent assess --score intruder-answers.csv` then says how many people of a hundred
would be found.

{texts}"""
    rows = "".join(f"{number},,,,\n" for number in range(1, len(samples) + 1))
    return {SHEET: sheet, ANSWERS: f"text,answer,how,sure,right\n{rows}"}


def score_answers(rows: Iterable[Mapping[str, str]]) -> tuple[int, int, float]:
    """Right answers, all answers that somebody judged, and the share of people who would be found at most, 95 times of 100."""
    judged = [each["right"].strip().lower() for each in rows if each.get("right", "").strip()]
    right = sum(each in ("yes", "y", "1", "true", "right") for each in judged)
    return right, len(judged), _upper_bound(right, len(judged))


def _upper_bound(right: int, judged: int) -> float:
    """The upper end of Wilson's interval for a share."""
    if not judged:
        return 1.0
    z = 1.96
    share, slack = right / judged, z * z / judged
    root = sqrt(share * (1 - share) / judged + slack / (4 * judged))
    return min(1.0, (share + slack / 2 + z * root) / (1 + slack))


def describe_verdict(dossier: Mapping[str, Any]) -> str:
    """The verdict in a few lines."""
    verdict = dossier["verdict"]
    lines = [f"{HEADLINES[verdict['level']]}. {verdict['sentence']}"]
    lines += [f"Condition: {each}." for each in verdict["conditions"]]
    if verdict["conditions"] and verdict["level"] != "bad":
        lines.append(f"{UNCONFIRMED}.")
    lines += [f"Recommended, and no condition: {each}." for each in verdict["recommended"]]
    lines += [f"Against a condition: {each}." for each in verdict["contradicted"]]
    return "\n".join(lines)
