"""Thesauri in German: nouns have capitals, and OpenThesaurus marks what is more general with "(Oberbegriff)"."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.knowledge.taxonomy.thesaurus import read_thesaurus

SMALL = """UTF-8
entzündung|1
-|Entzündung|Inflammation (fachspr.)|Krankheit (Oberbegriff)|Leiden (ugs.) (Oberbegriff)
krankheit|1
-|Krankheit (Hauptform)|Leiden (ugs.)|Entzündung (Oberbegriff)|Inflammation (fachspr.) (Oberbegriff)
lungenentzündung|1
-|Pneumonie (fachspr.)|Lungenentzündung (Hauptform)|krank sein|Entzündung (Oberbegriff)|Inflammation (fachspr.) (Oberbegriff)
laufen|1
-|gehen|laufen|bewegen (Oberbegriff)
"""
DEBIAN = Path("/usr/share/mythes/th_de_DE_v2.dat")


def test_what_has_no_capital_is_no_noun(tmp_path: Path) -> None:
    (tmp_path / "th.dat").write_text(SMALL, "utf-8")
    taxonomy = read_thesaurus(tmp_path / "th.dat")
    (pneumonia,) = taxonomy.concepts("pneumonie")
    assert pneumonia.names == ("Lungenentzündung", "Pneumonie")
    assert [each.name for each in taxonomy.parents(pneumonia)] == ["Entzündung"]
    assert not taxonomy.concepts("laufen")


@pytest.mark.slow
@pytest.mark.skipif(not DEBIAN.exists(), reason="needs Debian's mythes-de: apt-get install mythes-de")
def test_openthesaurus_leads_from_a_disease_to_what_it_is() -> None:
    taxonomy = read_thesaurus(DEBIAN)
    (pneumonia,) = taxonomy.concepts("lungenentzündung")
    assert [each.name for each in taxonomy.parents(pneumonia)] == ["Entzündung"]
    assert len(taxonomy) > 10_000
