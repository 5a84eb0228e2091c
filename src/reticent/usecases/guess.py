"""What attackers guess from a text, by which of its words, and how many words hiding it would cost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from reticent.attackers import Attacker, Guess
from reticent.audit.verification import verify
from reticent.engine import Outcome, run_one
from reticent.engine.rules import Rules
from reticent.errors import InputError, KnowledgeError, PromiseError
from reticent.formats.seam.options import FormatOptions
from reticent.models.indistinct import Indistinct
from reticent.models.indistinct.planning import share_kept
from reticent.models.indistinct.secrets import Secret, ask_reader, count_others, pair_with_secrets
from reticent.models.privacy_model import CompleteModel
from reticent.models.redaction import Redaction
from reticent.plan import Release
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document, Span
from reticent.text.showing import Mark, Shown, show_text
from reticent.usecases.release import InputFile, read_input, read_single

SHOWN = 5
"""Guesses and words that are shown of each attacker: what a person takes in at a glance. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class GuessQuestion:
    """What is asked: the secrets with their candidates, the attackers, and the other promises of a policy."""

    model: Indistinct
    rest: Rules

    @property
    def kinds(self) -> frozenset[str]:
        """Every kind that a placeholder of a draft may name."""
        return self.rest.kinds | self.model.kinds

    def choose(self, names: Sequence[str]) -> GuessQuestion:
        """The same for some of the attackers; an InputError names those that there are."""
        known = [attacker.name for attacker in self.model.attackers]
        for name in names:
            if name not in known:
                raise InputError(f"there is no attacker '{name}': take one of {', '.join(known)}")
        chosen = tuple(each for each in self.model.attackers if not names or each.name in names)
        return replace(self, model=replace(self.model, attackers=chosen))


@dataclass(frozen=True, slots=True)
class GuessWord:
    """Words of the text that moved an attacker, and their share in all that speaks for its guess."""

    text: str = field(repr=False)
    places: int
    share: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score and the words that speak most for it."""

    candidate: str = field(repr=False)
    score: float
    words: tuple[GuessWord, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one attacker sees of one secret: its place among the candidates, and the likeliest of them.

    The text names the secret at `named` places, and `left_out` other candidates, which nobody guesses. Without a place the
    attacker does not come upon it at all; `unasked` says why it was not asked.
    """

    attacker: str
    secret: str = field(repr=False)
    general: str | None
    candidates: int
    named: int
    left_out: int = 0
    place: int | None = None
    first: tuple[Ranked, ...] = field(default=(), repr=False)
    own: Ranked | None = field(default=None, repr=False)
    repeatable: bool = True
    unasked: str = ""


@dataclass(frozen=True, slots=True)
class Guessed:
    """What all attackers see in one document."""

    document: Document
    sights: tuple[Sight, ...]

    def show(self) -> Shown:
        """The text for a notebook, with the words that point to what is hidden: the stronger, the darker."""
        best: dict[str, tuple[float, str]] = {}
        for sight in self.sights:
            for word in sight.own.words if sight.own else ():
                known = best.get(word.text.casefold(), (0.0, ""))
                best[word.text.casefold()] = max(known, (word.share, f"{sight.attacker}: {word.share:.0%}"))
        marks = [
            Mark(
                Span(*found.span()),
                "clue",
                best[found[0].casefold()][1],
                strength=best[found[0].casefold()][0],
            )
            for found in _find_words(best, self.document.text)
        ]
        places = "; ".join(f"{sight.attacker}: {sight.place or 'not found'}" for sight in self.sights)
        return show_text(self.document.text, marks, heading=f"Place of what is hidden by attacker: {places}")


def _find_words(words: Iterable[str], text: str) -> Iterator[re.Match[str]]:
    """Every place of the words, the longest first where several begin there."""
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.finditer(rf"(?<!\w)(?:{listed})(?!\w)", text, re.IGNORECASE) if listed else iter(())


def ask_about(rules: Rules) -> GuessQuestion:
    """The question about what the first model of a policy hides that is made against readers of the whole text."""
    own = next((model for model in rules.models if isinstance(model, Indistinct)), None)
    if own is None:
        raise InputError('say what is hidden: --protect "HIV=virus", or a policy with an indistinct model')
    return GuessQuestion(
        own, replace(rules, models=tuple(each for each in rules.models if each is not own), watch=None)
    )


def guess(
    given: InputFile, question: GuessQuestion, *, options: FormatOptions | None = None
) -> list[Guessed]:
    """What every attacker guesses from every document of a file, as it stands.

    An attacker elsewhere, such as a language model, is asked only about a text that keeps all other promises.
    """
    opened = read_input(given, question.kinds, options or question.rest.options)
    return [
        look_at(mark_placeholders(each, question.kinds, question.rest.is_stand_in), question)
        for each in opened.documents
    ]


