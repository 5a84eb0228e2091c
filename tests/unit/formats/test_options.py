import pytest

from reticent.errors import InputError
from reticent.formats import ColumnRule, FormatOptions, parse_column_rules


def test_rules_are_read_with_equals_signs_on_both_sides() -> None:
    assert parse_column_rules(["a=keep", "b=c=drop", "d=constant:", "e=constant:x=keep:y"]) == {
        "a": ColumnRule("keep"),
        "b=c": ColumnRule("drop"),
        "d": ColumnRule("constant", ""),
        "e": ColumnRule("constant", "x=keep:y"),
    }


@pytest.mark.parametrize("written", ["a", "a=", "=keep", "a=kept", "a=keep:x", "a=constant"])
def test_what_is_no_rule_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="sanitize, keep, drop or constant:TEXT"):
        parse_column_rules([written])


def test_two_rules_for_one_column_are_refused() -> None:
    with pytest.raises(InputError, match="two rules"):
        parse_column_rules(["a=keep", "a=drop"])


def test_other_options_have_another_fingerprint() -> None:
    several = [
        FormatOptions(),
        FormatOptions(fields=("a",)),
        FormatOptions(keep=("a",)),
        FormatOptions(columns={"a": ColumnRule("constant", "x")}),
        FormatOptions(columns={"a": ColumnRule("constant", "y")}),
        FormatOptions(numbers="keep"),
        FormatOptions(header=False),
    ]
    assert len({each.fingerprint for each in several}) == len(several)
    assert FormatOptions().fingerprint == FormatOptions().fingerprint
