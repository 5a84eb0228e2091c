"""The tripwire finds what was removed and still stands, however it is written, and little else."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.audit import tripwire
from reticent.audit.tripwire import is_common_noun, leftovers, removed_strings
from reticent.knowledge.taxonomy import wordnet
from reticent.plan import Decision
from reticent.text import Span


def found(text: str, *strings: str) -> list[str]:
    return [span.of(text) for span in leftovers(strings, text)]


@pytest.mark.parametrize(
    ("text", "string", "places"),
    [
        ("to Kowalski and KOWALSKI", "Kowalski", ["Kowalski", "KOWALSKI"]),
        ("to kowalski_7, #Kowalski", "Kowalski", ["kowalski", "Kowalski"]),
        ("K.o.w.a.l.s.k.i", "Kowalski", ["K.o.w.a.l.s.k.i"]),
        ("Ko\u200bwal\x01ski", "Kowalski", ["Ko\u200bwal\x01ski"]),
        ("Kowal-\n> ski", "Kowalski", ["Kowal-\n> ski"]),
        ("Müller and Mu\u0308ller", "Muller", ["Müller", "Mu\u0308ller"]),
        ("the Kowalskis", "Kowalski", ["Kowalski"]),
        ("patientKowalski", "Kowalski", ["Kowalski"]),
        ("Kowalskiego", "Kowalski", []),
        ("a submarine in the marina", "Marin", []),
        ("dearjohnsmithson", "John Smithson", ["johnsmithson"]),
        ("tel 212 555 0123", "212-555-0123", ["212 555 0123"]),
        ("９９８８７７", "998877", ["９９８８７７"]),
        ("no. 1998877", "998877", []),
        ("they will in may", "Will", []),
        ("Will said so", "Will", ["Will"]),
        ("WILLPOWER", "WILL", []),
        ("on the 12th, 12", "12", []),
        ("a virus", "virus", []),
        ("HIV and hiv", "HIV", ["HIV"]),
        ("nothing", "...", []),
        ("nothing", "", []),
    ],
)
def test_a_removed_string_is_found_where_it_stands(text: str, string: str, places: list[str]) -> None:
    assert found(text, string) == places


def test_places_that_are_allowed_are_left_out() -> None:
    text = "The bishops met Bishop."
    assert [span.of(text) for span in leftovers(["Bishop"], text, allowed=is_common_noun(wordnet()))] == [
        "Bishop"
    ]


def test_only_what_a_placeholder_takes_counts_as_removed() -> None:
    text = "Ann has a migraine"
    decisions = [Decision((Span(0, 3),), "PERSON"), Decision((Span(10, 18),), "TERM", becomes="illness")]
    assert removed_strings(text, decisions) == {"Ann"}


@given(
    st.text(st.characters(), max_size=30),
    st.lists(st.sampled_from(["", " ", "-", "\u200b", "\n> ", "."]), min_size=9),
)
def test_a_long_string_is_found_whatever_stands_between_its_letters(around: str, gaps: list[str]) -> None:
    letters = "Wisniewska"
    written = "".join(letter + gap for letter, gap in zip(letters, [*gaps, ""], strict=False))
    text = f"{around} {written} {around}"
    assert any(
        span.start <= text.index(written) and span.end >= text.index(written) + 10
        for span in leftovers([letters], text)
    )


@given(st.text(max_size=60), st.lists(st.text(max_size=8), max_size=5))
def test_places_are_disjoint_in_order_and_inside_the_text(text: str, strings: list[str]) -> None:
    places = leftovers(strings, text)
    assert all(0 <= place.start < place.end <= len(text) for place in places)
    assert places == sorted(places)


def test_it_imports_nothing_of_the_first_matcher() -> None:
    tree = ast.parse(Path(tripwire.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [module for module in modules if module and ("matching" in module or "detection" in module)]


def test_a_megabyte_takes_a_moment() -> None:
    text = "Some plain words of a text that goes on and on. " * 20_000
    began = time.process_time()
    leftovers([f"Name{number} Surname" for number in range(500)], text)
    assert time.process_time() - began < 3
