"""What may stay of a page besides its text: elements, attributes and values by keep-list.

All of it is vocabulary: none of these values can hold a word of somebody's own.
"""

from __future__ import annotations

import re

BLOCKS = frozenset(
    "address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup"
    " option p pre search section select summary table tbody td textarea tfoot th thead title tr ul".split()
)
"""Elements that begin and end a line."""

VOID = frozenset("area br col hr img input wbr".split())

KEPT = BLOCKS | frozenset(
    "a abbr acronym area b bdi bdo big button cite code data del dfn em font i img input ins kbd label map mark meter"
    " nobr output picture progress q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr"
    " math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mspace"
    " mstyle mpadded mphantom merror semantics".split()
)
"""Elements that stay; of others the tag goes and what they hold stays, unless it is hidden."""

HIDDEN = {
    "script": "scripts",
    "style": "style sheets",
    "template": "templates",
    "noscript": "alternatives to scripts",
    **dict.fromkeys(("noframes", "iframe", "frameset"), "frames"),
    **dict.fromkeys(
        ("noembed", "object", "applet", "audio", "video", "canvas", "annotation", "annotation-xml"),
        "embedded objects",
    ),
    "svg": "drawings",
    "datalist": "hidden form fields",
    "xml": "embedded data",
}
"""Elements that go with all that they hold, and what the report calls them."""

COUNTED = {
    "meta": "metadata",
    **dict.fromkeys(("link", "base"), "links to other files"),
    **dict.fromkeys(("embed", "param", "source", "track"), "embedded objects"),
    "frame": "frames",
}

JUDGED = frozenset("alt title placeholder summary label abbr aria-label aria-description standby".split())
"""Attributes whose values are text."""

LINKS = frozenset(("href", "src"))

SHOWN_INPUTS = frozenset(
    "text search email tel url number date month week time datetime-local submit button reset".split()
)
_COLOURS = (
    "aqua|black|blue|brown|crimson|cyan|darkblue|darkgray|darkgreen|darkgrey|darkred|fuchsia|gold|gray|green|grey|indigo"
    "|inherit|lightblue|lightgray|lightgreen|lightgrey|lightyellow|lime|magenta|maroon|navy|olive|orange|pink|purple|red"
    "|royalblue|salmon|silver|steelblue|teal|transparent|violet|white|whitesmoke|yellow|currentcolor"
    r"|#[0-9a-f]{3}|#[0-9a-f]{6}|rgba?\(\d{1,3}%?(?:, ?\d{1,3}%?){2}(?:, ?[01]?\.?\d{0,2})?\)"
)
_SIZE = r"[+-]?(?:\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(?:px|pt|em|rem|ex|in|cm|mm|vh|vw|%)?"
_WORDS = (
    "auto|none|normal|inherit|initial|bold|bolder|lighter|italic|oblique|underline|line-through|overline|left|right"
    "|center|justify|start|end|top|middle|bottom|baseline|sub|super|solid|dashed|dotted|double|groove|ridge|inset|outset"
    "|hidden|collapse|separate|block|inline|inline-block|table|table-cell|table-row|flex|grid|both|nowrap|pre|pre-wrap"
    "|pre-line|break-word|break-all|uppercase|lowercase|capitalize|thin|medium|thick|small|smaller|large|larger|x-small"
    "|x-large|xx-small|xx-large|disc|circle|square|decimal|lower-alpha|upper-alpha|lower-roman|upper-roman|serif"
    "|sans-serif|monospace|cursive|arial|helvetica|verdana|tahoma|georgia|times|courier|visible|always|avoid|border-box"
)
_VALUE = rf"(?:{_COLOURS}|{_WORDS}|{_SIZE})"
_STYLE = re.compile(rf"{_VALUE}(?:(?:, ?| ){_VALUE}){{0,7}}(?: ?!important)?", re.I)
_PROPERTIES = frozenset(
    "background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width"
    " border-collapse border-color border-left border-radius border-right border-spacing border-style border-top"
    " border-width box-sizing clear color direction display float font font-family font-size font-style font-variant"
    " font-weight height letter-spacing line-height list-style list-style-type margin margin-bottom margin-left"
    " margin-right margin-top max-height max-width min-height min-width opacity overflow padding padding-bottom"
    " padding-left padding-right padding-top page-break-after page-break-before page-break-inside table-layout"
    " text-align text-decoration text-indent text-transform vertical-align visibility white-space width word-break"
    " word-spacing word-wrap".split()
)
_NUMBER = re.compile(r"-?\d{1,4}%?")
_COLOUR = re.compile(_COLOURS, re.I)
_ALIGNMENTS = re.compile("left|right|center|justify|char|top|middle|bottom|baseline", re.I)
_FLAGS = "checked disabled selected readonly hidden required multiple nowrap noshade open reversed".split()
_LANGUAGE = re.compile("[a-z]{2}(?:-[a-z]{2})?", re.I)
_VALUES: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        "colspan rowspan span start border cellpadding cellspacing width height size cols rows hspace vspace"
        " tabindex min max step high low optimum".split(),
        _NUMBER,
    ),
    **dict.fromkeys(("bgcolor", "color", "bordercolor", "text", "link", "vlink", "alink"), _COLOUR),
    **dict.fromkeys(("align", "valign"), _ALIGNMENTS),
    **{name: re.compile(f"(?:{name}|)", re.I) for name in _FLAGS},
    "dir": re.compile("ltr|rtl|auto", re.I),
    **dict.fromkeys(("lang", "xml:lang"), _LANGUAGE),
    "scope": re.compile("row|col|rowgroup|colgroup", re.I),
    "xmlns": re.compile(re.escape("http://www.w3.org/1999/xhtml")),
    "type": re.compile(
        "|".join([*SHOWN_INPUTS, "checkbox", "radio", "password", "disc", "circle", "square", "[1aAiI]"])
    ),
}
_DOCTYPE = re.compile(
    r'<!DOCTYPE html(?: PUBLIC "-//W3C//DTD X?HTML [1-4]\.[0-9]{1,2}(?: (?:Transitional|Strict|Frameset))?//EN"'
    r'(?:\s+"http://www\.w3\.org/TR/(?:xhtml1/DTD/xhtml1-(?:transitional|strict|frameset)|xhtml11/DTD/xhtml11'
    r'|html4/(?:loose|strict|frameset))\.dtd")?)?>',
    re.I,
)


def is_vocabulary(attribute: str, value: str) -> bool:
    """Whether an attribute and its value stay as they are."""
    if attribute == "style":
        return keep_style(value) == value
    pattern = _VALUES.get(attribute)
    return bool(pattern and pattern.fullmatch(value))


def keep_style(value: str) -> str:
    """The declarations of a style attribute that stay, in canonical form."""
    kept = []
    for each in value.split(";"):
        name, _, written = each.partition(":")
        name, written = name.strip().lower(), " ".join(written.split())
        if name in _PROPERTIES and written and _STYLE.fullmatch(written):
            kept.append(f"{name}: {written}")
    return "; ".join(kept)


def keep_doctype(source: str) -> str:
    """A document type that may stay, or the common one."""
    return source if _DOCTYPE.fullmatch(source) else "<!DOCTYPE html>"
