"""The folds of the cross-validation: everything is left out exactly once, and each fold has writers of several registers."""

from __future__ import annotations

from experiments.registers import WRITERS
from training.folds import FOLDS, WRITER, leave_out


def numbers_of(source: str) -> list[int]:
    """Ten samples of each source, numbered by its name."""
    begin = 10 * (["court", "wikigold"] + [WRITER + writer for fold in FOLDS for writer in fold]).index(
        source
    )
    return [*range(begin, begin + 10)]


def test_every_writer_and_every_other_sample_is_left_out_once() -> None:
    left = [leave_out(fold, numbers_of) for fold in range(len(FOLDS))]
    writers = [writer for own, _ in left for writer in own]
    assert sorted(writers) == sorted(writer for each in WRITERS.values() for writer in each)
    parts = sorted(number for _, part in left for number in part)
    assert parts == sorted([*numbers_of("court"), *numbers_of("wikigold")])
    assert all(numbers == numbers_of(WRITER + writer) for own, _ in left for writer, numbers in own.items())


def test_no_fold_leaves_out_two_writers_of_one_register() -> None:
    for writers in FOLDS:
        registers = [name for name, own in WRITERS.items() for writer in writers if writer in own]
        assert len(set(registers)) == len(registers)
