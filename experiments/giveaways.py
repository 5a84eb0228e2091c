"""How much of what gives a secret away goes under (C, g(C))-sanitization, and how much of the rest stays.

python -m experiments.giveaways [--quick] [--reported] [--json FILE]

The 150 texts of `training/data/giveaways` were written without knowledge of the code. The defaults of `at_most` and
`at_most_times` are chosen on those with odd numbers, and on what they cost in transcriptions; the other texts are reported for the
choice alone, with (C, g(C)) by itself and as `reticent sanitize --protect` releases them, where names go too. The correlation guard is asked for the texts that name their secret, with that name as what was removed.
"""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf, isfinite
from pathlib import Path
from typing import Any

from experiments.harness import data, make_parser, parse_options, write_json
from experiments.needs import Needs
from experiments.phrases import in_words, stands_in
from reticent.detection import WordList
from reticent.engine import run_one, sanitize
from reticent.errors import InputError, ReticentError
from reticent.knowledge import Corpus, is_countable, open_knowledge
from reticent.knowledge.conditions import Conditions, conditions
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy, open_taxonomies, taxonomies_beside
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization.model import AT_MOST, AT_MOST_TIMES
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.model import AT_MOST as GUARD_AT_MOST
from reticent.models.privacy_model import CompleteModel, Unseen
from reticent.policy.recipe import Recipe
from reticent.text import Document, Mention, Span

TEXTS = Path(__file__).parents[1] / "training" / "data" / "giveaways" / "texts.jsonl"
KNOWLEDGE: Mapping[str, tuple[str, ...]] = {"general": (), "medicine": ("medicine",)}
CAPS = (1.0, 0.3, 0.2, 0.1)
"""The values of `at_most` that were to choose among; 1 is no cap."""

TIMES = (inf, 24.0, 17.0, 12.0)
"""The values of `at_most_times` that were to choose among; inf is no cap."""

QUICK = 8
"""Every eighth text of each half."""

TRANSCRIPTIONS = "wild/mtsamples.jsonl.xz"
SECRETS = {
    "HIV": "virus",
    "cancer": "condition",
    "asthma": "disease",
    "depression": "illness",
    "diabetes": "disorder",
}
"""What is protected in transcriptions that were dictated about anything: two that are rare there, three that are common."""

NEEDS = Needs(data=(TRANSCRIPTIONS,))
_SHORTEST, _LONGEST = 1200, 2600
"""Characters of a transcription: a page."""
_APART, _MOST, _SPARSE = 10, 32, 4
"""Every tenth of them, so that no clinic dictated several; of these every fourth for (C, g(C)), so that each cap takes seconds."""

_ARTICLE = re.compile(r"^(?:an?|the) ")


