"""A PostgreSQL server of the tests' own: started on a socket in a temporary folder, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
SETTINGS = "-c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`, the newest version first."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [folder for place in PLACES for folder in Path("/").glob(place[1:])]
    found_there = [folder for folder in folders if (folder / "initdb").exists()]
    return max(found_there, key=lambda folder: folder.parent.name, default=None)


@contextmanager
def server() -> Iterator[str]:
    """The address of a running server; the test is skipped where PostgreSQL can't be had."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'reticent[postgres]'")
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql, or put initdb on the PATH")
    place = Path(tempfile.mkdtemp(prefix="rt-pg-", dir="/tmp"))  # the path of a socket must be short
    account = _account(place)
    data = place / "data"

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=place, timeout=120, **account)

    try:
        run(
            folder / "initdb",
            "-D",
            data,
            "-U",
            "owner",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        )
        options = f"-k {place} {SETTINGS}"
        run(folder / "pg_ctl", "-D", data, "-w", "-o", options, "-l", place / "log", "start")
        try:
            yield f"postgresql://owner@/postgres?host={place}"
        finally:
            run(folder / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _account(place: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: another account takes over then, and owns the folder."""
    if os.getuid() != 0:
        return {}
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    name = next((name for name in ("postgres", "nobody") if name in known), None)
    if name is None:
        pytest.skip(
            "PostgreSQL doesn't run as root, and there is no account 'postgres' or 'nobody' to run it as"
        )
    entry = pwd.getpwnam(name)
    os.chown(place, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
