"""Codes that the name of a field announces ("lot", "passport", "ref"), and those that have the form of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.gaps import BLANK, NOTHING
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange

_CODE = KINDS.index("CODE")
_FIELDS = frozenset(
    """ref reference lot batch acct account a/c passport licence license permit plate rego serial s/n sn claim policy ticket
    order invoice inv case file record id mrn urn hrn crn datix incident job booking voucher container envelope tag chart
    reg registration member membership customer barcode tracking docket quote po wo cad asset badge pass stock datix
    band bands receipt parcel consignment imei vin meter enquiry""".split()
)
_WRITTEN = frozenset(form for field in _FIELDS for form in (field, field.title(), field.upper()))
_NUMBER_SIGNS = frozenset({"no", "no.", "nos", "nr", "num", "number", "#", ":", ".", "id", "ref", "code"})
_FORM = re.compile(r"[A-Z]{1,4}-?\d{5,}|[A-Z]{2,5}-\d{2,}-\d{3,}")
_MIXED = re.compile(r"(?=[\w/-]*\d)(?=[\w/-]*[A-Z])[A-Z0-9]+(?:[/-][A-Z0-9]+)*")
_DATE = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}")
_SHORTEST, _FEWEST_DIGITS, _FEWEST_SIGNED = 4, 5, 3
_LONGEST_SIGN = 2
_LONGEST = 7
_LIKELY = 0.7
"""How likely readers mask what is found so, at least."""


def find_field_codes(text: CasedText, guess: Guess, taken: Sequence[NameRange]) -> Iterator[NameRange]:
    """Such places that no mention covers yet, in order."""
    covered = bytearray(len(text))
    for mention in taken:
        covered[mention.begin : mention.end] = b"\1" * (mention.end - mention.begin)
    places = [
        place
        for place, word in enumerate(text.words)
        if word in _WRITTEN or (word[-1].isdigit() and word[0].isupper())
    ]
    for place in places:
        begin, end = _read_code(text, place, text.words[place])
        if begin < end and not any(covered[begin:end]):
            covered[begin:end] = b"\1" * (end - begin)
            masked = float(guess.masked[begin:end].sum()) / (end - begin)
            yield NameRange(begin, end, _CODE, max(masked, _LIKELY))


def _read_code(text: CasedText, place: int, word: str) -> tuple[int, int]:
    """Where the code begins and ends that a word is, or announces as the name of a field."""
    if word[0].isupper() and _FORM.fullmatch(word):
        return place, place + 1
    if word.lower() not in _FIELDS:
        return 0, 0
    begin, signed = place + 1, False
    while (
        begin < len(text)
        and begin <= place + _LONGEST_SIGN + 1
        and text.words[begin].lower() in _NUMBER_SIGNS
    ):
        if text.gaps[begin] > BLANK:
            return 0, 0
        signed = signed or text.words[begin] != "."
        begin += 1
    if begin >= len(text) or text.gaps[begin] > BLANK:
        return 0, 0
    return begin, _end_of_code(text, begin, signed)


def _end_of_code(text: CasedText, begin: int, signed: bool) -> int:
    """Where the code that begins at a place ends; the place itself if there is none."""
    end = begin + 1
    while end < min(len(text), begin + _LONGEST) and text.gaps[end] == NOTHING and _goes_on(text, end):
        end += 1
    code = "".join(text.words[begin:end]).rstrip("/-")
    digits = sum(map(str.isdigit, code))
    if _DATE.fullmatch(code) or not digits:
        return begin
    if _MIXED.fullmatch(code) and len(code) >= _SHORTEST:
        return end
    return end if code.isdigit() and digits >= (_FEWEST_SIGNED if signed else _FEWEST_DIGITS) else begin


def _goes_on(text: CasedText, place: int) -> bool:
    word = text.words[place]
    return word in {"/", "-"} or (word[0].isalnum() and text.words[place - 1] in {"/", "-"})
