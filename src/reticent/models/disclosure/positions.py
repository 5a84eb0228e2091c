"""Whether a more general noun can stand where a phrase stands, so that the sentence is still English and still true."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from reticent.languages import ENGLISH
from reticent.models.disclosure.phrases import Phrase
from reticent.rendering.grammar import is_plural, tag_around
from reticent.text import Span
from reticent.text.tokens import tokenize

_WORDS = ENGLISH.positions
_BEFORE, _AFTER = 240, 120
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n")
_HYPHENED = re.compile(r"-[a-z]{3}")
_NAMED_AFTER = re.compile(r"(?:['’]s)?\s[A-Z][a-z]")
_NAMED_BEFORE = re.compile(r"\w\W+[A-Z][\w’'.]*\s$")
_OF_A_NAME = re.compile(r"[A-Z]\w+ (?:of|de|del|di|du|da|von|van) (?:the )?$")
_QUOTES = frozenset("\"'“”‘’«»`")
_JOINED = frozenset("-–—/&+~=<>#*_\ufffc[]@")
_NOUNS = frozenset({"NN", "NNP", "FW"})
_MODIFIERS = _NOUNS | {"JJ", "POS", "CD"}
_CLAUSE_ENDS = frozenset({";", ":", "but", "however", "although", "though", "because", "except"})
_SENTENCE_OPENERS = frozenset({"IN", "DT", "RB", "CC", "PRP", "WDT", "TO", "WRB", "WP"})
_SCOPE_AFTER = 7
_SAID_OF = 4
"""Words back from a name in which "known as" or "the term" says that a name is spoken of."""

_Row = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Position:
    """What a place lets stand in it.

    `truly` says that what is more general is true there as well: nothing negates it, and no quantifier ("all") or
    superlative speaks of exactly these things. `opens` says that the phrase has no modifier before it, `closes` that it has
    no noun behind it. `used` says that it is used as a word in a sentence, neither quoted nor a label nor in a longer name.
    """

    truly: bool
    opens: bool
    closes: bool
    used: bool


def fits(phrase: Phrase, *, alone: bool = False, joined: bool = False) -> bool:
    """Whether something more general reads well at all places of a phrase.

    Behind it stands no noun unless it is `joined` to the next word by a hyphen; `alone` asks that no modifier stands
    before it either.
    """
    if _WORDS.mentions.intersection(phrase.words) or not all(
        _is_one_phrase(span.of(phrase.text)) for span in phrase.spans
    ):
        return False
    positions = [_position(phrase.text, span, joined=joined) for span in phrase.spans]
    return all(each.truly and each.used and each.closes and (each.opens or not alone) for each in positions)


def tags_inside(phrase: Phrase) -> tuple[str, ...]:
    """The parts of speech of a phrase's words at its first place."""
    before, after = _window(phrase.text, phrase.spans[0])
    written = phrase.spans[0].of(phrase.text)
    everything = tag_around("", "", before + written + after)[1]
    behind = len(tag_around("", "", after)[1])
    inside = everything[len(tag_around("", "", before)[1]) : len(everything) - behind]
    return tuple(tag for _, tag in inside)


def _is_one_phrase(written: str) -> bool:
    """Whether words are likely one noun phrase: no plural stands before its last word ("explorers west")."""
    words = [token.text for token in tokenize(written) if token.text[:1].isalpha()]
    if written.endswith(("ae", "mata")) and not is_plural(written):
        return False  # a plural that nobody can tell from a singular
    return not any(is_plural(word) and word.islower() for word in words[:-1])


def _position(text: str, span: Span, *, joined: bool) -> Position:
    before, after = _window(text, span)
    if joined and _HYPHENED.match(after):
        after = " " + after[1:]
        return _judge(before, span.of(text), after, True)
    return _judge(before, span.of(text), after, False)


def _window(text: str, span: Span) -> tuple[str, str]:
    """What stands before and behind a place in its sentence and line."""
    before = text[max(0, span.start - _BEFORE) : span.start]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    behind = text[span.end : span.end + _AFTER]
    stop = _SENTENCE_END.search(behind)
    return before[ends[-1] if ends else 0 :], behind[: stop.end() if stop else len(behind)]


@lru_cache(maxsize=4096)
def _judge(before: str, words: str, after: str, joined: bool) -> Position:
    left, right = tag_around(before, words, after)
    return Position(
        truly=_is_true_of_more(left, right),
        opens=_opens(before, left),
        closes=joined or _closes(right, after),
        used=_is_used(before, words, left, right, after) and _agrees(words, left, right),
    )


