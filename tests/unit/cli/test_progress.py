"""What somebody sees who watches a run."""

from __future__ import annotations

import io
import sys

import pytest

from reticent.cli._output import show_progress
from reticent.usecases.run import Totals


class Terminal(io.StringIO):
    """Standard error of somebody who watches."""

    def isatty(self) -> bool:
        return True


def test_a_watcher_sees_how_many_files_and_documents_are_done_and_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with show_progress("files", quiet=False) as progress:
        assert progress is not None
        progress(1, 4, Totals(1, 10, 2))
        progress(2, 4, Totals(1500, 10, 2))
    shown = terminal.getvalue()
    assert "2 of 4 files, 1,500 documents" in shown
    assert ":" in shown.rsplit("documents", 1)[1]  # the time left, -:--:-- as long as nobody knows it


@pytest.mark.parametrize("quiet", [True, False])
def test_nobody_sees_a_bar_in_a_pipe_or_when_all_is_to_be_quiet(
    quiet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal() if quiet else io.StringIO())
    with show_progress("files", quiet=quiet) as progress:
        assert progress is None
