"""What is to be hidden, by all of its names, the candidates that it has to be hidden among, and the check.

The check is written from the definition alone: at least k other candidates explain the text as well as the secret does, which is
that the reader gives them no lower score. What a reader doesn't guess at all, it has not found. What the text names
itself is not hidden in it, and does not count towards k.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TypeVar

from reticent.attackers import AsksAgain, Attacker, Candidate, Guess
from reticent.attackers.linear import LinearAttacker
from reticent.errors import InputError, TaxonomyError
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.conditions import Condition, conditions, places_of
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, descendants
from reticent.models.shared.naming import finder_of, list_above, means, names_of, senses_below
from reticent.models.shared.proper_names import NameFinder
from reticent.plan import Violation
from reticent.rendering.placeholders import spell_marks, widen_to_marks
from reticent.text import Document, Span, merge_spans
from reticent.text.analysis import Phrases, normal_phrase
from reticent.text.sentences import normal_words

Reader = TypeVar("Reader", bound=Attacker)

NAME, KIND = "indistinct", "REMOVED"

K = 10
"""How many others there are at least, where nobody says otherwise. Chosen by hand."""

_BETWEEN_WORDS = re.compile(r"\W+")
MOST_CANDIDATES = 20_000
"""Beyond, weights of all words and candidates would not fit into memory: of more, those are taken that readers know best."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A hidden thing c: `general` is g(c), which may be disclosed, and `candidates` hold c itself at the place `own`.

    `kin` are kinds, parts and synonyms of it, case-folded, and what it is a kind of: none of these is another thing, and
    `left_out` counts those that a list had among its candidates. Of `of_all` candidates those are kept that readers know best, where
    they are more than can be weighed. `names` are found in a text however they are written.
    `condition` is what a list knows of it: some abbreviations and lay words mean it only where the document says so. `forms`
    are ways to write it in whose place g(c) can't stand: "depressed". `views` are what it is to single readers, by their names, who have candidates of their
    own; None where such a reader is not asked about it.
    """

    name: str
    general: str | None
    candidates: tuple[Candidate, ...] = field(repr=False)
    own: int
    names: NameFinder = field(repr=False)
    condition: Condition | None = field(default=None, repr=False)
    forms: frozenset[str] = field(default=frozenset(), repr=False)
    kin: frozenset[str] = field(default=frozenset(), repr=False)
    left_out: int = 0
    of_all: int = 0
    views: Mapping[str, Secret | None] = field(default_factory=dict, repr=False, compare=False)
    _phrases: Phrases = field(init=False, repr=False, compare=False)
    _meant: Mapping[str, Sequence[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        meant: dict[str, list[int]] = {}
        for number, candidate in enumerate(self.candidates):
            if number == self.own:
                continue
            for form in dict.fromkeys(map(normal_phrase, candidate.names)):
                meant.setdefault(form, []).append(number)
        object.__setattr__(self, "_meant", meant)
        object.__setattr__(self, "_phrases", Phrases.in_normal_form(meant))

    def among(self, kind: str, listed: Sequence[Candidate]) -> Secret:
        """The same secret among other candidates, which are of a kind of theirs and have it among them."""
        own, others = _divide(self.candidates[self.own], listed)
        others = _without_kin(own, others, self.kin)
        candidates = tuple(sorted([own, *others], key=lambda each: each.name.casefold()))
        return replace(
            self,
            general=kind,
            candidates=candidates,
            own=candidates.index(own),
            left_out=len(listed) - len(candidates),
            views={},
        )

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names that no release has, acronyms and short ones of a full name among them."""
        return self.names.list_names((self.name, *self.candidates[self.own].names), self.forms)

    def choose_sibling(self, seed: str) -> str:
        """Another candidate, the same one for the same seed."""
        others = [each.name for number, each in enumerate(self.candidates) if number != self.own]
        return others[int.from_bytes(sha256(f"{seed} {self.name}".encode()).digest()[:8]) % len(others)]

    def places_of_candidates(self, document: Document) -> Mapping[int, Sequence[Span]]:
        """The other candidates that a text names, each by its number, with all places of any of its names."""
        places: dict[int, list[Span]] = {}
        whole = widen_to_marks(document)
        for form, span in self._phrases.find(spell_marks(document)):
            for number in self._meant[form]:
                places.setdefault(number, []).append(whole(span))
        return dict(sorted(places.items()))

    def places_of_names(self, document: Document) -> list[Span]:
        """Where a text says it outright, however it is written."""
        spelled = spell_marks(document)
        written = [mention.span for mention in self.names.mentions(spelled)]
        meant = places_of(spelled, self.condition) if self.condition else []
        return list(merge_spans(map(widen_to_marks(document), [*written, *meant])))


