"""A language as a value: the words and word forms that reading and writing it takes, and nothing about places in texts.

What takes long to load is a function that loads it once; all else is a set of words.

Parts of speech have the tags of the Penn treebank without inflection: NN for every common noun, NNP for every name, VB for
every verb, because SemCor, which the tagger that ships was learned from, does not tell them further apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

_WITHOUT_INFLECTION = {
    "NNS": "NN", "NP": "NNP", "NPS": "NNP", "NNPS": "NNP", "PP": "PRP", "PR": "PRP", "PDT": "DT", "LS": "CD",
    "JJR": "JJ", "JJS": "JJ", "RBR": "RB", "RBS": "RB", "RP": "RB",
    "VBD": "VB", "VBG": "VB", "VBN": "VB", "VBP": "VB", "VBZ": "VB",
}  # fmt: skip
_PUNCTUATION = {
    **dict.fromkeys(".!?…。！？", "."), **dict.fromkeys(",،、", ","), **dict.fromkeys(";:-‐‑–—", ":"),
    **dict.fromkeys("([{", "("), **dict.fromkeys(")]}", ")"), **dict.fromkeys("$€£¥", "$"),
    **dict.fromkeys("\"'`“”„‘’«»", '"'),
}  # fmt: skip
PUNCTUATION_TAGS = (".", ",", ":", "(", ")", "$", '"', "SYM")


class Tagger(Protocol):
    """Something that knows the part of speech of words in their sentences."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag per word, in Penn's tags without inflection."""


def plain_tag(penn: str) -> str:
    """A Penn tag without inflection; of two ("NN|SYM") the first.

    >>> [plain_tag(tag) for tag in ("NNS", "VBD", "IN")]
    ['NN', 'VB', 'IN']
    """
    first = penn.partition("|")[0]
    return _WITHOUT_INFLECTION.get(first, first)


def punctuation_tag(word: str) -> str | None:
    """The tag of a token without letters and digits; none for a word."""
    if any(map(str.isalnum, word)):
        return None
    return _PUNCTUATION.get(word[:1], "SYM")


