from math import inf

import pytest

from reticent.errors import InputError
from reticent.models.correlation_guard.model import Threshold


@pytest.mark.paper("correlations", "Equation 7")
def test_the_least_informative_term_sets_the_threshold() -> None:
    assert Threshold.of("least").over([14.0, 4.7, 9.9]) == 4.7


def test_a_share_passes_over_one_general_name() -> None:
    assert Threshold.of("25%").over([4.7, 9.9, 12.0, 14.0]) == 9.9
    assert Threshold.of("100%").over([4.7, 9.9]) == 9.9


def test_a_number_is_a_number_of_bits_whatever_was_removed() -> None:
    assert Threshold.of(6).over([]) == Threshold.of("6").over([14.0]) == 6.0


def test_terms_that_were_never_seen_do_not_set_it() -> None:
    assert Threshold.of("least").over([inf, 8.0]) == 8.0
    assert Threshold.of("least").over([inf]) == Threshold.of("50%").over([]) == inf


@pytest.mark.parametrize("rule", ["", "most", "-3", "0", "200%", "inf", "nan", 0, -1.5, float("nan")])
def test_anything_else_is_refused(rule: str | float) -> None:
    with pytest.raises(InputError, match="a threshold is"):
        Threshold.of(rule)
