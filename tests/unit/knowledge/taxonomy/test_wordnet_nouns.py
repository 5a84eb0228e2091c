from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy import (
    Concept,
    WordNet,
    ancestors,
    chains,
    descendants,
    is_a,
    known_phrases,
    knows,
    leaves,
    names_below,
    wordnet,
)
from reticent.knowledge.taxonomy.taxonomy import normal

ROOT = Path(__file__).parents[4]
DATA = ROOT / "src/reticent/knowledge/taxonomy/data/wordnet-nouns.bin"
SOURCE = Path("/usr/share/wordnet")


def sense(term: str, number: int = 1) -> Concept:
    return wordnet().concepts(term)[number - 1]


def named_above(concept: Concept) -> list[str]:
    return [above.name for above in ancestors(wordnet(), concept)]


def first_chain(concept: Concept) -> list[str]:
    return [above.name for above in next(chains(wordnet(), concept))]


def test_liver_cancer_is_a_liver_disease_and_a_carcinoma() -> None:
    parents = wordnet().parents(sense("liver cancer"))
    assert [parent.name for parent in parents] == ["liver disease", "carcinoma"]
    assert {"cancer", "malignant tumor", "disease", "illness", "entity"} <= set(
        named_above(sense("liver cancer"))
    )


def test_sacramento_is_an_instance_of_a_state_capital() -> None:
    assert first_chain(sense("Sacramento"))[:5] == [
        "Sacramento",
        "state capital",
        "capital",
        "seat",
        "center",
    ]
    assert {"city", "municipality", "location"} <= set(named_above(sense("Sacramento")))


def test_tuberculosis_is_an_infectious_disease() -> None:
    assert first_chain(sense("tuberculosis"))[:5] == [
        "tuberculosis",
        "infectious disease",
        "communicable disease",
        "disease",
        "illness",
    ]


def test_marijuana_is_first_the_plant_and_then_the_soft_drug() -> None:
    plant, drug = wordnet().concepts("marijuana")
    assert first_chain(plant)[:3] == ["marijuana", "cannabis", "shrub"]
    assert {"soft drug", "controlled substance", "drug of abuse", "drug", "substance"} <= set(
        named_above(drug)
    )
    assert "marijuana" in drug.names


def test_volumes_are_those_that_make_the_t_plausibility_example_come_out() -> None:
    """Distinct leaf synsets: marijuana in its drug sense, pain as a sensation."""
    (phantom,) = wordnet().concepts("phantom limb pain")
    (pain,) = wordnet().parents(phantom)
    soft_drug, controlled = wordnet().parents(sense("marijuana", 2))
    assert (soft_drug.name, pain.name) == ("soft drug", "pain")
    assert [wordnet().volume(each) for each in (phantom, pain, soft_drug)] == [1, 3, 4]
    assert wordnet().volume(sense("drug of abuse")) == 248
    assert controlled.name == "controlled substance"


def test_a_diamond_is_counted_once() -> None:
    """Liver cancer and others reach disease in several ways; adding up the children would count them twice."""
    disease = sense("disease")
    children = sum(wordnet().volume(child) for child in wordnet().children(disease))
    assert wordnet().volume(disease) == len(leaves(wordnet(), disease)) < children


def test_everything_is_an_entity() -> None:
    entity = sense("entity")
    assert wordnet().parents(entity) == []
    assert len(descendants(wordnet(), entity)) == len(wordnet()) - 1 == 82_114
    assert wordnet().volume(entity) == len(leaves(wordnet(), entity))


@pytest.mark.parametrize(
    ("term", "name"),
    [
        ("sacramento", "Sacramento"),
        ("SACRAMENTO", "Sacramento"),
        ("liver_cancer", "liver cancer"),
        ("Liver  Cancers", "liver cancer"),
        ("viruses", "virus"),
        ("mice", "mouse"),
        ("diagnoses", "diagnosis"),
        ("phantom limb pains", "phantom limb pain"),
        ("heads of state", "head of state"),
        ("sale tax", "sales tax"),
        ("united state", "United States"),
        ("Alzheimer’s disease", "Alzheimer's disease"),
        ("Turkey", "Turkey"),
        ("turkey", "turkey"),
        ("AIDS", "AIDS"),
        ("aids", "aid"),
    ],
)
def test_a_term_is_found_in_any_case_and_number(term: str, name: str) -> None:
    assert sense(term).name == name