@dataclass(frozen=True, slots=True)
class Giveaway:
    """A text with its secret, what may be told of it, what gives it away, and what should stay."""

    id: str
    sort: str
    style: str
    secret: str
    general: str
    text: str = field(repr=False)
    giveaways: tuple[str, ...] = field(repr=False)
    harmless: tuple[str, ...] = field(repr=False)

    @property
    def is_for_choosing(self) -> bool:
        """Whether defaults may be chosen by it: those with odd numbers."""
        return int(self.id[1:]) % 2 == 1


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one text: `asked` says which g(c) was taken, if it could be protected at all.

    `unknown` are giveaways that stay although no document of the corpus holds them with the secret, or too few to say anything.
    """

    sort: str
    asked: str
    gone: int = 0
    giveaways: int = 0
    kept: int = 0
    harmless: int = 0
    unknown: int = 0


def measure(quick: bool) -> dict[str, Any]:
    """The caps on the half for choosing, the default on the other half, by knowledge, and there by sort of secret."""
    texts = read_texts()
    choosing = [each for each in texts if each.is_for_choosing][:: QUICK if quick else 1]
    reporting = [each for each in texts if not each.is_for_choosing][:: QUICK if quick else 1]
    notes = read_transcriptions()[: _SPARSE if quick else None]
    reported = {name: [judge(each, name, AT_MOST) for each in reporting] for name in KNOWLEDGE}
    return {
        "texts": {"choosing": len(choosing), "reporting": len(reporting)},
        "default": AT_MOST,
        "default_times": AT_MOST_TIMES,
        "choosing": [
            {
                "knowledge": name,
                "at_most": cap,
                **add_up(judge(each, name, cap, times=inf) for each in choosing),
            }
            for name in KNOWLEDGE
            for cap in CAPS
        ],
        "times_choosing": [
            {
                "knowledge": name,
                "times": _written(times),
                **add_up(judge(each, name, AT_MOST, times=times) for each in choosing),
                "least": min(
                    find_kept(notes, secret, general, AT_MOST, knowledge=name, times=times)
                    for secret, general in SECRETS.items()
                ),
            }
            for name in KNOWLEDGE
            for times in TIMES
        ],
        "guard_choosing": [
            {"knowledge": name, "at_most": cap, **add_up(judge_guard(each, name, cap) for each in choosing)}
            for name in list(KNOWLEDGE)[:1]
            for cap in CAPS
        ],
        "transcriptions": [
            {
                "secret": secret,
                "at_most": cap,
                "kept": find_kept(notes, secret, general, cap, times=inf),
            }
            for secret, general in SECRETS.items()
            for cap in CAPS
        ],
        "guard_transcriptions": [
            {"secret": secret, "at_most": cap, **find_kept_by_guard(notes, secret, cap)}
            for secret in SECRETS
            for cap in CAPS
        ],
        "reporting": [
            {"knowledge": name, "at_most": AT_MOST, **add_up(found)} for name, found in reported.items()
        ],
        "policy_reporting": [
            {"knowledge": name, **add_up(judge_policy(each, name) for each in reporting)}
            for name in KNOWLEDGE
        ],
        "guard_reporting": [
            {
                "knowledge": name,
                "at_most": GUARD_AT_MOST,
                **add_up(judge_guard(each, name, GUARD_AT_MOST) for each in reporting),
            }
            for name in KNOWLEDGE
        ],
        "by_sort": [
            {"knowledge": name, "sort": sort, **add_up(each for each in found if each.sort == sort)}
            for name, found in reported.items()
            for sort in dict.fromkeys(each.sort for each in found)
        ],
    }


def read_texts() -> list[Giveaway]:
    """All texts, in order."""
    with TEXTS.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Giveaway(**{**row, "giveaways": tuple(row["giveaways"]), "harmless": tuple(row["harmless"])})
        for row in rows
    ]


def read_transcriptions() -> list[str]:
    """A few transcriptions of a page."""
    with lzma.open(data(TRANSCRIPTIONS), "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    return [text for text in texts if _SHORTEST < len(text) < _LONGEST][::_APART][:_MOST]


def find_kept(
    texts: Sequence[str],
    secret: str,
    general: str,
    at_most: float,
    *,
    knowledge: str = "general",
    times: float = AT_MOST_TIMES,
) -> float:
    """The share of the words of texts that stay."""
    built = make_model(secret, general, knowledge, at_most, times=times, unseen="keep")
    if built is None:
        return 1.0
    return _share_kept(built[0], texts[::_SPARSE])


def _share_kept(model: CompleteModel, texts: Sequence[str]) -> float:
    words = changed = 0
    for text in texts:
        edits = sanitize(Document("note", text), model).release.edits
        words += len(text.split())
        changed += sum(len(edit.span.of(text).split()) for edit in edits)
    return round(1 - changed / words, 3) if words else 1.0


def judge(text: Giveaway, knowledge: str, at_most: float, *, times: float = AT_MOST_TIMES) -> Found:
    """What (C, g(C)) makes of a text with that knowledge; one whose secret can't be protected counts for nothing else."""
    built = make_model(text.secret, text.general, knowledge, at_most, times=times)
    if built is None:
        return Found(text.sort, "refused")
    model, asked = built
    outcome = sanitize(Document(text.id, text.text), model)
    left = [each for each in text.giveaways if stands_in(each, outcome.text)]
    kept = sum(stands_in(each, outcome.text) for each in text.harmless)
    unknown = sum(not is_known_with(model, each) for each in left)
    gone = len(text.giveaways) - len(left)
    return Found(text.sort, asked, gone, len(text.giveaways), kept, len(text.harmless), unknown)


