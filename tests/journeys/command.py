"""Runs a command as a user does: a process with files, pipes and an exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def reticent(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """What `reticent ARGUMENTS` does with this on standard input."""
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    return subprocess.run(
        [*program, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd or ROOT,
        check=False,
        timeout=600,
    )
