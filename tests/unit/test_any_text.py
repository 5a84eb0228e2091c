"""No text is an internal error, and none takes longer than its length: every class of characters through every detector and model."""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.privacy_models import CASES as MODELS
from tests.contracts.test_detector import CASES as DETECTORS

from reticent import Document, Redaction, names, open_corpus, patterns, sanitize, wordnet
from reticent.detection import Detector, Informativeness, Nouns
from reticent.detection.informativeness import countable_terms
from reticent.engine import run_together
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import DateRule
from reticent.policy.reading import PRESETS
from reticent.policy.recipe import Recipe
from reticent.text.document import MASK

DIGITS = ("Nd", "No", "Nl")
SPACES = ("Zs", "Zl", "Zp", "Cc")
OTHERS = (
    "Lu",
    "Ll",
    "Lt",
    "Lm",
    "Lo",
    "Mn",
    "Mc",
    "Me",
    "Sc",
    "Sk",
    "Sm",
    "So",
    "Pc",
    "Pd",
    "Ps",
    "Pe",
    "Po",
    "Cf",
)
ODD = (
    MASK,
    "\ufffc",
    "\ue000",
    "\uf8ff",
    "\U0010fffd",
    "\ud800",
    "\udfff",
    "\ufffe",
    "İ",
    "ẞ",
    "ﬃ",
    "½",
    "👨‍👩‍👧",
)
"""Our own mark, private use, halves of a pair, what is no character, and letters that grow when they are folded."""

FRAMES = (
    "{c}", "a{c}b", "12{c}34", "Dr {c} Smith", "Mr Smi{c}th", "{c}{c}{c}-{c}{c}-{c}{c}{c}{c}", "Age: {c}{c}", "72{c}F",
    "born {c}{c}/{c}{c}/{c}{c}{c}{c}", "on {c} March 20{c}{c}", "Tel. {c}{c}{c} {c}{c}{c}", "{c} y/o", "{c}.{c}{c}", "{c}/{c}",
    "mail {c}@{c}.org", "|{c}|{c}|", "[NAME {c}]", "H{c}IV", "{c}%20{c}", "ward {c}, no. {c}{c}{c}{c}{c}{c}", "{c}mg",
)  # fmt: skip
"""Where detectors look for a number, a name or a sign."""


def choose(category: str, most: int) -> list[str]:
    """Characters of a class: all of a small one, the same few of a large one."""
    every = by_class()[category]
    return every if len(every) <= most else random.Random(category).sample(every, most)  # noqa: S311


@cache
def by_class() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for code in range(0x110000):
        found.setdefault(unicodedata.category(chr(code)), []).append(chr(code))
    return found


def put_into_frames(chars: list[str], frames: int, *, seed: int = 0) -> Iterator[Document]:
    """Documents of some lines with these characters."""
    chosen = random.Random(seed)  # noqa: S311
    for number in range(0, len(chars), 16):
        lines = (
            frame.format(c=char)
            for char in chars[number : number + 16]
            for frame in chosen.sample(FRAMES, frames)
        )
        yield Document(f"{number}", "\n".join(lines))


@cache
def sweep() -> list[Document]:
    """All digits, and some of every other class."""
    digits = [char for category in DIGITS for char in by_class()[category]]
    others = [char for category in (*SPACES, *OTHERS) for char in choose(category, 5)]
    return [*put_into_frames(digits, 1), *put_into_frames([*others, *ODD], 2)]


HUGE = "9" * 5_000
NUMBERS = (
    "{n}", "Age: {n}", "aged {n}", "{n} y/o", "{n}F", "72{n}M", "{n}/{n}", "3.{n}", "{n}.30", "[NAME {n}]", "on 3 March {n}",
    "{n} March 2020", "2020-{n}-12", "{n}mg", "$ {n}.00", "{n}%", "page {n} of {n}", "Tel. +{n}", "{n} Main Street", "room {n}-{n}",
)  # fmt: skip


@cache
def long_numbers() -> list[Document]:
    every = [HUGE, "٣" * 5_000, "❷" * 5_000, "²" * 5_000, "Ⅷ" * 5_000, "一" * 5_000]
    return [Document(f"{at}", f.format(n=HUGE)) for at, f in enumerate(NUMBERS)] + [
        Document(f"odd {at}", f"Age: {n}") for at, n in enumerate(every)
    ]


@cache
def detectors() -> dict[str, Detector]:
    made = {case.name: case.make() for case in DETECTORS}
    made["nouns"] = Nouns(wordnet())
    made["informativeness"] = Informativeness(open_corpus(), countable_terms, 8.0)
    return made