@dataclass(frozen=True, slots=True, eq=False)
class TokenParts:
    """What divides words and what doesn't.

    `abbreviations` are written with a full stop at their end, here without it; `degrees` with full stops inside.
    `clitics` follow an apostrophe and are tokens of their own; `negation` is what stands around the apostrophe of one.
    `shorthand` is divided at its stroke, and its letters mean nothing by themselves; an acronym with one of
    `acronym_plurals` after it is a plural. What ends in one of `participles` may
    modify the noun after it, what ends in one of `gerunds` only after a determiner.
    """

    abbreviations: frozenset[str] = frozenset()
    degrees: tuple[str, ...] = ()
    clitics: tuple[str, ...] = ()
    negation: tuple[str, ...] = ()
    shorthand: frozenset[str] = frozenset()
    acronym_plurals: tuple[str, ...] = ()
    participles: tuple[str, ...] = ()
    gerunds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SentenceWords:
    """Words at the borders of sentences.

    A full stop after one of `never_last` ends no sentence, except after those of `before_numbers` where no number
    follows; after a number of a day or a storey no sentence begins with one of `after_ordinals` ("3. Mai");
    `openers` begin one even after an abbreviation. One of `letters` may end one, any other letter is an initial.
    """

    never_last: frozenset[str] = frozenset()
    before_numbers: frozenset[str] = frozenset()
    openers: frozenset[str] = frozenset()
    after_ordinals: frozenset[str] = frozenset()
    letters: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class NameWords:
    """Small words in and around the names of people, places and organizations, in small letters.

    `titles` stand before a person's name and are no part of it, `always_titles` before nothing else; `acts` are what people do, `acts_of_one`
    what one does; after one of `roles` a name is likely, and often after one
    of `staff` or `relations`; `streets` end the name of a street; `male` and `female` titles tell two people of one name
    apart. `links` join capitalized words into one run, `bridges` join
    two parts of one name, `bridges_in_people` those of a person's; no mention begins with one of `never_first` or ends
    with one of `never_last`; a name follows one of `before_names` even where nothing else speaks for it, unless that is one of
    `also_words` and stands alone as well ("the dr said"), a listed one one of `ranks` as it is written ("DS"); a nickname follows one of
    `before_nicknames`, those `also_of_things` where one of `somebody` is spoken of; `greetings` are no part of a name; `fillers` don't count when two names are compared. After a person's name may stand one of
    `suffixes` ("Jr"), after a firm's one of `legal_forms` ("Inc"). Words of `nobody` (titles, greetings, names
    of fields) are no names by themselves, those of `no_place` no places. One of `of_bodies` in a name shows a body, a place
    by one of `of_places` or `towns`, a town by one of `into_places` before it and a state after it, which `states_in_short` may
    be. Values of `name_fields`, or of "name" after one of `before_name_field`, are people unless they are `no_values`, those of
    `code_fields` codes; `parts_in_talks` are what speakers are called who are not named. What somebody is says a noun of `kin`, `sexes`,
    `faiths`, `origins` or `callings`. One of `after_eponyms` is called by a name that is nobody's, one of
    `after_possessive_eponyms` and `after_eponyms_of_things` by one right before it, `after_owned_eponyms` by an unlisted one with a possessive, and `named_things` hold one; a word with one of `medical_endings` is hardly
    a name, codes of `classifications` tell nobody; one of `after_genes` stands after a gene's. One of `after_in` is
    capitalized after "in" and no town; `short_weekdays` are further ways to write weekdays, and those `weekdays_too` have other meanings. `labels` are
    words of forms that no other language has, which tell the language of a form. Where `bodies_begin`, the word that shows a body comes
    first in its name ("Hospital Clínico"), so that one after a name begins another. One that `joins_districts` writes a town and a part of it as one word.
    """

    titles: frozenset[str] = frozenset()
    always_titles: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    acts_of_one: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    before_names: frozenset[str] = frozenset()
    also_words: frozenset[str] = frozenset()
    ranks: frozenset[str] = frozenset()
    before_nicknames: frozenset[str] = frozenset()
    also_of_things: frozenset[str] = frozenset()
    somebody: frozenset[str] = frozenset()
    greetings: frozenset[str] = frozenset()
    staff: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    streets: frozenset[str] = frozenset()
    male: frozenset[str] = frozenset()
    female: frozenset[str] = frozenset()
    possessives: frozenset[str] = frozenset()
    after_eponyms: frozenset[str] = frozenset()
    after_possessive_eponyms: frozenset[str] = frozenset()
    after_eponyms_of_things: frozenset[str] = frozenset()
    after_owned_eponyms: frozenset[str] = frozenset()
    named_things: frozenset[str] = frozenset()
    medical_endings: frozenset[str] = frozenset()
    classifications: frozenset[str] = frozenset()
    after_genes: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    bridges: frozenset[str] = frozenset()
    bridges_in_people: frozenset[str] = frozenset()
    never_first: frozenset[str] = frozenset()
    never_last: frozenset[str] = frozenset()
    fillers: frozenset[str] = frozenset()
    nobody: frozenset[str] = frozenset()
    no_place: frozenset[str] = frozenset()
    suffixes: frozenset[str] = frozenset()
    legal_forms: frozenset[str] = frozenset()
    of_bodies: frozenset[str] = frozenset()
    of_places: frozenset[str] = frozenset()
    name_fields: frozenset[str] = frozenset()
    before_name_field: frozenset[str] = frozenset()
    no_values: frozenset[str] = frozenset()
    code_fields: frozenset[str] = frozenset()
    kin: frozenset[str] = frozenset()
    sexes: frozenset[str] = frozenset()
    faiths: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    callings: frozenset[str] = frozenset()
    parts_in_talks: frozenset[str] = frozenset()
    towns: frozenset[str] = frozenset()
    states_in_short: frozenset[str] = frozenset()
    into_places: frozenset[str] = frozenset()
    after_in: frozenset[str] = frozenset()
    short_weekdays: frozenset[str] = frozenset()
    weekdays_too: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    bodies_begin: bool = False
    joins_districts: bool = False


def _same(word: str) -> str:
    return word


def _always(word: str) -> bool:
    return True


def _never(word: str) -> bool:
    return False


def _no_article(phrase: str) -> str:
    return ""


def _no_parts(word: str) -> Iterable[tuple[str, str]]:
    return ()


