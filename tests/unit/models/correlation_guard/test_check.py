"""What the guard's audit sees: single terms, groups of them, and secrets that stand."""

from __future__ import annotations

import re

from reticent import Document, Span, open_corpus, sanitize
from reticent.engine import Outcome
from reticent.knowledge import MemoryCorpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.model import THRESHOLD
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
    by_bits = {"threshold": threshold, "max_group": max_group, "min_support": 1, "at_most": 1.0}
    settings = {"corpus": CORPUS, **by_bits, **options}
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


def test_no_term_may_make_a_secret_likelier_than_the_cap_whatever_the_threshold() -> None:
    # 4 of 16 documents with "fever" name malaria, and chance makes it so many where it is one in ten in 7 % of cases
    found = guard(9.0, max_group=1, at_most=0.1).violations(PAIR)
    assert [violation.span.start for violation in found] == [13, 25]
    assert found[0].reason == (
        "of 100 documents with this term 25 name a removed term, and at most 10 may (4 of 16 do)"
    )
    assert found[0].evidence["share"] == 0.25
    assert guard(9.0, max_group=1, at_most=0.25).violations(PAIR) == []
    assert guard(9.0, max_group=1, at_most=0.1, min_support=5).violations(PAIR) == []
    assert guard(9.0, max_group=1, at_most=0.2).violations(PAIR) == []  # four of sixteen may be chance


def test_a_theory_goes_with_the_name_of_who_is_known_for_it() -> None:
    text = (
        "Albert Einstein was born in Ulm and developed the theory of relativity. He worked at the patent office in Bern and"
        " later in Princeton."
    )

    def release(threshold: str | float) -> Outcome:
        guard = CorrelationGuard(corpus=open_corpus(), unseen="keep", threshold=threshold)
        return sanitize(Document("note", text), guard, mentions=[Mention(Span(0, 15), "PERSON")])

    start, rest = (
        "[PERSON] was born in",
        "and developed the theory of [REMOVED]. He worked at the [REMOVED] in Bern and later in",
    )
    assert release(THRESHOLD).text == f"{start} Ulm {rest} [REMOVED]."
    assert release("own 50%").text == f"{start} [REMOVED] {rest} [REMOVED]."
    by_cap = release("least")
    assert by_cap.text.startswith("[PERSON] was born in Ulm and developed the ")
    assert "worked at the patent office in Bern and later in Princeton" in by_cap.text
    (change,) = [each for each in by_cap.plan.decisions if each.kind == "REMOVED"]
    assert re.match(
        r"of 100 documents with this term \d+ name a removed term, and at most 20 may", change.reason
    )
