"""Formulas of spreadsheets: which may stay, because they hold no words and lead nowhere else."""

from __future__ import annotations

import re

_FUNCTIONS = (
    "SUM AVERAGE MIN MAX COUNT COUNTA COUNTBLANK ROUND ROUNDUP ROUNDDOWN ABS INT MOD SQRT POWER PRODUCT SUMPRODUCT MEDIAN"
    " STDEV VAR RANK IF AND OR NOT IFERROR SUBTOTAL LN LOG EXP PI"
)
_CELL = r"\$?[A-Z]{1,3}\$?\d{1,7}"
_PLAIN = re.compile(
    rf"(?:(?:{'|'.join(_FUNCTIONS.split())})\(|{_CELL}(?::{_CELL})?|\d+(?:\.\d+)?%?|[-+*/^(),;<>=\s])+"
)
_OPEN_CELL = r"\[\.\$?[A-Z]{1,3}\$?\d{1,7}(?::\.\$?[A-Z]{1,3}\$?\d{1,7})?\]"
_PLAIN_OPEN = re.compile(
    rf"(?:of:)?=(?:(?:{'|'.join(_FUNCTIONS.split())})\(|{_OPEN_CELL}|\d+(?:\.\d+)?%?|[-+*/^();<>=\s])+"
)


def is_plain(formula: str) -> bool:
    """Whether a formula of an Open XML sheet only computes with numbers and cells of its own sheet.

    >>> is_plain("SUM(A1:B2)*2"), is_plain('A1&"Zoe"'), is_plain("Zoe!A1"), is_plain("VLOOKUP(A1,B:C,2)")
    (True, False, False, False)
    """
    return bool(_PLAIN.fullmatch(formula))


def is_plain_open(formula: str) -> bool:
    """The same for a formula of an OpenDocument sheet.

    >>> is_plain_open("of:=SUM([.A1:.B2])"), is_plain_open("of:=[$Zoe.A1]")
    (True, False)
    """
    return bool(_PLAIN_OPEN.fullmatch(formula))
