"""Assess a release: isolation, linkage and inference over a whole collection, as figures that a dossier shows.

Originals and releases are read in pairs. What each pair tells is worked out where an executor says, as a small value without
a word of the text but samples of the release; the figures are sums over these. Inference and information are measured on a sample.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from reticent.attackers.retrieval import MEASURES, Library, Retrieval, read_library, read_texts
from reticent.audit.report import Utility, measure_utility
from reticent.audit.tripwire import leftovers
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InputError
from reticent.evaluation.anonymity import (
    RARE,
    Facts,
    GuessFacts,
    LinkageFacts,
    count_documents,
    measure_inference,
    measure_isolation,
    measure_known,
    measure_linkage,
    measure_use,
)
from reticent.evaluation.isolation import find_traces
from reticent.evaluation.published import count_quoted, says_published
from reticent.executors import Executor
from reticent.formats.originals import read_originals
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge import Corpus, open_knowledge
from reticent.knowledge.runs import RunCounts, count_runs, open_runs, read_words
from reticent.models.indistinct.secrets import Secret, ask_reader, count_others
from reticent.models.no_linkage import NoLinkage
from reticent.models.no_linkage.reading import read_unchanged
from reticent.plan import DeclaredException, Plan, Release
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import plain_mark, read_label, shown_placeholders
from reticent.text import Document
from reticent.usecases.audit import judge_release, read_releases
from reticent.usecases.manifest import place_of_manifest, read_head, read_places
from reticent.usecases.prove import digest_of
from reticent.usecases.release import read_file
from reticent.usecases.run_log import walk_folder

Exceptions = Mapping[str, Sequence[DeclaredException]]
"""What people keep against a promise, by the fingerprints of the released texts."""

SAMPLE = 500
"""Documents on which inference is measured: the error of a share is then at most 4.4 points. Chosen by hand."""

_BATCH = 64  # pairs that travel to a worker together; chosen by hand
_SHOWN, _LETTERS = 3, 600  # samples of released text, and letters of each; chosen by hand
_TRIED = 20  # texts that people try: a day's work for a few; chosen by hand

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is assessed, by which rules; without `originals` only what a release itself suffices for.

    `known` is a file of what is public about the people in question: a JSON object per line with `subject` and `text`.
    """

    released: Path
    recipe: Recipe
    options: FormatOptions | None = None
    originals: Path | None = None
    known: Path | None = None
    sample: int = SAMPLE
    exceptions: Exceptions = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pair:
    """A document and its original, of whose subject it tells, and whether inference is measured on it.

    `name` is the original's where there is one, and `called` the released document's, below the folder of the release.
    """

    name: str
    called: str
    release: Release = field(repr=False)
    subject: str = field(default="", repr=False)
    sampled: bool = False


@dataclass(frozen=True)
class _Context:
    """What a worker needs, opened once."""

    rules: Rules
    without_original: bool
    runs: RunCounts | None
    readers: tuple[Retrieval, ...]
    known: tuple[Retrieval, ...]
    exceptions: Exceptions

    @cached_property
    def corpus(self) -> Corpus:
        return open_knowledge()

    @cached_property
    def by_runs(self) -> NoLinkage | None:
        return NoLinkage(self.runs) if self.runs else None

    @cached_property
    def by_sets(self) -> NoLinkage | None:
        return NoLinkage(self.runs, longest=1, rare=min(RARE, self.runs.rarest)) if self.runs else None

    def examine(self, pairs: Sequence[Pair]) -> list[Facts]:
        """What each of the documents tells."""
        return [self._examine(each) for each in pairs]

    def _examine(self, pair: Pair) -> Facts:
        release = pair.release
        kept = self.exceptions.get(release.released.fingerprint, ())
        judged = judge_release(release, self.rules, kept, ask=False)
        broken = bool(judged.violations or judged.undecided or (judged.untold and not self.without_original))
        marks = _count_marks(release.released)
        forms = [word.form for word in read_words(release.released)]
        called = (pair.subject, Path(pair.subject).stem)
        traces = find_traces(release.released)
        known = {
            each.name: place for each in self.known for who in called if (place := each.place_of(who, forms))
        }
        measured = pair.sampled and not self.without_original
        return Facts(
            pair.called,
            pair.subject,
            len(read_words(release.original)),
            broken,
            judged.excepted,
            traces,
            dict(marks),
            None if self.without_original else self._link(pair, forms),
            known,
            self._infer(release) if measured and not broken else () if measured else None,
            self._measure(release) if measured else None,
            release.released.text[:_LETTERS] if pair.sampled else "",
        )

    def _measure(self, release: Release) -> Utility:
        return measure_utility(Plan.for_document(release.original), release, corpus=self.corpus)

    def _link(self, pair: Pair, forms: Sequence[str]) -> LinkageFacts:
        release = pair.release
        stretches = read_unchanged(release, self.runs) if self.runs else []
        found = self.by_runs.violations(release) if self.by_runs else []
        inside: set[int] = set()
        words = [word.span.start for stretch in stretches for word in stretch]
        for each in found:
            inside.update(range(bisect_left(words, each.span.start), bisect_left(words, each.span.end)))
        return LinkageFacts(
            len(words),
            len(inside),
            max(map(len, stretches), default=0),
            bool(found),
            any(each.group for each in self.by_sets.violations(release)) if self.by_sets else False,
            {each.name: each.place_of(pair.name, forms) or 0 for each in self.readers},
        )

    def _infer(self, release: Release) -> tuple[GuessFacts, ...]:
        """What is guessed of each protected thing that the original speaks of, also by the readers of the policy."""
        watch = self.rules.watch
        if watch is None:
            return ()
        risks = {each.secret: each for each in watch.assess(release)}
        return tuple(
            GuessFacts(number, risk.place, risk.likely, self._ask(release, each.secret))
            for number, each in enumerate(watch.things())
            if (risk := risks.get(each.secret.name))
        )

    def _ask(self, release: Release, secret: Secret) -> dict[str, int]:
        """At which place the readers of the policy, such as a language model, have a secret; 0 where they don't come upon it."""
        places = {}
        for reader in self.rules.attackers:
            others = count_others(ask_reader(reader, release.released, secret), secret.name)
            places[reader.name] = 0 if others is None else others + 1
        return places


