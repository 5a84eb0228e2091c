"""Scrubbing steps, found in the code by their names, and faults that leave them out one by one.

A step is a function whose name says that it takes something away or keeps it by a list, or such a list itself. Every format's
test says what stands in for each of its steps when it is left out, and which secret goes out then: a new step without a
fault makes that test fail.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

Patch = pytest.MonkeyPatch

_VERBS = re.compile(
    r"_*(?:accept|blank|clean|drop|fix|flatten|keep|leave_out|prune|rename|scrub|strip|tidy)(?:_|$)"
)
_CHECKS = frozenset(["residue", "vocabulary"])
"""Modules that look for what was left, and what they hold for nobody's words: they keep their own sight."""

_SHARED = {f"reticent.formats.{name}": ["reticent.formats._pictures"] for name in ("office", "pdf")}

_LISTS = re.compile(r"_?(?:DROP|GONE|HIDDEN|KEEP|KEPT|SETTINGS|UNWRAP)")


def nothing(*_: Any, **__: Any) -> None:
    """Stands in for a step that changes what it is given."""


def same(given: Any, *_: Any, **__: Any) -> Any:
    """Stands in for a step that gives back what stays."""
    return given


class Everything(frozenset[str]):
    """Stands in for a list of what stays."""

    def __contains__(self, name: object) -> bool:
        return True


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    """All modules of a package, and those that it shares with other formats."""
    yield package
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)
    for name in _SHARED.get(package.__name__, ()):
        yield importlib.import_module(name)


def _short(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].lstrip("_")


def find_steps(package: ModuleType) -> set[str]:
    """The steps of a format as module.name, or module.Class.name."""
    return {step for module in modules_of(package) for step in _find_in(module)}


def _find_in(module: ModuleType) -> Iterator[str]:
    short = _short(module)
    for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and _VERBS.match(node.name):
            yield f"{short}.{node.name}"
        elif isinstance(node, ast.ClassDef):
            methods = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
            yield from (f"{short}.{node.name}.{name}" for name in methods if _VERBS.match(name))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [each.id for each in targets if isinstance(each, ast.Name)]
            yield from (f"{short}.{name}" for name in names if _LISTS.fullmatch(name))


def leave_out(patch: Patch, package: ModuleType, step: str, stand_in: object) -> None:
    """Put a stand-in for a step wherever the format uses it."""
    short, *owner, name = step.split(".")
    modules = list(modules_of(package))
    home: Any = next(module for module in modules if _short(module) == short)
    if owner:
        patch.setattr(getattr(home, owner[0]), name, stand_in)
        return
    original = getattr(home, name)
    for module in modules:
        if _short(module) not in _CHECKS and getattr(module, name, None) is original:
            patch.setattr(module, name, stand_in)


def require_a_fault_for_every_step(
    package: ModuleType,
    stand_ins: Mapping[str, object],
    faults: Iterable[tuple[str, ...]],
    others: Mapping[str, str],
) -> None:
    """Every step has a stand-in that some fault uses, unless `others` says why it is none."""
    steps = find_steps(package)
    assert steps - {*stand_ins, *others} == set(), (
        "a scrubbing step without a fault: add a stand-in and a fault"
    )
    assert {*stand_ins, *others} - steps - {step for step in stand_ins if _is_there(package, step)} == set()
    used = {step for each in faults for step in each}
    assert sorted(set(stand_ins) - used) == [], "a stand-in that no fault uses"


def _is_there(package: ModuleType, step: str) -> bool:
    short, *names = step.split(".")
    for module in modules_of(package):
        if _short(module) == short:
            thing: Any = module
            for name in names:
                thing = getattr(thing, name, None)
            return thing is not None
    return False


Find = Callable[[], bool]
"""Releases a file and says whether the secret is found in it."""


def require_that_a_fault_is_found(
    patch: Patch, package: ModuleType, stand_ins: Mapping[str, object], steps: tuple[str, ...], find: Find
) -> None:
    """With all steps nothing is found; without these ones the secret is."""
    assert not find()
    for step in steps:
        leave_out(patch, package, step, stand_ins[step])
    assert find()
