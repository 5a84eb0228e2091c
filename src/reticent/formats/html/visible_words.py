"""Which words a text shows as words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from reticent.formats.search import Search
from reticent.text.tokens import token_texts


def find_shown(text: str, words: Sequence[str], search: Search) -> set[int]:
    """The numbers of the words that a reader of the text sees; "ray" in "x-ray" is no word of its own."""
    found = search.text(text)
    if not found:
        return found
    tokens = {token.casefold() for token in token_texts(normalize("NFKC", text))}
    plain = {number: normalize("NFKC", words[number]).casefold() for number in found}
    return {number for number in found if plain[number] in tokens or len(token_texts(plain[number])) > 1}
