"""The sections of a policy that reticent brings along, one for every detector and every model."""
