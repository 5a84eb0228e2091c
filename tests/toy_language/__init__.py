"""A language that nobody speaks, made as a folder of `reticent.language` is: its words, and a few rules of its own."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.language import DateWords
from reticent.language.folder import build_language
from reticent.language.language import punctuation_tag

_TAGS = {
    "lo": "DT",
    "lon": "DT",
    "zi": "VB",
    "nevku": "VB",
    "mu": "IN",
    "ka": "IN",
    "ut": "CC",
    "granda": "JJ",
    "ruja": "JJ",
}
_MONTHS = "unuaro un, duaro du, triaro tri, kvaro kv, kinaro ki, sesaro se, separo sp, okaro ok, naero na, dekaro de, elfaro el, dozaro do"
_WEEKDAYS = "lunzo lun, marzo mar, merzo mer, jozo joz, venzo ven, sabzo sab, dimzo dim"


class _Tagger:
    """Knows a few words by heart; what is left is a noun, or a name by its capital."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        return [[_tag(word) for word in sentence] for sentence in sentences]


def _tag(word: str) -> str:
    named = "NNP" if word[0].isupper() else "NN"
    return punctuation_tag(word) or _TAGS.get(word.lower(), "CD" if word.isdecimal() else named)


def _spell(listed: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names.split()) for names in listed.split(","))


def plural(noun: str) -> str:
    return noun + "wek"


TOY = build_language(
    __name__,
    code="qtx",
    name="Toy",
    tagger=_Tagger,
    lemma=lambda word: word.removesuffix("wek"),
    dates=DateWords(months=_spell(_MONTHS), weekdays=_spell(_WEEKDAYS), before_months=("ka",)),
    rules={
        "grammar": {
            "plural": plural,
            "indefinite_article": lambda phrase: "lon" if phrase[0].lower() in "aeiou" else "lo",
            "definite_article": "lo",
        }
    },
)
