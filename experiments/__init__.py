"""Measurements on real data, one module a subject."""
