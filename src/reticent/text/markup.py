"""What writing for machines puts into words and a reader of the page never sees: codes, marks of emphasis, tags.

HTML and Markdown, LaTeX and BibTeX, percent and quoted-printable encoding, escapes in JSON, SQL and program text.

Where the characters of a changed text came from.
"""

from __future__ import annotations

import binascii
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from reticent.text.document import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Origins:
    """For each character of a reading, the range of the original that it stands for."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def through(self, earlier: Origins | None) -> Origins:
        """These origins, traced back through an earlier reading."""
        if earlier is None:
            return self
        return Origins(earlier.starts[self.starts], earlier.ends[self.ends - 1])


def take_disjoint(changes: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The changes in order, without those that overlap another one that begins earlier or comes first."""
    taken: list[tuple[int, int, str]] = []
    for change in sorted(changes, key=lambda each: each[0]):
        if not taken or change[0] >= taken[-1][1]:
            taken.append(change)
    return taken


def put_in(text: str, shown: Sequence[tuple[int, int, str]]) -> tuple[str, Origins]:
    """The text with each of these places, in order, replaced by what is shown there."""
    import numpy as np

    parts: list[str] = []
    starts, ends = [], []
    position = 0
    for start, end, new in [*shown, (len(text), len(text), "")]:
        plain = np.arange(position, start)
        parts += [text[position:start], new]
        starts += [plain, np.full(len(new), start)]
        ends += [plain + 1, np.full(len(new), end)]
        position = end
    return "".join(parts), Origins(np.concatenate(starts), np.concatenate(ends))


def leave_out(text: str, gaps: Sequence[tuple[int, int]]) -> tuple[str, Origins]:
    """The text without these places."""
    import numpy as np

    kept = np.ones(len(text), dtype=bool)
    parts, position = [], 0
    for start, end in gaps:
        kept[start:end] = False
        parts.append(text[position:start])
        position = end
    starts = np.flatnonzero(kept)
    return "".join([*parts, text[position:]]), Origins(starts, starts + 1)


_ACCENTS = dict(
    zip(
        "`'^\"~=.uvHckrd",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0306\u030c\u030b\u0327\u0328\u030a\u0323",
        strict=True,
    )
)
"""The accents of LaTeX, by the sign or letter after the backslash."""

_TEX_LETTERS = {
    **dict(zip(("o", "O", "l", "L", "i", "j", "dh", "th", "dj"), "øØłŁıȷðþđ", strict=True)),
    **dict(zip(("ss", "ae", "AE", "oe", "OE", "aa", "AA"), "ßæÆœŒåÅ", strict=True)),
}
_L = r"(?:[A-Za-z]|\\[ij](?![A-Za-z]))"
_ACCENT = (
    rf"\{{\\(?:[`'^\"~=.]|[uvHckrd](?![A-Za-z]))\s*(?:{_L}|\{{{_L}\}})\}}"  # {\'e}  {\'{e}}  {\c c}
    rf"|\\(?:[`'^\"~=.]|[uvHckrd])\{{{_L}\}}"  # \'{e}  \c{{c}}
    rf"|\\(?<=[A-Za-z}}]\\)(?:[`'^\"~=]{_L}|\.[zZ])"  # Jos\'e; after a blank \"o begins a quotation in a string
)
_NAME_OF_LETTER = "|".join(sorted(_TEX_LETTERS, key=len, reverse=True))
_TEX_LETTER = rf"\{{\\(?:{_NAME_OF_LETTER})\}}|\\(?:{_NAME_OF_LETTER})(?:\{{\}}|[ ](?=[a-z])|(?![A-Za-z]))"
_APOSTROPHE_NEXT = re.compile(r"(?<![A-Za-z])[A-Z]\Z")
_UNITS = re.compile(r"[0-9A-Fa-f]{2,8}")


class _Code(NamedTuple):
    """A way to write characters by others; no text has it without its `sign`. `read` gives "" where nothing is shown."""

    sign: str
    regex: re.Pattern[str]
    read: Callable[[re.Match[str]], str | None]


def _read_octets(written: re.Match[str]) -> str | None:
    """The characters of hexadecimal bytes: UTF-8, else the letters of Latin-1; nothing where they are neither."""
    plain = re.sub(r"%(?:25)+(?=[0-9A-Fa-f]{2})", "%", written[0])  # encoded twice: "%2520"
    octets = binascii.unhexlify("".join(re.findall(r"[0-9A-Fa-f]{2}", plain)))
    try:
        shown = octets.decode()
    except UnicodeDecodeError:
        shown = octets.decode("latin-1")
        return shown if shown.isalpha() else None
    return shown if shown.isprintable() or shown.isspace() else None


