"""`reticent plausibility`: a text at several t side by side, so that a person picks by reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, make_section, option, option_of
from reticent.cli._output import print_json, print_table
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain
from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.models.t_plausibility.settings import TPlausibilitySettings
from reticent.policy.recipe import Recipe
from reticent.usecases.plausibility import compare_thresholds

Unit = Annotated[
    str | None,
    option_of(TPlausibilitySettings, "unit", form="{}: sentence, paragraph or document", metavar="UNIT"),
]
Alpha = Annotated[
    float | None, option_of(TPlausibilitySettings, "alpha", metavar="ALPHA", min=None, max=None)
]
WordT = Annotated[str | None, option_of(TPlausibilitySettings, "word_t", metavar="N|HOW")]


def plausibility(
    arguments: Annotated[
        list[str] | None,
        argument("FILE", "A text in UTF-8 (- or none: standard input), and further values of --t."),
    ] = None,
    t: Annotated[list[int] | None, option("--t", "T", "At least how many texts.")] = None,
    word: Annotated[
        list[str] | None, option("--word", "WORD", "A sensitive word; can be repeated (default: all nouns).")
    ] = None,
    unit: Unit = None,
    alpha: Alpha = None,
    word_t: WordT = None,
    policy: options.PolicyFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a text at several t side by side; nothing is released.

    For each t: how many texts could be the original, how many words each sensitive word could be at least, the entropy
    per word, the cost, the true cost (a word that misses its likeliest sense counts as if it could be anything), and what
    was lost. With a policy, its t-plausibility model gives the settings, and only t changes. The table quotes the original: protect it like that file.

    Examples:

      reticent plausibility letter.txt --t 10 100 1000

      reticent plausibility letter.txt --t 10 --t 1000 --word migraine --word Sacramento --json

      reticent plausibility letter.txt --t 1000 --word migraine --word-t 20
    """
    path, thresholds = _sort_arguments(arguments or [], t or [])
    bound = int(word_t) if word_t and word_t.isdecimal() else word_t
    settings = {"unit": unit, "alpha": alpha, "word_t": bound}
    said = {"--unit": unit, "--alpha": alpha is not None, "--word-t": word_t, "--word": word}
    refuse_idle(said if policy else {}, "with --policy, which gives the settings")
    rules = Recipe(policy).make_rules() if policy else _assemble(word or [], settings)
    content = compare_thresholds(options.read_given(path), rules, thresholds)
    results = content["results"]
    if as_json:
        print_json(content)
    else:
        headings = ["", *(f"t = {each}" for each in thresholds)]
        print_table(f"{content['document']} at {len(thresholds)} t", headings, _rows(results))
    if any("error" in result for result in results):
        complain("t is out of reach in at least one column; it says what to do")
        raise typer.Exit(Exit.PROMISE_NOT_REACHED)


def _sort_arguments(arguments: Sequence[str], t: Sequence[int]) -> tuple[str, list[int]]:
    """The file, and every t: those after `--t 10 100` reach a command as arguments."""
    paths = [argument for argument in arguments if not argument.isdecimal()]
    thresholds = sorted({*t, *(int(argument) for argument in arguments if argument.isdecimal())})
    if len(paths) > 1:
        raise InputError("one file at a time: the columns are for several t")
    return (paths[0] if paths else "-"), thresholds or [10, 100, 1000]


def _assemble(words: Sequence[str], settings: Mapping[str, Any]) -> Rules:
    """What the options ask for, when no policy does."""
    from reticent.models.settings import Parts

    detectors = (WordList(words),) if words else ()
    section = make_section(TPlausibilitySettings, {"type": "t-plausibility", "t": 1, **settings})
    return Rules((section.build(Parts(detectors=detectors)),))


def _rows(results: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """One row for each thing to compare."""
    shown = {
        "text": "{text}",
        "plausible texts": "{texts}",
        "words a sensitive word could be": "{fewest_words} at least",
        "bits per word": "{mean_bits:.2f} on average, {highest_bits:.2f} at most",
        "cost": "{cost:.4f}",
        "true cost": "{true_cost:.4f}",
        "units": "{units}: in {empty_units} all words are removed, so that no text counts",
        "words": "{words}: {kept} as they were, {removed} removed",
    }
    for name, form in shown.items():
        rest = "" if name != "text" else "{error}"
        yield [name, *((rest if "error" in result else form).format_map(result) for result in results)]
    yield ["lost", *("\n".join(map(_change, result.get("lost", ()))) for result in results)]


def _change(lost: Mapping[str, Any]) -> str:
    return f"{lost['was']} → {lost['becomes'] or '(removed)'}"
