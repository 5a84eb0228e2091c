"""What is left of a phrase when its head goes."""

from reticent.models.cg_sanitization._planning import runs, ways_to_behead
from reticent.models.shared.phrases import Phrase
from reticent.text import Span


def ways(*words: str) -> list[tuple[int, ...]]:
    return list(ways_to_behead(Phrase(words, (), frozenset(), frozenset())))


def test_a_short_phrase_can_keep_any_modifiers_and_a_long_one_its_first() -> None:
    assert ways("sudden", "loud", "cough") == [(0, 1), (0,), (1,)]
    assert ways("sudden", "loud", "dry", "long", "cough")[-2:] == [(0, 1), (0,)]
    assert (0,) not in ways("oak", "'s", "root")


def test_kept_words_stand_together_only_where_they_did() -> None:
    assert runs(("sudden", "loud", "dry", "cough"), (0, 2)) == [("sudden",), ("dry",)]
    assert runs(("sudden", "loud", "dry", "cough"), (0, 1)) == [("sudden", "loud")]


def test_neighbours_that_go_go_as_one_at_every_place() -> None:
    words = ("sudden", "loud", "dry", "cough")
    text = "sudden loud dry cough".ljust(50, ".") + "sudden loud dry cough"
    phrase = Phrase(words, (Span(0, 21), Span(50, 71)), frozenset(words), frozenset({0}), text=text)
    assert phrase.without((0,)) == (Span(7, 21), Span(57, 71))
    assert phrase.without((0, 2)) == (Span(7, 11), Span(16, 21), Span(57, 61), Span(66, 71))
