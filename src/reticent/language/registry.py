"""Languages by their codes: a folder here, a part of another package, or a value that somebody registers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

from reticent.errors import InputError
from reticent.files.extensions import find_extension
from reticent.language.language import Language

ANY = "any"
"""Stands for every language where languages are listed."""

DEFAULT_CODE = "en"
"""The language of a text that says nothing else."""

EXTENSIONS = "reticent.languages"
"""The entry points by which other packages offer a `Language`, each under its code."""

_CODE = re.compile(r"[a-z]{2,3}")
_known: dict[str, Language] = {}


def find_language(code: str = DEFAULT_CODE) -> Language:
    """The language of that ISO 639 code, loaded when it is first asked for; an InputError where nobody has it.

    >>> find_language().code
    'en'
    """
    found = _known.get(code)
    return _load(code) if found is None else found


def has_language(code: str) -> bool:
    """Whether somebody has the language of that code."""
    return code in _known or _is_offered(code)


@cache
def _is_offered(code: str) -> bool:
    own = _CODE.fullmatch(code) is not None and find_spec(f"{__package__}.{code}") is not None
    return own or find_extension(EXTENSIONS, code) is not None


def register_language(language: Language) -> Language:
    """Let documents be in this language from now on, by its code."""
    if _known.get(language.code, language) is not language:
        raise InputError(f"there is another language with the code {language.code}: give this one its own")
    _known[language.code] = language
    return language


def find_languages() -> Iterator[Language]:
    """All languages with a folder, the default one first."""
    codes = languages_with("words.txt")
    return map(find_language, sorted(codes, key=lambda code: (code != DEFAULT_CODE, code)))


def languages_with(data: str) -> frozenset[str]:
    """The codes of the languages whose folder has a file of this name in its `data`, such as "patterns.toml"."""
    others = [
        each for each in _known.values() if each.package and not each.package.startswith(f"{__package__}.")
    ]
    return _folders_with(data) | {
        each.code for each in others if files(each.package).joinpath("data", data).is_file()
    }


@cache
def _folders_with(data: str) -> frozenset[str]:
    folders = (each for each in files(__package__).iterdir() if _CODE.fullmatch(each.name))
    return frozenset(each.name for each in folders if each.joinpath("data", data).is_file())


def read_data(language: Language, data: str) -> bytes | None:
    """What a file in the `data` of the language's folder holds; None where it has none."""
    found = files(language.package).joinpath("data", data) if language.package else None
    return found.read_bytes() if found is not None and found.is_file() else None


def _load(code: str) -> Language:
    package = f"{__package__}.{code}"
    if _CODE.fullmatch(code) and find_spec(package) is not None:
        found = import_module(package).LANGUAGE
    elif (offered := find_extension(EXTENSIONS, code)) is not None:
        found = offered.load()
    else:
        raise InputError(f"there is no language {code!r} here: install a package that offers it, or use en")
    if not isinstance(found, Language) or found.code != code:
        raise InputError(f"what is offered as the language {code!r} is not a Language of that code")
    return _known.setdefault(code, found)


DEFAULT_LANGUAGE = find_language()
"""What reads a text that comes without a document, unless a caller says otherwise."""