def _read_units(written: re.Match[str]) -> str | None:
    """The characters of hexadecimal code points, of which some pair up as in UTF-16."""
    codes = [int(unit, 16) for unit in _UNITS.findall(written[0])]
    if any(code > 0x10FFFF for code in codes):
        return None
    shown = "".join(map(chr, codes)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return None if "\ufffd" in shown else shown


def _read_accent(written: re.Match[str]) -> str | None:
    """The letter with its accent; a backslash before an apostrophe may also just keep a string from ending ("O\\'Neil")."""
    accent, letter = written[0].strip("{}")[1], written[0].rstrip("}")[-1]
    bare = written[0][0] == "\\" and "{" not in written[0]
    if bare and accent == "'" and _APOSTROPHE_NEXT.search(written.string, 0, written.start()):
        return f"'{letter}"
    shown = unicodedata.normalize("NFC", letter + _ACCENTS[accent])
    if len(shown) == 1 and not (bare and letter in "st"):
        return shown
    return f"{accent}{letter}" if bare and accent in "'\"" else None


def _read_encoded_word(written: re.Match[str]) -> str | None:
    """What a word of a mail header shows: =?utf-8?B?Sm9zw6k=?="""
    from email.header import decode_header, make_header

    try:
        return str(make_header(decode_header(written[0])))
    except (LookupError, ValueError, UnicodeDecodeError):
        return None


def _read_escape(written: re.Match[str]) -> str | None:
    """The line end that a string writes as "\\n"; a backslash in a path of Windows is none."""
    before = written.string[max(0, written.start() - _REACH) : written.start() + 1]
    return None if ":\\" in before.rpartition(" ")[2] else "\n"


def _read_escaped_sign(written: re.Match[str]) -> str | None:
    """The sign after a backslash; between letters "\\-" says where a word may be broken, and is left to the marks."""
    return None if written[0] == "\\-" and not written.string[written.end()].isdecimal() else written[0][1]


def _read_word_for_sign(written: re.Match[str]) -> str:
    """The sign that a word in brackets stands for: "example [dot] org"."""
    return "@" if "a" in written[0].lower() else "."


def _read_block(tags: re.Match[str]) -> str:
    """What parts the text before tags from that after them: a tab between cells, a line end between paragraphs."""
    return "\t" if re.match(r"</t[dh]>\s*<t[dh]", tags[0], re.IGNORECASE) else "\n"


_REACH = 100
"""Characters beside a mark or a code that are looked at."""

_HEX = "[0-9A-Fa-f]"
_WORD_FOR_SIGN = r"(?<=[^\W_])\s?[\[({]\s?(?i:dot|at)\s?[\])}]\s?(?=[^\W_])"
_OF_COMMANDS = (
    "begin|beta|bar(?![a-z])|big|bib|bf|box|bullet|newline|newpage|newcommand|neq?(?![a-z])|noindent|nonumber|notin|nu(?![a-z])"
    "|nabla|text[a-z]{2}|tau(?![a-z])|tan(?![a-z])|times|title|tab(?:le|ular)|tiny|rho(?![a-z])|right|ref(?![a-z])|raise|rule|rm"
)
"""How commands of LaTeX begin whose first letter is also one of an escape."""

_CODES = (
    _Code(
        "&",
        re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][0-9A-Za-z]{1,30});"),
        lambda written: unescape(written[0]),
    ),
    _Code("=?", re.compile(r"=\?[\w-]{2,20}\?[BbQq]\?[^?\s]{1,200}\?="), _read_encoded_word),
    _Code("%", re.compile(rf"%{_HEX}{{2}}(?:%{_HEX}{{2}}|(?<=%25){_HEX}{{2}})*+"), _read_octets),
    _Code("%u", re.compile(rf"%u{_HEX}{{4}}(?:%u{_HEX}{{4}})*+"), _read_units),
    _Code("=", re.compile(r"=[89A-F][0-9A-F](?:=[89A-F][0-9A-F])*+"), _read_octets),
    # No program writes "=41" for a letter, so this one counts before a letter or another code only: "id=48" is none.
    _Code("=", re.compile(r"=[2-7][0-9A-F](?:=[2-7][0-9A-F])*(?:(?=[A-Za-z=])|(?<==[2-7][0-9A-F]=[2-7][0-9A-F])|(?<=[2-7][A-F]))"), _read_octets),
    _Code("=", re.compile(r"=(?<=[^\s=]=)[ \t]{0,3}\r?\n(?=[^\s=])"), lambda _: ""),
    _Code("\\", re.compile(_ACCENT), _read_accent),
    _Code("\\", re.compile(_TEX_LETTER), lambda written: _TEX_LETTERS[written[0].strip("\\{} ")]),
    _Code("\\x", re.compile(rf"\\x{_HEX}{{2}}(?:\\x{_HEX}{{2}})*+"), _read_octets),
    _Code("\\", re.compile(rf"(?:\\u{_HEX}{{4}}|\\U{_HEX}{{8}}|\\u\{{{_HEX}{{2,6}}\}})+"), _read_units),
    _Code("\\", re.compile(rf"\\(?<!\\\\)(?!(?:{_OF_COMMANDS}))(?:[ntr](?=[\w\"'\\\s]|\Z)|b(?=[a-z]))"), _read_escape),
    _Code("\u202e", re.compile("\u202e[^\n\u202c\u202e]{1,200}"), lambda written: written[0][:0:-1]),  # shown from right to left
    _Code("\x1b", re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]"), lambda _: ""),
    _Code("<", re.compile(r"<(?<=[0-9]<)[bB][rR]\s{0,3}/?>(?=[0-9])"), lambda _: " "),
    _Code("<", re.compile(r"(?:</?(?i:td|th|tr|p|div|li|dt|dd|table|tbody|thead)(?:\s[^<>]{0,200})?>\s{0,20})++"), _read_block),
    _Code("+", re.compile(r"\+(?<=[0-9]\+)(?=[0-9]{3})"), lambda _: " "),
    _Code("--", re.compile(r"--(?<=[0-9]--)(?=[0-9])"), lambda _: "-"),
    _Code("~", re.compile(r"~(?<=[0-9]~)(?=[0-9])"), lambda _: "-"),
    _Code("|", re.compile(r"\|(?<=[0-9]\|)(?=[0-9]{2})"), lambda _: "-"),
    _Code("•", re.compile("•(?<=[0-9]•)(?=[0-9])"), lambda _: "-"),
    _Code("→", re.compile("→(?<=[0-9]→)(?=[0-9])"), lambda _: "-"),
    _Code("\\", re.compile(r"\\(?<=[0-9:/]\\)/(?=[^\W_]|\\/)"), lambda _: "/"),
    _Code("\\", re.compile(r"\\(?:(?<=[^\W_]\\)[-._@+()](?=[^\W_])|[(+](?=[0-9])|(?<=[0-9]\\)\))"), _read_escaped_sign),
    _Code("dot", re.compile(_WORD_FOR_SIGN), _read_word_for_sign),
    _Code("DOT", re.compile(_WORD_FOR_SIGN), _read_word_for_sign),
    _Code("\\", re.compile(r"\\(?<=[^\W_]\\)[ ,;:](?=[^\W_])"), lambda _: " "),
    _Code("~", re.compile(r"~(?<=[^\W\d_]~)(?=[^\W\d_])"), lambda _: " "),
    _Code("+", re.compile(r"\+(?<=[^\W\d_]{2}\+)(?=[^\W\d_]{2})"), lambda _: " "),
)  # fmt: skip
"""In the order in which they are tried: where two of them overlap, the one that begins first counts, then the first here.

Their expressions begin with the sign itself and look back from it, so that they skip what has none.
"""