def look_at(document: Document, question: GuessQuestion) -> Guessed:
    """What every attacker guesses from a document."""
    sights = [
        see(document, attacker, secret, unasked=_reason_not_to_ask(document, attacker, question))
        for own in question.model.secrets
        for attacker, secret in pair_with_secrets(question.model.attackers, [own])
    ]
    return Guessed(document, tuple(sights))


def see(document: Document, attacker: Attacker, secret: Secret, *, unasked: str = "") -> Sight:
    """What an attacker guesses about a secret, unless there is a reason not to ask it."""
    sight = Sight(
        attacker.name,
        secret.name,
        secret.general,
        len(secret.candidates),
        len(secret.places_of_names(document)),
        len(secret.places_of_candidates(document)),
        repeatable=attacker.repeatable,
        unasked=unasked,
    )
    if unasked:
        return sight
    guesses = ask_reader(attacker, document, secret)
    others = count_others(guesses, secret.name)
    own = next((each for each in guesses if each.candidate == secret.name), None)
    return replace(
        sight,
        place=None if others is None or own is None else others + 1,
        first=tuple(_rank(document, each) for each in guesses[:SHOWN] if each.score > 0),
        own=_rank(document, own) if own else None,
    )


def _reason_not_to_ask(document: Document, attacker: Attacker, question: GuessQuestion) -> str:
    if attacker.repeatable:
        return ""
    if any(secret.places_of_names(document) for secret in question.model.secrets):
        return "the text names what is hidden: it is shown to nobody"
    models = question.rest.models
    if any(model.needs == "both" for model in models):
        return "a promise of the policy speaks of both texts, so nobody can tell whether it holds of this one"
    broken = verify(
        Release(document, document),
        models,
        kinds=question.kinds,
        is_stand_in=question.rest.is_stand_in,
        ask=False,
    )
    return (
        "the text breaks a promise of the policy: release it first, and guess from the release"
        if broken
        else ""
    )


def _rank(document: Document, guess: Guess) -> Ranked:
    """A guess with the words of the text that speak most for it, alike ones together."""
    found: dict[str, list[float]] = {}
    written: dict[str, str] = {}
    for clue in guess.clues:
        text = clue.span.of(document.text)
        found.setdefault(text.casefold(), []).append(clue.share)
        written.setdefault(text.casefold(), text)
    total = sum(max(0.0, *shares) for shares in found.values())
    words = [
        GuessWord(written[form], len(shares), max(shares) / total)
        for form, shares in found.items()
        if max(shares) > 0
    ]
    words.sort(key=lambda word: (-word.share, word.text))
    return Ranked(guess.candidate, guess.score, tuple(words[:SHOWN]))


STEPS = (1, 2, 5, 10, 20, 50, 100)
"""How many others have to explain a text as well, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class GuessPoint:
    """A draft of the text: what was asked of it, the share of words that it keeps, and what attackers see in it.

    With k = 0 only the names are gone. `why` says why there is no such draft.
    """

    k: int
    kept: float = 0.0
    sights: tuple[Sight, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of one document."""

    document: Document
    points: tuple[GuessPoint, ...]


def make_curve(
    given: InputFile,
    question: GuessQuestion,
    steps: Sequence[int] = (),
    *,
    options: FormatOptions | None = None,
) -> Curve:
    """The curve of a file's one document; see `draw_points`. Of the usual steps, those out of reach are left out."""
    document = read_single(given, kinds=question.kinds, options=options or question.rest.options)
    points = draw_points(document, question, steps or STEPS)
    return Curve(document, tuple(point for point in points if steps or point.sights or not point.k))


def draw_points(document: Document, question: GuessQuestion, steps: Sequence[int]) -> list[GuessPoint]:
    """The drafts of a text in which ever more others explain it as well, for the attackers that can be reckoned with.

    All other promises hold on each of them, so that attackers elsewhere may see them too.
    """
    return [_make_point(document, question, k) for k in (0, *sorted(set(steps)))]


def _make_point(document: Document, question: GuessQuestion, k: int) -> GuessPoint:
    try:
        outcome = _make_draft(document, question, k)
        released = outcome.document
    except (PromiseError, KnowledgeError) as error:
        return GuessPoint(k, why=str(error))
    sights = [
        see(released, attacker, secret)
        for own in question.model.secrets
        for attacker, secret in pair_with_secrets(question.model.attackers, [own])
    ]
    return GuessPoint(k, share_kept(outcome.release), tuple(sights))


def _make_draft(document: Document, question: GuessQuestion, k: int) -> Outcome:
    models = (_hide(question.model, k), *question.rest.models)
    return run_one(document, replace(question.rest, models=models))


def _hide(model: Indistinct, k: int) -> CompleteModel:
    """The promise that k others explain a text as well, for the attackers at hand; none but the names for k = 0."""
    if k == 0:
        return Redaction(tuple(secret.names for secret in model.secrets))
    return replace(model, k=k, attackers=tuple(each for each in model.attackers if each.repeatable))
