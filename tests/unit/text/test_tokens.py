import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.text.tokens import Token, token_texts, tokenize

TEXTS = st.text() | st.text(alphabet="aBs1 .,'’-_@/:&\n\u0301\u200b\u00adé😀\ufffc\x00א")


@given(TEXTS)
def test_tokens_lie_in_order_and_only_white_space_lies_between_them(text: str) -> None:
    position = 0
    for token in tokenize(text, as_written=True):
        assert text[position : token.start].strip() == ""
        assert position <= token.start < token.end
        assert token.text == text[token.start : token.end]
        position = token.end
    assert text[position:].strip() == ""


@given(TEXTS)
def test_texts_of_tokens_are_those_of_the_tokenizer(text: str) -> None:
    assert token_texts(text) == [token.text for token in tokenize(text, as_written=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The patient's don't", ["The", "patient", "'s", "do", "n't"]),
        ("patients’ can’t", ["patients", "’", "ca", "n’t"]),
        ("I'LL, DON'T", ["I", "'LL", ",", "DO", "N'T"]),
        ("O'Brien's mother-in-law", ["O'Brien", "'s", "mother-in-law"]),
        ("HIV-positive anti-HIV", ["HIV", "-", "positive", "anti", "-", "HIV"]),
        ("X-ray COVID-19 T-cell", ["X-ray", "COVID-19", "T-cell"]),
        ("3.5 mg on 12/03/2020, 1,000", ["3.5", "mg", "on", "12/03/2020", ",", "1,000"]),
        ("Dr. Ng, U.S. He sat.", ["Dr.", "Ng", ",", "U.S.", "He", "sat", "."]),
        ("ann.lee@example.org.", ["ann.lee@example.org", "."]),
        ("see https://example.org/a?b=1.", ["see", "https://example.org/a?b=1", "."]),
        ("e\u0301tude na\u00adme", ["e\u0301tude", "na\u00adme"]),
        ("👍🏽 שלום!", ["👍", "🏽", "שלום", "!"]),
        ("wait... what?!", ["wait", "...", "what", "?", "!"]),
        ("\x00a\x00", ["\x00", "a", "\x00"]),
        ("AT&T snake_case", ["AT&T", "snake", "_", "case"]),
    ],
)
def test_a_text_is_divided_as_expected(text: str, expected: list[str]) -> None:
    assert token_texts(text) == expected


def test_the_repr_of_a_token_keeps_its_text_to_itself() -> None:
    assert "canary" not in repr(Token(0, 6, "canary"))


@pytest.mark.parametrize(
    "piece", ["a", "a.", "a@", "a-", "n't", "n'", "!", "1,", '."', "a%+._-", "www.!", "A"]
)
def test_a_long_run_without_spaces_takes_linear_time(piece: str) -> None:
    small, large = (_seconds(piece * (size // len(piece))) for size in (5_000, 50_000))
    assert large < 40 * small + 0.2


def _seconds(text: str) -> float:
    """Of the fastest of three, for other programs may take their turn in between."""
    times = []
    for _ in range(3):
        start = time.process_time()
        tokenize(text)
        times.append(time.process_time() - start)
    return min(times)