def pair_with_secrets(
    readers: Sequence[Reader], secrets: Sequence[Secret]
) -> Iterator[tuple[Reader, Secret]]:
    """Each reader with each secret that it is asked about, as it is to that reader."""
    for reader in readers:
        for secret in secrets:
            view = secret.views.get(reader.name, secret)
            if view is not None:
                yield reader, view


def secret_of(
    name: str,
    general: str | None,
    *,
    corpus: Corpus,
    taxonomy: Taxonomy,
    aliases: Iterable[str] = (),
    listed: Sequence[Candidate] = (),
    condition: Condition | None = None,
) -> Secret:
    """The secret of that name among what is below g(c), or among the candidates that are listed."""
    senses = senses_below(name, general, taxonomy) or taxonomy.concepts(name)[:1]
    given = (name, *aliases)
    names = names_of(given, senses, taxonomy, condition=condition, general=general)
    kin = _find_kin(given, senses, taxonomy)
    own, others = (
        _divide(Candidate(name, names), listed)
        if listed
        else (Candidate(name, names), _candidates_below(name, general, senses, taxonomy))
    )
    others = _without_kin(own, _join_synonyms(others) if listed else others, kin)
    of_all = len(others) + 1
    if of_all > MOST_CANDIDATES:
        others = _choose_known(others, corpus, MOST_CANDIDATES - 1)
    candidates = tuple(sorted([own, *others], key=lambda each: each.name.casefold()))
    finder, forms = finder_of(
        own.names,
        given,
        general,
        senses=senses,
        corpus=corpus,
        taxonomy=taxonomy,
        condition=condition,
        listed=[each for each in own.names if each not in names],
    )
    left_out = len(listed) - of_all if listed else 0
    own_place = candidates.index(own)
    return Secret(name, general, candidates, own_place, finder, condition, forms, kin, left_out, of_all)


def list_candidates(
    lines: Iterable[Sequence[str] | Candidate], taxonomy: Taxonomy, aliases: Mapping[str, Sequence[str]]
) -> tuple[Candidate, ...]:
    """Candidates that a person listed, each by its names; what a taxonomy calls them besides is added.

    One that is made already has all its names.
    """
    found: dict[str, Candidate] = {}
    for names in lines:
        if isinstance(names, Candidate):
            found.setdefault(" ".join(normal_words(names.name)), names)
            continue
        name, *others = (each.strip() for each in names if each.strip())
        known = names_of([name, *others, *aliases.get(name, ())], taxonomy.concepts(name)[:1], taxonomy)
        found.setdefault(" ".join(normal_words(name)), Candidate(name, known))
    return tuple(found.values())


def _candidates_below(
    name: str, general: str | None, senses: Sequence[Concept], taxonomy: Taxonomy
) -> list[Candidate]:
    """What the taxonomy has below g(c), without c itself."""
    if general is None:
        raise InputError(
            f"'{name}' has to be hidden among something: say what may be disclosed of it ('{name}=GENERAL'), or list"
            " candidates"
        )
    tops = [
        concept
        for concept in taxonomy.concepts(general)
        if any(concept in ancestors(taxonomy, sense) for sense in senses)
    ]
    if not tops:
        raise TaxonomyError(
            f"no taxonomy has '{name}' below '{general}', so there are no candidates: take {list_above(senses, taxonomy) or 'another name of it'},"
            " add a taxonomy that knows it, or list candidates, with it among them"
        )
    below = {concept: None for top in tops for concept in descendants(taxonomy, top) if concept not in senses}
    return [Candidate(concept.name, _names_meant(concept, taxonomy)) for concept in below]


