"""What `experiments.house` counts, on sources made up here."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments.house import count_tree, list_reasons


@pytest.mark.parametrize(
    ("source", "reasons"),
    [
        ("_MOST = 20\n", [""]),
        ("_MOST = 20  # a screen of them\n", ["a screen of them"]),
        ("# a screen of them\n_MOST = 20\n", ["a screen of them"]),
        ('_MOST: int = 20\n"""A screen of them."""\n', ["A screen of them."]),
        ("_LEAST, _MOST = 1 << 4, -2.5\n", [""]),
        ("NAMED = 'a # b', 3\n", [""]),
        ("FLAG, NAME = True, 'ann'\nSIZE = len('abc')\n", []),
        ("def size():\n    most = 3\n    return most\n", []),
    ],
)
def test_a_number_has_a_reason_beside_it_above_it_or_below_it(source: str, reasons: list[str]) -> None:
    assert list(list_reasons(source)) == reasons


def test_a_tree_is_counted(tmp_path: Path) -> None:
    for name, text in {
        "a.py": "class Token:\n    pass\n",
        "b/token.py": "class Token:\n    pass\n\n\nclass _Own:\n    pass\n",
        "b/own.py": "from reticent.language.en import plural\nMOST = 3\n",
        "language/en/words.py": "class _Own:\n    ENGLISH = 1\n",
    }.items():
        path = tmp_path / "src/reticent" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert count_tree(tmp_path) == {
        "files": 4,
        "lines": 12,
        "largest": 6,
        "names_twice": 1,
        "naming_english": 1,
        "numbers": 1,
        "numbers_bare": 1,
        "numbers_by_hand": 0,
    }
