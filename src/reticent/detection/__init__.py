"""Places worth looking at."""