def test_aids_and_the_syndrome_keep_apart() -> None:
    syndrome = sense("AIDS")
    assert "acquired immune deficiency syndrome" in syndrome.names
    assert wordnet().concepts("AIDS") == [syndrome]
    assert all("aid" in concept.names for concept in wordnet().concepts("aids")[:-1])
    assert not is_a(wordnet(), sense("aids"), sense("disease"))


@pytest.mark.parametrize("general", ["disease", "country", "drug", "physician"])
def test_the_normal_form_of_every_name_finds_it(general: str) -> None:
    """The data holds normal forms: when the lemmatizer changes, it has to be built again."""
    concept = sense(general)
    lost = [
        name
        for below in (concept, *descendants(wordnet(), concept))
        for name in below.names
        if below not in wordnet().concepts(normal(name))
    ]
    assert lost == []


def test_what_is_no_noun_is_unknown() -> None:
    assert not any(
        knows(wordnet(), term) for term in ("", " ", "of", "because", "phantom limb of", "\x00", "😀")
    )


def test_the_longest_known_phrase_wins() -> None:
    words = [
        "uses",
        "marijuana",
        "for",
        "phantom",
        "limb",
        "pains",
        "the",
        "United",
        "States",
        "of",
        "America",
    ]
    found = [" ".join(words[start:end]) for start, end in known_phrases(wordnet(), words)]
    assert found == ["uses", "marijuana", "phantom limb pains", "United States of America"]


def test_first_senses_leave_rare_meanings_of_everyday_words_out() -> None:
    virus = sense("virus")
    assert "vector" not in names_below(wordnet(), virus, first_sense_only=True)
    below = names_below(wordnet(), sense("agent", 6))
    likeliest = names_below(wordnet(), sense("agent", 6), first_sense_only=True)
    assert set(likeliest) < set(below)


def test_names_read_well() -> None:
    assert not any("_" in name for name in names_below(wordnet(), sense("disease")))


def test_wordnet_is_loaded_once_and_says_what_it_is() -> None:
    assert wordnet() is wordnet()
    assert repr(wordnet()) == f"WordNet(82115 concepts, {wordnet().fingerprint[:15]}…)"
    assert wordnet().manifest["source"].startswith("WordNet 3.0")


def test_wordnet_ships_with_its_licence_and_stays_small() -> None:
    licence = DATA.with_name("LICENSE-WordNet").read_text(encoding="utf-8")
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in licence
    assert DATA.stat().st_size < 2_000_000


@pytest.mark.parametrize("place", [0, 20, 150, 500, 1_000_000, -1])
def test_one_changed_byte_is_noticed(place: int) -> None:
    damaged = bytearray(DATA.read_bytes())
    damaged[place] ^= 1
    with pytest.raises(TaxonomyError, match="install reticent again"):
        WordNet(bytes(damaged))


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n", b"null", b"\xff\n"])
def test_what_is_no_wordnet_is_refused(data: bytes) -> None:
    with pytest.raises(TaxonomyError, match="damaged"):
        WordNet(data)


@pytest.mark.slow
@pytest.mark.skipif(not (SOURCE / "data.noun").exists(), reason="needs Debian's wordnet-base")
def test_the_script_builds_what_ships(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "training.build_wordnet", "--to", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True)
    built = WordNet((tmp_path / DATA.name).read_bytes())
    assert built.fingerprint == wordnet().fingerprint
    assert (tmp_path / "LICENSE-WordNet").read_bytes() == DATA.with_name("LICENSE-WordNet").read_bytes()
