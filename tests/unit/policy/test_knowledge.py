"""What a policy chooses as knowledge, and what comes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent import open_knowledge
from reticent.errors import TaxonomyError
from reticent.knowledge.conditions import conditions
from reticent.knowledge.taxonomy import in_order, medicine, open_taxonomies, taxonomies_beside, wordnet
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.indistinct import Indistinct
from reticent.policy.assembly import make_rules
from reticent.policy.policy import Policy

CG = {"type": "cg-sanitization", "protect": {"fibromyalgia": "disorder"}, "unseen": "keep"}


def model_of(**policy: object) -> CgSanitization:
    (model,) = make_rules(Policy.model_validate({"models": [CG], **policy}), Path()).models
    assert isinstance(model, CgSanitization)
    return model


def test_without_a_choice_it_is_general_and_wordnet() -> None:
    model = model_of(models=[{**CG, "protect": {"Paris": "city"}}])
    assert model.corpus.fingerprint == open_knowledge().fingerprint
    assert model.taxonomy.fingerprint == in_order(wordnet()).fingerprint
    assert model.conditions is None


def test_a_condition_or_a_drug_brings_medicine_in_by_itself_and_general_alone_says_no() -> None:
    both = in_order(medicine(), wordnet()).fingerprint
    for models in ([CG], [{**CG, "protect": {"tenofovir": "drug"}}]):
        model = model_of(models=models)
        assert model.promise.relative_to["corpus"] == open_knowledge("medicine").fingerprint
        assert model.promise.relative_to["conditions"] == conditions().fingerprint
        assert model.taxonomy.fingerprint == both
    for alone in (model_of(knowledge=["general"]), model_of(models=[{**CG, "knowledge": ["general"]}])):
        assert alone.corpus.fingerprint == open_knowledge().fingerprint
        assert alone.conditions is None
        assert alone.taxonomy.fingerprint == in_order(wordnet()).fingerprint


def test_what_stands_at_the_top_holds_for_sections_that_say_nothing() -> None:
    model = model_of(knowledge=["medicine"])
    assert model.corpus.fingerprint == open_knowledge("medicine").fingerprint
    assert model.conditions is conditions()


def test_a_section_may_choose_otherwise() -> None:
    model = model_of(knowledge=["medicine"], models=[{**CG, "knowledge": ["general"]}])
    assert model.corpus.fingerprint == open_knowledge().fingerprint
    assert model.conditions is None


def test_medicine_is_asked_before_wordnet_where_it_is_chosen() -> None:
    both = in_order(medicine(), wordnet()).fingerprint
    assert model_of(knowledge=["medicine"]).taxonomy.fingerprint == both
    assert model_of(models=[{**CG, "knowledge": ["medicine-texts"]}]).taxonomy.fingerprint == both
    assert model_of(knowledge=["medicine"], taxonomies=["wordnet"]).taxonomy.fingerprint != both


def test_facts_can_be_switched_off() -> None:
    model = model_of(knowledge=["medicine-texts"])
    assert model.conditions is None
    assert model.corpus.size < open_knowledge("medicine").size


def test_a_file_called_medicine_brings_no_taxonomy() -> None:
    assert taxonomies_beside(["./medicine", "/data/medicine", "medicine-old.index"]) == ["wordnet"]


def test_an_unknown_taxonomy_is_told_what_there_is() -> None:
    with pytest.raises(TaxonomyError, match="neither 'wordnet' nor 'medicine'"):
        open_taxonomies(["snomed"], Path())


def test_a_condition_is_hidden_among_those_of_the_list_that_are_the_same_kind() -> None:
    section = {"type": "indistinct", "protect": {"fibromyalgia": "disorder"}, "knowledge": ["medicine"]}
    (model,) = make_rules(Policy.model_validate({"models": [section]}), Path()).models
    assert isinstance(model, Indistinct)
    (secret,) = model.secrets
    names = {candidate.name for candidate in secret.candidates}
    assert {"fibromyalgia", "gout", "asthma"} <= names
    assert len(names) <= len(conditions())
    assert [reader.name for reader in model.attackers] == ["similarity", "bayes", "hints"]
    assert model.conditions is conditions()
