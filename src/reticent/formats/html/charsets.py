"""The letters behind bytes: which character set they are in, and a refusal where that is not certain."""

from __future__ import annotations

import codecs
import re

from reticent.errors import DocumentError

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_READ_AS_1252 = frozenset(("ascii", "iso8859-1", "cp1252"))
"""What browsers read as Windows-1252, whatever the page calls it."""

_KNOWN = re.compile(
    r"utf-8|utf-16(-[lb]e)?|gbk|gb2312|gb18030|big5|shift_jis|cp932|euc_jp|iso2022_jp|euc_kr|cp949|koi8-[ru]"
    r"|mac-roman|iso8859-\d+|cp125\d|cp874|tis-620|ascii"
)
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
}
"""Sets that hold all of another; files that name the smaller one often use the larger."""

_MULTIBYTE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")


def decode_text(data: bytes, declared: str | None, where: str) -> str:
    """The text of bytes; a DocumentError when their character set is unknown, or another than is declared."""
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return _decode(data[len(mark) :], charset, charset, where)
    if not declared:
        return _decode(data, "utf-8", None, where)
    charset = _look_up(declared, where)
    if charset not in ("utf-8", "iso2022_jp") and not charset.startswith("utf-16"):
        _refuse_hidden_utf8(data, where)
    if charset in _READ_AS_1252:
        return _decode(data, "cp1252", declared, where)
    return _decode(data, _WIDER.get(charset, charset), declared, where)


def _look_up(declared: str, where: str) -> str:
    try:
        charset = codecs.lookup(declared.strip("'\" \t\r\n")).name
    except (LookupError, ValueError):
        charset = ""
    if not _KNOWN.fullmatch(charset):
        raise DocumentError(
            f"{where} declares a character set that is not read here: save it in UTF-8, for example with 'iconv'"
        )
    return charset


def _refuse_hidden_utf8(data: bytes, where: str) -> None:
    """Refuse text that declares some other set but is UTF-8: read as declared, its accents would hide names."""
    if not _MULTIBYTE.search(data):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return
    raise DocumentError(
        f"{where} declares another character set than UTF-8, which it is in: correct what it declares"
    )


def _decode(data: bytes, charset: str, declared: str | None, where: str) -> str:
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        said = "is not in the character set that it declares" if declared else "is not UTF-8"
        raise DocumentError(
            f"{where} {said} (byte {error.start}): convert it first, for example with 'iconv -f cp1252 -t utf-8'"
        ) from None
    if "\0" in text:
        raise DocumentError(f"{where} holds a NUL character, so it is no text: save it in UTF-8")
    return text
