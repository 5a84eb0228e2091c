"""What the how-to tells of a language model in the attacker's place, with a scripted one."""

import re
import shlex
from pathlib import Path

from tests.chat_server import know, serve
from tests.journeys.command import ROOT, reticent

PAGE = (ROOT / "docs/how-to/put-your-own-language-model-in-the-attackers-place.md").read_text("utf-8")


def test_the_policy_and_the_commands_of_the_page_work(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (policy,) = re.findall(r"^<!-- ward.toml -->\n```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    commands = re.findall(r"^<!-- with the server -->\n```console\n\$ (.+)\n", PAGE, re.MULTILINE)
    assert len(commands) == 2
    with serve(know({"antiretroviral": "HIV"})) as server:
        (tmp_path / "ward.toml").write_text(policy.replace("http://127.0.0.1:8080", server.url))
        for command in commands:
            done = reticent(*shlex.split(command)[1:], cwd=tmp_path)
            assert done.returncode == 0, done.stderr
    released = (tmp_path / "released.txt").read_text()
    assert "ntiretroviral" not in released
    assert server.received[-1].text == released
    assert all("HIV" not in text and "clinic.example.org" not in text for text in server.texts)
