"""Texts of many registers that the name tagger learns from: mails, tweets, contracts, notes and invented documents.

What a set does not mark is unknown, not nothing: a word that is unmarked in the English Web Treebank is no person, place
or organization, but may still be a date, a code or an age.
"""

from __future__ import annotations

import json
import lzma
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from experiments.needs import Needs

from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.features import sort_of_people
from reticent.detection.names.model import LABELS
from reticent.detection.names.word_lists import LISTED, WordClasses, WordLists, word_lists
from reticent.detection.names.word_lists import NAMED as CLASSED
from reticent.language import DEFAULT_LANGUAGE, Language
from training.folds import WRITER
from training.name_corpora import Sample, find_words, labels

WRITTEN = "wild/written.jsonl"
TREEBANK = "wild/en_ewt-train.iob2.xz"
TREEBANK_DEV = "wild/en_ewt-dev.iob2.xz"
TWEETS = "wild/broad-twitter.tar.xz"
FILINGS = "wild/sec-filings.tar.xz"
TRANSCRIPTIONS = "wild/mtsamples.jsonl.xz"
ABSTRACTS = "wild/bio-ner.tar.xz"
ANSWERS = "corpora/medquad.jsonl.xz"
ALL = Needs(data=(WRITTEN, TREEBANK, TWEETS, FILINGS, TRANSCRIPTIONS, ABSTRACTS, ANSWERS))
"""What who reads them all needs; here nothing is opened but what a caller names, and declares."""

NAMED = ("PERSON", "LOCATION", "ORGANIZATION")
OTHERS = ("DATETIME", "CODE", "DEM", "QUANTITY", "MISC", "CONTACT", "AGE")
"""The kinds that most sets mark, and those that they don't."""

_OF_TREEBANK = {"PER": ("PERSON",), "LOC": ("LOCATION",), "ORG": ("ORGANIZATION",), "OTH": ("MISC", "DEM")}
_PARTIES = frozenset(
    """borrower lender lessor lessee landlord tenant bank company executive employee agent guarantor seller
    buyer purchaser parent trustee holder""".split()
)
_TRANSCRIPTIONS_EACH = 6
"""Every so many transcriptions one is learned from; the others are left for measuring."""
ANSWERS_EACH, _LONGEST_ANSWER = 12, 1200
"""Every so many documents of questions and answers one is learned from, and so many characters of its first answer: about as many words
as there are abstracts. Chosen by hand."""

_CALLED = frozenset(
    "syndrome syndromes disease gene genes protein proteins mutation mutations deficiency".split()
)
"""What is called by a word before it that is nobody's name there."""

_BODY = CLASSED.index("body")
_TWEETS_A_TEXT = 20
_MEDICAL_FREQUENCY = 4
NO_MEDICINE = "0" * (len(LISTED) - 4)

MARK_KIN = frozenset("pqrstuvwxyz")
"""The writers who marked kin and sexes too ("his wife", "a woman of 40"), as attributes of somebody."""

_WEIGHT_OF_KIN = 2.0
"""How much their words count: they are few, and alone in telling these attributes. Chosen before the first fit."""

_LEFT = frozenset("&!")
"""What `sort_of_people` says of kin and of sexes."""

Place = tuple[int, int, str]
"""Start, end and kind of something that is marked."""

Token = tuple[int, int, str]
"""Start, end and tag of a token."""


def read_written(path: Path, classes: WordClasses) -> list[Sample]:
    """The invented documents, with all their labels known; the source tells the writer."""
    return [mark_all(row["id"][0], row["text"], row["entities"], classes) for row in _read_lines(path)]


def mark_all(
    writer: str,
    text: str,
    places: Iterable[Place],
    classes: WordClasses,
    language: Language = DEFAULT_LANGUAGE,
) -> Sample:
    """A document in which all is known: what stands at none of the places is no name.

    Kin and sexes are what readers leave; most writers left them unmarked, so that there they may be either.
    """
    cased = read_cased(text, classes, language)
    allowed = np.tile(labels((), outside=True), (len(cased), 1))
    if writer not in MARK_KIN:
        allowed[[_is_left([word], language) for word in cased.words]] |= labels(["DEM"], "-")
    for start, end, kind in places:
        words = find_words(cased, start, end)
        left = kind == "DEM" and _is_left(cased.words[words][-1:], language)
        allowed[words] = labels([kind], "-" if left else "+")
    return Sample(WRITER + writer, cased, allowed, _WEIGHT_OF_KIN if writer in MARK_KIN else 1.0)


