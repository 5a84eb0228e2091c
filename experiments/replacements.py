"""What replacements under (C, g(C))-sanitization read like, on real texts of four kinds.

`--sheet FILE` writes the replacements, numbered, each with its sentence before and after, for somebody who judges them;
`--verdicts FILE` (lines of "number yes" or "number no") counts what that reader accepts. Rules are made on the choosing
half of the texts; the reporting half is looked at once.

`python -m experiments.replacements --sheet sheet.txt`
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from math import ceil
from typing import Any, get_args

from experiments import replacement_texts
from experiments.harness import make_parser
from experiments.needs import Needs
from experiments.reading_sheet import Measured, run_with_sheet
from experiments.replacement_texts import KINDS, Half, Subject, subjects
from reticent import open_corpus, sanitize
from reticent.errors import InputError
from reticent.models.shared.counts import information
from reticent.plan import Edit, Release
from reticent.rendering.tracing import Trace
from reticent.text import Span, analyze

NEEDS = replacement_texts.NEEDS
WANTED = 500
EACH = 5
"""So many replacements at most come from one text, so that no text weighs much."""
RULE = """Each entry shows a sentence before and after words in it were replaced by something less precise.
Judge what stands in {braces}: yes where the new sentence is still English and still true of what the old one says, at
most less precise, and nobody is insulted; otherwise no. [REMOVED] marks words that were taken out on purpose, here or
elsewhere in the sentence: a gap as such is no mistake. Answer with a line for each entry: its number and yes or no."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """A phrase that was generalized, in its sentence before and after."""

    kind: str
    was: str = field(repr=False)
    now: str = field(repr=False)

    def __str__(self) -> str:
        return f"was: {self.was}\n   now: {self.now}"


def measure(half: Half, *, wanted: int) -> tuple[dict[str, Any], list[Replacement]]:
    """Replacements of the texts of a half, as many of each kind, and what became of the terms of these texts."""
    corpus = open_corpus()
    found: list[Replacement] = []
    seen: set[str] = set()
    fates: Counter[str] = Counter()
    for left, (kind, texts) in zip(range(len(KINDS), 0, -1), subjects(half, corpus).items(), strict=True):
        quota = ceil((wanted - len(found)) / left)  # what a kind lacks the next ones give
        of_kind: list[Replacement] = []
        for subject in texts:
            try:
                model = subject.model(corpus)
            except InputError:
                fates["refused"] += 1
                continue
            document = subject.document
            outcome = sanitize(document, model.without_documents(document))
            fates.update(_fates(outcome.release, corpus) | {"texts": 1})
            of_kind += _draw(subject, list(_replacements(kind, outcome.release)), seen)
            if len(of_kind) >= quota:
                break
        found += of_kind[:quota]
    figures: dict[str, Any] = {
        "half": half,
        "replacements": len(found),
        **{key: fates[key] for key in sorted(fates)},
    }
    if fates["bits"]:
        figures["information_kept"] = 1 - fates["bits_lost"] / fates["bits"]
    return figures, found


def _draw(subject: Subject, found: list[Replacement], seen: set[str]) -> list[Replacement]:
    """A few of a text's replacements; a sentence that reads as one before is none, whatever stood there."""
    unique = list({each.now: each for each in found if each.now not in seen}.values())
    drawn = random.Random(subject.id).sample(unique, min(EACH, len(unique)))
    seen.update(each.now for each in drawn)
    return drawn


def _fates(release: Release, corpus: Any) -> Counter[str]:
    """How many terms were generalized and removed, and the information that was lost with them."""
    text = release.original.text
    changed = [edit for edit in release.edits if not _is_article(edit, text)]
    before = information(corpus, [_form(edit.span.of(text)) for edit in changed])
    after = information(corpus, [_form(edit.text) for edit in changed if not edit.placeholder])
    lost = sum(
        before.get(_form(edit.span.of(text)), 0) - (0 if edit.placeholder else after.get(_form(edit.text), 0))
        for edit in changed
    )
    tokens = [_form(token.text) for row in analyze(release.original).tokens for token in row]
    known = information(corpus, tokens)
    return Counter(
        {
            "generalized": sum(not edit.placeholder for edit in changed),
            "removed": sum(edit.placeholder for edit in changed),
            "bits": round(sum(known.get(token, 0) for token in tokens)),
            "bits_lost": round(lost),
        }
    )


def _form(words: str) -> str:
    from reticent.knowledge.corpus.terms import words_of

    return " ".join(words_of(words))


def _is_article(edit: Edit, text: str) -> bool:
    return edit.span.of(text).lower() in ("a", "an")


def _replacements(kind: str, release: Release) -> Iterator[Replacement]:
    """Every generalization of a release with the sentence that it stands in; an article that changed with it too."""
    text = release.original.text
    trace = Trace.of(release.edits)
    sentences = analyze(release.original).sentences
    for number, edit in enumerate(release.edits):
        if edit.placeholder or _is_article(edit, text):
            continue
        sentence = next((span for span in sentences if span.start <= edit.span.start < span.end), edit.span)
        places = [
            Span(trace.new_starts[other], trace.new_ends[other])
            for other, each in enumerate(release.edits)
            if each.span.overlaps(sentence)
        ]
        # A gap at either end of the sentence is shown too: without it a sentence would seem to lack its subject.
        shown = reduce(Span.hull, places, trace.to_released(sentence) or places[0])
        place = Span(trace.new_starts[number], trace.new_ends[number])
        yield Replacement(
            kind,
            _mark(text, sentence.hull(edit.span), edit.span),
            _mark(release.released.text, shown, place),
        )


def _mark(text: str, sentence: Span, place: Span) -> str:
    marked = f"{text[sentence.start : place.start]}{{{place.of(text)}}}{text[place.end : sentence.end]}"
    return " ".join(marked.split())


def main(needs: Needs) -> None:
    """Measure, show, and write what was asked for."""
    parser = make_parser("replacements")
    parser.add_argument(
        "--half", choices=get_args(Half), default="reporting", help="which texts (%(default)s)"
    )

    def measure_half(options: argparse.Namespace) -> Measured:
        return measure(options.half, wanted=40 if options.quick else WANTED)

    run_with_sheet(parser, needs, RULE, measure_half)


if __name__ == "__main__":
    main(NEEDS)
