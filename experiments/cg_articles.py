"""(C, g(C))-sanitization against term lists: what goes of twelve articles, and what an expert would take out of them.

python -m experiments.cg_articles [--quick] [--json FILE]

The lists lie in `experiments/cg_articles`; rules were chosen on the articles of CHOSEN, and the others looked at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from experiments import corpora
from experiments.harness import run
from reticent import Document, WordList, sanitize, wordnet
from reticent.knowledge import Corpus, as_term, is_countable, open_corpus
from reticent.knowledge.corpus.terms import words_of
from reticent.models import naive_readers
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization import _risk as risk
from reticent.models.cg_sanitization.settings import PAPER as PAPERS_SETTING
from reticent.plan import Plan
from reticent.text import Span

Figures = dict[str, Any]

NEEDS = corpora.BOTH
LISTS = Path(__file__).parent / "cg_articles"
CHOSEN = ("alcoholism", "bipolar_disorder", "epilepsy", "hiv", "scientology", "tuberculosis")
PAPER = ("hiv", "sexually_transmitted_disease")
ALIASES = {
    "democratic_party": ("Democratic Party", "Democrats"),
    "sexually_transmitted_disease": (
        "sexually transmitted disease",
        "sexually transmitted infection",
        "STD",
        "STI",
    ),
    "tuberculosis": ("tuberculosis", "TB"),
}
"""Names where the head of a list has more than one, or a title that nobody writes in a sentence."""

SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "MAX=1": {"max_group": 1},
    "default": {},
    "MAX=1, unseen kept": {"max_group": 1, "unseen": "keep"},
    "default, unseen kept": {"unseen": "keep"},
    "MAX=1, the paper's": {**PAPERS_SETTING, "max_group": 1},
    "MAX=2, the paper's": {**PAPERS_SETTING, "max_group": 2},
}
CHANCES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
"""How easily a single term is believed, for the curve that pairs are held against."""

PAPERS_TABLE = {
    "HIV": {"MAX=1": (0.889, 0.381, 0.533), "MAX=2": (0.613, 1.0, 0.76)},
    "STD": {"MAX=1": (0.733, 0.297, 0.423), "MAX=2": (0.621, 0.973, 0.758)},
}
"""Tables 1 and 2 of the paper: precision, recall and F with standard probabilities, for virus and disease."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article, the parts of the corpus that hold it, what is to be hidden, and the terms that tell of it."""

    name: str
    title: str
    document: Document = field(repr=False)
    stored: tuple[str, ...] = field(repr=False)
    names: tuple[str, ...]
    general: str
    telling: tuple[str, ...] = field(repr=False)

    def places(self) -> dict[str, list[Span]]:
        """Where the telling terms stand; those that the text doesn't hold are left out."""
        found = {}
        for term in self.telling:
            if spans := [each.span for each in WordList([term]).mentions(self.document)]:
                found[term] = spans
        return found


@dataclass(frozen=True, slots=True)
class Score:
    """What went of a text against what should have gone, by term."""

    listed: int
    found: int
    changed: int
    right: int
    harmless: int
    harmless_changed: int

    @property
    def precision(self) -> float:
        """The share of the changed terms that lie on a telling one."""
        return self.right / self.changed if self.changed else 1.0

    @property
    def recall(self) -> float:
        """The share of the telling terms of which something went wherever they stand."""
        return self.found / self.listed if self.listed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def harm(self) -> float:
        """The share of the harmless terms of the text that were changed."""
        return self.harmless_changed / self.harmless if self.harmless else 0.0


def read_articles(names: Iterable[str] | None = None) -> list[Article]:
    """The articles with their lists, in order."""
    wanted = sorted(names or (path.stem for path in LISTS.glob("*.txt")))
    heads = {name: _read_list(LISTS / f"{name}.txt") for name in wanted}
    titles = {head["article"] for head, _ in heads.values()}
    stored: dict[str, dict[str, str]] = {}
    for file in (corpora.SIMPLE, corpora.SAMPLE):
        for title, text in corpora.articles(file):
            if title in titles:
                stored.setdefault(title, {}).setdefault(Path(file).name, text)
    found = []
    for name, (head, terms) in heads.items():
        texts = stored[head["article"]]
        document = Document(name, texts[head["corpus"]][: int(head["characters read"])])
        names_of_it = ALIASES.get(name, (re.sub(r"\s*\(.*", "", head["entity"]),))
        found.append(
            Article(name, head["article"], document, tuple(texts.values()), names_of_it, head["g(c)"], terms)
        )
    return found


