"""What a masking keeps, and whom it gives away."""

from __future__ import annotations

from pathlib import Path

from reticent.evaluation import GoldDocument, read_gold
from reticent.evaluation.risk import measure_risk
from reticent.knowledge import MemoryCorpus
from reticent.text import Span

PUBLIC = {"a": "She built a mill.", "b": "He painted a boat.", "c": "She sang in a choir."}
GOLD = [GoldDocument(name, text, public=text) for name, text in PUBLIC.items()]
CORPUS = MemoryCorpus([*PUBLIC.values(), "A mill.", "A boat and a choir."])


def test_nothing_masked_keeps_all_and_finds_everybody() -> None:
    scores = measure_risk(GOLD, {}, CORPUS)
    assert (scores.kept, scores.found.hits, scores.found.total, scores.public) == (1.0, 3, 3, True)


def test_all_masked_keeps_nothing_and_finds_nobody() -> None:
    whole = {each.id: (Span(0, len(each.text)),) for each in GOLD}
    scores = measure_risk(GOLD, whole, CORPUS)
    assert (scores.kept, scores.found.hits) == (0.0, 0)


def test_what_tells_is_masked_and_information_goes_with_it() -> None:
    mill = Span(PUBLIC["a"].index("mill"), PUBLIC["a"].index("mill") + 4)
    scores = measure_risk(GOLD, {"a": (mill,)}, CORPUS)
    assert 0 < scores.kept < 1


def test_without_public_texts_the_texts_themselves_are_searched() -> None:
    gold = [GoldDocument(each.id, each.text) for each in GOLD]
    assert measure_risk(gold, {}, CORPUS).figures()["TRIR by public texts"] is False


def test_two_readers_of_a_text_count_once() -> None:
    assert measure_risk([*GOLD, *GOLD], {}, CORPUS).found.total == 3


def test_a_benchmark_of_biographies_says_what_is_public(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text(
        '{"name": "a", "text": "A mill.", "human_masks": [], "public_text": "Mills."}'
    )
    assert read_gold(tmp_path / "gold.jsonl")[0].public == "Mills."
