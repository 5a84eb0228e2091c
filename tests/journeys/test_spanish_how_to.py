"""The page on Spanish text works as it is printed."""

import re
import shlex
from pathlib import Path

from tests.journeys.command import ROOT, reticent

PAGE = (ROOT / "docs/how-to/release-spanish-text.md").read_text("utf-8")


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    for name, text in re.findall(r"^<!-- (\S+\.\w+) -->\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(text, "utf-8")
    commands = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        done = reticent(*shlex.split(command)[1:], cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    by_default, whole, _ = (
        (tmp_path / name).read_text("utf-8")
        for name in ("publicada.txt", "publicada-2.txt", "publicada-3.txt")
    )
    for secret in (
        "Arturo",
        "Méndez",
        "739146",
        "Joaquín",
        "50009",
        "Zaragoza",
        "14/02/1938",
        "655 018",
        "Lucía",
        "Miguela",
    ):
        assert secret not in by_default
    assert "76 años" in by_default
    assert "hipertensión arterial" in by_default
    assert "76 años" not in whole
    assert "hija" not in whole


def test_the_python_of_the_page_works() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(code, {})  # noqa: S102 - it is ours
