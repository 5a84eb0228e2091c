"""What an entity is called, how its names are written in a text, and which words of them are as good as a name.

Forms of the same root say as much as the name does: "depressed" of depression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from reticent.knowledge import Corpus, CountingRule, is_countable
from reticent.knowledge.conditions import Condition, conditions
from reticent.knowledge.corpus.spoken import normal_word, normal_words, spoken
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors
from reticent.language.language import NounWords
from reticent.models.shared.proper_names import NameFinder, is_common_word, short_names
from reticent.models.shared.protections import find_conditions
from reticent.plan.values import NAMES_SHOWN
from reticent.text.tokens import split_at_hyphens

_ENDINGS_OF_ORIGIN = ("ic", "ian", "an", "n", "ist", "ism", "ite", "ese", "ish", "i")
_BESIDE = 5.0
"""How many times as often as by chance a form has to stand beside its name, or it is about something else."""


def forms_of_names(names: Iterable[str], general: str | None, corpus: Corpus) -> tuple[str, ...]:
    """The adjectives, verbs and nouns of the same root as a name, and names of several words with such a last one.

    A single word that the corpus knows counts only where it stands beside the name far more often than by chance:
    "depressor" is no depression. What may be disclosed (`general`) is no name.
    """
    plain = [name for name in dict.fromkeys(names) if name.replace(" ", "").isalpha()]
    small = [name for name in plain if name.islower()]
    allowed = {*normal_words(general or "")}
    single = [
        *(
            form
            for name in small
            if " " not in name
            for form in _forms_of_word(name, spoken().grammar.derived_forms(name), corpus)
        ),
        *(form for name in plain if name.istitle() for form in _known_origins(name, corpus)),
    ]
    several = [form for name in small if " " in name for form in _forms_of_phrase(name)]
    return tuple(dict.fromkeys(form for form in (*single, *several) if normal_word(form) not in allowed))


def names_on_list(condition: Condition | None, general: str | None = None) -> tuple[str, ...]:
    """The names that mean a condition wherever they stand, without its acronyms, which are found in capitals only.

    What may be disclosed (`general`) is none of them.
    """
    allowed = normal_words(general or "")
    names = (condition.name, *condition.names) if condition else ()
    return tuple(name for name in names if normal_words(name) != allowed)


def unsure_names_of_root(condition: Condition | None) -> tuple[str, ...]:
    """Unsure names of a condition that are built from the last word of a sure one: who hides major depression means
    "depressed" too.

    That last word itself is more general ("colitis" of ulcerative colitis), and stays unsure.
    """
    heads = set(map(head_of, names_on_list(condition)))
    roots = frozenset(form for head in heads for form in spoken().grammar.derived_forms(head)) - heads
    return tuple(name for name in condition.unsure if name in roots) if condition else ()


def head_of(name: str) -> str:
    """The last word of a name, which says what it is."""
    return name.rsplit(" ", 1)[-1]


def _known_origins(name: str, corpus: Corpus) -> Iterator[str]:
    """What comes from a place, a faith or a people, where the corpus has it: "Parisian", "Islamic"; nothing for several words."""
    small = name.casefold()
    if " " in name or len(small) < spoken().grammar.shortest_stem:
        return
    origins = [f"{small}{ending}" for ending in _ENDINGS_OF_ORIGIN]
    likely = [*spoken().grammar.derived_forms(small), *origins]
    forms = list(_forms_of_word(name, likely, corpus))
    counts = corpus.count([frozenset({normal_word(form)}) for form in forms])
    yield from (form for form, count in zip(forms, counts, strict=True) if count)


def _forms_of_word(name: str, likely: Iterable[str], corpus: Corpus) -> Iterator[str]:
    forms = [form for form in likely if is_countable(normal_word(form))]
    word = normal_word(name)
    if not forms or not is_countable(word):
        return
    terms = [normal_word(form) for form in forms]
    own, *alone = corpus.count([frozenset({term}) for term in (word, *terms)])
    together = corpus.count([frozenset({word, term}) for term in terms])
    for form, count, joint in zip(forms, alone, together, strict=True):
        if joint * corpus.size >= _BESIDE * count * own:
            yield form


def _forms_of_phrase(name: str) -> Iterator[str]:
    """A phrase with another form of its last word: "drug addict"; and two words as an adverb: "clinically depressed"."""
    first, _, last = name.rpartition(" ")
    for form in spoken().grammar.derived_forms(last):
        yield f"{first} {form}"
        if " " not in first:
            yield f"{spoken().grammar.adverb(first)} {form}"


def finder_of(
    names: Sequence[str],
    given: Sequence[str],
    general: str | None,
    *,
    senses: Sequence[Concept],
    corpus: Corpus,
    taxonomy: Taxonomy,
    condition: Condition | None = None,
    listed: Sequence[str] = (),
) -> tuple[NameFinder, frozenset[str]]:
    """What finds an entity in a text by its names, of which somebody gave some and `listed` others, however they are written.

    Beside the names it looks for forms of them, and for unsure names of the same root. With it come the forms in whose place no
    more general noun can stand: who is depressed is no disorder, and neither is a diabetic.
    """
    allowed = normal_words(general or "")
    unsure = [name for name in unsure_names_of_root(condition) if normal_word(name) not in allowed]
    forms = dict.fromkeys([*unsure, *forms_of_names(names, general, corpus)])
    capitals = names_with_capitals(names, (*given, *listed), corpus)
    written = dict.fromkeys([*ways_to_write(names, given, corpus), *forms])
    finder = NameFinder(tuple(written), capitals, short_names(given, general, taxonomy))
    heads = set(map(head_of, names))
    nounless = frozenset(form for form in forms if form not in heads)
    return finder, nounless | parts_without_general(given, general, senses, taxonomy)


_SHOWN = 2
"""Names of an entity that a promise shows before it says how many more there are: it is read with every release."""
_INITIALS = 3  # letters: two are anything
_LONGEST_ACRONYM = 6  # letters; longer words in capitals are shouted
_OFTEN = 0.5  # as often as the name itself, and the word is taken for something else; chosen by hand

_ILLNESSES = ("infectious agent", "ill health", "mental condition")
_DRUGS = ("drug", "drug of abuse")
_FEW_SENSES = 4
"""Senses of a noun up to which it means its cause wherever it stands: lead has 17, heroin one."""
_FEW_KINDS = 200
"""Kinds below a noun up to which it is one thing: alcohol is, a drug is not."""


def names_of(
    given: Sequence[str],
    senses: Sequence[Concept],
    taxonomy: Taxonomy,
    *,
    condition: Condition | None = None,
    general: str | None = None,
) -> tuple[str, ...]:
    """The names given, parts of them that say as much, the synonyms that mean the same before anything else, what an acronym
    spells out, and the names on a list of conditions.

    "dose" is a synonym of STD, but hardly ever means it.
    """
    synonyms = [other for sense in senses for other in sense.names if means(taxonomy, other, sense)]
    spelled = [
        other
        for sense in taxonomy.concepts(given[0])
        for other in sense.names
        if _spells_out(other, given[0])
    ]
    within = [part for name in given for part in names_within(name, general, senses, taxonomy)]
    of_parts = [
        other for part in within for other in names_on_list(conditions().find(part), general) if part != other
    ]
    listed = names_on_list(condition, general)
    return tuple(dict.fromkeys([*given, *within, *synonyms, *spelled, *listed, *of_parts]))


def names_within(
    name: str, general: str | None, senses: Sequence[Concept], taxonomy: Taxonomy
) -> Iterator[str]:
    """The parts of a name that say as much as the whole: a synonym on the list of conditions, and what causes it.

    "HIV infection" is HIV. What may be disclosed, and what is above it or above the whole, is no such part, nor is a word that only
    says which one is meant: neither "lung" nor "cancer" is lung cancer.
    """
    words = name.split() if " " in name else name.split("-")
    if len(words) == 1:
        sides = name.split("/")
        yield from sides if len(sides) > 1 and all(map(conditions().find, sides)) else ()
        return
    own = conditions().find(name) or conditions().find("-".join(words))
    synonyms = _normal_aliases(own.aliases) if own else frozenset()
    caused = _cause_of(words, taxonomy) or _only_condition(name, taxonomy)
    allowed = normal_words(general or "")
    saying_all = [
        part
        for part in (_parts(words) if synonyms or caused else ())
        if (part == caused or " ".join(normal_words(part)) in synonyms) and normal_words(part) != allowed
    ]
    if not saying_all:
        return
    above = {concept for sense in senses for concept in ancestors(taxonomy, sense)}
    for told in taxonomy.concepts(general) if general else ():
        above |= {told, *ancestors(taxonomy, told)}
    for part in saying_all:
        if above.isdisjoint(taxonomy.concepts(part)):
            yield part
            yield from _other_cases(part, taxonomy)
            yield from names_within(part, general, senses, taxonomy)


@cache
def _normal_aliases(aliases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(normal_words(each)) for each in aliases)


def _only_condition(name: str, taxonomy: Taxonomy) -> str | None:
    """The one condition in words that nobody else takes for a name: "being HIV positive", "suffers from epilepsy"."""
    found = find_conditions(name, lambda each: bool(taxonomy.concepts(each)))
    return found[0] if len(found) == 1 else None


def _other_cases(name: str, taxonomy: Taxonomy) -> Iterator[str]:
    """How a taxonomy writes a name that was given in small letters: "HIV" for "hiv"."""
    for sense in taxonomy.concepts(name):
        yield from (each for each in sense.names if each != name and each.casefold() == name.casefold())


def _parts(words: Sequence[str]) -> Iterator[str]:
    """Every run of words that is not the whole, the longest first."""
    for length in range(len(words) - 1, 0, -1):
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])


def _cause_of(words: Sequence[str], taxonomy: Taxonomy) -> str | None:
    """What stands before or after the words for what it causes, where a taxonomy has it for such a cause."""
    nouns = spoken().nouns
    small = [word.casefold() for word in words]
    kinds_of = [_kinds_of_cause(word, nouns) for word in small]
    begin = next((at for at, word in enumerate(small) if word not in nouns.courses), len(small))
    if begin < len(small) and kinds_of[begin] and nouns.cause_links.intersection(small[begin:]):
        start = max(at for at, word in enumerate(small) if word in nouns.cause_links) + 1
        cause, kinds = words[start:], kinds_of[begin]
    else:
        end = next((at for at in range(begin, len(small)) if kinds_of[at]), len(small))
        if not all(kinds_of[end:]) or end == len(small):
            return None
        cause, kinds = words[begin:end], tuple(kind for each in kinds_of[end:] for kind in each)
    part = " ".join(cause)
    if kinds[0] in _ILLNESSES and conditions().find(part) and part not in nouns.plain:
        return part
    known = taxonomy.concepts(part)
    tops = {concept for kind in kinds for concept in taxonomy.concepts(kind)[:1]}
    is_cause = any(
        not tops.isdisjoint(ancestors(taxonomy, sense)) and taxonomy.volume(sense) <= _FEW_KINDS
        for sense in known[:2]
    )
    return part if is_cause and len(known) <= _FEW_SENSES and part not in nouns.plain else None


def _kinds_of_cause(word: str, nouns: NounWords) -> tuple[str, ...]:
    """What a taxonomy has above the cause of what ends in a word, nothing where it has none."""
    if word in nouns.of_illnesses:
        return _ILLNESSES
    return _DRUGS if word in nouns.of_drugs else ()


def parts_without_general(
    given: Sequence[str], general: str | None, senses: Sequence[Concept], taxonomy: Taxonomy
) -> frozenset[str]:
    """The parts of names that say as much, case-folded, in whose place g(c) can't stand."""
    parts = [part for name in given for part in names_within(name, general, senses, taxonomy)]
    return frozenset(
        part.casefold() for part in parts if general and not _can_be_replaced(part, general, taxonomy)
    )


