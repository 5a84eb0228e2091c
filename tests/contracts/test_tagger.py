"""What every tagger must do; a new one adds itself to CASES."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType

import pytest

from reticent.errors import InputError, MissingExtraError
from reticent.language.language import Tagger
from reticent.testing import contract
from reticent.testing.taggers import CHECKS, TaggerCase
from reticent.text import default_tagger
from reticent.text.spacy_adapter import SpacyTagger, spacy_tagger


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


CASES = [
    TaggerCase("ours", default_tagger),
    TaggerCase("over a pipeline", over_fake_spacy),
    TaggerCase("over a blank pipeline", over_blank_spacy, knows_english=False),
]


@contract(CHECKS, CASES)
def test_a_tagger_keeps_the_contract(check: Callable[[TaggerCase], None], case: TaggerCase) -> None:
    check(case)


def test_a_sentence_is_tagged_alike_alone_and_among_others() -> None:
    tagger = default_tagger()
    rows = [["The", "old", "man", "boats", "."], [], ["Time", "flies", "like", "an", "arrow"]]
    assert tagger.tags(rows) == [tagger.tags([row])[0] for row in rows]


def test_a_very_long_sentence_is_tagged_in_pieces() -> None:
    assert len(default_tagger().tags([["word"] * 50_001])[0]) == 50_001


def test_a_missing_spacy_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*\[spacy\]'"):
        spacy_tagger("en_core_web_sm")


def test_a_missing_pipeline_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    install_fake(monkeypatch)
    with pytest.raises(InputError, match="python -m spacy download en_core_web_sm"):
        spacy_tagger("en_core_web_sm")