@dataclass(frozen=True, slots=True)
class Assessed:
    """The figures as values that JSON can carry; released texts for people to try, and what was removed, which stays here."""

    figures: dict[str, Any]
    texts: tuple[str, ...] = field(repr=False)
    removed: frozenset[str] = field(repr=False)


def _count_marks(document: Document) -> Counter[str]:
    """How often each label stands in the text; marks that touch are one placeholder, and count one by one."""
    one = re.compile(plain_mark(document.placeholder_style))
    shown = (span.of(document.text) for span in shown_placeholders(document))
    return Counter(read_label(mark) for each in shown for mark in (one.findall(each) or [each]))


def assess(asked: Assessment, executor: Executor, *, progress: Progress | None = None) -> Assessed:
    """All figures on a release; those that need originals only where these are given."""
    rules = asked.recipe.make_rules()
    options = asked.options or rules.options
    pairs = list(_mark_sample(_read_pairs(asked, rules, options), asked.sample))
    if not pairs:
        raise DocumentError(f"'{asked.released}' holds no document: name the release")
    with TemporaryDirectory() as folder:
        store = Path(folder)
        _count_originals(asked, pairs, options, store)
        facts: list[Facts] = []
        batches = _in_batches(pairs)
        for own in executor.run(_examine_batch, batches, set_up=partial(_prepare, asked, store)):
            facts += own
            if progress:
                progress(len(facts))
    figures = {
        **count_documents(facts, rules.promises),
        "looked_for": sorted({kind for each in rules.removing for kind in each.kinds}),
        "isolation": measure_isolation(facts),
        **({"known": measure_known(facts, digest_of(asked.known.read_bytes()))} if asked.known else {}),
        **(_measure_both_texts(facts, rules) if asked.originals else {}),
        **({"published": _count_published(asked, pairs)} if asked.originals else {}),
        "samples": _choose_samples(facts),
        "refused": _count_refused(asked.released),
        "exceptions": [
            {"reason": each.reason, "by": each.by, "places": len(each.spans)}
            for own in asked.exceptions.values()
            for each in own
        ],
    }
    texts = [each.release.released.text for each in pairs if each.sampled][:_TRIED]
    removed = frozenset(_list_removed(pairs))
    _hide_names(figures["isolation"]["where"], [each.called for each in pairs], removed)
    return Assessed(figures, tuple(texts), removed)


def _hide_names(where: Sequence[dict[str, Any]], called: Sequence[str], removed: frozenset[str]) -> None:
    """Documents by their number in the order of names instead of by a name in which something stands that was removed."""
    numbers = {name: number for number, name in enumerate(called, 1)}
    for each in where:
        if leftovers(removed, each["document"]):
            each["document"] = f"no. {numbers[each['document']]}"


def _measure_both_texts(facts: Sequence[Facts], rules: Rules) -> dict[str, Any]:
    """The figures that need the originals."""
    things = rules.watch.things() if rules.watch else ()
    return {
        "linkage": measure_linkage(facts),
        "inference": measure_inference(facts, [each.secret.general for each in things]),
        "utility": measure_use(facts),
    }