def _is_left(words: Sequence[str], language: Language) -> bool:
    """Whether the last word is kin or a sex, which nobody is told by: "his wife", "54F"."""
    return any(word in ("F", "M") or sort_of_people(word.lower(), language) in _LEFT for word in words)


def treebank(path: Path, classes: WordClasses) -> list[Sample]:
    """The documents of the English Web Treebank, which marks people, places, organizations and other names."""
    return [
        _partly_marked("treebank", text, tokens, classes) for text, tokens in read_treebank(path) if tokens
    ]


def read_treebank(path: Path) -> Iterator[tuple[str, list[Token]]]:
    """Each document as its text and tokens."""
    text, at = "", 0
    tokens: list[Token] = []
    for line in lzma.decompress(path.read_bytes()).decode("utf-8").split("\n"):
        if line.startswith("# newdoc"):
            if tokens:
                yield text, tokens
            text, tokens = "", []
        elif line.startswith("# text = "):
            text += _glue(text)
            at = len(text)
            text += line.removeprefix("# text = ").rstrip("\n")
        elif line[:1].isdigit():
            _, word, tag, *_ = line.rstrip("\n").split("\t")
            found = text.find(word, at)
            if found >= 0:
                at = found + len(word)
                tokens.append((found, at, "O" if tag.endswith("-O") else tag))
    if tokens:
        yield text, tokens


def _glue(text: str) -> str:
    """What stands between two sentences: a line end where the first one doesn't end like a sentence."""
    if not text:
        return ""
    return " " if text[-1] in ".!?\"')" else "\n"


def _partly_marked(source: str, text: str, tokens: Sequence[Token], classes: WordClasses) -> Sample:
    cased = read_cased(text, classes)
    allowed = np.tile(labels(OTHERS, outside=True), (len(cased), 1))
    for start, end, tag in tokens:
        if tag != "O":
            allowed[find_words(cased, start, end)] = labels(_OF_TREEBANK[tag.split("-")[1]], "+")
    return Sample(source, cased, allowed)


def tweets(path: Path, classes: WordClasses) -> list[Sample]:
    """Tweets in blocks of one segment; a handle that is marked as a person is a contact as well."""
    samples = []
    with tarfile.open(path) as archive:
        sentences = list(_read_sentences(archive, "broad-twitter/f.conll", "\t"))
    for begin in range(0, len(sentences), _TWEETS_A_TEXT):
        text, tokens = _lay_out(sentences[begin : begin + _TWEETS_A_TEXT])
        sample = _partly_marked("tweets", text, [each for each in tokens if each[2] != "B-MISC"], classes)
        for place, word in enumerate(sample.text.words):
            if word.startswith("@"):
                sample.allowed[place] = labels(("PERSON", "CONTACT", "ORGANIZATION"), "+")
        samples.append(sample)
    return samples


def filings(path: Path, classes: WordClasses) -> list[Sample]:
    """Loan agreements in blocks; "Borrower", "Lender" and such name nobody."""
    with tarfile.open(path) as archive:
        sentences = list(_read_sentences(archive, "sec-filings/FIN5-train.txt", " "))
    samples = []
    for begin in range(0, len(sentences), _TWEETS_A_TEXT):
        text, tokens = _lay_out(sentences[begin : begin + _TWEETS_A_TEXT])
        tokens = [
            (start, end, "O" if text[start:end].lower() in _PARTIES or tag == "I-MISC" else tag)
            for start, end, tag in tokens
        ]
        samples.append(_partly_marked("filings", text, tokens, classes))
    return samples


def _lay_out(sentences: Iterable[Sequence[tuple[str, str]]]) -> tuple[str, list[Token]]:
    """Sentences of words as a text with an empty line between them, and its tokens."""
    text, tokens = "", []
    for sentence in sentences:
        for word, tag in sentence:
            tokens.append((len(text), len(text) + len(word), tag))
            text += word + " "
        text += "\n\n"
    return text, tokens