@cache
def models() -> dict[str, PrivacyModel]:
    made = {case.name: case.make() for case in MODELS}
    for mode in ("year", "month", "shift"):
        rule = DateRule(mode, b"secret" * 6)
        made[f"dates: {mode}"] = Redaction((patterns(), names()), dates=rule)
    return made


QUICK = ("patterns", "word list", "names", "presidio", "spacy")
DETECTOR_NAMES = [
    *(
        case.name for case in DETECTORS if not case.name.startswith(("some", "careful", "several"))
    ),  # which are parts
    "nouns",
    "informativeness",
]
MODEL_NAMES = [*(case.name for case in MODELS), "dates: year", "dates: month", "dates: shift"]


@pytest.mark.parametrize("name", DETECTOR_NAMES)
def test_no_character_and_no_number_breaks_a_detector(name: str) -> None:
    for document in (*sweep(), *long_numbers()[:: 1 if name in QUICK else 3]):
        for mention in detectors()[name].mentions(document):
            assert 0 <= mention.span.start < mention.span.end <= len(document.text)


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_no_character_and_no_number_breaks_a_model(name: str) -> None:
    for document in (*sweep()[::15], *long_numbers()[::6]):
        assert sanitize(document, models()[name], languages=["any"]).explain()


@pytest.mark.parametrize("preset", PRESETS)
def test_no_character_and_no_number_breaks_a_preset(preset: str) -> None:
    rules = Recipe(Path(preset), languages=("any",)).make_rules()
    documents = [*sweep()[::9], *long_numbers()[::6]]
    for document, outcome in zip(documents, run_together(documents, rules), strict=True):
        assert not isinstance(outcome, Exception), (document.id, outcome)


ANY_CHARACTER = st.one_of(
    st.characters(categories=["Nd", "No", "Nl"]),
    st.characters(categories=["Zs", "Zl", "Zp", "Cc", "Cf", "Mn"]),
    st.characters(categories=["L"]),
    st.characters(categories=["P", "S", "Co", "Cs"]),
    st.sampled_from(ODD),
)
ANY_TEXT = st.lists(
    st.one_of(
        ANY_CHARACTER,
        st.sampled_from(
            ["Dr Anna Berg", "12 March 2019", "aged 93", "a@b.example.org", "[NAME 1]", "+44 20 7946 0958"]
        ),
        st.builds(lambda frame, char: frame.format(c=char), st.sampled_from(FRAMES), ANY_CHARACTER),
    ),
    max_size=12,
).map("".join)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(text=ANY_TEXT)
def test_no_text_breaks_what_is_there(text: str) -> None:
    document = Document("d", text)
    for detector in detectors().values():
        detector.mentions(document)
    for preset in (models()["dates: month"], models()["(C, g(C))-sanitization"]):
        assert sanitize(document, preset, languages=["any"]).explain()


UNITS = (
    "7", "٣", "❷", "²", "a", "é", "aA", "a1", "7-", "7 ", "7/", "7.", "a.", "a-", "a_", ".", "a@b.", "|", "[", "[A 1]", " ", "\n",
    "\u2028", "\0", MASK, "\ud800", "%20", "<b>", "a\u0301", "\u200b", "‑", "一", "🙂", "H I V ",
)  # fmt: skip
LINE = 200_000


@pytest.mark.parametrize("name", ["patterns", "word list", "names", "spacy"])
def test_a_very_long_line_is_read_in_time_that_grows_with_its_length(name: str) -> None:
    find = detectors()[name].mentions
    for unit in UNITS:
        assert grows_with_length(lambda text: find(Document("d", text)), unit), ascii(unit)


@pytest.mark.parametrize(
    "name", ["(C, g(C))-sanitization", "a guard of correlations", "t-plausibility", "indistinct"]
)
def test_a_very_long_sentence_is_judged_in_time_that_grows_with_its_length(name: str) -> None:
    model = models()[name]
    for unit in ("Ab ", "ab ", "New York "):
        assert grows_with_length(
            lambda text: sanitize(Document("d", text), model, languages=["any"]), unit
        ), unit


def grows_with_length(act: Callable[[str], object], unit: str) -> bool:
    """Whether four times the text takes no more than ten times as long: sixteen times would be its square.

    The longest takes a moment that a clock can tell from nothing; a noisy clock is asked again.
    """
    for _ in range(3):
        short, long = (measure(act, (unit * size)[:size]) for size in (2_000, 8_000))
        if long < 0.1 or long < 10 * short:
            return True
    return False


def measure(act: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    act(text)
    return time.process_time() - started


@pytest.mark.parametrize("unit", ["7", "a1", "一", " "])
def test_a_line_of_two_hundred_thousand_characters_is_released(unit: str) -> None:
    text = (unit * LINE)[:LINE]
    assert sanitize(Document("d", text), Redaction((patterns(),))).explain()