def _is_true_of_more(left: _Row, right: _Row) -> bool:
    scope = [word for word, _ in left]
    for number in range(len(scope) - 1, -1, -1):
        if scope[number] in _CLAUSE_ENDS:
            scope = scope[number + 1 :]
            break
    following = [word for word, _ in right[:_SCOPE_AFTER]]
    for number, word in enumerate(following):
        if word in _CLAUSE_ENDS or word in {",", "."}:
            following = following[:number]
            break
    if _WORDS.negations.intersection(scope) or _WORDS.negations.intersection(following):
        return False
    near = [word for word, tag in left[-3:] if tag not in {"IN", "VB", ",", "CC"}]
    return not any(word in _WORDS.quantifiers or is_superlative(word) for word in near[-2:])


def is_superlative(word: str) -> bool:
    """Whether a word is a superlative, by its ending."""
    return len(word) > 5 and word.endswith("est") and word not in _NO_SUPERLATIVES


_NO_SUPERLATIVES = frozenset(
    "interest request honest protest forest harvest modest northwest southwest conquest".split()
)


def _opens(before: str, left: _Row) -> bool:
    if not left or not before.endswith(" "):
        return not left
    word, tag = left[-1]
    if len(left) == 1 and before.lstrip()[:1].isupper() and tag not in _SENTENCE_OPENERS:
        return False  # "Dry AMD", where the first word is taken for a verb
    modified = tag in _MODIFIERS or word.endswith(("ed", "ing")) or word in ENGLISH.grammar.plain_modifiers
    shares_head = tag == "CC" and len(left) > 1 and left[-2][1] in {"JJ", "CD"}  # "upper and lower lids"
    sort = word == "of" and len(left) > 1 and left[-2][0].rstrip("s") in _WORDS.sorts
    return not (modified or shares_head or sort or _NAMED_BEFORE.search(before))


def _closes(right: _Row, after: str) -> bool:
    return not right or (right[0][1] not in _NOUNS and not _NAMED_AFTER.match(after))


def _shares_head(left: _Row, right: _Row) -> bool:
    """Whether the phrase has its last word in common with another: "upper and lower lids", "bowel and bladder function"."""
    if len(left) > 1 and left[-1][1] == "CC" and left[-2][1] in {"JJ", "CD"}:
        return True
    tags = [tag for _, tag in right[:3]]
    return len(tags) == 3 and tags[0] == "CC" and tags[1] in _NOUNS and tags[2] in _NOUNS


def _may_be_verb(words: str, left: _Row) -> bool:
    """Whether a phrase of several words may begin with a verb: "and represented Britain", "that cause pain"."""
    first, _, rest = words.partition(" ")
    before, tag = left[-1] if left else ("", "")
    if not rest:
        return False
    if first.endswith("ed"):
        return tag in {"CC", ",", "PRP"} or tag in _NOUNS
    if first.endswith("ing"):
        return tag in {"CC", "IN", ","}
    return tag in {"WDT", "WP", "MD", "TO"} or before in ("that", "to", "which", "who")


def _is_used(before: str, words: str, left: _Row, right: _Row, after: str) -> bool:
    beside = {before[-1:], after[:1]}
    if beside & (_QUOTES | _JOINED):
        return before[-1:] not in _QUOTES | _JOINED and after[:2] in ("'s", "’s")
    if (before[-1:] == "(" and after[:1] == ")") or _OF_A_NAME.search(before):
        return False
    if left and left[-1][1] == "CD":
        return False
    if _shares_head(left, right) or _may_be_verb(words, left):
        return False
    if right and (right[0][1] == "CD" or right[0][0] in (":", "#", "=", "type", "stage", "grade")):
        return False
    return not _WORDS.mentions.intersection(word for word, _ in left[-_SAID_OF:]) and not _is_known_as(left)


def _agrees(words: str, left: _Row, right: _Row) -> bool:
    """Whether the verb behind a noun is in the number that the noun is taken to have: "algae are" is a plural."""
    verb = right[0][0] if right else ""
    if is_plural(words):
        return verb not in ("is", "was", "has", "does")
    joined = any(word in ("and", "or") for word, _ in left[-6:])
    return verb not in ("are", "were", "have", "do") or joined


def _is_known_as(left: _Row) -> bool:
    """Whether "known as" or "city of" stands before: a name follows."""
    words = [word for word, _ in left[-_SAID_OF:]]
    if len(words) > 1 and words[-1] == "of" and words[-2] in _WORDS.named:
        return True
    return "as" in words and bool({"known", "referred", "described", "classified"}.intersection(words))
