"""One analysis of a text: sentences, tokens, tags and the plain reading, worked out once and shared by all who read it.

Each part is worked out when it is first asked for. The analyses of the texts that were read last are kept, as long as
those texts are few and not too long together; the key is the text itself, so that a changed text is read afresh.

Many phrases looked for in one pass over a text, by their normal forms.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast

from reticent.language import DEFAULT_LANGUAGE, Language, Tagger, find_language
from reticent.language.passages import LanguagePart, MainLanguage, divide_by_language, judge_main
from reticent.text.document import Document, Span
from reticent.text.folding import HYPHENS
from reticent.text.matching import View, matching_views, reads_as_written
from reticent.text.sentences import is_shouted, normal_word, normal_words, paragraphs, sentences
from reticent.text.tokens import Token, parts_at_hyphens, tokenize

Part = TypeVar("Part")
Rows = tuple[tuple[str, ...], ...]


class TaggedSentence(NamedTuple):
    """The tokens of a sentence, their parts of speech, and whether the sentence is written in capitals."""

    tokens: tuple[Token, ...]
    tags: tuple[str, ...]
    shouted: bool


_MOST_TEXTS, _MOST_CHARACTERS = 512, 1_000_000
"""Analyses that are kept: four batches of the 128 short documents that are read ahead, or as many texts as have so many characters
together, which bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What is known of a text, in which placeholders are blanked; its parts are not to be changed."""

    text: str = field(repr=False)
    language: Language = DEFAULT_LANGUAGE
    _parts: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def share(self, key: Hashable, work: Callable[[], Part]) -> Part:
        """What `work` gives, which depends on the text and `key` alone: worked out once, and then kept."""
        part: Part | None = self._parts.get(key)
        return self.keep(key, work()) if part is None else part

    def keep(self, key: Hashable, part: Part) -> Part:
        """The part that is known under `key` from now on: this one, unless there is one already."""
        kept: Part = self._parts.setdefault(key, part)
        return kept

    def knows(self, key: Hashable) -> bool:
        """Whether a part is kept under `key`."""
        return key in self._parts

    @property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences in order."""
        return self.share("sentences", lambda: tuple(sentences(self.text, language=self.language)))

    @property
    def paragraphs(self) -> tuple[Span, ...]:
        """The paragraphs in order."""
        return self.share("paragraphs", lambda: tuple(paragraphs(self.text)))

    def parts(self, read: frozenset[str], expected: str) -> list[LanguagePart]:
        """The parts by language, of those `read` and the `expected` one."""
        among = read | {expected}
        return self.share(
            ("parts by language", among, expected),
            lambda: divide_by_language(
                self.text, among, expected=expected, known=self.main_language(among, expected)
            ),
        )

    def main_language(self, read: frozenset[str], expected: str) -> MainLanguage:
        """The main language of the text, of those `read` and the `expected` one."""
        among = read | {expected}
        return self.share(("main language", among, expected), lambda: judge_main(self.text, among, expected))

    @property
    def tokens(self) -> tuple[tuple[Token, ...], ...]:
        """The tokens of each sentence; their places are places in the text, and their words are what a reader sees there."""
        return self.share("tokens", self._tokenize)

    @property
    def shouted(self) -> tuple[bool, ...]:
        """For each sentence whether it is written in capitals."""
        return self.share("shouted", lambda: tuple(is_shouted(span.of(self.text)) for span in self.sentences))

    @property
    def readings(self) -> tuple[View, ...]:
        """All plain readings for matching that count; the first joins words at line ends and drops what can't be seen."""
        return self.share("readings", lambda: tuple(matching_views(self.text)))

    @property
    def reading(self) -> View:
        """The first of the plain readings."""
        return self.readings[0]

    def tags(self, tagger: Tagger | None = None) -> Rows:
        """The part of speech of each token by sentence; a sentence in capitals is tagged as if it were not."""
        used = tagger or self.language.tagger()
        # The tagger is kept beside its tags, so that no other one can get its number.
        return self.share(("tags", id(used)), lambda: (used, self._tag(used)))[1]

    def read_rows(self, numbers: Sequence[int], tagger: Tagger | None = None) -> list[TaggedSentence]:
        """The tokens of these sentences with their places in the sentence, their tags, and whether it is in capitals.

        Few sentences are read by themselves; many by way of all, which others want too.
        """
        spans = [self.sentences[number] for number in numbers]
        if self.knows("tokens") or 2 * len(numbers) > len(self.sentences):
            tags, tokens = self.tags(tagger), self.tokens
            return [
                TaggedSentence(_move(tokens[number], -span.start), tags[number], self.shouted[number])
                for number, span in zip(numbers, spans, strict=True)
            ]
        rows = [tuple(tokenize(span.of(self.text), language=self.language)) for span in spans]
        loud = [is_shouted(span.of(self.text)) for span in spans]
        used = tagger or self.language.tagger()
        return [
            TaggedSentence(row, tuple(tags), shouted)
            for row, tags, shouted in zip(rows, used.tags(_speak(rows, loud)), loud, strict=True)
        ]

    def _tokenize(self) -> tuple[tuple[Token, ...], ...]:
        plain = reads_as_written(self.text)
        return tuple(
            tuple(tokenize(self.text, span, language=self.language, as_written=plain))
            for span in self.sentences
        )

    def _tag(self, tagger: Tagger) -> Rows:
        return tuple(map(tuple, tagger.tags(_speak(self.tokens, self.shouted))))


