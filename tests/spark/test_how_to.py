"""The job and the notebook of the how-to do what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pip install -e '.[dev,spark]' brings what these tests need")

import pyarrow
import pyarrow.parquet
from experiments.spark_cluster import SOURCES, open_session

from tests.journeys.command import ROOT

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]

PAGE = (ROOT / "docs/how-to/release-on-spark.md").read_text("utf-8")


def _block(name: str) -> str:
    found = re.search(rf"<!-- {re.escape(name)} -->\n```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_job_of_the_page_runs_by_spark_submit(tmp_path: Path) -> None:
    (tmp_path / "release_notes.py").write_text(_block("release_notes.py"), "utf-8")
    (tmp_path / "words.txt").write_text("Bluebird\n", "utf-8")
    (tmp_path / "clinic.toml").write_text(
        '[[detectors]]\ntype = "words"\nkind = "PROJECT"\nfile = "words.txt"\n[[models]]\ntype = "redaction"\n',
        "utf-8",
    )
    notes = pyarrow.table({"id": [1, 2], "note": ["All about Bluebird.", None], "name": ["Ann", "Bob"]})
    pyarrow.parquet.write_table(notes, tmp_path / "notes.parquet")
    submit = Path(sys.executable).parent / "spark-submit"
    done = subprocess.run(
        [
            submit,
            "--master",
            "local[2]",
            "release_notes.py",
            "notes.parquet",
            "clinic.toml",
            "released.parquet",
            "bad.json",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert b"Counts(documents=1, refused=0" in done.stdout
    rows = pyarrow.parquet.read_table(tmp_path / "released.parquet").to_pylist()
    assert sorted(rows, key=lambda row: int(row["id"])) == [
        {"id": 1, "note": "All about [PROJECT]."},
        {"id": 2, "note": None},
    ]


def test_the_notebook_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with open_session("local[2]") as session:
        names = {"spark": session}
        exec(compile(_block("notebook"), "notebook", "exec"), names)  # noqa: S102
    assert "Call [PHONE]." in capsys.readouterr().out
