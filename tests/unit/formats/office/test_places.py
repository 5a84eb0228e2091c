"""The secret in every place where an office file can hold words."""

import pytest
from tests.office_files import PLACES, PLAIN, SECRET, Members, pack, remove, unpack

from reticent.formats import FormatOptions
from reticent.formats.office import OfficeFile

NAMES = pytest.mark.parametrize(("form", "place"), list(PLACES), ids=lambda each: getattr(each, "name", each))


@NAMES
def test_the_search_finds_the_secret_before_it_goes(form: OfficeFile, place: str) -> None:
    if place == "a deleted paragraph end":
        return  # as long as the change isn't accepted, the halves of the word stand in two paragraphs
    assert form.residue(pack(PLACES[form, place]()), [SECRET])


@NAMES
def test_nothing_is_left_of_the_secret(form: OfficeFile, place: str) -> None:
    written = remove(form, pack(PLACES[form, place]()))
    assert form.residue(written, [SECRET]) == []
    assert not any(SECRET in text for text in form.reread(written))
    assert not any(SECRET.encode() in data for data in unpack(written).values())


@NAMES
def test_the_rest_of_the_text_stays(form: OfficeFile, place: str) -> None:
    written = remove(form, pack(PLACES[form, place]()))
    assert "Janette Doe" in form.read("a", written, FormatOptions()).documents[0].text
    assert any("Janette Doe" in text for text in form.reread(written))


@NAMES
def test_the_same_file_gives_the_same_bytes(form: OfficeFile, place: str) -> None:
    data = pack(PLACES[form, place]())
    source = form.read("a", data, FormatOptions())
    assert source.write([()]) == form.read("a", data, FormatOptions()).write([()])
    assert form.read("a", source.write([()]), FormatOptions()).write([()]) == source.write([()])
    assert SECRET not in repr(source)


@pytest.mark.parametrize("form", PLAIN, ids=lambda form: form.name)
def test_what_goes_is_counted_by_kind(form: OfficeFile) -> None:
    for (other, place), build in PLACES.items():
        if other is form and place in ("comments", "properties", "an embedded object", "a tracked change"):
            members: Members = build()
            assert form.read("a", pack(members), FormatOptions()).dropped
    assert "comments" not in form.read("a", pack(PLAIN[form]()), FormatOptions()).dropped
