"""Words, numbers and punctuation, each with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.text.document import Span
from reticent.text.folding import HYPHENS
from reticent.text.matching import word_view

TOKENIZER_VERSION = "1"
"""Changes whenever the same text could give other tokens or other normal forms; an index records it."""

# Scripts with combining vowels and accents lie in these blocks; scanning them takes about two milliseconds.
_MARK_BLOCKS = (range(0x300, 0x3100), range(0xA66F, 0xABF0), range(0xFE00, 0xFE30))
_MARKS = "".join(
    chr(code) for block in _MARK_BLOCKS for code in block if unicodedata.category(chr(code))[0] == "M"
)
IGNORABLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Characters that show nothing and divide no word: the soft hyphen, zero-width spaces and joiners."""

_RUN = rf"[^\W_]++(?:[{_MARKS}{IGNORABLE}]++[^\W_]*+)*+"
# "HIV-positive" must give "HIV" away as a word of its own, while "X-ray" and "COVID-19" stay whole.
_HYPHEN = rf"(?:(?<![A-Z][A-Z])|(?![{HYPHENS}][a-z]))(?!(?<=[a-z])[{HYPHENS}][A-Z][A-Z])[{HYPHENS}]"

_BETWEEN_HYPHENS = re.compile(rf"[^{HYPHENS}]+")
_BLANK_OR_HYPHEN = re.compile(rf"[{HYPHENS}\s]+")


_NOTHING = "(?!)"
"""What no text matches, where a language has no words of a sort."""


class Token(NamedTuple):
    """A word, a number or a run of punctuation."""

    start: int
    end: int
    text: str

    def __repr__(self) -> str:
        return f"Token(start={self.start}, end={self.end})"

    @property
    def span(self) -> Span:
        """Its place in the text."""
        return Span(self.start, self.end)


_make_token = tuple.__new__
"""What Token itself calls: there are so many tokens that one call less for each is felt."""


def tokenize(
    text: str, within: Span | None = None, *, language: Language = DEFAULT_LANGUAGE, as_written: bool = False
) -> list[Token]:
    """All tokens in order, of the whole text or of a sentence in it: their places, and what a reader sees there.

    Contractions and possessives are divided, hyphenated words, decimals and abbreviations are not:

    >>> [token.text for token in tokenize("The U.S. patient's well-known 3.5 % don't hurt.")]
    ['The', 'U.S.', 'patient', "'s", 'well-known', '3.5', '%', 'do', "n't", 'hurt', '.']
    >>> [(token.start, token.end, *token.text.split()) for token in tokenize("{H}IV in T o k y o")]
    [(0, 5, 'HIV'), (6, 8, 'in'), (9, 18, 'Tokyo')]

    `as_written` takes the text for what it is; then only white space lies between tokens.
    """
    start, end = (within.start, within.end) if within else (0, len(text))
    view = None if as_written else word_view(text[start:end])
    if view is None:
        matches = _pattern(language).finditer(text, start, end)
        return [_make_token(Token, (match.start(), match.end(), match[0])) for match in matches]
    read = _pattern(language).finditer(view.text)
    places = ((view.span(*match.span()), match[0]) for match in read)
    return [Token(start + place.start, start + place.end, shown) for place, shown in places]


def token_texts(text: str, *, language: Language = DEFAULT_LANGUAGE) -> list[str]:
    """The words of `tokenize` without their places, as they are written, for those who read a corpus."""
    return [match[0] for match in _pattern(language).finditer(text)]


def parts_at_hyphens(token: Token, text: str) -> list[Token]:
    """What stands between the hyphens of a token of a text; each has the place of the whole where it is written otherwise.

    >>> [(part.start, part.text) for part in parts_at_hyphens(Token(4, 12, "anti-HIV"), "the anti-HIV test")]
    [(4, 'anti'), (9, 'HIV')]
    """
    as_written = text.startswith(token.text, token.start) and token.end - token.start == len(token.text)
    return [
        Token(token.start + part.start(), token.start + part.end(), part[0])
        if as_written
        else Token(token.start, token.end, part[0])
        for part in _BETWEEN_HYPHENS.finditer(token.text)
    ]


def split_at_hyphens(name: str) -> list[str]:
    """What stands between the blanks and hyphens of a name.

    >>> split_at_hyphens("Guillain-Barré syndrome")
    ['Guillain', 'Barré', 'syndrome']
    """
    return [part for part in _BLANK_OR_HYPHEN.split(name) if part]


def whole_words(tokens: Sequence[Token], *, language: Language = DEFAULT_LANGUAGE) -> Iterator[Token]:
    """The tokens without those that are no words: what a negation cut short, and the letters of shorthand.

    >>> [token.text for token in whole_words(tokenize("He can't come to the f/u."))]
    ['He', "n't", 'come', 'to', 'the', '.']
    """
    negation = language.tokens.negation
    ends = tuple(map(str.join, ("'", "’"), (negation, negation))) if negation else ()
    shorthand = shorthand_in(tokens, language=language)
    for number, (token, after) in enumerate(zip_longest(tokens, tokens[1:])):
        is_cut = after is not None and after.start == token.end and after.text.lower() in ends
        if not is_cut and number not in shorthand:
            yield token


def shorthand_in(tokens: Sequence[Token], *, language: Language = DEFAULT_LANGUAGE) -> frozenset[int]:
    """The numbers of the tokens that make shorthand together: the three of "f/u"."""
    found: set[int] = set()
    for number, stroke in enumerate(tokens[1:-1], 1):
        if stroke.text == "/":
            before, after = tokens[number - 1], tokens[number + 1]
            joined = f"{before.text}/{after.text}".lower()
            if joined in language.tokens.shorthand and after.end - before.start == len(joined):
                found.update((number - 1, number, number + 1))
    return frozenset(found)


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    """What a token of the language is.

    Most words are plain letters before a space or a comma: the first line keeps the others from being tried.
    """
    parts = language.tokens
    around = [f"[{letter}{letter.upper()}]" for letter in parts.negation]
    negation = "['’]".join(around) + r"\b" if around else _NOTHING
    clitic = rf"['’](?i:{'|'.join(parts.clitics)})\b" if parts.clitics else _NOTHING
    abbreviations = "|".join(sorted(parts.abbreviations)) or _NOTHING
    degrees = "|".join(map(re.escape, parts.degrees)) or _NOTHING
    joint = rf"(?:{_HYPHEN}|(?!{clitic})['’]|(?<=\d)[.,:/](?=\d)|(?<=[A-Z])&(?=[A-Z]))"
    return re.compile(
        rf"""
        [A-Za-z]++(?=[ ,\n;)])
      | [A-Za-z0-9._%+-]{{1,64}}@[A-Za-z0-9-]{{1,63}}(?:\.[A-Za-z0-9-]{{1,63}}){{1,8}}   # someone@example.org
      | (?:https?:/|www\.)[^\s<>"]*[\w/]                                                  # addresses on the web
      | \b(?:[^\W\d_]\.){{2,}}(?:[A-Z]\b)?                                                # U.S., e.g.
      | (?=[A-Za-z]{{1,6}}+\.)(?:{abbreviations})\.(?!\w)                              # Dr., Inc.
      | (?:{degrees})\b\.?
      | {negation} | {clitic}
      | [A-Za-z]+?(?={negation})                                                          # do|n't
      | {_RUN}(?:{joint}{_RUN})*+
      | ([^\w\s]|_)(?:\1|[{_MARKS}{IGNORABLE}])*+                                          # ..., --, and emoji
        """,
        re.VERBOSE,
    )
