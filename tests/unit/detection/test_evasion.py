"""E-mail addresses, card numbers and phone numbers are found in every disguise, with exact original offsets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reticent.detection import patterns
from reticent.text import Document

PLAIN = {
    "EMAIL": ("jane.doe@example.org", "mario_rossi+list@mail.example.co.uk"),
    "CREDIT_CARD": ("4111 1111 1111 1111", "5500-0000-0000-0004", "378282246310005"),
    "PHONE": ("+44 20 7946 0958", "(212) 555-0123", "+1-212-555-0123", "020 7946 0958"),
}


def _between(mark: str) -> Callable[[str], str]:
    return mark.join


def _mapped(plain: str, odd: str) -> Callable[[str], str]:
    return lambda text: text.translate(str.maketrans(plain, odd))


def _fullwidth(text: str) -> str:
    return "".join("\u3000" if c == " " else chr(ord(c) + 0xFEE0) for c in text)


def _bold(text: str) -> str:
    return "".join(
        chr(0x1D7CE + int(c)) if c.isdigit() else chr(0x1D41A + ord(c) - ord("a")) if c.islower() else c
        for c in text
    )


def _ligatures(text: str) -> str:
    return text.replace("st", "\ufb06").replace("fi", "\ufb01")


def _stroked(text: str) -> str:
    return "".join(c + "\u0336" if c.isalnum() else c for c in text)


def _wrapped_at_blanks(text: str) -> str:
    return text.replace(" ", "\n", 1)


def _wrapped_at_hyphens(text: str) -> str:
    return text.replace("-", "-\r\n  ", 1)


def _hyphenated(text: str) -> str:
    return text.replace("xam", "xa-\nm")


def _soft_hyphen_and_break(text: str) -> str:
    return text.replace("xam", "xa\u00ad\nm")


FORMS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    **{
        f"with {name} between all characters": _between(mark)
        for name, mark in {
            "zero-width spaces": "\u200b",
            "zero-width joiners": "\u200d",
            "zero-width non-joiners": "\u200c",
            "byte order marks": "\ufeff",
            "word joiners": "\u2060",
            "soft hyphens": "\u00ad",
            "right-to-left marks": "\u200f",
            "bidirectional overrides": "\u202d",
            "isolates": "\u2068",
            "variation selectors": "\ufe0f",
            "late variation selectors": "\U000e0100",
            "tag characters": "\U000e0061",
            "combining grapheme joiners": "\u034f",
            "control characters": "\x01",
            "null characters": "\x00",
            "delete characters": "\x7f",
        }.items()
    },
    "fullwidth": _fullwidth,
    "mathematical bold": _bold,
    "ligatures": _ligatures,
    "stroked out": _stroked,
    "no-break spaces": _mapped(" ", "\u00a0"),
    "narrow no-break spaces": _mapped(" ", "\u202f"),
    "figure spaces": _mapped(" ", "\u2007"),
    "non-breaking hyphens": _mapped("-", "\u2011"),
    "en dashes": _mapped("-", "\u2013"),
    "em dashes": _mapped("-", "\u2014"),
    "minus signs": _mapped("-", "\u2212"),
    "Cyrillic lookalikes": _mapped("aeopcxyi", "аеорсхуі"),
    "Greek lookalikes": _mapped("aoivp", "αοινρ"),
    "ideographic full stops": _mapped(".", "。"),
    "one-dot leaders": _mapped(".", "․"),
    "small at signs": _mapped("@", "\ufe6b"),
    "Arabic digits": _mapped("0123456789", "٠١٢٣٤٥٦٧٨٩"),
    "Devanagari digits": _mapped("0123456789", "०१२३४५६७८९"),
    "superscript digits": _mapped("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"),
    "circled digits": _mapped("0123456789", "⓪①②③④⑤⑥⑦⑧⑨"),
    "wrapped at a blank": _wrapped_at_blanks,
    "wrapped at its own hyphen": _wrapped_at_hyphens,
    "wrapped with a hyphen": _hyphenated,
    "wrapped with a soft hyphen": _soft_hyphen_and_break,
    "wrapped at a blank in a quotation": lambda text: text.replace(" ", "\n> ", 1),
    "wrapped at its own hyphen in a quotation": lambda text: text.replace("-", "-\n> > ", 1),
    "wrapped at a page's end": lambda text: text.replace("-", "-\n\f", 1),
    "wrapped with a hyphen in a quotation": lambda text: text.replace("xam", "xa-\n> m"),
    "wrapped at the at sign": lambda text: text.replace("@", "@\r\n"),
    "wrapped in its domain": lambda text: text.replace("@exam", "@exam\n"),
}
FRAMES = ("{}", "😀 cafe\u0301 is: {}.", "\u200bfirst,\n{}, and\u00a0more", "שלום ({}) ok")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("kind", "plain"), [(kind, plain) for kind, plains in PLAIN.items() for plain in plains]
)
def test_a_disguise_is_seen_through(kind: str, plain: str, form: str) -> None:
    disguised = FORMS[form](plain)
    for frame in FRAMES:
        text = frame.format(disguised)
        mentions = [m for m in patterns().mentions(Document("d", text)) if m.kind == kind]
        assert [mention.span.of(text) for mention in mentions] == [disguised], frame


@pytest.mark.parametrize("form", FORMS)
def test_every_disguise_changes_something(form: str) -> None:
    plains = [plain for plains in PLAIN.values() for plain in plains]
    assert form == "as it is" or any(FORMS[form](plain) != plain for plain in plains)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("SSN\x07123-45-6789\x07positive", "123-45-6789"),
        ("SSN\u200b123-45-6789\u200bpositive", "123-45-6789"),
        ("report-\nmarch 12, 1985", "march 12, 1985"),
        ("the re-\nport\n> 12 March\n> 1985", "12 March\n> 1985"),
    ],
)
def test_what_one_reading_hides_another_shows(text: str, value: str) -> None:
    assert value in [mention.span.of(text) for mention in patterns().mentions(Document("d", text))]
