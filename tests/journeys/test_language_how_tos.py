"""The pages on text in languages besides English work as they are printed."""

import re
import shlex
from pathlib import Path

import pytest

from reticent.language.identification import name_language
from tests.journeys.command import ROOT, reticent
from tests.spoken import OTHERS, samples

PAGES = {
    code: (ROOT / f"docs/how-to/release-{name_language(code).lower()}-text.md").read_text("utf-8")
    for code in OTHERS
}


@pytest.mark.parametrize("code", OTHERS)
def test_the_commands_of_the_page_work(tmp_path: Path, code: str) -> None:
    page, released = PAGES[code], samples(code)["how_to"]["releases"]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for name, text in re.findall(r"^<!-- (\S+\.\w+) -->\n```\w+\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(text, "utf-8")
    commands = re.findall(r"^\$ (.+)$", page, re.MULTILINE)
    assert len(commands) >= len(released)
    for command in commands:
        done = reticent(*shlex.split(command)[1:], cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    for name, words in released.items():
        text = (tmp_path / name).read_text("utf-8")
        assert [each for each in words["gone"] if each in text] == []
        assert [each for each in words["kept"] if each not in text] == []
