"""What readers still infer of what a release hides: the place at which offline readers rank it, and the chance that a language
model names it first.

Nobody promises this, and no violation comes of it: it says when taking words out was not enough. The chance is a logistic
regression over what can be known without asking anybody, fitted to readings by language models that saw nothing but the
releases (`experiments.inference`).
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from importlib.resources import files
from math import exp, log2
from typing import Any

from reticent.attackers import Attacker, Candidate, Guess
from reticent.attackers.counting import Bayes, Similarity
from reticent.attackers.linear import Hints
from reticent.errors import InputError, PolicyError, WithheldError
from reticent.knowledge.conditions import conditions
from reticent.knowledge.corpus.spoken import language_of
from reticent.language import DEFAULT_LANGUAGE, find_language
from reticent.models.indistinct.secrets import Secret, ask_reader, count_others, secret_of
from reticent.models.privacy_model import CompleteModel
from reticent.models.shared.protections import read_protected
from reticent.plan import Release
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span
from reticent.text.document import line_and_column
from reticent.text.tokens import tokenize

MOST_PLACES = 10
"""Places that are shown of what still points to a thing: as many as a person looks at. Chosen by hand."""

_MOST_CURED = 12
"""Steps in which words are taken out to see what would help, each of which reads the release again. Chosen by hand."""

_CURED_AT_ONCE = 2
"""Places that go in one such step: the list of what would help stays short. Chosen by hand."""

_OFTENER_THAN_NOT = 0.5  # what the word says, so that nothing had to be chosen

_REGRESSION = "inference.json"

NOBODY = "nobody"
"""The reader of what no reader that we have can be asked about."""


@dataclass(frozen=True, slots=True)
class WatchedSecret:
    """A protected thing with the offline readers who are asked about it."""

    secret: Secret
    readers: tuple[Attacker, ...]


@dataclass(frozen=True, slots=True)
class InferenceRisk:
    """What is still inferred of one protected thing: `reader` ranks it best, at this place among the candidates.

    Without a place no reader comes upon it, or `nobody` can be asked. `likely` is the chance that a language model names it first, None for what the
    readings say nothing about. `places` of the released text point to it, the strongest first.
    """

    secret: str = field(repr=False)
    reader: str
    place: int | None
    candidates: int
    likely: float | None = None
    places: tuple[Span, ...] = field(default=(), repr=False)

    @property
    def is_inferred(self) -> bool:
        """Whether it is found rather than not: ranked first by a reader, or named first by a language model more often than not."""
        return self.place == 1 or (self.likely or 0.0) > _OFTENER_THAN_NOT

    def describe(self, released: Document) -> str:
        """What is inferred, in a sentence that quotes nothing of the document."""
        if self.reader == NOBODY:
            return (
                f"no offline reader can be asked about {self.secret}: if that is what the text is about, expect whoever reads it to"
                " infer it"
            )
        who = "a reader who knows medicine" if self.reader == "hints" else "a reader who counts words"
        found = f"{who} does not come upon {self.secret}"
        if self.place is not None:
            found = f"{who} ranks {self.secret} {_ordinal(self.place)} of {self.candidates:,}"
            found += f", by the words at {describe_places(self.places, released)}" if self.places else ""
        return found if self.likely is None else f"{found}; {self._tell_chance()}"

    def summarize(self) -> str:
        """The same in a few words, for a list of many documents."""
        if self.reader == NOBODY:
            return "nobody could be asked"
        if self.likely is not None:
            return f"a language model would name it in {round(10 * self.likely)} of 10"
        return (
            "not inferred" if self.place is None else f"ranked {_ordinal(self.place)} of {self.candidates:,}"
        )

    def _tell_chance(self) -> str:
        of_ten = round(10 * (self.likely or 0.0))
        tenths = "in fewer than 1 of 10" if of_ten == 0 else f"in {of_ten} of 10"
        return f"a language model would name it first {tenths} such documents"

    def as_json(self) -> dict[str, Any]:
        """The same as values that JSON can carry."""
        return {
            "entity": self.secret,
            "reader": self.reader,
            "place": self.place,
            "candidates": self.candidates,
            "likely": None if self.likely is None else round(self.likely, 3),
            "points_to_it": [[span.start, span.end] for span in self.places],
        }


@dataclass(frozen=True, slots=True)
class Watch:
    """What is watched, found when it is first asked for, and when a document is withheld although every promise holds.

    That is when an offline reader ranks a protected thing `if_ranked`th or better, or when a language model would name it
    first with a chance of `if_likely` or more.
    """

    things: Callable[[], tuple[WatchedSecret, ...]] = field(repr=False)
    if_ranked: int | None = None
    if_likely: float | None = None
    protected: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def over(
        cls, models: Sequence[CompleteModel], *, if_ranked: int | None = None, if_likely: float | None = None
    ) -> Watch | None:
        """The watch over what these models protect; None where that is nothing."""
        protected = [name for model in models for name in model.protect]
        made = cls(cache(partial(watch, tuple(models))), if_ranked, if_likely, (*dict.fromkeys(protected),))
        if made.withholds:
            made._require_readers(protected)
        return made if protected else None

    def _require_readers(self, protected: Sequence[str]) -> None:
        """A PolicyError where a limit would never be reached because nobody can be asked."""
        if not protected:
            raise PolicyError(
                "withhold_if_ranked and withhold_if_likely need something that is protected: add --protect, or a model"
                " that protects something"
            )
        ranked = {each.secret.name for each in self.things()}
        rated = {each.secret.name for each in self.things() if each.secret.condition}
        if strange := [name for name in protected if name not in ranked]:
            raise PolicyError(
                f"no reader knows '{strange[0]}' or what it could be taken for, so nobody can tell when to withhold: leave"
                " withhold_if_ranked and withhold_if_likely out"
            )
        if self.if_likely is not None and (strange := [name for name in protected if name not in rated]):
            raise PolicyError(
                f"'{strange[0]}' is not on the list of conditions that withhold_if_likely works with: use"
                " withhold_if_ranked instead"
            )

    @property
    def withholds(self) -> bool:
        """Whether it can keep a document back."""
        return self.if_ranked is not None or self.if_likely is not None

    def assess(self, release: Release) -> tuple[InferenceRisk, ...]:
        """What is still inferred of each thing that the original speaks of; of what nobody can be asked about, that this is so."""
        asked = {each.secret.name for each in self.things()}
        unasked = [name for name in self.protected if name not in asked] if release.edits else []
        return (
            *(risk for each in self.things() if (risk := _assess(release, each))),
            *(InferenceRisk(name, NOBODY, None, 0) for name in unasked),
        )

    def require_safe(self, release: Release) -> None:
        """A WithheldError where a protected thing is still inferred too well."""
        for each in self.things() if self.withholds else ():
            risk = _assess(release, each)
            if risk and (limit := self._find_limit(risk)):
                raise self._withhold(release, each, risk, limit)

    def _find_limit(self, risk: InferenceRisk) -> str:
        """Which limit a risk goes beyond; empty for none."""
        if self.if_ranked is not None and risk.place is not None and risk.place <= self.if_ranked:
            return "ranked"
        if self.if_likely is not None and risk.likely is not None and risk.likely >= self.if_likely:
            return "likely"
        return ""

    def _withhold(
        self, release: Release, watched: WatchedSecret, risk: InferenceRisk, limit: str
    ) -> WithheldError:
        cure = self._find_cure(release, watched)
        released, share = release.released, _share_of_words(release.released, cure or ())
        advice = "taking single words out does not help: what the document is about can't be hidden in it"
        if cure:
            advice = (
                f"without the words at {describe_places(cure, released)} of the release ({share:.1%} of its words) it would go out:"
                " remove them in a review, or raise the limit"
            )
        return WithheldError(
            f"'{release.original.id}' is withheld: {risk.describe(released)}; {advice}",
            {
                "code": f"withheld_{limit}",
                **risk.as_json(),
                "limit": self.if_ranked if limit == "ranked" else self.if_likely,
                "would_help": [[span.start, span.end] for span in cure or ()],
                "share_of_words": round(share, 4),
            },
        )

    def _find_cure(self, release: Release, watched: WatchedSecret) -> tuple[Span, ...] | None:
        """The words of the release without which it would go out, the strongest first; None where more than words would have to go."""
        gone: list[Span] = []
        for _ in range(_MOST_CURED):
            masked = replace(release, released=_blank(release.released, gone))
            risk = _assess(masked, watched)
            if risk is None or not self._find_limit(risk):
                return tuple(sorted(gone))
            further = [span for span in risk.places if span not in gone]
            if not further:
                return None
            gone += further[:_CURED_AT_ONCE]
        return None


def watch(models: Sequence[CompleteModel]) -> tuple[WatchedSecret, ...]:
    """What the models protect, each thing once, with the readers who may know it.

    A condition is looked for among all conditions of the list that ships, anything else among what is below its general
    term by the counts of the model; what no reader can be asked about is left out, and so is all that a model counts in another
    language than the readers', which is English.
    """
    found: dict[str, WatchedSecret] = {}
    for model in models:
        if model.corpus is None or not model.protect or language_of(model.corpus) is not DEFAULT_LANGUAGE:
            continue
        for name in model.protect:
            if name not in found and (watched := _watch(name, model)):
                found[name] = watched
    return tuple(found.values())


def describe_places(spans: Sequence[Span], document: Document) -> str:
    """Where they stand, as line:column, the first few of them."""
    place = line_and_column(document.text)
    shown = [f"{line}:{column}" for line, column in map(place, [span.start for span in spans][:MOST_PLACES])]
    more = f" and {len(spans) - MOST_PLACES} more" if len(spans) > MOST_PLACES else ""
    return f"{', '.join(shown)}{more}"


def _blank(document: Document, spans: Sequence[Span]) -> Document:
    """The document with blanks instead of these words."""
    text = document.text
    for span in spans:
        text = f"{text[: span.start]}{' ' * len(span)}{text[span.end :]}"
    return replace(document, text=text)


def _share_of_words(document: Document, spans: Sequence[Span]) -> float:
    words = [
        token.span for token in tokenize(document.mask_placeholders()) if any(map(str.isalnum, token.text))
    ]
    return sum(any(span.start <= word.start < span.end for span in spans) for word in words) / max(
        1, len(words)
    )


def _watch(name: str, model: CompleteModel) -> WatchedSecret | None:
    """The thing among conditions where it is one, else among what is below its general term; None where neither is known."""
    if model.corpus is None or model.taxonomy is None:
        return None
    (own,) = read_protected({name: None}, {name: model.aliases.get(name, ())}, model.taxonomy)
    known = conditions()
    condition = known.find_likely(own.name, own.aliases)
    try:
        if condition is not None:
            others = [Candidate(each.name, each.aliases) for each in known.listed if each is not condition]
            secret = secret_of(
                own.name,
                None,
                corpus=model.corpus,
                taxonomy=model.taxonomy,
                aliases=own.aliases,
                listed=[Candidate(own.name, (own.name, *condition.aliases)), *others],
                condition=condition,
            )
            return WatchedSecret(secret, (_hints(),))
        general = next(iter(_list_generals(model.protect[name])), None)
        secret = secret_of(
            own.name, general, corpus=model.corpus, taxonomy=model.taxonomy, aliases=own.aliases
        )
    except InputError:  # nothing is known that it could be taken for, so that no reader can rank it
        return None
    readers = tuple(make(model.corpus, taxonomy=model.taxonomy) for make in (Similarity, Bayes))
    known_to = tuple(each for each in readers if each.considers(secret.candidates)[secret.own])
    return WatchedSecret(secret, known_to) if known_to else None


def _list_generals(generals: object) -> list[str]:
    listed = [generals] if isinstance(generals, str) else generals
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, Sequence) else []


@cache
def _hints() -> Hints:
    """The reader of the list of conditions that ships, which takes a second to make."""
    return Hints(conditions())


def _assess(release: Release, watched: WatchedSecret) -> InferenceRisk | None:
    sight = look(release, watched)
    if sight is None:
        return None
    likely = predict(sight.factors) if watched.secret.condition else None
    return replace(sight.risk, likely=likely)


@dataclass(frozen=True, slots=True)
class InferenceSight:
    """What the readers see, and what the chance of a language model is reckoned from, by name."""

    risk: InferenceRisk
    factors: Mapping[str, float]


def look(release: Release, watched: WatchedSecret) -> InferenceSight | None:
    """What offline readers make of a release; None where the original doesn't speak of the thing."""
    original, secret = release.original, watched.secret
    named = secret.places_of_names(original)
    if not named:
        return None
    best: tuple[int, Attacker, Guess | None] | None = None
    for reader in watched.readers:
        guesses = ask_reader(reader, release.released, secret)
        own = next((each for each in guesses if each.candidate == secret.name), None)
        others = count_others(guesses, secret.name) if own and own.score > 0 else None
        if others is not None and (best is None or others + 1 < best[0]):
            best = others + 1, reader, own
    place, reader, own = best or (None, watched.readers[0], None)
    clues = [clue for clue in own.clues if clue.share > 0] if own else []
    risk = InferenceRisk(
        secret.name,
        reader.name,
        place,
        len(secret.candidates),
        places=tuple(dict.fromkeys(clue.span for clue in clues))[:MOST_PLACES],
    )
    shares = {clue.span.of(release.released.text).casefold(): clue.share for clue in clues}
    return InferenceSight(risk, _weigh_up(release, named, place or len(secret.candidates), shares))