def _names_meant(concept: Concept, taxonomy: Taxonomy) -> tuple[str, ...]:
    """The names that mean the concept before anything else, and its first name in any case."""
    names = [name for name in concept.names if means(taxonomy, name, concept)]
    return tuple(dict.fromkeys([concept.name, *names]))


def _find_kin(given: Sequence[str], senses: Sequence[Concept], taxonomy: Taxonomy) -> frozenset[str]:
    """Whatever is a kind of what is hidden, or what it is a kind of, by the taxonomy and the list of conditions, case-folded."""
    kin = [
        name
        for sense in senses
        for concept in (*ancestors(taxonomy, sense), *descendants(taxonomy, sense))
        for name in concept.names
    ]
    if own := conditions().find_likely(given[0], given[1:]):
        below = (each for name in own.aliases for each in conditions().below(name))
        above = (each for name in own.general if (each := conditions().find(name)))
        kin += [*own.general, *own.unsure, *(name for each in (own, *below, *above) for name in each.aliases)]
    return frozenset(map(_plain, kin))


def _without_kin(own: Candidate, others: Iterable[Candidate], kin: frozenset[str]) -> list[Candidate]:
    """The candidates that are another thing than what is hidden: none of its kin, and no name with that in it, as "HIV-1".

    An abbreviation that two things share makes them no kin.
    """
    ours = [f" {_plain(name)} " for name in own.names]

    def is_kin(name: str) -> bool:
        form = _plain(name)
        return form in kin or any(each in f" {form} " or each.endswith(f" {form} ") for each in ours)

    def is_told(candidate: Candidate) -> bool:
        return any(is_kin(name) for name in candidate.names if name == candidate.name or not name.isupper())

    return [each for each in others if not is_told(each)]


