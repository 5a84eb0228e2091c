"""Bytes in, documents out, and back: one module a format."""
