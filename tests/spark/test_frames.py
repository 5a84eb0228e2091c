"""A column of a data frame on Spark in local mode; run with `pytest -n0 -m spark tests/spark`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pip install -e '.[dev,spark]' brings what these tests need")

from experiments.spark_cluster import open_session
from pyspark.sql import SparkSession

from reticent import open_policy
from reticent.engine import Outcome
from reticent.errors import DocumentError, ReticentError
from reticent.spark import Counts, Metrics, sanitize
from tests.contracts.reader_worlds import NAMES_NEARLY_ALL, write_policy

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]

RULES = """
[[detectors]]
type = "patterns"

[[detectors]]
type = "words"
kind = "PROJECT"
file = "lists/projects.txt"

[[models]]
type = "redaction"
"""


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    with open_session("local[2]") as opened:
        yield opened


@pytest.fixture
def policy_file(tmp_path: Path) -> Path:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "projects.txt").write_text("Bluebird\n", "utf-8")
    file = tmp_path / "policy.toml"
    file.write_text(RULES, "utf-8")
    return file


def _notes(count: int) -> list[tuple[int, str | None]]:
    return [
        (each, None if each == 7 else f"Ask a{each}@example.org about Bluebird {each}.")
        for each in range(count)
    ]


def test_a_data_frame_gets_the_texts_that_one_machine_gives(session: SparkSession, policy_file: Path) -> None:
    frame = session.createDataFrame(_notes(400), "id int, note string").repartition(3)
    rows = sanitize(frame, "note", policy_file).orderBy("id").collect()
    alone = open_policy(policy_file)
    assert [row["note"] for row in rows] == [text and alone.sanitize(text).text for _, text in _notes(400)]
    assert all(row["refused"] is None and row["violations"] is None for row in rows)
    assert "[PROJECT]" in rows[0]["note"]


@pytest.mark.parametrize("name", ["default", "health"])
def test_a_preset_goes_by_its_name_and_an_open_policy_as_it_is(session: SparkSession, name: str) -> None:
    frame = session.createDataFrame([("Call 212-555-0123, Anna Baker.",)], "note string")
    alone = open_policy(name).sanitize("Call 212-555-0123, Anna Baker.").text
    for policy in (name, open_policy(name)):
        assert sanitize(frame, "note", policy).first()["note"] == alone


def test_columns_keep_their_order_and_types(session: SparkSession, policy_file: Path) -> None:
    frame = session.createDataFrame(
        [("Ask a1@example.org.", 5, [1.5])], "note string, `id.1` int, x array<double>"
    )
    made = sanitize(frame, "note", policy_file)
    assert made.columns == ["note", "id.1", "x", "refused", "violations"]
    assert tuple(made.first())[:3] == ("Ask [EMAIL].", 5, [1.5])


def test_the_driver_reads_what_the_executors_counted(session: SparkSession, policy_file: Path) -> None:
    frame = session.createDataFrame(_notes(300), "id int, note string").repartition(4)
    metrics = Metrics.start(session)
    assert metrics.counts == Counts()
    sanitize(frame, "note", policy_file, metrics=metrics).write.format("noop").mode("overwrite").save()
    counts = metrics.counts
    assert (counts.documents, counts.refused, counts.violations) == (299, 0, 0)
    assert counts.characters == sum(len(text) for _, text in _notes(300) if text)
    assert counts.seconds > 0
    assert 1 <= counts.policies_opened <= 2  # once for each Python process, not for each of four partitions


def test_a_text_that_cannot_be_released_is_null_and_says_why(session: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "stubborn.toml"
    file.write_text(
        '[[detectors]]\ntype = "patterns"\nkinds = ["EMAIL"]\n[[models]]\ntype = "t-plausibility"\nt = 1000000000\nnouns = true\n',
        "utf-8",
    )
    texts = ["A dog.", "The cat sat.", "12"]
    frame = session.createDataFrame([(text,) for text in texts], "note string")
    rows = sanitize(frame, "note", file).collect()
    alone = [_text_or_reason(each) for each in open_policy(file).sanitize_many(texts)]
    assert [(row["note"], row["refused"]) for row in rows] == alone
    assert {row["note"] is None for row in rows} == {True, False}


def _text_or_reason(result: Outcome | ReticentError) -> tuple[str | None, str | None]:
    if isinstance(result, ReticentError):
        return None, str(result).replace("text 1", "text").replace("text 2", "text")
    return result.text, None


def test_a_policy_that_changed_is_not_mistaken_for_the_one_before(
    session: SparkSession, policy_file: Path
) -> None:
    frame = session.createDataFrame([("Bluebird and Redwing.",)], "note string")
    assert sanitize(frame, "note", policy_file).first()["note"] == "[PROJECT] and Redwing."
    (policy_file.parent / "lists" / "projects.txt").unlink()
    (policy_file.parent / "lists" / "projects.txt").write_text("Redwing\n", "utf-8")
    assert sanitize(frame, "note", policy_file).first()["note"] == "Bluebird and [PROJECT]."


def test_a_column_that_is_not_there_or_holds_no_text_is_refused_at_once(
    session: SparkSession, policy_file: Path
) -> None:
    frame = session.createDataFrame(_notes(2), "id int, note string")
    with pytest.raises(DocumentError, match="none is called 'nothing'"):
        sanitize(frame, "nothing", policy_file)
    with pytest.raises(DocumentError, match="holds int"):
        sanitize(frame, "id", policy_file)
    with pytest.raises(DocumentError, match="'refused' already"):
        sanitize(frame.withColumnRenamed("id", "refused"), "note", policy_file)


def test_a_diagnosis_is_hidden_from_readers_of_the_whole_text_or_the_row_is_refused(
    session: SparkSession, tmp_path: Path
) -> None:
    policy = write_policy(tmp_path)
    notes = ["Asthma: wheezing, an inhaler for the pollen. The bus was late.", NAMES_NEARLY_ALL]
    frame = session.createDataFrame(list(enumerate(notes)), "id int, note string")
    hidden, refused = sanitize(frame, "note", policy).orderBy("id").collect()
    assert hidden["note"] == open_policy(policy).sanitize(notes[0]).text
    assert "sthma" not in hidden["note"]
    assert refused["note"] is None
    assert "7 others are named in the text" in refused["refused"]