def _read_list(path: Path) -> tuple[dict[str, str], tuple[str, ...]]:
    """The head of a list, and its terms."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = dict(line[1:].strip().split(": ", 1) for line in lines if line.startswith("#") and ": " in line)
    return head, tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def leave_out(corpus: Corpus, article: Article) -> Corpus:
    """The corpus without the article itself: nobody's note is in it either."""
    for text in article.stored:
        corpus = corpus.without(words_of(text), alike=0.9)
    return corpus


def release(article: Article, corpus: Corpus, options: Mapping[str, Any]) -> tuple[Plan, CgSanitization]:
    """What becomes of an article, which is left out of the counts."""
    name, *aliases = article.names
    model = CgSanitization(
        {name: article.general},
        corpus=leave_out(corpus, article),
        taxonomy=wordnet(),
        aliases={name: aliases},
        **{"unseen": "remove", **options},
    )
    outcome = sanitize(article.document, model)
    if outcome.violations:
        raise SystemExit(f"the release of {article.name} breaks its promise")
    return outcome.plan, model


def score(article: Article, plan: Plan, model: CgSanitization) -> Score:
    """The score of a plan, by terms as the model reads them."""
    places = article.places()
    gone = [span for decision in plan.decisions for span in decision.spans]
    telling = [span for spans in places.values() for span in spans]
    right = [any(map(_meets(telling), decision.spans)) for decision in plan.decisions]
    phrases = model.reader.phrases(article.document)
    harmless = [phrase for phrase in phrases if not any(map(_meets(telling), phrase.spans))]
    changed = [phrase for phrase in harmless if any(map(_meets(gone), phrase.spans))]
    found = [term for term, spans in places.items() if all(map(_meets(gone), spans))]
    return Score(len(places), len(found), len(plan.decisions), sum(right), len(harmless), len(changed))


def _meets(places: Sequence[Span]) -> Any:
    return lambda span: any(place.overlaps(span) for place in places)


def believe_at(chance: float) -> Any:
    """While it lasts, single terms are believed up to another chance than the model's own, by its naive reader too."""
    both = ExitStack()
    for module, name in ((risk, "CHANCE"), (naive_readers, "_CHANCE")):
        both.enter_context(patch.object(module, name, chance))
    return both


# paper: cg-sanitization, Table 1; Table 2; Table 3; Equations 10 to 12
def measure(quick: bool) -> Figures:
    """Every article under every setting; a quick run takes the two of the paper and single terms."""
    corpus = open_corpus()
    settings = {name: SETTINGS[name] for name in (("MAX=1",) if quick else SETTINGS)}
    rows: Figures = {}
    for article in read_articles(PAPER if quick else None):
        row: Figures = {"general": article.general, "chosen": article.name in CHOSEN}
        for name, options in settings.items():
            plan, model = release(article, corpus, options)
            row[name] = _describe(score(article, plan, model))
            print(f"{article.name:30} {name:22} {_line(row[name])}", flush=True)
            if name == "default" and row["chosen"]:
                row["missed"] = sort_missed(article, plan, model)
        if article.name in PAPER and not quick:
            row["curve"] = measure_curve(article, corpus, row["default"])
        rows[article.name] = row
    missed = [row["missed"] for row in rows.values() if "missed" in row]
    causes = {cause: sum(each[cause] for each in missed) for cause in CAUSES}
    return {"quick": quick, "articles": rows, "means": _means(rows, settings), "missed": causes}


