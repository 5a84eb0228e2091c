"""Whether a more general noun can stand where a phrase stands, so that the sentence is still English and still true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from reticent.language import Language
from reticent.language.language import PositionWords, StatementWords
from reticent.models.shared.phrases import Phrase
from reticent.rendering.grammar import (
    NOUNS,
    is_mentioned_before,
    is_plural,
    is_used_as_noun,
    line_around,
    tag_ahead,
    tag_around,
    tag_inside,
)
from reticent.text import Span
from reticent.text.document import MASK
from reticent.text.folding import HYPHENS
from reticent.text.tokens import tokenize

_NOUNS = frozenset({"NN", "NNP", "FW"})
_VERBS = frozenset({"VB", "MD"})
_BULLETS = frozenset({"-", "--", "–", "—", "*", "•", "|", ":"})
_NAMED_WITHIN = 6
"""Words after a noun in which "is called" says what it is called; chosen by hand."""
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})

Row = Sequence[tuple[str, str]]
"""Words in small letters with their parts of speech."""


def says_the_same(left: Row, right: Row, language: Language, *, plural: bool, mentioned: bool) -> bool:
    """Whether a more general noun between these words leaves the sentence true and no stranger than a gap.

    `mentioned` says that the same thing was named before, so that "the" can stand before what stands for it.
    """
    words = language.statements
    if _is_fragment(left, right) or _is_listed(left, right) or _is_compared(left, words):
        return False
    of_one = bool(left) and (left[-1][1] == "PRP$" or left[-1][0] in ("this", "that"))
    if _is_defined(right, words, of_one=of_one) or _is_identified(left, words):
        return False
    if left and left[-1][1] == "RB" and left[-1][0].endswith("ly"):
        return False  # "a widely cultivated plant", where the adverb would stay
    tag = left[-1][1] if left else ""
    if plural and tag not in _DETERMINERS and not (left and left[-1][0] in words.of_some):
        return False  # what is said of ferns is not said of plants
    definite = (tag in _DETERMINERS and left[-1][0] not in ("a", "an")) or (mentioned and tag != "DT")
    return definite or not _is_generic(left, right, words)


def repeats(head: str, left: Row, right: Row, language: Language) -> bool:
    """Whether a noun stands in the sentence already: "food, particularly food" says two things by one word."""
    return any(language.lemma(word) == head for word, _ in (*left, *right))


def follows_place_word(left: Row, language: Language) -> bool:
    """Whether a name stands where one of a place or a thing does, and not of a team or a ruler: "in", "the"."""
    return bool(left) and left[-1][0] in language.statements.before_places


def _is_fragment(left: Row, right: Row) -> bool:
    """Whether the phrase is an item, a heading or what follows a label: no sentence needs it."""
    words = [word for word, _ in (*left, *right) if word[:1].isalpha()]
    if not words or (left and left[-1][0] in _BULLETS) or (right and right[0][0] in _BULLETS):
        return True
    return not any(tag in _VERBS for _, tag in (*left, *right))


def _is_listed(left: Row, right: Row) -> bool:
    """Whether a comma or an "and" puts the phrase beside another noun: "Oslo, a country" says that Oslo is one."""
    if right and right[0][0] == "," and len(right) > 1:
        beside, tag = right[1]
        if tag in _NOUNS | {"JJ", "CD", "DT"} or beside == "[":
            return True
    if right and right[0][1] == "CC" and len(right) > 1 and right[1][1] in _NOUNS | {"JJ"}:
        return right[1][0] != "other"
    if not left or len(left) < 2:
        return False
    word, tag = left[-1]
    if word == "," or (tag in _DETERMINERS and left[-2][0] == ","):
        opened = left[0][1] in {"IN", "RB", "WRB"} and sum(each == "," for each, _ in left) == 1
        return not (opened and bool(right) and right[0][1] in _VERBS)
    if tag != "CC" or left[-2][1] in _VERBS:
        return False
    return left[-2][0] != "," or not any(tag in _VERBS for _, tag in right)  # a clause begins, or a list ends


def _is_compared(left: Row, known: StatementWords) -> bool:
    """Whether the phrase is an example of something, or what something else is compared with."""
    words = [word for word, _ in left[-3:]]
    return bool(known.comparisons.intersection(words[-2:])) or words[-2:] == ["such", "as"]


def _is_defined(right: Row, known: StatementWords, *, of_one: bool) -> bool:
    """Whether the sentence says what the phrase is: of something more general it would say another thing.

    How the thing of one person is, or this one, says nothing of the sort: "her asthma is stable".
    """
    words = [word for word, _ in right[:2]]
    if len(words) < 2 or words[0] == "(":
        return words[:1] == ["("]
    if right[0][1] == "MD":
        return words[1] in known.defining
    if words[0] not in known.defining:
        return False
    says_how = of_one and right[1][1] == "JJ" and (len(right) < 3 or right[2][1] not in _NOUNS)
    says_what = right[1][1] in {"DT", "NN", "NNP", "JJ"} or words[1] in ("one", "to", "that")
    return says_what and not says_how


def _is_identified(left: Row, known: StatementWords) -> bool:
    """Whether the sentence says that something is the very thing: "whose only living member is the walrus"."""
    words = [word for word, _ in left[-2:]]
    return len(words) == 2 and (words[0] in known.defining or words[0] == "as") and words[1] == "the"


def _is_generic(left: Row, right: Row, known: StatementWords) -> bool:
    """Whether the sentence speaks of all of a sort: "symptoms of a cataract are" is not true of each disease."""
    if known.conditions.intersection(word for word, _ in left):
        return True
    if known.naming.intersection(word for word, _ in right[:_NAMED_WITHIN]):
        return True
    is_subject = bool(right) and right[0][1] in _VERBS
    begins = max((number for number, (word, _) in enumerate(left) if word in known.clauses), default=-1)
    if not is_subject and any(tag in _VERBS for _, tag in left[begins + 1 :]):
        return False
    verb = next((word for word, tag in right if tag in _VERBS), "")
    return bool(verb) and not (verb in known.particular or verb.endswith("ed"))


_BEFORE, _AFTER = 240, 120  # characters of a long sentence that are read around a phrase; chosen by hand
_SENTENCE_END = re.compile(r"[.!?](?=\s)|(?<!:)\n")
_HYPHENED = re.compile(rf"[{HYPHENS}][a-z]{{3}}")
_NAMED_AFTER = re.compile(r"(?:['’]s)?\s[A-Z]")
_NAME_GOES_ON = re.compile(r"\sof (?:the )?[A-Z]")
_NAMED_BEFORE = re.compile(r"\w\W+[A-Z][\w’'.]*\s$")
_OF_A_NAME = re.compile(r"[A-Z]\w+ (?:of|de|del|di|du|da|von|van) (?:the )?$")
_QUOTES = frozenset("\"'“”‘’«»`")
_JOINED = frozenset(f"{HYPHENS}–—−/&+~=<>#*_{MASK}[]@")
_NEVER_AFTER = _QUOTES | {":", "#", "=", "type", "stage", "grade"}
_MODIFIERS = NOUNS | {"JJ", "POS", "CD"}
_CLAUSE_ENDS = frozenset({";", ":", "but", "however", "although", "though", "because", "except"})
_SENTENCE_OPENERS = frozenset({"IN", "DT", "RB", "CC", "PRP", "PRP$", "WDT", "TO", "WRB", "WP"})
_SCOPE_AFTER = 7  # words after a noun that may deny it; chosen by hand
_SAID_OF = 6
"""Words back from a name in which "known as" or "the term" says that a name is spoken of."""


def fits(phrase: Phrase, *, alone: bool = False, joined: bool = False) -> bool:
    """Whether something more general reads well at all places of a phrase."""
    return len(fitting_places(phrase, alone=alone, joined=joined)) == len(phrase.spans)


def fitting_places(phrase: Phrase, *, alone: bool = False, joined: bool = False) -> tuple[Span, ...]:
    """The places of a phrase where something more general reads well.

    After it stands no noun unless it is `joined` to the next word by a hyphen; `alone` asks that no modifier stands
    before it either.
    """
    if phrase.language.positions.mentions.intersection(phrase.words):
        return ()
    text, language = phrase.text, phrase.language
    return tuple(
        span for span in phrase.spans if _takes_noun(text, span, language, alone=alone, joined=joined)
    )


def read_places_ahead(phrases: Iterable[Phrase]) -> None:
    """Tag what `fitting_places` and `tags_inside` read around these phrases, many places at once, which takes a tenth of the time."""
    places = [
        (phrase.text, span, phrase.language)
        for phrase in phrases
        for span in phrase.spans
        if _is_one_phrase(span.of(phrase.text), phrase.language)
    ]
    for language in {language for _, _, language in places}:
        own = [(text, span) for text, span, each in places if each is language]
        tag_ahead((span.of(text).join(line_around(text, span)) for text, span in own), language)
        nouns = [(text, span) for text, span in own if is_used_as_noun(text, span, language=language)]
        tag_ahead((span.of(text).join(window_around(text, span)) for text, span in nouns), language)


def _takes_noun(text: str, span: Span, language: Language, *, alone: bool, joined: bool) -> bool:
    if not _is_one_phrase(span.of(text), language) or not is_used_as_noun(text, span, language=language):
        return False
    before, after = window_around(text, span)
    mentioned = is_mentioned_before(text, span, language=language)
    joined = joined and _HYPHENED.match(after) is not None
    following = f" {after[1:]}" if joined else after
    takes, opens = _judge(before, span.of(text), following, joined, mentioned, language)
    return takes and (opens or not alone)


def tags_inside(phrase: Phrase) -> tuple[str, ...]:
    """The parts of speech of a phrase's words at its first place."""
    before, after = window_around(phrase.text, phrase.spans[0])
    inside = tag_inside(before, phrase.spans[0].of(phrase.text), after, phrase.language)
    return tuple(tag for _, tag in inside)


