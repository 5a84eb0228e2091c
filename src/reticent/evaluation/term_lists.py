"""A release against a list of the terms that an expert would remove: precision, recall and F1 by term.

As in the tables of "C-sanitized" and "Minimizing the disclosure risk of semantic correlations": a term counts once, however
often it stands. One of the list is removed when it can't be read any more at any of its places: of every one a word with a
meaning is changed. A noun phrase of the text is telling when it shares a word with a term of the list.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import DocumentError
from reticent.evaluation.scores import Rate, f1
from reticent.formats.plain import decode
from reticent.formats.registry import read_bytes
from reticent.knowledge import is_countable
from reticent.plan import Release
from reticent.text import Document, Span, merge_spans
from reticent.text.sentences import normal_word
from reticent.text.terms import terms
from reticent.text.tokens import Token, tokenize

Form = tuple[str, ...]
"""The words of a term without regard to case and number."""

_LONGEST = 200
"""Characters that a term has at most: a longer line is a sentence."""


@dataclass(frozen=True, slots=True)
class TermList:
    """Terms as somebody wrote them, by their forms; `name` is what errors call the list."""

    name: str
    written: dict[Form, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TermScores:
    """How a release did against a list; `left` are terms of the list that stand, `needless` removed terms outside of it.

    `harmless` counts the text's noun phrases that share no word with the list, and of them those that were changed.
    `absent` terms of the list are not in the text, and not counted.
    """

    precision: Rate
    recall: Rate
    harmless: Rate
    absent: int
    left: tuple[str, ...] = field(repr=False)
    needless: tuple[str, ...] = field(repr=False)

    # paper: correlations, Equations 13 to 15
    # paper: cg-sanitization, Equations 10 to 12
    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return f1(self.precision, self.recall)

    def figures(self) -> dict[str, object]:
        """The same as plain values for JSON, rounded to four places."""
        return {
            "f1": round(self.f1, 4),
            "precision": self.precision.figures(),
            "recall": self.recall.figures(),
            "harmless terms changed": self.harmless.figures(),
            "terms not in the text": self.absent,
            "left": list(self.left),
            "needless": list(self.needless),
        }


def read_term_list(path: Path) -> TermList:
    """The terms of a file, one per line; empty lines and those that begin with # are passed over."""
    lines = decode(read_bytes(str(path)), f"'{path}'").splitlines()
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    return make_term_list(
        [(number, line) for number, line in numbered if line and not line.startswith("#")], f"'{path}'"
    )


def make_term_list(lines: Iterable[tuple[int, str]], name: str) -> TermList:
    """The list of these numbered lines; a DocumentError names a line that is no term."""
    written: dict[Form, str] = {}
    for number, line in lines:
        form = tuple(_form(token) for token in tokenize(line))
        if len(line) > _LONGEST or not any(map(is_countable, form)):
            raise DocumentError(
                f"{name}, line {number}: no term; write one per line, with a word that has a meaning,"
                f" of {_LONGEST} characters at most"
            )
        written.setdefault(form, line)
    if not written:
        raise DocumentError(f"{name} holds no term: write one per line")
    return TermList(name, written)


def score_terms(listed: TermList, release: Release) -> TermScores:
    """How the changes of a release did against a list."""
    original = release.original
    changed = _Places([edit.span for edit in release.edits])
    words = [token for token in tokenize(original.mask_placeholders()) if _has_letters(token)]
    places = _find(listed.written, words)
    gone = {form for form, found in places.items() if all(_is_changed(each, changed) for each in found)}
    telling = _Places([Span(each[0].start, each[-1].end) for found in places.values() for each in found])
    units = _units(original, words, changed)
    removed = [form for form, spans in units.items() if any(map(changed.touch, spans))]
    right = [form for form in removed if any(map(telling.touch, units[form]))]
    harmless = [form for form, spans in units.items() if not any(map(telling.touch, spans))]
    needless = [form for form in removed if form not in frozenset(right)]
    return TermScores(
        Rate(len(right), len(removed)),
        Rate(len(gone), len(places)),
        Rate(len(needless), len(harmless)),
        absent=len(listed.written) - len(places),
        left=tuple(listed.written[form] for form in places if form not in gone),
        needless=tuple(" ".join(form) for form in needless),
    )


def add_scores(scores: Sequence[TermScores]) -> TermScores:
    """The scores of several documents as one; each document's terms count by themselves."""
    return TermScores(
        sum((each.precision for each in scores), Rate()),
        sum((each.recall for each in scores), Rate()),
        sum((each.harmless for each in scores), Rate()),
        min((each.absent for each in scores), default=0),
        tuple(dict.fromkeys(term for each in scores for term in each.left)),
        tuple(dict.fromkeys(term for each in scores for term in each.needless)),
    )


class _Places:
    """Places of a text, to ask whether something touches one of them."""

    def __init__(self, spans: Iterable[Span]) -> None:
        merged = merge_spans(spans)
        self._starts = [span.start for span in merged]
        self._ends = [span.end for span in merged]

    def touch(self, span: Span) -> bool:
        """Whether a place and the span have a character in common."""
        return bisect_right(self._ends, span.start) < bisect_left(self._starts, span.end)


def _form(token: Token) -> str:
    return normal_word(token.text).casefold()


def _has_letters(token: Token) -> bool:
    return any(map(str.isalnum, token.text))


def _find(wanted: Iterable[Form], words: Sequence[Token]) -> dict[Form, list[list[Token]]]:
    """The places of each term that stands in a text, by its words; signs between words are no matter."""
    bare: dict[Form, list[Form]] = {}
    for form in wanted:
        bare.setdefault(tuple(word for word in form if any(map(str.isalnum, word))), []).append(form)
    lengths = sorted({len(form) for form in bare})
    forms = [_form(token) for token in words]
    found: dict[Form, list[list[Token]]] = {}
    for start in range(len(words)):
        for length in lengths:
            for form in bare.get(tuple(forms[start : start + length]), ()):
                found.setdefault(form, []).append(list(words[start : start + length]))
    return found


def _is_changed(place: Sequence[Token], changed: _Places) -> bool:
    return any(is_countable(_form(token)) and changed.touch(token.span) for token in place)


def _units(document: Document, words: Sequence[Token], changed: _Places) -> dict[Form, list[Span]]:
    """The noun phrases of a text at their places, and every word with a meaning that was changed outside of them."""
    units: dict[Form, list[Span]] = {}
    phrases = terms(document)
    for term in phrases:
        units.setdefault(tuple(word.casefold() for word in term.words), []).extend(term.spans)
    covered = _Places([span for term in phrases for span in term.spans])
    for token in words:
        if changed.touch(token.span) and is_countable(_form(token)) and not covered.touch(token.span):
            units.setdefault((_form(token),), []).append(token.span)
    return units
