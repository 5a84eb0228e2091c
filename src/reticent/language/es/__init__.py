"""Spanish: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.es import inflection, words
from reticent.language.es.date_words import DATES
from reticent.language.es.lemmas import lemma
from reticent.language.es.tagging import tagger
from reticent.language.language import (
    CommonWords,
    GrammarWords,
    HeadingWords,
    Language,
    NameWords,
    NounWords,
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
    code="es",
    name="Spanish",
    tagger=tagger,
    lemma=lemma,
    tokens=fill_part(TokenParts, _WORDS["tokens"]),
    sentences=fill_part(SentenceWords, _WORDS["sentences"]),
    names=fill_part(NameWords, _WORDS["names"]),
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
    ),
    dates=DATES,
    common=fill_part(
        CommonWords,
        _WORDS["common"],
        letters="áéíóúüñ",
        everyday=words.common_words,
        is_ordinary=words.is_ordinary,
        is_common_in_small_letters=words.is_common_in_small_letters,
    ),
    nouns=fill_part(NounWords, _WORDS["nouns"]),
    positions=fill_part(PositionWords, _WORDS["positions"]),
    statements=fill_part(StatementWords, _WORDS["statements"]),
    word_use=fill_part(UseWords, _WORDS["word_use"]),
    headings=fill_part(HeadingWords, _WORDS["headings"]),
    package=__name__,
    name_tagger=__name__,
)

__all__ = ["LANGUAGE"]