def _can_be_replaced(part: str, general: str, taxonomy: Taxonomy) -> bool:
    """Whether g(c) can stand for a part of a name of c: who has HIV has a disease, but who takes heroin takes no addiction."""
    state = frozenset(taxonomy.concepts("state"))
    above = [{sense, *ancestors(taxonomy, sense)} for sense in taxonomy.concepts(part)]
    told = taxonomy.concepts(general)
    if any(not each.isdisjoint(told) for each in above):
        return True
    is_state = any(not state.isdisjoint((sense, *ancestors(taxonomy, sense))) for sense in told[:1])
    return is_state and any(not state.isdisjoint(each) for each in above[:1])


def describe_names(names: Mapping[str, Sequence[str]]) -> str:
    """Under which names each entity is protected, in one sentence: the first ones, and how many more.

    >>> describe_names({"HIV": ["HIV", "human immunodeficiency virus", "lav", "AIDS virus"], "flu": ["flu"]})
    'Protected names: HIV, human immunodeficiency virus and 2 more; flu.'
    """
    shown = [
        ", ".join(each[:_SHOWN]) + (f" and {len(each) - _SHOWN:,} more" if len(each) > _SHOWN else "")
        for each in names.values()
    ]
    return f"{NAMES_SHOWN}{'; '.join(shown)}."


