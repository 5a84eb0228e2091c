"""The report on a released file, for whoever keeps the original."""

from __future__ import annotations

from typing import Any

from reticent import __version__
from reticent.audit.report import describe_release, make_report
from reticent.usecases.release import Released
from reticent.usecases.unseen import list_places


def report_release(released: Released) -> dict[str, Any]:
    """What was promised of every document of a file, what changed, and what was left out."""
    documents = [
        describe_release(
            outcome.plan,
            outcome.release,
            utility=utility,
            unseen=list_places(unseen),
            language=outcome.language,
            arising=arising,
        )
        for outcome, unseen, utility, arising in zip(
            released.outcomes, released.unseen, released.utility, released.arising, strict=True
        )
    ]
    return make_report(
        released.name, documents, version=__version__, dropped=released.dropped, warnings=released.warnings
    )
