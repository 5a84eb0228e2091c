"""Assess a release: isolation, linkage and inference over a whole collection, as figures that a dossier shows.

Originals and releases are read in pairs. What each pair tells is worked out where an executor says, as a small value without
a word of the text but samples of the release; the figures are sums over these. Inference and information are measured on a sample.
"""

from __future__ import annotations

import hashlib
import pickle
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from reticent.attackers.retrieval import MEASURES, Library, Retrieval, read_library
from reticent.audit.report import Utility, add_utility, measure_utility
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InputError
from reticent.evaluation.isolation import Traces, count_companions, find_traces, join_traits, sort_into_bands
from reticent.executors import Executor
from reticent.formats.originals import read_originals
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge import Corpus, open_knowledge
from reticent.knowledge.runs import RunCounts, count_runs, open_runs, read_words
from reticent.models.no_linkage import NoLinkage
from reticent.models.no_linkage.reading import read_unchanged
from reticent.plan import Plan, Release
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import read_label, shown_placeholders
from reticent.usecases.audit import judge_release, read_releases
from reticent.usecases.manifest import place_of_manifest, read_head, read_places
from reticent.usecases.release import read_file
from reticent.usecases.run_log import walk_folder

SAMPLE = 500
"""Documents on which inference is measured: the error of a share is then at most 4.4 points. Chosen by hand."""

RARE = 10
"""Words in fewer originals than this are taken together; chosen by hand, as K-safety's usual K."""

_BATCH = 64  # pairs that travel to a worker together; chosen by hand
_SHOWN, _LETTERS = 3, 600  # samples of released text, and letters of each; chosen by hand
_TRIED = 20  # texts that people try: a day's work for a few; chosen by hand
_SURE = 1.96  # standard errors of an interval that holds the truth 95 times of 100

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


@dataclass(frozen=True, slots=True)
class Pair:
    """A document and its original, of whose subject it tells, and whether inference is measured on it."""

    name: str
    release: Release = field(repr=False)
    subject: str = field(default="", repr=False)
    sampled: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What one document tells of the collection."""

    subject: str = field(repr=False)
    words: int
    broken: bool
    excepted: int
    traces: Traces
    kinds: Mapping[str, int]
    linkage: LinkageFacts | None = None
    known: Mapping[str, int] = field(default_factory=dict)
    risks: tuple[tuple[int, int | None, float | None], ...] | None = None
    utility: Utility | None = None
    shown: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class LinkageFacts:
    """Unchanged words, those in runs that lead to one original, and at which place each reader has the true one."""

    kept: int
    in_runs: int
    longest: int
    by_runs: bool
    by_sets: bool
    places: Mapping[str, int]


@dataclass(frozen=True)
class _Context:
    """What a worker needs, opened once."""

    rules: Rules
    without_original: bool
    runs: RunCounts | None
    readers: tuple[Retrieval, ...]
    known: tuple[Retrieval, ...]

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
        judged = judge_release(release, self.rules, ask=False)
        broken = bool(judged.violations or judged.undecided or (judged.untold and not self.without_original))
        marks = Counter(
            read_label(span.of(release.released.text)) for span in shown_placeholders(release.released)
        )
        forms = [word.form for word in read_words(release.released)]
        called = (pair.subject, Path(pair.subject).stem)
        traces = find_traces(release.released)
        known = {
            each.name: place for each in self.known for who in called if (place := each.place_of(who, forms))
        }
        measured = pair.sampled and not self.without_original
        return Facts(
            pair.subject,
            len(read_words(release.original)),
            broken,
            judged.excepted,
            traces,
            dict(marks),
            None if self.without_original else self._link(pair, forms),
            known,
            self._infer(release) if measured else None,
            self._measure(release) if measured else None,
            release.released.text[:_LETTERS] if pair.sampled and not traces.identifiers else "",
        )

    def _measure(self, release: Release) -> Utility:
        return measure_utility(Plan.for_document(release.original), release, corpus=self.corpus)

    def _link(self, pair: Pair, forms: Sequence[str]) -> LinkageFacts:
        release = pair.release
        stretches = read_unchanged(release)
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

    def _infer(self, release: Release) -> tuple[tuple[int, int | None, float | None], ...]:
        """For each protected thing that the original speaks of: its number, its place for offline readers, a language model's chance."""
        watch = self.rules.watch
        if watch is None:
            return ()
        numbers = {each.secret.name: number for number, each in enumerate(watch.things())}
        risks = (each for each in watch.assess(release) if each.secret in numbers)
        return tuple((numbers[each.secret], each.place, each.likely) for each in risks)


