"""What stands beside a mask: the rest of a noun phrase that holds a sensitive word, and the words next to a mask.

Section 4.2 of "Minimizing the disclosure risk of semantic correlations in document sanitization" takes a noun phrase for
sensitive when one of its words is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from reticent.detection.settling import outside, with_words
from reticent.knowledge import is_countable
from reticent.languages.en.stop_words import STOP_WORDS
from reticent.text import Document, Mention, Span, merge_spans
from reticent.text.document import MASK
from reticent.text.lemmas import normal_word
from reticent.text.terms import terms
from reticent.text.tokens import Token, tokenize

KIND = "REMOVED"
REASON = "in one noun phrase with a sensitive word"

_REACH = 60
"""Characters on each side of a mask in which the word beside it lies whole."""

_BEFORE = re.compile(rf"(\b[^\W_][^\s{MASK}]*)[ \t-]*\Z")
_AFTER = re.compile(rf"[ \t-]*([^\W_][^\s{MASK}]*)")


def find_rest_of_phrases(document: Document, sensitive: Sequence[Mention]) -> list[Mention]:
    """What stands in one noun phrase with a sensitive word and is not sensitive by itself: "immune" of "immune system"."""
    taken = merge_spans(mention.span for mention in sensitive)
    starts = [span.start for span in taken]
    ends = [span.end for span in taken]
    rest: list[Mention] = []
    for phrase in sorted(span for term in terms(document) for span in term.spans):
        inside = taken[bisect_left(ends, phrase.start + 1) : bisect_left(starts, phrase.end)]
        if inside:
            rest += outside([Mention(phrase, KIND, reason=REASON)], inside)
    return [
        Mention(_trim(mention.span, document.text), KIND, reason=REASON)
        for mention in with_words(rest, document)
    ]


def find_words_beside(document: Document, known: Iterable[Span]) -> list[Token]:
    """The words directly beside a placeholder that have a meaning and that no `known` phrase holds, in order."""
    covered = merge_spans(known)
    starts = [span.start for span in covered]
    found = {
        token.start: token
        for token in _tokens_beside(document)
        if _has_meaning(token.text) and not _holds(covered, starts, token)
    }
    return [found[start] for start in sorted(found)]


def _tokens_beside(document: Document) -> Iterator[Token]:
    """The last token before each placeholder and the first after it, where only blanks and hyphens lie between."""
    text = document.mask_placeholders()
    for mask in document.placeholders:
        start, end = max(0, mask.start - _REACH), min(len(text), mask.end + _REACH)
        before = _BEFORE.search(text, start, mask.start)
        after = _AFTER.match(text, mask.end, end)
        yield from tokenize(text, Span(*before.span(1)))[-1:] if before else ()
        yield from tokenize(text, Span(*after.span(1)))[:1] if after else ()


def _has_meaning(word: str) -> bool:
    return any(map(str.isalpha, word)) and word.lower() not in STOP_WORDS and is_countable(normal_word(word))


def _holds(covered: Sequence[Span], starts: Sequence[int], token: Token) -> bool:
    before = bisect_left(starts, token.end) - 1
    return before >= 0 and covered[before].end > token.start


def _trim(span: Span, text: str) -> Span:
    """The place without what is no letter and no digit at its edges."""
    inside = [number for number in range(span.start, span.end) if text[number].isalnum()]
    return Span(inside[0], inside[-1] + 1)
