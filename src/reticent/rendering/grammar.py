"""The grammar of a replacement: it takes the case, number and article of the place it goes to.

Whether it can go there at all depends on how the words at the place are used: another noun can stand for a noun, and not for
an adjective or a verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.language.language import Agree
from reticent.rendering.placeholders import is_written, read_words
from reticent.text import Span
from reticent.text.dates import read_date
from reticent.text.tokens import Token, tokenize

NOUNS = frozenset({"NN", "NNP", "FW"})
"""The parts of speech of nouns."""

_NO_NOUNS = frozenset({"JJ", "VB", "RB", "MD"})
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})
_VERBS = frozenset({"VB", "MD"})
_WINDOW = 80
"""Characters of a line that the tagger sees on each side of a place; chosen by hand: about a sentence."""

Row = list[tuple[str, str]]
"""Words in small letters with their parts of speech."""


@lru_cache(maxsize=4096)
def tag_around(before: str, words: str, after: str, language: Language = DEFAULT_LANGUAGE) -> tuple[Row, Row]:
    """The words before and after a place, in small letters, with their parts of speech."""
    tagged = _tag(before + words + after, language)
    left = [(token.text.lower(), tag) for token, tag in tagged if token.end <= len(before)]
    right = [(token.text.lower(), tag) for token, tag in tagged if token.start >= len(before) + len(words)]
    return left, right


@lru_cache(maxsize=4096)
def tag_inside(before: str, words: str, after: str, language: Language = DEFAULT_LANGUAGE) -> Row:
    """The words at a place, in small letters, with their parts of speech."""
    end = len(before) + len(words)
    tagged = _tag(before + words + after, language)
    return [
        (token.text.lower(), tag) for token, tag in tagged if token.end > len(before) and token.start < end
    ]


_Tagged = list[tuple[Token, str]]

_MOST_TAGGED = 4096
"""Pieces of text whose tags are kept, those of a few documents, to bound memory."""

_tagged: dict[tuple[str, Language], _Tagged] = {}


def tag_ahead(texts: Iterable[str], language: Language = DEFAULT_LANGUAGE) -> None:
    """Tag many pieces of text at once and keep it for those who read around a place in them: one at a time takes far longer."""
    new = [text for text in dict.fromkeys(texts) if (text, language) not in _tagged]
    if len(_tagged) + len(new) > _MOST_TAGGED:
        _tagged.clear()
    for text, tagged in zip(new, _tag_all(new, language), strict=True):
        _tagged[text, language] = tagged


def _tag(text: str, language: Language) -> _Tagged:
    found = _tagged.get((text, language))
    if found is None:
        if len(_tagged) >= _MOST_TAGGED:
            _tagged.clear()
        (found,) = _tag_all([text], language)
        _tagged[text, language] = found
    return found


def _tag_all(texts: Sequence[str], language: Language) -> list[_Tagged]:
    rows = [tokenize(text, language=language) for text in texts]
    tags = language.tagger().tags([[token.text for token in row] for row in rows]) if rows else []
    return [list(zip(row, own, strict=True)) for row, own in zip(rows, tags, strict=True)]


def line_around(text: str, span: Span) -> tuple[str, str]:
    """What stands shortly before and after a place on its line."""
    start = max(text.rfind("\n", 0, span.start) + 1, span.start - _WINDOW)
    end = text.find("\n", span.end)
    return text[start : span.start], text[span.end : min(len(text) if end < 0 else end, span.end + _WINDOW)]


def is_used_as_noun(text: str, span: Span, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether the words at a place are a noun there: "she is pregnant" and "she miscarried" have none.

    What a tagger takes for an adjective is a noun all the same where nothing else can stand: "her bipolar", "has flu last".
    """
    before, after = line_around(text, span)
    words, use = span.of(text), language.word_use
    inside = tag_inside(before, words, after, language)
    left, right = tag_around(before, words, after, language)
    if not inside:
        return True
    word, tag = inside[-1]
    previous, tag_before = left[-1] if left else ("", "")
    if tag not in _NO_NOUNS:
        says_what_it_is = len(inside) == 1 and previous in use.copulas
        return not (says_what_it_is and word.endswith(use.adjective_endings))
    if len(inside) > 1:
        return not (
            word in use.results or word.endswith(use.verb_endings)
        )  # "herpes simplex", but "HIV positive"
    if tag == "VB" and word.endswith(use.verb_endings):
        return False
    modifies = bool(right) and right[0][1] in NOUNS and after[:1].isspace()
    return not modifies and (tag_before in _DETERMINERS or previous in use.before_nouns)


