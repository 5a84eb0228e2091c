from reticent.plan import Promise


def test_a_promise_without_a_summary_says_the_whole_statement() -> None:
    assert Promise("own", "Nothing is left.").in_one_line == "Nothing is left."
    assert Promise("own", "Nothing is left.", summary="nothing left").in_one_line == "nothing left"


def test_a_summary_decides_nothing() -> None:
    assert Promise("own", "Nothing is left.", summary="one") == Promise(
        "own", "Nothing is left.", summary="other"
    )