def measure_curve(article: Article, corpus: Corpus, pairs: Figures) -> Figures:
    """Single terms, believed ever more easily, and their precision where they find as much as the default with pairs."""
    singles = []
    for chance in CHANCES:
        with believe_at(chance):
            scored = score(article, *release(article, corpus, {"max_group": 1}))
        singles.append({"chance": chance} | _describe(scored))
    points = sorted((row["recall"], row["precision"]) for row in singles)
    return {"singles": singles, "singles_at_equal_recall": _interpolate(points, pairs["recall"])}


def _interpolate(points: Sequence[tuple[float, float]], at: float) -> float | None:
    """The height of a curve at a place; None beyond its ends."""
    for (left, low), (right, high) in pairwise(points):
        if left <= at <= right:
            return round(
                low + (high - low) * (at - left) / (right - left) if right > left else max(low, high), 3
            )
    return None


CAUSES = (
    "cannot know",
    "allowed, less than half",
    "allowed, half or more",
    "dropped by the confidence bound",
)
"""Why a telling term stays: no document holds it with the entity; more of its documents would have to; they do, and chance explains it."""


def sort_missed(article: Article, plan: Plan, model: CgSanitization) -> Figures:
    """Why telling terms stayed, by the best of their words and themselves: how many for each cause.

    What is allowed is the share of a term's documents that may name the entity, by g(c) or by the cap, whichever is less.
    """
    gone = [span for decision in plan.decisions for span in decision.spans]
    entity = model.attacker.entities[0]
    allowed = min(entity.share_by_general, entity.cap_of(()))
    causes = dict.fromkeys(CAUSES, 0)
    for term, spans in article.places().items():
        if all(map(_meets(gone), spans)):
            continue
        forms = [form for form in dict.fromkeys([as_term(term), *words_of(term)]) if is_countable(form)]
        alone = model.corpus.count([frozenset({form}) for form in forms])
        together = model.corpus.count([frozenset({form}) | entity.counted.entity for form in forms])
        share = max((both / one for both, one in zip(together, alone, strict=True) if one), default=0.0)
        steps = (share > 0, share >= allowed / 2, share > allowed)
        causes[CAUSES[sum(steps)]] += 1
    return causes


def _describe(scored: Score) -> Figures:
    shares = {name: getattr(scored, name) for name in ("precision", "recall", "f1", "harm")}
    return asdict(scored) | {name: round(value, 3) for name, value in shares.items()}


def _means(rows: Figures, settings: Iterable[str]) -> Figures:
    """The means over all articles, over those that rules were chosen on, and over the others."""
    parts = {"all": rows, "chosen on": _part(rows, chosen=True), "others": _part(rows, chosen=False)}
    return {
        part: {
            name: {
                share: round(sum(row[name][share] for row in some.values()) / len(some), 3)
                for share in ("precision", "recall", "f1", "harm")
            }
            for name in settings
        }
        for part, some in parts.items()
        if some
    }


def _part(rows: Figures, *, chosen: bool) -> Figures:
    return {name: row for name, row in rows.items() if row["chosen"] is chosen}


def _line(row: Mapping[str, float]) -> str:
    return (
        f"precision {row['precision']:.3f}  recall {row['recall']:.3f}  F1 {row['f1']:.3f}"
        f"  harmless changed {row['harm']:.3f}"
    )


def show(figures: Figures) -> None:
    """The means on the screen, and the paper's own figures."""
    for part, settings in figures["means"].items():
        for name, row in settings.items():
            print(f"mean of {part:12} {name:22} {_line(row)}")
    for name, row in figures["articles"].items():
        if curve := row.get("curve"):
            print(
                f"{name}: with pairs precision {row['default']['precision']:.3f} at recall"
                f" {row['default']['recall']:.3f}; single terms there {curve['singles_at_equal_recall']}"
            )
        if "missed" in row:
            print(f"{name}: missed {row['missed']}")
    print(f"all: missed {figures['missed']}")
    for article, table in PAPERS_TABLE.items():
        for name, (precision, recall, f1) in table.items():
            print(
                f"the paper, {article}, {name}: precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}"
            )


if __name__ == "__main__":
    run("cg_articles", NEEDS, measure, show)
