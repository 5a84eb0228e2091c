"""Entities by all their names, and thresholds that are none."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.cg_worlds import ABOVE, TEXTS

from reticent import sanitize
from reticent.errors import InputError, KnowledgeError, TaxonomyError
from reticent.knowledge import MemoryCorpus, open_corpus, open_knowledge, texts_of
from reticent.knowledge.taxonomy import Hierarchy, in_order, medicine, wordnet
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization._entities import EntityMeasure, SensitiveEntity, entity_of

CORPUS = MemoryCorpus([*TEXTS, "STD", "A venereal disease", "disease", "disease", "disease", "AIDS"])


def entity(name: str, general: str | None = None, **options: object) -> SensitiveEntity:
    counted = {"corpus": CORPUS, "taxonomy": wordnet(), **options}
    named = {key: counted.pop(key) for key in ("aliases", "condition") if key in counted}
    return entity_of(name, general, by=EntityMeasure(**counted), **named)  # type: ignore[arg-type]


def test_synonyms_stand_for_an_entity_where_they_mean_it_first() -> None:
    names = entity("STD", "disease").names
    assert "venereal disease" in names
    assert "dose" not in names


def test_what_an_acronym_spells_out_stands_for_it_in_whatever_sense() -> None:
    assert "human immunodeficiency virus" in entity("HIV").names


def test_aliases_are_added() -> None:
    assert "lav" in entity("HIV", aliases=["lav"]).names


def test_an_acronym_is_not_the_word_that_it_looks_like() -> None:
    assert "AIDS" in entity("AIDS").terms
    assert "aid" not in entity("AIDS").terms


def test_a_name_without_a_count_of_its_own_does_not_count_as_all_texts_with_its_words() -> None:
    corpus = MemoryCorpus(["STD", "social life and disease", "disease"], phrases=())
    assert entity("STD", corpus=corpus).documents == 1


def test_any_term_with_a_count_can_be_what_is_told_and_a_taxonomy_that_disagrees_says_so() -> None:
    assert entity("HIV", "fever").general_documents == 4
    assert re.search(r"'fever' is not above 'HIV', which is one of: .*'virus'", entity("HIV", "fever").doubt)
    assert entity("HIV", "virus").doubt == ""
    assert entity("antiretroviral", "drug", taxonomy=Hierarchy.from_pairs(ABOVE)).doubt == ""


def test_what_is_more_specific_is_doubted_and_what_is_rarer_is_refused() -> None:
    corpus = MemoryCorpus(["virus", "HIV", "HIV", "fever"])
    assert "is more specific than 'virus'" in entity("virus", "HIV", corpus=corpus).doubt
    with pytest.raises(KnowledgeError, match="not more general than 'virus'"):
        entity("virus", "HIV")


def test_several_generalizations_of_one_entity_all_hold() -> None:
    texts = [*["HIV virus"] * 2, *["virus fever"] * 3, *["HIV disease"], *["disease"] * 40, *["fever"] * 60]
    settled = {"corpus": MemoryCorpus(texts), "taxonomy": wordnet(), "evidence": "counted", "max_group": 1}
    text = "A virus came."

    def released(*generals: str) -> str:
        made = CgSanitization({"HIV": generals}, unseen="keep", **settled)  # type: ignore[arg-type]
        return sanitize(text, made).text

    assert released("virus") == text
    assert released("disease") != text
    assert released("virus", "disease") == released("disease", "virus") != text
    both = CgSanitization({"HIV": ["virus", "disease", "virus"]}, **settled)  # type: ignore[arg-type]
    assert "HIV: as much as virus tells; HIV: as much as disease tells" in both.promise.statement


def test_two_entities_that_are_one_thing_are_told_so_and_both_protected() -> None:
    names = {"HIV": "virus", "human immunodeficiency virus": "virus"}
    corpus = MemoryCorpus([*TEXTS, "Human immunodeficiency virus"])
    made = CgSanitization(names, corpus=corpus, taxonomy=wordnet(), evidence="counted", unseen="keep")
    assert any("names of the same thing" in each for each in made.warnings)
    text = "She had HIV. The human immunodeficiency virus was there."
    assert sanitize(text, made).text == "She had a virus. The virus was there."


@pytest.mark.parametrize("name", ["the", "of the", "...", ""])
def test_an_entity_without_a_meaning_of_its_own_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="no word with a meaning of its own"):
        entity(name, "virus")
    with pytest.raises(InputError, match="no word with a meaning of its own"):
        entity("HIV", name or "the")


def test_an_entity_in_every_document_of_the_corpus_is_refused() -> None:
    for general in (None, "virus"):
        with pytest.raises(KnowledgeError, match="every document of this corpus names 'HIV'"):
            entity("HIV", general, corpus=MemoryCorpus(["HIV virus", "HIV and fever"]))


def test_the_entity_is_no_generalization_of_itself() -> None:
    with pytest.raises(TaxonomyError, match="itself"):
        entity("HIV", "HIV")


def test_what_the_corpus_has_never_seen_is_refused() -> None:
    with pytest.raises(KnowledgeError, match="never seen 'microorganism'"):
        entity("HIV", "microorganism", by_meaning=False)
    with pytest.raises(KnowledgeError, match="never seen 'car'"):
        entity("HIV", "car")


def test_a_generalization_that_is_rarer_than_the_entity_is_refused() -> None:
    corpus = MemoryCorpus(["HIV", "HIV", "microorganism"])
    with pytest.raises(KnowledgeError, match=r"not more general than .* protect it without one: 'HIV'"):
        entity("HIV", "microorganism", corpus=corpus, by_meaning=False)


def test_what_the_taxonomy_has_above_is_more_general_whatever_the_counts_say() -> None:
    corpus = MemoryCorpus(["HIV", "HIV", "microorganism", "fever"])
    assert entity("HIV", "microorganism", corpus=corpus).general_documents == 3
    assert entity("HIV", "virus", corpus=corpus).general_documents == 2
    assert open_entity("cancer", "disease").allowed < open_entity("cancer").bits
    assert open_entity("HIV", "disease").allowed < open_entity("HIV", "virus").allowed


def open_entity(name: str, general: str | None = None) -> SensitiveEntity:
    known = open_knowledge("medicine")
    return entity(
        name, general, corpus=known, taxonomy=in_order(medicine(), wordnet()), texts=texts_of(known)
    )


@given(
    st.lists(
        st.lists(st.sampled_from(["oak", "tree", "plant", "organism", "stone"]), min_size=1, max_size=3),
        max_size=9,
    ),
    st.lists(
        st.lists(st.sampled_from(["oak", "tree", "plant", "organism", "stone"]), min_size=1, max_size=3),
        max_size=9,
    ),
)
def test_the_more_general_allows_less(texts: list[list[str]], others: list[list[str]]) -> None:
    corpus = MemoryCorpus(["oak", "stone", *map(" ".join, texts)])
    above = Hierarchy.from_pairs([("oak", "tree"), ("tree", "plant"), ("plant", "organism")])
    for measure in (None, MemoryCorpus(["stone", *map(" ".join, others)])):
        bits = [
            entity("oak", general, corpus=corpus, taxonomy=above, texts=measure).allowed
            for general in (None, "tree", "plant", "organism")
        ]
        assert bits == sorted(bits, reverse=True)


def test_how_often_a_word_is_said_is_counted_in_texts_and_not_in_tables_of_facts() -> None:
    known = open_knowledge("medicine")
    texts = texts_of(known)
    assert texts is not None
    assert texts.fingerprint == open_knowledge("medicine-texts").fingerprint
    assert texts_of(open_corpus()) is texts_of(open_knowledge("none", "medicine-facts")) is None
    (said, among), (in_all, all_of_it) = (
        (each.count([frozenset({"disease"})])[0], each.size) for each in (texts, known)
    )
    assert said / among < 0.06
    assert in_all / all_of_it > 0.2


def test_the_refusal_offers_only_what_would_be_accepted() -> None:
    corpus, taxonomy = (
        MemoryCorpus(["HIV", "HIV", "virus", "organism", "organism", "organism"]),
        Hierarchy.from_pairs(ABOVE),
    )
    with pytest.raises(KnowledgeError, match="protect 'HIV=organism';"):
        entity("HIV", "virus", corpus=corpus, taxonomy=taxonomy, by_meaning=False)
    assert entity("HIV", "organism", corpus=corpus, taxonomy=taxonomy).documents == 2


def test_an_entity_that_only_the_corpus_knows_can_be_protected() -> None:
    assert entity("antiretroviral", "drug", taxonomy=Hierarchy.from_pairs(ABOVE)).documents == 2


def test_taxonomic_counts_take_in_what_is_below() -> None:
    counts = entity("virus", counting="taxonomic", taxonomy=Hierarchy.from_pairs(ABOVE))
    assert counts.documents > entity("virus", taxonomy=Hierarchy.from_pairs(ABOVE)).documents


def test_two_entities_of_which_one_generalizes_the_other_are_both_kept() -> None:
    taxonomy = Hierarchy.from_pairs(ABOVE)
    corpus = MemoryCorpus([*TEXTS, *["organism"] * 9])
    made = CgSanitization({"HIV": "virus", "virus": "organism"}, corpus=corpus, taxonomy=taxonomy)
    assert [each.name for each in made.attacker.entities] == ["HIV", "virus"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"protect": {}}, "nothing is to be protected"),
        ({"context": "1 words"}, "a window of 2 to 999 words"),
        ({"max_group": 0}, "max_group must be at least 1"),
        ({"min_support": 0}, "min_support must be at least 1"),
        ({"aliases": {"AIDS": ["x"]}}, "an alias is given for 'AIDS'"),
    ],
)
def test_senseless_options_are_refused(options: dict[str, object], message: str) -> None:
    settled = {"protect": {"HIV": "virus"}, "corpus": CORPUS, "taxonomy": wordnet(), **options}
    with pytest.raises(InputError, match=message):
        CgSanitization(**settled)  # type: ignore[arg-type]
