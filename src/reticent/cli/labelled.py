"""What the commands that learn share: labelled input, learners, progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.app import say
from reticent.errors import DocumentError, InputError
from reticent.formats.labels import PERSONS, Labelled, LabelledText, read_labelled
from reticent.formats.registry import STANDARD_INPUT, open_lines, read_bytes
from reticent.models.greedy_sanitize.learners.learner import Learner
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.training import Examples, read_examples

Labels = Annotated[
    str | None,
    typer.Option(
        "--labels", metavar="NAMES", help="The labels that mean sensitive: PER,PERSON,NAME if left out."
    ),
]
LearnerNames = Annotated[
    str | None,
    typer.Option(
        "--learner",
        metavar="NAMES",
        help="crf, svm, ensemble, or a detector (names, presidio, spacy), or several; crf if left out.",
    ),
]


def learners(names: str | None) -> list[Learner]:
    """The learners that an option names."""
    from reticent.models.greedy_sanitize import Crf, Ensemble, Svm, open_pretrained
    from reticent.models.greedy_sanitize.learners.pretrained import DETECTORS

    known: dict[str, Callable[[], Learner]] = {"crf": Crf, "svm": Svm, "ensemble": Ensemble}
    known |= {name: partial(open_pretrained, name) for name in DETECTORS}
    asked = [name.strip() for name in (names or "crf").split(",")]
    if unknown := [name for name in asked if name not in known]:
        raise InputError(f"--learner: there is no '{unknown[0]}'; known are {', '.join(known)}")
    return [known[name]() for name in asked]


def split_by_kind(given: Sequence[str], option: str) -> tuple[str | None, dict[str, str]]:
    """What an option says for all kinds, and what it says as KIND=VALUE for one."""
    general = [each for each in given if "=" not in each]
    if len(general) > 1:
        raise InputError(f"{option} is given twice: write {option} KIND=VALUE for each kind")
    pairs = [each.partition("=") for each in given if "=" in each]
    return (general[0] if general else None), {kind.strip(): value for kind, _, value in pairs}


def examples_in(paths: Sequence[str], labels: str | None, kinds: Sequence[str]) -> Examples:
    """The labelled sentences of all files, placeholders of these kinds hidden; an empty file is none."""
    return read_examples(_documents(paths, _sensitive(labels)), kinds=kinds)


def blocks_in(
    paths: Sequence[str], labels: Mapping[str, str | None], words: int
) -> Iterator[dict[str, Examples]]:
    """The labelled sentences of all files in blocks of about so many words, and in each the labels of every kind."""
    streams = {kind: _documents(paths, _sensitive(names)) for kind, names in labels.items()}
    while True:
        taken: dict[str, list[Labelled]] = {kind: [] for kind in streams}
        size = 0
        for together in zip(*streams.values(), strict=True):
            for kind, document in zip(streams, together, strict=True):
                taken[kind].append(document)
            size += _count_words(together[0])
            if size >= words:
                break
        yield {kind: read_examples(documents, kinds=tuple(labels)) for kind, documents in taken.items()}
        if size < words:
            return


def _sensitive(labels: str | None) -> frozenset[str]:
    return frozenset(label.strip() for label in labels.split(",")) if labels else PERSONS


def _count_words(document: Labelled) -> int:
    if isinstance(document, LabelledText):
        return document.document.text.count(" ") + 1
    return sum(map(len, document.sentences))


def _documents(paths: Sequence[str], kinds: frozenset[str]) -> Iterator[Labelled]:
    for path in paths:
        if path == STANDARD_INPUT:
            yield from read_labelled(path, read_bytes(path).splitlines(), kinds)
        else:
            with open_lines(path) as lines:
                yield from read_labelled(path, lines, kinds)


def words_in(path: Path | None) -> tuple[str, ...]:
    """The words of a list, one a line."""
    if path is None:
        return ()
    try:
        words = tuple(dict.fromkeys(read_bytes(str(path)).decode("utf-8").split()))
    except UnicodeDecodeError:
        raise DocumentError(f"'{path}' is not UTF-8: save it as UTF-8") from None
    if not words:
        raise DocumentError(f"'{path}' holds no word: list at least one")
    return words


def say_iteration(turn: Iteration) -> None:
    """One line on standard error for each turn of the loop."""
    verdict = "kept" if turn.kept else "not worth it, so this is the end"
    say(f"{turn.learner}: finds {turn.right:,} sensitive words and {turn.wrong:,} others; {verdict}")
