"""Sentences and paragraphs, by rules that a reader could follow.

The normal form of words: lower case and the singular, the same for a text and for an index.

A word's normal form depends on the word alone, whatever its part of speech, so that everything that counts words
counts the same ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.text.document import Span
from reticent.text.folding import HYPHENS
from reticent.text.matching import show_words
from reticent.text.tokens import IGNORABLE, token_texts

_BLANK_LINE = re.compile(r"\r?\n[^\S\n]*\n\s*|[\f\u2029]\s*")
_STOP = re.compile(
    r"""
    (?<![.!?…]) [.!?…]++ [)\]}"'’”»*_]*+ (?=\s)      # the end of a sentence, or of an abbreviation
  | [。！？] (?=\S)                           # scripts without spaces
  | \n (?=[^\S\n]*(?:[-*•–]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s)         # an item of a list begins
  | \n (?=[A-Z][\w ]{0,30}:\s)                # "Age: 54", a line of a form
    """,
    re.VERBOSE,
)
_LAST_WORD = re.compile(r"([^\W_][\w.'’-]*)\.[^\w\s]*\Z")
_NEXT = re.compile(r"\s*[\"'“‘«(\[]*(\S)")
_LIST_MARK = re.compile(r"\s*\(?(?:\d{1,3}|[A-Za-z])[.)]\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]\Z")
_WINDOW = 40
"""Characters before a full stop in which the word stands that it ends, or the mark of a list; chosen by hand."""


def paragraphs(text: str) -> list[Span]:
    """The parts between blank lines, without the white space around them."""
    return _trim_parts(text, [match.end() for match in _BLANK_LINE.finditer(text)])


def sentences(text: str, *, language: Language = DEFAULT_LANGUAGE) -> list[Span]:
    """The sentences in order; every character that is not white space lies in exactly one.

    >>> text = "Dr. Ng paid $3.50. She left at 5 p.m. with J. Doe."
    >>> [span.of(text) for span in sentences(text)]
    ['Dr. Ng paid $3.50.', 'She left at 5 p.m. with J. Doe.']
    """
    stops = [match.end() for match in _STOP.finditer(text) if _ends_sentence(text, match, language)]
    return _trim_parts(text, sorted([*stops, *(match.end() for match in _BLANK_LINE.finditer(text))]))


def _ends_sentence(text: str, stop: re.Match[str], language: Language) -> bool:
    mark, end = stop[0], stop.end()
    if mark[0] in "\n。！？":
        return True
    following = _NEXT.match(text, end, end + _WINDOW)
    if following is None:
        return True
    if following[1].islower():
        return False
    if mark[0] != "." or mark.startswith(".."):
        return True
    before = text[max(0, stop.start() - _WINDOW) : end]
    line = before.rpartition("\n")[2]
    if _LIST_MARK.match(line.rstrip()) and (len(line) < len(before) or stop.start() < _WINDOW):
        return False
    return _word_may_end(before, text[following.start(1) : following.start(1) + 16], language)


_LONGEST_ORDINAL = 2
"""Digits of the number of a day or a storey, after which some languages write a full stop."""


def _word_may_end(before: str, after: str, language: Language) -> bool:
    """Whether the word before a full stop may be a sentence's last."""
    found = _LAST_WORD.search(before)
    if found is None:
        return True
    word, words = found[1].rsplit("-", 1)[-1], language.sentences
    if word.lower() in words.never_last:
        # "No." and "fig." point at a number; alone they are words like any other.
        return word.lower() in words.before_numbers and not after[0].isdecimal()
    opener = re.match(r"\w+", after)
    if (
        opener
        and word.isdecimal()
        and len(word) <= _LONGEST_ORDINAL
        and opener[0].lower() in words.after_ordinals
    ):
        return False
    opens = opener is not None and opener[0] in words.openers
    if len(word) == 1 and word.isupper() and word not in words.letters:
        return opens
    if word in language.tokens.abbreviations or ("." in word and _DOTTED.match(word)):
        return opens or not after[0].isalnum()
    return True


def _trim_parts(text: str, ends: list[int]) -> list[Span]:
    spans, start = [], 0
    for end in [*ends, len(text)]:
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        right = start + len(part.rstrip())
        if left < right:
            spans.append(Span(left, right))
        start = max(start, end)
    return spans


_ACRONYM = re.compile(r"[A-Z][0-9&/-]*+[A-Z][A-Z0-9&/-]*+\Z")
_ENDED_ACRONYM = re.compile(r"[A-Z][A-Z0-9]*[A-Z]['’]?[a-z]\Z")
_DOTTED_LEMMAS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\Z")
_PLAIN = str.maketrans(HYPHENS, "-" * len(HYPHENS), IGNORABLE)
_SHOUT = re.compile(r"[A-Z]{3}[^a-z]{9}")
_SHORT_NAME = 60
"""Characters up to which a glance at each word costs less than to look for what may have to be read otherwise; by hand."""
_CACHE_LIMIT = 100_000
"""Words whose normal forms are kept, which bounds the memory; chosen by hand."""


def lemma(word: str, *, language: Language = DEFAULT_LANGUAGE) -> str:
    """The singular of a lower-case word, or the word itself.

    >>> [lemma(word) for word in ("viruses", "diagnoses", "children", "diabetes", "series", "status")]
    ['virus', 'diagnosis', 'child', 'diabetes', 'series', 'status']
    """
    return language.lemma(word)


def normal_word(word: str, *, shouted: bool = False, language: Language = DEFAULT_LANGUAGE) -> str:
    """The normal form of one word; acronyms keep their capitals, and "AIDS" is not "aids".

    Where a whole sentence is in capitals (`shouted`) only the acronyms that the language knows keep theirs.

    >>> [normal_word(word) for word in ("Viruses", "HIV", "STDs", "U.S.", "AIDS", "aids")]
    ['virus', 'HIV', 'STD', 'US', 'AIDS', 'aid']
    """
    return _forms(language, shouted)[word]


def normal_form(words: Iterable[str], *, shouted: bool = False, language: Language = DEFAULT_LANGUAGE) -> str:
    """The normal form of a phrase, one space between its words.

    >>> normal_form(["Blood", "Transfusions"])
    'blood transfusion'
    """
    return " ".join(map(_forms(language, shouted).__getitem__, words))


def normal_words(text: str, *, language: Language = DEFAULT_LANGUAGE) -> list[str]:
    """The normal form of every token of a text as a reader sees it, in order: what an index counts.

    >>> normal_words("HIV tests. THE PATIENTS HAVE AIDS AND HEADACHES.")
    ['HIV', 'test', '.', 'the', 'patient', 'have', 'AIDS', 'and', 'headache', '.']
    """
    if len(text) <= _SHORT_NAME and (plain := _plain_words(text, language)):
        return list(plain)
    text = show_words(text)
    if not _SHOUT.search(text):
        return list(map(_forms(language, False).__getitem__, token_texts(text, language=language)))
    forms: list[str] = []
    for span in sentences(text, language=language):
        sentence = span.of(text)
        known = _forms(language, is_shouted(sentence))
        forms += map(known.__getitem__, token_texts(sentence, language=language))
    return forms


@lru_cache(maxsize=1 << 14)
def _plain_words(text: str, language: Language) -> tuple[str, ...]:
    """The normal words of a name that is nothing but words of several plain letters with one blank between them; none of any other.

    The same names are asked for again and again.
    """
    words = text.split(" ") if text.isascii() else ()
    is_plain = all(len(word) > 1 and word.isalpha() for word in words) and not _SHOUT.search(text)
    return tuple(map(_forms(language, False).__getitem__, words)) if is_plain else ()


def is_shouted(sentence: str) -> bool:
    """Whether a sentence is written in capitals: nine letters in ten, and at least twelve of them."""
    if not _SHOUT.search(sentence):
        return False
    capitals = sum(map(str.isupper, sentence))
    small = sum(map(str.islower, sentence))
    return capitals >= 12 and capitals >= 9 * small and " " in sentence


class _Forms(dict[str, str]):
    """Normal forms worked out so far; a distinct word is worked out once."""

    def __init__(self, language: Language, *, shouted: bool) -> None:
        super().__init__()
        self.language = language
        self.shouted = shouted

    def __missing__(self, word: str) -> str:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        form = self[word] = _work_out(word, self.language, shouted=self.shouted)
        return form


@cache
def _forms(language: Language, shouted: bool) -> _Forms:
    return _Forms(language, shouted=shouted)


def _work_out(word: str, language: Language, *, shouted: bool) -> str:
    plain = word if word.isascii() else unicodedata.normalize("NFKC", word).translate(_PLAIN)
    plain = plain.replace("’", "'")
    if _DOTTED_LEMMAS.match(plain):
        plain = plain.replace(".", "")
    elif len(plain) > 2 and plain[-1] == "." and plain[-2].isalnum():
        plain = plain[:-1]
    if _ACRONYM.match(plain) and (not shouted or plain in language.acronyms()):
        return plain
    if plain[-1:] in language.tokens.acronym_plurals and _ENDED_ACRONYM.match(plain):
        return plain[:-1].rstrip("'")
    return language.lemma(plain.lower())
