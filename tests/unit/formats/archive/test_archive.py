"""Archives: members by their own formats, names that tell, what is refused, and that every step counts."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import lzma
import stat
import struct
import zipfile
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from tests.pdf_files import make
from tests.table_files import SECRET, hostile_table, to_parquet, to_zip

from reticent.errors import DocumentError, InputError
from reticent.formats import FormatOptions, archive, parse_column_rules
from reticent.formats.archive import LEFT_OUT, read_members, replace_names
from reticent.formats.registry import ZIP
from reticent.plan import Edit
from reticent.text import Document, Span


def edits_of(document: Document, word: str) -> list[Edit]:
    places = [place for place in range(len(document.text)) if document.text.startswith(word, place)]
    return [Edit(Span(place, place + len(word)), "[PERSON]", 0) for place in places]


def release(data: bytes, word: str = SECRET, options: FormatOptions | None = None) -> bytes:
    source = ZIP.read("a.zip", data, options or FormatOptions(numbers="keep"))
    return source.write([edits_of(document, word) for document in source.documents])


def members(data: bytes) -> dict[str, bytes]:
    return {member.name: member.data for member in read_members("a", data)}


def test_every_member_is_read_by_its_own_format_and_split_again() -> None:
    data = to_zip(
        {
            "a.txt": f"Dear {SECRET}".encode(),
            "b.csv": f"name,age\n{SECRET},3\n".encode(),
            "c.parquet": to_parquet(pa.table({"name": [SECRET, None]})),
            "d.pdf": make(f"BT /F1 12 Tf 72 700 Td (Hello {SECRET} there) Tj ET".encode()),
        }
    )
    source = ZIP.read("a.zip", data, FormatOptions(numbers="keep"))
    assert [document.id for document in source.documents] == [
        "a.zip, names of members",
        "a.zip/1.txt",
        "a.zip/2.csv, row 2",
        "a.zip/3.parquet, row 1",
        "a.zip/3.parquet, row 2",
        "a.zip/4.pdf",
    ]
    edits = [edits_of(document, SECRET) for document in source.documents]
    written = source.write(edits)
    assert members(written)["a.txt"] == b"Dear [PERSON]"
    assert members(written)["b.csv"] == b"name,age\n[PERSON],3\n"
    assert source.residue(written, [SECRET]) == []
    texts = [each.text for each in ZIP.read("a.zip", written, source.options).documents]
    released = [document.text.replace(SECRET, "[PERSON]") for document in source.documents]
    assert source.agrees_with(released, texts)
    assert not source.agrees_with([*released[:1], "Dear nobody", *released[2:]], texts)
    assert not source.agrees_with(released[:-1], texts[:-1])
    assert not any(SECRET in text for text in source.reread(written))
    assert any("Hello" in text for text in source.reread(written))


def test_a_name_that_tells_becomes_a_number_with_its_ending() -> None:
    data = to_zip(
        {
            f"{SECRET} letter.TXT": b"alpha",
            "0001.txt": b"beta",
            f"notes/{SECRET.upper()}_2.md": f"of {SECRET}".encode(),
            "plain.txt": b"",
        }
    )
    assert list(members(release(data))) == ["0002.txt", "0001.txt", "0003.md", "plain.txt"]


def test_a_name_with_a_word_that_only_a_text_shows_goes_too() -> None:
    data = to_zip({f"{SECRET.lower()}-letter.txt": f"Dear {SECRET}".encode()})
    source = ZIP.read("a.zip", data, FormatOptions())
    names, letter = source.documents
    written = source.write([[], edits_of(letter, SECRET)])
    assert list(members(written)) == ["0001.txt"]
    again = ZIP.read("a.zip", written, source.options)
    assert source.agrees_with([names.text, "Dear [PERSON]"], [each.text for each in again.documents])


def test_names_are_cut_where_capitals_begin() -> None:
    assert replace_names(["JaneRoe.txt", "jan.txt"], ["JaneRoe", "jan"], {"roe"}) == [
        "0001.txt",
        "jan.txt",
    ]


def test_same_members_same_bytes_whatever_the_archive_carried() -> None:
    plain = to_zip({"a.txt": b"alpha"})
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("a.txt", (2020, 5, 6, 7, 8, 10)), b"alpha")
    assert release(plain) == release(other.getvalue())
    assert b"2020" not in release(other.getvalue())


def hostile() -> bytes:
    """A secret in the comment, in a member's comment, extra field, name and text, before the first member and in a member."""
    out = io.BytesIO(f"#!{SECRET} ".encode())
    out.seek(0, io.SEEK_END)
    with zipfile.ZipFile(out, "a") as archive:
        entry = zipfile.ZipInfo(f"{SECRET}.txt", (2020, 1, 1, 0, 0, 0))
        entry.comment = SECRET.encode()
        extra = f"by {SECRET} ".encode()
        entry.extra = struct.pack("<HH", 0x7777, len(extra)) + extra
        archive.writestr(entry, f"Dear {SECRET}")
        archive.writestr("t.parquet", to_parquet(hostile_table()))
        archive.writestr(f"__MACOSX/._{SECRET}", SECRET)
        archive.writestr(f"folder {SECRET}/", "")
        archive.comment = f"of {SECRET}".encode()
    return out.getvalue()


