"""What every tagger must do; a new one adds itself to `TAGGERS`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import InputError, MissingExtraError
from reticent.languages.tagger import PUNCTUATION_TAGS, Tagger, punctuation_tag
from reticent.text import default_tagger
from reticent.text.spacy_adapter import SpacyTagger, spacy_tagger

TAGS = frozenset(
    {
        *PUNCTUATION_TAGS,
        "CC",
        "CD",
        "DT",
        "EX",
        "FW",
        "IN",
        "JJ",
        "MD",
        "NN",
        "NNP",
        "POS",
        "PRP",
        "PRP$",
        "RB",
        "TO",
    }
    | {"UH", "VB", "WDT", "WP", "WP$", "WRB"}
)
SENTENCES = st.lists(
    st.lists(st.text(min_size=1) | st.sampled_from(["The", "dogs", "ran", ".", "\x00", "\n"]))
)


@dataclass
class FakeToken:
    text: str
    tag_: str


class FakeDoc:
    """As much of spaCy's Doc as the adapter uses."""

    def __init__(self, vocab: dict[str, str], words: list[str]) -> None:
        self.tokens = [FakeToken(word, vocab.get(word, "NNS")) for word in words]

    def __iter__(self) -> Iterator[FakeToken]:
        return iter(self.tokens)


class FakePipeline:
    """A pipeline that knows two words and takes all others for plural nouns."""

    def __init__(self) -> None:
        self.vocab = {"The": "DT", "ran": "VBD"}

    def pipe(self, docs: Iterable[FakeDoc]) -> Iterator[FakeDoc]:
        return iter(docs)


def fake_spacy(name: str) -> FakePipeline:
    if name != "en_fake":
        raise OSError(name)
    return FakePipeline()


def over_fake_spacy() -> Tagger:
    with pytest.MonkeyPatch.context() as patch:
        install_fake(patch)
        return spacy_tagger("en_fake")


def install_fake(patch: pytest.MonkeyPatch) -> None:
    spacy, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
    spacy.load = fake_spacy  # type: ignore[attr-defined]
    tokens.Doc = FakeDoc  # type: ignore[attr-defined]
    patch.setitem(sys.modules, "spacy", spacy)
    patch.setitem(sys.modules, "spacy.tokens", tokens)


def over_blank_spacy() -> Tagger:
    return SpacyTagger(pytest.importorskip("spacy").blank("en"))


TAGGERS: list[Callable[[], Tagger]] = [default_tagger, over_fake_spacy, over_blank_spacy]


@pytest.mark.parametrize("make", TAGGERS)
@settings(max_examples=30)
@given(sentences=SENTENCES)
def test_every_word_gets_one_tag_and_the_same_one_again(
    make: Callable[[], Tagger], sentences: list[list[str]]
) -> None:
    tagger = make()
    tags = tagger.tags(sentences)
    assert [len(row) for row in tags] == [len(row) for row in sentences]
    assert {tag for row in tags for tag in row} <= TAGS
    assert tagger.tags(sentences) == tags


@pytest.mark.parametrize("make", TAGGERS)
def test_punctuation_has_the_tags_that_all_taggers_agree_on(make: Callable[[], Tagger]) -> None:
    words = ["(", ",", "...", "—", "”", "$", "©", "\ufffc"]
    assert make().tags([words]) == [[punctuation_tag(word) for word in words]]


@pytest.mark.parametrize("make", [default_tagger, over_fake_spacy])
def test_tags_are_without_inflection(make: Callable[[], Tagger]) -> None:
    assert make().tags([["The", "dogs", "ran", "."]]) == [["DT", "NN", "VB", "."]]


def test_a_sentence_is_tagged_alike_alone_and_among_others() -> None:
    tagger = default_tagger()
    rows = [["The", "old", "man", "boats", "."], [], ["Time", "flies", "like", "an", "arrow"]]
    assert tagger.tags(rows) == [tagger.tags([row])[0] for row in rows]


def test_a_very_long_sentence_is_tagged_in_pieces() -> None:
    assert len(default_tagger().tags([["word"] * 50_001])[0]) == 50_001


def test_a_missing_spacy_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'reticent\[spacy\]'"):
        spacy_tagger("en_core_web_sm")


def test_a_missing_pipeline_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    install_fake(monkeypatch)
    with pytest.raises(InputError, match="python -m spacy download en_core_web_sm"):
        spacy_tagger("en_core_web_sm")
