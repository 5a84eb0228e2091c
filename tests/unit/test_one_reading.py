"""Everybody who reads a text reads the same words: no disguise hides one from a detector, a model or an index."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.contracts.reader_worlds import CANDIDATES, indexed, small_world

from reticent import (
    CgSanitization,
    CorrelationGuard,
    Document,
    Redaction,
    TPlausibility,
    WordList,
    names,
    patterns,
    sanitize,
    wordnet,
)
from reticent.attackers.counting import Bayes
from reticent.attackers.profiles import read_words
from reticent.errors import PromiseError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.corpus.terms import as_term, words_of
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.entities.words import form_of
from reticent.models.greedy_sanitize._check import read_sentences
from reticent.models.k_safety._check import read_known_terms
from reticent.models.privacy_model import PrivacyModel
from reticent.models.shared.unseen import UnseenWords
from reticent.text import terms

WORD = "antiretroviral"
DISGUISES: dict[str, Callable[[str], str]] = {
    "hyphen that never breaks": lambda word: f"{word}\u2011naive",
    "hyphen": lambda word: f"{word}\u2010naive",
    "soft hyphen": lambda word: f"{word[:4]}\u00ad{word[4:]}",
    "object": lambda word: f"{word[:4]}\ufffc{word[4:]}",
    "letters apart": " ".join,
    "thin blanks": "\u2009".join,
    "boxes": "|".join,
    "braces": lambda word: f"{{{word[0]}}}{word[1:]}",
    "percent": lambda word: f"%{ord(word[0]):02X}{word[1:]}",
    "soft line break": lambda word: f"{word[:4]}=\n{word[4:]}",
    "reference": lambda word: f"&#{ord(word[0])};{word[1:]}",
    "escape": lambda word: f"\\u{ord(word[0]):04x}{word[1:]}",
    "tag": lambda word: f"<b>{word[0]}</b>{word[1:]}",
}
HIDDEN = pytest.mark.parametrize("disguise", DISGUISES)
CORPUS = MemoryCorpus(
    [
        *["HIV virus antiretroviral tablet"] * 6,
        *["virus flu tablet"] * 10,
        *["garden bus lamp patient tablet naive"] * 10,
        *["patient garden well take"] * 20,
    ]
)


def text_with(disguise: str, word: str = WORD) -> str:
    return f"The patient takes {DISGUISES[disguise](word)} tablets. She is well and works in the garden."


def is_gone(released: str, word: str = WORD) -> bool:
    return word[3:] not in "".join(filter(str.isalpha, released))


def releases(text: str, model: PrivacyModel) -> str:
    return sanitize(Document("note", text), model).text


@HIDDEN
def test_a_word_list_finds_it(disguise: str) -> None:
    assert is_gone(releases(text_with(disguise), Redaction((WordList([WORD]),))))


@HIDDEN
def test_a_word_that_tells_of_a_protected_entity_goes(disguise: str) -> None:
    model = CgSanitization({"HIV": "virus"}, corpus=CORPUS, taxonomy=wordnet(), unseen="keep")
    assert is_gone(releases(text_with(disguise), model))


@HIDDEN
def test_a_protected_name_goes(disguise: str) -> None:
    model = CgSanitization({"HIV": "virus"}, corpus=CORPUS, taxonomy=wordnet(), unseen="keep")
    written = DISGUISES[disguise]("HIV").replace("-naive", "")
    assert written not in releases(f"She has {written} now.", model)


@HIDDEN
def test_a_word_that_gives_a_masked_one_away_goes(disguise: str) -> None:
    listed = WordList(["HIV"], kind="SECRET")
    model = CorrelationGuard((listed,), corpus=CORPUS, unseen="keep", max_group=1, threshold=1)
    assert is_gone(releases(f"HIV it is. {text_with(disguise)}", model))


@HIDDEN
def test_a_word_that_the_corpus_knows_is_not_unseen(disguise: str) -> None:
    found = words_of(DISGUISES[disguise](WORD))
    assert UnseenWords(CORPUS, None).find(found) == []
    assert UnseenWords(CORPUS, None).find(["quokkanine"]) == ["quokkanine"]


@HIDDEN
def test_a_word_that_the_corpus_has_never_seen_is_refused(disguise: str) -> None:
    model = CgSanitization({"HIV": "virus"}, corpus=CORPUS, taxonomy=wordnet(), unseen="refuse")
    with pytest.raises(PromiseError, match="never seen"):
        releases(text_with(disguise, "quokkanine"), model)


@HIDDEN
def test_readers_who_guess_see_it(disguise: str) -> None:
    written = f"Much {DISGUISES[disguise]('wheezing')} today."
    assert "wheezing" in read_words(Document("note", written))
    reader = Bayes(indexed())
    plain = "Much wheezing-naive today." if "naive" in written else "Much wheezing today."
    hidden, shown = (reader.guesses(Document("note", text), CANDIDATES) for text in (written, plain))
    assert [(each.candidate, each.score) for each in hidden] == [
        (each.candidate, each.score) for each in shown
    ]


@HIDDEN
def test_it_is_gone_where_k_others_must_explain_a_release(disguise: str) -> None:
    model = small_world(9)
    text = f"Asthma. Much {DISGUISES[disguise]('wheezing')} today."
    assert is_gone(releases(text, model), "wheezing")


@HIDDEN
def test_a_database_of_entities_knows_it(disguise: str) -> None:
    known = SqliteEntities.in_memory([Entity("one", ("One",), (), (WORD, "night sweats"))])
    assert WORD in read_known_terms(Document("note", text_with(disguise)), known).places
    assert WORD in form_of(DISGUISES[disguise](WORD)).split()


@HIDDEN
def test_t_plausibility_takes_it_for_the_noun_that_it_is(disguise: str) -> None:
    model = TPlausibility(3, taxonomy=wordnet(), detectors=(WordList(["influenza"]),))
    assert is_gone(releases(f"She had {DISGUISES[disguise]('influenza')} again.", model), "influenza")


@HIDDEN
def test_an_index_is_asked_for_it(disguise: str) -> None:
    written = DISGUISES[disguise](WORD)
    parts = [part for word in words_of(written) for part in word.split("-")]
    assert parts[0] == WORD
    assert as_term(written).split("-")[0] == WORD
    assert MemoryCorpus([written]).count([frozenset(words_of(written))]) == [1]


@HIDDEN
def test_terms_and_learners_read_it(disguise: str) -> None:
    document = Document("note", text_with(disguise))
    assert any(WORD in word.split("-") for term in terms(document) for word in term.words)
    read = [word for sentence in read_sentences(document) for word in sentence.words]
    assert any(word.startswith(WORD) for word in read)


@HIDDEN
def test_the_name_tagger_finds_it(disguise: str) -> None:
    name = " ".join(map(DISGUISES[disguise], ("Adaeze", "Okonkwo")))
    text = f"I met Mrs {name} yesterday, and she was well."
    found = [mention for mention in names().mentions(Document("note", text)) if mention.kind == "PERSON"]
    left = text[: found[0].span.start] + text[found[-1].span.end :]
    assert is_gone(left, "Adaeze")
    assert is_gone(left, "Okonkwo")


@pytest.mark.parametrize(
    "written",
    [
        *("219\u201109\u20119184", "219\u201009\u20109184", "219\u00ad-09-9184", "219-\ufffc09-9184"),
        *("2 1 9 - 0 9 - 9 1 8 4", "|2|1|9|0|9|9|1|8|4|", "[2][1][9]-[0][9]-[9][1][8][4]"),
        *("{2}19-09-9184", "219%2D09%2D9184", "219=2D09=2D9184", "219-09=\n-9184", "&#50;19-09-9184"),
        *(
            "<b>219</b>-<b>09</b>-<b>9184</b>",
            "219\\u002d09\\u002d9184",
            "219--09--9184",
            "2\x1b[1m19-09-9184",
        ),
        *("**219**-09-9184", "٢١٩-٠٩-٩١٨٤", "２１９－０９－９１８４"),
    ],
)
def test_patterns_find_a_number(written: str) -> None:
    text = f"Her SSN is {written} as she says."
    found = patterns().mentions(Document("note", text))
    left = text[: found[0].span.start] + text[found[-1].span.end :]
    assert "US_SSN" in {mention.kind for mention in found}
    assert not any(map(str.isdecimal, left))
