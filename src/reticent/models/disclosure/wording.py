"""Whether a certain word can stand in the places of a phrase: it is new to the sentence, and suits article and number."""

from __future__ import annotations

import re
from functools import lru_cache

from reticent.languages import ENGLISH
from reticent.models.disclosure.phrases import Phrase
from reticent.models.disclosure.positions import window_around
from reticent.models.disclosure.statements import follows_place_word, repeats, says_the_same
from reticent.rendering.grammar import is_countable_noun, is_plural
from reticent.rendering.word_use import tag_around
from reticent.text import Span


def takes_form(phrase: Phrase, form: str, *, entity: bool = False) -> bool:
    """Whether a form reads well at all places of a phrase; what an `entity` is called was chosen by somebody."""
    return all(_takes_form(phrase, span, form, entity) for span in phrase.spans)


def _takes_form(phrase: Phrase, span: Span, form: str, entity: bool) -> bool:
    """Whether the last word of a form is new to the sentence, and suits what is counted, or named without an article.

    An illness is not counted: what is ("a stroke", "the varicose vein") is rather an event or a part of the body.
    """
    words = span.of(phrase.text)
    before, after = window_around(phrase.text, span)
    left, right = tag_around(before, words, after)
    head, plural = form.rsplit(" ", 1)[-1], is_plural(words)
    same = ENGLISH.lemma(words.split()[-1].casefold()) == head
    determined = bool(left) and left[-1][1] in {"DT", "PRP$", "POS"}
    # "Archbishop of the church": what belongs to the one word hardly belongs to the other.
    owns = not entity and not same and bool(right) and right[0][0] == "of"
    illness = head in ENGLISH.positions.uncounted_sorts
    counted = illness and (plural or _is_counted_somewhere(phrase.text, words))
    if repeats(head, left, right) or owns or counted:
        return False
    if determined or plural or (phrase.name and is_countable_noun(form)):
        return True
    if same and not illness and is_countable_noun(form):
        return False  # "comes from Nahuatl language": what it is called had no article, and would need one
    if not entity and not same and head not in ENGLISH.sorts_of_bare_nouns:
        return False
    return is_countable_noun(form) or says_the_same(left, right, plural=plural, mentioned=False)


@lru_cache(maxsize=4096)
def _is_counted_somewhere(text: str, words: str) -> bool:
    """Whether the text has words with an article, or in the plural: then they name things, and no illness."""
    noun = re.escape(words)
    return (
        re.search(rf"\b(?:an?|the|this|that|each|another) {noun}\b|\b{noun}s\b", text, re.IGNORECASE)
        is not None
    )


def names_a_place(phrase: Phrase) -> bool:
    """Whether a name is of one thing, and stands where names of places and things do, not those of teams or rulers."""
    if any(is_plural(span.of(phrase.text)) for span in phrase.spans):
        return False
    windows = [(span.of(phrase.text), *window_around(phrase.text, span)) for span in phrase.spans]
    return all(follows_place_word(tag_around(before, words, after)[0]) for words, before, after in windows)


def opens_sentence(phrase: Phrase) -> bool:
    """Whether a phrase stands at the beginning of its sentence, at all its places."""
    return not any(window_around(phrase.text, span)[0].strip() for span in phrase.spans)
