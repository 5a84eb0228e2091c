"""The independent check of a release, and its report."""
