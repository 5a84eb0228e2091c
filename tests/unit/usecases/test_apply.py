"""Plans are carried out for all documents of a file or for none."""

from __future__ import annotations

import pytest

from reticent import Redaction, Span, WordList
from reticent.audit.exceptions import exceptions_from_json
from reticent.engine.rules import Rules
from reticent.errors import PlanError
from reticent.formats.seam.options import DEFAULTS
from reticent.plan import Decision, DeclaredException, Plan
from reticent.usecases.apply import apply
from reticent.usecases.release import InputFile, read_input

RULES = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
LETTERS = InputFile("a.jsonl", b'{"text": "To Zorblat."}\n{"text": "To Zorblat too."}\n')
NAME = Span(3, 10)


def plans(*, take: tuple[int, ...] = (), keep: tuple[int, ...] = ()) -> list[Plan]:
    return [
        Plan(
            document.id,
            document.fingerprint,
            (Decision((NAME,), "NAME"),) if number in take else (),
            exceptions=(DeclaredException((NAME,), "ours"),) if number in keep else (),
        )
        for number, document in enumerate(read_input(LETTERS, RULES.kinds, DEFAULTS).documents)
    ]


def test_plans_that_keep_every_promise_release_the_file() -> None:
    applied = apply(LETTERS, plans(take=(0, 1)), RULES)
    assert applied.released is not None
    assert applied.released.data == b'{"text": "To [NAME]."}\n{"text": "To [NAME] too."}\n'
    assert applied.exceptions is None


@pytest.mark.parametrize("take", [(), (0,), (1,)])
def test_one_document_that_breaks_a_promise_keeps_the_file_back(take: tuple[int, ...]) -> None:
    applied = apply(LETTERS, plans(take=take), RULES)
    assert applied.released is None
    assert [not outcome.violations for outcome in applied.outcomes] == [number in take for number in (0, 1)]


def test_what_was_kept_is_handed_on_to_whoever_audits_the_release() -> None:
    applied = apply(LETTERS, plans(take=(0,), keep=(1,)), RULES)
    assert applied.released is not None
    assert applied.exceptions is not None
    released = applied.outcomes[1].document
    assert exceptions_from_json(applied.exceptions)[released.fingerprint] == (
        DeclaredException((NAME,), "ours"),
    )


@pytest.mark.parametrize("number", [0, 1])
def test_plans_for_another_number_of_documents_are_refused(number: int) -> None:
    with pytest.raises(PlanError, match=f"there are {number} plans for the 2 documents"):
        apply(LETTERS, plans()[:number], RULES)