def _join_synonyms(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates with those as one that a list names several times: flu, influenza and grippe are one other thing."""
    joined: list[Candidate] = []
    places: dict[str, int] = {}
    for each in candidates:
        known = conditions().find(each.name)
        names = {_plain(name) for name in each.names if name == each.name or not name.isupper()}
        keys = names | ({f"condition {known.name}"} if known else set())
        place = next((places[key] for key in sorted(keys) if key in places), len(joined))
        if place == len(joined):
            joined.append(each)
        else:
            first = joined[place]
            joined[place] = replace(first, names=tuple(dict.fromkeys([*first.names, *each.names])))
        places.update(dict.fromkeys(keys, place))
    return joined


def _plain(name: str) -> str:
    return _BETWEEN_WORDS.sub(" ", name.casefold()).strip()


def _divide(own: Candidate, listed: Sequence[Candidate]) -> tuple[Candidate, list[Candidate]]:
    """The secret with the names that a list has for it, and the others; who can't guess it proves nothing."""
    ours = {" ".join(normal_words(name)) for name in own.names}
    same = [each for each in listed if any(" ".join(normal_words(name)) in ours for name in each.names)]
    others = [each for each in listed if each not in same]
    if not same:
        raise InputError(
            f"'{own.name}' is not among the candidates, so nobody could guess it, and nothing would be promised:"
            " add it to the list, by this name or an alias"
        )
    names = [name for each in same for name in each.names]
    return Candidate(own.name, tuple(dict.fromkeys([*names, *own.names]))), others


def _choose_known(others: Sequence[Candidate], corpus: Corpus, most: int) -> list[Candidate]:
    """The candidates that readers can tell apart from a text: those that most documents name, each by its most frequent name."""
    terms = [
        [term for name in each.names if is_countable(term := " ".join(words_of(name)))] for each in others
    ]
    counts = iter(corpus.count([frozenset({term}) for row in terms for term in row]))
    known = [max((next(counts) for _ in row), default=0) for row in terms]
    ranked = sorted(range(len(others)), key=lambda number: (-known[number], others[number].name.casefold()))
    return [others[number] for number in ranked[:most]]


def find_names(document: Document, secrets: Iterable[Secret]) -> list[Violation]:
    """Every place of a name of a secret."""
    return [
        Violation(NAME, span, KIND, f"this is a name of {secret.name}", about=secret.name)
        for secret in secrets
        for span in secret.places_of_names(document)
    ]


Ask = Callable[[Attacker, Secret], Sequence[Guess]]
"""What a reader answers about the text, for a secret."""


def ask_readers(
    document: Document, secrets: Sequence[Secret], readers: Sequence[Attacker], ask: Ask, *, k: int
) -> list[Violation]:
    """One violation for each reader and secret with fewer than k other candidates that explain the text as well."""
    found = []
    for reader, secret in pair_with_secrets(readers, secrets):
        guesses = ask(reader, secret)
        others = count_others(guesses, secret.name)
        if others is None or others >= k:
            continue
        whole = Span(0, len(document.text))
        named = len(secret.places_of_candidates(document))
        own = next((each for each in guesses if each.candidate == secret.name), None)
        found.append(
            Violation(
                NAME,
                own.clues[0].span if own and own.clues else whole,
                KIND,
                _reason(reader, secret, guesses, others=others, named=named, k=k),
                about=secret.name,
                evidence={"others": others, "k": k, "candidates": len(guesses)},
            )
        )
    return found


def ask_reader(reader: Attacker, document: Document, secret: Secret) -> Sequence[Guess]:
    """What a reader answers about what a text doesn't name; of several answers, the one that comes nearest to the secret.

    Who adds up weighs all candidates, always the same ones; who has to be asked would spend its guesses on what it reads.
    """
    named = secret.places_of_candidates(document)
    if isinstance(reader, LinearAttacker):
        left_out = {secret.candidates[number].name for number in named}
        guesses = reader.guesses(document, secret.candidates)
        return [guess for guess in guesses if guess.candidate not in left_out]
    candidates = [each for number, each in enumerate(secret.candidates) if number not in named]
    if not isinstance(reader, AsksAgain):
        return reader.guesses(document, candidates)
    answers = reader.answers(document, candidates)
    return min(answers, key=lambda guesses: _others_or_all(guesses, secret), default=[])


def _others_or_all(guesses: Sequence[Guess], secret: Secret) -> int:
    others = count_others(guesses, secret.name)
    return len(secret.candidates) if others is None else others


def count_others(guesses: Sequence[Guess], name: str) -> int | None:
    """How many other candidates a reader gives no lower score; None where it has not found the secret at all.

    A reader who says nothing vouches for nothing, so that nobody counts.
    """
    if not guesses:
        return 0
    own = [guess.score for guess in guesses if guess.candidate == name]
    if not own:
        return None
    return sum(guess.score >= max(own) for guess in guesses if guess.candidate != name)


def _reason(
    reader: Attacker, secret: Secret, guesses: Sequence[Guess], *, others: int, named: int, k: int
) -> str:
    if not guesses:
        return (
            f"{reader.name} guessed nothing at all, so that it can't vouch for the text: see whether it works"
        )
    reason = (
        f"for {reader.name}, {others:,} of {len(secret.candidates) - 1:,} other candidates explain the text as well as"
        f" {secret.name} does, and {k:,} have to"
    )
    if named:
        are_named = "1 other is named in the text and doesn't"
        if named > 1:
            are_named = f"{named:,} others are named in the text and don't"
        reason += f"; {are_named} count"
    return f"{reason}: take a smaller k or a longer list of candidates" if len(guesses) <= k else reason