_SENTENCE_START = re.compile(
    r"(?:^|(?:(?<!\b[A-HJ-Z])|(?<=\d\s[A-Z]))[.!?:]|\n\s*\n|\n\s*[-*•]|\n\s*\d+[.)])[\s\"'“‘(\[]*$"
)
_JOINED_AFTER = re.compile(r"\s*\d|\s?[-–/'’\"”]")
_ARTICLE_REACH = 8
"""Characters before a place in which an article with its blanks stands."""

_LETTER = re.compile(r"[^\W\d_]")
_BEFORE_NOUN = NOUNS | {"DT", "PRP$", "POS", "JJ", "CD"}


@dataclass(frozen=True, slots=True)
class _GrammarForms:
    """The endings and articles of a language as patterns."""

    possessive: re.Pattern[str]
    possessive_after: re.Pattern[str]
    article: re.Pattern[str]
    joined_before: re.Pattern[str]


@cache
def _forms(language: Language) -> _GrammarForms:
    grammar = language.grammar
    ending = "|".join(map(re.escape, grammar.possessives))
    articles = "|".join(sorted(grammar.articles)) or "(?!)"
    ordinals = "|".join(language.dates.ordinals) or "(?!)"
    return _GrammarForms(
        re.compile(rf"['’](?:{ending})?$" if ending else "(?!)"),
        re.compile(rf"['’](?:{ending})\b" if ending else "(?!)"),
        re.compile(rf"\b({articles})(\s+)$", re.IGNORECASE),
        re.compile(rf"(?:\d(?:{ordinals})?\s*|[-–/'’\"“‘(\[]\s?)$"),
    )


def fit_replacement(replacement: str, text: str, span: Span, *, language: Language = DEFAULT_LANGUAGE) -> str:
    """`replacement`, a dictionary form, as it must read in place of `span`.

    >>> text = "Migraines came back, an HIV test was done in Sacramento."
    >>> fit_replacement("headache", text, Span(0, 9)), fit_replacement("state capital", text, Span(45, 55))
    ('Headaches', 'a state capital')
    """
    surface, grammar = span.of(text), language.grammar
    ending = _forms(language).possessive.search(surface)
    noun = surface[: ending.start()] if ending else surface
    if not replacement or not any(map(str.isalnum, noun)):
        return replacement
    if read_date(replacement, language=language):  # it has no plural and no article
        return replacement + (ending[0] if ending else "")
    if grammar.agree:
        lacking = _lacks_article(replacement, text, span, language)
        before = _words_before(text, span)
        _, words = grammar.agree(before, noun, replacement, lacks_article=lacking)
        return _fit_case(words, noun, text, span)
    many = is_plural(noun, language=language)
    counted = many and not grammar.is_uncounted(_head(replacement))
    words = grammar.plural(replacement) if counted else replacement
    if (
        not many
        and not _same_head(replacement, noun, language)
        and _lacks_article(replacement, text, span, language)
    ):
        known = _is_subject(text, span, language) and is_mentioned_before(text, span, language=language)
        article = grammar.definite_article if known else grammar.indefinite_article(words)
        words = f"{article} {words}" if article else words
    possessive = ending[0] if ending and _owns(text, span, language) else ""
    if possessive in ("'", "’") and not words.endswith(grammar.possessives):
        possessive += grammar.possessives[0]
    return _fit_case(words, noun, text, span) + possessive


