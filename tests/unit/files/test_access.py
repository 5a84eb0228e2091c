"""A secret that others may read is not used, and the line says what to run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from reticent.errors import InputError, VaultError
from reticent.files.writing import list_others, require_private
from reticent.proof.keys import create_key, write_signing_key
from reticent.usecases.prove import read_key_file, read_keys
from reticent.vault.store import create_vault, create_vault_key, open_vault, read_vault_key

OWNER = "S-1-5-21-1-2-3-1001"
OPEN_MODES = (0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o610, 0o777, 0o666)
CLOSED_MODES = (0o600, 0o400, 0o700)


@pytest.mark.parametrize("mode", OPEN_MODES)
def test_a_vault_key_that_others_may_read_is_refused_with_the_line_that_mends_it(
    tmp_path: Path, mode: int
) -> None:
    file = tmp_path / "a key"
    file.write_text(create_vault_key().write())
    file.chmod(mode)
    with pytest.raises(VaultError, match="can be read by others: run 'chmod 600 ") as caught:
        read_vault_key(file)
    assert f"'{file}'" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("mode", OPEN_MODES)
def test_a_signing_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "a.pem"
    file.write_bytes(write_signing_key(create_key()))
    file.chmod(mode)
    for read in (read_key_file, lambda path: read_keys([path])):
        with pytest.raises(InputError, match="can be read by others: run 'chmod 600 "):
            read(file)


@pytest.mark.parametrize("mode", OPEN_MODES)
def test_a_vault_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    key = create_vault_key()
    create_vault(tmp_path / "a.vault", key)
    (tmp_path / "a.vault").chmod(mode)
    with pytest.raises(VaultError, match="can be read by others: run 'chmod 600 "):
        open_vault(tmp_path / "a.vault", lambda: key)


@pytest.mark.parametrize("mode", CLOSED_MODES)
def test_what_its_owner_alone_may_read_is_taken(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "a.key"
    file.write_text(create_vault_key().write())
    file.chmod(mode)
    assert read_vault_key(file).name


def test_a_link_is_judged_by_the_file_that_it_leads_to(tmp_path: Path) -> None:
    file, link = tmp_path / "a.key", tmp_path / "link"
    file.write_text(create_vault_key().write())
    file.chmod(0o644)
    link.symlink_to(file)
    with pytest.raises(VaultError, match="can be read by others"):
        read_vault_key(link)


def test_a_pipe_is_nobody_elses(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o644)
    require_private(tmp_path / "pipe")
    require_private(tmp_path / "missing")


@pytest.mark.parametrize(
    ("written", "others"),
    [
        (f"O:{OWNER}D:PAI(A;;FA;;;{OWNER})(A;;FA;;;SY)(A;;FA;;;BA)", []),
        (f"O:{OWNER}G:S-1-5-21-1-2-3-513D:P(A;;FA;;;OW)", []),
        (f"O:{OWNER}D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)(A;ID;FA;;;{OWNER})", ["BU"]),
        (f"O:{OWNER}D:(A;;FR;;;WD)(A;;FR;;;AU)", ["AU", "WD"]),
        (f"O:{OWNER}D:(A;;FA;;;S-1-5-21-1-2-3-1002)", ["S-1-5-21-1-2-3-1002"]),
        (f"O:{OWNER}D:(D;;FA;;;WD)(A;OICIIO;FA;;;WD)", []),
        (f"O:{OWNER}", ["WD"]),
        (f"O:{OWNER}D:NO_ACCESS_CONTROL", ["WD"]),
        ("O:BAD:(A;;FA;;;BA)(A;;FA;;;SY)", []),
    ],
)
def test_the_access_list_of_a_windows_file_tells_who_else_may_read_it(
    written: str, others: list[str]
) -> None:
    assert list_others(written) == others


def test_on_windows_the_access_list_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.key"
    file.write_text("")
    monkeypatch.setattr(sys, "platform", "win32")
    read = "reticent.files.writing._read_descriptor"
    monkeypatch.setattr(read, lambda path, error: f"O:{OWNER}D:(A;;FR;;;BU)")
    with pytest.raises(InputError, match=r"can be read by others \(BU\): run 'icacls "):
        require_private(file)
    monkeypatch.setattr(read, lambda path, error: f"O:{OWNER}D:(A;;FA;;;{OWNER})")
    require_private(file)