def _is_one_phrase(written: str, language: Language) -> bool:
    """Whether words are likely one noun phrase: no plural stands before its last word ("explorers west")."""
    words = [token.text for token in tokenize(written, language=language) if token.text[:1].isalpha()]
    if written.endswith(("ae", "mata")) and not is_plural(written, language=language):
        return False  # a plural that nobody can tell from a singular
    return not any(is_plural(word, language=language) and word.islower() for word in words[:-1])


def window_around(text: str, span: Span) -> tuple[str, str]:
    """What stands before and after a place in its sentence and line."""
    before = text[max(0, span.start - _BEFORE) : span.start]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    after = text[span.end : span.end + _AFTER]
    stop = _SENTENCE_END.search(after)
    return before[ends[-1] if ends else 0 :], after[: stop.end() if stop else len(after)]


@lru_cache(maxsize=4096)
def _judge(
    before: str, words: str, after: str, joined: bool, mentioned: bool, language: Language
) -> tuple[bool, bool]:
    """Whether a place takes a more general noun at all, and whether the words there have no modifier before them.

    What is more general must be true there as well, no noun may stand after the words unless these are `joined` to it, they must be
    used as a word in a sentence, neither quoted nor a label nor in a longer name, and the sentence must then say the same, only
    less precisely.
    """
    left, right = tag_around(before, words, after, language)
    plural = is_plural(words, language=language)
    takes = (
        _is_true_of_more(left, right, language)
        and (joined or _closes(right, after, language))
        and not _is_marked(before, words, after)
        and _is_used(words, left, right, language.positions)
        and _agrees(left, right, language, plural=plural)
        and says_the_same(left, right, language, plural=plural, mentioned=mentioned)
    )
    return takes, _opens(before, left, language)


