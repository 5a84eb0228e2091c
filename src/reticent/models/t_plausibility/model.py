"""The model: at least t texts could have been the original of every unit of the document."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from statistics import fmean
from typing import ClassVar, Literal

from reticent.detection.detector import Detector, Several, settle, several
from reticent.detection.informativeness import Nouns
from reticent.errors import InputError, PromiseError
from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors
from reticent.language import DEFAULT_CODE, find_language
from reticent.models.naive_readers import NAIVE, count_plausible
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.positions import fits, read_places_ahead
from reticent.models.shared.senses import SURE
from reticent.models.t_plausibility._belief import Belief
from reticent.models.t_plausibility._check import NAME, find_violations, fit_edits
from reticent.models.t_plausibility._cost import (
    WordT,
    check_alpha,
    check_t,
    least_words,
    write_number,
)
from reticent.models.t_plausibility._ladders import (
    Goal,
    LadderRung,
    WordLadder,
    climb_ladders,
    forms_in_emptied_units,
    keep_within_reach,
    ladders_by_unit,
    out_of_reach,
    refuse_t,
    words_out_of_reach,
)
from reticent.models.t_plausibility._search import Search
from reticent.models.t_plausibility._senses import (
    LAST_RESORT,
    MARKED,
    MARKS,
    READABLE,
    Meanings,
    Overlap,
    ReadPlaces,
    Senses,
    Wording,
    WordingRules,
)
from reticent.models.t_plausibility._tally import (
    Alternatives,
    Readings,
    Standing,
    UnitTally,
    WordDomain,
    find_standing,
    marks_to_take,
    places_now,
    tallies,
    true_tallies,
)
from reticent.models.t_plausibility._words import (
    SensitiveWord,
    Units,
    by_unit,
    find_headings,
    sensitive_words,
)
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.placeholders import read_term
from reticent.rendering.tracing import Trace, mentions_left
from reticent.text import Context, Document, Mention, Span

_FURTHER = 8
"""As many times the texts are asked for where too few are believed: one step up seldom adds fewer. Chosen by hand."""
WORD_T: WordT = "changed"
"""Even shares of t cost more and read no better (`experiments.t_plausibility_reading`)."""

Unreachable = Literal["refuse", "remove"]
"""What becomes of a unit that can't reach t."""