def _speak(rows: Sequence[Sequence[Token]], shouted: Sequence[bool]) -> list[list[str]]:
    """The words of sentences as they are tagged: those in capitals as if they were not."""
    return [
        [token.text.lower() if loud else token.text for token in row]
        for row, loud in zip(rows, shouted, strict=True)
    ]


def _move(tokens: Sequence[Token], by: int) -> tuple[Token, ...]:
    return tuple(Token(token.start + by, token.end + by, token.text) for token in tokens)


class _Recent:
    """The analyses of the texts that were read last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, Language], Analysis] = OrderedDict()
        self._characters = 0

    def of(self, text: str, language: Language) -> Analysis:
        key = text, language
        with self._lock:
            found = self._known.get(key)
            if found is not None:
                self._known.move_to_end(key)
                return found
            found = self._known[key] = Analysis(text, language)
            self._characters += len(text)
            while self._known and self._is_full():
                (oldest, _), _ = self._known.popitem(last=False)
                self._characters -= len(oldest)
            return found

    def forget(self) -> None:
        with self._lock:
            self._known.clear()
            self._characters = 0

    def _is_full(self) -> bool:
        return len(self._known) > _MOST_TEXTS or (
            len(self._known) > 1 and self._characters > _MOST_CHARACTERS
        )


class _Sentences:
    """What was worked out of the sentences that were read last, whatever texts they stood in."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[Hashable, str], Any] = OrderedDict()
        self._characters = 0

    def find(self, kind: Hashable, wanted: Sequence[str]) -> list[Any]:
        with self._lock:
            known = self._known
            found = []
            for sentence in wanted:
                key = kind, sentence
                part = known.get(key)
                if part is not None:
                    known.move_to_end(key)
                found.append(part)
            return found

    def keep(self, kind: Hashable, sentence: str, part: Any) -> None:
        with self._lock:
            if (kind, sentence) not in self._known:
                self._characters += len(sentence)
            self._known[kind, sentence] = part
            while self._characters > _MOST_CHARACTERS and len(self._known) > 1:
                (_, oldest), _ = self._known.popitem(last=False)
                self._characters -= len(oldest)

    def forget(self) -> None:
        with self._lock:
            self._known.clear()
            self._characters = 0


_recent = _Recent()
_sentences = _Sentences()


