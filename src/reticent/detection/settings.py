"""The settings of the detectors: patterns, word lists, names, terms that tell much, Presidio and spaCy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.detection.presidio import Presidio, SpacyPipeline, load_presidio, load_spacy
from reticent.detection.regions import Places
from reticent.detection.word_list import Case, WordList
from reticent.errors import PolicyError
from reticent.language.identification import require_language
from reticent.settings.section import Kind, Kinds, Knowledge, Section
from reticent.settings.sources import Sources

if TYPE_CHECKING:
    from reticent.detection.informativeness import Informativeness
    from reticent.detection.names import Names


class WordsSettings(Section):
    """A detector of the words and phrases in a list."""

    type: Literal["words"]
    kind: Kind = Field("WORD", description="what the placeholder calls them")
    words: list[str] = Field([], description="the words and phrases")
    file: str | None = Field(
        None, description="a UTF-8 file, relative to the policy, with one entry per line"
    )
    case: Case = Field(
        "smart",
        description='case is ignored, but with "smart" an entry in capitals ("IT") is not found in small letters that'
        " are a common word",
    )

    @model_validator(mode="after")
    def _require_words(self) -> WordsSettings:
        if not self.words and not self.file:
            raise ValueError("a word list needs 'words' or 'file'")
        return self

    def build(self, parts: Sources) -> WordList:
        """The list of the words here and those of the file."""
        own = read_entries(enumerate(self.words, start=1), "entry {} of the word list")
        listed = read_word_list(parts.folder / self.file) if self.file else []
        return WordList([*own, *listed], kind=self.kind, case=self.case)


_QUOTED = re.compile(r'["\u201c\u201e]([^"\u201c\u201d\u201e]*)["\u201c\u201d]')
_LITERAL = "or quote it, if it is written exactly so: '\"...\"'"
_OTHER_SYNTAX = (
    (re.compile(r"\t"), "holds a tab: write one entry a line, without columns beside it"),
    (
        re.compile(r"\s(?:#|//|--)"),
        "seems to end in a comment: put comments on lines of their own that begin with '# '",
    ),
    (re.compile(r"[;|]"), f"seems to be several: write each as an entry of its own, {_LITERAL}"),
    (
        re.compile(","),
        "holds a comma: write several words each as an entry of its own, and a person as 'InputFile Surname' and 'Surname',"
        f" {_LITERAL}",
    ),
    (
        re.compile(r"[*?^$%\\]"),
        f"seems to be a pattern: word lists have no wildcards, so write the words out, {_LITERAL}",
    ),
    (
        re.compile(r"[(){}<>\[\]]"),
        f"holds brackets: write the words alone, without what is only said about them, {_LITERAL}",
    ),
    (re.compile(r"=|->|→|:(?:\s|$)"), f"seems to be a key and a value: write the words alone, {_LITERAL}"),
    (
        re.compile(r"\s/\s|^[A-Z]+(?:/[A-Z]+)+$"),
        f"seems to be several: write each as an entry of its own, {_LITERAL}",
    ),
    (re.compile(r"^(?:\d+[.)]|[-+•·◦▪–—])\s"), "begins with the mark of a list: write the words alone"),
    (
        re.compile(r'^["\u201c\u201e]|["\u201d]$'),
        "has quotes that don't enclose it: write '\"...\"' around all of it or leave them out",
    ),
)
"""What no entry holds that means what it says, and what to write instead."""


def read_entries(written: Iterable[tuple[int, str]], place: str) -> list[str]:
    """The entries as they are meant: in quotes literally, and otherwise words alone; `place` says where a number is.

    >>> read_entries([(1, "Falcon Ridge"), (2, '"Kowalska, Anna"')], "line {}")
    ['Falcon Ridge', 'Kowalska, Anna']
    """
    entries = []
    for number, entry in written:
        quoted = _QUOTED.fullmatch(entry.strip())
        entries.append(quoted[1].strip() if quoted else entry.strip())
        if not any(map(str.isalnum, entries[-1])):
            raise PolicyError(f"{place.format(number)} has no letter or digit: delete it or fill it in")
        for syntax, mistake in () if quoted else _OTHER_SYNTAX:
            if syntax.search(entry.strip()):
                raise PolicyError(f"{place.format(number)} {mistake}")
    return entries


def read_word_list(path: Path) -> Sequence[str]:
    """The entries of a word list file; blank lines and comments, which begin with a hash and a blank, are left out."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise PolicyError(f"the word list {path} can't be read as UTF-8: check the path") from None
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    entries = read_entries(
        ((number, line) for number, line in filled if not _COMMENT.match(line)),
        f"line {{}} of the word list {path.name}",
    )
    if not entries:
        raise PolicyError(f"the word list {path} has no entry: add some, one per line, or leave the list out")
    return entries