_INLINE = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup"
    "|time|tt|u|var|wbr"
)
_TAG = (
    rf"</?(?i:{_INLINE})(?:\s[^<>]{{0,500}})?/?>|<!--[^<>]{{0,500}}-->"
    r"|\[/?(?i:b|i|u|s|sub|sup|code|quote|color|size|font|url)(?:=[^\[\]]{0,60})?\]"
)
_MARKS = re.compile(rf"(?:{_TAG}|\\[-/]|\{{\}}|\*{{1,3}}|~~|==|`{{1,2}})++")
_SIGNS_OF_MARKS = ("<", "[", "\\", "{}", "*", "~~", "==", "`")
_COMMAND = re.compile(
    r"(?P<open>\\(?:text(?:bf|it|sc|rm|sf|tt|md|up|sl|normal)|emph|underline|uline|mbox|uppercase|math[a-z]{2,3})\{"
    r"|\{\\(?:bf|it|em|sc|rm|sf|tt|sl)\s{1,2})(?:(?P<word>[^\W_]{1,30})|[^{}]{1,200})(?P<close>\})"
)
_GROUP = re.compile(r"(?<![\\{}$#@%_^\]])\{(?P<word>[^\W_]{1,30})\}(?!\{)")
_CHAIN = re.compile(r"(?<![\\}$#@%_^\]])(?:\{[^\W_]{1,30}(?:[ -][^\W_]{1,30}){0,3}\}[^\W_]{0,30}+)++")
_BRACED = re.compile(r"\{[^{}]+\}")
_BRACE = re.compile(r"[{}]")
_LINES = re.compile(
    r"(?<![^\W_])(?P<open>__)[^\W_]{1,30}(?:[ -][^\W_]{1,30}){0,3}(?P<close>__)(?=[^\W_])"
    r"|(?<=[^\W_])(?P<first>__)[^\W_]{1,30}(?P<last>__)(?!\w)"
)
"""Two underscores around a part of a word: "__H__IV"; around all of it they are a name that programs use."""
_NAME_OF_COMMAND = re.compile(r"\\[A-Za-z]{1,30}\*?\Z")
_JOINTS = frozenset("-./@:")
"""Signs inside numbers and addresses: a mark beside one of them stands inside the value."""


