"""A typed mark such as [DRUG 1] counts as the term of its label for every model and reader, against definitions by hand."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.reader_worlds import SIGNS, small_world, taxonomy
from tests.oracles import indistinct as readers
from tests.oracles.correlation_guard import World
from tests.oracles.k_safety import telling_terms
from tests.oracles.t_plausibility import plausible_texts

from reticent import Document, Mention, Span, TPlausibility, WordList, sanitize
from reticent.attackers import Candidate
from reticent.attackers.counting import Bayes, Similarity
from reticent.attackers.linear import Hints
from reticent.audit.verification import read_afresh
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.indistinct import Indistinct
from reticent.models.k_safety import KSafety
from reticent.models.shared.counts import CHANCE, RATE
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.rendering.placeholders import judged_marks, spell_marks, widen_to_marks

LABELS = ("drug", "sign", "test", "finding")
KINDS = [label.upper() for label in LABELS]
ALL_KINDS = [*KINDS, "SYMPTOM", "BODY_PART", "REMOVED"]
PLAIN = ("ash", "elm", "stone")
WORDS = (*PLAIN, *LABELS)
many = settings(max_examples=3 * settings().max_examples, suppress_health_check=[HealthCheck.too_slow])


def marked(text: str, style: str = "brackets") -> Document:
    return read_afresh(Document("note", text, placeholder_style=style), ALL_KINDS)


def test_a_spelled_mark_keeps_every_other_place_and_stands_apart_or_joined_as_it_did() -> None:
    text = "No [SIGN 1]; [DRUG 2]-induced, pre-[TEST], [DRUG][FINDING 3] and [BODY PART 12] [REMOVED]."
    spelled = spell_marks(marked(text)).mask_placeholders()
    assert len(spelled) == len(text)
    assert re.findall(r"[\w-]+", spelled) == [
        *("No", "sign", "drug-induced", "pre-test", "drug", "finding", "and", "body", "part")
    ]
    assert spelled.index("and") == text.index("and")
    assert spell_marks(marked("<DRUG_1> x", "angles")).text == "drug     x"
    whole = widen_to_marks(marked(text))
    assert whole(Span(4, 6)) == Span(3, 11)
    assert whole(Span(0, 2)) == Span(0, 2)
    assert whole(Span(45, 52)) == Span(43, 60)


sentences_of = st.lists(
    st.lists(st.sampled_from([*PLAIN, *(f"[{kind} 1]" for kind in KINDS)]), min_size=1, max_size=4),
    min_size=1,
    max_size=3,
)
corpora = st.lists(st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=9)


@many
@given(
    texts=corpora,
    rows=sentences_of,
    secret=st.sampled_from(WORDS),
    threshold=st.sampled_from(["least", 1, 2]),
    max_group=st.integers(1, 3),
    min_support=st.integers(1, 3),
    context=st.sampled_from(["sentence", "document"]),
    at_most=st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1)]),
)
def test_the_guard_counts_marks_as_their_labels(
    texts: list[frozenset[str]],
    rows: list[list[str]],
    secret: str,
    threshold: str | int,
    max_group: int,
    min_support: int,
    context: str,
    at_most: Fraction,
) -> None:
    guard = CorrelationGuard(
        corpus=MemoryCorpus([", ".join(sorted(text)) for text in texts]),
        threshold=threshold,
        max_group=max_group,
        min_support=min_support,
        context=context,
        at_most=float(at_most),
        unseen="keep",
    )
    world = World(texts, threshold, max_group, min_support, at_most, CHANCE, RATE)
    text = " ".join("The " + ", the ".join(row) + "." for row in [[secret], *rows])
    original = marked(text)
    hidden = Span(4, 4 + len(secret))
    plan = Plan.for_document(original, (Decision((hidden,), "SECRET"),))
    mentions = [Mention(hidden, "SECRET")]
    release = render(original, plan, mentions)
    shown = re.sub(r"\[SECRET( \d+)?\]", "", release.released.text)
    shown = re.sub(r"\[([A-Z]+) 1\]", lambda found: found[1].lower(), shown)
    words = [set(re.findall("[a-z]+", part)) & set(WORDS) for part in shown.lower().split(".")]
    if context == "document":
        listed = [(set().union(*words), {secret})]
    else:
        listed = [(words[0], {secret}), *((row, set()) for row in words[1:])]
    expected = Counter(min(group) for group in world.flagged(listed))
    found = Counter(
        re.sub(r"\[([A-Z]+) 1\]", lambda found: found[1].lower(), each.span.of(release.released.text))
        for each in guard.violations(release)
    )
    assert found == expected
    outcome = sanitize(original, guard, mentions=mentions, kinds=ALL_KINDS)
    assert outcome.violations == ()


def test_what_a_mark_tells_in_the_place_of_a_secret_is_given_to_the_attacker() -> None:
    # Among the texts with "drug" half of those with "elm" name the secret; of all texts with "elm" hardly any does.
    texts = [
        *["ash, drug, elm"] * 4,
        *["drug, stone"] * 40,
        *["elm, stone"] * 400,
        *["ash, stone"] * 2,
    ]
    guard = CorrelationGuard(corpus=MemoryCorpus(texts), threshold=3, max_group=1, unseen="keep")
    original = Document("note", "The ash. The elm.")
    secret = [Mention(Span(4, 7), "SECRET")]
    hidden = {
        kind: render(
            original, Plan.for_document(original, (Decision((Span(4, 7),), kind, entity=1),)), secret
        )
        for kind in ("SECRET", "DRUG")
    }
    assert not [each.group for each in guard.violations(hidden["SECRET"])]
    assert ("elm",) in [each.group for each in guard.violations(hidden["DRUG"])]


def test_a_naive_reader_finds_marks_for_the_guard() -> None:
    texts = [*["ash, drug"] * 8, *["stone"] * 300]
    guard = CorrelationGuard(corpus=MemoryCorpus(texts), threshold=1, unseen="keep")
    original = marked("The ash. The [DRUG 1].")
    release = render(original, Plan.for_document(original, (Decision((Span(4, 7),), "REMOVED"),)))
    secret = replace(release, mentions=(Mention(Span(4, 7), "REMOVED"),))
    naive = CorrelationGuard(
        detectors=(WordList(["ash"], kind="TREE"),), corpus=MemoryCorpus(texts), threshold=1, unseen="keep"
    )
    told = render(original, Plan.for_document(original, (Decision((Span(4, 7),), "TREE"),)))
    (found,) = naive.naive_violations(told)
    assert found.span.of(told.released.text) == "[DRUG 1]"
    assert [each.span.of(secret.released.text) for each in guard.violations(secret)] == ["[DRUG 1]"]


TERMS = ["fever", "rash", *LABELS]


def test_k_safety_counts_marks_as_their_labels() -> None:
    rng = random.Random(29)  # noqa: S311
    for _ in range(150):
        contexts = {
            f"e{at}": frozenset(rng.sample(TERMS, rng.randint(1, 4))) for at in range(rng.randint(3, 8))
        }
        database = SqliteEntities.in_memory(
            Entity(name, (f"entity{name}",), (), tuple(sorted(context))) for name, context in contexts.items()
        )
        k = rng.randint(1, len(contexts) - 1)
        words = [rng.choice([*TERMS, *(f"[{kind} 1]" for kind in KINDS)]) for _ in range(rng.randint(0, 6))]
        document = marked(" and ".join(words))
        plain = {re.sub(r"\[([A-Z]+) 1\]", lambda found: found[1].lower(), word) for word in words}
        telling = telling_terms(plain, contexts, list(contexts), k)
        model = KSafety(database, k=k, cleared=[])
        release = Release(document, document)
        found = {each.span.of(document.text) for each in model.violations(release)}
        assert found == {
            word
            for word in words
            if re.sub(r"\[([A-Z]+) 1\]", lambda found: found[1].lower(), word) in telling
        }
        naive = {each.span.of(document.text) for each in model.naive_violations(release)}
        assert naive <= found
        outcome = sanitize(document, model, kinds=ALL_KINDS)
        assert outcome.violations == ()
        left = {word.strip("[]").split(" 1")[0].lower() for word in outcome.text.split(" and ")}
        assert telling_terms(left & set(TERMS), contexts, list(contexts), k) == set()


def test_a_naive_reader_finds_marks_for_k_safety() -> None:
    database = SqliteEntities.in_memory(
        [
            Entity("x", ("X1",), (), ("drug", "rash")),
            Entity("y", ("Y1",), (), ("rash",)),
            Entity("z", ("Z1",), (), ("fever",)),
        ]
    )
    document = marked("He has [DRUG 1].")
    (found,) = KSafety(database, ["x"], k=1).naive_violations(Release(document, document))
    assert found.span.of(document.text) == "[DRUG 1]"


PARENTS = {
    "marijuana": "soft drug",
    "hashish": "soft drug",
    "soft drug": "drug",
    "morphine": "opiate",
    "heroin": "opiate",
    "opiate": "drug",
    "migraine": "finding",
    "rash": "finding",
}
HIDDEN = ["marijuana", "morphine", "migraine"]


def test_t_plausibility_counts_a_mark_as_its_label_and_no_gap_as_a_word() -> None:
    rng = random.Random(31)  # noqa: S311
    tree = Hierarchy.from_pairs(list(PARENTS.items()))
    for _ in range(150):
        rows = [[rng.choice(HIDDEN) for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(1, 3))]
        text = " ".join(f"Took {' and '.join(words)}." for words in rows)
        document = Document("note", text)
        fates = [[rng.choice([None, "drug", "finding", "opiate"]) for _ in words] for words in rows]
        places = [Span(*found.span()) for found in re.finditer("|".join(HIDDEN), text)]
        decisions = [
            # "drug" and "finding" are shown by marks, "opiate" by its word.
            Decision((span,), fate.upper(), entity=1)
            if fate in LABELS
            else Decision((span,), "WORD", becomes=fate)
            for span, fate in zip(places, (each for row in fates for each in row), strict=True)
        ]
        release = render(document, Plan.for_document(document, tuple(decisions)))
        t = rng.choice([1, 2, 3, 5])
        judge = TPlausibility(t, taxonomy=tree, detectors=(WordList(HIDDEN),), unit="sentence")
        listed = [
            len(plausible_texts(PARENTS, list(zip(words, shown, strict=True))))
            for words, shown in zip(rows, fates, strict=True)
        ]
        assert [each.texts for each in judge.tallies(release)] == listed
        short = [n for n, row in enumerate(fates) if listed[n] < t and any(fate for fate in row)]
        found = [each for each in judge.violations(release) if each.kind == "PLAUSIBILITY"]
        assert len(found) == len(short)
        # Where nothing but marks and gaps is left of a unit, which too few texts explain, the marks go.
        gone = {span for each in judge.plan_further(release).decisions for span in each.spans}
        stops = [found.end() for found in re.finditer(r"\.", release.released.text)]
        for number in short:
            marks = [
                span
                for span, _ in judged_marks(release.released)
                if sum(stop <= span.start for stop in stops) == number
            ]
            assert set(marks) <= gone


def test_a_naive_reader_counts_marks_for_t_plausibility() -> None:
    tree = Hierarchy.from_pairs(list(PARENTS.items()))
    document = Document("note", "Took morphine.")
    release = render(document, Plan.for_document(document, (Decision((Span(5, 13),), "DRUG", entity=1),)))
    for t, found in ((3, 0), (5, 1)):
        judge = TPlausibility(t, taxonomy=tree, detectors=(WordList(HIDDEN),))
        assert len(judge.naive_violations(release)) == found
        assert bool(judge.violations(release)) == bool(found)


def test_readers_take_a_mark_for_the_word_of_its_label() -> None:
    rng = random.Random(37)  # noqa: S311
    names = ("ash", "elm", "oak")
    for _ in range(20):
        texts = [
            {rng.choice(names), *rng.sample([*LABELS, "stone", "river"], rng.randint(1, 4))}
            for _ in range(rng.randint(6, 24))
        ]
        texts += [{name} for name in names]
        corpus = MemoryCorpus([", ".join(sorted(text)) for text in texts])
        hints = Hints({name: {rng.choice(LABELS): rng.randint(1, 3)} for name in names})
        said = [rng.choice([*LABELS, "stone"]) for _ in range(4)]
        plain = Document("plain", ", ".join(said) + ".")
        shown = marked(", ".join(f"[{word.upper()} 1]" if word in LABELS else word for word in said) + ".")
        for reader in (Similarity(corpus), Bayes(corpus), hints):
            candidates = [Candidate(name, (name,)) for name in names]
            scores = {each.candidate: each.score for each in reader.guesses(shown, candidates)}
            assert scores == {each.candidate: each.score for each in reader.guesses(plain, candidates)}
            for guess in reader.guesses(shown, candidates):
                for clue in guess.clues:
                    assert clue.span.of(shown.text).strip("[]").split(" 1")[0].lower() in said
        by_hand = readers.bayes([frozenset(text) for text in texts], names, set(said))
        known = {each.candidate: each.score for each in Bayes(corpus).guesses(shown, candidates)}
        assert all(abs(known[name] - by_hand[name]) < 1e-3 for name in known)


SHOWN = {"wheezing": "sign", "inhaler": "drug", "fever": "symptom", "swelling": "finding", "itch": "test"}
"""Signs of the small world that a release shows by the mark of another word."""


@given(
    words=st.lists(st.sampled_from(sorted({sign for signs in SIGNS.values() for sign in signs})), max_size=9)
)
def test_indistinct_counts_marks_as_their_labels_and_takes_those_away_that_tell(words: list[str]) -> None:
    signs = {name: [SHOWN.get(sign, sign) for sign in own] for name, own in SIGNS.items()}
    texts = [f"{name} {' '.join(own)}" for name, own in signs.items()]
    model = Indistinct(
        {"asthma": "illness"}, corpus=MemoryCorpus(texts), taxonomy=taxonomy(), k=3, marks=False
    )
    told = {SHOWN.get(word, word) for word in words}
    document = read_afresh(
        Document("d", ", ".join(f"[{SHOWN[word].upper()} 1]" if word in SHOWN else word for word in words)),
        ALL_KINDS,
    )
    bad = any(
        readers.others(define([words_of(text) for text in texts], list(signs), told), "asthma") < 3
        for define in (readers.similarity, readers.bayes)
    )
    assert bool(model.violations(Release(document, document))) == bad
    outcome = sanitize(document, model, kinds=ALL_KINDS)
    assert outcome.violations == ()
    marks_left = {span.of(outcome.text) for span, _ in judged_marks(outcome.document)}
    assert marks_left <= {span.of(document.text) for span, _ in judged_marks(document)}


def test_a_mark_that_names_what_is_hidden_goes() -> None:
    model = replace(small_world(), aliases={"asthma": ["finding"]})
    document = marked("He has [FINDING 1] and waits for the bus.")
    assert model.violations(Release(document, document))
    assert sanitize(document, model, kinds=ALL_KINDS).text == "He has an illness and waits for the bus."


CLINICAL = {
    "albuterol": "drug",
    "prednisone": "drug",
    "spirometry": "test",
    "jaundice": "sign",
    "headache": "symptom",
}
"""Terms whose marks have labels of one word, which texts may hold as well."""
MARKED = {*CLINICAL, *CLINICAL.values(), "substance", "procedure", "finding", "problem"}


def shown_words(text: str, known: set[str]) -> set[str]:
    """The known words of a text, with the label of each mark in its place."""
    spelled = re.sub(r"\[([A-Z]+)(?: \d+)?\]", lambda found: found[1].lower(), text)
    return set(re.findall("[a-z]+", spelled.lower())) & known


def test_what_the_guard_shows_by_marks_keeps_its_promise_in_random_worlds() -> None:
    rng = random.Random(41)  # noqa: S311
    known, marks = {"asthma", *MARKED}, 0
    for _ in range(120):
        texts = [
            frozenset(rng.sample(sorted(known), rng.randint(1, 4)))
            | ({"asthma"} if rng.random() < 0.4 else set())
            for _ in range(rng.randint(4, 14))
        ]
        threshold, max_group = rng.choice([1, 2]), rng.randint(1, 3)
        guard = CorrelationGuard(
            corpus=MemoryCorpus([", ".join(sorted(text)) for text in texts]),
            threshold=threshold,
            max_group=max_group,
            min_support=1,
            unseen="keep",
        )
        words = rng.sample(sorted(CLINICAL), 3)
        original = Document("note", f"The asthma, the {', the '.join(words)}.")
        outcome = sanitize(original, guard, mentions=[Mention(Span(4, 10), "SECRET")])
        assert outcome.violations == ()
        left = shown_words(outcome.text.replace("[SECRET]", ""), known)
        world = World(texts, threshold, max_group, 1, Fraction(1, 5), CHANCE, RATE)
        assert world.flagged([(left, {"asthma"})]) == []
        marks += len(judged_marks(outcome.document))
    assert marks > 10


def test_what_k_safety_shows_by_marks_keeps_its_promise_in_random_worlds() -> None:
    rng = random.Random(43)  # noqa: S311
    names, marks = ["asthma", "diabetes", "gout", "influenza", "measles", "migraine"], 0
    for _ in range(120):
        contexts = {name: frozenset(rng.sample(sorted(MARKED), rng.randint(1, 6))) for name in names}
        database = SqliteEntities.in_memory(
            Entity(name, (name,), (), tuple(sorted(context))) for name, context in contexts.items()
        )
        k = rng.randint(1, 4)
        document = Document("note", " and ".join(rng.sample(sorted(CLINICAL), 4)))
        outcome = sanitize(document, KSafety(database, k=k, cleared=[], marks=True))
        assert outcome.violations == ()
        assert telling_terms(shown_words(outcome.text, MARKED), contexts, names, k) == set()
        marks += len(judged_marks(outcome.document))
    assert marks > 10


def test_what_indistinct_shows_by_marks_keeps_its_promise_in_random_worlds() -> None:
    rng = random.Random(47)  # noqa: S311
    names, marks = sorted(SIGNS), 0
    for _ in range(40):
        signs = {name: rng.sample(sorted(MARKED), rng.randint(1, 5)) for name in names}
        texts = [f"{name} {' '.join(own)}" for name, own in signs.items()]
        model = Indistinct(
            {"asthma": "illness"}, corpus=MemoryCorpus(texts), taxonomy=taxonomy(), k=2, gaps="mark"
        )
        document = Document("note", ", ".join(rng.sample(sorted(CLINICAL), 3)))
        outcome = sanitize(document, model)
        assert outcome.violations == ()
        told = shown_words(outcome.text, MARKED)
        rows = [words_of(text) for text in texts]
        for define in (readers.similarity, readers.bayes):
            assert readers.others(define(rows, names, told), "asthma") >= 2
        marks += len(judged_marks(outcome.document))
    assert marks > 5