def means(taxonomy: Taxonomy, name: str, concept: Concept) -> bool:
    """Whether a concept is what a name means before anything else."""
    return next(iter(taxonomy.concepts(name)), None) == concept


def words_like_names(
    names: Iterable[str], general: str | None, how: CountingRule, documents: int, corpus: Corpus
) -> frozenset[str]:
    """The words of names that are as good as a name: "myotonic" is myotonic dystrophy.

    No more documents hold them than the entity, and at least half of those name it; or none holds them at all.
    """
    allowed = normal_words(general or "")
    words = sorted(
        {word for name in names for word in normal_words(name) if is_countable(word) and word not in allowed}
    )
    if how.entity == {frozenset()}:
        return frozenset()
    alone = corpus.count([frozenset({word}) for word in words])
    together = corpus.count([how.entity | {word} for word in words])
    counts = zip(words, alone, together, strict=True)
    return frozenset(word for word, own, joint in counts if own <= documents and 2 * joint >= own)


def ways_to_write(names: Sequence[str], given: Iterable[str], corpus: Corpus) -> Iterator[str]:
    """The names, the initials of those that were given, and how acronyms are written.

    A text that spells out "idiopathic pulmonary fibrosis" goes on with "IPF". Initials are companies and songs too, so
    they are looked for in the text but not counted in the corpus. An acronym is also found with a digit after it ("HIV1"),
    and in small letters unless these make a word of their own.
    """
    yield from names
    plain = filter(_is_plain, given)
    yield from (initials for name in plain if len(initials := _initials(name)) >= _INITIALS)
    for name in names:
        if name.isupper() and name.isalpha() and 1 < len(name) <= _LONGEST_ACRONYM:
            yield from (f"{name}{digit}" for digit in range(1, 10))
            if not _is_word(name.lower(), name, corpus):
                yield name.lower()