def test_nothing_is_left_of_a_secret_in_every_place() -> None:
    data = hostile()
    assert len({each.place for each in ZIP.residue(data, [SECRET])}) >= 6
    source = ZIP.read("a.zip", data, FormatOptions())
    assert source.dropped["comments"] == 2
    assert source.dropped["extra fields"] == 1
    assert source.dropped["notes of operating systems"] == 1
    written = release(data)
    assert SECRET.encode() not in written
    assert ZIP.residue(written, [SECRET]) == []
    assert written == release(data)


def keep_comment(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    archive.comment = SECRET.encode()


def keep_member_comment(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    entry.comment = SECRET.encode()


def keep_extra(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    extra = f"by {SECRET} ".encode()
    entry.extra = struct.pack("<HH", 0x7777, len(extra)) + extra


def keep_name(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    entry.filename = f"{SECRET}.txt"


@pytest.mark.parametrize("step", [keep_comment, keep_member_comment, keep_extra, keep_name])
def test_a_step_left_out_is_found(
    step: Callable[[zipfile.ZipFile, zipfile.ZipInfo], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(pairs: object) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, data in pairs:  # type: ignore[attr-defined]
                entry = zipfile.ZipInfo(name)
                step(archive, entry)
                archive.writestr(entry, data)
        return out.getvalue()

    data = to_zip({f"{SECRET}.txt": f"Dear {SECRET}".encode()})
    monkeypatch.setattr(archive, "build_zip", build)
    assert ZIP.residue(release(data), [SECRET]) != []


def test_a_prefix_left_in_is_found() -> None:
    assert ZIP.residue(f"#!{SECRET} ".encode() + to_zip({"a.txt": b""}), [SECRET]) != []


def encrypted() -> bytes:
    """An archive whose member says that it is encrypted."""
    data = bytearray(to_zip({"a.txt": b"alpha"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def link() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("a.txt")
        entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return out.getvalue()


def twice() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "one")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.txt", "two")
    return out.getvalue()


@pytest.mark.parametrize(
    ("make_data", "message"),
    [
        (encrypted, "member 1 is encrypted"),
        (link, "member 1 is a link"),
        (twice, "two members of the same name"),
        (lambda: to_zip({"a/../../b.txt": b""}), "member 1 would be unpacked outside"),
        (lambda: to_zip({"a.txt": b"", "b.exe": b""}), "member 2 is of no format that is read here"),
        (lambda: to_zip({"a.txt": b"", "b.rar": b""}), r"'a.zip/2.rar' is an archive: unpack it first"),
        (lambda: to_zip({"a.txt": b"%PDF-1.7"}), r"'a.zip/1.txt' is read as text, but it holds a PDF"),
        (lambda: to_zip({"a.txt": bytes(100_000_000)}), "made to fill a machine"),
        (lambda: to_zip({"a.txt": b"x" * 999})[:-30], "damaged"),
        (lambda: to_zip({"a.zip": to_zip({"b.zip": to_zip({"c.zip": to_zip({})})})}), "lies in more than 2"),
    ],
)
def test_what_cannot_be_trusted_is_refused_by_its_number(
    make_data: Callable[[], bytes], message: str
) -> None:
    with pytest.raises(DocumentError, match=message):
        ZIP.read("a.zip", make_data(), FormatOptions())


def test_too_many_members_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.formats.archive.MOST_MEMBERS", 2)
    with pytest.raises(DocumentError, match="divide it"):
        ZIP.read("a.zip", to_zip({f"{number}.txt": b"" for number in range(3)}), FormatOptions())


def test_all_members_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.formats.archive.MOST_BYTES", 10)
    with pytest.raises(DocumentError, match="member 2 unpacks to more"):
        ZIP.read("a.zip", to_zip({"a.txt": b"12345678", "b.txt": b"12345678"}), FormatOptions())


def test_rules_of_columns_hold_for_the_tables_that_have_them() -> None:
    data = to_zip({"a.csv": b"name,age\nJane,3\n", "b.csv": b"note,ssn\nJoe,4\n"})
    rules = FormatOptions(columns=parse_column_rules(["age=keep", "ssn=drop"]))
    assert members(release(data, options=rules))["b.csv"] == b"note\nJoe\n"
    with pytest.raises(DocumentError, match="no table with a column 'sss'"):
        ZIP.read("a.zip", data, FormatOptions(numbers="keep", columns=parse_column_rules(["sss=drop"])))


def test_what_no_format_reads_is_refused_kept_or_left_out() -> None:
    data = to_zip({"a.txt": b"Seen", "film.mov": b"\xff\xd8\xff Roe", "b.csv": b"a,1\n", "c": b"\0"})
    with pytest.raises(DocumentError, match="member 2"):
        ZIP.read("a.zip", data, FormatOptions())
    kept = ZIP.read("a.zip", data, FormatOptions(unread="keep"))
    assert kept.dropped["files that were kept and not judged"] == 3
    written = kept.write([()] * len(kept.documents))
    assert zipfile.ZipFile(io.BytesIO(written)).read("film.mov") == b"\xff\xd8\xff Roe"
    again = ZIP.read("a.zip", written, kept.options)
    assert again.write([()] * len(again.documents)) == written
    assert kept.agrees_with([each.text for each in kept.documents], [each.text for each in again.documents])
    skipped = ZIP.read("a.zip", data, FormatOptions(skip_bad=True))
    assert skipped.dropped[LEFT_OUT] == 3
    written = skipped.write([()] * len(skipped.documents))
    assert zipfile.ZipFile(io.BytesIO(written)).namelist() == ["a.txt"]
    assert LEFT_OUT not in ZIP.read("a.zip", written, skipped.options).dropped


_SAID = b"a film that was made by Mrs Zoellner of Ulm"


@pytest.mark.parametrize(
    "kept",
    [
        b"\xff\xd8\xff by Zoellner",
        gzip.compress(_SAID),
        gzip.compress(gzip.compress(_SAID)),
        gzip.compress(_SAID)[:-4],
        gzip.compress(b"film") + gzip.compress(_SAID),
        bz2.compress(_SAID),
        lzma.compress(_SAID),
        b"\xff data:;base64," + base64.encodebytes(_SAID * 3),
        base64.urlsafe_b64encode(gzip.compress(_SAID)),
        to_zip({"inner.mov": b"\xff Zoellner"}),
    ],
    ids=range(10),  # what is packed holds the time
)
def test_a_word_that_was_removed_is_looked_for_in_what_is_kept_unread(kept: bytes) -> None:
    data = to_zip({"a.txt": b"Mrs Zoellner", "film.mov": kept})
    source = ZIP.read("a.zip", data, FormatOptions(unread="keep"))
    edits = [(), [Edit(Span(4, 12), "[PERSON]", 0)]]
    assert source.residue(source.write(edits), ["Zoellner"])


def test_what_swells_or_lies_too_deep_is_not_kept_where_a_word_was_removed() -> None:
    deep = _SAID
    for _ in range(5):
        deep = gzip.compress(deep)
    for kept in (deep, gzip.compress(b"\0" * 30_000_000)):
        source = ZIP.read(
            "a.zip", to_zip({"a.txt": b"Mrs Zoellner", "film.mov": kept}), FormatOptions(unread="keep")
        )
        with pytest.raises(InputError):
            source.residue(source.write([(), [Edit(Span(4, 12), "[PERSON]", 0)]]), ["Zoellner"])


@pytest.mark.parametrize("option", [{"unread": "keep"}, {"skip_bad": True}])
def test_an_archive_that_cannot_be_trusted_is_refused_whatever_somebody_says(option: dict[str, Any]) -> None:
    for members in ({"../a.txt": b"x"}, {"a.txt": b"\0" * 30_000_000}, {"a.mov": b"\0" * 30_000_000}):
        with pytest.raises(DocumentError):
            ZIP.read("a.zip", to_zip(members), FormatOptions(**option))


def test_an_archive_of_nothing_that_can_be_read_is_refused() -> None:
    with pytest.raises(DocumentError, match="no member that can be read"):
        ZIP.read("a.zip", to_zip({"a.mov": b"\xff\xd8\xff"}), FormatOptions(skip_bad=True))


def test_bad_members_of_inner_archives_are_left_out_and_counted() -> None:
    inner = to_zip({"a.txt": b"x", "b.mov": b"\xff\xd8\xff"})
    source = ZIP.read("a.zip", to_zip({"in.zip": inner, "c.mov": b""}), FormatOptions(skip_bad=True))
    assert source.dropped[LEFT_OUT] == 2
