"""Learn from labelled collections what to remove, and play the attacker on what is about to be published."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from reticent.audit.attacks import Attack, split_known
from reticent.audit.attacks import attack as attack_parts
from reticent.errors import DocumentError, InputError
from reticent.formats.annotated import is_annotated
from reticent.formats.labels import PERSONS, Labelled, LabelledText, label_annotated, read_labelled
from reticent.formats.registry import STANDARD_INPUT, open_lines, read_annotated_file, read_bytes
from reticent.models.greedy_sanitize.learners.learner import Learner
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.storing import Trained
from reticent.models.greedy_sanitize.training import Examples, TrainingSet, read_examples, train_by_label


def train(
    collection: Sequence[str],
    labels: Mapping[str, str | None],
    learners: Sequence[Learner],
    *,
    costs: Mapping[str, Mapping[str, float]],
    block_words: int,
    surrogates: Path | None = None,
    before: Trained | None = None,
    progress: Callable[[Iteration], None] | None = None,
) -> tuple[Trained, int]:
    """The model of a collection, and how many words it holds; `labels` are the names that mean sensitive, by kind.

    `costs` are those of a leak and of a removal (`leak_cost`, `removal_cost`), for each kind that something is said of.
    """
    if STANDARD_INPUT in collection and len(labels) > 1:
        raise InputError("standard input can be read for one kind only: save it as a file first")
    put, words, model = _read_words(surrogates), 0, before
    for block in _read_blocks(collection, labels, block_words):
        sets = [
            TrainingSet(
                examples,
                kind,
                surrogates=put,
                **{name: values[kind] for name, values in costs.items() if kind in values},
            )
            for kind, examples in block.items()
        ]
        words += sets[0].examples.words
        model = train_by_label(sets, learners, before=model, progress=progress)
    if model is None:
        raise InputError("there is no labelled text, so there is nothing to learn: check the files")
    return model, words


def attack(
    published: Sequence[str],
    learners: Sequence[str | None],
    *,
    labels: str | None,
    kinds: Sequence[str],
    known: float,
) -> list[Attack]:
    """What learners find in a collection that see the labels of a part of it; `learners` names a group of them each."""
    given = read_examples(_read_documents(published, _choose_labels(labels)), kinds=kinds)
    parts = split_known(given.sentences, given.labels, given.groups, known)
    return [attack_parts(*parts, learners=open_learners(each)) for each in learners]


def open_learners(names: str | None) -> list[Learner]:
    """The learners of these names, with commas between; the CRF where none is named."""
    from reticent.models.greedy_sanitize import (  # scikit-learn loads with it
        Crf,
        Ensemble,
        Svm,
        open_pretrained,
    )
    from reticent.models.greedy_sanitize.learners.pretrained import DETECTORS

    known: dict[str, Callable[[], Learner]] = {"crf": Crf, "svm": Svm, "ensemble": Ensemble}
    known |= {name: partial(open_pretrained, name) for name in DETECTORS}
    asked = [name.strip() for name in (names or "crf").split(",")]
    if unknown := [name for name in asked if name not in known]:
        raise InputError(f"--learner: there is no '{unknown[0]}'; known are {', '.join(known)}")
    return [known[name]() for name in asked]


def _read_blocks(
    paths: Sequence[str], labels: Mapping[str, str | None], words: int
) -> Iterator[dict[str, Examples]]:
    """The labelled sentences of all files in blocks of about so many words, and in each the labels of every kind."""
    streams = {kind: _read_documents(paths, _choose_labels(names)) for kind, names in labels.items()}
    size = words
    while size >= words:
        taken: dict[str, list[Labelled]] = {kind: [] for kind in streams}
        size = 0
        for together in zip(*streams.values(), strict=True):
            for kind, document in zip(streams, together, strict=True):
                taken[kind].append(document)
            size += _count_words(together[0])
            if size >= words:
                break
        yield {kind: read_examples(documents, kinds=tuple(labels)) for kind, documents in taken.items()}


def _choose_labels(names: str | None) -> frozenset[str]:
    return frozenset(name.strip() for name in names.split(",")) if names else PERSONS


def _count_words(document: Labelled) -> int:
    if isinstance(document, LabelledText):
        return document.document.text.count(" ") + 1
    return sum(map(len, document.sentences))


def _read_documents(paths: Sequence[str], labels: frozenset[str]) -> Iterator[Labelled]:
    for path in paths:
        if is_annotated(path):
            yield label_annotated(read_annotated_file(Path(path)), labels)
        elif path == STANDARD_INPUT:
            yield from read_labelled(path, read_bytes(path).splitlines(), labels)
        else:
            with open_lines(path) as lines:
                yield from read_labelled(path, lines, labels)


def _read_words(path: Path | None) -> tuple[str, ...]:
    """The words of a list, one per line."""
    if path is None:
        return ()
    try:
        words = tuple(dict.fromkeys(read_bytes(str(path)).decode("utf-8").split()))
    except UnicodeDecodeError:
        raise DocumentError(f"'{path}' is not UTF-8: save it as UTF-8") from None
    if not words:
        raise DocumentError(f"'{path}' holds no word: list at least one")
    return words
