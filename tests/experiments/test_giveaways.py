"""The texts full of giveaways, and what the defaults reach on a few of them: no change may fall behind that."""

from __future__ import annotations

import pytest
from experiments.giveaways import add_up, judge, read_texts
from experiments.phrases import stands_in

from reticent.models.cg_sanitization.model import AT_MOST

EVERY = 8  # a tenth of the half that defaults were chosen on: some seconds


def test_every_giveaway_and_every_harmless_word_stands_in_its_text() -> None:
    texts = read_texts()
    assert len(texts) == len({text.id for text in texts}) == 150
    for text in texts:
        assert all(stands_in(each, text.text) for each in (*text.giveaways, *text.harmless)), text.id
        assert not set(text.giveaways) & set(text.harmless), text.id


@pytest.mark.parametrize(("knowledge", "gone", "kept"), [("general", 0.38, 0.96), ("medicine", 0.37, 0.97)])
def test_the_defaults_take_as_many_giveaways_as_they_did(knowledge: str, gone: float, kept: float) -> None:
    texts = [text for text in read_texts() if text.is_for_choosing][::EVERY]
    reached = add_up(judge(text, knowledge, AT_MOST) for text in texts)
    assert reached["gone"] >= gone
    assert reached["kept"] >= kept
