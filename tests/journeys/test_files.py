"""Binary tables and archives as a user releases and inspects them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.journeys.command import reticent
from tests.pdf_files import make
from tests.table_files import to_arrow, to_parquet, to_zip

TABLE = pa.table(
    {
        "id": [1, 2],
        "mail": pa.array(["ann@example.org", None]).dictionary_encode(),
        "note": ["write to ann@example.org", "call 212-555-0123"],
    }
).replace_schema_metadata({"author": "ann@example.org"})


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow"])
def test_a_binary_table_is_released_in_its_format(name: str, tmp_path: Path) -> None:
    source, target = tmp_path / name, tmp_path / f"out-{name}"
    source.write_bytes(to_parquet(TABLE) if name == "t.parquet" else to_arrow(TABLE))
    asked = reticent("sanitize", source, "-o", target)
    assert asked.returncode == 2
    assert b"columns of numbers" in asked.stderr
    done = reticent("sanitize", source, "-o", target, "--column", "id=keep")
    assert done.returncode == 0, done.stderr
    assert b"left out" in done.stderr
    data = target.read_bytes()
    table = pq.read_table(io.BytesIO(data)) if name == "t.parquet" else pa.ipc.open_file(data).read_all()
    assert table["id"].to_pylist() == [1, 2]
    assert table["mail"].to_pylist() == ["[EMAIL]", None]
    assert b"ann@example" not in data
    assert reticent("audit", target, "--numbers", "keep").returncode == 0


def test_the_rules_of_a_policy_hold_for_a_binary_table(tmp_path: Path) -> None:
    source, target, policy = tmp_path / "t.parquet", tmp_path / "out.parquet", tmp_path / "p.toml"
    source.write_bytes(to_parquet(TABLE))
    policy.write_text(
        '[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\n'
        '[columns]\nid = "drop"\nmail = "keep"\nnote = "sanitize"\n'
    )
    done = reticent("sanitize", source, "-o", target, "--policy", policy)
    assert done.returncode == 0, done.stderr
    table = pq.read_table(target)
    assert table.column_names == ["mail", "note"]
    assert table["mail"].to_pylist() == ["ann@example.org", None]
    assert "ann" not in table["note"].to_pylist()[0]


def test_an_archive_is_released_whole_or_not_at_all(tmp_path: Path) -> None:
    source, target = tmp_path / "a.zip", tmp_path / "out.zip"
    members = {
        "ann@example.org.txt": b"write to ann@example.org",
        "t.csv": b"note,name\nof ann@example.org,b\n",
        "t.parquet": to_parquet(TABLE),
        "p.pdf": make(b"BT /F1 12 Tf 72 700 Td (Mail ann@example.org today) Tj ET"),
    }
    source.write_bytes(to_zip(members, comment=b"of ann@example.org"))
    done = reticent("sanitize", source, "-o", target, "--numbers", "keep")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["0001.txt", "t.csv", "t.parquet", "p.pdf"]
        assert archive.read("0001.txt") == b"write to [EMAIL]"
        assert archive.comment == b""
    source.write_bytes(to_zip({**members, "picture.png": b"\x89PNG"}))
    target.unlink()
    refused = reticent("sanitize", source, "-o", target, "--numbers", "keep")
    assert refused.returncode == 2
    assert refused.stderr.count(b"\n") == 1
    assert not target.exists()


def test_a_badly_redacted_file_is_found_out(tmp_path: Path) -> None:
    bad, fine = tmp_path / "bad.pdf", tmp_path / "fine.txt"
    bad.write_bytes(make(b"BT /F1 12 Tf 72 700 Td (Jane Roe) Tj ET 0 g 70 690 90 30 re f"))
    fine.write_text("Nothing else.\n")
    shown = reticent("inspect", bad)
    assert shown.returncode == 1
    assert b"boxes over text" in shown.stdout
    assert b"Jane" not in shown.stdout + shown.stderr
    assert b"Jane Roe" in reticent("inspect", bad, "--show").stdout
    content = json.loads(reticent("inspect", bad, "--json").stdout)
    assert content["readable"] == 1
    assert "words" not in content["findings"][0]
    clean = reticent("inspect", fine)
    assert (clean.returncode, clean.stdout) == (0, b"")
    assert reticent("inspect", tmp_path / "none.pdf").returncode == 2


def test_a_released_file_has_nothing_left_to_inspect(tmp_path: Path) -> None:
    source, target = tmp_path / "t.parquet", tmp_path / "out.parquet"
    source.write_bytes(to_parquet(TABLE))
    assert reticent("sanitize", source, "-o", target, "--numbers", "keep", "-q").returncode == 0
    before, after = (json.loads(reticent("inspect", each, "--json").stdout) for each in (source, target))
    assert before["counts"]["statistics of tables"] == 3
    assert after["counts"] == {"metadata": 1}