def names_with_capitals(names: Iterable[str], given: Sequence[str], corpus: Corpus) -> frozenset[str]:
    """The names, case-folded, that nobody gave and that are rather a common noun in small letters: "Gates", not "Einstein"."""
    words = {
        name.casefold(): " ".join(normal_words(name))
        for name in names
        if name not in given and name.istitle() and name.isalpha() and is_common_word(name)
    }
    countable = [name for name, word in words.items() if is_countable(word)]
    own = [" ".join(words_of(name)) for name in given]
    counts = corpus.count([frozenset({words[name]}) for name in countable])
    most = max(corpus.count([frozenset({term}) for term in own if is_countable(term)]), default=0)
    return frozenset(name for name, count in zip(countable, counts, strict=True) if count > most * _OFTEN)


def _is_plain(name: str) -> bool:
    """Whether a name is made of words with a meaning only: "World War II" is not WWI, "The Virgin" is not TV."""
    words, stop_words = split_at_hyphens(name), spoken().stop_words
    return all(word.isalpha() and not word.isupper() and word.lower() not in stop_words for word in words)


def _is_word(small: str, acronym: str, corpus: Corpus) -> bool:
    """Whether small letters that make an acronym mean something else, as in "aids": the corpus then has many of them."""
    word = " ".join(normal_words(small))
    if not is_countable(word):
        return True
    own, other = corpus.count([frozenset({acronym}), frozenset({word})])
    return other > own * _OFTEN


def _spells_out(name: str, acronym: str) -> bool:
    return acronym.isupper() and len(acronym) > 1 and _initials(name) == acronym


def _initials(name: str) -> str:
    return "".join(word[0] for word in split_at_hyphens(name) if word[0].isalpha()).upper()


def senses_below(name: str, general: str | None, taxonomy: Taxonomy) -> list[Concept]:
    """The senses of a name that lie below what may be disclosed."""
    above = taxonomy.concepts(general) if general else []
    return [
        sense
        for sense in taxonomy.concepts(name)
        if any(concept in ancestors(taxonomy, sense) for concept in above)
    ]


def list_above(senses: Sequence[Concept], taxonomy: Taxonomy) -> str:
    """The nearest generalizations of the first senses, as an error offers them; nothing where there are none."""
    found = dict.fromkeys(
        general.name for sense in senses[:2] for general in list(ancestors(taxonomy, sense))[:5]
    )
    return ", ".join(f"'{general}'" for general in found)
