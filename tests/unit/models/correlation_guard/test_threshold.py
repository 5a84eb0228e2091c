from math import inf

import pytest

from reticent.errors import InputError
from reticent.models.correlation_guard.model import Threshold


@pytest.mark.paper("correlations", "Equation 7")
def test_the_least_informative_term_sets_the_threshold() -> None:
    assert Threshold.of("least").over([14.0, 4.7, 9.9]) == [4.7] * 3


def test_a_quantile_passes_over_one_general_name() -> None:
    assert Threshold.of("quantile 25%").over([4.7, 9.9, 12.0, 14.0]) == [9.9] * 4
    assert Threshold.of("quantile 100%").over([4.7, 9.9]) == [9.9] * 2


def test_a_share_of_its_own_is_asked_of_every_term_whatever_the_others_hold() -> None:
    assert Threshold.of("own 50%").over([14.0, 4.0, inf]) == [7.0, 2.0, inf]
    assert Threshold.of("own 50%").over([14.0]) == [7.0]


@pytest.mark.parametrize("rule", ["25%", "100 %"])
def test_a_bare_share_is_asked_of_what(rule: str) -> None:
    with pytest.raises(InputError, match=f"'own {rule}' .* 'quantile {rule}'"):
        Threshold.of(rule)


def test_a_number_is_a_number_of_bits_whatever_was_removed() -> None:
    assert Threshold.of(6).over([1.0]) == Threshold.of("6").over([14.0]) == [6.0]


def test_terms_that_were_never_seen_do_not_set_it() -> None:
    assert Threshold.of("least").over([inf, 8.0]) == [8.0, 8.0]
    assert Threshold.of("least").over([inf]) == [inf]
    assert Threshold.of("quantile 50%").over([]) == []


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "most",
        "-3",
        "0",
        "own 0%",
        "own 200%",
        "quantile 101%",
        "share 5%",
        "inf",
        "nan",
        0,
        -1.5,
        float("nan"),
    ],
)
def test_anything_else_is_refused(rule: str | float) -> None:
    with pytest.raises(InputError, match="a threshold is"):
        Threshold.of(rule)