def _is_true_of_more(left: Row, right: Row, language: Language) -> bool:
    """Whether nothing negates the words, and no quantifier ("all") or superlative speaks of exactly these things."""
    known = language.positions
    ends = [number for number, (word, _) in enumerate(left) if word in _CLAUSE_ENDS]
    scope = [word for word, _ in left[ends[-1] + 1 if ends else 0 :]]
    following = takewhile(lambda pair: pair[0] not in _CLAUSE_ENDS | {",", "."}, right[:_SCOPE_AFTER])
    if not known.negations.isdisjoint([*scope, *(word for word, _ in following)]):
        return False
    near = [word for word, tag in left[-3:] if tag not in {"IN", "VB", ",", "CC"}]
    return not any(word in known.quantifiers or is_superlative(word, language) for word in near[-2:])


def is_superlative(word: str, language: Language) -> bool:
    """Whether a word is a superlative, by its ending."""
    return len(word) > 5 and word.endswith("est") and word not in language.positions.no_superlatives


def _opens(before: str, left: Row, language: Language) -> bool:
    if not left or not before.endswith(" "):
        return not left
    word, tag = left[-1]
    if len(left) == 1 and before.lstrip()[:1].isupper() and tag not in _SENTENCE_OPENERS:
        return False  # "Dry AMD", where the first word is taken for a verb
    listed = word in language.grammar.plain_modifiers or word in language.positions.adverbs_too
    modified = tag in _MODIFIERS or word.endswith(("ed", "ing")) or listed
    sorts, before_it = language.positions.sorts, left[-2][0] if len(left) > 1 else ""
    sort = word == "of" and bool(before_it) and not sorts.isdisjoint((before_it, language.lemma(before_it)))
    return not (modified or _shares_first(left) or sort or _NAMED_BEFORE.search(before))


