"""A model that counts works in the language of its corpus: its names, the words of a text and the terms of the index have one form."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from reticent.knowledge.corpus.spoken import language_of, speaking

Model = TypeVar("Model")


def in_own_language(model: type[Model]) -> type[Model]:
    """The class, which has a `corpus`: each of its own public methods and properties runs in that one's language, as does its setting up.

    What a method returns must be worked out by then: a generator would go on in another language.
    """
    for name, member in vars(model).copy().items():
        if name == "corpus" or (name.startswith("_") and name != "__post_init__"):
            continue
        if isinstance(member, property) and member.fget:
            setattr(model, name, property(_speak(member.fget), doc=member.__doc__))
        elif callable(member) and not isinstance(member, type):
            setattr(model, name, _speak(member))
    return model


def _speak(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def speak(model: Any, *arguments: Any, **options: Any) -> Any:
        with speaking(language_of(model.corpus)):
            return method(model, *arguments, **options)

    return speak
