"""Detectors judge the original: what they find in a release counts if it stands there by itself, not because of a gap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from reticent import Document, Mention, Redaction, Span, WordList, sanitize
from reticent.models.redaction._check import find_arising
from reticent.plan import Decision, Edit, Plan, Release
from reticent.rendering.edits import render
from reticent.rendering.placeholders import mark_placeholders


@dataclass(frozen=True)
class Pattern:
    """A detector of whatever an expression matches in the text with its placeholders blanked."""

    expression: str
    kind: str = "CODE"

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({self.kind})

    @property
    def declared(self) -> Mapping[str, str]:
        return {}

    def mentions(self, document: Document) -> list[Mention]:
        found = re.finditer(self.expression, document.mask_placeholders())
        return [Mention(Span(*match.span("m")), self.kind, reason="a form") for match in found]


AFTER_NOTHING = Pattern("(?<![a-zA-Z] )(?P<m>[0-9]{2})")
"""Two digits that no word stands before: what the result of a test looks like when the test's name went."""

NAMES = Pattern("(?P<m>Ann|Bob)", "PERSON")


def without(text: str, *words: str) -> Release:
    """The release of a text in which these words are removed."""
    document = Document("note", text)
    decisions = [
        Decision((Span(text.index(word), text.index(word) + len(word)),), "REMOVED") for word in words
    ]
    release = render(document, Plan.for_document(document, tuple(decisions)))
    return Release(document, mark_placeholders(release.released, ["REMOVED"]), release.edits)


def test_a_number_that_looks_like_a_code_because_a_word_went_is_no_violation() -> None:
    release = without("The CRP 48 is high.", "CRP")
    model = Redaction((AFTER_NOTHING,))
    assert model.violations(release) == []
    assert [each.span.of(release.released.text) for each in model.arising(release)] == ["48"]


def test_a_stranger_without_the_original_sees_that_it_arises_from_the_gap() -> None:
    released = without("The CRP 48 is high.", "CRP").released
    model, alone = Redaction((AFTER_NOTHING,)), Release(released, released)
    assert model.violations(alone) == []
    assert [each.kind for each in model.arising(alone)] == ["CODE"]
    assert model.plan(released).decisions == ()


def test_a_name_that_is_left_beside_a_gap_is_a_violation_with_and_without_the_original() -> None:
    release = without("Then Ann saw the CRP of Bob.", "CRP")
    model = Redaction((NAMES,))
    for judged in (release, Release(release.released, release.released)):
        assert [each.span.of(release.released.text) for each in model.violations(judged)] == ["Ann", "Bob"]
        assert model.arising(judged) == []


def test_what_only_words_beside_it_showed_is_found_in_the_original_and_goes() -> None:
    """The detector needs the title; another model takes the title, and the name still goes."""
    titled = Pattern("Dr (?P<m>[A-Z][a-z]+)", "PERSON")
    release = without("Ask Dr Quizzle now.", "Dr")
    (violation,) = Redaction((titled,)).violations(release)
    assert violation.span.of(release.released.text) == "Quizzle"
    (decision,) = Redaction((titled,)).plan_further(release).decisions
    assert [span.of(release.released.text) for span in decision.spans] == ["Quizzle"]


def test_a_word_that_was_put_in_counts_though_the_original_has_none() -> None:
    document = Document("note", "She saw a friend.")
    release = Release(document, Document("note", "She saw Bob."), (Edit(Span(8, 16), "Bob", 0),))
    assert [each.kind for each in Redaction((NAMES,)).violations(release)] == ["PERSON"]


def test_what_is_found_whatever_stands_in_the_gaps_counts() -> None:
    """Nobody without the original could tell it from a name that was left behind."""
    late = Pattern("(?s)^(?!.*CRP).*(?P<m>Bob)", "PERSON")
    release = without("The CRP of Bob.", "CRP")
    assert [each.kind for each in Redaction((late,)).violations(release)] == ["PERSON"]


