"""The check and the plans of the correlation guard against an oracle that knows only the equations."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.oracles.correlation_guard import World

from reticent import Document, Mention, Span, sanitize
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.shared.counts import CHANCE, RATE, Evidence
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render

WORDS = ("ash", "tree", "elm", "stone", "river", "cloud")
THRESHOLDS: tuple[int | str, ...] = ("least", "quantile 50%", "own 25%", "own 50%", "own 100%", 1, 2, 5)
CAPS = (Fraction(1, 4), Fraction(1, 2), Fraction(1))
TAXONOMY = Hierarchy.from_pairs([("elm", "tree"), ("stone", "river")])

lists = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)
corpora = st.lists(st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=9)
many = settings(max_examples=4 * settings().max_examples, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=2 * settings().max_examples, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def worlds(draw: st.DrawFn) -> tuple[CorrelationGuard, World]:
    texts = draw(corpora)
    threshold = draw(st.sampled_from(THRESHOLDS))
    max_group, min_support = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    at_most = draw(st.sampled_from(CAPS))
    guard = CorrelationGuard(
        corpus=MemoryCorpus([", ".join(sorted(text)) for text in texts]),
        taxonomy=TAXONOMY if draw(st.booleans()) else None,
        threshold=threshold,
        max_group=max_group,
        min_support=min_support,
        at_most=float(at_most),
        context=draw(st.sampled_from(["sentence", "document", "3 words", "6 words"])),
        search=draw(st.sampled_from(["fewest", "groups"])),
        unseen="keep",
    )
    return guard, World(texts, threshold, max_group, min_support, at_most, CHANCE, RATE)


@st.composite
def documents(draw: st.DrawFn) -> tuple[Document, list[Mention], list[Span]]:
    """A text, the words in it that somebody points at, and other words that somebody removes."""
    sentences = draw(st.lists(lists, min_size=1, max_size=3))
    document = Document("d", " ".join("The " + ", the ".join(words) + "." for words in sentences))
    places = [Span(*found.span()) for found in re.finditer("|".join(WORDS), document.text)]
    uses = draw(
        st.lists(st.sampled_from(["shown", "secret", "gone"]), min_size=len(places), max_size=len(places))
    )
    chosen = list(zip(places, uses, strict=True))
    mentions = [Mention(span, "SECRET") for span, use in chosen if use == "secret"]
    return document, mentions, [span for span, use in chosen if use == "gone"]


def contexts(
    release: Release, mentions: list[Mention], guard: CorrelationGuard
) -> list[tuple[set[str], set[str]]]:
    """What each context shows and hides; whatever is replaced stands in the sentence where it stood."""
    original, released = release.original.text, release.released.text
    if guard.context.endswith("words"):
        return windows(release, mentions, int(guard.context.split()[0]))
    hidden = [(original.count(".", 0, each.span.start), each.span.of(original).lower()) for each in mentions]
    shown = re.sub(r"\[[A-Z]+( \d+)?\]", "", released).lower().split(".")
    words = [set(re.findall("[a-z]+", sentence)) & set(WORDS) for sentence in shown]
    if guard.context == "document":
        return [(set().union(*words), {word for _, word in hidden})]
    return [(words[number], {word for at, word in hidden if at == number}) for number in range(len(words))]


def windows(release: Release, mentions: list[Mention], size: int) -> list[tuple[set[str], set[str]]]:
    """What each run of so many words shows and hides; a removed word stands in the first word of what stands for it."""
    text, marks = release.released.text, r"\[[A-Z]+(?: \d+)?\]"
    words = list(re.finditer(r"\w+", text))
    inside = [Span(*found.span()) for found in re.finditer(marks, text)]
    row = [
        ("" if any(mark.start <= word.start() < mark.end for mark in inside) else word[0].lower(), set[str]())
        for word in words
    ]
    for each in mentions:
        moved = sum(
            len(edit.text) - (edit.span.end - edit.span.start)
            for edit in release.edits
            if edit.span.end <= each.span.start
        )
        here = [edit for edit in release.edits if edit.span.start <= each.span.start < edit.span.end]
        place = (here[0].span.start if here else each.span.start) + moved
        at = next((number for number, word in enumerate(words) if word.end() > place), len(words) - 1)
        row[at][1].add(each.span.of(release.original.text).lower())
    runs = [row[start : start + size] for start in range(max(1, len(row) - size + 1))]
    return [
        ({shown for shown, _ in run} & set(WORDS), set[str]().union(*(hidden for _, hidden in run)))
        for run in runs
    ]


@pytest.mark.paper("correlations", "Equation 6", "Equation 7", "Equation 8", "Equation 10")
@many
@given(both=worlds(), given=documents())
def test_the_check_finds_what_the_equations_forbid_and_nothing_else(
    both: tuple[CorrelationGuard, World], given: tuple[Document, list[Mention], list[Span]]
) -> None:
    guard, world = both
    document, mentions, gone = given
    decisions = [Decision((span,), "GONE") for span in gone]
    decisions += [Decision((mention.span,), "SECRET") for mention in mentions]
    release = render(document, Plan.for_document(document, tuple(decisions)), mentions)
    violations = guard.violations(release)
    expected = world.flagged(contexts(release, mentions, guard))
    if guard.context.endswith("words"):  # a group that lies in several windows is told once
        assert {frozenset(each.group) or {each.span.of(release.released.text)} for each in violations} == set(
            expected
        )
        assert len(violations) == len(
            {(each.span, each.group, each.about, each.reason) for each in violations}
        )
        return
    found = Counter(each.span.of(release.released.text) for each in violations)
    assert found == Counter(min(group) for group in expected)


@many
@given(both=worlds(), given=documents(), general=st.sampled_from(["tree", "river", "cloud"]))
def test_what_a_general_word_in_the_place_of_a_secret_tells_counts_with_every_group(
    both: tuple[CorrelationGuard, World], given: tuple[Document, list[Mention], list[Span]], general: str
) -> None:
    guard, world = both
    document, mentions, gone = given
    decisions = [Decision((span,), "GONE") for span in gone]
    decisions += [
        Decision((mention.span,), "SECRET", general if number % 2 else None)
        for number, mention in enumerate(mentions)
    ]
    release = render(document, Plan.for_document(document, tuple(decisions)), mentions)
    hidden = {
        (
            document.text.count(".", 0, mention.span.start),
            mention.span.of(document.text),
            general if number % 2 else "",
        )
        for number, mention in enumerate(mentions)
    }
    if guard.context.endswith("words"):
        guard = replace(guard, context="document")
    shown = contexts(release, mentions, guard)
    whole = guard.context == "document"
    expected = world.flagged_beside(
        [
            (words, {(word, beside) for at, word, beside in hidden if whole or at == number})
            for number, (words, _) in enumerate(shown)
        ]
    )
    found = Counter(each.span.of(release.released.text) for each in guard.violations(release))
    standing = sum(each.reason == "sensitive and still there" for each in guard.violations(release))
    assert found.total() - standing == len(expected)


@some
@given(both=worlds(), given=documents())
def test_what_was_pointed_at_is_gone_and_nothing_left_gives_it_away(
    both: tuple[CorrelationGuard, World], given: tuple[Document, list[Mention], list[Span]]
) -> None:
    guard, world = both
    document, mentions, _ = given
    outcome = sanitize(document, guard, mentions=mentions)
    assert outcome.violations == ()
    assert world.flagged(contexts(outcome.release, mentions, guard)) == []


@some
@given(
    both=worlds(),
    given=documents(),
    size=st.integers(1, 3),
    evidence=st.sampled_from(["counted", "confident"]),
)
def test_beside_a_model_that_generalizes_the_secret_nothing_left_gives_it_away(
    both: tuple[CorrelationGuard, World],
    given: tuple[Document, list[Mention], list[Span]],
    size: int,
    evidence: Evidence,
) -> None:
    guard, world = both
    document, mentions, _ = given
    elms = [each for each in mentions if each.span.of(document.text) == "elm"]
    texts = [frozenset({"elm"}), *([frozenset({"tree"})] * 9), *world.texts]
    counted = MemoryCorpus([", ".join(sorted(text)) for text in texts])
    guard, world = replace(guard, corpus=counted, context="document"), replace(world, texts=texts)
    general = CgSanitization(
        {"elm": "tree"}, corpus=counted, taxonomy=TAXONOMY, max_group=size, evidence=evidence, unseen="keep"
    )
    outcome = sanitize(document, general, guard, mentions=elms)
    assert outcome.violations == ()
    stands = [
        edit.text
        for each in elms
        for edit in outcome.release.edits
        if edit.span.start <= each.span.start < edit.span.end
    ]
    assert len(stands) == len(elms)
    beside = {("elm", "".join(_words(text))) for text in stands}
    shown = _words(outcome.text)
    assert world.flagged_beside([(shown, beside)]) == []


def _words(text: str) -> set[str]:
    """The words of the world that a reader sees; marks are none."""
    return set(re.findall("[a-z]+", re.sub(r"\[[^\]]*\]", "", text).lower())) & set(WORDS)


@some
@given(both=worlds(), given=documents())
def test_a_secret_that_stands_is_found_however_it_was_pointed_at(
    both: tuple[CorrelationGuard, World], given: tuple[Document, list[Mention], list[Span]]
) -> None:
    guard, _ = both
    document, mentions, gone = given
    release = render(
        document, Plan.for_document(document, tuple(Decision((span,), "GONE") for span in gone)), mentions
    )
    standing = [each for each in guard.violations(release) if each.reason == "sensitive and still there"]
    assert len(standing) == len(mentions)
