"""What the guard's audit sees: single terms, groups of them, and secrets that stand."""

from __future__ import annotations

from reticent import Document, Span
from reticent.knowledge import MemoryCorpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.plan import Edit, Release
from reticent.text import Mention

CORPUS = MemoryCorpus(
    [
        *["Malaria brings fever and a mosquito."] * 4,
        *["The fever rose."] * 12,
        *["A mosquito hums."] * 12,
        *["The weather is fine."] * 36,
    ]
)


def guard(threshold: float, max_group: int = 2, **options: object) -> CorrelationGuard:
    settings = {"corpus": CORPUS, "threshold": threshold, "max_group": max_group, "min_support": 1, **options}
    return CorrelationGuard(**settings)  # type: ignore[arg-type]


def release_of(original: str, secret: str, *, hidden: bool = True) -> Release:
    """The text with one word removed that somebody pointed at."""
    at = original.index(secret)
    place = Span(at, at + len(secret))
    edits = (Edit(place, "[DISEASE]", 0, placeholder=True),) if hidden else ()
    text = original[:at] + "[DISEASE]" + original[place.end :] if hidden else original
    marks = (Span(at, at + 9),) if hidden else ()
    return Release(
        Document("note", original), Document("note", text, marks), edits, (Mention(place, "DISEASE"),)
    )


PAIR = release_of("Malaria, a fever and a mosquito.", "Malaria")


def test_two_terms_tell_together_what_neither_tells_alone() -> None:
    # malaria: 4 of 64 documents; 2 bits by either term, 4 bits by both
    assert [violation.span.start for violation in guard(3.0).violations(PAIR)] == [13]
    assert guard(3.0, max_group=1).violations(PAIR) == []
    assert "these 2 terms together tell 4.0 bits" in guard(3.0).violations(PAIR)[0].reason


def test_exactly_as_much_as_is_too_much_is_too_much() -> None:
    assert len(guard(2.0, max_group=1).violations(PAIR)) == 2
    assert guard(2.001, max_group=1).violations(PAIR) == []


def test_a_secret_that_stands_is_a_violation_by_itself() -> None:
    alone = release_of("Malaria is gone.", "Malaria", hidden=False)
    assert [violation.kind for violation in guard(9.0).violations(alone)] == ["DISEASE"]


def test_a_secret_that_stands_somewhere_else_is_a_violation() -> None:
    again = release_of("Malaria came. The weather is fine, but malaria stays.", "Malaria")
    assert [violation.span.start for violation in guard(3.0).violations(again)] == [
        again.released.text.index("malaria")
    ]


def test_every_context_is_judged() -> None:
    text = "The weather is fine with malaria. There was malaria, a fever and a mosquito."
    first = text.index("malaria")
    second = text.index("malaria", first + 1)
    places = [Span(at, at + 7) for at in (first, second)]
    edits = tuple(Edit(place, "[DISEASE]", at, placeholder=True) for at, place in enumerate(places))
    released = Document(
        "note", text.replace("malaria", "[DISEASE]"), (Span(first, first + 9), Span(second + 2, second + 11))
    )
    release = Release(
        Document("note", text), released, edits, tuple(Mention(place, "DISEASE") for place in places)
    )
    assert len(guard(3.0, context="sentence").violations(release)) == 1
