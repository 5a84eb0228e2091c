import pytest

from reticent.models.correlation_guard._reading import SecretTerm
from reticent.models.correlation_guard.risk import Correlation
from reticent.models.correlation_guard.search import choose_options, fewest, quasi_identifiers
from reticent.models.shared.counts import Option
from reticent.models.shared.phrases import Phrase
from reticent.text import Span


def phrase(*units: str, contexts: frozenset[int] = frozenset({1})) -> Phrase:
    return Phrase((units[0],), (Span(0, 1),), frozenset(units), contexts)


def tells(*group: str, of: str = "s", contexts: frozenset[int] = frozenset({1})) -> Correlation:
    return Correlation(SecretTerm(of, True, contexts), group, 9.0, 3, 4)


@pytest.mark.paper("correlations", "Section 4.3, never again")
def test_algorithm_1_takes_whole_groups_and_leaves_those_that_are_broken() -> None:
    phrases = [phrase("a"), phrase("b"), phrase("c"), phrase("d")]
    found = [tells("a", "b"), tells("b", "c"), tells("d")]
    assert quasi_identifiers(phrases, found, [found[0].secret]) == {0, 1, 3}


@pytest.mark.paper("correlations", "Section 4.3, small groups first")
def test_algorithm_1_goes_secret_by_secret_and_from_small_groups_to_large() -> None:
    phrases = [phrase("a"), phrase("b"), phrase("c")]
    found = [tells("b", of="second"), tells("a", "b", of="first"), tells("a", of="first")]
    secrets = [found[1].secret, found[0].secret]
    assert quasi_identifiers(phrases, sorted(found, key=lambda each: len(each.group)), secrets) == {0, 1}
    assert quasi_identifiers(phrases, found, secrets[::-1]) == {0, 1}


def test_algorithm_1_takes_a_group_of_one_secret_before_it_knows_what_tells_of_the_next_alone() -> None:
    phrases = [phrase("a"), phrase("b")]
    found = [tells("b", of="second"), tells("a", "b", of="first")]
    first, second = found[1].secret, found[0].secret
    assert quasi_identifiers(phrases, found, [first, second]) == {0, 1}
    assert quasi_identifiers(phrases, found, [second, first]) == {1}


def test_algorithm_1_begins_each_context_with_all_of_its_terms() -> None:
    one, two = frozenset({1}), frozenset({2})
    phrases = [phrase("a", contexts=one | two), phrase("b", contexts=one), phrase("c", contexts=two)]
    found = [tells("a", contexts=one), tells("a", "c", contexts=two)]
    assert quasi_identifiers(phrases, found, [found[0].secret]) == {0, 2}


def test_as_few_go_as_break_every_group() -> None:
    phrases = [phrase("a"), phrase("b"), phrase("c"), phrase("d")]
    assert fewest(phrases, [tells("a", "b"), tells("b", "c"), tells("b", "d")]) == {1}


def test_a_phrase_goes_with_every_place_that_shows_the_same_unit() -> None:
    phrases = [phrase("jungle explorer", "jungle", "explorer"), phrase("jungle"), phrase("map")]
    assert fewest(phrases, [tells("jungle")]) == {0, 1}


def test_what_turns_out_needless_comes_back() -> None:
    phrases = [phrase("a", "x"), phrase("b"), phrase("x")]
    assert fewest(phrases, [tells("a", "b"), tells("b")]) == {1}


def test_groups_that_share_no_context_with_the_secret_are_left() -> None:
    phrases = [phrase("a", contexts=frozenset({1})), phrase("b", contexts=frozenset({2}))]
    assert fewest(phrases, [tells("a", "b"), tells("b")]) == set()


def test_the_first_option_under_which_no_group_stands_is_taken() -> None:
    phrases = [phrase("mosquito"), phrase("net")]
    options = {0: [Option(form, frozenset({form}), 1.0) for form in ("insect", "animal")]}
    found = [tells("mosquito"), tells("insect", "net")]
    assert choose_options(phrases, {0}, options, found)[0].form == "animal"
    assert choose_options(phrases, {0}, options, found[:1])[0].form == "insect"


def test_a_kept_phrase_stays_and_another_of_its_group_goes() -> None:
    phrases = [phrase("a"), phrase("b"), phrase("c")]
    found = [tells("a", "b"), tells("b", "c"), tells("b")]
    assert fewest(phrases, found[:2]) == {1}
    assert fewest(phrases, found[:2], kept={1}) == {0, 2}
    assert fewest(phrases, found, kept={1}) == {0, 2}
    assert fewest(phrases, found[:1], kept={0, 1}) == set()
