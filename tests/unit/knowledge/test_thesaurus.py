"""Thesauri in the format of MyThes: groups are concepts, words marked as more general lead upwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy.opening import open_taxonomies
from reticent.knowledge.taxonomy.thesaurus import read_thesaurus

SMALL = """UTF-8
inflammation|1
(noun)|inflammation|swelling (rare)|illness (generic term)|ailment (rare) (generic term)
illness|1
(noun)|illness|ailment (rare)|inflammation (generic term)|swelling (rare) (generic term)
pneumonia|1
(noun)|pneumonia|lung fever (rare)|inflammation (generic term)|swelling (rare) (generic term)
lung fever|1
(noun)|lung fever (rare)|pneumonia|inflammation (generic term)|swelling (rare) (generic term)
"""


def _write(folder: Path, text: str) -> str:
    (folder / "th.dat").write_text(text, "utf-8")
    return "th.dat"


def test_a_group_is_a_concept_below_the_group_of_its_general_words(tmp_path: Path) -> None:
    taxonomy = open_taxonomies([_write(tmp_path, SMALL)], tmp_path)
    (pneumonia,) = taxonomy.concepts("lung fever")
    assert pneumonia.names == ("pneumonia", "lung fever")
    assert [each.name for each in taxonomy.parents(pneumonia)] == ["inflammation"]


def test_groups_that_are_above_each_other_are_parted(tmp_path: Path) -> None:
    taxonomy = open_taxonomies([_write(tmp_path, SMALL)], tmp_path)
    (illness,) = taxonomy.concepts("illness")
    (inflammation,) = taxonomy.concepts("inflammation")
    above = [taxonomy.parents(each) for each in (illness, inflammation)]
    assert sorted(map(len, above)) == [0, 1]


def test_marks_are_those_of_the_language_of_the_thesaurus(tmp_path: Path) -> None:
    spanish = "UTF-8\ngripe|1\n-|gripe|enfermedad (hiperónimo)|mal (hiperónimo)\nenfermedad|1\n-|enfermedad|mal (generic term)\n"
    taxonomy = read_thesaurus(tmp_path / _write(tmp_path, spanish))
    (flu,) = taxonomy.concepts("gripe")
    (illness,) = taxonomy.parents(flu)
    assert illness.names == ("enfermedad", "mal")


def test_a_thesaurus_without_general_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TaxonomyError, match="more general"):
        read_thesaurus(tmp_path / _write(tmp_path, "UTF-8\nbig|1\n(adj)|large|great\n"))
