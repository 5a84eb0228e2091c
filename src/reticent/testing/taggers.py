"""What every tagger must do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.language.language import PUNCTUATION_TAGS, Tagger, punctuation_tag
from reticent.testing import list_checks
from reticent.text.document import MASK

TAGS = frozenset(
    [
        *PUNCTUATION_TAGS,
        *("CC", "CD", "DT", "EX", "FW", "IN", "JJ", "MD", "NN", "NNP", "POS", "PRP", "PRP$", "RB", "TO"),
        *("UH", "VB", "WDT", "WP", "WP$", "WRB"),
    ]
)
PUNCTUATION = ["(", ",", "...", "—", "”", "$", "©", MASK]
SENTENCES = st.lists(
    st.lists(st.text(min_size=1) | st.sampled_from(["The", "dogs", "ran", ".", "\x00", "\n"]))
)


@dataclass(frozen=True)
class TaggerCase:
    """A tagger under the contract; `knows_english` where it can be asked for the tags of an English sentence."""

    name: str
    make: Callable[[], Tagger]
    knows_english: bool = True


def check_every_word_gets_one_tag_and_the_same_one_again(case: TaggerCase) -> None:
    """As many tags as words, out of one small set."""
    tagger = case.make()

    @settings(max_examples=30, deadline=None)
    @given(sentences=SENTENCES)
    def hold(sentences: list[list[str]]) -> None:
        tags = tagger.tags(sentences)
        assert [len(row) for row in tags] == [len(row) for row in sentences]
        assert {tag for row in tags for tag in row} <= TAGS
        assert tagger.tags(sentences) == tags

    hold()


def check_punctuation_has_the_tags_that_all_taggers_agree_on(case: TaggerCase) -> None:
    """What is no word is tagged by rule."""
    assert case.make().tags([PUNCTUATION]) == [[punctuation_tag(mark) for mark in PUNCTUATION]]


def check_tags_are_without_inflection(case: TaggerCase) -> None:
    """A plural is a noun, a past tense is a verb."""
    if case.knows_english:
        assert case.make().tags([["The", "dogs", "ran", "."]]) == [["DT", "NN", "VB", "."]]


CHECKS = list_checks(__name__)
