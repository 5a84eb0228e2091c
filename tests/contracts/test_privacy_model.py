"""What every privacy model owes; a new model adds itself to `privacy_models.py`."""

from __future__ import annotations

from collections.abc import Callable

from reticent.testing import contract
from reticent.testing.models import CHECKS, ModelCase
from tests.contracts.privacy_models import CASES


@contract(CHECKS, CASES)
def test_a_model_keeps_the_contract(check: Callable[[ModelCase], None], case: ModelCase) -> None:
    check(case)