_COMMENT = re.compile(r"\s*#+(?:\s|$)")


class NamesSettings(Section):
    """A detector of people, places, organizations, dates, codes, contacts, ages and other quasi-identifiers."""

    type: Literal["names"]
    setting: Literal["balanced", "careful"] = Field(
        "balanced",
        description="'balanced' finds what people would mask, 'careful' nearly all of that and more",
    )
    kinds: Kinds = None
    at_least: float = Field(
        0.0, ge=0, lt=1, description="the score that a mention needs: how often people masked such mentions"
    )
    places: Places = Field(
        "all", description="which places are found: 'all', or only those smaller than a 'state'"
    )
    demographics: Literal["identifying", "all"] | None = Field(
        None,
        description="which occupations, origins, faiths and the like are found: those that people would mask, or all, with"
        " family and gender; when left out, all if 'kinds' names DEM",
    )
    network: bool | Literal["fast"] = Field(
        False,
        description="whether a neural network reads along: it finds names better and takes two to three times as long, or"
        " five to seven times without the extra 'network'; 'fast': only with that extra",
    )
    languages: list[str] | None = Field(
        None,
        description="the languages to read, by code or name; when left out, all that have a name tagger",
    )
    allow: list[str] = Field([], description="names that may stay")
    deny: list[str] = Field([], description="words and phrases that are always found")

    def build(self, parts: Sources) -> Names:
        """The shipped detector of names."""
        from reticent.detection.names import names  # its model loads with it

        return names(
            self.setting,
            kinds=self.kinds,
            at_least=self.at_least,
            allow=self.allow,
            deny=read_entries(enumerate(self.deny, start=1), "entry {} of 'deny'"),
            ages=parts.ages,
            places=self.places,
            network=self.network,
            demographics=self.demographics,
            languages=None if self.languages is None else map(require_language, self.languages),
        )


class PatternsSettings(Section):
    """A detector of e-mail addresses, numbers, dates and other things that have a form."""

    type: Literal["patterns"]
    kinds: Kinds = None
    file: str | None = Field(
        None, description="a pattern file, relative to the policy; the shipped one when left out"
    )

    def build(self, parts: Sources) -> Patterns:
        """The shipped patterns, or those of the file, whose examples must hold."""
        if self.file is None:
            return patterns(self.kinds, ages=parts.ages)
        return load_patterns(parts.folder / self.file, self.kinds, ages=parts.ages)


class PresidioSettings(Section):
    """Presidio's analyzer as a detector; needs `pip install 'reticent[presidio]'` and a spaCy pipeline."""

    type: Literal["presidio"]
    pipeline: str = Field("en_core_web_lg", description="the installed spaCy pipeline that it reads with")
    language: str = Field("en", description="the language of the pipeline")
    kinds: Kinds = None
    at_least: float = Field(0.0, ge=0, le=1, description="the score that a mention needs")

    def build(self, parts: Sources) -> Presidio:
        """The analyzer over the pipeline."""
        return load_presidio(self.pipeline, self.language, kinds=self.kinds, at_least=self.at_least)


class SpacySettings(Section):
    """A spaCy pipeline as a detector of names; needs `pip install 'reticent[spacy]'` and the pipeline."""

    type: Literal["spacy"]
    pipeline: str = Field("en_core_web_sm", description="the installed pipeline")
    kinds: Kinds = None

    def build(self, parts: Sources) -> SpacyPipeline:
        """The pipeline as a detector."""
        return load_spacy(self.pipeline, kinds=self.kinds)


class InformativenessSettings(Section):
    """A detector of the terms that few documents of a corpus use, whatever they are."""

    type: Literal["informativeness"]
    bound: float = Field(
        ..., gt=0, description="the bits of information that a term may have; 10 bits: one document in 1,024"
    )
    kind: Kind = Field("INFORMATIVE", description="what the placeholder calls them")
    knowledge: Knowledge = Field([])

    def build(self, parts: Sources) -> Informativeness:
        """The detector over the corpus of the section."""
        from reticent.detection.informativeness import Informativeness, countable_terms

        return Informativeness(parts.corpus(self.knowledge), countable_terms, float(self.bound), self.kind)
