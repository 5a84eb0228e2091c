"""What a release under t-plausibility reads like: replacements on real paragraphs, for a reader to judge.

`--sheet FILE` writes a draw of the replacements with the sentences around them, numbered, for somebody who judges them;
`--verdicts FILE` (lines of "number yes" or "number no") counts what that reader accepts. With `--blind`, the reader sees the
release alone, and what is counted is added to the figures of `--measured FILE`. The paragraphs are from articles that nothing
was chosen on.

`python -m experiments.t_plausibility_reading [--word-t 1]`
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
from reticent.engine import Outcome
from reticent.errors import PromiseError
from reticent.models.t_plausibility import UnitTally
from reticent.models.t_plausibility._cost import WordT
from reticent.rendering.placeholders import read_term
from reticent.rendering.tracing import Trace
from reticent.text import Span

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
BLIND_RULE = (
    "These are places in encyclopedia articles in which a program replaced a word. In each entry one place stands in {braces}: there "
    "stands a more general word, or a mark such as [STRUCTURE 1], which means that such a thing stood there (the number tells things of "
    "a sort apart; ARTIFACT is a thing that people made, IDEA anything thought of, ATTRIBUTE a quality, COMMUNICATION something said or "
    "written, GROUP people or things together). [NOUN] and other marks are gaps made on purpose and are no mistakes. With what stands in "
    "braces, does the sentence read as acceptable English, and does it say something that could be true and that a person might write "
    'there? Judge each by itself, by this sheet alone, and write a line for each: its number and "yes" or "no".'
)
AROUND = 350, 200
"""Characters of the release before and after a place: more than of the original, because gaps say little."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One generalization, in the words around it; `released` is the release around the place, in braces there."""

    before: str = field(repr=False)
    word: str = field(repr=False)
    became: str = field(repr=False)
    after: str = field(repr=False)
    mark: bool = False
    released: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"…{self.before}{{{self.word} → {self.became}}}{self.after}…"

    def without_original(self) -> str:
        """What somebody sees who has the release alone."""
        return self.released


def paragraphs(number: int) -> list[str]:
    """Paragraphs of 300 to 900 characters, one an article, from articles that nothing was chosen on and no reader has judged."""
    draw = random.Random(17)
    found = []
    for _, text in islice(articles(SAMPLE), LOOKED_AT, None):
        if fitting := [each for each in text.split("\n") if 300 < len(each) < 900]:
            found.append(draw.choice(fitting))
    seen = set(draw.sample(found, 4 * PARAGRAPHS))  # of which somebody saw some while rules were chosen
    judged = draw.sample([each for each in found if each not in seen], PARAGRAPHS)
    left = [each for each in found if each not in seen.union(judged)]
    once_more = random.Random(40).sample(left, PARAGRAPHS)  # judged before marks had to be sure
    return random.Random(41).sample([each for each in left if each not in once_more], number)


# paper: t-plausibility, Section 5.2.3
def measure(quick: bool, word_t: WordT = "changed") -> tuple[dict[str, Any], list[Replacement]]:
    """How many words change and how, under the default bound for single words or another; and generalizations in their places."""
    number = 10 if quick else PARAGRAPHS
    model = TPlausibility(T, taxonomy=wordnet(), familiar=open_corpus(), unreachable="remove", word_t=word_t)
    replacements: list[Replacement] = []
    tallies: list[UnitTally] = []
    for count, text in enumerate(paragraphs(number)):
        outcome = sanitize(Document(f"paragraph {count + 1}", text), model)
        replacements += _replacements(outcome)
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


def _replacements(outcome: Outcome) -> Iterator[Replacement]:
    text, released = outcome.release.original.text, outcome.release.released.text
    edits = sorted(outcome.release.edits, key=lambda edit: edit.span)
    trace, article = Trace.of(edits), None
    for number, edit in enumerate(edits):
        if edit.span.of(text).lower() in ("a", "an"):
            article = number
        elif not edit.placeholder or read_term(edit.text):
            near = article is not None and edit.span.start - edits[article].span.end < 3
            first = article if near and article is not None else number
            old = edits[first].span.hull(edit.span)
            new = Span(trace.new_starts[first], trace.new_ends[number])
            yield Replacement(
                text[max(0, old.start - 120) : old.start],
                old.of(text),
                new.of(released),
                text[edit.span.end : edit.span.end + 80],
                edit.placeholder,
                _show(released, new),
            )


def _show(text: str, place: Span) -> str:
    """A place in braces, with whole words around it."""
    before, after = AROUND
    start = text.rfind(" ", 0, max(0, place.start - before)) + 1
    end = text.find(" ", place.end + after)
    end = len(text) if end < 0 else end
    shown = f"{text[start : place.start]}{{{place.of(text)}}}{text[place.end : end]}"
    return f"{'…' if start else ''}{' '.join(shown.split())}{'…' if end < len(text) else ''}"


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
    parser.add_argument(
        "--word-t", default="changed", metavar="N", help="a bound for single words (%(default)s)"
    )
    return parser


def _read_bound(written: str) -> WordT:
    return int(written) if written.isdecimal() else cast(WordT, written)


if __name__ == "__main__":
    run_with_sheet(
        _make_parser(),
        NEEDS,
        RULE,
        lambda options: measure(options.quick, _read_bound(options.word_t)),
        blind_rule=BLIND_RULE,
    )