def _no_forms(word: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class PeopleWords:
    """Words around a noun that say whether it tells what somebody is, in small letters; without `own` nobody looks for such nouns.

    `own` are possessives ("her"), `one` other determiners of one, `being` forms of "be" and "become", `as_` and `having` what they
    are called; before one of `no_person` a noun of kin is a thing ("parent company"), after one of `speaking` an origin is a
    language. Words with one of the `origin_endings` may be origins; `no_nouns` are adjectives that say a sex. `is_plural` tells the plural
    of such a noun, `may_modify` whether a word can stand before one.
    """

    own: frozenset[str] = frozenset()
    one: frozenset[str] = frozenset()
    being: frozenset[str] = frozenset()
    as_: frozenset[str] = frozenset()
    having: frozenset[str] = frozenset()
    no_person: frozenset[str] = frozenset()
    speaking: frozenset[str] = frozenset()
    no_nouns: frozenset[str] = frozenset()
    origin_endings: tuple[str, ...] = ()
    is_plural: Callable[[str], bool] = _never
    may_modify: Callable[[str], bool] = _always


class Agree(Protocol):
    """Fits a noun into the place of another, with the words before it."""

    def __call__(
        self, before: Sequence[str], old: str, new: str, *, lacks_article: bool = False
    ) -> tuple[tuple[str, ...], str]:
        """The words before the `old` noun as they must be before the `new` one, and that in its form."""


@dataclass(frozen=True, slots=True, eq=False)
class GrammarWords:
    """How a word is fitted into the place of another.

    `articles` are those that depend on the word after them, which `indefinite_article` chooses from, and
    `definite_article` stands before what was mentioned already; a language without articles leaves them empty. A
    noun whose last word is one of `mass` or is uncounted has none; what `is_uncounted` has no plural either. `plain_modifiers` go with any noun. `denials`
    are verbs that say of the noun after them that it is not so: they are never a part of its phrase; so are the
    `negations`, which say so in any way. One of `conjunctions` joins the items of a list, one of `alternatives` those that a
    negation speaks of together; `negating` and `pairing` determiners speak of two, and `contrasts` begin another clause.
    A noun after `of` has no article where a sort is named before it; the `named_sorts` are names of illnesses, which have
    one although only words before them went. `possessives` follow an apostrophe, and without the `plural_letters` at its end
    a regular plural is a singular. `derived_forms` are what may be built from a word with its root, of which `shortest_stem` letters are
    shared, `adverb` that of an adjective, `agree` fits the words before a noun to another one where they depend on its gender
    or case and writes that noun in its case, with its article where one is lacking, `singulars` what a plural in small letters may be the plural of.
    """

    plural: Callable[[str], str] = _same
    agree: Agree | None = None
    singulars: Callable[[str], tuple[str, ...]] = _no_forms
    indefinite_article: Callable[[str], str] = _no_article
    is_uncounted: Callable[[str], bool] = _never
    derived_forms: Callable[[str], tuple[str, ...]] = _no_forms
    adverb: Callable[[str], str] = _same
    shortest_stem: int = 4
    articles: frozenset[str] = frozenset()
    definite_article: str = ""
    possessives: tuple[str, ...] = ()
    plural_letters: str = ""
    mass: frozenset[str] = frozenset()
    plain_modifiers: frozenset[str] = frozenset()
    denials: frozenset[str] = frozenset()
    negations: frozenset[str] = frozenset()
    conjunctions: frozenset[str] = frozenset()
    alternatives: frozenset[str] = frozenset()
    negating: frozenset[str] = frozenset()
    pairing: frozenset[str] = frozenset()
    contrasts: frozenset[str] = frozenset()
    of: frozenset[str] = frozenset()
    named_sorts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class DateWords:
    """How dates are written in words, in small letters and in order: the first spelling is the full one, the second the short one.

    `days` are the ordinals of the days of a month; `years` says which year some words are, a blank between them.
    A day in digits may have one of the `ordinals` after it, which `ordinal` chooses. `articles` may stand before a day,
    one of `before_months` between it and its month, one of `before_years` between that and its year, one of `joints` between several
    days; `month_and_year` is how these two are written without a day.
    `on` stands before a day and becomes `in_` before a month or a year, except after what `keeps_on` says as a pattern.
    """

    months: tuple[tuple[str, ...], ...] = ()
    weekdays: tuple[tuple[str, ...], ...] = ()
    days: tuple[str, ...] = ()
    years: Mapping[str, int] = field(default_factory=dict, hash=False, repr=False)
    ordinal: Callable[[int], str] = str
    ordinals: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    before_months: tuple[str, ...] = ()
    before_years: tuple[str, ...] = ()
    month_and_year: str = "{Month} {year}"
    joints: tuple[str, ...] = ()
    on: str = ""
    in_: str = ""
    keeps_on: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PositionWords:
    """Words around a noun that say whether a more general one can stand there.

    Under `negations` and after `quantifiers` a more general noun says more, not less; after `mentions` a name is spoken of
    and not the thing; after `sorts` ("type of") it has no article. Without one of the `essential` modifiers a phrase says
    something else, and a `light` noun without any says little. A name follows the `named` ("city of"). What stands for
    something with an article is none of the `uncounted_sorts`. `no_superlatives` only end like one. What a phrase names stands before
    its first one of `links`. `adverbs_too` are nouns that a tagger takes for adverbs before another noun.
    """

    negations: frozenset[str] = frozenset()
    quantifiers: frozenset[str] = frozenset()
    mentions: frozenset[str] = frozenset()
    sorts: frozenset[str] = frozenset()
    essential: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    light: frozenset[str] = frozenset()
    uncounted_sorts: frozenset[str] = frozenset()
    no_superlatives: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    adverbs_too: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class StatementWords:
    """Words that say what a sentence states of a noun, in small letters.

    After one of `comparisons` stands an example or what something is compared with, after a noun one of `defining` says
    what that is, one of `naming` what it is called. One of `clauses` begins a clause; under `conditions` a sentence holds of
    all of a sort; a `particular` verb speaks of one case, and after a verb of `of_some` a noun in the plural means some of a sort. One of
    `before_places` stands before the name of a place or a thing.
    """

    comparisons: frozenset[str] = frozenset()
    defining: frozenset[str] = frozenset()
    naming: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    particular: frozenset[str] = frozenset()
    of_some: frozenset[str] = frozenset()
    before_places: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class UseWords:
    """Words around another that say whether it is a noun, in small letters.

    After one of `copulas` a word with one of `adjective_endings` is an adjective; after one of `before_nouns` stands a noun,
    whatever it looks like. One of `results` makes an adjective of the noun before it ("positive"), and so does one of
    `verb_endings`; with a hyphen, one of `after_hyphens` does so of any noun ("virus-related").
    """

    copulas: frozenset[str] = frozenset()
    adjective_endings: tuple[str, ...] = ()
    verb_endings: tuple[str, ...] = ()
    modifier_endings: tuple[str, ...] = ()
    before_nouns: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    after_hyphens: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class NounWords:
    """Nouns by what they may stand for, in small letters.

    `categories` say what sort of thing something is, `plain` ones can stand for a thing nearly anywhere, `ends`
    without the words before them; those `to_choose` stand only for what somebody chose them for, and only
    `sorts_of_bare` for nouns that have no article. `blunt` are categories that say so little,
    or mean so much besides, that a mark says it better. `called` are names at the top of a taxonomy with the plain nouns for them
    ("drug>medicine"). `insults` are what nobody should be called in a release, `no_illness` what is not said of an illness, though a taxonomy
    may have it above one.
    From what is `vague` a reader learns no more than from a placeholder, from what is `never_vague` something whatever lies below it.
    `typed` are last words of clinical terms with the kind of the mark that says what these are ("exam>TEST"), `typed_endings`
    ends of such words ("ectomy>PROCEDURE"), `growths` words for growths with the ends of what is called so ("cancer>carcinoma").
    What is `never_odd` suits whatever is below it, however seldom people put the two together.
    A name that ends in one of `heads` is such a thing. Before one of `of_illnesses` or `of_drugs`, or after it and one of `cause_links`,
    stands the cause of the whole ("HIV infection"); one of `beside_gaps` says of a gap beside it what went, also with such
    links or `gap_links` between them; `courses` say how something goes.
    """

    plain: frozenset[str] = frozenset()
    to_choose: frozenset[str] = frozenset()
    sorts_of_bare: frozenset[str] = frozenset()
    called: tuple[str, ...] = ()
    ends: frozenset[str] = frozenset()
    categories: frozenset[str] = frozenset()
    blunt: frozenset[str] = frozenset()
    insults: frozenset[str] = frozenset()
    no_illness: frozenset[str] = frozenset()
    vague: frozenset[str] = frozenset()
    never_vague: frozenset[str] = frozenset()
    never_odd: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()
    typed_endings: frozenset[str] = frozenset()
    growths: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    of_illnesses: frozenset[str] = frozenset()
    of_drugs: frozenset[str] = frozenset()
    cause_links: frozenset[str] = frozenset()
    beside_gaps: frozenset[str] = frozenset()
    gap_links: frozenset[str] = frozenset()
    courses: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class HeadingWords:
    """What the sections of a clinical note are headed, in small letters, and what its sentences say of conditions.

    Under one of `visit` stands what the note is about, under one of `past` what the patient had before, under one of `aside`
    (family, allergies, lists of drugs) neither. `titles` are the last words of all that may head a section.
    """

    visit: frozenset[str] = frozenset()
    past: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class ThesaurusWords:
    """What a thesaurus in the language marks words with, in small letters: those of a more general group (`above`), and the word that a
    group is called by (`main`). Where `nouns_have_capitals`, its words in small letters are no nouns.
    """

    above: frozenset[str] = frozenset()
    main: frozenset[str] = frozenset()
    nouns_have_capitals: bool = False


def _no_words() -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class CommonWords:
    """Words that are nobody's secret, in small letters.

    `schedules` say how a drug is taken, as `schedule_times` do after one of the `schedule_links`.
    `measures` are units that mean nothing else. Words `also_elsewhere` are function words of other languages, `accented`
    ones have letters that the language lacks otherwise: neither speaks for another language, those `telling` do for this one; `letters` are those that it has and
    English lacks. `everyday()` are the words that
    everybody writes, `is_ordinary` says of a word that no corpus has counted whether it tells nothing all the same, and
    `is_common_in_small_letters` whether small letters make a word of what else is a name or an acronym.
    """

    measures: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    shorthand: frozenset[str] = frozenset()
    also_elsewhere: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()
    accented: frozenset[str] = frozenset()
    letters: str = ""
    schedules: frozenset[str] = frozenset()
    schedule_times: frozenset[str] = frozenset()
    schedule_links: frozenset[str] = frozenset()
    after_numbers: frozenset[str] = frozenset()
    before_numbers: frozenset[str] = frozenset()
    everyday: Callable[[], frozenset[str]] = _no_words
    is_ordinary: Callable[[str], bool] = _never
    is_common_in_small_letters: Callable[[str], bool] = _never
    other_spellings: Callable[[str], tuple[str, ...]] = _no_forms
    bases_of: Callable[[str], tuple[str, ...]] = _no_forms
    split_in_two: Callable[[str], Iterable[tuple[str, str]]] = _no_parts


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """Everything that is known of one language: its ISO 639 `code`, its English `name`, its words and their forms.

    `stop_words` have no meaning of their own; `lemma` gives the singular of a word in small letters, `parts_of` the words that a compound is made of; `acronyms()` are those known as such; `tagger()` knows parts of
    speech. All else is words by what they are for: `positions` say whether another noun can stand in a place,
    `statements` whether the sentence still says the same, and `word_use` whether a word is a noun where it stands.
    `long_code` is its code of three letters (ISO 639-2), by which Tesseract reads it in pictures.
    `readers` are the files of its `package` that reading depends on, by what a proof calls them. In the `data` of the package
    `name_tagger` lies the trained tagger of names, if there is one (`reticent.detection.names.model`), and in that of `package`
    `patterns.toml`, if the language has patterns of its own.
    """

    code: str
    name: str
    tagger: Callable[[], Tagger] = field(repr=False)
    stop_words: frozenset[str] = field(default=frozenset(), repr=False)
    lemma: Callable[[str], str] = field(default=_same, repr=False)
    parts_of: Callable[[str], tuple[str, ...]] = field(default=_no_forms, repr=False)
    acronyms: Callable[[], frozenset[str]] = field(default=_no_words, repr=False)
    tokens: TokenParts = field(default_factory=TokenParts, repr=False)
    sentences: SentenceWords = field(default_factory=SentenceWords, repr=False)
    names: NameWords = field(default_factory=NameWords, repr=False)
    people: PeopleWords = field(default_factory=PeopleWords, repr=False)
    grammar: GrammarWords = field(default_factory=GrammarWords, repr=False)
    dates: DateWords = field(default_factory=DateWords, repr=False)
    common: CommonWords = field(default_factory=CommonWords, repr=False)
    nouns: NounWords = field(default_factory=NounWords, repr=False)
    positions: PositionWords = field(default_factory=PositionWords, repr=False)
    statements: StatementWords = field(default_factory=StatementWords, repr=False)
    word_use: UseWords = field(default_factory=UseWords, repr=False)
    headings: HeadingWords = field(default_factory=HeadingWords, repr=False)
    thesaurus: ThesaurusWords = field(default_factory=ThesaurusWords, repr=False)
    long_code: str = field(default="", repr=False)
    package: str = field(default="", repr=False)
    name_tagger: str = field(default="", repr=False)
    readers: Mapping[str, str] = field(default_factory=dict, repr=False)
