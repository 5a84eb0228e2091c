"""Names of columns and keys go out as they are, so that they may tell nothing of what is protected."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import cast

import pytest
from tests.contracts.cg_worlds import small_world

from reticent.errors import PromiseError
from reticent.executors import Inline
from reticent.formats.options import ColumnRule, FormatOptions
from reticent.models.disclosure.unseen import Unseen
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.usecases.audit import audit
from reticent.usecases.collection import stream_records
from reticent.usecases.given import Given
from reticent.usecases.records import RecordsJob
from reticent.usecases.release import release


def assembly(unseen: Unseen) -> Assembly:
    return Assembly((replace(small_world(), unseen=unseen),))


@dataclass(frozen=True)
class _Ready:
    """A recipe of which all is made already."""

    made: Assembly
    pseudonyms: None = None

    def assemble(self) -> Assembly:
        return self.made


def stream(name: str, data: bytes, rules: Assembly, options: FormatOptions) -> bytes:
    written: list[bytes] = []
    job = RecordsJob(name, name.rpartition(".")[2], cast(Recipe, _Ready(rules)), options)
    stream_records(io.BytesIO(data), written.append, job, Inline())
    return b"".join(written)


@pytest.mark.parametrize(
    ("header", "unseen", "tells"),
    [
        ("result", "refuse", False),
        ("HIV result", "refuse", True),
        ("hivResult", "keep", True),
        ("hiv_result", "keep", True),
        ("zidovudine", "refuse", True),
        ("zidovudine", "remove", True),
        ("zidovudine", "keep", False),
    ],
)
def test_a_table_is_released_only_if_the_names_of_its_columns_tell_nothing(
    header: str, unseen: Unseen, *, tells: bool
) -> None:
    data = f"note,{header}\nFor a test.,a test\n".encode()
    rules, options = assembly(unseen), FormatOptions()
    if not tells:
        assert release(Given("notes.csv", data), rules).data == stream("notes.csv", data, rules, options)
        assert audit(Given("notes.csv", data), rules, options=options)[-1].document.id == "notes.csv, row 2"
        return
    with pytest.raises(PromiseError, match="column or key 2") as told:
        release(Given("notes.csv", data), rules)
    assert header not in str(told.value)
    with pytest.raises(PromiseError, match="column or key 2"):
        stream("notes.csv", data, rules, options)
    verdict = audit(Given("notes.csv", data), rules)[-1]
    assert verdict.document.id == "notes.csv, names of its parts"
    assert verdict.violations or verdict.undecided


def test_a_column_that_is_left_out_tells_nothing() -> None:
    dropped = FormatOptions(columns={"HIV result": ColumnRule("drop")})
    made = release(
        Given("notes.csv", b"note,HIV result\nFor a test.,a test\n"), assembly("refuse"), options=dropped
    )
    assert made.data == b"note\nFor a test.\n"


def test_a_key_that_is_kept_tells_nothing() -> None:
    data, options = b'{"text": "For a test.", "HIV": 1}\n', FormatOptions(keep=("HIV",))
    with pytest.raises(PromiseError, match="column or key 2"):
        release(Given("notes.jsonl", data), assembly("keep"), options=options)
    with pytest.raises(PromiseError, match="column or key 2"):
        stream("notes.jsonl", data, assembly("keep"), options)
    assert release(Given("notes.jsonl", data), assembly("keep")).data == b'{"text": "For a test."}\n'
