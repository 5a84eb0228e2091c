"""Terms: the nouns and noun phrases of a document, each in one normal form with all of its places.

They are taken as in section 4.2 of "Minimizing the disclosure risk of semantic correlations in document sanitization"
(Sánchez, Batet and Viejo): sentences, words, parts of speech, noun phrases, and the stop words off their edges, so that
"a blood transfusion" is the term "blood transfusion".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reticent.language import Language, Tagger
from reticent.text.analysis import TaggedSentence, analyze, read_by_sentence
from reticent.text.document import Document, Span
from reticent.text.sentences import normal_word
from reticent.text.tokens import Token, shorthand_in

Known = Callable[[str], bool]

_NOUNS = frozenset({"NN", "NNP", "FW"})
_INSIDE = _NOUNS | {"JJ", "CD", "participle"}
_MODIFIED = _NOUNS | {"JJ"}
_BEFORE_PARTICIPLE = frozenset({"DT", "PRP$", "POS", "JJ", "IN", "CC", "CD", ",", ""})
_BEFORE_GERUND = frozenset({"DT", "PRP$", "JJ"})
_BEGINNING = frozenset({"", ".", ":", "(", '"', "SYM"})
_LONGEST_KNOWN = 8
"""Words of the longest entry that is looked for; chosen by hand: next to no vocabulary has longer ones."""


@dataclass(frozen=True, slots=True)
class Term:
    """A noun or noun phrase in normal form, the normal forms of its words, and its places in order.

    `form` and `words` are what an index counts. `name` says that it is a proper name at one of its places ("They saw
    Jobs"): a sense of the common noun "job" then says nothing of it. An acronym is none: its form keeps the capitals.
    `written` are its words as they stand at the first of those places, or at its first place.
    """

    form: str = field(repr=False)
    spans: tuple[Span, ...]
    words: tuple[str, ...] = field(repr=False)
    name: bool = False
    written: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class _Word:
    token: Token
    tag: str
    form: str
    opens: bool
    """Whether a capital would be its place's: the first word of a sentence, or of what a colon or bracket begins."""


_Phrase = list[_Word]


def terms(document: Document, *, tagger: Tagger | None = None, known: Known | None = None) -> list[Term]:
    """The terms of a document in the order of their first places; placeholders are never part of one.

    `known` tells whether a normal form is an entry of some vocabulary, such as a taxonomy. The longest entries of
    two words or more then become terms of their own wherever a noun phrase holds them ("severe phantom limb pain"
    gives "phantom limb pain"), also across a possessive ("Alzheimer's disease").

    >>> [term.form for term in terms(Document("note", "The patient needs a blood transfusion."))]
    ['patient', 'blood transfusion']
    """
    analysis = analyze(document)
    rows = noun_phrases(document, tagger=tagger, known=known)
    places: dict[tuple[str, ...], list[tuple[int, NounPhrase]]] = {}
    for sentence, row in zip(analysis.sentences, rows, strict=True):
        start = sentence.start
        for phrase in row:
            places.setdefault(phrase.words, []).append((start, phrase))
    return [_term(words, phrases) for words, phrases in places.items()]


class NounPhrase(NamedTuple):
    """A noun phrase in a sentence, at its place there: the normal forms of its words, and how they are written.

    `named` says that it is written as a proper name, `opens` that it is one word whose capital may be its place's.
    """

    words: tuple[str, ...]
    start: int
    end: int
    written: str
    named: bool
    opens: bool


def noun_phrases(
    document: Document, *, tagger: Tagger | None = None, known: Known | None = None
) -> list[tuple[NounPhrase, ...]]:
    """The noun phrases of each sentence; a sentence that was read before, with the same `known`, is not read again."""
    analysis = analyze(document)
    reader = _PhraseReader(analysis.language, known)

    def work(numbers: Sequence[int]) -> Iterator[tuple[NounPhrase, ...]]:
        for row in analysis.read_rows(numbers, tagger):
            yield tuple(map(_noun_phrase, reader.read(row)))

    return read_by_sentence(analysis, ("noun phrases", tagger, known), work)


def _noun_phrase(phrase: _Phrase) -> NounPhrase:
    return NounPhrase(
        tuple(word.form for word in phrase),
        phrase[0].token.start,
        phrase[-1].token.end,
        " ".join(word.token.text for word in phrase),
        _is_name(phrase),
        len(phrase) == 1 and phrase[0].opens,
    )


def _term(words: tuple[str, ...], phrases: Sequence[tuple[int, NounPhrase]]) -> Term:
    named = [phrase for _, phrase in phrases if phrase.named]
    if all(phrase.opens for phrase in named) and len(named) < len(phrases):
        named = []  # "Nurses left. The nurses came back.": that capital is the sentence's
    return Term(
        " ".join(words),
        tuple(Span(start + phrase.start, start + phrase.end) for start, phrase in phrases),
        words,
        name=bool(named),
        written=(named[0] if named else phrases[0][1]).written,
    )


def _is_name(phrase: _Phrase) -> bool:
    """Whether the last word, which says what the phrase is, is written as a name and nothing speaks against it.

    The tagger takes "Jobs" for a noun; a capital and a plural inside a sentence, or a name before it, say otherwise.
    """
    head = phrase[-1]
    written = head.token.text
    if not written[0].isupper() or head.form[:1].isupper():
        return False
    follows_name = any(word.tag == "NNP" and word.token.text[0].isupper() for word in phrase[:-1])
    plural = not head.opens and head.form != written.lower()
    return head.tag == "NNP" or follows_name or plural


@dataclass(frozen=True, slots=True)
class _PhraseReader:
    """Reads the noun phrases of sentences in a language; `known` tells the entries of a vocabulary, if there is one."""

    language: Language
    known: Known | None

    def read(self, row: TaggedSentence) -> Iterator[_Phrase]:
        """The noun phrases of a sentence in order."""
        sentence = self._words(row)
        if self.known is None:
            yield from self._plain(sentence)
            return
        for chunk in self._chunks(sentence, joined=_INSIDE | {"POS"}):
            yield from self._split_at_entries(chunk, self.known)

    def _words(self, row: TaggedSentence) -> _Phrase:
        """The words of a sentence with their tags and normal forms; the letters of shorthand are no nouns."""
        tokens, tags, shouted = row
        language = self.language
        shorthand = shorthand_in(tokens, language=language)
        if shorthand:
            tags = tuple("SYM" if number in shorthand else tag for number, tag in enumerate(tags))
        marked = self._mark_participles(tokens, tags)
        return [
            _Word(
                token,
                tag,
                normal_word(token.text, shouted=shouted, language=language),
                shouted or before in _BEGINNING,
            )
            for token, tag, before in zip(tokens, marked, ("", *tags), strict=False)
        ]

    def _mark_participles(self, tokens: Sequence[Token], tags: Sequence[str]) -> list[str]:
        """The tags, "acquired" in "from acquired immunodeficiency" marked as the modifier that it is."""
        marked, parts = list(tags), self.language.tokens
        for place, (token, tag) in enumerate(zip(tokens, tags, strict=True)):
            if tag != "VB" or place + 1 == len(tags) or tags[place + 1] not in _MODIFIED:
                continue
            before = tags[place - 1] if place else ""
            if (token.text.endswith(parts.participles) and before in _BEFORE_PARTICIPLE) or (
                token.text.endswith(parts.gerunds) and before in _BEFORE_GERUND
            ):
                marked[place] = "participle"
        return marked

    def _split_at_entries(self, chunk: _Phrase, known: Known) -> Iterator[_Phrase]:
        """The longest known entries in a chunk, from left to right, and the plain phrases between them."""
        start = place = 0
        while place < len(chunk):
            end = _entry_end(chunk, place, known)
            if end is None:
                place += 1
                continue
            yield from self._plain(chunk[start:place])
            yield chunk[place:end]
            start = place = end
        yield from self._plain(chunk[start:])

    def _plain(self, words: Sequence[_Word]) -> Iterator[_Phrase]:
        for chunk in self._chunks(words, joined=_INSIDE):
            phrase = self._strip_edges(chunk)
            if any(character.isalpha() for word in phrase for character in word.form):
                yield phrase

    def _chunks(self, sentence: Sequence[_Word], *, joined: frozenset[str]) -> Iterator[_Phrase]:
        """The longest runs of words that may stand in a noun phrase; "Denies HIV" is none, whatever a tagger takes "Denies" for."""
        chunk: _Phrase = []
        denials = self.language.grammar.denials
        for word in sentence:
            if word.tag in joined and word.token.text.lower() not in denials:
                chunk.append(word)
            elif chunk:
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def _strip_edges(self, phrase: _Phrase) -> _Phrase:
        """The phrase from its first word that means something to its last noun."""
        stop_words = self.language.stop_words
        start, end = 0, len(phrase)
        while start < end and (phrase[end - 1].tag not in _NOUNS or phrase[end - 1].form in stop_words):
            end -= 1
        while start < end and (phrase[start].tag == "CD" or phrase[start].form in stop_words):
            start += 1
        return phrase[start:end]


def _entry_end(chunk: _Phrase, start: int, known: Known) -> int | None:
    ends = range(min(len(chunk), start + _LONGEST_KNOWN), start + 1, -1)
    return next((end for end in ends if known(" ".join(word.form for word in chunk[start:end]))), None)
