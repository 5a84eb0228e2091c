"""`reticent train`: learn what to remove from a labelled collection; `reticent attack`: try it on what is to be published."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from reticent.audit.attacks import Attack, split_known
from reticent.audit.attacks import attack as attacked
from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._output import print_json, print_table, require_free
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain, say
from reticent.errors import DocumentError, InputError
from reticent.files import write_whole
from reticent.formats.labels import PERSONS, Labelled, LabelledText, read_labelled
from reticent.formats.registry import STANDARD_INPUT, open_lines, read_bytes
from reticent.models.greedy_sanitize.learners.learner import Learner
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.storing import Trained, to_bytes
from reticent.models.greedy_sanitize.training import Examples, TrainingSet, read_examples, train_by_label

Labels = Annotated[
    str | None, option("--labels", "NAMES", "The labels that mean sensitive: PER,PERSON,NAME if left out.")
]
LearnerNames = Annotated[
    str | None,
    option(
        "--learner",
        "NAMES",
        "crf, svm, ensemble, or a detector (names, presidio, spacy), or several; crf if left out.",
    ),
]


def open_learners(names: str | None) -> list[Learner]:
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


def train(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    collection: Annotated[
        list[str], argument("COLLECTION", "Labelled texts: CoNLL files, or .jsonl in TAB's form or ours.")
    ],
    output: Annotated[Path, option("--output -o", "FILE", "Where the model goes.")],
    leak_cost: Annotated[
        list[str] | None,
        option("--leak-cost", "L", "What a word costs that an attacker finds; KIND=L for one kind. 10"),
    ] = None,
    removal_cost: Annotated[
        list[str] | None,
        option("--removal-cost", "C", "What it costs to remove a harmless word; KIND=C for one kind. 1"),
    ] = None,
    labels: Annotated[
        list[str] | None,
        option(
            "--labels",
            "NAMES",
            "The labels that mean sensitive: PER,PERSON,NAME if left out. KIND=NAMES, again for each kind, "
            "gives each a placeholder of its own.",
        ),
    ] = None,
    learner: LearnerNames = None,
    kind: Annotated[str, option("--kind", "KIND", "What the placeholder says.")] = "NAME",
    surrogates: Annotated[
        Path | None, option("--surrogates", "FILE", "Words to put in place of names, one a line.")
    ] = None,
    update: Annotated[
        Path | None,
        option("--update", "MODEL", "A model to go on from: the collection is what is new to it."),
    ] = None,
    block_words: Annotated[
        int, option("--block-words", "N", "How many words are in memory at a time; the model learns on.")
    ] = 2_000_000,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Learn what is sensitive in a labelled collection, as an attacker would, until learning more doesn't pay.

    Examples:

      reticent train emails-sample.jsonl -o names.model

      reticent train cases.conll -o names.model --labels PER,ORG --learner crf,names --leak-cost 100

      reticent train cases.conll -o both.model --labels NAME=PER --labels DATE=DATE,TIME --leak-cost DATE=3

      reticent train new-sample.jsonl --update names.model -o names-2.model
    """
    require_free(output, overwrite=overwrite, originals=collection)
    chosen = open_learners(learner)
    model = _open_known(update)
    labels_of = _labels(labels or [], kind, model)
    if STANDARD_INPUT in collection and len(labels_of) > 1:
        raise InputError("standard input can be read for one kind only: save it as a file first")
    refuse_idle({"--surrogates": surrogates and len(labels_of) > 1}, "for several kinds")
    costs = {
        name: _costs(given or [], name, labels_of)
        for name, given in (("leak_cost", leak_cost), ("removal_cost", removal_cost))
    }
    known, words = words_in(surrogates), 0
    for block in blocks_in(collection, labels_of, block_words):
        lessons = [
            TrainingSet(
                examples,
                each,
                surrogates=known if len(labels_of) == 1 else (),
                **{name: values[each] for name, values in costs.items() if each in values},
            )
            for each, examples in block.items()
        ]
        words += lessons[0].examples.words
        model = train_by_label(lessons, chosen, before=model, progress=None if quiet else say_iteration)
    if model is None:
        raise InputError("there is no labelled text, so there is nothing to learn: check the files")
    write_whole(output, to_bytes(model))
    if not quiet:
        _conclude(output, model, words)


def _open_known(path: Path | None) -> Trained | None:
    from reticent.models.greedy_sanitize.settings import open_trained_model

    return open_trained_model(path) if path else None


