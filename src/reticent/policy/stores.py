"""The taxonomies that a policy names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from reticent.errors import PolicyError
from reticent.knowledge.taxonomy import Taxonomy, in_order, medicine, read_obo, read_table, wordnet

_SHIPPED: dict[str, Callable[[], Taxonomy]] = {"wordnet": wordnet, "medicine": medicine}
_OF_MEDICINE = frozenset({"medicine", "medicine-texts", "medicine-facts"})
_READERS: dict[str, Callable[[Path], Taxonomy]] = {
    ".obo": read_obo,
    ".csv": read_table,
    ".tsv": read_table,
}


def open_taxonomies(names: Sequence[str], folder: Path) -> Taxonomy:
    """One taxonomy that asks those of a policy in order."""
    return in_order(*(_open_taxonomy(name, folder) for name in names))


def taxonomies_beside(knowledge: Iterable[str]) -> list[str]:
    """The taxonomies to ask where a policy names none: that of medicine first where medicine was chosen as knowledge."""
    return ["wordnet"] if _OF_MEDICINE.isdisjoint(knowledge) else ["medicine", "wordnet"]


def _open_taxonomy(name: str, folder: Path) -> Taxonomy:
    if name in _SHIPPED:
        return _SHIPPED[name]()
    suffixes = [suffix for suffix in Path(name).suffixes if suffix in _READERS]
    if not suffixes:
        raise PolicyError(
            f"taxonomies: '{name}' is neither 'wordnet' nor 'medicine' nor an .obo, .csv or .tsv file"
        )
    return _READERS[suffixes[-1]](folder / name)
