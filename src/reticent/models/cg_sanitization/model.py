"""(C, g(C))-sanitization: nothing in the text tells more of an entity than its generalization does.

David Sánchez and Montserrat Batet, "Toward sensitive document release with privacy guarantees".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import dropwhile

from reticent.detection.word_list import WordList
from reticent.errors import InputError
from reticent.knowledge import Corpus, Counting, as_term, bits, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.models.cg_sanitization import check
from reticent.models.cg_sanitization.candidates import candidates, leftovers, renamed, runs
from reticent.models.cg_sanitization.entities import Entity, entity_of, senses_of
from reticent.models.cg_sanitization.explanation import Chain, causes, explained
from reticent.models.cg_sanitization.reading import Phrase, Reader
from reticent.models.cg_sanitization.risk import (
    CONFIDENCE,
    Attacker,
    Disclosure,
    Evidence,
    Unseen,
    disclosures,
)
from reticent.models.cg_sanitization.search import REMOVED, Option, Slot, generalize
from reticent.models.cg_sanitization.thresholds import Threshold, thresholds
from reticent.models.privacy_model import Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.taxonomy import Taxonomy, knows
from reticent.text import Document, Mention, Span
from reticent.text.contexts import Context

NAME = "cg-sanitization"
KIND = "REMOVED"
LARGEST_GROUP = 3
MIN_SUPPORT = 2
_STEP = 0.01
_RAREST_NAME = 1e-4
_MORE_THAN_CHANCE = 3
_FEW = 20


@dataclass(frozen=True, slots=True)
class CgSanitization:
    """Generalizes or removes what discloses more of an entity c than g(c) does, alone or in groups.

    `protect` maps each entity to its g(c), or to None for plain C-sanitization. All synonyms of an entity stand for
    it, and `aliases` add to them. `max_group` is MAX in the paper, `context` where terms count as standing
    together. What fewer than `min_support` documents show is no evidence; `evidence` takes a confidence bound of the
    joint counts instead of the counts: the lower one ("confident"), or the upper one ("strict").
    """

    protect: Mapping[str, str | None]
    corpus: Corpus = field(kw_only=True, repr=False)
    taxonomy: Taxonomy = field(kw_only=True, repr=False)
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict, kw_only=True)
    max_group: int = field(default=2, kw_only=True)
    context: Context = field(default="document", kw_only=True)
    counting: Counting = field(default="standard", kw_only=True)
    min_support: int = field(default=MIN_SUPPORT, kw_only=True)
    evidence: Evidence = field(default="confident", kw_only=True)
    unseen: Unseen = field(default="keep", kw_only=True)
    attacker: Attacker = field(init=False, repr=False, compare=False)
    reader: Reader = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _require_sense(self)
        entities = tuple(
            entity_of(
                name,
                general,
                corpus=self.corpus,
                taxonomy=self.taxonomy,
                aliases=self.aliases.get(name, ()),
                counting=self.counting,
            )
            for name, general in self.protect.items()
        )
        attacker = Attacker(self.corpus, entities, self.min_support, self.evidence, self.unseen)
        object.__setattr__(self, "attacker", attacker)
        object.__setattr__(self, "reader", _reader(self.corpus, self.taxonomy, entities, self.context))

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that its placeholders name."""
        return frozenset({KIND})

    @property
    def needs(self) -> Needs:
        """The released text: what may be told doesn't depend on what was written."""
        return "released"

    @property
    def promise(self) -> Promise:
        """That no term and no group of terms tells more of an entity than was allowed."""
        allowed = "; ".join(
            f"{entity.name}: " + (f"as much as {entity.general} tells" if entity.general else "not all of it")
            for entity in self.attacker.entities
        )
        statement = (
            f"No group of up to {self.max_group} terms in one {self.context} tells more than allowed ({{allowed}}),"
            f" by {self.counting} counts, {self._evidence()}."
        )
        return Promise(
            NAME,
            statement.format(allowed=allowed),
            {
                f"corpus of {self.corpus.size:,} documents": self.corpus.fingerprint,
                "taxonomy": self.taxonomy.fingerprint,
            },
            public=statement.format(
                allowed="what was protected is told as far as its declared generalization, or not in full"
            ),
        )

    def _evidence(self) -> str:
        """What counts as evidence, in words."""
        guard = f"seen in at least {self.min_support} documents with the entity where they are several"
        if self.evidence == "counted":
            return guard
        end = "lower" if self.evidence == "confident" else "upper"
        sure = ", ".join(f"{CONFIDENCE[size]:.8g}" for size in range(1, self.max_group + 1))
        return f"{guard}, by the {end} bound of their share (confidence {sure} for groups of 1 to {self.max_group})"

    def excluding(self, *documents: Document) -> CgSanitization:
        """The same model with these documents left out of the counts, in case the corpus holds them itself."""
        corpus = self.corpus
        for document in documents:
            corpus = corpus.without(words_of(document.text))
        return self if corpus.size == self.corpus.size else replace(self, corpus=corpus)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each phrase that has to change, at all its places (Algorithm 1)."""
        phrases = self.reader.phrases(document)
        slots, found = self._slots(phrases)
        groups = {frozenset(each.group) for each in found}
        chosen = generalize(slots, groups, information=self._information({u for g in groups for u in g}))
        blocked = causes(slots, chosen, found)
        chain = cache(self._thresholds)
        decisions = tuple(
            self._decision(phrases[number], slots[number].options[chosen[number]], blocking, chain)
            for number, blocking in blocked.of.items()
        )
        return Plan.for_document(document, decisions, (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """Every group of terms in the released text that breaks Definition 3."""
        return check.violations(
            release,
            reader=self.reader,
            attacker=self.attacker,
            max_group=self.max_group,
            model=NAME,
            kind=KIND,
        )

    def unseen_places(self, document: Document) -> list[Span]:
        """The places of words that the corpus has never seen, which nothing can be said about."""
        words = {
            word: phrase
            for phrase in self.reader.phrases(document)
            for word in phrase.units
            if " " not in word
        }
        known = self.corpus.known(list(words))
        unseen = [words[word] for word, how in zip(words, known, strict=True) if how == "unseen"]
        return sorted({span for phrase in unseen for span in phrase.spans})

    def _slots(self, phrases: Sequence[Phrase]) -> tuple[list[Slot], list[Disclosure]]:
        """The phrases with what they can become, and every risky group that this can make."""
        units = sorted({unit for phrase in phrases for unit in phrase.units})
        alone = disclosures(self.attacker, units, max_group=1)
        telling = {each.group[0] for each in alone}
        rest = [unit for unit in units if unit not in telling]
        grouped = self._grouped(rest)
        involved = telling.union(*(each.group for each in grouped))
        options = [self._options(phrase) if phrase.units & involved else () for phrase in phrases]
        added = sorted({u for each in options for option in each for u in option.units}.difference(units))
        alone += disclosures(self.attacker, added, max_group=1)
        telling = {each.group[0] for each in alone}
        slots = [
            _slot(phrase, [option for option in each if not option.units & telling], self._bits(phrase.form))
            for phrase, each in zip(phrases, options, strict=True)
        ]
        possible = {unit for slot in slots for option in slot.options for unit in option.units} - telling
        return slots, alone + (self._grouped(sorted(possible)) if possible.difference(rest) else grouped)

    def _grouped(self, units: Sequence[str]) -> list[Disclosure]:
        if self.max_group == 1:
            return []
        found = disclosures(self.attacker, units, max_group=self.max_group)
        return [each for each in found if len(each.group) > 1]

    def _options(self, phrase: Phrase) -> tuple[Option, ...]:
        """What the phrase can become, most informative first; along a chain information only falls."""
        options = {
            form: Option(form, self.reader.units(words_of(form)), self._bits(phrase.form) - _STEP)
            for form in renamed(phrase, self.attacker.entities)
        }
        for chain in candidates(phrase, self.taxonomy):
            most = self._bits(phrase.form)
            forms = [form for form in chain if form != phrase.form and self._is_familiar(form, phrase)]
            for form in forms:
                most = min(most - _STEP, self._bits(" ".join(words_of(form))))
                options.setdefault(form, Option(form, self.reader.units(words_of(form)), most))
        whole = sorted(options.values(), key=lambda option: -option.information)
        return (*whole, *self._leftovers(phrase, below=whole[-1].information if whole else 1.0))

    def _leftovers(self, phrase: Phrase, below: float) -> list[Option]:
        """What can stay of a phrase when its head goes: each tells less than any word for the whole of it."""
        told = self._information(phrase.words)
        share = max(below, _STEP) / max(1.0, sum(told.get(word, 0.0) for word in phrase.words))
        options = []
        for kept in leftovers(phrase.words) if phrase.parts else ():
            left = sum(told.get(phrase.words[place], 0.0) for place in kept)
            units = [self.reader.units(run) for run in runs(phrase.words, kept)]
            options.append(Option(None, frozenset().union(*units), share * left, kept))
        return sorted((each for each in options if each.units), key=lambda each: -each.information)

    def _is_familiar(self, form: str, phrase: Phrase) -> bool:
        """Whether a reader can be expected to understand what the form adds to the phrase's own first words.

        The corpus knows it from more than a few places, and clearly more often beside the phrase's last word than by chance:
        a taxonomy calls every tremor a vibration and every stroke a maneuver, but hardly anybody else does.
        """
        new, head = " ".join(dropwhile(phrase.words.__contains__, words_of(form))), phrase.words[-1]
        if not new or any(new == entity.general for entity in self.attacker.entities):
            return True
        if not is_countable(new):
            return False
        pair = frozenset({new, head}) if is_countable(head) else frozenset({new})
        alone, own, together = self.corpus.count([frozenset({new}), pair - {new} or pair, pair])
        expected = alone * own / self.corpus.size
        fits = own <= _FEW or together > _MORE_THAN_CHANCE * expected
        return fits and alone > self.corpus.size * _RAREST_NAME

    def _bits(self, form: str) -> float:
        return next(iter(self._information([form]).values()), 0.0)

    def _information(self, forms: Iterable[str]) -> dict[str, float]:
        """IC of each form; what was never seen counts as seen half a time."""
        listed = [form for form in forms if is_countable(form)]
        counts = self.corpus.count([frozenset({form}) for form in listed])
        return {
            form: bits(2 * count or 1, 2 * self.corpus.size)
            for form, count in zip(listed, counts, strict=True)
        }

    def _thresholds(self, entity: Entity) -> list[Threshold]:
        senses = senses_of(entity.name, entity.general, self.taxonomy)[:1]
        return [
            threshold
            for sense in senses
            for threshold in thresholds(
                entity.name,
                sense,
                corpus=self.corpus,
                taxonomy=self.taxonomy,
                aliases=self.aliases.get(entity.name, ()),
                counting=self.counting,
            )
        ]

    def _decision(
        self, phrase: Phrase, option: Option, blocking: Sequence[Disclosure], chain: Chain
    ) -> Decision:
        why, evidence = explained(blocking, chain)
        spans = phrase.without(option.kept) if option.kept else phrase.spans
        becomes = option.form and phrase.spelled(option.form)
        return Decision(spans, KIND, becomes=becomes, reason=why, model=NAME, evidence=evidence)


def _require_sense(model: CgSanitization) -> None:
    if not model.protect:
        raise InputError("nothing is to be protected: name an entity, such as protect={'HIV': 'virus'}")
    if not 1 <= model.max_group <= LARGEST_GROUP:
        raise InputError(f"max_group must be 1 to {LARGEST_GROUP}, not {model.max_group}")
    if model.min_support < 1:
        raise InputError(f"min_support must be at least 1, not {model.min_support}")
    if stray := [name for name in model.aliases if name not in model.protect]:
        raise InputError(
            f"an alias is given for '{stray[0]}', which is not protected: protect it or drop the alias"
        )


def _reader(corpus: Corpus, taxonomy: Taxonomy, entities: Sequence[Entity], context: Context) -> Reader:
    terms = frozenset(term for entity in entities for term in entity.terms)
    return Reader(
        known=lambda form: form in terms or knows(taxonomy, form),
        counted=lambda form: is_countable(form) and corpus.known([form]) == ["exact"],
        names=tuple((as_term(entity.name), WordList(entity.written, kind=KIND)) for entity in entities),
        context=context,
    )


def _slot(phrase: Phrase, options: Sequence[Option], information: float) -> Slot:
    return Slot((Option(phrase.form, phrase.units, information), *options, REMOVED), phrase.contexts)
