"""Identifiers under their labels in the layouts of papers and programs, and the disguises that hide a value's form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from quopri import encodestring
from typing import NamedTuple
from urllib.parse import quote
from zlib import crc32

from reticent.text import Mention


class Identifier(NamedTuple):
    """What a label says and the value under it, in its usual form."""

    label: str
    value: str


class Case(NamedTuple):
    """A text, where the value stands in it, and the names of what was laid out or disguised how."""

    identifier: Identifier
    form: str
    text: str
    start: int
    end: int

    @property
    def held_out(self) -> bool:
        """Whether rules may not be chosen on this case."""
        return crc32(f"{self.identifier}{self.form}".encode()) % 2 == 1


IDENTIFIERS = tuple(
    Identifier(*pair)
    for pair in (
        ("email", "maria.lopez@example.org"),
        ("e-mail", "m_lopez77@mail.example.co.uk"),
        ("phone", "+44 20 7946 0958"),
        ("phone", "(212) 555-0123"),
        ("telephone", "212-555-0123"),
        ("mobile", "07700 900123"),
        ("phone number", "2125550123"),
        ("home phone", "555-0188"),
        ("fax", "+49 30 901820"),
        ("SSN", "219-09-9184"),
        ("social security number", "219099184"),
        ("IBAN", "GB82 WEST 1234 5698 7654 32"),
        ("IBAN", "DE89370400440532013000"),
        ("card number", "4111 1111 1111 1111"),
        ("credit card", "5500-0000-0000-0004"),
        ("card", "378282246310005"),
        ("IP address", "203.0.113.45"),
        ("IP", "2001:db8::8a2e:370:7334"),
        ("MAC address", "00:1b:44:11:3a:b7"),
        ("website", "https://lopez.example.org/cv"),
        ("homepage", "www.example.org"),
        ("postcode", "SW1A 1AA"),
        ("zip code", "45402-1234"),
        ("zip", "45402"),
        ("MRN", "AB-1234567"),
        ("medical record number", "00781234"),
        ("hospital number", "778812"),
        ("patient ID", "P-448712"),
        ("NHS number", "701 234 5624"),
        ("NHS number", "7012345624"),
        ("NI number", "AB 12 34 56 C"),
        ("DOB", "12/03/1985"),
        ("date of birth", "1985-03-12"),
        ("birth date", "12 March 1985"),
        ("admission date", "March 12, 1985"),
        ("date of birth", "19850312"),
        ("DOB", "12-Mar-85"),
        ("sort code", "20-00-00"),
        ("account number", "31926819"),
        ("passport number", "533401872"),
        ("VAT number", "DE136695976"),
        ("personnummer", "811228-9874"),
        ("PESEL", "44051401359"),
        ("BSN", "111222333"),
        ("codice fiscale", "RSSMRA85T10A562S"),
        ("DNI", "12345678Z"),
        ("NIR", "2 95 10 99 126 111 93"),
        ("Steuer-ID", "86 095 742 719"),
        ("AHV", "756.9217.0769.85"),
        ("Medicare number", "4318 76539 3"),
        ("TFN", "123 456 782"),
        ("SIN", "130-692-544"),
        ("Aadhaar", "2987 6543 2101"),
        ("CPF", "529.982.247-25"),
        ("PAN", "ABCPE1234F"),
        ("VIN", "1HGCM82633A004352"),
        ("NPI", "1234567893"),
        ("IMEI", "490154203237518"),
        ("registration plate", "AB12 CDE"),
        ("MBI", "1EG4-TE5-MK73"),
        ("case number", "3:19-cv-00123"),
        ("GPS", "51.5007, -0.1246"),
    )
)

LAYOUTS = {
    "label and colon": "{Label}: {v}",
    "label, colon, no blank": "{Label}:{v}",
    "label in capitals": "{LABEL}: {v}",
    "label and blank": "{Label} {v}",
    "label and dash": "{Label} – {v}",
    "label and hyphen": "{Label} - {v}",
    "label and dots": "{Label} .......... {v}",
    "label and tab": "{Label}\t{v}",
    "label over value": "{Label}\n{v}\n",
    "label over value with a blank line": "{Label}:\n\n  {v}\n",
    "label under value": "{v}\n({label})",
    "label in brackets after it": "{v} ({label})",
    "brackets after the label": "{Label} ({v})",
    "label and hash": "{Label} # {v}",
    "label and equals": "{snake}={v}",
    "environment": 'export {UPPER_SNAKE}="{v}"',
    "form with two columns": "Name: A. Lopez          {Label}: {v}          Sex: F",
    "form to fill in": "{Label}: __{v}__  Signature: ______",
    "numbered form": "7a. {Label}\n    {v}\n7b. Occupation",
    "bullet": "- {Label}: {v}\n- Sex: F",
    "bold label": "**{Label}:** {v}",
    "bold label, colon outside": "**{Label}**: {v}",
    "Markdown table, two rows": "| {Label} | Sex |\n|---|---|\n| {v} | F |",
    "Markdown table, label first": "| {Label} | {v} |",
    "table with blanks": "Sex   {Label}\nF     {v}",
    "CSV with header": "sex,{snake},city\nF,{v},Leeds",
    "CSV with header, quoted": '"sex","{Label}","city"\n"F","{v}","Leeds"',
    "CSV with header, later row": "sex,{snake},city\nM,,Hull\nF,{v},Leeds",
    "TSV with header": "sex\t{Label}\tcity\nF\t{v}\tLeeds",
    "semicolons with header": "sex;{snake};city\nF;{v};Leeds",
    "JSON": '{{"{camel}": "{v}", "sex": "F"}}',
    "JSON, snake": '{{"sex":"F","{snake}":"{v}"}}',
    "JSON in a list": '{{"{camel}": ["{v}"]}}',
    "JSON of type and value": '{{"type": "{label}", "value": "{v}"}}',
    "Python dictionary": "{{'{snake}': '{v}'}}",
    "repr": "Person(id=7, {snake}='{v}', sex='F')",
    "YAML": "person:\n  {snake}: {v}\n  sex: F",
    "YAML list": "{snake}:\n  - {v}",
    "XML element": "<{camel}>{v}</{camel}>",
    "XML attribute": '<person {snake}="{v}" sex="F"/>',
    "HTML table": "<tr><th>{Label}</th><td>{v}</td></tr>",
    "HTML table over two rows": "<tr><th>Sex</th><th>{Label}</th></tr><tr><td>F</td><td>{v}</td></tr>",
    "HTML definition": "<dt>{Label}</dt><dd>{v}</dd>",
    "HTML input": '<input name="{snake}" value="{v}">',
    "INI": "[person]\n{snake} = {v}\n",
    "SQL insert": "INSERT INTO people (sex, {snake}) VALUES ('F', '{v}');",
    "SQL where": "SELECT * FROM people WHERE {snake} = '{v}'",
    "query string": "GET /find?{snake}={v}&sex=F",
    "log line": "2024-01-05 10:22:31 INFO user=7 {snake}={v} status=ok",
    "log in words": "[warn] invalid {label} '{v}' in row 17",
    "mail header": "X-{Header}: {v}\nSubject: hello",
    "signature": "Kind regards\nA. Lopez\n{Label}: {v} | Leeds",
    "sentence, is": "Her {label} is {v}.",
    "sentence, with": "A woman with {label} {v} was seen.",
    "sentence, changed": "Please change the {label} from {v} to none.",
    "sentence with a clause": "The {label}, which is {v}, was checked.",
    "sentence, number first": "We noted {v} as her {label}.",
    "chat line": "[10:22] ana: my {label}? its {v}",
    "question and answer": "Q: What is your {label}?\nA: {v}",
    "speech": '"{v}," she said when asked for her {label}.',
    "footnote": "See record.[1]\n\n[1] {Label}: {v}.",
    "vCard": "BEGIN:VCARD\nN:Lopez\n{UPPER_SNAKE};TYPE=HOME:{v}\nEND:VCARD",
    "LaTeX table": "{Label} & {v} \\\\",
    "Lisp-like": "(:{kebab} \"{v}\")",
    "code comment": "x = find()  # {label} {v}",
    "assignment in code": 'String {camel} = "{v}";',
    "function call": 'set{Camel}("{v}")',
    "file name": "{snake}_{v}.pdf",
    "beside a date": "{Label} {v} 17/11/2019",
    "beside an ISO date": "2019-11-17 {Label} {v} 2019-11-18",
    "a date in the next line": "{Label}: {v}\n17.11.2019",
    "a date in the next paragraph": "{Label}: {v}\n\n17 November 2019",
    "a date in the line before": "17.11.2019\n{Label} {v}",
    "a time behind it": "{Label} {v} 10:22",
    "a time in the next line": "{Label} {v}\n10:22 seen",
    "a number behind it": "{Label} {v} 17",
    "a number behind a comma": "{Label} {v},17",
    "a number in the next line": "{Label} {v}\n17 Main Street",
    "an amount behind it": "{Label} {v} 12.50 EUR",
    "a phone behind it": "{Label} {v}, tel. 212-555-0199",
    "a phone in the next line": "{Label} {v}\n(212) 555-0199",
    "a card behind it": "{Label} {v} / 4111 1111 1111 1111",
    "a row of numbers": "4,17,{Label} {v},22,9.5",
    "a row with bars and no blanks": "4|17|{Label}|{v}|22|9.5",
    "a row with tabs": "4\t17\t{Label}\t{v}\t22\t9.5",
    "full stop and footnote": "{Label} {v}.[12]",
    "raised footnote": "{Label} {v}¹²",
    "unit behind it": "{Label} {v}x",
    "question mark": "{Label} {v}?",
    "East Asian brackets": "{Label}「{v}」",
    "East Asian colon and point": "{Label}：{v}。",
    "corner brackets": "{Label}【{v}】",
    "slashes around": "{Label} /{v}/",
    "backslashes around": "{Label} \\{v}\\",
    "bullets around": "{Label} •{v}•",
    "arrows": "{Label} → {v} ←",
    "stars": "{Label} ***{v}***",
    "dollars": "{Label} ${v}$",
    "hashes": "{Label} #{v}#",
    "tildes": "{Label} ~{v}~",
    "carets": "{Label} ^{v}^",
    "ampersands": "{Label} &{v}&",
    "currency": "{Label} £{v}",
    "ellipses": "{Label} …{v}…",
    "en dashes around": "{Label} –{v}– noted",
    "at sign": "{Label} @{v}",
    "plus sign": "{Label} +{v}",
    "minus sign": "{Label} -{v}",
    "percent sign": "{Label} {v}%",
    "less and greater": "{Label} <{v}>",
    "emoji": "{Label} 📞{v}📞",
    "template braces": "{Label} {{{{{v}}}}}",
    "double brackets": "{Label} [[{v}]]",
    "no and point": "{Label} no.{v}",
    "no label": "{v}",
    "no label between numbers": "17 {v} 22",
    "no label between commas": "17,{v},22",
    "no label after a year": "2019 {v}",
    "no label in an all-capital line": "SEEN {v} TODAY",
    "no label, line by line": "Lopez\n{v}\n17 Main Street",
    "no label between slashes": "/{v}/",
    "no label in a key": '{{"{v}": true}}',
    "no label as an argument": "find --who {v} --all",
    "no label as an option": "find --who={v}",
    "no label in a list": "['{v}', 'x']",
    "no label with a name": "Lopez{v}",
    "no label in a hash tag": "#{v}",
    "no label in a sentence": "She wrote {v} on the sheet.",
    "no label in brackets": "Maria Lopez ({v}), Leeds",
    "no label in a row": "17,Lopez,{v},Leeds,F",
    "no label after a list mark": "* {v}",
}  # fmt: skip


def _spellings(label: str) -> dict[str, str]:
    words = re.findall(r"\w+", label)
    camel = words[0].lower() + "".join(word.capitalize() for word in words[1:])
    return {
        "Label": label[0].upper() + label[1:],
        "label": label,
        "LABEL": label.upper(),
        "snake": "_".join(words).lower(),
        "UPPER_SNAKE": "_".join(words).upper(),
        "kebab": "-".join(words).lower(),
        "camel": camel,
        "Camel": camel[0].upper() + camel[1:],
        "Header": "-".join(map(str.capitalize, words)),
    }


def lay_out() -> list[Case]:
    """Every identifier in every layout; those that are nothing without their label only where they have one."""
    return [
        _case(each, name, layout, each.value)
        for each in IDENTIFIERS
        for name, layout in LAYOUTS.items()
        if not name.startswith("no label") or _has_form(each)
    ]


def disguise() -> list[Case]:
    """Every identifier after its label, in every disguise that changes it and grown together with what is around it."""
    changed = [
        _case(each, name, "Her {label}: {v}, as noted.", written)
        for each in IDENTIFIERS
        for name, change in DISGUISES.items()
        if (written := change(each.value)) != each.value
    ]
    return changed + [
        _case(each, name, f"Her {{label}}: {around}, as noted.", change(each.value))
        for each in IDENTIFIERS
        for name, (around, change) in SURROUNDINGS.items()
    ]


def _case(identifier: Identifier, form: str, layout: str, written: str) -> Case:
    before, after = layout.split("{v}")
    spelled = _spellings(identifier.label)
    start = len(before.format(**spelled))
    text = before.format(**spelled) + written + after.format(**spelled)
    return Case(identifier, form, text, start, start + len(written))


_FORMLESS = frozenset(
    """home phone,phone number,social security number,zip,medical record number,hospital number,patient ID,MRN,account number,
    passport number,sort code,VAT number,PESEL,BSN,Steuer-ID,Medicare number,TFN,SIN,NPI,IMEI,registration plate,case number""".replace("\n    ", "").split(",")
)  # fmt: skip
"""Labels whose values are mere numbers without them."""


def _has_form(identifier: Identifier) -> bool:
    bare = identifier.value.isdigit() and identifier.label != "card"
    return identifier.label not in _FORMLESS and not bare and identifier.value != "45402-1234"


def left_over(case: Case, mentions: Sequence[Mention]) -> str:
    """The letters and digits of the value that no mention covers, without those of tags and codes around it."""
    covered = {place for mention in mentions for place in range(mention.span.start, mention.span.end)}
    open_ = "".join(
        "\0" if at in covered else char
        for at, char in enumerate(case.text[case.start : case.end], start=case.start)
    )
    return "".join(filter(str.isalnum, _MARKUP.sub("", open_).replace("\0", "")))


_MARKUP = re.compile(
    r"</?\w[^<>\0]*>|\[/?[a-z]+(?:=\w+)?\]|\\[a-z]+\{|&\#?\w+;|\x1b\[\d*m|\\[nrt]|%20|=20|\(c\)|(?:at|dot)(?=\W)"
)
_TEENS = dict(zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True))


def _each(text: str, change: Callable[[str], str]) -> str:
    """The text with every letter and digit changed by itself."""
    return "".join(change(char) if char.isalnum() else char for char in text)


def _map(plain: str, odd: str) -> Callable[[str], str]:
    return lambda text: text.translate(str.maketrans(plain, odd))


def _digits(zero: int) -> Callable[[str], str]:
    return _map("0123456789", "".join(chr(zero + number) for number in range(10)))


def _groups(text: str, before: str, after: str) -> str:
    """The text with each run of letters and digits between two strings."""
    return re.sub(r"[^\W_]+", lambda run: before + run[0] + after, text)


def _cells(text: str, start: str, between: str, end: str) -> str:
    """Every letter and digit in a cell of its own; other signs too, blanks nowhere."""
    return start + between.join(char for char in text if not char.isspace()) + end


def _halved(text: str, mark: str) -> str:
    """The text with a mark put into its middle, between two letters or digits."""
    places = [at for at in range(1, len(text)) if text[at - 1].isalnum() and text[at].isalnum()]
    at = min(places, key=lambda place: abs(place - len(text) // 2))
    return text[:at] + mark + text[at:]


def _quoted_printable(text: str) -> str:
    return encodestring(text.replace(" ", "\u00a0").encode()).decode()


DISGUISES: dict[str, Callable[[str], str]] = {
    "letter-spaced": lambda t: " ".join(t.replace(" ", "")),
    "letter-spaced, words apart": lambda t: "   ".join(map(" ".join, t.split())),
    "in cells of bars": lambda t: _cells(t, "|", "|", "|"),
    "in wide cells": lambda t: _cells(t, "| ", " | ", " |"),
    "in square boxes": lambda t: _cells(t, "[", "][", "]"),
    "in round boxes": lambda t: _cells(t, "(", ")(", ")"),
    "in cells of HTML": lambda t: _cells(t, "<td>", "</td><td>", "</td>"),
    "in cells of tabs": lambda t: _cells(t, "", "\t", ""),
    "a character per line": lambda t: _cells(t, "\n", "\n", "\n"),
    "characters and points": lambda t: _cells(t, "", "·", ""),
    "characters and underscores": lambda t: _cells(t.replace("_", "-"), "", "_", ""),
    "groups in bars": lambda t: t.replace(" ", "|").replace("-", "|"),
    "hyphens U+2010": _map("- ", "\u2010\u2010"),
    "hyphens U+2011": _map("-", "\u2011"),
    "figure dashes": _map("-", "\u2012"),
    "en dashes": _map("-", "\u2013"),
    "em dashes": _map("-", "\u2014"),
    "horizontal bars": _map("-", "\u2015"),
    "minus signs": _map("-", "\u2212"),
    "small hyphens": _map("-", "\ufe63"),
    "fullwidth hyphens": _map("-", "\uff0d"),
    "hyphen bullets": _map("-", "\u2043"),
    "katakana dashes": _map("-", "\u30fc"),
    "soft hyphens": "\u00ad".join,
    "a soft hyphen": lambda t: _halved(t, "\u00ad"),
    "zero-width spaces": "\u200b".join,
    "a zero-width space": lambda t: _halved(t, "\u200b"),
    "zero-width joiners": "\u200d".join,
    "word joiners": "\u2060".join,
    "byte order marks": "\ufeff".join,
    "left-to-right marks": lambda t: _groups(t, "\u200e", "\u200e"),
    "embedded directions": lambda t: f"\u202a{t}\u202c",
    "objects": lambda t: _halved(t, "\ufffc"),
    "replacement characters": _map(" ", "\ufffd"),
    "no-break spaces": _map(" ", "\u00a0"),
    "thin spaces": _map(" -", "\u2009\u2009"),
    "narrow no-break spaces": _map(" ", "\u202f"),
    "figure spaces": _map(" ", "\u2007"),
    "ideographic spaces": _map(" ", "\u3000"),
    "Ogham spaces": _map(" ", "\u1680"),
    "thin spaces around signs": lambda t: re.sub(r"[-/.@:]", "\u2009\\g<0>\u2009", t),
    "blanks around signs": lambda t: re.sub(r"[-/.@]", " \\g<0> ", t),
    "fullwidth": lambda t: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in t),
    "fullwidth digits": _digits(0xFF10),
    "Arabic digits": _digits(0x660),
    "Persian digits": _digits(0x6F0),
    "Devanagari digits": _digits(0x966),
    "Bengali digits": _digits(0x9E6),
    "Thai digits": _digits(0xE50),
    "mathematical digits": _digits(0x1D7CE),
    "double-struck digits": _digits(0x1D7D8),
    "circled digits": _map("0123456789", "⓪①②③④⑤⑥⑦⑧⑨"),
    "negative circled digits": _map("0123456789", "⓿❶❷❸❹❺❻❼❽❾"),
    "keycaps": lambda t: re.sub(r"\d", "\\g<0>\ufe0f\u20e3", t),
    "subscripts": _map("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
    "Chinese digits": _map("0123456789", "〇一二三四五六七八九"),
    "letters for digits": _map("01", "Ol"),
    "percent codes for signs": lambda t: re.sub(r"[^\w.-]", lambda c: f"%{ord(c[0]):02X}", t),
    "percent codes for all": lambda t: "".join(f"%{ord(c):02X}" for c in t),
    "double percent codes": lambda t: re.sub(r"[^\w.-]", lambda c: f"%25{ord(c[0]):02X}", t),
    "pluses for blanks": lambda t: t.replace(" ", "+"),
    "quoted-printable": _quoted_printable,
    "quoted-printable, broken": lambda t: _halved(t, "=\n"),
    "quoted-printable for all": lambda t: "".join(f"={ord(c):02X}" for c in t),
    "entities, decimal": lambda t: "".join(f"&#{ord(c)};" for c in t),
    "entities, hexadecimal": lambda t: "".join(f"&#x{ord(c):x};" for c in t),
    "entities for signs": lambda t: re.sub(r"[^\w.]", lambda c: f"&#{ord(c[0])};", t),
    "no-break entities": lambda t: t.replace(" ", "&nbsp;"),
    "thin entities": lambda t: t.replace(" ", "&thinsp;"),
    "soft-hyphen entities": lambda t: _halved(t, "&shy;"),
    "hyphen entities": lambda t: t.replace("-", "&#8209;"),
    "named dashes": lambda t: t.replace("-", "&ndash;"),
    "JSON escapes": lambda t: "".join(f"\\u{ord(c):04x}" for c in t),
    "JSON escapes for signs": lambda t: re.sub(r"[^\w.]", lambda c: f"\\u{ord(c[0]):04x}", t),
    "JSON escape of a no-break space": lambda t: json.dumps(t.replace(" ", "\u00a0"))[1:-1],
    "byte escapes": lambda t: "".join(f"\\x{ord(c):02x}" for c in t),
    "tags around groups": lambda t: _groups(t, "<b>", "</b>"),
    "spans around groups": lambda t: _groups(t, '<span class="n">', "</span>"),
    "tags around characters": lambda t: _each(t, lambda c: f"<i>{c}</i>"),
    "a tag around the half": lambda t: "<b>" + _halved(t, "</b>"),
    "an empty tag": lambda t: _halved(t, "<wbr>"),
    "a comment": lambda t: _halved(t, "<!-- x -->"),
    "tags around signs": lambda t: re.sub(r"[-/@.]", "<span>\\g<0></span>", t),
    "line break tags": lambda t: t.replace(" ", "<br>"),
    "LaTeX bold groups": lambda t: _groups(t, "\\textbf{", "}"),
    "LaTeX thin spaces": lambda t: t.replace(" ", "\\,"),
    "LaTeX ties": lambda t: t.replace(" ", "~"),
    "LaTeX dashes": lambda t: t.replace("-", "--"),
    "LaTeX braces": lambda t: _groups(t, "{", "}"),
    "LaTeX underscores": lambda t: t.replace("_", "\\_"),
    "Markdown bold groups": lambda t: _groups(t, "**", "**"),
    "Markdown italics": lambda t: f"*{t}*",
    "Markdown bold half": lambda t: "**" + _halved(t, "**"),
    "Markdown code groups": lambda t: _groups(t, "`", "`"),
    "Markdown strike": lambda t: "~~" + _halved(t, "~~"),
    "backslash escapes": lambda t: re.sub(r"[-_.@()+/]", r"\\\g<0>", t),
    "BBCode groups": lambda t: _groups(t, "[b]", "[/b]"),
    "BBCode colour": lambda t: "[color=red]" + _halved(t, "[/color]"),
    "terminal colours": lambda t: "\x1b[31m" + _halved(t, "\x1b[0m"),
    "terminal colours of groups": lambda t: _groups(t, "\x1b[1m", "\x1b[0m"),
    "broken at a blank": lambda t: t.replace(" ", "\n", 1),
    "broken at a hyphen": lambda t: t.replace("-", "-\n", 1),
    "broken before a hyphen": lambda t: t.replace("-", "\n-", 1),
    "broken inside": lambda t: _halved(t, "\n"),
    "broken with a hyphen": lambda t: _halved(t, "-\n"),
    "broken in a quoted mail": lambda t: t.replace(" ", "\n> ", 1).replace("-", "-\n> ", 1),
    "broken in a comment": lambda t: t.replace(" ", "\n# ", 1).replace("-", "-\n# ", 1),
    "broken and indented": lambda t: t.replace(" ", "\n        ", 1).replace("-", "-\n        ", 1),
    "escaped line break": lambda t: t.replace(" ", "\\n", 1),
    "words for signs": lambda t: t.replace("@", " at ").replace(".", " dot "),
    "bracketed words for signs": lambda t: t.replace("@", " [at] ").replace(".", " [dot] "),
    "close words for signs": lambda t: t.replace("@", "(at)").replace(".", "(dot)"),
    "digits in words": lambda t: re.sub(r"\d", lambda d: _TEENS[d[0]] + " ", t).strip(),
    "points for hyphens": _map("- ", ".."),
    "blanks for hyphens": _map("-/.", "   "),
    "slashes for hyphens": _map("- ", "//"),
    "underscores for hyphens": _map("- ", "__"),
    "commas for blanks": _map(" ", ","),
    "colons for hyphens": _map("- ", "::"),
    "asterisks for hyphens": _map("- ", "**"),
    "middle dots for hyphens": _map("- ", "··"),
    "tildes for hyphens": _map("- ", "~~"),
    "no signs": lambda t: re.sub(r"[\s-]", "", t),
    "doubled signs": lambda t: re.sub(r"[\s-]", r"\g<0>\g<0>", t),
    "tripled blanks": lambda t: t.replace(" ", "   "),
    "blank, hyphen, blank": lambda t: re.sub(r"[\s-]", " - ", t),
    "groups in brackets": lambda t: "".join(f"({part})" for part in re.split(r"[\s-]", t)),
    "accents": lambda t: _each(t, lambda c: c + "\u0336"),
    "Cyrillic lookalikes": _map("aeopcxyAEOPCTX", "аеорсхуАЕОРСТХ"),
    "small letters": lambda t: t.lower(),
    "capitals": lambda t: t.upper(),
}  # fmt: skip
"""How the same value may be written so that a person still reads it."""

SURROUNDINGS: dict[str, tuple[str, Callable[[str], str]]] = {
    "letters before it": ("no{v}", str),
    "letters after it": ("{v}and", str),
    "Chinese around it": ("号码{v}是", str),
    "Japanese around it": ("これは{v}です", str),
    "Korean around it": ("번호{v}는", str),
    "Cyrillic around it": ("номер{v}был", str),
    "Arabic around it": ("رقم{v}هو", str),
    "Hindi around it": ("नंबर{v}है", str),
    "in a web address": ("https://x.example/?q={v}&p=1", lambda t: quote(t, safe="")),
    "in a path of a web address": ("https://x.example/p/{v}/edit", lambda t: quote(t, safe="")),
    "in a path": ("/srv/files/{v}/scan.pdf", _map(" ", "_")),
    "in a path of Windows": ("C:\\files\\{v}\\scan.pdf", str),
    "in a file name": ("scan_{v}_v2.docx", _map(" ", "_")),
    "in a name of a variable": ("user{v}x = 1", _map(" -", "__")),
    "in an address for mail": ("{v}@example.net", _map(" @", "..")),
}
"""What a value may have grown together with."""
