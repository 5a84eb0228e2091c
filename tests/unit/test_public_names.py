"""The public names: all of them can be had, none is loaded before it is used, and type checkers see the same ones."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import reticent


def names_for_type_checkers() -> dict[str, str]:
    """Each name that is imported where only type checkers look, with its module."""
    tree = ast.parse(Path(reticent.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def test_the_list_of_names_their_homes_and_what_type_checkers_see_agree() -> None:
    assert names_for_type_checkers() == reticent._HOME_OF
    assert sorted([*reticent._HOME_OF, "__version__"]) == sorted(reticent.__all__)


@pytest.mark.parametrize("name", reticent.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(reticent, name) is not None
    assert name in dir(reticent)


def test_a_name_that_does_not_exist_is_said_to_be_absent() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        reticent.nothing  # noqa: B018


def test_importing_the_package_loads_no_room_of_it() -> None:
    code = "import sys, reticent; print(*[name for name in sys.modules if name.startswith('reticent.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