def _weigh_up(
    release: Release, named: Sequence[Span], place: int, shares: Mapping[str, float]
) -> dict[str, float]:
    """What the chance is reckoned from: what readers make of the release, where it stood, and how much went."""
    text = release.original.mask_placeholders()
    changed = Trace.of(release.edits)
    words = [token.span for token in tokenize(text) if any(map(str.isalnum, token.text))]
    sections = [_find_section(release.original, span.start) for span in named]
    return {
        "place": log2(place),
        "score": log2(1 + sum(shares.values())),
        "hints": log2(1 + len(shares)),
        "named": log2(len(named)),
        "visit": float("visit" in sections),
        "past": float(set(sections) <= {"past", "aside"}),
        "first": named[0].start / max(1, len(text)),
        "gone": sum(changed.touches(word) for word in words) / max(1, len(words)),
        "words": log2(1 + len(words)),
    }


_HEADING = re.compile(
    r"(?:^|(?<=[\n.;,]))[ \t]*([A-Za-z][A-Za-z /&()'-]{0,40}?)(?=[ \t]*(?::|-[ \t]|\n))", re.M
)
"""What looks like the head of a section: a few words at the beginning of a line or sentence, before a colon or alone."""


@lru_cache(maxsize=64)  # a document is looked at once for each thing
def _divide(document: Document) -> tuple[tuple[int, str], ...]:
    """Where each section begins, and which sort it is; empty for heads that are none of ours."""
    words = find_language(document.language).headings
    sorts = {name: getattr(words, name) for name in ("past", "aside", "visit")}

    def sort_of(head: str) -> str:
        forms = [each for each in re.split(r"[^a-z/]+", head.casefold()) if each]
        runs = {
            " ".join(forms[start:end])
            for start in range(len(forms))
            for end in range(start + 1, len(forms) + 1)
        }
        return next((name for name, own in sorts.items() if runs & own), "")

    found = [(each.start(1), each[1]) for each in _HEADING.finditer(document.text)]
    return tuple((start, sort) for start, head in found if (sort := sort_of(head)))


def _find_section(document: Document, position: int) -> str:
    """The sort of section in which a place stands."""
    sections = _divide(document)
    number = bisect_right(sections, position, key=lambda each: each[0])
    return sections[number - 1][1] if number else ""


def _ordinal(number: int) -> str:
    """A place as it is written in a sentence.

    >>> [_ordinal(number) for number in (1, 2, 3, 11, 21, 112)]
    ['1st', '2nd', '3rd', '11th', '21st', '112th']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ending}"


def predict(factors: Mapping[str, float]) -> float:
    """The chance by the logistic regression that ships."""
    model = read_regression()
    sum_ = model["intercept"] + sum(
        model["weights"].get(name, 0.0) * value for name, value in factors.items()
    )
    return 1 / (1 + exp(-sum_))


@cache
def read_regression() -> dict[str, Any]:
    """The weights of the factors, as `experiments.inference` fitted them."""
    content: dict[str, Any] = json.loads(
        files("reticent.audit").joinpath("data", _REGRESSION).read_text("utf-8")
    )
    return content
