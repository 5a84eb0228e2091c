"""Where Spark or Java is missing, these tests skip with a line that says what to install."""

from __future__ import annotations

import shutil

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = pytest.mark.skip(reason="Spark needs Java: apt-get install default-jre-headless")
    for item in items:
        if "spark" in item.keywords and shutil.which("java") is None:
            item.add_marker(missing)
