"""The pages on Spanish and German text work as they are printed."""

import re
import shlex
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

PAGES = {
    code: (ROOT / f"docs/how-to/release-{name}-text.md").read_text("utf-8")
    for code, name in (("es", "spanish"), ("de", "german"))
}
COMMANDS = {"es": 5, "de": 4}


@pytest.mark.parametrize("code", sorted(PAGES))
def test_the_commands_of_the_page_work(tmp_path: Path, code: str) -> None:
    page = PAGES[code]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for name, text in re.findall(r"^<!-- (\S+\.\w+) -->\n```\w+\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(text, "utf-8")
    commands = re.findall(r"^\$ (.+)$", page, re.MULTILINE)
    assert len(commands) == COMMANDS[code]
    for command in commands:
        done = reticent(*shlex.split(command)[1:], cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    released = {each.name: each.read_text("utf-8") for each in tmp_path.glob("*.txt")}
    _CHECKS[code](released)


def _check_spanish(released: dict[str, str]) -> None:
    by_default, whole = released["publicada.txt"], released["publicada-2.txt"]
    for secret in "Arturo Méndez 739146 Joaquín 50009 Zaragoza 14/02/1938 655 Lucía Miguela".split():
        assert secret not in by_default
    assert "76 años" in by_default
    assert "hipertensión arterial" in by_default
    assert "76 años" not in whole
    assert "hija" not in whole
    assert "una enfermedad" in released["caso-publicado.txt"]
    assert "escalofríos" not in released["caso-publicado.txt"]
    assert "antirretrovirales" not in released["visita-publicada.txt"]
    assert "por el virus" in released["visita-publicada.txt"]


def _check_german(released: dict[str, str]) -> None:
    by_default = released["frei.txt"]
    for (
        secret
    ) in "Sudhoff Reinhard 09.06.1949 Coesfelder 48249 K482915506 Pöhlmann Svenja 02594 Tigges".split():
        assert secret not in by_default
    assert "Lungenentzündung heilte" in by_default
    assert "Lungenentzündung" not in released["frei-3.txt"]
    assert "Chemotherapie" not in released["besuch-frei.txt"]
    assert "gegen die Krankheit" in released["besuch-frei.txt"]


_CHECKS = {"es": _check_spanish, "de": _check_german}