def may_hold_codes(text: str) -> bool:
    """Whether a text has a sign without which there is nothing to decode or to leave out in it."""
    for sign in _SIGNS:  # a loop, because every text is asked about every sign
        if sign in text:
            return True
    for sign, shape in _RARE_SIGNS:  # noqa: SIM110 - for the same reason
        if sign in text and shape.search(text):
            return True
    return False


_SIGNS = (*"&%=\\~+<*{`\x1b\u202e•→",)
_RARE_SIGNS = (
    ("[", re.compile(r"\[/?[a-zA-Z]|\[ dot")),
    ("|", re.compile(r"\|[0-9]")),
    ("__", _LINES),
    ("--", re.compile(r"--[0-9]")),
    ("dot", re.compile(r"\(\s?dot")),
    ("DOT", re.compile(r"[\[(]\s?DOT")),
)
"""Signs that count where something of this stands with them."""


def find_codes(text: str) -> list[tuple[int, int, str]]:
    """Where a text writes characters by codes, and what they show, in order and disjoint.

    >>> find_codes("HI&#86; &amp; &unknown; Jos{\\\\'e} =48IV %20")
    [(2, 7, 'V'), (8, 13, '&'), (27, 32, 'é'), (33, 36, 'H'), (39, 42, ' ')]
    """
    found = [
        (*written.span(), shown)
        for code in _CODES
        if code.sign in text
        for written in code.regex.finditer(text)
        if (shown := code.read(written)) is not None and shown != written[0]
    ]
    return take_disjoint(found)


def find_marks(text: str) -> list[tuple[int, int, str]]:
    """The marks of emphasis and the tags of a text in which one of them stands inside a word or a value, in order; else nothing.

    Each with what is shown there, which is nothing but for braces around a part of a word. Between digits a mark counts only
    where the same word has it twice: "2*3" is no emphasis.

    >>> text = "*H*IV <b>H</b>IV {H}IV 2*3 **1**23 <b>219</b>-09 \\\\begin{it}"
    >>> [text[start:end] for start, end, _ in find_marks(text)]
    ['*', '*', '<b>', '</b>', '{H}', '**', '**', '<b>', '</b>']
    >>> find_marks("**HIV** <b>HIV</b>")
    []
    """
    some = any(sign in text for sign in _SIGNS_OF_MARKS)
    marks = [each for each in _MARKS.finditer(text) if _is_hidden(each)] if some else []
    braces = list(_find_braces(text)) if "{" in text else []
    if "__" in text:
        lines = (span for each in _LINES.finditer(text) for span in map(each.span, _LINES.groupindex))
        braces += [(*span, "") for span in lines if span[0] >= 0]
    if not any(map(_is_inside, marks)) and not braces:
        return []
    return take_disjoint([*braces, *((*each.span(), "") for each in marks)])


def balance_marks(text: str, place: Span) -> Span:
    """A place with the marks right beside it whose partners are inside: of "{H}IV" and "<b>New</b> York" no mark is left over.

    >>> balance_marks("a {H}IV test", Span(3, 7)), balance_marks("New *York* is", Span(0, 9))
    (Span(start=2, end=7), Span(start=0, end=10))
    """
    start, end = place.start, place.end
    waiting: list[tuple[str, str]] = []
    for each in _PAIRED.finditer(text, start, end):
        if waiting and waiting[-1][1] == each[0]:
            waiting.pop()
        else:
            waiting.append((each[0], _closing(each)))
    left = []
    for mark, close in waiting:
        before = _OPENS.search(text, max(0, start - _REACH), start)
        if before and _closing(before) == mark:
            start = before.start()
        else:
            left.append(close)
    for close in reversed(left):
        end += len(close) if close and text.startswith(close, end) else 0
    return Span(start, end)


