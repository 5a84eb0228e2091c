"""Words, numbers and punctuation, each with its place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from reticent.text.span import Span

TOKENIZER_VERSION = "1"
"""Changes whenever the same text could give other tokens or other normal forms; an index records it."""

_LISTED = """Adm Apr Assn Assoc Aug Ave Bldg Blvd Brig Bros Capt Cmdr Co Col Comdr Corp Cpl Dec Dept Det Dist Dr Ed Esq
    Feb Fig Figs Fri Ft Gen Gov Govt Hon Inc Insp Intl Jan Jr Jul Jun Lt Ltd Maj Mar Messrs Mfg Mon Mr Mrs Ms Msgr
    Mt Mts Mx Nat No Nos Nov Oct Op Org Par Pres Prof Pt Pvt Rd Rep Reps Rev Sat Sec Sen Sens Sep Sept Sgt Sr St
    Ste Supt Thu Thur Thurs Treas Tue Tues Univ Vol Vols Vs Wed
    approx assn ca cf co corp dept ed eds esp etc fig figs ft govt inc incl jr lb lbs ltd nos p pp resp sr st viz
    vol vols vs yr yrs"""
ABBREVIATIONS = frozenset(_LISTED.split())
"""Words that are written with a full stop at their end, here without it; "sat." is none, "Sat." may be one."""

# Scripts with combining vowels and accents lie in these blocks; scanning them takes about two milliseconds.
_MARK_BLOCKS = (range(0x300, 0x3100), range(0xA66F, 0xABF0), range(0xFE00, 0xFE30))
_MARKS = "".join(
    chr(code) for block in _MARK_BLOCKS for code in block if unicodedata.category(chr(code))[0] == "M"
)
IGNORABLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Characters that show nothing and divide no word: the soft hyphen, zero-width spaces and joiners."""

_RUN = rf"[^\W_]++(?:[{_MARKS}{IGNORABLE}]++[^\W_]*+)*+"
# "HIV-positive" must give "HIV" away as a word of its own, while "X-ray" and "COVID-19" stay whole.
_HYPHEN = r"(?:(?<![A-Z][A-Z])|(?![-‐‑][a-z]))(?!(?<=[a-z])[-‐‑][A-Z][A-Z])[-‐‑]"
_CLITIC = r"['’](?i:s|d|m|ll|re|ve)\b"
_NEGATION = r"[nN]['’][tT]\b"
_JOINT = rf"(?:{_HYPHEN}|(?!{_CLITIC})['’]|(?<=\d)[.,:/](?=\d)|(?<=[A-Z])&(?=[A-Z]))"

# Most words are plain letters before a space or a comma: the first line keeps the others from being tried.
_TOKEN = re.compile(
    rf"""
    [A-Za-z]++(?=[ ,\n;)])
  | [A-Za-z0-9._%+-]{{1,64}}@[A-Za-z0-9-]{{1,63}}(?:\.[A-Za-z0-9-]{{1,63}}){{1,8}}   # someone@example.org
  | (?:https?:/|www\.)[^\s<>"]*[\w/]                                                  # addresses on the web
  | \b(?:[^\W\d_]\.){{2,}}(?:[A-Z]\b)?                                                # U.S., e.g.
  | (?=[A-Za-z]{{1,6}}+\.)(?:{"|".join(sorted(ABBREVIATIONS))})\.(?!\w)              # Dr., Inc.
  | (?:Ph\.D|M\.Sc|B\.Sc)\b\.?
  | {_NEGATION} | {_CLITIC}
  | [A-Za-z]+?(?={_NEGATION})                                                         # do|n't
  | {_RUN}(?:{_JOINT}{_RUN})*+
  | ([^\w\s]|_)(?:\1|[{_MARKS}{IGNORABLE}])*+                                          # ..., --, and emoji
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a run of punctuation."""

    start: int
    end: int
    text: str = field(repr=False)

    @property
    def span(self) -> Span:
        """Its place in the text."""
        return Span(self.start, self.end)


def tokenize(text: str) -> list[Token]:
    """All tokens in order; only white space lies between them.

    Contractions and possessives are divided, hyphenated words, decimals and abbreviations are not:

    >>> [token.text for token in tokenize("The U.S. patient's well-known 3.5 % don't hurt.")]
    ['The', 'U.S.', 'patient', "'s", 'well-known', '3.5', '%', 'do', "n't", 'hurt', '.']
    """
    return [Token(match.start(), match.end(), match[0]) for match in _TOKEN.finditer(text)]


def token_texts(text: str) -> list[str]:
    """The words of `tokenize` without their places, for those who read a corpus."""
    return [match[0] for match in _TOKEN.finditer(text)]
