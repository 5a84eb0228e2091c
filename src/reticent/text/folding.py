"""Which plain character stands for an odd one when texts are matched."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

MARKS = (
    "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
)
"""Accents, strokes, and Hebrew and Arabic vowels that sit on the letter before them, as a regex character class."""

HYPHENS = "-\u2010\u2011"
"""The hyphens that stand inside words; the others are dashes, and part them."""

OBJECT = "\ufffc"
"""Stands where a picture was in a text that somebody copied; nothing is seen there."""

_SIGNS = {
    **dict.fromkeys("‘’‚‛ʹʻʼʽ′‵´", "'"),
    **dict.fromkeys("“”„‟″‶«»〝〞〟", '"'),
    **dict.fromkeys("−⁃˗➖", "-"),
    **dict.fromkeys("。․·‧٫۔܂꓿", "."),
    **dict.fromkeys("⁄∕⧸╱", "/"),
    **dict.fromkeys("∶꞉ː։׃", ":"),
    **dict.fromkeys("、،", ","),
    **dict.fromkeys("\u2028\u2029\x85", "\n"),
    **dict.fromkeys("\u2800\u3164\uffa0", " "),
    **dict.fromkeys("\u115f\u1160\u17b4\u17b5\u034f\u180b\u180c\u180d\u180f", ""),
    OBJECT: "",
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True)),
    **{
        chr(first + number): chr(65 + number) for first in (0x1F150, 0x1F170, 0x1F1E6) for number in range(26)
    },
}
_KINDS = {"Cf": "", "Cc": "", "Zs": " ", "Pd": "-"}
_VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")

CONTROLS = "\x00-\x08\x0e-\x1b\x7f"
"""Control characters of ASCII that show nothing, as a regex character class; blanks and line breaks are none."""
_CONTROL = re.compile(f"[{CONTROLS}]")

LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһԛԝӏѵкүАВЕКМНОРСТХУІЈЅԌҮӀԚԜ" + "αονριυχγωηκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "օոսհցՕՍ" + "ıɡɑɩ",
    "aeopcyxijsdhqwlvkyABEKMHOPCTXYIJSGYIQW" + "aovpiuxywnkABEZHIKMNOPTYX" + "onuhgOU" + "igai",
)
"""Cyrillic, Greek, Armenian and odd Latin letters that a reader takes for a plain Latin letter."""

_ALIKE = "".join(map(chr, LOOKALIKES))
_UNMISTAKABLE = "".join(c for c in map(chr, range(0x370, 0x590)) if c.isalpha() and c not in _ALIKE)
_LOOKALIKE = re.compile(f"[{_ALIKE}]")
_MIXED_WORD = re.compile(
    rf"(?<!\w)(?=[^\W{_ALIKE}]*+[{_ALIKE}])(?:(?=[^\Wa-zA-Z{_UNMISTAKABLE}]*+[a-zA-Z][^\W{_UNMISTAKABLE}]*+(?!\w))|(?=[^\W0-9{_UNMISTAKABLE}]*+[0-9][^\W{_UNMISTAKABLE}]*+(?!\w)))\w++"
)
_LATIN_LINE = re.compile(
    rf"^[^\n{_UNMISTAKABLE}{_ALIKE}]*+[{_ALIKE}][^\n{_UNMISTAKABLE}]*+$",
    re.MULTILINE,
)
_CLUSTER = re.compile(rf"(?:\A|[^{MARKS}])[{MARKS}]+")

_UMLAUTS = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "å": "aa",
        "ø": "oe",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "Å": "Aa",
        "Ø": "Oe",
    }
)
_LETTERS = {
    **dict(zip("øØłŁđĐħĦıŧŦðÐ", "oOlLdDhHitTdD", strict=True)),
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ß": "ss",
    "þ": "th",
    "Þ": "Th",
    "ĳ": "ij",
}

_WITHOUT_ACCENT = re.compile("[\u0370-\u03ff\u1f00-\u1fffЁё\u0622-\u0626]")
"""Greek letters, which have no accent in capitals, and those that are often written without dots or hamza; elsewhere a mark
makes another letter, as in "й" and "が"."""

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED_DIGIT = re.compile(f"[{_RAISED}]")
_NOTE = re.compile(rf"(?<=[^\W{_RAISED}])[{_RAISED}]+")


@cache
def fold_char(char: str) -> str:
    """What `char` is matched as: a plain character, several for a ligature, or none when it can't be seen."""
    category = unicodedata.category(char)
    if char in _SIGNS or (char.isascii() and not _CONTROL.match(char)):
        return _SIGNS.get(char, char)
    if category in _KINDS or _VARIATION.match(char):
        return _KINDS.get(category, "")
    if (digit := unicodedata.digit(char, None)) is not None and category[0] == "N":
        return str(digit)  # also where nothing else stands for it: "❷"
    plain = unicodedata.normalize("NFKC", char)
    if plain == char or not (len(plain) == 1 or (category[0] in "LN" and plain.isalnum())):
        return char  # "™" or "½" would grow into the word or number beside it
    return "".join(map(fold_char, plain))


@cache
def may_part_words(char: str) -> bool:
    """Whether a character that shows nothing may also stand between two words, as a cell mark or a zero-width blank."""
    return fold_char(char) == "" and (unicodedata.category(char) in ("Cc", "Cf") or char == OBJECT)


def strip_accents(text: str) -> str:
    """The text with every letter that has an accent, a stroke or a ligature made plain, where scripts leave that out.

    >>> strip_accents("José Łódź Müller Ærø"), strip_accents("Αθήνα"), strip_accents("Королёв, Чайковский")
    ('Jose Lodz Muller AEro', 'Αθηνα', 'Королев, Чайковский')
    """
    return text if text.isascii() else "".join(map(_plain_letter, text))


def spell_umlauts(text: str) -> str:
    """The text with umlauts written as German does without them: "ü" becomes "ue".

    >>> spell_umlauts("Müller"), spell_umlauts("Søren")
    ('Mueller', 'Soeren')
    """
    return text.translate(_UMLAUTS)


@cache
def _plain_letter(char: str) -> str:
    if char in _LETTERS:
        return _LETTERS[char]
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() or _WITHOUT_ACCENT.match(char) else char


def blank_notes(text: str) -> str:
    """The text with raised digits after a word made "^": a footnote mark is no part of the number it follows."""
    if not _RAISED_DIGIT.search(text):
        return text
    return _NOTE.sub(lambda note: "^" * len(note[0]), text)


def compose_accents(text: str) -> str:
    """The text with each letter and the marks on it made one character; marks that fit no letter go."""
    return _CLUSTER.sub(lambda cluster: _one(cluster[0]), text)


@cache
def _one(cluster: str) -> str:
    whole = unicodedata.normalize("NFC", cluster)[0]
    return "" if _CLUSTER.fullmatch(whole) else whole


def latinize(text: str) -> str:
    """The text with lookalike letters made Latin in words that mix scripts and in lines of no other script."""
    if text.isascii() or not _LOOKALIKE.search(text):
        return text
    for place in (_MIXED_WORD, _LATIN_LINE):
        text = place.sub(lambda words: words[0].translate(LOOKALIKES), text)
    return text