def transcriptions(path: Path, classes: WordClasses, *, learned: bool = True) -> list[Sample]:
    """Medical transcriptions without names: what is no name by its word is none here; those to learn from, or others."""
    texts = read_transcriptions(path, learned=learned)
    return [_nameless("transcriptions", text, classes) for text in texts]


def read_transcriptions(path: Path, *, learned: bool = True) -> list[str]:
    """The texts to learn from, or the others."""
    rows = _read_lines(path)
    return [row["text"] for row in rows if (row["id"] % _TRANSCRIPTIONS_EACH == 0) == learned]


def abstracts(path: Path, classes: WordClasses) -> list[Sample]:
    """Abstracts of medical papers, in which diseases and substances are marked, which are no names."""
    with tarfile.open(path) as archive:
        sentences = list(_read_sentences(archive, "bio-ner/BC5CDR-disease/train.tsv.xz", "\t"))
    samples = []
    for begin in range(0, len(sentences), _TWEETS_A_TEXT):
        text, _ = _lay_out(sentences[begin : begin + _TWEETS_A_TEXT])
        samples.append(_nameless("abstracts", text, classes))
    return samples


def answers(path: Path, classes: WordClasses) -> list[Sample]:
    """Questions on diseases with their answers, whose genes, acronyms and eponyms name nobody."""
    return [_eponyms_known(text, classes) for text in read_answers(path, learned=True)]


def read_answers(path: Path, *, learned: bool) -> list[str]:
    """The first question of each document with the beginning of its answer: those to learn from, or the others."""
    return [
        f"{row['qa'][0]['q']}\n{row['qa'][0]['a'][:_LONGEST_ANSWER]}"
        for number, row in enumerate(_read_lines(path))
        if row["qa"] and (number % ANSWERS_EACH == 0) == learned
    ]


def _eponyms_known(text: str, classes: WordClasses) -> Sample:
    """A text without codes, in which what a disease or a gene is called by is no name, and a word of bodies may be one."""
    sample = _nameless("answers", text, classes)
    words = sample.text.words
    for place, word in enumerate(words):
        if words[place + 1 : place + 2] and words[place + 1] in _CALLED:
            sample.allowed[place] = labels(OTHERS, outside=True)
        elif word[0].isupper() and classes.of(word).named[_BODY] > "0":
            sample.allowed[place] = labels((*NAMED, *OTHERS), outside=True)
    sample.allowed[:, [LABELS.index("CODE" + sign) for sign in "+-"]] = False
    return sample


def _nameless(source: str, text: str, classes: WordClasses) -> Sample:
    cased = read_cased(text, classes)
    lists = word_lists()
    anything = labels((*NAMED, *OTHERS), outside=True)
    no_name = labels(OTHERS, outside=True)
    allowed = np.array(
        [anything if _may_be_name(cased, place, classes, lists) else no_name for place in range(len(cased))]
    )
    return Sample(source, cased, allowed)


def _may_be_name(text: CasedText, place: int, classes: WordClasses, lists: WordLists) -> bool:
    """Whether a word of a text without names could be one that was left in: a listed name that is no ordinary word."""
    word = text.words[place]
    if not word[0].isupper() or len(word) < 2:
        return False
    before = text.words[place - 1].lower().rstrip(".") if place else ""
    if before in {"dr", "mr", "mrs", "ms", "miss"}:
        return True
    small, listed = classes.of(word.lower()), lists.of(word)
    ordinary = small.capitals <= 2 and small.frequency >= _MEDICAL_FREQUENCY
    return listed[:3] > "000" and listed[4:] == NO_MEDICINE and not ordinary and not word.isupper()


def _read_sentences(archive: tarfile.TarFile, name: str, separator: str) -> Iterator[list[tuple[str, str]]]:
    """Sentences of (word, tag), whose tag is in the last column."""
    member = archive.extractfile(name)
    assert member is not None
    content = lzma.decompress(member.read()) if name.endswith(".xz") else member.read()
    sentence: list[tuple[str, str]] = []
    for line in content.decode("utf-8", "replace").splitlines():
        parts = line.split(separator)
        if len(parts) > 1 and parts[0].strip() and not line.startswith("-DOCSTART-"):
            sentence.append((parts[0], re.sub(r"\s", "", parts[-1])))
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
