"""One tree of errors; every message says what to do next and none quotes a document.

ReticentError
├── InputError              what was given can't be used as it is (exit code 2)
│   ├── DocumentError       a document that can't be read or written
│   │   └── InternalError   a document on which reticent itself fails
│   ├── PlanError           a plan that doesn't fit its document, or itself
│   ├── PolicyError         a policy file with a mistake in it
│   ├── KnowledgeError      statistics that can't be read, built or asked
│   ├── TaxonomyError       a taxonomy that can't be read, or is none
│   ├── ModelError          a model file that can't be used
│   ├── ProofError          a proof that can't be read
│   ├── ReviewError         something that can't be done in a review as it stands
│   ├── VaultError          a vault or a key that can't be used
│   ├── AttackerError       an attacker that can't be asked, or whose answer can't be used
│   └── MissingExtraError   an optional part that is not installed
└── PromiseError            no release was found that keeps every promise (exit code 3)
    ├── LanguageError       a document in a language that no detector of the policy reads
    └── WithheldError       a document that keeps every promise, and whose secret is still guessed too well
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from traceback import walk_tb


class ReticentError(Exception):
    """Anything that reticent raises on purpose."""


class InputError(ReticentError):
    """What was given can't be used as it is."""


class DocumentError(InputError):
    """A document that can't be read or written."""


class InternalError(DocumentError):
    """A document on which reticent itself fails; others are not concerned."""

    @classmethod
    def about(cls, document: str, error: Exception) -> InternalError:
        """What happened to a document, without the error's own words, which could quote it."""
        return cls(
            f"'{document}' can't be released: internal error {name_origin(error)}; please report this line"
        )


class PlanError(InputError):
    """A plan that doesn't fit its document, or itself."""


class PolicyError(InputError):
    """A policy file with a mistake in it."""


class KnowledgeError(InputError):
    """Statistics that can't be read, built or asked."""


class TaxonomyError(InputError):
    """A taxonomy that can't be read, or is none."""


class ModelError(InputError):
    """A model file that can't be used."""


class ProofError(InputError):
    """A proof that can't be read, or that doesn't fit what it is given with."""


class ReviewError(InputError):
    """Something that can't be done in a review as it stands; `code` says what kind of thing, for a page."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[ReviewError], tuple[str, str]]:
        """How it travels from a worker: by what it was made from."""
        return type(self), (self.code, str(self))


class VaultError(InputError):
    """A vault or a key that can't be used."""


class AttackerError(InputError):
    """An attacker that can't be asked, or whose answer can't be used: nobody can tell what it would guess."""


class MissingExtraError(InputError):
    """An optional part that is not installed; the message carries the line that mends it."""

    def __init__(self, extra: str, needed_for: str) -> None:
        super().__init__(f"{needed_for} needs an optional part: {install_line(extra)}")
        self.extra = extra
        self.needed_for = needed_for

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        """How it travels from a worker: by what it was made from, not by its message."""
        return type(self), (self.extra, self.needed_for)


def install_line(extra: str) -> str:
    """What to type to get an optional part: from the folder or file that reticent was installed from, if it was from one.

    An index of packages may not have reticent at all, or a stranger's package under its name.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution("reticent").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        told = {}
    origin = urlsplit(told.get("url", ""))
    if origin.scheme == "file" and (place := Path(url2pathname(origin.path))).exists():
        editable = "--editable " if told.get("dir_info", {}).get("editable") else ""
        return f"pip install {editable}'{place}[{extra}]'"
    return f"pip install 'reticent[{extra}]'"


@contextmanager
def needs_extra(extra: str, needed_for: str) -> Iterator[None]:
    """Around imports of what comes with an extra alone: without it, a MissingExtraError."""
    try:
        yield
    except ImportError:
        raise MissingExtraError(extra, needed_for) from None


class PromiseError(ReticentError):
    """No release was found that keeps every promise."""


class LanguageError(PromiseError):
    """A document in a language that no detector of the policy reads, and that nobody allowed."""


class WithheldError(PromiseError):
    """A document that keeps every promise and whose secret is still guessed too well; `reason` says so for programs.

    The reason names what is protected and places, and quotes no document.
    """

    def __init__(self, message: str, reason: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.reason = reason or {}

    def __reduce__(self) -> tuple[type[WithheldError], tuple[str, Mapping[str, object]]]:
        """How it travels from a worker: by what it was made from."""
        return type(self), (str(self), self.reason)


def plain_message(message: str) -> str:
    """What a validator says of a value, without the name of its own error and without quotes around the choices.

    >>> plain_message("Value error, 'page' is not one of 'sentence', 'paragraph', 'document'.")
    "'page' is not one of sentence, paragraph, document"
    """
    said, found, choices = message.removeprefix("Value error, ").rpartition(" is not one of ")
    return said + found + choices.removesuffix(".").replace("'", "") if found else choices


def name_origin(error: BaseException) -> str:
    """What broke and where in our code, without the error's own words."""
    frames = [(frame.f_globals.get("__name__", ""), line) for frame, line in walk_tb(error.__traceback__)]
    ours = [frame for frame in frames if frame[0].startswith("reticent")] or [("a library", 0)]
    return f"{type(error).__name__} in {ours[-1][0]}, line {ours[-1][1]}"
