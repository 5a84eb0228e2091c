"""What an executor makes of a batch, without Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from reticent import open_policy
from reticent.engine import Outcome
from reticent.errors import DocumentError, PolicyError, ReticentError
from reticent.plan import Plan, Release, Violation
from reticent.spark.frames import SanitizeBatches
from reticent.spark.travelling import send_policy
from reticent.text import Document, Span

pyarrow = pytest.importorskip("pyarrow", reason="pip install 'reticent[tables]' brings what this test needs")

Judge = Callable[[Document], Outcome | ReticentError]


@dataclass(frozen=True, slots=True)
class FakePolicy:
    """A policy whose judge is a function."""

    judge: Judge
    rules: None = None

    def open(self) -> FakePolicy:
        return self

    def sanitize_many(self, documents: Iterable[Document]) -> Iterator[Outcome | ReticentError]:
        return map(self.judge, documents)


def work_on(texts: list[str | None], judge: Judge) -> list[dict[str, object]]:
    batch = pyarrow.RecordBatch.from_pydict({"0": list(range(len(texts))), "1": texts})
    work = SanitizeBatches(("id", "note"), 1, FakePolicy(judge))  # type: ignore[arg-type]
    (made,) = work(iter([batch]))
    rows: list[dict[str, object]] = made.to_pylist()
    return rows


def outcome(document: Document, *violations: Violation) -> Outcome:
    return Outcome(Plan.for_document(document), Release(document, document), violations)


def test_a_text_with_violations_does_not_go_out_and_its_places_are_told() -> None:
    violation = Violation("redaction", Span(2, 5), "EMAIL", "still there")
    rows = work_on(["abcdef", None], lambda document: outcome(document, violation))
    assert rows[0]["note"] is None
    assert "1 violation was left" in str(rows[0]["refused"])
    place = {"model": "redaction", "kind": "EMAIL", "start": 2, "end": 5, "reason": "still there"}
    assert rows[0]["violations"] == [place]
    assert rows[1] == {"id": 1, "note": None, "refused": None, "violations": None}


def test_an_error_refuses_its_text_alone() -> None:
    def judge(document: Document) -> Outcome | ReticentError:
        return DocumentError("too long") if document.text == "b" else outcome(document)

    rows = work_on(["a", "b", "c"], judge)
    assert [row["note"] for row in rows] == ["a", None, "c"]
    assert [row["refused"] for row in rows] == [None, "too long", None]


def test_an_error_of_the_code_refuses_its_text_and_quotes_nothing_of_it() -> None:
    def judge(document: Document) -> Outcome:
        if document.text == "secret":
            raise ValueError(document.text)
        return outcome(document)

    rows = work_on(["a", "secret", "c"], judge)
    assert [row["note"] for row in rows] == ["a", None, "c"]
    assert "secret" not in str(rows[1]["refused"])
    assert "internal error ValueError" in str(rows[1]["refused"])


def test_stand_ins_are_not_given_by_a_cluster(tmp_path: Path) -> None:
    policy = open_policy("default", pseudonyms=tmp_path / "a.vault")
    with pytest.raises(PolicyError, match="on one machine"):
        send_policy(policy, cast(Any, None))
