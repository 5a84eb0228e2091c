"""The check and the plans of (C, g(C))-sanitization against an oracle that knows only the definitions."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.oracles.cg_sanitization import World

from reticent import Document, sanitize
from reticent.engine import execute
from reticent.errors import KnowledgeError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.corpus.corpus import WITH_ALL_BELOW
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.shared import counts
from reticent.plan import Plan, Release

WORDS = ("ash", "rowan", "tree", "elm", "stone", "river", "cloud")
CLASSES = {"ash": "tree", "elm": "tree", "rowan": "ash", "stone": "river"}
TAXONOMY = Hierarchy.from_pairs(list(CLASSES.items()))
BELOW = {"ash": ("ash", "rowan"), "tree": ("tree", "elm", "ash", "rowan")}

lists = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)
corpora = st.lists(st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=9)
many = settings(max_examples=4 * settings().max_examples, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=2 * settings().max_examples, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def worlds(draw: st.DrawFn) -> tuple[CgSanitization, World]:
    texts = [frozenset({"ash"}), frozenset({"river"}), *draw(corpora)]
    counting = draw(st.sampled_from(["standard", "contextualized", "taxonomic", "occurrences"]))
    often = {word: draw(st.integers(1, 3)) for word in WORDS} if counting == "occurrences" else {}
    spoken = [[word for word in sorted(text) for _ in range(often.get(word, 1))] for text in texts]
    evidence = draw(st.sampled_from(["counted", "confident", "strict"]))
    at_most = Fraction(draw(st.sampled_from(["1", "0.5", "0.3", "0.2"])))
    times = draw(st.sampled_from([None, Fraction(1), Fraction(3, 2), Fraction(3)]))
    measure = [frozenset({"tree"}), *draw(corpora)] if draw(st.booleans()) else []
    by_meaning, closed = draw(st.booleans()), draw(st.booleans())
    options: dict[str, Any] = {
        "corpus": MemoryCorpus(map(", ".join, spoken)),
        "taxonomy": TAXONOMY,
        "max_group": draw(st.integers(1, 5)),
        "context": draw(st.sampled_from(["sentence", "document", "3 words", "6 words"])),
        "counting": counting,
        "min_support": draw(st.integers(1, 3)),
        "evidence": evidence,
        "at_most": float(at_most),
        "at_most_times": float(times or inf),
        "unseen": "keep",
        "by_meaning": by_meaning,
        "closed": closed,
        "texts": MemoryCorpus([", ".join(sorted(text)) for text in measure]) if measure else None,
    }
    try:
        model = CgSanitization({"ash": "tree"}, **options)
    except KnowledgeError:
        model = CgSanitization({"ash": None}, **options)
    spans = by_meaning and counting == "standard"
    entity, general = BELOW["ash"], BELOW["tree"]
    if counting not in WITH_ALL_BELOW:
        entity, general = entity[:1], ("tree", "ash") if spans else general[:1]
    if model.protect["ash"] is None:
        general = ()
    return model, World(
        texts,
        "ash",
        entity,
        general,
        model.max_group,
        model.min_support,
        within_general=counting == "contextualized" and bool(general),
        chance=counts.CHANCE if evidence == "confident" else None,
        rate=counts.RATE,
        strict=evidence == "strict",
        at_most=at_most,
        times=times,
        measure=measure,
        by_meaning=spans or counting == "taxonomic",
        closed=closed,
        spoken=[word for text in spoken for word in text] if counting == "occurrences" and general else (),
    )


def written(sentences: list[list[str]]) -> str:
    return " ".join("The " + ", the ".join(words) + "." for words in sentences)


def contexts(text: str, model: CgSanitization, world: World) -> list[set[str]]:
    """The words of each context, read without the project's help; one that no text has is judged by its class too."""
    plain = re.sub(r"\[REMOVED\]", "REMOVED", text)
    sentences = plain.lower().split(".") if model.context == "sentence" else [plain.lower()]
    if model.context.endswith("words"):
        words, size = re.findall(r"\w+", plain), int(model.context.split()[0])
        starts = range(max(1, len(words) - size + 1))
        sentences = [" ".join(words[start : start + size]).lower() for start in starts]
    held = set().union(*world.texts)
    read = [set(re.findall("[a-z]+", sentence)) & set(WORDS) for sentence in sentences]
    return [words | ({CLASSES[word] for word in words - held if word in CLASSES} & held) for words in read]


@many
@given(both=worlds(), sentences=st.lists(lists, min_size=1, max_size=3))
def test_the_check_finds_what_the_definitions_forbid_and_nothing_else(
    both: tuple[CgSanitization, World], sentences: list[list[str]]
) -> None:
    model, world = both
    document = Document("d", written(sentences))
    violations = model.violations(Release(document, document))
    risky = world.risky(contexts(document.text, model, world))
    assert Counter(each.group for each in violations) == Counter(tuple(sorted(group)) for group in risky)
    for each in violations:
        word = each.span.of(document.text)
        assert each.group[0] in (word, CLASSES.get(word))


@some
@given(both=worlds(), sentences=st.lists(lists, min_size=1, max_size=3))
def test_a_release_keeps_the_definitions_and_changes_nothing_in_vain(
    both: tuple[CgSanitization, World], sentences: list[list[str]]
) -> None:
    model, world = both
    document = Document("d", written(sentences))
    outcome = sanitize(document, model)
    assert world.risky(contexts(outcome.text, model, world)) == set()
    for dropped in range(len(outcome.plan.decisions)) if outcome.rounds == 1 else ():
        kept = outcome.plan.decisions[:dropped] + outcome.plan.decisions[dropped + 1 :]
        other = execute(document, Plan.for_document(document, kept), model)
        assert world.risky(contexts(other.release.released.text, model, world))
        assert other.violations


@some
@given(both=worlds(), sentences=st.lists(lists, min_size=2, max_size=5), data=st.data())
def test_every_excerpt_of_a_closed_release_keeps_its_promise(
    both: tuple[CgSanitization, World], sentences: list[list[str]], data: st.DataObject
) -> None:
    model = replace(both[0], closed=True)
    document = Document("d", written(sentences))
    released = sanitize(document, model).text
    parts = [part for part in released.split(".") if part.strip()]
    kept = data.draw(st.lists(st.sampled_from(range(len(parts))), min_size=1, unique=True)) if parts else []
    excerpt = Document(
        "e", "".join(f"{parts[at].strip()}. " for at in sorted(kept)).replace("[REMOVED]", "").strip()
    )
    assert model.violations(Release(excerpt, excerpt)) == []
