"""Real Spark in local mode; run with `pytest tests/spark`."""

import sys
from pathlib import Path

import pytest

from reticent import open_policy
from reticent.errors import DocumentError

pyspark = pytest.importorskip("pyspark", reason="pip install 'reticent[spark]' and a Java runtime are needed")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_data_frame_gets_the_texts_that_one_machine_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyspark.sql import SparkSession

    from reticent.spark import sanitize

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    file = tmp_path / "policy.toml"
    file.write_text('[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\n', encoding="utf-8")
    policy = open_policy(file)
    texts = [None if number == 7 else f"Ask a{number}@example.org." for number in range(40)]
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = session.createDataFrame(list(enumerate(texts)), "id int, note string").repartition(3)
        rows = sanitize(frame, "note", policy).orderBy("id").collect()
        with pytest.raises(DocumentError, match="no column 'nothing'"):
            sanitize(frame, "nothing", policy)
        with pytest.raises(DocumentError, match="holds int"):
            sanitize(frame, "id", policy)
    finally:
        session.stop()
    assert [row["note"] for row in rows] == [text and policy.sanitize(text).text for text in texts]
    assert [row["refused"] for row in rows] == [None] * 40