def judge_policy(text: Giveaway, knowledge: str) -> Found:
    """What becomes of a text under the default policy, whose detectors take names and dates besides."""
    for asked, name in _generals(text.general).items():
        section = {
            "type": "cg-sanitization",
            "protect": {text.secret: name or ""},
            "knowledge": ["general", *KNOWLEDGE[knowledge]],
            "unseen": "remove",
        }
        try:
            rules = Recipe(section=CgSanitizationSettings.model_validate(section)).make_rules()
            released = run_one(Document(text.id, text.text), rules).text
        except ReticentError:
            continue
        gone = sum(not stands_in(each, released) for each in text.giveaways)
        kept = sum(stands_in(each, released) for each in text.harmless)
        return Found(text.sort, asked, gone, len(text.giveaways), kept, len(text.harmless))
    return Found(text.sort, "refused")


def judge_guard(text: Giveaway, knowledge: str, at_most: float) -> Found:
    """What the guard makes of a text whose secret is taken out by its name; one that doesn't name it counts for nothing else."""
    named = [
        Mention(Span(*found.span()), "SECRET") for found in re.finditer(in_words(text.secret), text.text)
    ]
    if not named:
        return Found(text.sort, "not named")
    guard = CorrelationGuard(corpus=_corpus(knowledge), at_most=at_most, unseen="remove", unseen_limit=1.0)
    outcome = sanitize(Document(text.id, text.text), guard, mentions=named)
    giveaways = [each for each in text.giveaways if each != text.secret]
    gone = sum(not stands_in(each, outcome.text) for each in giveaways)
    kept = sum(stands_in(each, outcome.text) for each in text.harmless)
    return Found(text.sort, "named", gone, len(giveaways), kept, len(text.harmless))


def find_kept_by_guard(texts: Sequence[str], secret: str, at_most: float) -> dict[str, Any]:
    """The share of the words that stay, and of how many texts: those that name the secret, which goes by its name."""
    guard = CorrelationGuard((WordList([secret]),), corpus=_corpus("general"), at_most=at_most, unseen="keep")
    named = [text for text in texts if re.search(in_words(secret), text, re.IGNORECASE)]
    return {"texts": len(named), "kept": _share_kept(guard, named)}


def make_model(
    secret: str,
    general: str,
    knowledge: str,
    at_most: float,
    *,
    times: float = AT_MOST_TIMES,
    unseen: Unseen = "remove",
) -> tuple[CgSanitization, str] | None:
    """The model with the g(c) that the writer chose, with its last word, or with none: the first that can be had."""
    for asked, name in _generals(general).items():
        try:
            model = CgSanitization(
                {secret: name},
                corpus=_corpus(knowledge),
                taxonomy=_taxonomy(knowledge),
                conditions=_conditions(knowledge),
                at_most=at_most,
                at_most_times=times,
                unseen=unseen,
            )
        except InputError:
            continue
        return model, asked
    return None


def _generals(general: str) -> dict[str, str | None]:
    """What may be told, as it was written, by its last word, and nothing of it."""
    written = _ARTICLE.sub("", general)
    return {"as written": written, "last word": written.split(" ")[-1], "none": None}


def _written(times: float) -> float | str:
    return times if isfinite(times) else "none"


@cache
def _corpus(knowledge: str) -> Corpus:
    return open_knowledge(*KNOWLEDGE[knowledge])


@cache
def _taxonomy(knowledge: str) -> Taxonomy:
    return open_taxonomies(taxonomies_beside(KNOWLEDGE[knowledge]), Path())


def _conditions(knowledge: str) -> Conditions | None:
    return conditions() if KNOWLEDGE[knowledge] else None


