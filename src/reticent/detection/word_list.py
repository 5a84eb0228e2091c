"""Finds the words and phrases of a list, however they are written."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.detection.settling import settle
from reticent.errors import PolicyError
from reticent.text import Document, Mention
from reticent.text.matching import matching_view

_TOKEN = re.compile(r"[^\W_]+|[^\w\s\ufffc-]")
_NEXT = re.compile(r"[\s_-]*+([^\W_]+|[^\w\s\ufffc-])")
_PUNCTUATION = frozenset(".,;:!?'\"()[]")
_HISSING = ("s", "x", "z", "ch", "sh", "o")


@dataclass(frozen=True, slots=True)
class _Entry:
    """The tokens behind the first one, case-folded; the forms of the last; the capitals that the first must have."""

    following: tuple[frozenset[str], ...]
    capitals: int

    def end(self, first: re.Match[str]) -> int:
        """Where the entry ends whose first token this is, or 0 when the text goes on differently."""
        if self.capitals and not first[0][: self.capitals].isupper():
            return 0
        end = first.end()
        for forms in self.following:
            token = _NEXT.match(first.string, end)
            if token is None or token[1].casefold() not in forms:
                return 0
            end = token.end()
        return end


@dataclass(frozen=True, slots=True)
class WordList:
    """The detector of every word and phrase in a list, as whole words, also in the plural or possessive.

    Case doesn't matter, except that an entry of up to six capitals is an acronym: "AIDS" is found in "Aids" too but
    not in "aids", and one of up to three, such as "WHO", in capitals only. Blanks, line breaks and hyphens
    between the words of a phrase are all alike.
    """

    words: Iterable[str] = field(repr=False)
    kind: str = "WORD"
    score: float = 1.0
    _entries: Mapping[str, Sequence[_Entry]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = (self.words,) if isinstance(self.words, str) else tuple(self.words)
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "_entries", _by_first_token(words))

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that the list stands for."""
        return frozenset({self.kind})

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of the list."""
        lines = "\n".join(sorted(set(self.words)))
        return {
            f"word list {self.kind}": f"sha256:{hashlib.sha256(lines.encode('utf-8', 'surrogatepass')).hexdigest()}"
        }

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every place of an entry, disjoint and in order."""
        text = document.masked()
        views = [matching_view(text)]
        if views[0].unwrapped:  # "Smith-\nson" may be "Smithson", or "Smith" and "son": all of them count
            views.append(matching_view(text, unwrap=False))
        return settle(
            Mention(view.span(start, end), self.kind, self.score, "word list")
            for view in views
            for start, end in self._places(view.text)
        )

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        for token in _TOKEN.finditer(text):
            if entries := self._entries.get(token[0].casefold()):
                end = max(entry.end(token) for entry in entries)
                if end:
                    yield token.start(), end


def _by_first_token(words: Sequence[str]) -> dict[str, list[_Entry]]:
    entries: dict[str, list[_Entry]] = defaultdict(list)
    for number, word in enumerate(words, start=1):
        tokens = _tokens(matching_view(word).text)
        if not tokens:
            raise PolicyError(f"entry {number} of the word list is empty: delete it or fill it in")
        *before, last = (token.casefold() for token in tokens)
        first, *following = [*(frozenset({token}) for token in before), _forms(last)]
        entry = _Entry(tuple(following), _capitals(tokens))
        for form in first:
            entries[form].append(entry)
    return dict(entries)


def _tokens(entry: str) -> list[str]:
    """The tokens of an entry, without punctuation around them unless it is all there is."""
    tokens = _TOKEN.findall(entry)
    inner = [at for at, token in enumerate(tokens) if token not in _PUNCTUATION]
    return tokens[inner[0] : inner[-1] + 1] if inner else tokens


def _capitals(tokens: Sequence[str]) -> int:
    """How many capitals a place must start with."""
    acronym = len(tokens) == 1 and tokens[0].isupper() and 2 <= len(tokens[0]) <= 6
    if not acronym:
        return 0
    return len(tokens[0]) if len(tokens[0]) <= 3 else 1


def _forms(word: str) -> frozenset[str]:
    """A word and its plurals."""
    if not word.isalpha():
        return frozenset({word})
    plurals = {word + "s"}
    if word.endswith(_HISSING):
        plurals.add(word + "es")
    if word.endswith("y"):
        plurals.add(word[:-1] + "ies")
    return frozenset({word, *plurals})
