"""Numbers of people, firms and accounts of the countries that speak a language, in the layouts of notes, forms and tables."""

from __future__ import annotations

import pytest
from tests.spoken import OTHERS, samples

from reticent import Document, open_policy

LAYOUTS = (
    "{label}: {value}",
    "{label} {value}",
    "{label}:\n{value}",
    "{label}\t{value}",
    "({label}: {value})",
    "{label} = {value}",
    "| {label} | {value} |",
    '"{label}": "{value}"',
    "<b>{label}:</b> {value}",
    "{shouted}: {value}",
    "• {label}: {value};",
)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("code", OTHERS)
def test_no_number_under_its_label_is_left(code: str, layout: str) -> None:
    policy, around = open_policy(), samples(code)["around"]
    left = []
    for label, value in samples(code)["numbers"].items():
        line = layout.format(label=label, value=value, shouted=label.upper())
        released = policy.sanitize(Document("note", around.format(line), language=code)).text
        if any(part in released for part in _telling_parts(value)):
            left.append((line, released.split("\n")[1:-1]))
    assert not left


@pytest.mark.parametrize("code", OTHERS)
def test_no_phone_street_or_postcode_is_left(code: str) -> None:
    policy, around = open_policy(), samples(code)["around"]
    left = []
    for value in samples(code)["places"]:
        for sentence in samples(code)["sentences"]:
            text = around.format(sentence.format(value))
            released = policy.sanitize(Document("note", text, language=code)).text
            if any(part in released for part in _telling_parts(value)):
                left.append((sentence.format(value), released.split("\n")[1:-1]))
    assert not left


def _telling_parts(value: str) -> list[str]:
    """What of a number or an address tells most: its parts of several digits."""
    parts = value.replace("-", " ").replace(".", " ").replace("/", " ").replace(",", " ").split()
    return [part for part in parts if len(part) > 1 and any(map(str.isdigit, part))]
