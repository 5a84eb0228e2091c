"""Words of medical notes that were read as terms although they are written in another way, judged by reading them.

Judged were all pairs of words and term that occur more than once in the notes with odd numbers.
"""

from __future__ import annotations

FALSE: frozenset[tuple[str, str]] = frozenset()
"""Pairs of words and term where the words mean something else."""

READ: frozenset[tuple[str, str]] = frozenset()
"""Pairs where they mean the term."""
