"""Whether documents are in languages that somebody reads: asked before anything is planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reticent.detection.detector import join_languages, languages_read
from reticent.engine.rules import Rules
from reticent.errors import LanguageError
from reticent.language.function_words import FEWEST_WORDS, UNKNOWN, Passage, count_words, weigh_short
from reticent.language.identification import find_unread, name_language
from reticent.language.passages import find_main_language
from reticent.language.registry import ANY, DEFAULT_CODE
from reticent.models.privacy_model import CompleteModel
from reticent.text import Document, analyze

_SHORT = 15 * FEWEST_WORDS
"""Characters of a text that can have fewer words than function words need as evidence; longer ones are not counted."""


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages that models read, and those that somebody allows although nobody reads them."""

    read: frozenset[str]
    allowed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, models: Iterable[CompleteModel], allowed: Iterable[str] = ()) -> Languages:
        """What these models read together."""
        return cls(languages_of(models), frozenset(allowed))

    def tell(self, documents: Sequence[Document]) -> list[Document]:
        """The documents of a file, each with its language, which is one of those read.

        What is too short to tell has the language that most of the words of the others are in. A document that says its
        language keeps it; where one of those read is allowed by name, somebody says so for all.
        """
        if not self.read - {ANY, DEFAULT_CODE}:
            return [*documents]
        if len(declared := self.allowed & self.read) == 1:
            return [
                document if document.language != DEFAULT_CODE else replace(document, language=min(declared))
                for document in documents
            ]
        codes = [
            document.language
            if document.language != DEFAULT_CODE
            else _find_main_language(document, self.read)
            for document in documents
        ]
        words = Counter[str]()
        for document, code in zip(documents, codes, strict=True):
            words[code] += count_words(document.text)
        usual = max(words, key=lambda code: (code in self.read, words[code]), default=DEFAULT_CODE)
        if usual not in self.read | {ANY} and ANY not in self.read:
            usual = min(self.read)
        told = [
            usual if code == DEFAULT_CODE and _tells_nothing(document, self.read) else code
            for document, code in zip(documents, codes, strict=True)
        ]
        return [
            document if code == document.language else replace(document, language=code)
            for document, code in zip(documents, told, strict=True)
        ]

    def require(self, document: Document) -> str:
        """The unread language of a document that is allowed, "" where all of it is read; otherwise a LanguageError."""
        (found,) = self.judge([document])
        if isinstance(found, LanguageError):
            raise found
        return found

    def judge(self, documents: Sequence[Document]) -> list[str | LanguageError]:
        """What `require` says of each document of a file; those too short to tell are taken together."""
        if ANY in self.read:
            return [""] * len(documents)
        texts = [document.mask_placeholders() for document in documents]
        refused = _find_passages(texts, self.read | self.allowed)
        noted = _find_passages(texts, self.read) if self.allowed else refused
        return [
            LanguageError(_explain(document, passage)) if passage else allowed.language if allowed else ""
            for document, passage, allowed in zip(
                documents, map(self._or_declared, documents, refused), noted, strict=True
            )
        ]

    def _or_declared(self, document: Document, passage: Passage | None) -> Passage | None:
        """The passage, or the whole of a document that says that it is in a language which nobody reads or allows.

        The default says nothing where it is read: every document has it whose reader doesn't know better. Where it isn't, a
        document that has it still, and words to tell by, is in it.
        """
        code = document.language
        if code in self.read or not self.allowed.isdisjoint((code, ANY)):
            return passage
        if passage or (code == DEFAULT_CODE and _tells_nothing(document, self.read)):
            return passage
        return Passage((document.language,), count_words(document.text))


def languages_of(models: Iterable[CompleteModel]) -> frozenset[str]:
    """The languages that models read: of those that read by detectors alone all together, of the others what each reads."""
    every = [*models]
    by_detectors = [model for model in every if model.languages == languages_read(model.detectors)]
    read = join_languages(model.languages for model in by_detectors)
    for model in every:
        if model not in by_detectors and ANY not in model.languages:
            read = model.languages if ANY in read else read & model.languages
    return read


def speak_rules(rules: Rules, language: str) -> Rules:
    """The rules for documents that are in a language which they read, whatever is found out about it."""
    return replace(rules, languages=frozenset({language}))


def _find_main_language(document: Document, read: frozenset[str]) -> str:
    """The language of the text and the headers of its cells, which tell more of it than the cells of a row."""
    headers = dict.fromkeys(cell.header for cell in document.cells)
    if not headers:
        return analyze(document).main_language(read, DEFAULT_CODE).code
    return find_main_language("\n".join([document.mask_placeholders(), " ".join(headers)]), read)


def _tells_nothing(document: Document, read: frozenset[str]) -> bool:
    """Whether few words say nothing about their language, as a name or a number."""
    text = document.mask_placeholders()
    return count_words(text) < FEWEST_WORDS and weigh_short(text, read - {DEFAULT_CODE}) <= 0


def _find_passages(texts: Sequence[str], read: frozenset[str]) -> list[Passage | None]:
    """The unread passage of each text; short texts whose words speak for an unread language are taken together.

    Where these are most of the short ones, it is the language of the file, and so of those that say nothing.
    """
    found = [find_unread(text, read) for text in texts]
    if len(texts) == 1 or ANY in read:
        return found
    short = {
        number: weigh_short(text, read)
        for number, text in enumerate(texts)
        if found[number] is None and len(text) < _SHORT and count_words(text) < FEWEST_WORDS
    }
    foreign = [number for number, weight in short.items() if weight > 0]
    together = find_unread("\n".join(texts[number] for number in foreign), read)
    if together is None:
        return found
    whole_file = 2 * len(foreign) >= sum(weight != 0 for weight in short.values())
    for number, weight in short.items():
        if weight > 0 or (weight == 0 and whole_file and texts[number].strip()):
            found[number] = together
    return found


def _explain(document: Document, passage: Passage) -> str:
    code = ANY if passage.language == UNKNOWN else passage.language
    return (
        f"'{document.id}' is in {name_language(passage.language)}, or a part of it is, which not all of the policy reads:"
        f' use a policy whose detectors and models all read it, or allow it unread with --language {code} (languages = ["{code}"] in a policy)'
    )
