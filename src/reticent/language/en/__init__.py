"""English: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.en import date_words, grammar_words, inflection, lemmas, name_words, reading_words
from reticent.language.en import plain_nouns as nouns
from reticent.language.en.grammar_words import CATEGORIES
from reticent.language.en.tagging import tagger
from reticent.language.en.words import INSULTS, STOP_WORDS
from reticent.language.language import Grammar, Language, PositionWords, StatementWords, UseWords

ENGLISH = Language(
    code="en",
    stop_words=STOP_WORDS,
    insults=INSULTS,
    categories=CATEGORIES,
    tokens=reading_words.TOKENS,
    sentences=reading_words.SENTENCES,
    names=name_words.NAMES,
    grammar=Grammar(
        plural=inflection.plural,
        indefinite_article=inflection.indefinite_article,
        before_bare=grammar_words.BEFORE_BARE,
        after_bare=grammar_words.AFTER_BARE,
        mass=grammar_words.MASS,
        is_uncounted=grammar_words.is_uncounted,
        plain_modifiers=grammar_words.PLAIN_MODIFIERS,
        denials=grammar_words.DENIALS,
    ),
    dates=date_words.DATES,
    lemma=lemmas.lemma,
    acronyms=lemmas.acronyms,
    tagger=tagger,
    plain_nouns=nouns.PLAIN_NOUNS,
    noun_ends=nouns.ENDS,
    nouns_to_choose=nouns.NOUNS_TO_CHOOSE,
    sorts_of_bare_nouns=nouns.SORTS_OF_BARE_NOUNS,
    positions=PositionWords(
        negations=nouns.NEGATIONS,
        quantifiers=nouns.QUANTIFIERS,
        mentions=nouns.MENTIONS,
        sorts=nouns.SORTS,
        essential=nouns.ESSENTIAL_MODIFIERS,
        named=nouns.NAMED,
        light=nouns.LIGHT_NOUNS,
        uncounted_sorts=nouns.UNCOUNTED_SORTS,
    ),
    statements=StatementWords(
        comparisons=nouns.COMPARISONS,
        defining=nouns.DEFINING,
        naming=nouns.NAMING,
        clauses=nouns.CLAUSES,
        conditions=nouns.CONDITIONS,
        particular=nouns.PARTICULAR_VERBS,
        before_places=nouns.BEFORE_PLACES,
    ),
    word_use=UseWords(
        copulas=grammar_words.COPULAS,
        adjective_endings=grammar_words.ADJECTIVE_ENDINGS,
        before_nouns=grammar_words.BEFORE_NOUNS,
        results=grammar_words.RESULTS,
        after_hyphens=grammar_words.AFTER_HYPHENS,
    ),
)
"""The one language that reticent reads so far."""

__all__ = ["ENGLISH"]
