"""What a release under t-plausibility reads like: replacements on real paragraphs, for a reader to judge.

`--sheet FILE` writes the replacements with the sentences around them, numbered, for somebody who judges them;
`--verdicts FILE` (lines of "number yes" or "number no") counts what that reader accepts. The paragraphs are from
articles that nothing was chosen on.

`python -m experiments.t_plausibility_reading`
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from experiments.corpora import SAMPLE, articles
from experiments.harness import make_parser
from experiments.needs import Needs
from experiments.reading_sheet import run_with_sheet
from reticent import Document, TPlausibility, open_corpus, sanitize, wordnet
from reticent.errors import PromiseError
from reticent.models.t_plausibility import UnitTally
from reticent.plan import Edit

NEEDS = Needs(data=(SAMPLE,))
T = 10**6
PARAGRAPHS = 100
LOOKED_AT = 20_000
"""So many of the articles, the first, were read while the rules were written."""
RULE = (
    "A replacement is accepted when the sentence stays grammatical, says something that is true of the original "
    "(the right sense, more general), and nobody is insulted."
)


@dataclass(frozen=True, slots=True)
class Replacement:
    """One generalization, in the words around it."""

    before: str = field(repr=False)
    word: str = field(repr=False)
    became: str = field(repr=False)
    after: str = field(repr=False)

    def __str__(self) -> str:
        return f"…{self.before}{{{self.word} → {self.became}}}{self.after}…"


def paragraphs(number: int) -> list[str]:
    """Paragraphs of 300 to 900 characters, one an article, from articles that nothing was chosen on."""
    draw = random.Random(17)
    found = []
    for _, text in islice(articles(SAMPLE), LOOKED_AT, None):
        if fitting := [each for each in text.split("\n") if 300 < len(each) < 900]:
            found.append(draw.choice(fitting))
    seen = set(draw.sample(found, 4 * PARAGRAPHS))  # of which somebody saw some while rules were chosen
    return draw.sample([each for each in found if each not in seen], number)


# paper: t-plausibility, Section 5.2.3
def measure(quick: bool) -> tuple[dict[str, Any], list[Replacement]]:
    """How many words change and how, by the default settings; and every generalization in its place."""
    number = 10 if quick else PARAGRAPHS
    model = TPlausibility(T, taxonomy=wordnet(), familiar=open_corpus(), unreachable="remove", word_t="paper")
    replacements: list[Replacement] = []
    tallies: list[UnitTally] = []
    for count, text in enumerate(paragraphs(number)):
        outcome = sanitize(Document(f"paragraph {count + 1}", text), model)
        replacements += _replacements(outcome.release.original.text, outcome)
        tallies += model.tallies(outcome.release)
    figures = {
        "t": T,
        "paragraphs": number,
        "sensitive_words": sum(len(tally.volumes) for tally in tallies),
        "kept": sum(tally.kept for tally in tallies),
        "removed": sum(tally.removed for tally in tallies),
        "generalized_places": len(replacements),
        "short_by_the_papers_count": _count_short(number),
    }
    return figures, replacements


def _replacements(text: str, outcome: Any) -> Iterator[Replacement]:
    article: Edit | None = None
    for edit in sorted(outcome.release.edits, key=lambda edit: edit.span):
        if edit.span.of(text).lower() in ("a", "an"):
            article = edit
        elif not edit.placeholder:
            begins = article.span if article and edit.span.start - article.span.end < 3 else edit.span
            start, end = max(0, begins.start - 120), edit.span.end + 80
            became = edit.text if begins is edit.span else f"{article.text} {edit.text}"  # type: ignore[union-attr]
            word = text[begins.start : edit.span.end]
            yield Replacement(text[start : begins.start], word, became, text[edit.span.end : end])


def _count_short(number: int) -> float:
    """The share of paragraphs which, planned with the paper's count, miss t when kinds of a word count as one."""
    paper = TPlausibility(T, taxonomy=wordnet(), alternatives="paper", unreachable="remove", word_t="paper")
    honest = TPlausibility(T, taxonomy=wordnet())
    short = []
    for count, text in enumerate(paragraphs(number)):
        try:
            release = sanitize(Document(f"paragraph {count + 1}", text), paper).release
        except PromiseError:
            continue
        short.append(any(not tally.reaches_t for tally in honest.tallies(release)))
    return statistics.fmean(short)


if __name__ == "__main__":
    run_with_sheet(make_parser("t_plausibility_reading"), NEEDS, RULE, lambda options: measure(options.quick))
