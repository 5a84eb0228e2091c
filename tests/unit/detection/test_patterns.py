"""Every shipped pattern finds its examples, refuses its counter-examples and never runs away."""

from __future__ import annotations

import gc
import time
from collections import deque
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import Pattern, Patterns, load_patterns, patterns
from reticent.detection.patterns import calendar_references
from reticent.errors import PolicyError
from reticent.text import Document, Span

RULES = (*patterns().rules, *calendar_references().rules)
EXAMPLES = [(rule, text) for rule in RULES for text in rule.matches]
COUNTER_EXAMPLES = [(rule, text) for rule in RULES for text in rule.rejects]
HOSTILE = [
    *("0", "1", "4", "9", "a", "A", "@", ".", "-", ":", " ", "\n", "/", "(", "+", "'", "f"),
    *(
        "1 ",
        "4 ",
        "4-",
        "1.",
        "a.",
        "a@",
        "@a.",
        "1:",
        "a:",
        "12/",
        "(0",
        "+1 ",
        "GB82 ",
        "A1",
        "1a",
        "May ",
        "1 May ",
    ),
    *(
        "12, ",
        "www.",
        "http://",
        "aged ",
        "MRN ",
        "ninety ",
        "MRN: 1-",
        "a@a\n",
        "0 1",
        "12-",
        "mon ",
        "4111 1111 ",
        "::",
    ),
]


def found(text: str, kind: str | None = None) -> list[str]:
    detector = patterns(None if kind is None else [kind])
    return [mention.span.of(text) for mention in detector.mentions(Document("d", text))]


@pytest.mark.parametrize(("rule", "text"), EXAMPLES, ids=lambda value: getattr(value, "name", None))
def test_a_pattern_finds_its_example(rule: Pattern, text: str) -> None:
    assert Patterns((rule,), ages="all").mentions(Document("d", f"so {text}"))
    assert Patterns((rule,), ages="all").mentions(Document("d", text))


@pytest.mark.parametrize(("rule", "text"), COUNTER_EXAMPLES, ids=lambda value: getattr(value, "name", None))
def test_a_pattern_refuses_its_counter_example(rule: Pattern, text: str) -> None:
    assert not Patterns((rule,), ages="all").mentions(Document("d", text))


def hostile(rule: Pattern) -> list[str]:
    """Pieces that, said over and over, make an expression begin again and again."""
    beginnings = {
        text[:size] for text in rule.matches for size in (2, 5, len(text) // 2, len(text) - 1, len(text))
    }
    return [*HOSTILE, *sorted(piece for piece in beginnings if piece)]


def seconds(rule: Pattern, piece: str, size: int) -> float:
    """The processor time that a rule takes on so many characters of a piece said over and over.

    That of this thread alone, without collecting garbage: what other tests left behind says nothing of the rule.
    """
    text = piece * (size // len(piece)) + "!"
    gc.disable()
    try:
        began = time.thread_time()
        deque(rule.places(text), maxlen=0)
        return time.thread_time() - began
    finally:
        gc.enable()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_no_pattern_runs_away_on_hostile_text(rule: Pattern) -> None:
    for piece in hostile(rule):
        assert seconds(rule, piece, 10_000) < 0.25, (rule.name, piece)


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_pattern_stays_linear_on_two_hundred_kilobytes(rule: Pattern) -> None:
    for piece in hostile(rule):
        assert seconds(rule, piece, 200_000) < 1, piece


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Write to jane.doe@example.org.", ["jane.doe@example.org"]),
        ("(see https://example.org/a_(b)).", ["https://example.org/a_(b)"]),
        ("She was aged 93, he 88.", ["93"]),
        ("MRN: 12345678.", ["12345678"]),
        ("card 4111 1111 1111 1111 25 pieces", ["4111 1111 1111 1111"]),
        ("DE89 3704 0044 0532 0130 00 at our bank", ["DE89 3704 0044 0532 0130 00"]),
        ("on Monday, 12 March 2019, and in May 2020", ["Monday, 12 March 2019", "May 2020"]),
        ("between 3 March and 5 April 2004", ["3 March", "5 April 2004"]),
        ("on 12 March 2019³ he", ["12 March 2019"]),
        ("call +1 212 555 0123\n45 Main Street", ["+1 212 555 0123"]),
    ],
)
def test_a_mention_covers_the_thing_and_no_more(text: str, places: list[str]) -> None:
    assert found(text) == places


@pytest.mark.parametrize(
    "text",
    [
        "The order (no. 18403/91) was lodged under Article 25.",
        "Section 1.2.3 of Law no. 2004/12 costs 1,234,567.89 euros or 300 million.",
        "In 1999 the ratio was 0.123456789 and the ISBN 978-3-16-148410-0.",
        "It may march on; 12 people sat at 10:30.",
    ],
)
def test_ordinary_numbers_are_left_alone(text: str) -> None:
    assert found(text) == []


