"""What is worked out quickly is what its plain definition gives."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pyroaring import BitMap
from tests.contracts.cg_worlds import ABOVE, TEXTS, indexed

from reticent import Document, wordnet
from reticent.knowledge.conditions import LONGEST, _Text
from reticent.knowledge.corpus import terms as counting
from reticent.knowledge.corpus.terms import is_countable
from reticent.knowledge.taxonomy import Hierarchy
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.shared.counts import own_counts
from reticent.models.shared.generalizations import candidates, may_generalize
from reticent.models.shared.phrases import Phrase
from reticent.rendering import grammar
from reticent.text import Span
from reticent.text.matching import show_words
from reticent.text.sentences import is_shouted, normal_word, normal_words, sentences
from reticent.text.tokens import token_texts, tokenize

PIECES = st.sampled_from(
    ["HIV", "tests", "cannot", "U", "s", "THE PATIENT HAS", "don't", "e.g.", "3.5", "a", "b", "virus-positive", "é", "ABCDEFGHIJKLMN",
     "Heads of state", "viruses", "STDs", "\u200b", "  ", "", "can't", "wanna", "gonna", "f/u", "PATIENT", "IN", "PAIN", "TODAY"]
)  # fmt: skip
NAMES = st.lists(PIECES, max_size=6).map(" ".join) | st.text("aAbB .-'", max_size=24)


def spell_out(text: str) -> list[str]:
    """The normal forms of a text's tokens, sentence by sentence, by no shorter way."""
    shown = show_words(text)
    return [
        normal_word(token, shouted=is_shouted(span.of(shown)))
        for span in sentences(shown)
        for token in token_texts(span.of(shown))
    ]


@given(NAMES)
def test_a_name_of_plain_words_has_the_normal_form_that_any_text_has(text: str) -> None:
    assert normal_words(text) == spell_out(text)


def test_every_noun_of_the_taxonomy_has_the_normal_form_that_any_text_has() -> None:
    for form in wordnet()._forms[::97]:
        assert normal_words(form) == spell_out(form)


TERMS = st.lists(
    st.sampled_from(["HIV", "virus", "blood", "test", "fever", "unheard", "the", "of", "virus test"]),
    min_size=1,
    max_size=3,
).map(" ".join)


@given(st.lists(TERMS.filter(is_countable), max_size=5), st.sampled_from(["", *TEXTS]))
def test_counts_of_single_terms_are_those_of_the_sets_of_documents(asked: list[str], left_out: str) -> None:
    corpus = (
        indexed().without(left_out.lower().replace(".", "").split(), alike=0.5) if left_out else indexed()
    )
    (shard,) = corpus._shards
    sets = [shard.documents_with(term) for term in asked]
    assert corpus.count([frozenset({term}) for term in asked]) == [len(found) for found in sets]
    exact = [
        bool(found) and shard.file.bitmap(term) is not None for term, found in zip(asked, sets, strict=True)
    ]
    ways = [
        "exact" if own else "approximate" if found else "unseen"
        for own, found in zip(exact, sets, strict=True)
    ]
    assert corpus.known(asked) == ways
    assert [own_counts(corpus)(term) for term in asked] == exact
    for one, other in combinations(sets, 2):
        pair = frozenset({asked[sets.index(one)], asked[sets.index(other)]})
        held = one & other if len(pair) > 1 else one
        assert corpus.count([pair]) == [len(held)]


@given(st.lists(st.frozensets(st.integers(0, 90), min_size=1), min_size=2, max_size=9))
def test_few_pairs_of_sets_are_counted_as_many_are(sets: list[frozenset[int]]) -> None:
    held = [BitMap(each) for each in sorted(sets, key=len)]
    first, second = np.triu_indices(len(held), k=1)
    expected = [len(set(held[i]) & set(held[j])) for i, j in zip(first, second, strict=True)]
    assert counting.count_intersections(held, first, second).tolist() == expected
    ways = (counting._count_one_by_one, counting._count_side_by_side, counting._count_by_table)
    for way in ways:
        assert way(held, first, second).tolist() == expected


@given(st.lists(st.lists(PIECES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=5))
def test_pieces_that_are_tagged_together_have_the_tags_of_each_alone(texts: list[str]) -> None:
    grammar._tagged.clear()
    grammar.tag_ahead(texts)
    together = [grammar._tag(text, DEFAULT_LANGUAGE) for text in texts]
    tagger = DEFAULT_LANGUAGE.tagger()
    for text, tagged in zip(texts, together, strict=True):
        tokens = tokenize(text)
        assert tagged == list(zip(tokens, tagger.tags([[token.text for token in tokens]])[0], strict=True))


WORDS = ("cough", "fever", "blood", "HIV", "test", "drug", "unheard", "virus test")


@settings(max_examples=60)
@given(
    st.sampled_from(["The {} came.", "She had a {}, and more.", "{} {} was seen."]),
    st.lists(st.sampled_from(WORDS), min_size=2),
)
def test_what_a_glance_passes_over_has_nothing_more_general(sentence: str, words: list[str]) -> None:
    taxonomy = Hierarchy.from_pairs(ABOVE)
    text = sentence.format(*words)
    for word in words:
        at = text.find(word)
        if at < 0:
            continue
        for name in ("", word.title()):
            phrase = Phrase(
                tuple(normal_words(word)),
                (Span(at, at + len(word)),),
                frozenset(),
                frozenset({1}),
                name=name,
                text=text,
            )
            found = any(form != phrase.form for chain in candidates(phrase, taxonomy) for form in chain)
            assert may_generalize(phrase, taxonomy) or not found


@given(st.lists(st.sampled_from(["HIV", "asthma", "attack", "of", "attacks", "-", "."]), max_size=14), TERMS)
def test_names_are_found_in_a_text_where_its_runs_of_words_are_they(words: list[str], name: str) -> None:
    text = _Text(" ".join(words))
    forms = [normal_word(token.text) for token in text.tokens]
    for form in (" ".join(normal_words(name)), "asthma attack", "attack of attack", "HIV"):
        runs = [
            (start, end)
            for start in range(len(forms))
            for end in range(start + 1, min(len(forms), start + LONGEST) + 1)
            if " ".join(forms[start:end]) == form
        ]
        assert list(text.places(form)) == runs
        assert text.holds(form) == bool(runs)


def test_a_document_that_was_planned_before_is_planned_as_if_nothing_had_been() -> None:
    from tests.contracts.cg_worlds import small_world

    note = Document(
        "note", "The patient has HIV and a cough. Antiretroviral therapy and a blood test for the virus."
    )
    model = small_world()
    first = model.plan(note)
    assert model.plan(note) == first == small_world().plan(note)
