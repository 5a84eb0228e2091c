from __future__ import annotations

import gzip
import hashlib
import lzma
from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy import Hierarchy, ancestors, read_obo

SHARED = Path(__file__).parents[5] / "shared/data/taxonomies"
FILE = r"""format-version: 1.2
! a comment
ontology: small

[Term]
id: S:1
name: symptom

[Term]
id: S:2 ! with a comment
name: chest pain \{left\} {source="x"} ! trailing
def: "Pain \"in\" the chest ! really." []
synonym: "thoracic \"ache\"" EXACT []
synonym: "TA" EXACT ABBREVIATION [X:1]
synonym: "pain" BROAD []
synonym: "ache" RELATED []
is_a: S:1 {source="y"} ! symptom
relationship: part_of S:3 ! heart attack

[Term]
id: S:3
name: obsolete thing
is_obsolete: true

[Term]
id: S:4
is_a: S:2
is_a: S:2

[Instance]
id: S:5
name: the {2} pains of patient zero {source="x"}
instance_of: S:2

[Typedef]
id: part_of
name: part of
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "small.obo"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Hierarchy:
    return read_obo(write(tmp_path, FILE))


def test_names_are_the_name_and_the_exact_synonyms(small: Hierarchy) -> None:
    (pain,) = small.concepts("TA")
    assert pain.id == "S:2"
    assert pain.names == ("chest pain {left}", 'thoracic "ache"', "TA")
    assert small.concepts("ache") == small.concepts("pain") == []


def test_what_a_term_is_lies_above_it(small: Hierarchy) -> None:
    (pain,) = small.concepts("TA")
    assert [parent.name for parent in small.parents(pain)] == ["symptom"]
    assert [child.id for child in small.children(pain)] == ["S:4", "S:5"]
    assert small.children(pain)[1].name == "the {2} pains of patient zero"


def test_obsolete_terms_and_relations_are_no_concepts(small: Hierarchy) -> None:
    assert small.concepts("obsolete thing") == small.concepts("part of") == []
    assert len(small) == 4


def test_a_term_without_a_name_goes_by_its_id(small: Hierarchy) -> None:
    assert [concept.name for concept in small.concepts("S:4")] == ["S:4"]


def test_the_fingerprint_is_that_of_the_file(small: Hierarchy) -> None:
    assert small.fingerprint == "sha256:" + hashlib.sha256(FILE.encode()).hexdigest()


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_a_packed_file_reads_like_a_plain_one(tmp_path: Path, suffix: str, pack: object) -> None:
    assert callable(pack)
    path = tmp_path / f"small.obo{suffix}"
    path.write_bytes(pack(FILE.encode()))
    assert len(read_obo(path)) == 4


def test_line_ends_and_a_byte_order_mark_make_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "windows.obo"
    path.write_bytes(b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode())
    assert len(read_obo(path)) == 4


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "small.obo: the file is empty"),
        ("format-version: 1.2\n", "small.obo: no .Term. in it"),
        ("a,b\n", "small.obo, line 1: expected 'tag: value'"),
        ("[Term]\nname: a\n", "small.obo, line 1: a .Term. needs exactly one id"),
        ("[Term]\nid: 1\nid: 2\n", "line 1: a .Term. needs exactly one id"),
        ("[Term]\nid: 1\nsynonym: a EXACT\n", "line 3: a synonym needs the form"),
        ("[Term]\nid: 1\n\n[Term]\nid: 1\n", "line 4: the id 1 is taken .*line 1"),
        ("[Term]\nid: 1\nis_a: 2\n", "line 3: the parent 2 is not defined"),
        ("[Term]\nid: 1\nis_a: 2\n[Term]\nid: 2\nis_obsolete: true\n", "line 3: the parent 2 is not defined"),
        ("[Term]\nid: 1\nis_a: 2\n[Term]\nid: 2\nis_a: 1\n", "line [36]: . can't be below ."),
        ("[Term]\nid: 1\nname:\n", "line 1: a concept has no name"),
    ],
)
def test_an_error_names_the_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(TaxonomyError, match=problem):
        read_obo(write(tmp_path, text))


@pytest.mark.parametrize("name", ["symptom-ontology.obo", "disease-ontology-infectious.obo"])
@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared/data/taxonomies")
def test_real_ontologies_load(name: str) -> None:
    taxonomy = read_obo(SHARED / name)
    term = {"symptom-ontology.obo": "back pain", "disease-ontology-infectious.obo": "bacterial sepsis"}[name]
    general = {
        "symptom-ontology.obo": "symptom",
        "disease-ontology-infectious.obo": "disease by infectious agent",
    }[name]
    concept = taxonomy.concepts(term)[0]
    assert general in {name for above in ancestors(taxonomy, concept) for name in above.names}
    assert len(taxonomy) > 500