@given(
    st.lists(
        st.sampled_from(
            [
                "1",
                "2",
                "4",
                "07",
                "2019",
                "+",
                "(",
                ")",
                " ",
                "-",
                ".",
                "/",
                "\n",
                "x",
                " tel ",
                "may ",
                "september  ",
                ",",
            ]
        ),
        max_size=40,
    )
)
def test_a_rule_for_digits_misses_nothing_near_digits_that_it_finds_everywhere(pieces: list[str]) -> None:
    text = "".join(pieces)
    rules = [rule for rule in RULES if rule.digits]
    everywhere = [replace(rule, digits=False) for rule in rules]
    for rule, free in zip(rules, everywhere, strict=True):
        near, all_over = (
            Patterns((each,), ages="all").mentions(Document("d", text)) for each in (rule, free)
        )
        assert all(any(one.span.covers(other.span) for one in near) for other in all_over)


def test_a_cue_raises_the_score() -> None:
    rule = next(rule for rule in RULES if rule.name == "ip address v4")
    plain, cued = (
        Patterns((rule,), ages="all").mentions(Document("d", t))[0].score
        for t in ("x 10.1.2.3", "IP 10.1.2.3")
    )
    assert plain < cued


def test_only_the_kinds_asked_for_are_found() -> None:
    text = "jane@example.org on 12 March 2019"
    assert found(text, "DATE") == ["12 March 2019"]
    assert patterns(["DATE"]).kinds == {"DATE"}


def test_a_kind_that_no_pattern_has_is_an_error_that_lists_the_kinds() -> None:
    with pytest.raises(PolicyError, match=r"no pattern finds the kind MAIL: use one of AGE, .*EMAIL"):
        patterns(["MAIL"])


def test_nothing_matches_in_or_across_a_placeholder() -> None:
    text = "4111 1111 [CARD] 1111 1111 and https://x.org/[NAME]/y"
    spans = [Span(text.index(p), text.index(p) + len(p)) for p in ("[CARD]", "[NAME]")]
    mentions = patterns().mentions(Document("d", text, tuple(spans)))
    assert [m.span.of(text) for m in mentions] == ["https://x.org/"]


def test_the_declared_hash_changes_with_the_rules() -> None:
    assert patterns().declared != patterns(["DATE"]).declared
    assert patterns().declared != patterns(at_least=0.9).declared
    assert patterns().declared == patterns().declared


GOOD = """
[[pattern]]
name = "badge"
kind = "BADGE"
regex = "\\\\bB-[0-9]{4}\\\\b"
score = 0.9
matches = ["B-1234"]
rejects = ["B-12"]
"""


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "badges.toml"
    path.write_text(GOOD)
    text = "badge B-7788."
    assert [m.span.of(text) for m in load_patterns(path).mentions(Document("d", text))] == ["B-7788"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('kind = "BADGE"', 'kind = "badge"', "pattern.0.kind"),
        ('kind = "BADGE"', "", "pattern.0.kind: this key is missing; add it"),
        ("score = 0.9", "score = 9", "pattern.0.score"),
        ("score = 0.9", "score = 0.9\ncolour = 1", "pattern.0.colour: no such key; use name, kind"),
        ("{4}", "{4", "example 1 is not found: change the regex"),
        ("[0-9]", "[0-9", "regex: "),
        ("[0-9]", "(?&digit)", "no fragment digit; define it under"),
        ("score = 0.9", 'score = 0.9\nvalidator = "lunh"', "no such validator; use one of card"),
        ('matches = ["B-1234"]', 'matches = ["C-1234"]', "matches: example 1 is not found"),
        ('rejects = ["B-12"]', 'rejects = ["x B-1234"]', "rejects: example 1 is found"),
        ("\\\\bB-[0-9]{4}\\\\b", "x*", "it matches nothing at all"),
        ("score = 0.9", 'score = 0.9\nneeds = ["B-"]', "needs: write these strings in lower case"),
        ("[[pattern]]", "[[pattern", "is not valid TOML"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_key(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    path = tmp_path / "badges.toml"
    path.write_text(GOOD.replace(before, after))
    with pytest.raises(PolicyError) as caught:
        load_patterns(path)
    assert message in str(caught.value)


def test_a_missing_file_is_an_error_that_says_what_to_check(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="check the path"):
        load_patterns(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("PIN 4471, temp password: Hunter2!\nResolved", ["4471", "Hunter2!"]),
        ("(password: Hunter2!)", ["Hunter2!"]),
        ("Password: sunshine\nUser: x", ["sunshine"]),
        ('{"password":"Hunter2!","n":1}', ["Hunter2!"]),
        ("pwd Tr0ub4dor, then", ["Tr0ub4dor"]),
        ("Your password is Spring24.", ["Spring24"]),
        ("Passcode 4471.", ["4471"]),
    ],
)
def test_a_password_is_a_code_to_its_last_sign(text: str, secret: list[str]) -> None:
    found = patterns(["CODE"]).mentions(Document("d", text))
    assert [mention.span.of(text) for mention in found] == secret
