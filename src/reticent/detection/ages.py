"""Ages over 89, which single somebody out: numbers that something around them says to be an age.

A number alone tells nothing, so each is judged by what stands around it: a word for age before it, a unit after it, a
sex beside it, somebody who is that old, or the header of its column. What goes with none of these is a measure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files

from reticent.language.word_file import read_words
from reticent.text.document import MASK

Judge = Callable[[int, int], int]
"""Says where a value that begins and ends at these places of a text really ends; 0 where it is none."""

_LISTS = read_words(files("reticent.detection").joinpath("data/age-words.txt").read_text("utf-8"))[""]
_WORDS = {name: frozenset(words) for name, words in _LISTS.items()}
_NUMBER = re.compile(r"\d{1,9}")
_OLD_WORDS = re.compile(
    r"\bninet(?:y|ies|ieth)\b|\bninetysomething|\bhundred(?:th)?\b|\bcentenarian|\bnonagenarian",
    re.IGNORECASE,
)
OLDEST_TOLD, OLDEST = 89, 129
"""The highest age that the Safe Harbor method lets stand (45 CFR 164.514(b)(2)(i)(C)), and one that nobody has reached: more is no age."""

_AGE = (
    r"(?:(?:(?<![^\W\d_])(?:[Aa]ge[ds]?|AGE[DS]?|Alter|[Ee]dad|[Ââ]ge|[Ee]tà|[Ii]dade|[Ll]eeftijd)"
    r"|(?<=[a-z])Age)(?![a-zà-ÿ])|(?<!\w)(?:[Yy][./]?[Oo]\.?|[Yy]ears?(?:\s[Oo]ld)?|[Yy]rs)(?=\s{0,2}[:=|])|(?i:how\sold)\b|年龄|年齢|年齡|나이|연령|(?i:возраст))"
)
"""A word for age, alone or as a part of a label such as "patientAge" and "ageYears"."""
_LABEL = re.compile(_AGE)
_HINTS = tuple("ge GE lter dad tà eeft /o /O .o .O yo YO ears rs old 年 나 연 озр ОЗР".split())
"""What every word for age holds, which takes far less time to look for."""

_LINKS = (
    r"of|is|was|were|at|on|in|for|approx\w{0,8}|about|around|over|above|nearly|almost|roughly|circa|ca|c|or|and|the"
    r"|an?|her|his|now|currently|today|years?|yrs?|y|value|val|answer|units?|code|type|int|integer|number|death"
    r"|admission|diagnosis|onset|visit|presentation|time|exam|discharge|enrol\w{0,5}|consent|baseline|scan|surgery"
    r"|operation|referral|injury|last|birthday|birth|completed|estimated|est|reported|stated|actual|range|group|band"
    r"|bracket|category|cohort|from|between|to|up|more|than|greater|gte?|ge|least|older|equals?|eq|exactly|just|only"
    r"|already|unknown|sex|gender|dob|entry|event|review|assessment|interview|testing|retirement|be|been|being|would"
    r"|will|patient|subject|index|when|seen|calc\w{0,6}|jahren?|años|ans|anni|next|as|are|you|she|he|they|mean|median|max|maximum|min|minimum|m|f"
)
_JOINTS = r"[\s:=|\"'`*()\[\]{}<>~≈≥≤,;/\\#&+?^¤→…-]|\.{2,40}|\.(?=[^\s.])"
_TAG = r"</?[A-Za-z][^<>\n]{0,80}>|(?<![\w<])[a-z]{2,12}=\"[^\"\n]{0,30}\""
_LISTED = r"(?:19|20)\d{2}(?=\s?[:=)])|\d{1,3}(?:\.\d{1,2})?(?:\s?(?:yo|y/o|yrs?|years?|y|m|f))?(?=\s{0,2}(?:[,;|/&+\]\t(:-]|to\b|and\b|or\b|vs\b))"
_BETWEEN = re.compile(
    rf"(?:{_TAG}|{_JOINTS}|(?:(?<![^\W\d_])|(?<=[a-z])(?=[A-Z]))(?i:{_LINKS})(?![a-zà-ÿ])(?:\.(?= ))?|(?<!\w)(?i:{_LISTED}))*+"
)
_OTHER_ANSWER = re.compile(
    rf"\"?\s?[:=][ \t]{{0,3}}(?:(?:[^\W\d_]{{1,15}}|\[?{MASK}+\]?)[ \t,;/|]{{1,4}}){{1,2}}"
)
_FIELD = f"\n\n{MASK}"
"""Where a field of a record ends."""
_FIRST_ON_LINE = re.compile(
    r"(?:\A|\n)[^\w\n]{0,8}(?:(?:patient|pt|client|resident|subject|current)(?:'s)? )?\Z", re.I
)
_REACH = 90
"""How many characters before a number may hold what tells its meaning; chosen by hand, more than the forms of the tests take."""

_HALF = r"(?P<half>[.,]\d{1,2}(?!\d)|\s?½|[\s-](?:and[\s-](?:a[\s-])?(?:half|quarter)|1/2))?\+?(?:ish)?"
_YEARS = r"(?:years?|yrs?\.?|jahren?|años|anos|ans|anni|jaar)"
_OLD = re.compile(
    rf"{_HALF}(?:\s(?:plus|or\s(?:more|over|older)))?(?:[\s-]{{0,3}}{_YEARS}[\s-]{{0,3}}(?:old|young|of\s{{1,3}}age"
    r"|of\s{1,3}life|on\s(?:this|the)\s(?:earth|planet)|o\b|alt\b|oud\b|de\s(?:edad|idade))|[\s/-]?y(?:r|ear)?[\s./-]{0,2}o(?:ld)?(?![a-z])|[\s-]?yo[mfwg](?![a-z])"
    r"|[\s-]?(?:jährig\w{0,2}|årig\w?|år|letni\w{0,3})(?!\w)|\s?y(?:rs?)?[\s/]?[mf](?!\w)|\s(?:or|and|&)\solder|\s?(?:岁|歲|歳|才|세|살)|\s?(?:лет|года?)(?!\w)|\s?y(?:rs?|ears?)?[\s,&]{0,3}(?:and\s)?"
    r"\d{1,2}\s?m(?:o|os|onths?|ths?)?(?!\w))",
    re.I,
)
_IN_YEARS = re.compile(
    rf"{_HALF}[\s-]{{0,2}}(?:(?P<short>y(?:rs?\.?)?|a[nñ]os|ans|anni|jahren?|jaar)|{_YEARS})(?![\w/'’-])"
    r"(?![\s,-]{0,3}(?:ago|later|before|earlier|after|since|of|in|from|for|and\scounting|hence|apart|history|hx|smok\w+"
    r"|experience|service|sentence|lease|prior|to|previous\w*|imprisonment|married|together|worth|long|left)\b)",
    re.I,
)
_GOES_ON = re.compile(r"\s{1,2}(?!(?:male|female|man|woman|lady|gentleman|M|F|old|and|who|with|w/)\b)[a-z]")
_SET_OFF = re.compile(r"(?:\A|[\n,;:(\[|\t\"'>=~-])\s{0,2}\Z")
_UNSURE = re.compile(r"(?:\b(?:now|aged|currently|about|approx\.?)|~)\s?\Z", re.I)
_BECOMING = re.compile(
    r"(?<!\w)(?:(?P<strong>(?:going|about|due|soon|set|yet|bound|hoping|likely)\sto\s(?:be|turn|become|reach|hit)|gonna\sbe|will\ssoon\sbe"
    r"|getting\s(?:on\s(?:for|to)|close\sto)|going\son(?:\sfor)?|pushing|turning|rising|nearing|approaching|reaching)|coming\sup\s(?:on|to|for)"
    r"|closing\sin\son|knocking\son|close\sto|shy\sof|(?:(?<!\w)(?:a|one|two|three|four|five|\d)\s)?(?:(?:years?|months?|weeks?|days?)\s)?(?:short\sof|off)|ma[dk]es?\sit\sto"
    r"|(?:older|more)\sthan|upwards\sof|(?:lived|lives|survived)\s(?:until|till))\s(?:(?:about|around|nearly|almost)\s)?\Z",
    re.I,
)
"""What stands between somebody and an age that is near: "going to be", "pushing"."""
_END_OF_BECOMING = re.compile(
    r"(?:ing|be|turn|become|reach|hit|for|to|on|of|off|than|till?|until|about|around|nearly|almost)\s\Z", re.I
)
"""The last letters of that, which take less time to look for."""
_BEGINS = re.compile(
    r"(?:\A|[\n.!?:;(-])\s{0,3}(?:(?:he|she|now|and|is|was|who|also|already|soon|just|nearly|still)\s)*\Z",
    re.I,
)
_LIVING_ENDS = frozenset(phrase.split()[-1] for phrase in _WORDS["living"])
_BORN = re.compile(
    r"(?<!\w)(?:born|b\.|geb\.|dob|d\.o\.b\.?|birth\w{0,4}|yob)[^\n]{0,30}\d{2,4}\)?\s{0,2}[(\[,|/;-]\s{0,2}(?:now\s)?\Z",
    re.I,
)
_LIVED = re.compile(r"(?<!\w)(?:lived|lives|living)(?!\w)[^.;!?\n]{0,50}\Z", re.I)
_WAS_BORN = re.compile(r"(?<!\w)born(?:\s\w{1,9}){0,2}\s\Z", re.I)
_FULL_YEARS = re.compile(
    rf"[\s-]{{1,2}}{_YEARS}(?!\w)(?P<ago>\sago)?(?!\s(?:before|later|after|earlier|from|apart))", re.I
)
"""Years that somebody lived or was born ago."""
_AT_THAT_AGE = re.compile(
    r",?\s(?:(?:he|she|his|her|still)\b|the\s(?:patient|oldest|eldest)\b|(?-i:M(?:rs?|s)\b))", re.I
)
_ENDS = re.compile(
    r"\+?(?:\s{0,2}(?:[^\w\s%‰°$£€.,:;/+-](?!\d)|[.,:;/-](?![\s]?\d)|\Z|\n)|\s{1,2}(?:-\s|to\s(?!\d)|and|but|when|now|with|w/|so|who|today|tomorrow|soon|if|before|by|because|has|had|or|this|next|last"
    r"|years?(?!\s(?:older|younger))|on|in\s(?:the\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn"
    r"|fall|winter)\w{0,6}|lives|living|old)(?!\w))",
    re.I,
)
_OF = re.compile(r"\s(?:of|from|after|following|in)\b", re.I)
_ENDS_FIRMLY = re.compile(
    r"\+?\s{0,2}(?:[^\w\s%‰°$£€.:/+-](?!\d)|\.(?!\d)|[/-](?=\w*[^\W\d])|\s-\s|\s?to\s(?!\d)|\Z|\n)"
)
_PLUS = re.compile(
    r"(?:\+|[\s-]plus\b)[\s-]{0,2}(?:age|group|bracket|club|patient|lady|gentleman|man|woman|resident|neighbou?r)",
    re.I,
)

_SEX_AFTER = re.compile(
    rf"{_HALF}(?:[\s,/|(\[-]{{0,3}}(?i:(?:male|female|man|woman|lady|gentleman|widow|widower)(?![\w-]|\s{{1,2}}[a-z]{{3,12}}s\b))"
    r"|(?P<gap>['\"]?\s{0,2}[,/|;\t-]\s{0,2}['\"]?|\s{0,2}[(\[]?)(?P<race>[WBHA]|AA)?(?P<letter>[MF])(?![\w%&]|['’][a-z]|\s?[/-]\s?\d{1,3}(?!\d|\s?/?[MF])|\.\d++(?!\w)|:\d))"
)
_SEX_BEFORE = re.compile(
    r"(?:(?<!\w)[MF](?:\s?/\s?|,\s{0,2}|\s?\|\s?|\t|\s?;\s?| - )|(?:(?<![^\n])|[,;|(:]\s?)[MF] "
    r"|(?<!\w)(?i:male|female)[\s,/|(-]{1,3})\Z"
)
_HEAT = re.compile(
    r"(?:(?<!\w)(?:t(?:emp(?:erature)?s?)?\.?(?:\s?max|[cm])?|fever\w*|(?:a|sub)?febrile|pyrexi\w*|degrees?|hyp(?:er|o)thermi\w*"
    r"|oven|weather|heat\w{0,3}|hot|cold|warm\w{0,3}|outside|outdoors?|vitals?|vs|v/s|thermometer|cool\w{0,3}|freez\w{0,4}"
    r"|bak\w{1,3}|boil\w{0,3}|humid\w{0,3}|fahrenheit|it(?:\s(?:is|was)|['’]s))(?!\w)[^\n]{0,40}|°[^\n]{0,12}|\d\s?C\b[^\n]{0,8})\Z",
    re.I,
)
_HEAT_AFTER = re.compile(
    r"[^\n]{0,4}(?:°|deg)|[^\n]{0,22}(?<!\w)(?:fever\w*|oral(?:ly)?|rectal\w{0,2}|axillary|tympanic|temporal|temp\w{0,8}"
    r"|outside|fahrenheit|degrees?|\d\d(?:\.\d)?\s?°?C)\b",
    re.I,
)
_CASE_GOES_ON = re.compile(
    r"\s{0,2}(?:[,;.|)\]\n](?!\d)|\Z|w/|\d{1,3}[MF]\b|(?:with|who|p/w|present(?:s|ed|ing)?|c/o|h/o|s/p|s/f|hx|pmh\w?|admitted"
    r"|brought|seen|here|on|from|in|found|has|had|lives?|living|fell|fall|is|was|known|referred|transferred|status|comes|came"
    r"|post|resident|frail|and|for|bib\w{0,4}|dnr|dnacpr)\b)",
    re.I,
)
_SPRY = re.compile(
    r"(?<!\w)an?\s(?:very\s|still\s)?(?:spry|sprightly|frail|youthful|feisty|lively|hale|ripe)(?:\s(?:old|young))?\s\Z",
    re.I,
)
"""What only people are called beside their age: "a spry 97"."""
_NAMED = re.compile(r"(?<!\w)([A-Z][^\W\d_]+)\s?[(\[]\s?\Z")
_WHEN = re.compile(
    r"\s(?:(?:in|on|this|next|last|since)\s)(?:\w{1,10}\s){0,2}\w{1,12}[)\]]",
    re.I,
)
_MEASURE = re.compile(
    r"(?:[.,]\d{1,3})?[\s-]{0,2}(?:%|‰|°|per\s?cent|th\b|st\b|nd\b|rd\b|mg|mcg|µg|ug\b|ng\b|g\b|kgs?\b|lbs?\b|pounds?\b|stones?\b"
    r"|oz\b|mls?\b|dl\b|cc\b|l\b|mm\b|mmhg|cm\b|km\b|ft\b|feet|inch\w{0,2}|miles?\b|bpm|beats|kpa|mmol|mol\b|meq|units?\b|iu\b"
    r"|days?\b|weeks?\b|wks?\b|months?\b|mths?\b|mos?\b|hours?\b|hrs?\b|min(?:ute)?s?\b|sec(?:ond)?s?\b|times\b|(?<!-)x\b|people\b"
    r"|patients\b|cases\b|participants\b|subjects\b|controls\b|women\b|men\b|males\b|females\b|children\b|million|thousand"
    r"|hundred|dollars?|euros?|points?\b|calories|kcal|cents?\b|degrees?|met(?:re|er)s?|yards?\b|kilos?\b|others\b|rows|beds|pages?|tab(?:let)?s?\b"
    r"|['’]?s\b|doses?\b|copies|steps|[/:]\s?\d)|,\d{3}(?!\d)",
    re.I,
)
_DECIMALS = re.compile(r"\.\d{1,2}(?!\d)|½")
_IN_A_NUMBER = re.compile(r"(?:\d[.:/]|[×^]|[$£€¥]\s?)\Z")
_IN_THOUSANDS = re.compile(r"(?<!\d)\d{1,3},\Z")

_AFTER_BIRTH = frozenset("([,|/;-w")  # what may stand between a birth date and an age, "now" included
_SPOKEN = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*\.?")
_NEAR, _SENTENCE = 16, 80
"""Characters before a number in which a word or two stand, and those that say who is so old; chosen by hand, they bound the time."""
_SHORT_WILL = re.compile(r"['’](?:ll|d|s|m)\Z")
_REACHES = {_SPRY: 30, _NAMED: 30, _BORN: 50, _HEAT: 50, _LIVED: 60, _WAS_BORN: 30}
"""How many characters a cue may take, where that is more than a word or two."""


def tells_age_over_89(age: str) -> bool:
    """Whether an age in numbers or words is over 89.

    >>> [tells_age_over_89(age) for age in ("93", "89", "ninety-one", "41", "85-93", "nonagenarian")]
    [True, False, True, False, True, True]
    """
    numbers = [int(number) for number in _NUMBER.findall(age)]
    return any(number > OLDEST_TOLD for number in numbers) or bool(_OLD_WORDS.search(age))


def judge_ages(text: str) -> Judge:
    """Judges numbers of a text that could be an age over 89 by what stands around them."""
    columns: list[frozenset[int]] = []

    def judge(start: int, end: int) -> int:
        if found := _end_of_age(text, start, end):
            return found
        if not columns:
            columns.append(frozenset(_find_under_headers(text)))
        return end if start in columns[0] else 0

    return judge


def _end_of_age(text: str, start: int, end: int) -> int:
    """Where the age ends that begins here, if its neighbours say that it is one."""
    if _is_before(_IN_A_NUMBER, text, start) or (end - start == 3 and _is_before(_IN_THOUSANDS, text, start)):
        return 0
    if old := _OLD.match(text, end):
        return _end_of_half(old, end)
    if _is_labelled(text, start, end) and not _MEASURE.match(text, end):
        decimals = _DECIMALS.match(text, end)
        return decimals.end() if decimals else end
    if start and text[start - 1].isalpha():
        return 0
    return _end_with_unit(text, start, end) or (end if _is_of_somebody(text, start, end) else 0)


def _is_before(cue: re.Pattern[str], text: str, start: int) -> bool:
    """Whether a cue stands right before a place, in the same field of a record."""
    begin = max(0, start - _REACHES.get(cue, _NEAR))
    return bool(cue.search(text, max(begin, text.rfind(MASK, begin, start) + 1), start))


def _is_labelled(text: str, start: int, end: int) -> bool:
    """Whether a word for age stands before a number, with nothing between them that begins something else.

    After a colon a word or a mark may stand between them, which hides no number beside it.
    """
    begin = max(0, start - _REACH)
    near = text[begin:start]
    if not any(hint in near for hint in _HINTS):
        return False
    labels = list(_LABEL.finditer(text, max(begin, text.rfind(_FIELD, begin, start) + 1), start))
    if not labels:
        return False
    if _OTHER_ANSWER.fullmatch(text, labels[-1].end(), start) and _ENDS_FIRMLY.match(text, end):
        return True
    if not _BETWEEN.fullmatch(text, labels[-1].end(), start):
        return False
    between = text[labels[-1].end() : start]
    # Under another header of the same line it would be that of another column.
    return (
        "\n" not in between or ":" in between or bool(_FIRST_ON_LINE.search(text, begin, labels[-1].start()))
    )


def _end_with_unit(text: str, start: int, end: int) -> int:
    """Where an age in years or beside a sex ends."""
    if _is_lived(text, start, end):
        return end
    years = _IN_YEARS.match(text, end)
    if years and _last_word(text, start) not in _WORDS["lasting"] and _is_time_of_life(text, start, years):
        return _end_of_half(years, end)
    sex = _SEX_AFTER.match(text, end)
    return _end_of_half(sex, end) if sex and _is_with_sex(text, start, sex) else 0


def _is_lived(text: str, start: int, end: int) -> bool:
    """Whether somebody lived so many years, or was born so many years ago."""
    years = _FULL_YEARS.match(text, end)
    return bool(years) and _is_before(_WAS_BORN if years and years["ago"] else _LIVED, text, start)


def _is_time_of_life(text: str, start: int, years: re.Match[str]) -> bool:
    """Whether years are an age and no other time: those in full only where they are set off or said of somebody."""
    if years["short"]:
        return True
    if _GOES_ON.match(text, years.end()):
        return False
    return _is_before(_SET_OFF, text, start) or _last_word(text, start) in _WORDS["before_years"]


def _is_with_sex(text: str, start: int, sex: re.Match[str]) -> bool:
    """Whether a letter after a number is a sex, and not a unit of heat, money or length."""
    if not sex["letter"] or sex["gap"].strip(" ([\n"):
        return True
    if sex["half"] or _last_word(text, start) in _WORDS["amounts"]:
        return False
    if sex["letter"] == "M" or sex["race"]:
        return bool(_CASE_GOES_ON.match(text, sex.end()))
    return not _HEAT_AFTER.match(text, sex.end()) and not _is_before(_HEAT, text, start)


def _is_of_somebody(text: str, start: int, end: int) -> bool:
    """Whether somebody is said to be so old."""
    if _PLUS.match(text, end):
        return True
    if _AT_THAT_AGE.match(text, end) and _last_word(text, start) == "at":
        return True
    spelled = text[start] in "nN"  # nothing else is written so: only a measure goes on
    ends = spelled or _ENDS.match(text, end) or (_last_word(text, start) == "at" and _OF.match(text, end))
    if not ends or _MEASURE.match(text, end):
        return False
    before = text[max(0, start - _SENTENCE) : start].rpartition(MASK)[2]
    if before[-1:].isspace() and (_says_how_old(_words(before)) or _will_be(before)):
        return True
    if _is_before(_SPRY, text, start) or _is_named_in_brackets(text, start, end):
        return bool(_ENDS.match(text, end))
    return bool(_ENDS_FIRMLY.match(text, end)) and (
        _stands_beside(before)
        or _is_before(_SEX_BEFORE, text, start)
        or (before.rstrip()[-1:] in _AFTER_BIRTH and _is_before(_BORN, text, start))
    )


def _is_named_in_brackets(text: str, start: int, end: int) -> bool:
    """Whether a bracket after a name says when somebody will be so old: "Evangelia (95 in June)"."""
    named = _NAMED.search(text, max(0, start - _REACHES[_NAMED]), start) if _WHEN.match(text, end) else None
    return named is not None and named[1].lower() not in _WORDS["counted"]


def _says_how_old(words: Sequence[str]) -> bool:
    """Whether words end with somebody who is, was or turns something: "Mrs Hale will soon be"."""
    at = _skip(words, len(words), _WORDS["hardly"])
    if at and words[at - 1].lower() in _LIVING_ENDS and _ends_with_life(words[max(0, at - 3) : at]):
        return True
    verb = _skip(words, at, _WORDS["being"])
    if not verb:
        return False
    if verb == at:
        who, _, ending = words[at - 1].lower().replace("’", "'").rpartition("'") if at else ("", "", "")
        return ending in ("s", "m") and who.lstrip('("') in _WORDS["anybody"]
    return _is_somebody([*words[: verb - 1], _SHORT_WILL.sub("", words[verb - 1])], _WORDS["anybody"])


def _will_be(before: str) -> bool:
    """Whether words end with somebody who is near an age: "Eve Hale is going to be", or with that alone."""
    becoming = _BECOMING.search(before) if _END_OF_BECOMING.search(before[-12:]) else None
    if not becoming:
        return False
    rest = before[: becoming.start()]
    words = _words(rest)
    words = words[: _skip(words, _skip(words, len(words), _WORDS["hardly"]), _WORDS["being"])]
    if not words or (becoming["strong"] and _BEGINS.search(rest)):
        return bool(becoming["strong"])
    named = len(words) > 1 and all(word[0].isupper() for word in words[-2:])
    last = _SHORT_WILL.sub("", words[-1])
    return (named and last.lower() not in _WORDS["measured"]) or _is_somebody(
        [*words[:-1], last], _WORDS["anybody"]
    )


def _ends_with_life(words: Sequence[str]) -> bool:
    """Whether words end with how long somebody lived: "turned", "lived to be", "died at"."""
    return any(" ".join(words[first:]).lower() in _WORDS["living"] for first in range(len(words)))


def _stands_beside(before: str) -> bool:
    """Whether somebody stands right before a number that a bracket, a comma or a dash sets off, or a patient without one."""
    set_off = (before[:-_NEAR] + _UNSURE.sub("", before[-_NEAR:])).rstrip()
    if set_off.endswith(("(", "[", ",", "-")):
        return _is_somebody(_words(set_off), _WORDS["people"])
    last = _words(before)[-1:] if before.endswith(" ") else []
    return bool(last) and last != ["PT"] and last[0].rstrip(".").lower() in _WORDS["cared_for"]


def _is_somebody(words: Sequence[str], people: frozenset[str]) -> bool:
    """Whether the last of these words is a person, or a name with a title."""
    if not words:
        return False
    if words[-1].strip("(\"'.").lower() in people:
        return True
    titled = (at for at in range(-4, -1) if len(words) >= -at and words[at].strip('(".') in _WORDS["titles"])
    return any(all(word[0].isupper() for word in words[at:]) for at in titled)


def _words(text: str) -> list[str]:
    return _SPOKEN.findall(text)


def _skip(words: Sequence[str], at: int, skipped: frozenset[str]) -> int:
    while at and words[at - 1].lower().rstrip(".") in skipped:
        at -= 1
    return at


def _last_word(text: str, start: int) -> str:
    """The word before a place, in small letters, where nothing else than blanks or a colon stands between."""
    words = _words(text[max(0, start - _NEAR) : start])
    return words[-1].lower() if words and text[start - 1].isspace() else ""


def _end_of_half(match: re.Match[str], end: int) -> int:
    return end if match["half"] is None else match.end("half")


_HEADER = re.compile(
    rf"[\W\d_]*(?:(?:patient|pt|client|current|subject|resident|name|m/f|sex|gender)[\W_]{{0,3}})?(?-i:{_AGE})"
    rf"(?:[\W_]{{0,3}}(?:{_LINKS}))*[\W_]*",
    re.I,
)
_ABOVE = re.compile(rf"{_AGE}[^\n.]{{0,40}}(?:\n|[|;,)\]<\t])[^\n]{{0,200}}", re.M)
_LONGEST_HEADER = 40
"""Characters of a header over ages; chosen by hand: a longer cell is a sentence."""
_CELL = re.compile(
    r"(?:[\s\"'*`~<>≥=(_]|</?[a-z][^<>]{0,80}>){0,40}(?P<age>9\d|1[0-2]\d|ninety(?:[\s-][a-z]{3,5})?|(?:one|a) hundred[a-z\s-]{0,20})"
    r"(?:[.,]\d{1,2})?\+?\s{0,2}(?:y/?o|y(?:rs?)?|years?)?\.?[\s/,(-]{0,3}(?:m|f|male|female)?(?:[\s\"'*`)_]|</?[a-z][^<>]{0,80}>){0,40}",
    re.I,
)
_QUOTED_CELL = {sign: re.compile(rf'(?:"[^"\n]*"|[^"\n{sign}]|"(?![^"\n]*"))*') for sign in ",;\t"}
_WIDE_CELL = re.compile(r"\S+(?: \S+)*")
_WORD = re.compile(r"\S+")
_TABLE_ROW = re.compile(r"<tr\b[^<>]*>(.*?)(?=<tr\b|</tr|</table|\Z)", re.I | re.S)
_TABLE_CELL = re.compile(r"<t[hd]\b[^<>]*>(.*?)(?=<t[hd]\b|</t[hdr]\b|\Z)", re.I | re.S)
_GROUP = re.compile(r"[(\[]([^()\[\]]{3,400})[)\]]")

Cell = tuple[int, str]
"""Where a cell begins, and what it holds."""


def _find_under_headers(text: str) -> Iterator[int]:
    """Where the ages over 89 begin that stand under a header for ages, in any kind of table within a text."""
    if not _ABOVE.search(text):
        return
    for rows in _list_tables(text):
        place, count = None, 0
        for cells in rows:
            header = next((at for at, cell in enumerate(cells) if _is_header(cell[1])), None)
            if header is not None:
                place, count = header, len(cells)
                continue
            cell = _cell_at(cells, place, count) if place is not None else None
            if cell and (found := _CELL.fullmatch(cell[1])):
                yield cell[0] + found.start("age")
            elif not cells or (count == 1 and not any(map(str.isdecimal, cells[0][1]))):
                place = None


def _list_tables(text: str) -> Iterator[Iterator[Sequence[Cell]]]:
    """The rows of a text in each way in which it may hold a table."""
    for sign in "|,;\t":
        if sign in text:
            yield (_split(line, start, sign) if sign in line else () for start, line in _lines(text))
    yield (
        [(start + each.start(), each[0]) for each in _WIDE_CELL.finditer(line)]
        for start, line in _lines(text)
    )
    yield _rows_of_words(text)
    if "<t" in text or "<T" in text:
        yield (_cells_of_page(row[1], row.start(1)) for row in _TABLE_ROW.finditer(text))
    yield _rows_in_brackets(text)


def _rows_of_words(text: str) -> Iterator[Sequence[Cell]]:
    """Lines as rows of single words, where a line of names of columns stands above them."""
    for start, line in _lines(text):
        words = [(start + each.start(), each[0]) for each in _WORD.finditer(line)]
        plain = {word.strip(":*").lower() for _, word in words}
        headed = plain & _WORDS["beside_age"] and plain & {"age", "age/sex"} and len(words) <= 12
        yield words if headed or not any(_is_header(word) for _, word in words) else ()


def _rows_in_brackets(text: str) -> Iterator[Sequence[Cell]]:
    """Lists in brackets as rows, those before the one that names the columns after it: `(name, age) VALUES ('Ann', 93)`."""
    groups = [_split(each[1], each.start(1), ",") for each in _GROUP.finditer(text)]
    headers = [each for each in groups if len(each) > 1 and any(_is_header(cell) for _, cell in each)]
    for header in headers[:1]:
        yield header
        yield from (each for each in groups if len(each) == len(header))


def _lines(text: str) -> Iterator[Cell]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, line.rstrip("\r\n")
        start += len(line)


def _split(line: str, start: int, sign: str) -> list[Cell]:
    """The cells of a line between signs, without empty ones at its ends; a sign in quotes parts nothing."""
    cells, at = [], 0
    if sign in _QUOTED_CELL and '"' in line:
        pieces = []
        while at <= len(line):
            found = _QUOTED_CELL[sign].match(line, at)
            piece = found[0] if found else ""
            pieces.append(piece)
            at += len(piece) + 1
    else:
        pieces = line.split(sign)
    at = start
    for piece in pieces:
        cells.append((at, piece))
        at += len(piece) + 1
    return cells


def _cells_of_page(row: str, start: int) -> list[Cell]:
    return [(start + cell.start(1), cell[1]) for cell in _TABLE_CELL.finditer(row)]


def _is_header(cell: str) -> bool:
    if len(cell) > 3 * _LONGEST_HEADER:  # tags may stand around it
        return False
    plain = re.sub(r"<[^<>]*>", " ", cell)
    return len(plain.strip()) <= _LONGEST_HEADER and bool(_HEADER.fullmatch(plain))


def _cell_at(cells: Sequence[Cell], place: int, count: int) -> Cell | None:
    """The cell under the header at this place of so many: counted from the end where a row has more or fewer."""
    at = place if len(cells) == count else len(cells) - count + place
    return cells[at] if 0 <= at < len(cells) else None
