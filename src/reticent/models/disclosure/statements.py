"""Whether a sentence still says what it said when a noun in it grows more general: where a gap would read better, it doesn't."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.languages import ENGLISH

_WORDS = ENGLISH.statements
_NOUNS = frozenset({"NN", "NNP", "FW"})
_VERBS = frozenset({"VB", "MD"})
_BULLETS = frozenset({"-", "--", "–", "—", "*", "•", "|", ":"})
_NAMED_WITHIN = 6
"""Words behind a noun in which "is called" says what it is called."""
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})

Row = Sequence[tuple[str, str]]
"""Words in small letters with their parts of speech."""


def says_the_same(left: Row, right: Row, *, plural: bool, mentioned: bool) -> bool:
    """Whether a more general noun between these words leaves the sentence true and no stranger than a gap.

    `mentioned` says that the same thing was named before, so that "the" can stand before what stands for it.
    """
    if _is_fragment(left, right) or _is_listed(left, right) or _is_compared(left):
        return False
    of_one = bool(left) and (left[-1][1] == "PRP$" or left[-1][0] in ("this", "that"))
    if _is_defined(right, of_one=of_one) or _is_identified(left):
        return False
    if left and left[-1][1] == "RB" and left[-1][0].endswith("ly"):
        return False  # "a widely cultivated plant", where the adverb would stay
    tag = left[-1][1] if left else ""
    if plural and tag not in _DETERMINERS:
        return False  # what is said of ferns is not said of plants
    definite = (tag in _DETERMINERS and left[-1][0] not in ("a", "an")) or (mentioned and tag != "DT")
    return definite or not _is_generic(left, right)


def repeats(head: str, left: Row, right: Row) -> bool:
    """Whether a noun stands in the sentence already: "food, particularly food" says two things by one word."""
    return any(ENGLISH.lemma(word) == head for word, _ in (*left, *right))


def follows_place_word(left: Row) -> bool:
    """Whether a name stands where one of a place or a thing does, and not of a team or a ruler: "in", "the"."""
    return bool(left) and left[-1][0] in _WORDS.before_places


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
    return tag == "CC" and left[-2][1] not in _VERBS and left[-2][0] != ","


def _is_compared(left: Row) -> bool:
    """Whether the phrase is an example of something, or what something else is compared with."""
    words = [word for word, _ in left[-3:]]
    return bool(_WORDS.comparisons.intersection(words[-2:])) or words[-2:] == ["such", "as"]


def _is_defined(right: Row, *, of_one: bool) -> bool:
    """Whether the sentence says what the phrase is: of something more general it would say another thing.

    How the thing of one person is, or this one, says nothing of the sort: "her asthma is stable".
    """
    words = [word for word, _ in right[:2]]
    if len(words) < 2 or words[0] == "(":
        return words[:1] == ["("]
    if right[0][1] == "MD":
        return words[1] in _WORDS.defining
    if words[0] not in _WORDS.defining:
        return False
    says_how = of_one and right[1][1] == "JJ" and (len(right) < 3 or right[2][1] not in _NOUNS)
    says_what = right[1][1] in {"DT", "NN", "NNP", "JJ"} or words[1] in ("one", "to", "that")
    return says_what and not says_how


def _is_identified(left: Row) -> bool:
    """Whether the sentence says that something is the very thing: "whose only living member is the walrus"."""
    words = [word for word, _ in left[-2:]]
    return len(words) == 2 and (words[0] in _WORDS.defining or words[0] == "as") and words[1] == "the"


def _is_generic(left: Row, right: Row) -> bool:
    """Whether the sentence speaks of all of a sort: "symptoms of a cataract are" is not true of each disease."""
    if _WORDS.conditions.intersection(word for word, _ in left):
        return True
    if _WORDS.naming.intersection(word for word, _ in right[:_NAMED_WITHIN]):
        return True
    is_subject = bool(right) and right[0][1] in _VERBS
    begins = max((number for number, (word, _) in enumerate(left) if word in _WORDS.clauses), default=-1)
    if not is_subject and any(tag in _VERBS for _, tag in left[begins + 1 :]):
        return False
    verb = next((word for word, tag in right if tag in _VERBS), "")
    return bool(verb) and not (verb in _WORDS.particular or verb.endswith("ed"))
