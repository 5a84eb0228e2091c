"""Settings of the whole suite."""

import os

import pytest
from hypothesis import Phase, settings

# A loaded machine makes any deadline a matter of luck; speed is measured by the experiments.
# A default run tries 30 examples per property, which finds most slips within minutes; HYPOTHESIS_PROFILE=thorough tries 300.
settings.register_profile("reticent", deadline=None, max_examples=30)
settings.register_profile("thorough", deadline=None, max_examples=300)
# For scripts/mutate.py, which only asks whether a test fails: the smallest example is not looked for.
settings.register_profile(
    "mutate", deadline=None, database=None, max_examples=100, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "reticent"))


@pytest.fixture(autouse=True)
def leave_pictures_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests run as on a machine without Tesseract; those that read pictures say so, with a reader of their own."""
    monkeypatch.setattr("reticent.formats.pictures.can_read_pictures", lambda: False)
