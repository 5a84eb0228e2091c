"""What a release under t-plausibility reads like: replacements on real paragraphs, for a reader to judge.

`--sheet FILE` writes a draw of the replacements with the sentences around them, numbered, for somebody who judges them;
`--verdicts FILE` (lines of "number yes" or "number no") counts what that reader accepts. The paragraphs are from
articles that nothing was chosen on.

`python -m experiments.t_plausibility_reading [--word-t changed]`
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from experiments.corpora import SAMPLE, articles
from experiments.harness import make_parser
from experiments.needs import Needs
from experiments.reading_sheet import run_with_sheet
from reticent import Document, TPlausibility, open_corpus, sanitize, wordnet
from reticent.errors import PromiseError
from reticent.models.t_plausibility import UnitTally
from reticent.models.t_plausibility._cost import WordT
from reticent.plan import Edit
from reticent.rendering.placeholders import read_term

NEEDS = Needs(data=(SAMPLE,))
T = 10**6
PARAGRAPHS = 100
LOOKED_AT = 20_000
"""So many of the articles, the first, were read while the rules were written."""
JUDGED = 130
"""So many of the replacements are drawn for the sheet."""
RULE = (
    "A replacement {original → replacement} is accepted when the sentence stays grammatical, says something that is true of the "
    "original (the right sense, more general), and nobody is insulted. A mark in brackets, such as [STRUCTURE 1], stands for a word "
    "that was taken out and says what sort of thing stood there (the number tells things of a sort apart): it is accepted when what "
    "stood there is such a thing in this sentence, and a reader can still follow it. Judge each by itself, by this sheet alone, and "
    'write a line for each: its number and "yes" or "no".'
)


@dataclass(frozen=True, slots=True)
class Replacement:
    """One generalization, in the words around it."""

    before: str = field(repr=False)
    word: str = field(repr=False)
    became: str = field(repr=False)
    after: str = field(repr=False)
    mark: bool = False

    def __str__(self) -> str:
        return f"…{self.before}{{{self.word} → {self.became}}}{self.after}…"


def paragraphs(number: int) -> list[str]:
    """Paragraphs of 300 to 900 characters, one an article, from articles that nothing was chosen on and no reader has judged."""
    draw = random.Random(17)
    found = []
    for _, text in islice(articles(SAMPLE), LOOKED_AT, None):
        if fitting := [each for each in text.split("\n") if 300 < len(each) < 900]:
            found.append(draw.choice(fitting))
    seen = set(draw.sample(found, 4 * PARAGRAPHS))  # of which somebody saw some while rules were chosen
    judged = draw.sample([each for each in found if each not in seen], PARAGRAPHS)
    fresh = [each for each in found if each not in seen.union(judged)]
    return random.Random(40).sample(fresh, number)


# paper: t-plausibility, Section 5.2.3
def measure(quick: bool, word_t: WordT = 1) -> tuple[dict[str, Any], list[Replacement]]:
    """How many words change and how, with no bound for single words unless one is asked for; and generalizations in their places."""
    number = 10 if quick else PARAGRAPHS
    model = TPlausibility(T, taxonomy=wordnet(), familiar=open_corpus(), unreachable="remove", word_t=word_t)
    replacements: list[Replacement] = []
    tallies: list[UnitTally] = []
    for count, text in enumerate(paragraphs(number)):
        outcome = sanitize(Document(f"paragraph {count + 1}", text), model)
        replacements += _replacements(outcome.release.original.text, outcome)
        tallies += model.tallies(outcome.release)
    marks = sum(each.mark for each in replacements)
    drawn = random.Random(17).sample(replacements, min(JUDGED, len(replacements)))
    figures = {
        "t": T,
        "word_t": word_t,
        "paragraphs": number,
        "sensitive_words": sum(len(tally.volumes) for tally in tallies),
        "kept": sum(tally.kept for tally in tallies),
        "removed": sum(tally.removed for tally in tallies),
        "emptied_paragraphs": sum(tally.is_empty for tally in tallies),
        "generalized_places": len(replacements),
        "words": len(replacements) - marks,
        "marks": marks,
        "words_judged": [place for place, each in enumerate(drawn, 1) if not each.mark],
        "short_by_the_papers_count": _count_short(number),
    }
    return figures, drawn


def _replacements(text: str, outcome: Any) -> Iterator[Replacement]:
    article: Edit | None = None
    for edit in sorted(outcome.release.edits, key=lambda edit: edit.span):
        if edit.span.of(text).lower() in ("a", "an"):
            article = edit
        elif not edit.placeholder or read_term(edit.text):
            begins = article.span if article and edit.span.start - article.span.end < 3 else edit.span
            start, end = max(0, begins.start - 120), edit.span.end + 80
            became = edit.text if begins is edit.span else f"{article.text} {edit.text}"  # type: ignore[union-attr]
            word = text[begins.start : edit.span.end]
            yield Replacement(
                text[start : begins.start], word, became, text[edit.span.end : end], edit.placeholder
            )


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


def _make_parser() -> argparse.ArgumentParser:
    parser = make_parser("t_plausibility_reading")
    parser.add_argument("--word-t", default="1", metavar="N", help="a bound for single words (%(default)s)")
    return parser


def _read_bound(written: str) -> WordT:
    return int(written) if written.isdecimal() else cast(WordT, written)


if __name__ == "__main__":
    run_with_sheet(
        _make_parser(), NEEDS, RULE, lambda options: measure(options.quick, _read_bound(options.word_t))
    )