def read_by_sentence(
    analysis: Analysis, kind: Hashable, work: Callable[[Sequence[int]], Iterable[Part]]
) -> list[Part]:
    """What `work` gives for each sentence of a text; of a sentence that was read before, what it gave then.

    `work` is given the numbers of the sentences that are new, and its answer for one may depend on its words and `kind`
    alone: its places count from where the sentence begins. It never answers None.
    """
    wanted = [span.of(analysis.text) for span in analysis.sentences]
    kind = analysis.language, kind
    found: list[Part | None] = _sentences.find(kind, wanted)
    new = [number for number, part in enumerate(found) if part is None]
    for number, part in zip(new, work(new) if new else (), strict=True):
        _sentences.keep(kind, wanted[number], part)
        found[number] = part
    return cast(list[Part], found)


def analyze(document: Document) -> Analysis:
    """The analysis of a document, its placeholders blanked.

    >>> [span.start for span in analyze(Document("note", "One. Two.")).sentences]
    [0, 5]
    """
    return _recent.of(document.mask_placeholders(), find_language(document.language))


def analyze_text(text: str, *, language: Language = DEFAULT_LANGUAGE) -> Analysis:
    """The analysis of a text that is no document, such as a plain reading."""
    return _recent.of(text, language)


def forget_texts() -> None:
    """Keep no analysis any longer, and with it no text and no sentence."""
    _recent.forget()
    _sentences.forget()


_HYPHENS = str.maketrans(HYPHENS, " " * len(HYPHENS))


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases in normal form, and for the first word of each how many words a phrase has that begins with it, at most."""

    forms: frozenset[str] = field(repr=False)
    longest: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, phrases: Iterable[str], *, language: Language = DEFAULT_LANGUAGE) -> Phrases:
        """These phrases; what has no word is none."""
        return cls.in_normal_form(normal_phrase(phrase, language=language) for phrase in phrases)

    @classmethod
    def in_normal_form(cls, forms: Iterable[str]) -> Phrases:
        """The phrases with these normal forms."""
        known = frozenset(filter(None, forms))
        longest: dict[str, int] = {}
        for form in known:
            words = form.split(" ")
            longest[words[0]] = max(len(words), longest.get(words[0], 0))
        return cls(known, longest)

    def find(self, document: Document) -> Iterator[tuple[str, Span]]:
        """Every place of a phrase inside a sentence, also inside longer ones, with its normal form."""
        analysis = analyze(document)
        language = analysis.language
        for tokens, shouted in zip(analysis.tokens, analysis.shouted, strict=True):
            read = [part for token in tokens for part in parts_at_hyphens(token, analysis.text)]
            spans, parts = [part.span for part in read], [part.text for part in read]
            small = [normal_word(part.lower(), language=language) for part in parts]
            for start, part in enumerate(parts):
                own = normal_word(part, shouted=shouted, language=language)
                for form in dict.fromkeys((own, small[start])):
                    if form in self.forms:
                        yield form, spans[start]
                ends = range(start + 2, min(len(parts), start + self.longest.get(small[start], 0)) + 1)
                for end in ends:
                    if (form := " ".join(small[start:end])) in self.forms:
                        yield form, spans[start].hull(spans[end - 1])


def normal_phrase(phrase: str, *, language: Language = DEFAULT_LANGUAGE) -> str:
    """The form under which a phrase is found: hyphens are blanks, and only a single word may be an acronym.

    >>> [normal_phrase(phrase) for phrase in ("Type-2 Diabetes", "HIV infections", "HIV", "big toes")]
    ['type 2 diabetes', 'hiv infection', 'HIV', 'big toe']
    """
    bare = phrase.translate(_HYPHENS)
    words = [] if _SEVERAL_WORDS.fullmatch(bare) else normal_words(bare, language=language)
    if len(words) == 1:
        return words[0]
    return " ".join(normal_words(phrase.lower().translate(_HYPHENS), language=language))


_SEVERAL_WORDS = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})+")
"""What is more than one word whatever a tokenizer makes of it."""