def _choose_samples(facts: Sequence[Facts]) -> list[str]:
    """Some released texts to show; none where identifiers are still found: where detectors found some, they missed others near by."""
    if any(each.traces.identifiers for each in facts):
        return []
    return [each.shown for each in facts if each.shown][:_SHOWN]


def _count_published(asked: Assessment, pairs: Sequence[Pair]) -> dict[str, int]:
    """How many originals show that they are public, by their own words and by the texts that are known."""
    originals = [each.release.original for each in pairs]
    found = {"own_words": sum(says_published(each.text) for each in originals)}
    if asked.known:
        found["known_texts"] = count_quoted(originals, (text for _, text in read_texts(asked.known)))
    return found


def _list_removed(pairs: Iterable[Pair]) -> Iterator[str]:
    """What marks stand for in the releases."""
    for each in pairs:
        for edit in each.release.edits:
            if edit.placeholder:
                yield edit.span.of(each.release.original.text)


def _read_pairs(asked: Assessment, rules: Rules, options: FormatOptions) -> Iterator[Pair]:
    """Every document with its original, called by the file and its number there."""
    for path, original in _list_files(asked):
        given = read_file(str(path))
        source = read_file(str(original)) if original else None
        releases = read_releases(given, rules, original=source, options=options)
        says = bool(options.subject_field) or len(releases) == 1
        for number, release in enumerate(releases):
            own = release.original if original else release.released
            name = f"{original or path}#{number}"
            below = path.relative_to(asked.released).as_posix() if asked.released.is_dir() else path.name
            called = below if len(releases) == 1 else f"{below}, document {number + 1}"
            yield Pair(name, called, release, own.subject if says and own.subject else name)


def _list_files(asked: Assessment) -> list[tuple[Path, Path | None]]:
    """The released files, each with its original: by the manifest, else by its path."""
    released, originals = asked.released, asked.originals
    if not released.is_dir():
        if originals and originals.is_dir():
            raise InputError(f"'{released}' is a file and its original a folder: name the original file")
        return [(released, originals)]
    manifest = place_of_manifest(released)
    places = {new: old for old, new in read_places(manifest)} if manifest.exists() else {}
    names = sorted(each.path for each in walk_folder(released) if each.state == "todo")
    return [(released / name, originals / places.get(name, name) if originals else None) for name in names]


def _mark_sample(pairs: Iterable[Pair], size: int) -> Iterator[Pair]:
    """The pairs, of which those whose names have the lowest hashes are the sample: the same for everybody."""
    listed = list(pairs)
    order = sorted(range(len(listed)), key=lambda at: hashlib.sha256(str(at).encode()).digest())
    chosen = set(order[:size])
    for at, each in enumerate(listed):
        yield replace(each, sampled=at in chosen)


def _in_batches(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    waiting = iter(pairs)
    while batch := list(islice(waiting, _BATCH)):
        yield batch


_RUNS, _ORIGINALS, _KNOWN = "originals.runs", "originals.library", "known.library"


def _count_originals(asked: Assessment, pairs: Sequence[Pair], options: FormatOptions, store: Path) -> None:
    """Count the originals once, into files that workers open."""
    if asked.originals:
        count_runs(read_originals([asked.originals], options)).save(store / _RUNS)
        library = Library.of((each.name, each.release.original.text) for each in pairs)
        (store / _ORIGINALS).write_bytes(pickle.dumps(library))
    if asked.known:
        (store / _KNOWN).write_bytes(pickle.dumps(read_library(asked.known)))


def _prepare(asked: Assessment, store: Path) -> _Context:
    runs = open_runs(store / _RUNS) if (store / _RUNS).exists() else None
    readers, known = _open_readers(store / _ORIGINALS), _open_readers(store / _KNOWN)
    return _Context(asked.recipe.make_rules(), runs is None, runs, readers, known, asked.exceptions)


def _open_readers(path: Path) -> tuple[Retrieval, ...]:
    """The readers of a library that this very run has written."""
    if not path.exists():
        return ()
    library: Library = pickle.loads(path.read_bytes())  # noqa: S301 - out of our own temporary folder
    return tuple(Retrieval(library, measure) for measure in MEASURES)


def _examine_batch(context: _Context, batch: Sequence[Pair]) -> list[Facts]:
    return context.examine(batch)


def _count_refused(released: Path) -> dict[str, int]:
    """How many files did not go out, by why, where the release has a manifest: withheld ones by their code."""
    manifest = place_of_manifest(released)
    if not (released.is_dir() and manifest.exists()):
        return {}
    counts = read_head(manifest)["counts"]
    rows = json.loads(manifest.read_text("ascii"))["refused"]
    codes = Counter(row["withheld"]["code"] for row in rows if "withheld" in row)
    others = counts["refused"] - sum(codes.values())
    return {**codes, "refused": others, "left_out": counts["left_out"]}
