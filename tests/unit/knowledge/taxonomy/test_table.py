from __future__ import annotations

import gzip
import hashlib
import lzma
from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy import ancestors, read_table

SHARED = Path(__file__).parents[5] / "shared/data/taxonomies"


def write(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize(
    "text",
    [
        "marijuana,soft drug\nsoft drug,drug\n",
        "child,parent\nmarijuana,soft drug\nsoft drug,drug\n",
        "Parent,Child\nsoft drug,marijuana\ndrug,soft drug\n",
        "marijuana\tsoft drug\nsoft drug\tdrug\n",
        'id\tlabel\tsubClassOf\n"1"\t"marijuana"\t"soft drug"\n"2"\t"soft drug"\t"drug"\n',
        "\ufeffmarijuana,soft_drug\r\n\r\nsoft_drug,drug",
        "marijuana,soft drug\nsoft drug,drug\ndrug,\n",
    ],
)
def test_every_kind_of_table_says_the_same(tmp_path: Path, text: str) -> None:
    taxonomy = read_table(write(tmp_path, text))
    (marijuana,) = taxonomy.concepts("marijuana")
    assert [concept.name for concept in ancestors(taxonomy, marijuana)] == ["soft drug", "drug"]
    assert len(taxonomy) == 3


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_a_packed_table_goes_by_the_hash_of_its_file(tmp_path: Path, suffix: str, pack: object) -> None:
    assert callable(pack)
    path = tmp_path / f"t.tsv{suffix}"
    path.write_bytes(pack(b"a\tb\n"))
    taxonomy = read_table(path)
    assert taxonomy.fingerprint == "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()
    assert len(taxonomy) == 2


def test_a_quoted_name_may_hold_the_separator(tmp_path: Path) -> None:
    taxonomy = read_table(write(tmp_path, '"pain, chronic",pain\n'))
    assert [concept.name for concept in taxonomy.concepts("pain, chronic")] == ["pain, chronic"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "t.csv: the file is empty"),
        (" \n\n", "t.csv: the file is empty"),
        ("child,parent\n", "t.csv: the taxonomy is empty"),
        ("a\n", "t.csv, line 1: expected two columns"),
        ("a,b,c\n", "t.csv, line 1: expected two columns"),
        ("a,b\n\nc\n", "t.csv, line 3: 1 columns instead of 2"),
        ("a,b\n,b\n", "t.csv, line 2: the child has no name"),
        ("a,b\nb,c\nc,a\n", "t.csv, line [123]: . can't be below ."),
        ("a,a\n", "t.csv, line 1: a can't be below a"),
        ('a,b\n"c"d,e\n', "t.csv, line 2: broken quotes"),
        ('a,b\n"c,d\n', "t.csv, line 3: broken quotes"),
        ("a,b\nc\rd,e\n", "t.csv, line 2: broken quotes, a stray line end"),
    ],
)
def test_an_error_names_the_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(TaxonomyError, match=problem):
        read_table(write(tmp_path, text))


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("t.csv", b"a,b\nc,\xff\n", "t.csv, line 2: not UTF-8"),
        ("t.csv.gz", b"a,b\n", "t.csv.gz: can't be unpacked"),
        ("t.csv.gz", gzip.compress(b"a,b\n", mtime=0)[:-9], "t.csv.gz: can't be unpacked"),
        ("t.csv.xz", lzma.compress(b"a,b\n")[:-4], "t.csv.xz: can't be unpacked"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, name: str, content: bytes, problem: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(TaxonomyError, match=problem):
        read_table(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(TaxonomyError, match="can't be read"):
            read_table(path)


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared/data/taxonomies")
def test_the_disease_ontology_loads_from_its_table() -> None:
    taxonomy = read_table(SHARED / "disease-ontology.tsv")
    (root,) = taxonomy.concepts("disease")
    (cancer,) = taxonomy.concepts("lung cancer")
    assert len(taxonomy) > 12_000
    assert root in ancestors(taxonomy, cancer)
    assert 1 < taxonomy.volume(cancer) < taxonomy.volume(root)
