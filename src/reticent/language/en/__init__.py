"""English: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.en import inflection, lemmas, spelling, words
from reticent.language.en.date_words import DATES
from reticent.language.en.tagging import tagger
from reticent.language.language import (
    CommonWords,
    GrammarWords,
    HeadingWords,
    Language,
    NameWords,
    NounWords,
    PeopleWords,
    PositionWords,
    SentenceWords,
    StatementWords,
    TokenParts,
    UseWords,
)
from reticent.language.word_file import fill_part

_WORDS = words.WORDS

LANGUAGE = fill_part(
    Language,
    _WORDS[""],
    code="en",
    name="English",
    tagger=tagger,
    lemma=lemmas.lemma,
    acronyms=lemmas.acronyms,
    tokens=fill_part(TokenParts, _WORDS["tokens"]),
    sentences=fill_part(SentenceWords, _WORDS["sentences"]),
    names=fill_part(NameWords, _WORDS["names"], **words.people_words()),
    people=fill_part(
        PeopleWords, _WORDS["people"], is_plural=inflection.is_plural_noun, may_modify=words.may_modify
    ),
    grammar=fill_part(
        GrammarWords,
        _WORDS["grammar"],
        plural=inflection.plural,
        singulars=inflection.singulars,
        indefinite_article=inflection.indefinite_article,
        is_uncounted=inflection.is_uncounted,
        derived_forms=inflection.derived_forms,
        adverb=inflection.adverb,
        shortest_stem=inflection.SHORTEST_STEM,
        definite_article="the",
        possessives=("s",),
        plural_letters="s",
    ),
    dates=DATES,
    common=fill_part(
        CommonWords,
        _WORDS["common"],
        everyday=words.common_words,
        is_ordinary=words.is_ordinary,
        is_common_in_small_letters=words.is_common_in_small_letters,
        other_spellings=spelling.other_spellings,
        bases_of=spelling.bases_of,
        split_in_two=spelling.split_in_two,
    ),
    nouns=fill_part(NounWords, _WORDS["nouns"]),
    positions=fill_part(PositionWords, _WORDS["positions"]),
    statements=fill_part(StatementWords, _WORDS["statements"]),
    word_use=fill_part(UseWords, _WORDS["word_use"]),
    headings=fill_part(HeadingWords, _WORDS["headings"]),
    package=__name__,
    name_tagger="reticent.detection.names",
    readers={
        "tagger": "data/tagger.npz",
        "lemmas": "data/lemmas.txt.gz",
        "word classes": "data/classes.txt.gz",
    },
)

__all__ = ["LANGUAGE"]
