"""German: where its words come from is said beside each list; `data` has the licences."""

from reticent.language.de import inflection, nouns, words
from reticent.language.de.date_words import DATES
from reticent.language.de.tagging import tagger
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
    code="de",
    name="German",
    tagger=tagger,
    lemma=nouns.lemma,
    parts_of=nouns.parts_of,
    tokens=fill_part(TokenParts, _WORDS["tokens"]),
    sentences=fill_part(SentenceWords, _WORDS["sentences"]),
    names=fill_part(NameWords, _WORDS["names"], **words.people_words()),
    people=fill_part(PeopleWords, _WORDS["people"], is_plural=inflection.is_plural),
    grammar=fill_part(
        GrammarWords,
        _WORDS["grammar"],
        plural=inflection.plural,
        agree=inflection.agree,
        singulars=words.singulars,
        indefinite_article=inflection.indefinite_article,
        is_uncounted=inflection.is_uncounted,
    ),
    dates=DATES,
    common=fill_part(
        CommonWords,
        _WORDS["common"],
        letters="äöüß",
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
    readers={"nouns": "data/nouns.txt.xz", "word classes": "data/classes.txt.xz"},
)

__all__ = ["LANGUAGE"]