@dataclass(frozen=True, slots=True)
class TPlausibility(TravelsAsSettings, CompleteModel):
    """Generalizes words until at least `t` texts could have been the original of every `unit` of a document.

    What `detectors` find, or somebody points at, is sensitive and never stays as it is. Without detectors, or with
    `nouns`, all nouns are sensitive too; of these as many are generalized as t needs. Words that the taxonomy does not
    know are removed. `alpha` weighs the whole unit against the evenness of its words (equation 1 of the paper).

    `word_t` bounds the words one by one: each that the detectors find (each sensitive word, where there are none) could
    be so many words at least, or is removed, so that a diagnosis can't stay plain while harmless nouns pay for it: a number,
    "changed" (2, so that none stands as it was), an "even" share of t (its n-th root where n words share it, and 2 at least), or
    "paper" for no bound but t. `parts` gives another t to what stands after a heading. Mentions of one thing change together and count once. With
    a `believable` corpus only texts count of which every two words stand together in some document of it.
    `alternatives` says whether kinds of the original count (see `WordDomain`).

    A replacement is a word that people use every day to say what sort of thing something is, wherever such words are
    enough to reach t; where no word fits, a mark such as [DEVICE 1] (with `marks`, never under "paper"), which counts as the word that it
    says; at last a word that readers know, if only from a taxonomy (`familiar` is the corpus in which its words must not be rare). `language` is that of the documents and of the taxonomy's names.

    `senses`, `confidence` and `meanings` say how the sense of a word is judged (see `Meanings`). With a corpus words
    weigh as often as they occur, and t stands for log2 t bits. A unit that can't reach t is an error; when
    `unreachable` is "remove", one that can't reach it with words that read well loses all its sensitive words.
    """

    t: int
    alpha: float = 0.5
    _: KW_ONLY
    taxonomy: Taxonomy
    detectors: tuple[Detector, ...] = ()
    nouns: bool | None = None
    unit: Context = "document"
    senses: Senses = "likeliest"
    confidence: float = 0.8
    meanings: Mapping[str, str] = field(default_factory=dict, repr=False)
    corpus: Corpus | None = None
    word_t: WordT = WORD_T
    believable: Corpus | None = None
    parts: Mapping[str, int] = field(default_factory=dict)
    alternatives: Alternatives = "honest"
    search: Search = "exact"
    unreachable: Unreachable = "refuse"
    familiar: Corpus | None = None
    language: str = DEFAULT_CODE
    marks: bool = True
    _wording: Wording = field(init=False, repr=False, compare=False)
    _readings: Readings = field(init=False, repr=False, compare=False)
    _overlap: Overlap = field(init=False, repr=False, compare=False)

    counts_marks: ClassVar[bool] = True
    needs: ClassVar[Needs] = "both"  # what is counted are the texts that could have been the original
    takes_findings = True
    gives_back: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_t(self.t)
        if not isinstance(self.word_t, str):
            check_t(self.word_t, "word_t", "the number of words that a sensitive word could be")
        for own in self.parts.values():
            check_t(own, "the t of a part")
        check_alpha(self.alpha)
        object.__setattr__(self, "detectors", tuple(self.detectors))
        object.__setattr__(self, "marks", self.marks and not self._is_literal)  # the paper has none
        if not 0 <= self.confidence <= 1:
            raise InputError(f"confidence must lie between 0 and 1, not {self.confidence}")
        object.__setattr__(
            self, "_wording", Wording(self.taxonomy, self.familiar, find_language(self.language))
        )
        object.__setattr__(self, "_overlap", Overlap(self.taxonomy, self.corpus))
        object.__setattr__(
            self,
            "_readings",
            Readings(WordDomain(self.taxonomy, self.corpus, self.alternatives), find_language(self.language)),
        )

    @property
    def _is_literal(self) -> bool:
        return "paper" in (self.word_t, self.alternatives)

    @property
    def promise(self) -> Promise:
        """That t texts could be the original, and what counts as one."""
        bits = f"{math.log2(self.t):.1f} bits"
        amount = (
            f"{bits} of uncertainty are left" if self.corpus else f"{write_number(self.t)} texts ({bits})"
        )
        statement = (
            f"In every {self.unit} with sensitive words at least {amount}"
            + (" about" if self.corpus else " could be")
            + " the original; a word left as it is, or removed, counts as one, and where all of them are removed "
            "nothing is left to guess from."
        )
        if self.detectors:
            statement += " No word that the declared detectors find stands as it was."
        if self.parts:
            own = ", ".join(f"{write_number(t)} after {heading!r}" for heading, t in self.parts.items())
            statement += f" Parts that a heading begins have a t of their own: {own}."
        if self.word_t not in ("paper", 1):
            which = "that the declared detectors find" if self.detectors else "that is sensitive"
            share = {"changed": "2", "even": "an even share of that, and 2"}.get(
                str(self.word_t), str(self.word_t)
            )
            statement += f" Each word {which} could be {share} words at least, or is removed."
        if self.believable:
            statement += " Only texts count of which every two words stand together in some document."
        declared = dict(self._finders.declared) | {"taxonomy": self.taxonomy.fingerprint}
        if self.believable:
            declared["believable"] = self.believable.fingerprint
        if self.corpus:
            declared["corpus"] = self.corpus.fingerprint
        summary = (
            f"at least {amount}"
            + (" about" if self.corpus else " could be")
            + f" the original in every {self.unit}"
        )
        return Promise(NAME, statement, declared, summary=summary)

    @property
    def languages(self) -> frozenset[str]:
        """The language of the taxonomy, whose names stand for words."""
        return frozenset({self.language})

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that a placeholder may name."""
        return self._finders.kinds | MARKS if self.marks else self._finders.kinds

    @property
    def _finders(self) -> Several:
        return several(*self.detectors, *([Nouns(self.taxonomy)] if self._takes_nouns else []))

    @property
    def _takes_nouns(self) -> bool:
        return not self.detectors if self.nouns is None else self.nouns

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each word that changes, at all its places; a PromiseError where t is out of reach."""
        goal = self._goal(document)
        ladders = self._read_ladders(self._words(document, mentions), goal, document)
        remove = self.unreachable == "remove"
        ladders = keep_within_reach(ladders, goal, unit=self.unit, remove=remove)
        ladders, goal = self._raise_until_believed(ladders, goal, remove=remove)
        return Plan.for_document(document, tuple(self._climb(ladders, goal)), (self.promise,))

    def plan_further(self, release: Release) -> Plan:
        """The same after other models: what stands now counts, and the other words of the original pay for what these took.

        Where nothing but other models' marks is left of a unit, they go if they tell too much. A unit that was within reach, and is no
        longer, loses all its sensitive words.
        """
        if not release.edits:
            return self.plan(release.released, mentions_left(release))
        words, goal = self._words(release.original, release.mentions), self._goal(release.original)
        least = self._least(words, goal)
        stands = find_standing(words, fit_edits(release, words, self._readings), self._readings)
        ladders = self._read_ladders(
            words,
            goal,
            release.original,
            lambda ladder: self._go_on(ladder, stands[ladder.word], least[ladder.word.form]),
        )
        if self.unreachable == "refuse":
            self._refuse_what_was_out_of_reach(words, ladders, stands, goal, release.original)
        ladders = keep_within_reach(ladders, goal, unit=self.unit, remove=True)
        ladders, goal = self._raise_until_believed(ladders, goal, remove=True)
        trace = Trace.of(release.edits)
        decisions = [
            replace(each, spans=spans)
            for each in self._climb(ladders, goal)
            if (spans := tuple(place for span in each.spans for place in places_now(release, trace, span)))
        ]
        taken = [*self._take_findings(release, decisions)]
        asked = self._units(release.original).targets
        marks = marks_to_take(self._readings, words, release, asked)
        if marks := tuple(each for each in marks if not any(map(each.overlaps, _spans_of(decisions)))):
            reason = "too few texts explain the mark that stands here"
            taken.append(Decision(marks, min(self._finders.kinds), None, reason, NAME))
        return Plan.for_document(release.released, (*decisions, *taken), (self.promise,))

    def _read_ladders(
        self,
        words: Sequence[SensitiveWord],
        goal: Goal,
        document: Document,
        stand: Callable[[WordLadder], WordLadder] = lambda ladder: ladder,
    ) -> list[WordLadder]:
        """The ladders of words, with better known rungs first; `stand` makes those that go on from what stands now."""
        around, removes = self._words_around(words), self.unreachable == "remove"
        least, most = self._least(words, goal), max(goal.targets, default=1)
        places = self._read_places(words, document, least) if self.marks else {}

        def make(word: SensitiveWord, reading: WordingRules) -> WordLadder:
            return stand(
                self._ladder(word, around(word), reading, places.get(word), least=least[word.form], most=most)
            )

        first, *others = MARKED if self.marks else READABLE
        ladders = [make(word, first) for word in words]
        for reading in others if removes else (*others, *LAST_RESORT):
            short = words_out_of_reach(ladders, goal)
            if reading.naming != "any":  # a gap reads better than a name that nobody uses
                short |= {ladder.word.form for ladder in ladders if not ladder.rungs}
            ladders = [
                make(ladder.word, reading) if ladder.word.form in short else ladder for ladder in ladders
            ]
        return ladders

    def _read_places(
        self, words: Sequence[SensitiveWord], document: Document, least: Mapping[str, int]
    ) -> dict[SensitiveWord, ReadPlaces]:
        """Whether another noun can stand at the places of each word."""
        language = find_language(self.language)
        phrases = [
            Phrase(
                tuple(word.form.split(" ")),
                tuple(place.mention.span for place in word.places),
                frozenset(),
                frozenset(),
                name=word.form if word.name else "",
                text=document.text,
                language=language,
            )
            for word in words
        ]
        read_places_ahead(phrases)
        return {
            word: ReadPlaces(
                phrase, fits(phrase, alone=True), word.plain and (word.must_go or least[word.form] > 1)
            )
            for word, phrase in zip(words, phrases, strict=True)
        }

    def _raise_until_believed(
        self, ladders: list[WordLadder], goal: Goal, *, remove: bool
    ) -> tuple[list[WordLadder], Goal]:
        """The ladders and how high they must be climbed, so that every unit leaves t texts open that the corpus believes."""
        asked, targets = goal.targets, list(goal.targets)
        while self.believable and (short := self._units_not_believed(ladders, goal, asked)):
            for unit in short:
                targets[unit] *= _FURTHER
            goal = replace(goal, targets=tuple(targets))
            if out_of_reach(ladders, goal) and not remove:
                raise PromiseError(
                    f"no generalization of {self.unit} {min(short) + 1} leaves as many texts that the corpus believes as t asks for:"
                    " lower t, judge a smaller unit, or remove its sensitive words, which unreachable='remove' does"
                )
            ladders = keep_within_reach(ladders, goal, unit=self.unit, remove=True)
        return ladders, goal

    def _units_not_believed(
        self, ladders: Sequence[WordLadder], goal: Goal, asked: Sequence[int]
    ) -> list[int]:
        """The units that would leave too few texts open that the corpus believes."""
        levels = climb_ladders(ladders, goal)
        belief, short = self._belief, []
        for unit, inside in ladders_by_unit(ladders).items():
            rungs = [(ladder.word.form, ladder.rungs[levels[ladder.word.form]]) for ladder in inside]
            choices = [
                self._readings.alternatives(form, rung.shown if rung else None) for form, rung in rungs
            ]
            if belief and belief.count([each for each in choices if each], asked[unit]) < asked[unit]:
                short.append(unit)
        return short

    @property
    def _belief(self) -> Belief | None:
        return Belief(self.believable) if self.believable else None

    def _climb(self, ladders: Sequence[WordLadder], goal: Goal) -> list[Decision]:
        levels = climb_ladders(ladders, goal)
        emptied = forms_in_emptied_units(ladders)
        return [
            self._tell_empty(decision) if ladder.word.form in emptied else decision
            for number, ladder in enumerate(ladders, start=1)
            for decision in self._decisions(ladder, levels.get(ladder.word.form), number)
        ]

    def _tell_empty(self, decision: Decision) -> Decision:
        """The decision with what it means that nothing sensitive is left in a unit of it."""
        told = f"{decision.reason}; no sensitive word is left in this {self.unit}, so that t holds because there is nothing to guess from"
        return replace(decision, reason=told)

    def _go_on(self, ladder: WordLadder, stands: Standing, least: int) -> WordLadder:
        """The ladder from what stands for its word now: as before where nothing has changed, empty where all must go."""
        if stands.kept and not stands.changed:
            return ladder
        lowest = least * self._domain.one
        too_plain = stands.named and stands.volume < lowest
        if not stands.shown or (stands.kept and ladder.word.must_go) or too_plain:
            return replace(ladder, rungs=(), volumes=())
        # Only a word of this ladder goes on along it: in the place of any other, or of a mark, a rung could say more.
        goes_on = stands.by_word and stands.volume in ladder.volumes and stands.volume > self._domain.one
        higher = [
            (rung, volume)
            for rung, volume in zip(ladder.rungs, ladder.volumes, strict=True)
            if goes_on and volume > stands.volume
        ]
        return replace(
            ladder,
            rungs=(None, *(rung for rung, _ in higher)),
            volumes=(stands.volume, *(volume for _, volume in higher)),
        )

    def _refuse_what_was_out_of_reach(
        self,
        words: Sequence[SensitiveWord],
        ladders: Sequence[WordLadder],
        stands: Mapping[SensitiveWord, Standing],
        goal: Goal,
        original: Document,
    ) -> None:
        """A PromiseError about a unit that didn't reach t in the original, and in which a word still stands."""
        short = out_of_reach(ladders, goal)
        units = by_unit(words)
        left = {unit for unit in short if any(stands[word].kept for word in units[unit])}
        before = out_of_reach(self._read_ladders(words, goal, original), goal) if left else {}
        if still := {unit: found for unit, found in before.items() if unit in left}:
            raise refuse_t(still, goal, self.unit)

    def _take_findings(self, release: Release, decisions: Sequence[Decision]) -> Iterator[Decision]:
        """Removals of what the detectors find in the released text at other places: somebody else's words may be sensitive too."""
        spans = _spans_of(decisions)
        for mention in settle([m for each in self.detectors for m in each.mentions(release.released)]):
            if not any(map(mention.span.overlaps, spans)):
                yield Decision(
                    (mention.span,), mention.kind, None, "a sensitive word stands here", NAME, mention.entity
                )

    def violations(self, release: Release) -> list[Violation]:
        """Units that fewer than t texts could be the original of, and words that stand as they may not."""
        words, goal = self._words(release.original, release.mentions), self._goal(release.original)
        return find_violations(
            words,
            release,
            readings=self._readings,
            detectors=self.detectors,
            targets=goal.targets,
            least=self._least(words, goal),
            unit=self.unit,
            belief=self._belief,
        )

    def naive_violations(self, release: Release) -> list[Violation]:
        """The whole text, where the leaves of the taxonomy, counted one by one, make fewer than t texts of it."""
        words = self._words(release.original, release.mentions)
        places = [place.mention.span for word in words for place in word.places]
        least = min(self._goal(release.original).targets, default=1)
        texts = count_plausible(release, places, self.taxonomy, least, read_mark=read_term)
        if texts is None or texts >= least:
            return []
        return [Violation(NAME, Span(0, len(release.released.text)), "PLAUSIBILITY", NAIVE)]

    def tallies(self, release: Release) -> list[UnitTally]:
        """What the words of each unit count in a release."""
        words = self._words(release.original, release.mentions)
        return tallies(self._readings, words, release, self._goal(release.original).targets, self._belief)

    def true_cost(self, release: Release) -> float | None:
        """The mean cost of the units where a word that misses its sense counts as the root of it (section 4.2.2 of the paper).

        A word means what `meanings` say, else its likeliest sense. None where no unit has sensitive words.
        """
        words = self._words(release.original, release.mentions)
        targets = self._goal(release.original).targets
        found = true_tallies(self._readings, words, release, targets, self._meant)
        return fmean(each.cost(self.alpha) for each in found) if found else None

    def _meant(self, form: str, name: bool) -> Concept | None:
        """The likeliest sense of a word that stands somewhere."""
        senses = self._meanings.senses(form, name=name)
        weights = self._meanings.weights(form, senses)
        return senses[weights.index(max(weights))] if senses else None

    @property
    def _domain(self) -> WordDomain:
        return self._readings.domain

    def _goal(self, document: Document) -> Goal:
        return Goal(self._units(document).targets, self._domain.one, self.alpha, self.search)

    def _units(self, document: Document) -> Units:
        return Units.of(document, self.unit, self.t, self.parts)

    def _least(self, words: Sequence[SensitiveWord], goal: Goal) -> dict[str, int]:
        """How many words each word must leave open, by its form: the most that a unit of it asks for."""
        units = by_unit(words)
        least: dict[str, int] = {}
        for word in words:
            asked = (least_words(self.word_t, goal.targets[unit], len(units[unit])) for unit in word.units)
            own = max(asked) if self._bounds(word) else 0
            least[word.form] = max(own, least.get(word.form, 0))
        return least

    def _words(self, document: Document, mentions: Sequence[Mention]) -> list[SensitiveWord]:
        pointed_at = [*mentions, *(m for detector in self.detectors for m in detector.mentions(document))]
        headings = [span for span, _ in find_headings(document, self.parts)]
        nouns = Nouns(self.taxonomy).mentions(document) if self._takes_nouns else []
        return sensitive_words(
            document,
            self._units(document),
            pointed_at=pointed_at,
            nouns=[noun for noun in nouns if not any(map(noun.span.overlaps, headings))],
            known=lambda form, name: bool(self._meanings.senses(form, name=name)),
            one_thing=self._are_one_thing,
        )

    def _are_one_thing(self, first: tuple[str, bool], second: tuple[str, bool]) -> bool:
        """Whether two common nouns mean the same first, or one is the short form of the other: "the pain" of lumbar pain."""
        if first[1] or second[1]:
            return False  # a name is told by the detector that links its mentions
        one, other = self._meant(*first), self._meant(*second)
        if one is None or other is None or one == other:
            return one is not None and one == other
        return any(
            long[0].endswith(f" {short[0]}") and above in ancestors(self.taxonomy, below)
            for long, below, short, above in ((first, one, second, other), (second, other, first, one))
        )

    def _words_around(self, words: Sequence[SensitiveWord]) -> Callable[[SensitiveWord], Sequence[str]]:
        """The words that stand in the same units as a word, where its sense is judged by them."""
        if self.senses != "overlap":
            return lambda word: ()
        units = by_unit(words)

        def around(word: SensitiveWord) -> list[str]:
            others = (other.form for unit in sorted(word.units) for other in units[unit])
            return [form for form in dict.fromkeys(others) if form != word.form and is_countable(form)][:40]

        return around

    def _ladder(
        self,
        word: SensitiveWord,
        around: Sequence[str],
        reading: WordingRules,
        places: ReadPlaces | None,
        *,
        least: int,
        most: int,
    ) -> WordLadder:
        """The rungs that add something to what the word could be, from `least` words on up to the first that could be `most`.

        `reading` says which words may change, and how well the rungs must read.
        """
        rungs: list[LadderRung | None] = [] if word.must_go else [None]
        volumes = [] if word.must_go else [self._domain.one]
        changes = word.must_go or least > 1
        stays = not (changes or reading.takes(word))
        bare = word.counted is False
        least_sure = SURE if reading.sure else 0.0
        way = self._meanings.way(word.form, around, name=word.name, bare=bare, least=least_sure)
        for above in () if stays else way:
            rung = self._make_rung(above, word, reading, places, changes=changes)
            if rung is None:
                continue
            if volumes and volumes[-1] >= max(most, least) * self._domain.one:
                break
            volume = self._volume(word, rung.shown)
            if volume > max([self._domain.one, *volumes]) and not self._finds(rung.shown):
                rungs.append(rung)
                volumes.append(volume)
        first = sum(volume < least * self._domain.one for volume in volumes)
        return WordLadder(word, tuple(rungs[first:]), tuple(volumes[first:]))

    def _volume(self, word: SensitiveWord, shown: str) -> int:
        """What a word could be where this is shown for it: the least that any form of it leaves open."""
        return min(self._readings.plausible(form, shown) for form in word.forms)

    def _make_rung(
        self,
        concept: Concept,
        word: SensitiveWord,
        reading: WordingRules,
        places: ReadPlaces | None,
        *,
        changes: bool,
    ) -> LadderRung | None:
        """What says a concept in the place of a word: a word that reads well there, else a mark where marks may stand."""
        if reading.naming == "any":
            return LadderRung(concept)
        # An article can be written before what stands for a name: "in Poland", "in a country". Before another word that has
        # none, it reads ill ("a book factors"), and is written only where no mark may stand.
        counted = word.counted or (None if word.name or (changes and not reading.marks) else word.counted)
        named = self._wording.name_concept(
            concept, word.form, counted=counted, category=reading.naming == "category"
        )
        if named is not None and (
            reading.naming != "category" or not places or self._wording.suits(named, places)
        ):
            return LadderRung(named)
        may_be_verb = word.form.endswith("ing") and not word.counted  # "naming streets", but not "a building"
        if not reading.marks or may_be_verb or self._wording.is_human(word.form):
            return None
        return self._wording.mark_concept(concept, reading.marks)

    def _bounds(self, word: SensitiveWord) -> bool:
        """Whether `word_t` holds for a word."""
        return word.must_go or not self.detectors

    @property
    def _meanings(self) -> Meanings:
        return Meanings(self.taxonomy, self.senses, self.confidence, self.meanings, self._overlap)

    def _finds(self, name: str) -> bool:
        return any(detector.mentions(Document("name", name)) for detector in self.detectors)

    def _decisions(self, ladder: WordLadder, level: int | None, number: int) -> Iterator[Decision]:
        """What becomes of a word: none when it stays; one for each kind and entity that its places have, or a mark with its number."""
        rung = ladder.rungs[level] if level is not None else None
        if level is not None and rung is None:
            return
        concept = rung.concept if rung else None
        if rung and rung.mark:
            _, reason, evidence = self._explain(ladder.word, concept)
            places = tuple(place.mention.span for place in ladder.word.places)
            yield Decision(places, rung.mark, None, reason, NAME, number, evidence)
            return
        if concept is not None and self.senses == "common-terms":
            concept = self._common_term(ladder.word, concept)
        groups: dict[tuple[str, int | None], list[Span]] = {}
        for place in ladder.word.places:
            groups.setdefault((place.mention.kind, place.mention.entity), []).append(place.mention.span)
        for (kind, entity), spans in groups.items():
            becomes, reason, evidence = self._explain(ladder.word, concept)
            yield Decision(tuple(spans), kind, becomes, reason, NAME, entity, evidence)

    def _common_term(self, word: SensitiveWord, chosen: Concept) -> Concept:
        def volume(concept: Concept) -> int:
            return 0 if self._finds(concept.name) else self._volume(word, concept.name)

        return self._meanings.common_term(word.form, volume, chosen, name=word.name)

    def _explain(
        self, word: SensitiveWord, concept: Concept | None
    ) -> tuple[str | None, str, dict[str, object]]:
        """What the word becomes, why, and what that counts."""
        if concept is None:
            known = bool(self._meanings.senses(word.form, name=word.name))
            reason = "nothing more general may stand here" if known else "unknown to the taxonomy"
            return None, reason, {"bits": 0.0}
        volume = self._volume(word, concept.name)
        words = volume // self._domain.one
        evidence = {"bits": round(self._domain.bits(volume), 4), "concept": concept.id}
        return concept.name, f"could be any of {words} words", evidence


def _spans_of(decisions: Sequence[Decision]) -> list[Span]:
    return [span for each in decisions for span in each.spans]