@pytest.mark.parametrize("far", ["word " * 60, "A sentence. " * 20])
def test_a_gap_far_away_makes_no_finding(far: str) -> None:
    text = f"[REMOVED] {far}, 48."
    document = mark_placeholders(Document("note", text), ["REMOVED"])
    place = Span(text.index("48"), text.index("48") + 2)
    assert find_arising(AFTER_NOTHING, document, [Mention(place, "CODE")]) == ()


def test_what_is_written_like_something_that_stands_by_itself_stands_too() -> None:
    text = "[REMOVED] 48 and, 48."
    document = mark_placeholders(Document("note", text), ["REMOVED"])
    found = AFTER_NOTHING.mentions(document)
    assert [each.span.start for each in found] == [10, 18]
    assert find_arising(AFTER_NOTHING, document, found) == ()


def test_a_letter_beside_a_gap_stays_apart_from_what_is_put_into_it() -> None:
    glued = Pattern(r"\b(?P<m>[A-Z][0-9]{3})\b")
    text = "see [REMOVED]A123 now"
    document = mark_placeholders(Document("note", text), ["REMOVED"])
    assert find_arising(glued, document, glued.mentions(document)) == ()


@pytest.mark.parametrize(
    ("text", "edits", "left"),
    [
        (
            "the Court of Appeal of York",
            (Edit(Span(4, 9), "[ORG]", 0), Edit(Span(13, 27), "[ORG]", 0)),
            False,
        ),
        ("the Court of Appeal of York", (Edit(Span(4, 9), "[ORG]", 0), Edit(Span(20, 27), "[ORG]", 0)), True),
        ("the Court of Appeal of York", (Edit(Span(4, 22), "[ORG]", 0),), True),
    ],
)
def test_of_a_finding_that_went_in_part_names_and_numbers_count(
    text: str, edits: tuple[Edit, ...], left: bool
) -> None:
    """Who compares two texts may see an "of" stay that went."""
    body = Pattern("(?P<m>Court of Appeal of York)", "ORG")
    released = text
    for edit in reversed(edits):
        released = released[: edit.span.start] + edit.text + released[edit.span.end :]
    release = Release(Document("d", text), Document("d", released), edits)
    assert bool(Redaction((body,)).violations(release)) is left


def test_people_of_two_detectors_never_share_a_number() -> None:
    @dataclass(frozen=True)
    class Numbered(Pattern):
        def mentions(self, document: Document) -> list[Mention]:
            found = super().mentions(document)
            return [Mention(each.span, each.kind, entity=1) for each in found]

    first, second = Numbered("(?P<m>Ann|Annie)", "PERSON"), Numbered("(?P<m>Bob)", "PERSON")
    assert sanitize("Ann, Bob, Ann", Redaction((first, second))).text == "[PERSON 1], [PERSON 2], [PERSON 1]"


def test_what_a_person_points_at_shares_no_number_with_what_a_detector_finds() -> None:
    @dataclass(frozen=True)
    class Numbered(Pattern):
        def mentions(self, document: Document) -> list[Mention]:
            return [Mention(each.span, each.kind, entity=4) for each in super().mentions(document)]

    model = Redaction((Numbered("(?P<m>Ann)", "PERSON"),))
    by_hand = [Mention(Span(0, 3), "PERSON", entity=4)]
    assert sanitize("Eve met Ann", model, mentions=by_hand).text == "[PERSON 1] met [PERSON 2]"


def test_detectors_read_a_text_once() -> None:
    calls: list[str] = []

    @dataclass(frozen=True)
    class Counting(Pattern):
        def mentions(self, document: Document) -> list[Mention]:
            calls.append(document.text)
            return super().mentions(document)

    sanitize("Only Ann came here once.", Redaction((Counting("(?P<m>Ann)", "PERSON"), WordList(["never"]))))
    assert calls == ["Only Ann came here once.", "Only [PERSON] came here once."]
