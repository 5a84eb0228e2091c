"""What every detector keeps to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.detection.detector import Detector, complete_detector
from reticent.testing import list_checks, on_invented
from reticent.text import Document, Span
from reticent.text.document import MASK


@dataclass(frozen=True)
class DetectorCase:
    """A detector under the contract: how to make it, and sentences in each of which it finds something."""

    name: str
    make: Callable[[], Detector]
    finds: tuple[str, ...]


CANARY = "quokkacanary"
SECONDS_A_MEGABYTE = 12.0
"""Twice what the slowest of ours takes: time that grows with the square takes minutes."""

WORDLESS = ["", "\x00", "\x00\x00 \x00", "\r\n\r\n", "\ufeff", "😀", "\u0301", "\ud800"]
DULL = ["plain words and 12 numbers, ", "é’s “odd” — text ", "a"]
ODD = [
    " ",
    ". ",
    "\n",
    "\r\n",
    "-\n",
    "\u200b",
    "\u00ad",
    "\x00",
    "😀",
    "e\u0301",
    "שלום ",
    "ａ",
    "1",
    "\ufffc",
    MASK,
    "@",
]
PLACEHOLDERS = ["[EMAIL]", "[zebra]", "[12 March 2019]"]
PIECES = [
    "jane@example.org",
    "+44 20 7946 0958",
    "4111 1111 1111 1111",
    "12 March 2019",
    "aged 93",
    "https://x.org/a",
    "zebra",
    "New York",
    "AIDS",
    "❤",
    "GB82 WEST 1234 5698 7654 32",
    "10.0.0.1",
    "MRN: 123456",
    "123-45-6789",
]


def invent_texts(case: DetectorCase) -> st.SearchStrategy[str]:
    """Texts out of what many detectors find, what this one finds, and characters that are trouble."""
    pieces = st.sampled_from([*PIECES, *case.finds, *ODD])
    found = st.lists(st.sampled_from(case.finds), min_size=2, max_size=3).map("\n".join)
    return st.one_of(st.lists(pieces, max_size=12).map("".join), found, st.text(max_size=80))


_on_texts = on_invented(lambda case: st.tuples(st.just(case.make()), st.just(case), invent_texts(case)))


@_on_texts
def check_mentions_lie_in_the_text_in_order_and_apart(
    detector: Detector, case: DetectorCase, text: str
) -> None:
    """Spans are not empty, disjoint and sorted; scores are shares, kinds are declared, reasons are given."""
    mentions = detector.mentions(Document("d", text))
    assert all(0 <= m.span.start < m.span.end <= len(text) for m in mentions)
    assert all(a.span.end <= b.span.start for a, b in pairwise(mentions))
    assert all(0 <= m.score <= 1 and m.kind in detector.kinds and m.reason for m in mentions)


@_on_texts
def check_the_same_text_gives_the_same_mentions(detector: Detector, case: DetectorCase, text: str) -> None:
    """Neither the name of a document nor what was asked before makes a difference."""
    assert detector.mentions(Document("d", text)) == detector.mentions(Document("other", text))


def check_no_mention_touches_a_placeholder(case: DetectorCase) -> None:
    """A placeholder is nobody's words, whatever it says."""
    detector = case.make()

    @settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(parts=st.lists(st.tuples(invent_texts(case), st.sampled_from(PLACEHOLDERS)), max_size=4))
    def hold(parts: list[tuple[str, str]]) -> None:
        text, placeholders = "", []
        for before, placeholder in parts:
            text += before
            placeholders.append(Span(len(text), len(text) + len(placeholder)))
            text += placeholder
        mentions = detector.mentions(Document("d", text, tuple(placeholders)))
        assert not any(m.span.overlaps(span) for m in mentions for span in placeholders)

    hold()


@_on_texts
def check_what_stands_before_a_paragraph_does_not_move_its_mentions(
    detector: Detector, case: DetectorCase, text: str
) -> None:
    """What is found in a paragraph alone is found in it after any other text, at the same places."""
    for paragraph in case.finds:
        whole = f"{text}\n\n{paragraph}"
        offset = len(whole) - len(paragraph)
        alone = [m.span for m in detector.mentions(Document("d", paragraph))]
        assert alone
        together = {m.span for m in detector.mentions(Document("d", whole))}
        assert {Span(span.start + offset, span.end + offset) for span in alone} <= together


def check_nothing_that_is_shown_quotes_the_document(case: DetectorCase) -> None:
    """Neither a mention nor the detector itself shows a word of the text."""
    detector = case.make()
    for sentence in case.finds:
        document = Document("d", f"{CANARY} {sentence} {CANARY}@example.org https://{CANARY}.org")
        mentions = detector.mentions(document)
        assert mentions
        assert CANARY not in repr((document, detector, mentions, dict(detector.declared)))


def check_what_it_knows_is_declared_by_hashes(case: DetectorCase) -> None:
    """A promise can name what the detector knows, and a second one made alike declares the same."""
    declared = case.make().declared
    assert declared
    assert all(value.startswith("sha256:") and len(value) == 71 for value in declared.values())
    assert declared == case.make().declared


@_on_texts
def check_its_capabilities_are_known_and_go_together(
    detector: Detector, case: DetectorCase, text: str
) -> None:
    """None is misspelt; it says what it reads, and finds in many documents what it finds in each."""
    complete = complete_detector(detector)
    documents = [Document("d", each) for each in (text, *case.finds)]
    together = complete.mentions_of_many(documents)
    assert together is None or list(map(list, together)) == [
        list(detector.mentions(each)) for each in documents
    ]
    assert complete.languages
    assert all(isinstance(each, str) for each in complete.words)


def check_texts_without_words_have_no_mentions(case: DetectorCase) -> None:
    """Where there is neither a letter nor a digit, there is nothing to find."""
    detector = case.make()
    for text in WORDLESS:
        assert list(detector.mentions(Document("d", text))) == []


def check_a_line_of_a_megabyte_takes_seconds(case: DetectorCase) -> None:
    """The time grows with the text, and not with its square."""
    detector = case.make()
    for piece in DULL:
        text = piece * (1_000_000 // len(piece))
        began = time.process_time()
        detector.mentions(Document("d", text))
        assert time.process_time() - began < SECONDS_A_MEGABYTE


CHECKS = list_checks(__name__)
