"""Picture files: words are read, judged and blackened, and nothing but dots goes out."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from tests.picture_files import ScriptedReader, draw, pack, read_with, unpack

from reticent.errors import DocumentError, PromiseError, install_line
from reticent.formats import FormatOptions, find_format
from reticent.formats.pictures import JPEG, PNG, TIFF, ImageFile
from reticent.formats.pictures._boxes import find_boxes
from reticent.formats.pictures._pages import _differ_by_one
from reticent.formats.pictures._recognition import (
    BOX,
    SeenWord,
    Tesseract,
    can_read_pictures,
    find_recognizer,
    find_weakness,
    lay_out,
)
from reticent.formats.pictures._source import PictureSource
from reticent.plan import Edit
from reticent.policy.recipe import Recipe
from reticent.text import Span
from reticent.usecases.release import InputFile, release

LINES = ("Dear Jane Roe,", "the visit of Jane", "was on Monday")
READER = ScriptedReader()


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, READER)


def read(form: ImageFile, data: bytes, **options: object) -> PictureSource:
    source = form.read(f"a{form.suffixes[0]}", data, FormatOptions(**options))  # type: ignore[arg-type]
    assert isinstance(source, PictureSource)
    return source


def remove(source: PictureSource, *words: str) -> bytes:
    text = source.documents[0].text
    edits = [
        Edit(Span(place, place + len(word)), "[X]", 0, placeholder=True)
        for word in words
        for place in range(len(text))
        if text.startswith(word, place)
    ]
    return source.write([sorted(edits, key=lambda edit: edit.span)])


def words_of(data: bytes) -> list[str]:
    return [word.text for page in unpack(data) for word in READER.read(page, "second")]


@pytest.mark.usefixtures("scripted")
@pytest.mark.parametrize(("form", "kind"), [(PNG, "PNG"), (JPEG, "JPEG"), (TIFF, "TIFF")])
def test_words_that_go_are_black_and_all_others_stay(form: ImageFile, kind: str) -> None:
    source = read(form, pack([draw(*LINES)], kind))
    assert source.documents[0].text == "Dear Jane Roe,\nthe visit of Jane\nwas on Monday"
    written = remove(source, "Jane")
    assert words_of(written) == ["Dear", "Roe,", "the", "visit", "of", "was", "on", "Monday"]
    assert form.residue(written, ["jane"]) == []
    assert form.residue(pack([draw(*LINES)], kind), ["jane"])[0].part == "page 1"


@pytest.mark.usefixtures("scripted")
def test_the_pages_of_a_file_are_one_document_with_a_form_feed_between_two() -> None:
    source = read(TIFF, pack([draw("Jane was here"), draw("and Roe"), draw("Jane again")], "TIFF"))
    assert source.documents[0].text == "Jane was here\fand Roe\fJane again"
    assert words_of(remove(source, "Jane")) == ["was", "here", "and", "Roe", "again"]


@pytest.mark.usefixtures("scripted")
def test_a_box_reads_as_a_block_in_its_line_and_side_by_side_words_get_one_box() -> None:
    written = remove(read(PNG, pack([draw(*LINES)])), "Jane Roe,", "Monday")
    again = read(PNG, written).documents[0].text
    assert again == f"Dear {BOX}\nthe visit of Jane\nwas on {BOX}"


@pytest.mark.usefixtures("scripted")
def test_nothing_that_is_no_dot_goes_out() -> None:
    exif = Image.Exif()
    exif[0x010E] = "Jane Roe"
    exif[0x0112] = 3
    picture = Image.fromarray(draw(*LINES)).rotate(180)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=95, exif=exif, comment=b"Jane Roe")
    source = read(JPEG, out.getvalue())
    assert source.documents[0].text.startswith("Dear Jane Roe"), "turned as the file says"
    assert source.dropped["metadata"]
    written = source.write([[]])
    assert b"Jane" not in written
    assert not Image.open(io.BytesIO(written)).getexif()
    assert not {"exif", "comment"} & Image.open(io.BytesIO(written)).info.keys()


@pytest.mark.usefixtures("scripted")
@pytest.mark.parametrize(("form", "kind"), [(PNG, "PNG"), (JPEG, "JPEG"), (TIFF, "TIFF")])
def test_a_release_that_is_written_once_more_has_the_same_bytes(form: ImageFile, kind: str) -> None:
    written = remove(read(form, pack([draw(*LINES)], kind)), "Jane")
    assert read(form, written).write([[]]) == written


def test_what_shines_through_and_colours_are_read_as_a_viewer_shows_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_with(monkeypatch, READER)
    dots = draw(*LINES)
    clear = np.dstack([np.zeros_like(dots)] * 3 + [255 - dots])
    source = read(PNG, pack([clear]))
    assert source.documents[0].text.startswith("Dear Jane")
    assert words_of(remove(source, "Jane"))[:2] == ["Dear", "Roe,"]


@pytest.mark.usefixtures("scripted")
def test_a_placeholder_for_part_of_a_word_takes_the_whole_word() -> None:
    written = remove(read(PNG, pack([draw("call 212-555-0123 now")])), "555")
    assert words_of(written) == ["call", "now"]


def test_a_word_that_only_the_second_look_sees_is_blackened_too(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, ScriptedReader(overlooks=("JANE",)))
    source = read(PNG, pack([draw("Jane came", "and JANE left")]))
    assert "JANE" not in source.documents[0].text
    assert words_of(remove(source, "Jane")) == ["came", "and", "left"]


def test_nothing_is_written_while_a_second_look_still_finds_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn(ScriptedReader):
        def read(self, dots: object, look: str) -> list[SeenWord]:
            words = super().read(dots, "first")  # type: ignore[arg-type]
            if look == "first":
                return words
            return [*words, SeenWord("Jane", (0, 0, 9, 9), 96.0, (9, 9, 9))]

    read_with(monkeypatch, Stubborn())
    with pytest.raises(DocumentError, match="page 1: a word that was removed can still be read"):
        remove(read(PNG, pack([draw(*LINES)])), "Jane")


def test_a_page_that_is_read_without_certainty_is_refused_by_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_with(monkeypatch, ScriptedReader(sure=60.0))
    with pytest.raises(DocumentError, match=r"page 1: its words can't be read for sure: .*200 dots"):
        read(PNG, pack([draw(*LINES)]))


def test_a_page_with_ink_and_no_words_is_refused_and_a_blank_one_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_with(monkeypatch, READER)
    rng = np.random.default_rng(1)
    scribble = rng.integers(0, 255, (300, 300)).astype(np.uint8)
    with pytest.raises(DocumentError, match=r"page 2: no words can be read.*handwriting"):
        read(TIFF, pack([draw("Jane"), scribble], "TIFF"))
    assert read(PNG, pack([np.full((300, 300), 250, np.uint8)])).documents[0].text == ""


def test_small_print_is_refused() -> None:
    words = [SeenWord("word", (0, 0, 40, 9), 96.0, (1, 1, 1))] * 5
    assert "too small" in str(find_weakness(words))
    assert find_weakness([SeenWord("word", (0, 0, 40, 15), 96.0, (1, 1, 1))]) is None


def test_without_the_program_a_picture_is_refused_with_the_lines_that_install_it() -> None:
    with pytest.raises(DocumentError, match=re.escape(install_line("ocr")) + ".*tesseract"):
        PNG.read("a.png", pack([draw(*LINES)]), FormatOptions())
    with pytest.raises(DocumentError, match="left out here"):
        PNG.read("a.png", pack([draw(*LINES)]), FormatOptions(pictures="drop"))


def test_a_picture_that_is_kept_unread_goes_out_without_what_it_carries() -> None:
    data = pack([draw(*LINES)], pnginfo=_text_of("Jane Roe"))
    source = PNG.read("a.png", data, FormatOptions(pictures="keep"))
    assert list(source.documents) == []
    assert any("handwriting" in kind for kind in source.dropped)
    assert b"Jane" not in source.write([])


def _text_of(words: str) -> object:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Author", words)
    return info


@pytest.mark.parametrize("name", ["a.gif", "a.bmp", "a.webp"])
def test_other_pictures_are_refused_with_what_to_do(name: str) -> None:
    with pytest.raises(DocumentError, match="save it as PNG"):
        find_format(name, b"", FormatOptions())


@pytest.mark.usefixtures("scripted")
def test_a_policy_finds_names_in_a_picture_and_the_release_is_read_twice() -> None:
    lines = ("Dear Dr Helen Carter,", "Margaret Thompson came", "to our clinic on", "12 March 2024.")
    given = InputFile("a.png", pack([draw(*lines)]))
    released = release(given, Recipe().make_rules(), options=FormatOptions())
    assert words_of(released.data) == ["Dear", "Dr", "came", "to", "our", "clinic", "on"]


def test_a_name_that_a_second_look_reads_and_the_first_did_not_stops_the_release(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_with(monkeypatch, ScriptedReader(overlooks=("Margaret", "Thompson")))
    given = InputFile("a.png", pack([draw("Yesterday Mrs Margaret Thompson", "came to our clinic")]))
    with pytest.raises(PromiseError, match="another reader finds"):
        release(given, Recipe().make_rules(), options=FormatOptions())


def test_boxes_are_rectangles_that_are_full() -> None:
    dots = np.full((200, 200), 255, np.uint8)
    dots[20:50, 30:120] = 0
    dots[100:140, 30:180] = 0
    dots[110:130, 60:150] = 255  # dark paper with something light on it
    dots[160:163, 10:190] = 0  # a rule
    assert find_boxes(dots) == [(30, 20, 120, 50)]


def test_a_word_that_is_divided_at_a_line_end_is_one_word() -> None:
    words = [
        SeenWord("Sulli-", (0, 0, 9, 9), 90.0, (1, 1, 1)),
        SeenWord("van", (0, 9, 9, 18), 90.0, (1, 1, 2)),
    ]
    seen = lay_out([*words, SeenWord("left", (9, 9, 18, 18), 90.0, (1, 1, 2))])
    assert seen.text == "Sullivan left"
    assert [span.of(seen.text) for span in seen.spans] == ["Sulli", "van", "left"]


def test_words_are_alike_that_differ_in_one_letter() -> None:
    assert _differ_by_one("thompson", "thomson")
    assert _differ_by_one("thompson", "thompsen")
    assert not _differ_by_one("thompson", "johnson")


HAS_TESSERACT = shutil.which("tesseract") is not None
needs_tesseract = pytest.mark.skipif(
    not HAS_TESSERACT, reason="needs tesseract: apt-get install tesseract-ocr fonts-dejavu-core"
)


@needs_tesseract
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_tesseract_reads_print_in_every_direction(turned: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.formats.pictures.can_read_pictures", can_read_pictures)
    reader = find_recognizer()
    assert isinstance(reader, Tesseract)
    font = ImageFont.load_default(32)
    picture = Image.new("L", (1000, 700), "white")
    lines = ["Dear Doctor Carter,", "Margaret Thompson came to our clinic", "and asked for her records."] * 4
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((60, 40 + 50 * number), line, fill=0, font=font)
    out = io.BytesIO()
    picture.rotate(turned, expand=True).save(out, "PNG")
    source = read(PNG, out.getvalue())
    assert "Margaret Thompson came to our clinic" in source.documents[0].text
    written = remove(source, "Margaret Thompson")
    assert PNG.residue(written, ["margaret", "thompson"]) == []
    assert read(PNG, written).documents[0].text.count("clinic") == 4


def test_no_page_lies_in_a_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program gets the dots through a pipe; the stand-in says what it was given."""
    program = tmp_path / "tesseract"
    header = "level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext"
    row = "5\\t1\\t1\\t1\\t1\\t1\\t10\\t20\\t30\\t40\\t91.5\\tJane"
    program.write_text(f"#!/bin/sh\ncat > /dev/null\n[ $1 = stdin ] && printf '{header}\\n{row}\\n'\n")
    program.chmod(0o755)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    found = Tesseract(str(program), "eng").read(np.full((2000, 2000), 255, np.uint8), "first")
    assert found == [SeenWord("Jane", (10, 20, 40, 60), 91.5, (1, 1, 1))]


def test_print_is_read_in_every_language_that_documents_are_read_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def list_languages(*_: object, **__: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess([], 0, b"List of available languages (4):\neng\nosd\nspa\nxho\n")

    monkeypatch.setattr(shutil, "which", lambda _: "tesseract")
    monkeypatch.setattr(subprocess, "run", list_languages)
    reader = find_recognizer.__wrapped__()
    assert isinstance(reader, Tesseract)
    assert reader.languages == "eng+spa"
