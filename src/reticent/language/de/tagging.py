"""Parts of speech of German words, by lists, capitals and endings: enough to tell nouns from what stands around them.

A capital tells little, because every noun has one: what a list has as a noun, or what is a compound of such, is a noun, and
a capitalized word that no list has is a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from reticent.language.de.nouns import base_adjective, base_noun, split_compound, word_class
from reticent.language.language import punctuation_tag

_LISTED = {
    "DT": """der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines dieser diese
        dieses diesen diesem jeder jede jedes jeden jedem jener jene jenes jenen jenem welcher welche welches welchen welchem
        alle allen aller beide beiden mancher manche manches manchen solche solchen solcher einige einigen einiger mehrere
        mehreren viele vielen wenige wenigen am im vom zum zur beim ins ans aufs""",
    "IN": """in an auf aus bei mit nach von vor zu zwischen über unter für durch gegen ohne um seit während wegen trotz
        aufgrund bis ab gemäß laut infolge innerhalb außerhalb gegenüber dass ob weil wenn als da obwohl nachdem bevor falls
        sodass damit indem sofern wie""",
    "CC": "und oder aber sondern sowie denn noch bzw",
    "PRP": """ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man jemand niemand nichts etwas""",
    "PRP$": """mein meine meinen meinem meiner meines dein deine deinen deinem deiner sein seine seinen seinem seiner seines
        ihre ihren ihrem ihrer ihres unser unsere unseren unserem unserer eure euren eurem""",
    "WP": "wer wen wem wessen was",
    "RB": """nicht auch nur noch schon sehr hier dort dann danach nun jetzt heute gestern morgen immer nie wieder bereits heute gestern
        etwa ca zudem außerdem jedoch daher deshalb dabei dazu davon hierbei zunächst zuletzt ggf evtl bzgl sonst anschließend""",
    "CD": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend",
    "VB": """ist sind war waren sei seien wäre bin bist hat haben hatte hatten habe hätte wird werden wurde wurden worden
        würde kann können konnte konnten muss müssen musste soll sollen sollte darf dürfen will wollen wollte möchte mag
        erfolgt erfolgte zeigt zeigte ergab besteht bestand berichtet gibt gab liegt lag""",
}
_TAGS = {word: tag for tag, words in _LISTED.items() for word in words.split()}
_OF_CLASS = {"a": "JJ", "v": "VB"}
_ENDINGS = (("weise", "RB"), ("wärts", "RB"), ("en", "VB"), ("te", "VB"), ("ten", "VB"), ("iert", "VB"))
_SHORTEST = 5
"""Letters of a word in small letters whose ending tells something: shorter ones are anything."""


class _Tagger:
    """Knows function words by heart, nouns by a list and by their parts, and everything else by its ending."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag per word."""
        return [[_tag(word, first=not at) for at, word in enumerate(sentence)] for sentence in sentences]


@cache
def tagger() -> _Tagger:
    """The tagger."""
    return _Tagger()


@lru_cache(maxsize=50_000)
def _tag(word: str, *, first: bool) -> str:
    if punctuation := punctuation_tag(word):
        return punctuation
    low = word.lower()
    if word[0].isdigit():
        return "CD"
    if low in _TAGS and (first or not word[0].isupper()):
        return _TAGS[low]
    return _tag_capitalized(word, low, first=first) if word[0].isupper() else _tag_small(low)


def _tag_small(low: str) -> str:
    if known := _OF_CLASS.get(word_class(low)):
        return known
    if base_noun(low):
        return "NN"
    if base_adjective(low):
        return "JJ"
    if split_compound(low) or len(low) < _SHORTEST:
        return "NN"
    return next((tag for ending, tag in _ENDINGS if low.endswith(ending)), "NN")


def _tag_capitalized(word: str, low: str, *, first: bool) -> str:
    noun = base_noun(low)
    if first and not noun and (known := _OF_CLASS.get(word_class(low))):
        return known
    if noun or (split_compound(low) and not word.isupper()):
        return "NN"
    if first and base_adjective(low):
        return "JJ"
    return "NNP"