def _owns(text: str, span: Span, language: Language) -> bool:
    """Whether what is owned follows a possessive: in "She has Crohn's and likes chess" it is a part of the name."""
    before, after = line_around(text, span)
    _, right = tag_around(before, span.of(text), after, language)
    return bool(right) and right[0][1] in _BEFORE_NOUN


def _is_subject(text: str, span: Span, language: Language) -> bool:
    """Whether what stands at `span` opens its sentence or has a verb after it: only of that a reader asks which one it is."""
    if _SENTENCE_START.search(text, max(0, span.start - _WINDOW), span.start):
        return True
    before, after = line_around(text, span)
    _, right = tag_around(before, span.of(text), after, language)
    return bool(right) and right[0][1] in _VERBS


def is_countable_noun(replacement: str, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether a dictionary form can have a plural and an article."""
    head = _head(replacement)
    return not (head in language.grammar.mass or language.grammar.is_uncounted(head))


def is_counted(text: str, span: Span, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether what stands at `span` is a plural or has "a" or "an" before it."""
    forms = _forms(language)
    noun = forms.possessive.sub("", span.of(text))
    return bool(
        (noun.strip() and is_plural(noun, language=language))
        or forms.article.search(text, max(0, span.start - _ARTICLE_REACH), span.start)
    )


def is_mentioned_before(text: str, span: Span, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether the words at `span` stand before on their line, which is a paragraph: a reader then knows which one is meant."""
    noun = _forms(language).possessive.sub("", span.of(text)).strip()
    again = re.compile(rf"(?<!\w){re.escape(noun)}(?!\w)", re.IGNORECASE)
    line = text.rfind("\n", 0, span.start) + 1
    return bool(noun) and again.search(text, line, span.start) is not None


def article_before(
    text: str, span: Span, replacement: str, *, language: Language = DEFAULT_LANGUAGE
) -> tuple[Span, str] | None:
    """Where "a" or "an" stands before `span` and no longer fits what follows, and what it must become."""
    if language.grammar.agree:
        return _agree_before(text, span, replacement, language.grammar.agree)
    found = _forms(language).article.search(text, max(0, span.start - _ARTICLE_REACH), span.start)
    if not found or not replacement:
        return None
    article = found[1]
    # A placeholder is read by its name: "an [EMAIL]".
    right = language.grammar.indefinite_article(
        read_words(replacement).capitalize() if is_written(replacement) else replacement
    )
    if right == article.lower():
        return None
    shouted = len(article) > 1 and article.isupper()
    cased = right.upper() if shouted else right.capitalize() if article[0].isupper() else right
    return Span(*found.span(1)), cased


_MODIFIERS = re.compile(r"(?:[^\W\d_]+(?:-[^\W\d_]+)*[ \t]{1,2}){1,4}\Z")
_MODIFIERS_REACH = 80
"""Characters before a noun in which its article and adjectives stand; chosen by hand."""


def _words_before(text: str, span: Span) -> list[str]:
    """The words right before a place, with nothing but blanks between them."""
    found = _MODIFIERS.search(text, max(0, span.start - _MODIFIERS_REACH), span.start)
    return found[0].split() if found else []


def _agree_before(text: str, span: Span, replacement: str, agree: Agree) -> tuple[Span, str] | None:
    """Where words before `span` no longer agree with what stands there, from the first to the last, and what they must become."""
    found = _MODIFIERS.search(text, max(0, span.start - _MODIFIERS_REACH), span.start)
    if not found or not replacement or is_written(replacement):
        return None
    words = found[0].split()
    fitted, _ = agree(words, span.of(text), replacement)
    same = next(
        (at for at, (one, other) in enumerate(zip(words, fitted, strict=False)) if one != other), None
    )
    if same is None and len(words) == len(fitted):
        return None
    starts = [match.start() for match in re.finditer(r"\S+", found[0])]
    first = same if same is not None else min(len(words), len(fitted)) - 1
    begin = found.start() + starts[first]
    return Span(begin, found.start() + len(found[0].rstrip())), " ".join(fitted[first:])


def is_plural(noun: str, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether a noun as it is written is a plural; an acronym in capitals is none, nor is a name of several words."""
    words = noun.split()
    head = re.split(r"[\s\-]", noun.strip())[-1]
    if head.isupper() and not noun.isupper():
        return False
    if noun.isupper() and head in language.acronyms():
        return False
    if len(words) > 1 and all(word.istitle() or word in language.stop_words for word in words):
        return False  # "Bill Gates" is one, and so is "Academy of Sciences"
    singular = language.lemma(head.lower())
    return singular != head.lower() and language.grammar.plural(singular) == head.lower()


def _head(replacement: str) -> str:
    return re.split(r"[\s\-]", replacement)[-1]


def _same_head(replacement: str, noun: str, language: Language) -> bool:
    """Whether a phrase only loses words before its last one: it stood without an article before.

    The name of an illness does so because it is a name.
    """
    head = _head(replacement).casefold()
    if head != _head(noun).casefold() or head in language.grammar.named_sorts:
        return False
    *before, last = noun.split()
    names = [word for word in (*before, last) if word[0].isupper()]
    tags = language.tagger().tags([[*before, last]])[0] if names else []
    return not last[0].isupper() and "NNP" not in tags[:-1]  # "Tintin magazine" is one magazine


def _lacks_article(replacement: str, text: str, span: Span, language: Language) -> bool:
    """Whether a singular count noun would stand bare in a sentence: no determiner before it, no noun after it."""
    if not is_countable_noun(replacement, language=language) or _head(replacement)[0].isupper():
        return False
    before, after = line_around(text, span)
    forms = _forms(language)
    if forms.joined_before.search(before) or (
        _JOINED_AFTER.match(after) and not forms.possessive_after.match(after)
    ):
        return False  # "22 June 1937", "non-HIV", and what stands in quotes or brackets
    if not _LETTER.search(before) and not _LETTER.search(after):
        return False  # an item that is the whole line
    if not is_used_as_noun(text, span, language=language):
        return False  # what stands for a verb or an adjective is no noun either
    left, right = tag_around(before, span.of(text), after, language)
    return _opens_phrase(left, language) and (not right or right[0][1] not in NOUNS)


def _opens_phrase(left: Sequence[tuple[str, str]], language: Language) -> bool:
    """Whether a noun after these words begins a noun phrase that has no determiner."""
    if not left:
        return True
    word, tag = left[-1]
    listed = word in language.grammar.plain_modifiers or word in language.positions.adverbs_too
    if tag in _BEFORE_NOUN or word == ":" or listed:
        return False
    follows_determiner = len(left) > 1 and left[-2][1] in ("DT", "PRP$")
    if tag == "VB" and word.endswith(language.word_use.modifier_endings) and follows_determiner:
        return False
    return not (
        word in language.grammar.of
        and len(left) > 1
        and left[-2][0].rstrip(language.grammar.plural_letters) in language.positions.sorts
    )


def _fit_case(words: str, surface: str, text: str, span: Span) -> str:
    if len(surface) > 1 and surface.isupper() and _shouts(text, span):
        return words.upper()
    if surface[0].isupper() and _SENTENCE_START.search(text, max(0, span.start - 80), span.start):
        return words[0].upper() + words[1:]
    return words


def _shouts(text: str, span: Span) -> bool:
    """Whether the rest of the line is in capitals too, so that these are no acronym's."""
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    around = text[start : span.start] + text[span.end : end if end >= 0 else len(text)]
    letters = [character for character in around[:400] if character.isalpha()]
    return bool(letters) and sum(map(str.isupper, letters)) > 0.8 * len(letters)
