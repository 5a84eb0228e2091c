"""Proper names: compared as they are written, and never taken apart."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from reticent.detection.detector import settle
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.detection.word_list import WordList
from reticent.executors import TravelsAsSettings
from reticent.knowledge.corpus.spoken import spoken
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors
from reticent.language import Language, find_language
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.senses import senses_of_name
from reticent.rendering.grammar import is_countable_noun
from reticent.text import Document, Mention, Span
from reticent.text.analysis import analyze
from reticent.text.terms import Term
from reticent.text.tokens import split_at_hyphens, tokenize


def divide_by_name(term: Term, document: Document) -> Iterator[tuple[str, list[Span]]]:
    """The places of a term, those where it is a proper name apart: how it is written there, and nothing for the others."""
    named = [span for span in term.spans if term.name and not span.of(document.text).islower()]
    small = [span for span in term.spans if not term.name or span.of(document.text).islower()]
    yield from ((name, spans) for name, spans in ((term.written, named), ("", small)) if spans)


def name_words(name: str) -> frozenset[str]:
    """The words of a name that tell whose it is: in small letters, and never in the singular.

    >>> sorted(name_words("Steve Jobs"))
    ['jobs', 'steve']
    """
    words = (token.text.casefold() for token in tokenize(name))
    return frozenset(
        word
        for word in words
        if len(word) > 1 and word not in spoken().stop_words and any(map(str.isalpha, word))
    )


def is_full_name(name: str) -> bool:
    """Whether a name that somebody gave is a proper one of several words, each with a capital but for "von" and the like."""
    between = spoken().names.bridges_in_people
    words = [word for word in split_at_hyphens(name) if word[0].isalpha() and word not in between]
    return len(words) > 1 and all(word[0].isupper() and not word.isupper() for word in words)


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Full names, by each of their words, with what each stands for."""

    by_word: Mapping[str, Sequence[tuple[frozenset[str], str]]] = field(repr=False)

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]]) -> NameIndex:
        """The index of names, each with what it stands for."""
        by_word: dict[str, list[tuple[frozenset[str], str]]] = {}
        for name, meant in names:
            words = name_words(name)
            for word in words:
                by_word.setdefault(word, []).append((words, meant))
        return cls(by_word)

    def meant_by(self, name: str) -> frozenset[str]:
        """What the full names stand for that a name is all or a part of: "Jobs" is Steve Jobs where that name is known."""
        words = name_words(name)
        known = self.by_word.get(min(words), ()) if words else ()
        return frozenset(meant for whole, meant in known if words <= whole)