@dataclass(frozen=True, slots=True)
class Assessed:
    """The figures as values that JSON can carry; released texts for people to try, and what was removed, which stays here."""

    figures: dict[str, Any]
    texts: tuple[str, ...] = field(repr=False)
    removed: frozenset[str] = field(repr=False)


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
        for own in executor.run(_examine_batch, batches, set_up=partial(_prepare, asked.recipe, store)):
            facts += own
            if progress:
                progress(len(facts))
    figures = {
        **_count(facts, rules),
        "isolation": _isolate(facts),
        **(_measure_linkage(facts) if asked.originals else {}),
        **({"known": _rank_known(facts, asked.known)} if asked.known else {}),
        **({"inference": _measure_inference(facts, rules)} if asked.originals else {}),
        **({"utility": _measure_use(facts)} if asked.originals else {}),
        "samples": [each.shown for each in facts if each.shown][:_SHOWN],
        "refused": _count_refused(asked.released),
    }
    texts = [each.release.released.text for each in pairs if each.sampled][:_TRIED]
    return Assessed(figures, tuple(texts), frozenset(_list_removed(pairs)))


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
            yield Pair(name, release, own.subject if says and own.subject else name)


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
        yield Pair(each.name, each.release, each.subject, at in chosen)


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


def _prepare(recipe: Recipe, store: Path) -> _Context:
    runs = open_runs(store / _RUNS) if (store / _RUNS).exists() else None
    return _Context(
        recipe.make_rules(),
        runs is None,
        runs,
        _open_readers(store / _ORIGINALS),
        _open_readers(store / _KNOWN),
    )


def _open_readers(path: Path) -> tuple[Retrieval, ...]:
    """The readers of a library that this very run has written."""
    if not path.exists():
        return ()
    library: Library = pickle.loads(path.read_bytes())  # noqa: S301 - out of our own temporary folder
    return tuple(Retrieval(library, measure) for measure in MEASURES)


def _examine_batch(context: _Context, batch: Sequence[Pair]) -> list[Facts]:
    return context.examine(batch)


def _count(facts: Sequence[Facts], rules: Rules) -> dict[str, Any]:
    """How much there is, and what the audit says of it."""
    return {
        "documents": len(facts),
        "subjects": len({each.subject for each in facts}),
        **({"words": sum(each.words for each in facts)} if facts[0].linkage else {}),
        "audit": {
            "broken": sum(each.broken for each in facts),
            "excepted": sum(each.excepted for each in facts),
        },
        "promises": [
            {
                "model": each.model,
                "statement": each.public or each.statement,
                "relative_to": dict(each.relative_to),
            }
            for each in rules.promises
        ],
    }


def _isolate(facts: Sequence[Facts]) -> dict[str, Any]:
    """Who is singled out by what is left."""
    by_subject: dict[str, list[frozenset[str]]] = {}
    for each in facts:
        by_subject.setdefault(each.subject, []).append(each.traces.traits)
    counts = count_companions([join_traits(own) for own in by_subject.values()])
    kinds = sum((Counter(each.traces.identifiers) for each in facts), Counter[str]())
    return {
        "documents_with_identifiers": sum(bool(each.traces.identifiers) for each in facts),
        "identifiers": dict(sorted(kinds.items())),
        "k": sort_into_bands(counts),
        "least_k": min(counts),
        "singled_out": round(sum(k == 1 for k in counts) / len(counts), 4),
    }


def _measure_linkage(facts: Sequence[Facts]) -> dict[str, Any]:
    linked = [each.linkage for each in facts if each.linkage]
    kept = sum(each.kept for each in linked)
    return {
        "linkage": {
            "k": 2,
            "longest": 7,
            "rare": RARE,
            "by_runs": _share(each.by_runs for each in linked),
            "by_sets": _share(each.by_sets for each in linked),
            "words_in_runs": round(sum(each.in_runs for each in linked) / max(1, kept), 4),
            "longest_stretch": max((each.longest for each in linked), default=0),
            "readers": [_rank(name, [each.places[name] for each in linked], facts) for name in MEASURES],
        }
    }