def _closing(mark: re.Match[str]) -> str:
    """What closes that which a mark opens; nothing where it only closes."""
    if mark["tag"]:
        return f"</{mark['tag']}>"
    return (
        "}"
        if mark[0][-1] == "{"
        else _CLOSERS.get(mark[0][0], "") or ("" if mark[0][0] in "<)]}”»" else mark[0])
    )


_CLOSERS = {"(": ")", "[": "]", "“": "”", "«": "»"}
_PAIRED = re.compile(
    r"<(?P<tag>\w{1,10})(?:\s[^<>\n]{0,60})?>|</\w{1,10}>|\\[A-Za-z]{1,12}\{|[{}()\[\]“”«»\"]|\*{1,3}|`{1,2}|~~|__"
)
_OPENS = re.compile(rf"(?:{_PAIRED.pattern})\Z")


def _find_braces(text: str) -> Iterator[tuple[int, int, str]]:
    """The commands of LaTeX that only change the letters, and braces around a part of a word: "{H}IV".

    A part of a word is one with its braces, so that none of them is left alone when the word goes.
    """
    for group in _COMMAND.finditer(text):
        start, end = group.span()
        if group["word"] and _is_joined(group):
            yield start, end, group["word"]
        else:
            yield start, group.end("open"), ""
            yield group.start("close"), end, ""
    for group in _GROUP.finditer(text):
        argument = _NAME_OF_COMMAND.search(text, max(0, group.start() - 32), group.start())
        if _is_joined(group) and not argument:
            yield (*group.span(), group["word"])
    yield from _find_chains(text)


def _find_chains(text: str) -> Iterator[tuple[int, int, str]]:
    """The braces of groups that are one word together, or of which one holds the end of another word: "{H}{I}V", "{New Y}ork"."""
    for chain in _CHAIN.finditer(text):
        braces = list(_BRACE.finditer(text, *chain.span()))
        before = text[max(0, chain.start() - 1) : chain.start()]
        bare = len(_BRACE.sub("", chain[0])) - sum(len(group) - 2 for group in _BRACED.findall(chain[0]))
        single = len(braces) > 2 and len(chain[0]) == 3 * len(braces) // 2  # "{H}{I}{V}", no "{first}{last}"
        argument = _NAME_OF_COMMAND.search(text, max(0, chain.start() - 32), chain.start())
        if (bare or (single and not before.isalnum())) and not argument:
            yield from ((*brace.span(), "") for brace in braces)


def _is_joined(group: re.Match[str]) -> bool:
    """Whether a word goes on beside a group, or a number in the next or from the last: "{219}-{09}-{9184}"."""
    text, (start, end) = group.string, group.span()
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if after[:1].isalnum() or before[-1:].isalnum():
        return True
    joints = _JOINTS | {" "} if any(map(str.isdecimal, group["word"])) else _JOINTS
    return (after[:1] in joints and after[1:] == "{") or (before[-1:] in joints and before[:-1] == "}")


def _is_hidden(marks: re.Match[str]) -> bool:
    """Whether somebody who sees the page doesn't see the marks: they touch a word and are no sign of their own."""
    text, (start, end) = marks.string, marks.span()
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if (before[-1:].isspace() or not before) and (after[:1].isspace() or not after):
        return False
    if marks[0][0] in "<\\[" or not _is_inside(marks) or (before[-1].isalpha() and after[0].isalpha()):
        return True
    return marks[0][0] in before.split()[-1] or marks[0][0] in after.split()[0]


def _is_inside(marks: re.Match[str]) -> bool:
    """Whether a word or a value goes on after the marks: "H*IV*", "<b>219</b>-<b>09</b>"."""
    text, (start, end) = marks.string, marks.span()
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before[-1:].isalnum():
        goes_on = after[:1] in _JOINTS or (after[:1] == " " and before[-1].isdecimal())
        return after[:1].isalnum() or (goes_on and (after[1:].isdecimal() or after[1:] in _BEGINS_MARK))
    return before[-1:] in _JOINTS and after[:1].isalnum() and before[:1].isalnum()


_BEGINS_MARK = frozenset("<*`{\\[~=")
