"""Settings of the whole suite."""

from hypothesis import settings

# A loaded machine makes any deadline a matter of luck; speed is measured by the experiments.
settings.register_profile("reticent", deadline=None)
settings.load_profile("reticent")