def with_full_names(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, a name with the units of the full names that it is a part of: who reads "Jobs" knows Steve Jobs."""
    index = NameIndex.of((phrase.name, phrase.form) for phrase in phrases if phrase.name)
    units = {phrase.form: phrase.units for phrase in phrases if phrase.name}
    return [
        replace(phrase, units=phrase.units.union(*(units[form] for form in index.meant_by(phrase.name))))
        if phrase.name
        else phrase
        for phrase in phrases
    ]


def splits_name(kept: Iterable[int], names: Collection[int]) -> bool:
    """Whether words that are kept leave a part of a name behind, as "Bill" of "Bill Gates"; all by their numbers."""
    stay = frozenset(kept)
    return any((number in stay) != (number + 1 in stay) for number in names if number + 1 in names)


_USUAL_SENSES = 3
"""The first senses of a noun, one of which a person means who says with it what somebody is."""
_ONLY_A_NAME = 6
"""From this grade on, a word is hardly ever written with a small letter: "smith" is, "jobs" and "bush" are not."""
_FEWEST_WORDS = 2  # a full name is a given name and a surname
_USUAL_GIVEN_NAME = "3"
"""The grade of given names that very many people bear."""
_SHORTEST_GLUED = 6
"""Letters of a name below which it lies in other words by chance, as "Paris" does in "comparison"."""
_SHORTEST_MADE = 5
"""Letters of a user name below which it is another word by chance."""
_LONGEST_ACRONYM = 3
"""Letters up to which a word in capitals is rather an acronym than a name that is shouted."""


@dataclass(frozen=True, slots=True)
class ShortNames:
    """What a full name is cut down to: `sure` ones mean nobody else, `common` ones are ordinary words as well.

    `beside` are the words that show a name where they stand next to a common one: "Steve" before "JOBS".
    """

    sure: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    beside: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """All of them."""
        return self.common + self.sure

    def __add__(self, other: ShortNames) -> ShortNames:
        return ShortNames(self.sure + other.sure, self.common + other.common, self.beside | other.beside)


def short_names(names: Iterable[str], general: str | None, taxonomy: Taxonomy) -> ShortNames:
    """The surnames of a person's full names, or the names of a firm without its legal form."""
    given = list(names)
    if names_person(given[0], general, taxonomy):
        found = [_surnames(name) for name in given if _is_name_of_person(name)]
    else:
        found = [_without_legal_form(name) for name in given]
    return sum(found, ShortNames())


def names_person(name: str, general: str | None, taxonomy: Taxonomy) -> bool:
    """Whether a full name is a person's: by what may be disclosed of it, by the taxonomy, or by a given name in front."""
    senses = taxonomy.concepts(general)[:_USUAL_SENSES] if general else taxonomy.concepts(name)[:1]
    if general or senses:
        return any(_is_below(sense, "person", taxonomy) for sense in senses)
    return word_lists().of(name.split(maxsplit=1)[0])[0] > "0"


def _is_name_of_person(name: str) -> bool:
    """Whether somebody is called that way, also with initials or in small letters: "steve jobs", but not "heroin addict"."""
    skipped = spoken().names.suffixes
    words = [word.strip(".,") for word in name.split()]
    words = [word for word in words if len(word) > 1 and word.casefold() not in skipped]
    if len(words) < _FEWEST_WORDS or is_full_name(" ".join(words)):
        return len(words) >= _FEWEST_WORDS
    known = word_lists().of(words[0])[0] >= _USUAL_GIVEN_NAME
    return name.islower() and all(map(str.isalpha, words)) and (known or not is_common_word(words[-1]))


def names_place(name: str, taxonomy: Taxonomy) -> bool:
    """Whether a proper name is a place's before anything else."""
    return any(_is_below(sense, "location", taxonomy) for sense in senses_of_name(name, taxonomy)[:1])


def _is_below(sense: Concept, what: str, taxonomy: Taxonomy) -> bool:
    top = frozenset(taxonomy.concepts(what)[:1])
    return not top.isdisjoint((sense, *ancestors(taxonomy, sense)))


def _surnames(name: str) -> ShortNames:
    """The last word of a name that is no title or suffix, with particles before it as well; the first one of "Obama, Barack".

    Where the first word is no given name, as in "Obama Barack", it counts too. User names that are made
    of a surname and an initial ("bobama") are as good as the surname.
    """
    last_first = "," in name and name.partition(",")[2].strip(" .").casefold() not in spoken().names.suffixes
    words = [word.strip(".,") for word in name.split()]
    skipped = spoken().names.titles | spoken().names.suffixes
    words = [word for word in words if word and word.casefold() not in skipped]
    if last_first:
        words = [*words[1:], *words[:1]]
    if not words:
        return ShortNames()
    *given, surname = words
    lists = word_lists()
    turned = [word for word in given[:1] if lists.of(word)[0] == "0" and not is_common_word(word)]
    particles = list(takewhile(lambda word: word.islower(), reversed(given)))[::-1]
    forenames = [word for word in given[: len(given) - len(particles)] if len(word) > 1]
    made = [user for word in forenames[:1] for user in (f"{word[0]}{surname}", f"{surname}{word[0]}")]
    single = [each for each in (surname, *turned) if len(each) > 1]
    return ShortNames(
        (
            *([" ".join([*particles, surname])] if particles else []),
            *(each for each in single if not is_common_word(each)),
            *(user for user in made if len(user) >= _SHORTEST_MADE and not is_common_word(user)),
        ),
        tuple(filter(is_common_word, single)),
        frozenset(word.casefold() for word in forenames),
    )


def _without_legal_form(name: str) -> ShortNames:
    words = name.replace(",", " ").split()
    endings = spoken().names.legal_forms | {"&", "and"}
    while len(words) > 1 and words[-1].rstrip(".").casefold() in endings:
        words.pop()
    short = " ".join(words)
    if short == " ".join(name.replace(",", " ").split()) or (name.islower() and is_common_word(words[0])):
        return ShortNames()
    if len(words) == 1 and is_common_word(short):
        return ShortNames(common=(short,), beside=spoken().names.legal_forms)
    return ShortNames(sure=(short,))


def is_common_word(word: str) -> bool:
    """Whether a word is written with a small letter often enough to mean something else."""
    if len(word) < _SHORTEST_MADE - 2 or word.casefold() in spoken().stop_words:
        return True
    known = word_classes().of(word.casefold())
    return 0 < known.capitals < _ONLY_A_NAME


@dataclass(frozen=True, slots=True)
class NameFinder(TravelsAsSettings):
    """The detector of an entity's names, however they are written, and of short names where the text shows that they are meant.

    `capitals` are names, case-folded, that mean something else in small letters: as short ones, they need to be shown.
    """

    written: Sequence[str] = field(default=(), repr=False)
    capitals: frozenset[str] = field(default=frozenset(), repr=False)
    short: ShortNames = field(default_factory=ShortNames, repr=False)
    _sure: WordList = field(init=False, repr=False, compare=False)
    _glued: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _common: WordList | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        every = dict.fromkeys((*self.written, *self.short.sure))
        sure = tuple(each for each in every if each.casefold() not in self.capitals)
        object.__setattr__(self, "_sure", WordList(sure, kind="NAME", parted=True))
        joined = {"".join(filter(str.isalpha, each)).casefold() for each in sure if not each.isupper()}
        glued = tuple(sorted(each for each in joined if len(each) >= _SHORTEST_GLUED))
        object.__setattr__(self, "_glued", glued)
        common = WordList(self.common, kind="NAME", parted=True) if self.common else None
        object.__setattr__(self, "_common", common)

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that its mentions have."""
        return self._sure.kinds

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of all names."""
        return WordList((*self._sure.words, *self.common), kind="NAME").declared

    @property
    def common(self) -> tuple[str, ...]:
        """The names that are ordinary words as well, and have to be shown."""
        written = (each for each in self.written if each.casefold() in self.capitals)
        return tuple(dict.fromkeys((*self.short.common, *written)))

    def list_names(self, names: Iterable[str], forms: Collection[str]) -> tuple[str, ...]:
        """These names first, then what else is looked for, without forms of the same root and numbered acronyms."""
        others = (each for each in self.written if each not in forms and not each[-1:].isdigit())
        listed: dict[str, str] = {}
        for each in (*names, *self.short.names, *others):
            listed.setdefault(each.casefold(), each)
        return tuple(listed.values())

    def mentions(self, document: Document) -> list[Mention]:
        """Every place that names the entity, in order and apart."""
        found = [*self._sure.mentions(document), *self._glued_to_others(document)]
        common = list(self._common_words(document))
        named = bool(found) or any(sure for _, sure, _ in common)
        found += [mention for mention, sure, high in common if sure or (named and high)]
        return settle(found)

    def _common_words(self, document: Document) -> Iterator[tuple[Mention, bool, bool]]:
        """The places of ordinary words, whether each is surely a name there, and whether it has a capital."""
        language = find_language(document.language)
        for view in analyze(document).readings if self._common else ():
            for start, end in self._common.places(view) if self._common else ():
                place = Span(start, end)
                sure = _shows_name(view.text, place, self.short.beside, language)
                high = not place.of(view.text).islower()
                yield Mention(view.span(start, end), "NAME", 1.0, "word list"), sure, high

    def _glued_to_others(self, document: Document) -> Iterator[Mention]:
        """The words that nobody knows and that hold a name: "antituberculosis", "depressionhelp" of an address, but no "heroine"."""
        for view in analyze(document).readings:
            small = view.text.replace("İ", "i").lower()  # the one letter whose small form is longer
            for name in self._glued:
                at = small.find(name)
                while at >= 0:
                    start, end = _run_around(view.text, at, at + len(name))
                    if (start, end) != (at, at + len(name)) and not _is_word(small[start:end]):
                        yield Mention(view.span(start, end), "NAME", 1.0, "word list")
                    at = small.find(name, end)


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The letters that a place stands among."""
    while start > 0 and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and text[end].isalpha():
        end += 1
    return start, end


def _is_word(small: str) -> bool:
    known = word_classes()
    return any(known.of(form).frequency for form in (small, small.title(), small.removesuffix("s")))


_REACH = 60
"""Characters around a short name that tell whether it is one."""
_MARKS = r"(?:</?\w[^<>\n]{0,50}>|\\[a-z]{1,12}\{|[\"'“”‘’«»()\[\]{}<>*_`~|•→—–>-]|\s)*+"
"""Quotes, brackets, tags and marks of emphasis, which stand around a name as around any word."""
_BEFORE = re.compile(rf"(?P<word>[^\W\d_]*)(?P<end>[^\w\s]?)(?P<marks>{_MARKS})\Z")
_AFTER = re.compile(rf"(?:,\s{{1,2}}|{_MARKS})(?P<word>[^\W\d_]*)")
_FIELD_BEGINS = re.compile(r"(?:[\"'“‘«(\[{|•>\t]|(?:\A|\n)[ \t]*(?:-|\d{1,3}[.)])|[ \t][–—-])[ \t]*\Z")
_FIELD_ENDS = re.compile(r"[ \t]*(?:[\"'”’»)\]}|•<\t]|\r?\n|\Z)")
_OPENS_QUOTE = re.compile(r"[\"'“‘«(]\Z")
_LINE_ENDS = re.compile(r"\n[ \t>]*\Z")
_MADE = re.compile(
    r"[@#$=&%~_\\]|://|www\.|--|(?<=[a-z0-9])\.(?=[a-z])|\A[\"'(\[]*\.{0,2}/|/.*/|:(?=\w)|\d(?=[a-z])|[a-z](?=[A-Z0-9])"
)
"""What addresses, paths and names that programs use have in them, where no capital tells a name."""


def _shows_name(text: str, span: Span, beside: frozenset[str], language: Language) -> bool:
    """Whether a word that is a surname or an ordinary one is a name at this place of a reading, by what stands around it."""
    before, after = text[max(0, span.start - _REACH) : span.start], text[span.end : span.end + _REACH]
    written, left, right = span.of(text), _BEFORE.search(before), _AFTER.match(after)
    word, following = left["word"] if left else "", right["word"] if right else ""
    known, small = language.names, word.casefold()
    if not beside.isdisjoint((small, following.casefold())) or small in known.always_titles:
        return True
    if _MADE.search(_run(before, written, after)):
        return True
    if written.islower():
        return False
    if small in known.titles | known.roles or (len(word) == 1 and word.isupper() and word not in "AI"):
        return True
    if written.isupper() and len(written) > 1:
        shouted = word.isupper() or (not word and following.isupper())
        return len(written) > _LONGEST_ACRONYM and not shouted and bool(word or following)
    return not _opens_sentence(before, after) or _acts(written, after, language)


def _run(before: str, written: str, after: str) -> str:
    """What stands around a word up to the next blanks, without punctuation at its end."""
    first, last = re.search(r"\S*\Z", before), re.match(r"\S*", after)
    return f"{first[0] if first else ''}{written}{last[0] if last else ''}".rstrip(".,;:!?\"')]}*_`>")


def _opens_sentence(before: str, after: str) -> bool:
    """Whether a capital is there because a sentence or a quotation begins; alone in a field, it is the name's own."""
    if _FIELD_BEGINS.search(before) and _FIELD_ENDS.match(after):
        return False
    found = _BEFORE.search(before)
    ended = found is None or not (found["word"] or found["end"]) or found["end"] in tuple(".!?…")
    marks = found["marks"] if found else ""
    wrapped = marks.count("\n") == 1 and bool(_LINE_ENDS.search(marks)) and not ended
    return ended or ("\n" in marks and not wrapped) or _OPENS_QUOTE.search(marks) is not None


def _acts(written: str, after: str, language: Language) -> bool:
    """Whether the first word of a sentence goes on as a name does: "Jobs was", "Gates said", "Bush, G."; not "Jobs are"."""
    if re.match(r"['’]s\b|,\s[A-Z]\.", after):
        return True
    follows = re.match(r"\s([a-z]+)", after)
    verb = follows[1] if follows else ""
    counted = verb in language.names.acts_of_one and is_countable_noun(written.casefold(), language=language)
    return verb in language.names.acts or counted