def is_known_with(model: CgSanitization, words: str) -> bool:
    """Whether enough documents hold the words of a giveaway, and the secret, to be evidence."""
    (entity,) = model.attacker.entities
    term = " ".join(words_of(words))
    if not is_countable(term):
        return False
    together = model.corpus.count([entity.counted.entity | {term}])[0]
    return together >= model.min_support


def add_up(found: Iterable[Found]) -> dict[str, Any]:
    """The figures of several texts together."""
    rows = list(found)
    gone, giveaways = sum(row.gone for row in rows), sum(row.giveaways for row in rows)
    kept, harmless = sum(row.kept for row in rows), sum(row.harmless for row in rows)
    return {
        "giveaways": giveaways,
        "gone": _share(gone, giveaways),
        "unknown": _share(sum(row.unknown for row in rows), giveaways),
        "harmless": harmless,
        "kept": _share(kept, harmless),
        "asked": dict(sorted(Counter(row.asked for row in rows).items())),
    }


def _share(some: int, whole: int) -> float:
    return round(some / whole, 3) if whole else 0.0


def show(figures: Mapping[str, Any]) -> None:
    """A table of the caps, and one of the default on the other half."""
    print(f"{figures['texts']['choosing']} texts to choose by\n")
    _table(figures["choosing"], ("knowledge", "at_most"))
    _show_kept(figures["transcriptions"], "words kept of transcriptions, by what is protected")
    print("\nat_most_times, and the least share of the words of transcriptions that stays\n")
    _table(figures["times_choosing"], ("knowledge", "times", "least"))
    print("\nthe correlation guard, in those texts that name their secret\n")
    _table(figures["guard_choosing"], ("knowledge", "at_most"))
    _show_kept(
        figures["guard_transcriptions"],
        "words that the guard keeps of transcriptions that name what is protected",
    )
    chosen = f"at_most = {figures['default']}, at_most_times = {figures['default_times']:g}"
    print(
        f"\n{figures['texts']['reporting']} other texts, {chosen}: the guard, the default policy, (C, g(C))\n"
    )
    _table(figures["guard_reporting"], ("knowledge", "at_most"))
    _table(figures["policy_reporting"], ("knowledge",))
    _table(
        [{**row, "sort": "all"} for row in figures["reporting"]] + figures["by_sort"], ("knowledge", "sort")
    )


def _show_kept(rows: Sequence[Mapping[str, Any]], title: str) -> None:
    print(f"\n{title}\n")
    print("".join(f"{head:>12}" for head in ("at_most", *SECRETS)))
    for cap in CAPS:
        kept = [f"{row['kept']:>12.1%}" for row in rows if row["at_most"] == cap]
        print(f"{cap!s:>12}{''.join(kept)}")


def _table(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> None:
    print("".join(f"{key:>12}" for key in (*keys, "gone", "unknown", "kept")) + "   g(c)")
    for row in rows:
        print(
            "".join(f"{row[key]!s:>12}" for key in keys)
            + "".join(f"{row[key]:>12.1%}" for key in ("gone", "unknown", "kept"))
            + f"   {', '.join(f'{name} {count}' for name, count in row['asked'].items())}"
        )


def show_reported() -> None:
    """The defaults on the other half alone, which takes a minute."""
    texts = [each for each in read_texts() if not each.is_for_choosing]
    rows = []
    for name in KNOWLEDGE:
        found = [judge(each, name, AT_MOST) for each in texts]
        for sort in ("all", *dict.fromkeys(each.sort for each in found)):
            own = (each for each in found if sort in ("all", each.sort))
            rows.append({"knowledge": name, "sort": sort, **add_up(own)})
    _table(rows, ("knowledge", "sort"))


def main(needs: Needs) -> None:
    """Measure everything, or what is reported alone."""
    parser = make_parser("giveaways")
    parser.add_argument("--reported", action="store_true", help="the defaults on the other half alone")
    options = parse_options(parser, needs)
    if options.reported:
        show_reported()
        return
    figures = measure(options.quick)
    show(figures)
    if options.json:
        write_json(Path(options.json), figures, needs)


if __name__ == "__main__":
    main(NEEDS)