def _shares_first(left: Row) -> bool:
    """Whether an adjective before the phrase has its last word in common with it: "upper and lower lids"."""
    return len(left) > 1 and left[-1][1] == "CC" and left[-2][1] in {"JJ", "CD"}


def _closes(right: Row, after: str, language: Language) -> bool:
    if not right or right[0][0].endswith("ing"):
        return not right  # "see cymbal making"
    word, tag = right[0]
    # "a plutonium implosion-type bomb"
    adjective = tag == "JJ" and word not in language.grammar.plain_modifiers
    return tag not in NOUNS and not adjective and not _NAMED_AFTER.match(after)


def _shares_head(left: Row, right: Row) -> bool:
    """Whether the phrase has its last word in common with another: "upper and lower lids", "bowel and bladder function"."""
    tags = [tag for _, tag in right[:3]]
    shares_last = len(tags) == 3 and tags[0] == "CC" and tags[1] in NOUNS and tags[2] in NOUNS
    return shares_last or _shares_first(left)


def _may_be_verb(words: str, left: Row) -> bool:
    """Whether a phrase of several words may begin with a verb: "and represented Britain", "that cause pain"."""
    first, _, rest = words.partition(" ")
    before, tag = left[-1] if left else ("", "")
    if not rest:
        return False
    if first.endswith("ed"):
        return tag in {"CC", ",", "PRP"} or tag in NOUNS
    if first.endswith("ing"):
        return tag in {"CC", "IN", ","}
    return tag in {"WDT", "WP", "MD", "TO"} or before in ("that", "to", "which", "who")


def _is_used(words: str, left: Row, right: Row, known: PositionWords) -> bool:
    if _shares_head(left, right) or _may_be_verb(words, left):
        return False
    if left and (left[-1][1] == "CD" or left[-1][0] in _QUOTES or left[-1][0].endswith("%")):
        return False
    if right and (right[0][1] == "CD" or right[0][0] in _NEVER_AFTER):
        return False
    said_of = [word for word, _ in left[-_SAID_OF:]]
    return not known.mentions.intersection(said_of) and not _is_known_as(said_of, known)


def _is_marked(before: str, words: str, after: str) -> bool:
    """Whether signs make the words more than a word: quotes, a hyphen, a bracket at their end, or a longer name."""
    first, last = before[-1:], after[:1]
    if first in _QUOTES | _JOINED or (last in _QUOTES | _JOINED and after[:2] not in ("'s", "’s")):
        return True
    if last == "(" or (first == "(" and last == ")") or _OF_A_NAME.search(before):
        return True
    # "The Treaty of Brussels"
    return bool(words[:1].isupper() and before.strip() and _NAME_GOES_ON.match(after))


def _agrees(left: Row, right: Row, language: Language, *, plural: bool) -> bool:
    """Whether the verb after a noun is in the number that the noun is taken to have: "algae are" is a plural."""
    verb = right[0][0] if right else ""
    if plural:
        return verb not in ("is", "was", "has", "does")
    joined = any(word in ("and", "or") for word, _ in left[-6:])
    base = bool(right) and right[0][1] == "VB" and not verb.endswith(("s", "ed"))
    many = verb in ("are", "were", "have", "do") or (base and verb not in language.statements.particular)
    return joined or not many


def _is_known_as(words: Sequence[str], known: PositionWords) -> bool:
    """Whether "known as" or "city of" stands before: a name follows."""
    if len(words) > 1 and words[-1] == "of" and words[-2] in known.named:
        return True
    return "as" in words and bool({"known", "referred", "described", "classified"}.intersection(words))
