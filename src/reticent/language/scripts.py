"""Scripts that English is not written in: which languages they tell, what a text says in them, and names among it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from reticent.language.function_words import Passage, languages_of_word
from reticent.language.registry import ANY


@dataclass(frozen=True, slots=True)
class Script:
    """Letters that English lacks, as ranges of a character class, and the languages that are written in them.

    `word` is how many letters a word has, and `blanks` whether words are parted by blanks.
    """

    letters: str
    languages: tuple[str, ...]
    word: int = 5
    blanks: bool = True

    @property
    def shortest(self) -> int:
        """How many letters side by side are words: fewer of an alphabet are signs of a formula or a unit."""
        return min(self.word, 3)


def _read_listed() -> dict[str, Script]:
    listed = tomllib.loads(files("reticent.language").joinpath("data/scripts.toml").read_text("utf-8"))
    return {name: Script(**{**each, "languages": tuple(each["languages"])}) for name, each in listed.items()}


SCRIPTS: Mapping[str, Script] = _read_listed()

_SHARE = 3
"""A text is in another script when one letter in so many is: fewer are names and terms that it quotes."""

_PHRASE = 4
"""Words in another script side by side that are more than a name or a term."""

MOST_OF_A_NAME = 4
"""Words that a name has at most, as Arabic and Russian ones have in full."""

_SHORTEST_GREEK, _SHORTEST_SHOUTED = 3, 4
"""Letters of a Greek word, and of one in capitals, that is no sign of a formula: ΔΨ, ΑΒΓ."""

_LATIN_WORD = 5
"""Letters of a word in an alphabet; a script of fewer says as much with two signs."""

_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(f"[{''.join(each.letters for each in SCRIPTS.values())}]+")
_FOREIGN_LETTER = re.compile(_FOREIGN.pattern.removesuffix("+"))
_GREEK = re.compile(f"[{SCRIPTS['greek'].letters}]+")
_SOME_WORDS = rf"{_FOREIGN.pattern}(?:[ .'’·・-]{{1,2}}{_FOREIGN.pattern})*\.?"
_IN_BRACKETS = re.compile(
    rf"(?P<before>(?<!\w)[A-Z][\w.'’-]*,? ?)[(\[] ?(?:[A-Z][a-z]+:? )?(?P<words>{_SOME_WORDS}) ?[)\]]"
)
_SIDE_BY_SIDE = re.compile(rf"(?P<before>)(?P<words>{_SOME_WORDS})")
_HAN, _KANA = SCRIPTS["han"].letters, SCRIPTS["kana"].letters
_OF_SCRIPT = re.compile(
    "|".join(
        [f"(?P<kana>[{_HAN}]*[{_KANA}][{_HAN}{_KANA}]*)"]  # ideograms beside kana are Japanese
        + [f"(?P<{name}>[{each.letters}]+)" for name, each in SCRIPTS.items() if name != "kana"]
    )
)
_SENTENCE_END = re.compile(r"(?<=\w\w[.!?…])\s+(?![a-z\d])|(?<=[。！？؟।։።])|[|\t]|\s{3,}")
_CLAUSE_END = re.compile(r"[,;:•·，、；：،؛–—]| - |/ ")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LATIN = re.compile(r"[A-Za-z]+")
_ADDRESS = re.compile(r"\b[a-z]+://\S+|\bwww\.\S+")


def has_unread_word(label: str, read: Collection[str]) -> bool:
    """Whether a label holds a word in a script that nobody reads: it is too short for words around it to count."""
    if label.isascii() or ANY in read:
        return False
    runs = _foreign_runs(unicodedata.normalize("NFKC", label), read)
    return _make_words(list(runs))


def is_foreign_word(word: str) -> bool:
    """Whether a word is written in a script that English is not written in, all of it.

    >>> is_foreign_word("Кравчук"), is_foreign_word("王伟"), is_foreign_word("TGF-β"), is_foreign_word("José")
    (True, True, False, False)
    """
    return not word.isascii() and bool(_FOREIGN_LETTER.match(word)) and not _LATIN.search(word)


def begins_small(word: str) -> bool:
    """Whether a word begins with a small letter that has a capital: those of Georgian words have none."""
    return word[0] != word[0].title()


def may_be_foreign_name(word: str, *, small: bool = False) -> bool:
    """Whether a word in another script may be somebody's name: not a single letter, nor a sign of a formula.

    In scripts that have capitals a name begins with one, unless `small` letters are all that a text has.

    >>> may_be_foreign_name("Кравчук"), may_be_foreign_name("王伟"), may_be_foreign_name("чай"), may_be_foreign_name("ΔΨ")
    (True, True, False, False)
    """
    letters = [char for char in word if char.isalpha()]
    if len(letters) < 2 or (begins_small(word) and not small):
        return False
    shortest = _SHORTEST_SHOUTED if word.isupper() else _SHORTEST_GREEK
    return len(letters) >= shortest or not _GREEK.match(word)


def is_short(words: Sequence[str]) -> bool:
    """Whether words in another script are no more than a name has; without blanks as many letters count as a word."""
    runs = [run for word in words for run in _foreign_runs(word, ())]
    unparted = sum(run.words for run in runs if not run.script.blanks)
    return len(words) <= MOST_OF_A_NAME and unparted <= MOST_OF_A_NAME


@dataclass(frozen=True, slots=True)
class _Run:
    """Letters of one script side by side."""

    script: Script
    start: int
    end: int

    @property
    def words(self) -> int:
        return max(1, (self.end - self.start) // self.script.word)


def find_by_script(text: str, read: Collection[str]) -> Passage | None:
    """All sentences and clauses in another script; None where there is none. Lines divide, and so fields and cells."""
    found: list[str] = []
    for line in _ADDRESS.sub(" ", text).splitlines():
        if not line.isascii() and _FOREIGN.search(line):
            for sentence in _SENTENCE_END.split(line):
                found += _foreign_parts(sentence, read)
    together = "\n".join(found)
    return _describe_runs(together, list(_foreign_runs(together, read))) if found else None


def _foreign_parts(sentence: str, read: Collection[str]) -> list[str]:
    """The sentence if a third of it is in another script, or its clauses that are; one that explains in brackets is not.

    A single word between commas is quoted, as the Greek one in "from λόγος, a word"; two are a name. Four words side by side
    are a clause wherever they stand, unless they are a name in a sentence that is read.
    """
    if sentence.isascii():
        return []
    unnamed = _leave_out_names(sentence)
    if _is_foreign(unnamed, read, fewest=1):
        return [sentence]
    clauses = [_leave_out_names(each) for each in _CLAUSE_END.split(_BRACKETS.sub(" ", sentence))]
    foreign = [each for each in clauses if _is_foreign(each, read, fewest=2)]
    rest = _BRACKETS.sub(" ", unnamed)
    return foreign or [each for each in _LATIN.split(rest) if _count_foreign(each, read) >= _PHRASE]


def _leave_out_names(sentence: str) -> str:
    """The sentence without names in another script that it writes after the same in English letters: "Wang Wei (王伟)".

    Capitals show names, in scripts that have them, wherever there are as many words in English letters.
    """
    bare = _IN_BRACKETS.sub(lambda found: _leave_out(found, capitals=False), sentence)
    named = _SIDE_BY_SIDE.sub(lambda found: _leave_out(found, capitals=True), bare)
    return bare if 2 * len(_LATIN.findall(named)) < len(_WORD.findall(bare)) else named


def _leave_out(found: re.Match[str], *, capitals: bool) -> str:
    """What is left of a few words in another script, if they may be a name."""
    words = found["words"].split()
    begin = [word[0].isupper() if capitals else not begins_small(word) for word in words]
    named = all(begin) and any(map(may_be_foreign_name, words)) and is_short(words)
    return found["before"] + " " if named else found[0]


def _count_foreign(passage: str, read: Collection[str]) -> int:
    runs = () if passage.isascii() else _foreign_runs(passage, read)
    return sum(run.words for run in runs if run.end - run.start >= run.script.shortest)


def _is_foreign(passage: str, read: Collection[str], *, fewest: int) -> bool:
    """Whether one letter in three belongs to another script, and there are so many words, or as much in ideograms."""
    runs = [] if passage.isascii() else list(_foreign_runs(passage, read))
    if not runs or sum(run.end - run.start for run in runs) * _SHARE < sum(map(str.isalpha, passage)):
        return False
    compact = any(run.script.word < _LATIN_WORD and run.end - run.start > 1 for run in runs)
    return _make_words(runs) and (compact or len(runs) >= fewest)


def _make_words(runs: Sequence[_Run]) -> bool:
    """Whether there are words and not signs: letters side by side, or single ones of another script than of formulas."""
    letters = Counter[Script]()
    for run in runs:
        length = run.end - run.start
        if length >= run.script.shortest:
            return True
        letters[run.script] += length if run.script is not SCRIPTS["greek"] else 0
    return any(count >= script.shortest for script, count in letters.items())


def _foreign_runs(text: str, read: Collection[str]) -> Iterator[_Run]:
    """The words in scripts of unread languages; one with Latin letters in it is a disguise, and English."""
    for found in _FOREIGN.finditer(text):
        for match in _OF_SCRIPT.finditer(text, *found.span()):
            run = _Run(SCRIPTS[match.lastgroup or "other"], *match.span())
            around = text[max(run.start - 1, 0) : run.start] + text[run.end : run.end + 1]
            disguised = run.script.blanks and any(each.isascii() and each.isalpha() for each in around)
            if not disguised and set(run.script.languages).isdisjoint(read):
                yield run


def _describe_runs(text: str, runs: Sequence[_Run]) -> Passage:
    """The languages of the script that most of it is in, by their function words; Japanese wherever there is kana."""
    letters = Counter[Script]()
    votes = Counter[str]()
    for run in runs:
        letters[run.script] += run.end - run.start
        if run.end - run.start >= run.script.shortest:
            votes.update(languages_of_word(text[run.start : run.end]))
    kana = SCRIPTS["kana"]
    most = kana if kana in letters else max(letters, key=lambda script: letters[script])
    languages = sorted(most.languages, key=lambda code: -votes[code])
    return Passage(tuple(languages), sum(run.words for run in runs))
