"""A name ends where the next line begins a field, however long its own line is."""

from __future__ import annotations

from reticent.detection import names
from reticent.text import Document

LETTER = """Patient: Herr Ottokar Wenzel
Operation am 07.07.2017 in Allgemeinanästhesie ohne besondere Vorkommnisse durch den Chefarzt Dr. Schleiz
Kurzepikrise: Der Verlauf war ohne Komplikationen, und der Patient ging nach drei Tagen nach Hause.
"""


def test_the_name_of_the_field_is_no_part_of_it() -> None:
    found = names(languages=["de"]).mentions(Document("brief", LETTER, language="de"))
    written = [each.span.of(LETTER) for each in found]
    assert "Schleiz" in written
    assert not any("Kurzepikrise" in each for each in written)
