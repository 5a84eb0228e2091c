"""Exit codes tell a script apart what it must tell apart."""

from __future__ import annotations

import pytest

from reticent.cli.app import MEANINGS, Exit, complain, exit_for
from reticent.errors import DocumentError, PlanError, PromiseError


def test_every_exit_code_is_a_number_of_its_own_with_a_meaning() -> None:
    assert [(each.name, int(each)) for each in Exit] == [
        ("FINE", 0),
        ("VIOLATIONS", 1),
        ("BAD_INPUT", 2),
        ("PROMISE_NOT_REACHED", 3),
        ("RELEASED_IN_PART", 4),
    ]
    assert set(MEANINGS) == set(Exit)


def test_a_broken_promise_is_told_from_bad_input() -> None:
    assert exit_for(PromiseError("a promise is broken")) == Exit.PROMISE_NOT_REACHED
    assert exit_for(DocumentError("no text")) == Exit.BAD_INPUT
    assert exit_for(PlanError("no plan")) == Exit.BAD_INPUT


def test_complaints_keep_out_of_the_release(capsys: pytest.CaptureFixture[str]) -> None:
    complain("two\nlines")
    assert capsys.readouterr() == ("", "reticent: two\nreticent: lines\n")