def _labels(given: Sequence[str], kind: str, known: Trained | None) -> dict[str, str | None]:
    """The labels of each kind; a model that is updated has its kinds already."""
    general, by_kind = split_by_kind(given, "--labels")
    if general and by_kind:
        raise InputError("--labels has labels with a kind and without: write KIND=NAMES for each")
    wanted: dict[str, str | None] = dict(by_kind) or {kind: general}
    if known and (missing := [part.kind for part in known.parts if part.kind not in wanted]):
        raise InputError(
            f"the model to update is of the kind '{missing[0]}', which no labels are given for: add "
            f"--labels {missing[0]}=NAMES (or --kind {missing[0]})"
        )
    return wanted


def _conclude(output: Path, model: Trained, words: int) -> None:
    for part in model.parts:
        _show_iterations(part.kind, part.history)
        say(f"{output}: {len(part.classifiers)} classifiers. {part.promise.statement}")
        say(part.bounds(words).statement)


def _costs(given: Sequence[str], name: str, kinds: Collection[str]) -> dict[str, float]:
    """What a mistake costs for each kind that something is said of."""
    option = "--" + name.replace("_", "-")
    general, by_kind = split_by_kind(given, option)
    if unknown := sorted(set(by_kind) - set(kinds)):
        raise InputError(f"{option}: no --labels give the kind '{unknown[0]}'; kinds are {', '.join(kinds)}")
    try:
        return ({each: float(general) for each in kinds} if general else {}) | {
            each: float(value) for each, value in by_kind.items()
        }
    except ValueError:
        raise InputError(f"{option} takes a number, or KIND=NUMBER") from None


def _show_iterations(kind: str, history: tuple[Iteration, ...]) -> None:
    rows = [
        (
            str(number),
            turn.learner,
            f"{turn.right:,}",
            f"{turn.wrong:,}",
            f"{turn.false_negatives:,}",
            f"{turn.false_positives:,}",
            f"{turn.loss:,.0f}",
            "yes" if turn.kept else "no",
        )
        for number, turn in enumerate(history, 1)
    ]
    headings = ["iteration", "learner", "right", "wrong", "left (FN)", "lost (FP)", "T(H)", "kept"]
    print_table(f"Iterations for {kind}", headings, rows)


SCHEMA = 1


def attack(
    published: Annotated[
        list[str],
        argument("PUBLISHED", "What is to be published, with labels at the secrets that are left in it."),
    ],
    known: Annotated[float, option("--known", "SHARE", "The share whose labels the attacker has.")] = 0.5,
    labels: Labels = None,
    learner: LearnerNames = None,
    detector: Annotated[
        list[str] | None,
        option(
            "--detector",
            "NAME",
            "A detector that attacks too, whatever could be learned: names, presidio, spacy. Repeatable.",
        ),
    ] = None,
    kind: Annotated[
        list[str] | None, option("--kind", "KIND", "What the placeholders say: NAME if left out. Repeatable.")
    ] = None,
    fail_above: Annotated[
        int | None,
        option(
            "--fail-above",
            "N",
            "Exit with 1 when the best classifier, or a detector, finds more than N secrets.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play the attacker: learn from a labelled part of the published collection, then inspect the rest by its light.

    The labels of the rest only count what an inspection would show. 'reticent sanitize --keep label' carries the labels
    of a collection over to its release.

    Examples:

      reticent attack published.jsonl

      reticent attack published.jsonl --learner crf,svm,ensemble --fail-above 5

      reticent attack published.jsonl --detector names
    """
    given = examples_in(published, labels, kind or ["NAME"])
    parts = split_known(given.sentences, given.labels, given.groups, known)
    outcome = attacked(*parts, learners=open_learners(learner))
    others = [attacked(*parts, learners=open_learners(name)) for name in detector or []]
    if as_json:
        detectors = [asdict(each) for each in others]
        print_json({"reticent": "attack", "schema": SCHEMA, **asdict(outcome), "detectors": detectors})
    else:
        for each in (outcome, *others):
            _show_attack(each)
    most = max(each.true_positives for each in (outcome, *others))
    if fail_above is not None and most > fail_above:
        complain(
            f"the attacker finds {most} secrets, more than {fail_above}: train with a higher --leak-cost or with more"
            " learners (a detector can be one: --learner crf,names), and sanitize again"
        )
        raise typer.Exit(Exit.VIOLATIONS)


def _show_attack(outcome: Attack) -> None:
    rows = [
        (f"{budget:,}", f"{found:,}", f"{outcome.at_random[budget]:,.1f}")
        for budget, found in outcome.found.items()
    ]
    print_table(
        f"Secrets found by {outcome.learner}", ["inspected", "by the classifier's order", "at random"], rows
    )
    say(
        f"{outcome.learner} points at {outcome.true_positives + outcome.false_positives} of"
        f" {outcome.instances:,} words; {outcome.true_positives} of these are among the {outcome.secrets:,} secrets."
    )
