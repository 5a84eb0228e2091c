"""Thesauri in the format of MyThes: groups are concepts, words marked as more general lead upwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy.opening import open_taxonomies
from reticent.knowledge.taxonomy.thesaurus import read_thesaurus

SMALL = """UTF-8
entzündung|1
-|Entzündung|Inflammation (fachspr.)|Krankheit (Oberbegriff)|Leiden (ugs.) (Oberbegriff)
krankheit|1
-|Krankheit (Hauptform)|Leiden (ugs.)|Entzündung (Oberbegriff)|Inflammation (fachspr.) (Oberbegriff)
lungenentzündung|1
-|Lungenentzündung|Pneumonie (fachspr.)|krank sein|Entzündung (Oberbegriff)|Inflammation (fachspr.) (Oberbegriff)
pneumonie|1
-|Pneumonie (fachspr.)|Lungenentzündung|krank sein|Entzündung (Oberbegriff)|Inflammation (fachspr.) (Oberbegriff)
laufen|1
-|gehen|laufen|bewegen (Oberbegriff)
"""
DEBIAN = Path("/usr/share/mythes/th_de_DE_v2.dat")


def _write(folder: Path, text: str) -> str:
    (folder / "th.dat").write_text(text, "utf-8")
    return "th.dat"


def test_a_group_is_a_concept_below_the_group_of_its_general_words(tmp_path: Path) -> None:
    taxonomy = open_taxonomies([_write(tmp_path, SMALL)], tmp_path)
    (pneumonia,) = taxonomy.concepts("pneumonie")
    assert pneumonia.names == ("Lungenentzündung", "Pneumonie")
    assert [each.name for each in taxonomy.parents(pneumonia)] == ["Entzündung"]
    assert not taxonomy.concepts("laufen")


def test_groups_that_are_above_each_other_are_parted(tmp_path: Path) -> None:
    taxonomy = open_taxonomies([_write(tmp_path, SMALL)], tmp_path)
    (illness,) = taxonomy.concepts("krankheit")
    (inflammation,) = taxonomy.concepts("entzündung")
    above = [taxonomy.parents(each) for each in (illness, inflammation)]
    assert sorted(map(len, above)) == [0, 1]


def test_a_thesaurus_without_general_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TaxonomyError, match="more general"):
        read_thesaurus(tmp_path / _write(tmp_path, "UTF-8\nbig|1\n(adj)|large|great\n"))


@pytest.mark.slow
@pytest.mark.skipif(not DEBIAN.exists(), reason="needs Debian's mythes-de: apt-get install mythes-de")
def test_openthesaurus_leads_from_a_disease_to_what_it_is() -> None:
    taxonomy = read_thesaurus(DEBIAN)
    (pneumonia,) = taxonomy.concepts("lungenentzündung")
    assert [each.name for each in taxonomy.parents(pneumonia)] == ["Entzündung"]
    assert len(taxonomy) > 10_000
