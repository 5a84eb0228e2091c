"""`reticent policy check` says which entries of word lists small letters hide."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from reticent.cli.policy import policy

LIST = '[[detectors]]\ntype = "words"\nkind = "TEAM"\nwords = ["IT", "HIV", "WHO"]\n'
MODEL = '[[models]]\ntype = "redaction"\n'


@pytest.mark.parametrize(
    ("detectors", "told"),
    [
        (LIST, "word list TEAM: not found in small letters, where these are common words: IT, WHO"),
        (f'{LIST}case = "any"\n', ""),
        ('[[detectors]]\ntype = "words"\nwords = ["HIV", "Lee"]\n', ""),
        (
            '[[detectors]]\ntype = "names"\ndeny = ["US"]\n',
            "not found in small letters, where these are common words: US",
        ),
    ],
)
def test_entries_that_need_capitals_are_named(tmp_path: Path, detectors: str, told: str) -> None:
    file = tmp_path / "p.toml"
    file.write_text(detectors + MODEL, encoding="utf-8")
    done = CliRunner().invoke(policy, ["check", str(file)])
    assert done.exit_code == 0, done.output
    assert told in done.output
    assert bool(told) == ("small letters" in done.output)
