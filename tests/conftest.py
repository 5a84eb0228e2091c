"""Settings of the whole suite."""

from hypothesis import Phase, settings

# A loaded machine makes any deadline a matter of luck; speed is measured by the experiments.
settings.register_profile("reticent", deadline=None)
# For scripts/mutate.py, which only asks whether a test fails: the smallest example is not looked for.
settings.register_profile("mutate", deadline=None, database=None, phases=[Phase.explicit, Phase.generate])
settings.load_profile("reticent")