def _rank(name: str, places: Sequence[int], facts: Sequence[Facts]) -> dict[str, Any]:
    """How a reader fares, over all documents and by the words that these keep."""
    kept = [each.linkage.kept / max(1, each.words) for each in facts if each.linkage]
    order = sorted(range(len(places)), key=lambda at: kept[at])
    quarter = max(1, len(order) // 4)
    parts = [order[at : at + quarter] for at in range(0, quarter * 4, quarter) if order[at : at + quarter]]
    return {
        "reader": name,
        "first": _share(place == 1 for place in places),
        "median_place": median(places),
        "by_words_kept": [
            {
                "kept": round(sum(kept[at] for at in part) / len(part), 3),
                "first": _share(places[at] == 1 for at in part),
            }
            for part in parts
        ],
    }


def _rank_known(facts: Sequence[Facts], path: Path | None) -> dict[str, Any]:
    """How often readers find the right person by what is public about all of them."""
    about = [each.known for each in facts if each.known]
    digest = hashlib.sha256(path.read_bytes()).hexdigest() if path else ""
    return {
        "documents": len(about),
        "texts": f"sha256:{digest}",
        "readers": [
            {
                "reader": name,
                "first": _share(own[name] == 1 for own in about),
                "median_place": median(own[name] for own in about) if about else None,
            }
            for name in MEASURES
        ],
    }


def _measure_inference(facts: Sequence[Facts], rules: Rules) -> dict[str, Any]:
    """What is still guessed of each protected thing, with the error of the sample."""
    sampled = [each for each in facts if each.risks is not None]
    things = rules.watch.things() if rules.watch else ()
    rows = []
    for number, thing in enumerate(things):
        own = [risk for each in sampled for risk in each.risks or () if risk[0] == number]
        likely = [chance for _, _, chance in own if chance is not None]
        first = [place == 1 for _, place, _ in own]
        rows.append(
            {
                "thing": number + 1,
                "general": thing.secret.general,
                "documents": len(own),
                "first": _share(first),
                "error": error_of(_share(first), len(own), len(facts)),
                "named_by_language_model": round(sum(likely) / len(likely), 4) if likely else None,
            }
        )
    return {"sample": len(sampled), "of": len(facts), "things": rows}


def _measure_use(facts: Sequence[Facts]) -> dict[str, Any]:
    linked = [each.linkage for each in facts if each.linkage]
    used = add_utility(each.utility for each in facts if each.utility)
    kinds = sum((Counter(each.kinds) for each in facts), Counter[str]())
    kept = used.information_kept
    return {
        "words_kept": round(sum(each.kept for each in linked) / max(1, sum(each.words for each in facts)), 4),
        "information_kept": None if kept is None else round(kept, 4),
        "marks": dict(kinds.most_common()),
    }


def _count_refused(released: Path) -> dict[str, int]:
    """How many files did not go out, where the release has a manifest."""
    manifest = place_of_manifest(released)
    if not (released.is_dir() and manifest.exists()):
        return {}
    counts = read_head(manifest)["counts"]
    return {name: counts[name] for name in ("refused", "left_out")}


def error_of(share: float, size: int, everybody: int) -> float:
    """By how much a share of a sample may be wrong, 95 times of 100; nothing where everybody was asked.

    >>> error_of(0.5, 500, 10_000), error_of(0.5, 60, 60)
    (0.0427, 0.0)
    """
    if size == 0 or everybody <= size:
        return 0.0
    rest = (everybody - size) / max(1, everybody - 1)
    return round(_SURE * sqrt(share * (1 - share) / size * rest), 4)


def _share(values: Iterable[bool]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 4) if listed else 0.0


def list_shares(figures: Mapping[str, Any]) -> dict[str, float]:
    """The shares by which a release is judged, as far as they were measured."""
    shares = {
        "broken": figures["audit"]["broken"] / figures["documents"],
        "identified": figures["isolation"]["documents_with_identifiers"] / figures["documents"],
        "singled_out": figures["isolation"]["singled_out"],
    }
    if "linkage" in figures:
        shares["linkable"] = figures["linkage"]["by_runs"]
        shares["found_first"] = max(each["first"] for each in figures["linkage"]["readers"])
    if "known" in figures:
        shares["known_first"] = max(each["first"] for each in figures["known"]["readers"])
    things = figures.get("inference", {}).get("things", [])
    if about := [each for each in things if each["documents"]]:
        shares["inferred"] = max(max(each["first"], each["named_by_language_model"] or 0.0) for each in about)
    return shares
