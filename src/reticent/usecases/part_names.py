"""Names of columns and keys go out as they are: what they tell of a protected entity is judged like a text."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.errors import PromiseError
from reticent.formats.format import Format, NamesParts
from reticent.formats.options import FormatOptions
from reticent.models.privacy_model import ProtectsEntities
from reticent.plan import Release, Violation
from reticent.policy.assembly import Assembly
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document
from reticent.usecases.file_names import list_readings


def require_silent_names(name: str, form: Format, options: FormatOptions, assembly: Assembly) -> None:
    """Raise when the names in a written file, which these options read, tell of what is protected."""
    names = form.list_names(options) if isinstance(form, NamesParts) else ()
    telling = [str(number) for number, each in enumerate(names, 1) if judge_names([each], assembly)]
    if not telling and not judge_names(names, assembly):
        return
    which = f"the name of column or key {', '.join(telling)}" if telling else "the names of its columns"
    raise PromiseError(
        f"'{name}' is not released: {which} would tell of what is protected, or holds words that the corpus has never"
        " seen, and names go out as they are: rename it, leave it out, or say what becomes of such words with --unseen keep"
    )


def judge_names(names: Sequence[str], assembly: Assembly) -> list[Violation]:
    """Every way in which names break a promise about protected entities, as they stand and as words."""
    models = [each for each in assembly.models if isinstance(each, ProtectsEntities)]
    readings = {"\n".join(reading) for reading in zip(*map(_read_twice, names), strict=True)}
    documents = [mark_placeholders(Document("names", text), assembly.kinds) for text in sorted(readings)]
    return [
        violation
        for document in documents
        for model in models
        for violation in model.violations(Release(document, document))
    ]


def _read_twice(name: str) -> tuple[str, str]:
    readings = list_readings(name)
    return readings[0], readings[-1]
