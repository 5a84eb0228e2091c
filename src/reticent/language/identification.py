"""Which language a text is written in, by its script and its function words: whether the detectors of a policy read it.

A text without evidence (a short one, a list, a table of numbers, code) is in no other language than is expected.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from reticent.errors import InputError
from reticent.language.function_words import LANGUAGE_NAMES, Passage, find_by_words
from reticent.language.registry import ANY
from reticent.language.scripts import find_by_script


def name_language(code: str) -> str:
    """What a language is called.

    >>> name_language("es"), name_language("und")
    ('Spanish', 'an unknown language')
    """
    return LANGUAGE_NAMES.get(code, "an unknown language")


def require_language(said: str) -> str:
    """The code of a language that is given by its code or its name, or `any`; an InputError for one that nobody knows here.

    >>> require_language("DE"), require_language("German"), require_language("any")
    ('de', 'de', 'any')
    """
    known = {
        ANY: ANY,
        **dict(zip(LANGUAGE_NAMES, LANGUAGE_NAMES, strict=True)),
        **{name.lower(): code for code, name in LANGUAGE_NAMES.items()},
    }
    code = known.get(said.strip().lower())
    if code is None:
        raise InputError(
            "there is no such language here: give an ISO 639 code such as es, its English name, or any"
        )
    return code


def find_unread(text: str, read: Collection[str]) -> Passage | None:
    """The largest passage of a text that is in none of these languages, or None without evidence of one.

    A third of all letters in another script is evidence at any length; function words are from 20 words on.

    >>> find_unread("Das ist nicht gut.", ["en"]) is None
    True
    >>> find_unread("联系电话", ["en"]).language
    'zh'
    """
    if ANY in read:
        return None
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    by_script = None if plain.isascii() else find_by_script(plain, read)
    return by_script or find_by_words(plain, read)
