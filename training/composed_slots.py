"""What fills the gaps of composed texts: names and numbers that are to be found, and medical and other words that are not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from experiments.harness import data
from experiments.needs import Needs

from training.composed_values import (
    make_address,
    make_code,
    make_date,
    make_dose,
    make_email,
    make_handle,
    make_initials,
    make_money,
    make_name,
    make_organization,
    make_phone,
    make_time,
    make_url,
    make_version,
)
from training.list_words import HINTS, ListedNames, read_abbreviations, read_listed_names
from training.wild_corpora import TRANSCRIPTIONS, read_transcriptions

NEEDS = Needs(data=(HINTS, TRANSCRIPTIONS))

_SHORT_SENTENCE = re.compile(r"(?<=[.] )[A-Z][^.:\n]{20,140}[.](?= )")
_DAYS = "Mon Tue Tues Wed Weds Thu Thurs Fri Sat Sun Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "Jan Feb March Apr May June July Aug Sept Oct Nov Dec January February April August October".split()
_FREQUENCIES = "od bd tds qds nocte mane prn stat BD TDS OD PRN QID daily weekly".split()
_DURATIONS = ("{}/7", "{}/52", "{}/12", "{} days", "{}d", "{} wks", "{} months", "{}h", "x{}")
_SPECIALTIES = """Cardiology Renal Surgery Ortho Gastro Neuro ENT Gynae Paeds Resp Haem Onc Psych Derm Endo Rheum ED ICU
    Medical Gen Med Plastics Urology Vascular Stroke Geriatrics""".split()
_PRODUCTS = """Outlook Windows Teams Excel Word Chrome Firefox Safari Android iPhone Office SharePoint Salesforce Zoom Slack
    Jira Citrix Adobe Acrobat Edge Linux Ubuntu Router Galaxy PayPal Visa WhatsApp Netflix OneDrive Intune Okta""".split()
_ERRORS = (
    "0x80070057",
    "HTTP 502",
    "ERR_TIMED_OUT",
    "500",
    "404",
    "E-204",
    "Access Denied",
    "TLS handshake",
    "SSO",
)
_SUBJECTS = """password reset|late delivery|direct debit|broken boiler|holiday request|leave to remain|invoice query|new laptop
    |parking permit|missing parcel|council tax|meter reading|change of address|VPN access|refund|school place|room booking
    |annual report|Mac repair|gas safety check|water bill|job offer|annual leave|boiler service|MOT test""".split(
    "|"
)
_REMARKS = """ok will do|thanks for letting me know|can you send it again please|it still does not work|no reply so far
    |Please see the attached file|The line is down again|I will look into it|we are still waiting|any news on this?
    |lol no|brb|Could you confirm by Friday|I have restarted it twice|That is not what I ordered|Have a nice weekend
    |what time works for you|He says it was charged twice|Escalated to second line|Closing as resolved|Waiting on customer
    |Let me know if you need anything else|Is there a Grace period?|Will it be ready by then?|may i ask when
    |Hope you are well|The Faith group meets upstairs|Mark as done|Bill was paid|Rose to 40 per cent""".split(
    "|"
)
_ROLES = """RN EN SN CNS CNM ANP HCA AIN Sr Sister Nurse Matron Reg SHO RMO JMO FY1 F1 F2 ST4 Cons Dr OT PT SW SLT SALT TVN
    CPN DN HV MO PA EMT RM MW Midwife Pharm pharmacist physio dietitian porter paramedic chaplain interpreter carer Psych
    social worker staff nurse GP Mr Ms Mrs nurse registrar consultant anaesthetist""".split()
_KIN = """wife husband dtr daughter son mum mother dad father sister brother sis bro nan gran grandad aunt uncle niece nephew
    partner housemate neighbour friend cousin granddaughter grandson fiance mate ex carer girlfriend boyfriend""".split()
_SEXES = {"M": ("male", "man", "gentleman"), "F": ("female", "woman", "lady")}

Fill = Callable[[Random], str]


@dataclass(frozen=True, slots=True)
class Slot:
    """How a gap is filled, and the kind of what then stands there, if it is to be found."""

    fill: Fill = field(repr=False)
    kind: str | None = None


def read_slots() -> dict[str, Slot]:
    """All slots by name; one whose name is in capitals is filled in capitals, one with a capital begins with one."""
    listed = read_listed_names()
    slots = {**_people(listed), **_bodies_and_numbers(listed), **_medicine(), **_plain()}
    for name in ("family", "inits", "org"):
        slots[name.upper()] = Slot(_change(slots[name].fill, str.upper), slots[name].kind)
    for name in (
        "drug",
        "condition",
        "eponym",
        "test",
        "organism",
        "device",
        "phrase",
        "product",
        "role",
        "kin",
    ):
        slots[name.capitalize()] = Slot(_change(slots[name].fill, _begin_high), None)
    for name in ("condition", "eponym", "abbr", "procedure", "product", "error"):
        slots[name.upper()] = Slot(_change(slots[name].fill, str.upper), None)
    return slots


def _people(listed: ListedNames) -> dict[str, Slot]:
    given, family = partial(_choose, listed.given), partial(_choose, listed.family)
    name = partial(make_name, listed)
    person: dict[str, Fill] = {
        "name": name,
        "given": given,
        "family": family,
        "inits": partial(make_initials, listed),
        "I": _change(given, lambda name: name[0]),
        "lower": _change(given, str.lower),
        "lowfamily": _change(family, str.lower),
        "lowname": _change(name, str.lower),
    }
    return {key: Slot(fill, "PERSON") for key, fill in person.items()}


def _bodies_and_numbers(listed: ListedNames) -> dict[str, Slot]:
    place = partial(_choose, listed.places)
    return {
        "place": Slot(place, "LOCATION"),
        "lowplace": Slot(_change(place, str.lower), "LOCATION"),
        "address": Slot(partial(make_address, listed), "LOCATION"),
        "org": Slot(partial(make_organization, listed), "ORGANIZATION"),
        "acronym": Slot(_make_acronym, "ORGANIZATION"),
        "date": Slot(make_date, "DATETIME"),
        "time": Slot(make_time, "DATETIME"),
        "day": Slot(partial(_choose, _DAYS), "DATETIME"),
        "when": Slot(_make_when, "DATETIME"),
        "year": Slot(lambda chance: str(chance.randrange(1960, 2026)), "DATETIME"),
        "age": Slot(lambda chance: str(chance.randrange(1, 100)), "AGE"),
        "code": Slot(make_code, "CODE"),
        "nhs": Slot(lambda chance: f"{_digits(chance, 3)} {_digits(chance, 3)} {_digits(chance, 4)}", "CODE"),
        "phone": Slot(make_phone, "CONTACT"),
        "ext": Slot(lambda chance: _digits(chance, 4), "CONTACT"),
        "email": Slot(partial(make_email, listed), "CONTACT"),
        "handle": Slot(partial(make_handle, listed), "CONTACT"),
        "url": Slot(partial(make_url, listed), "CONTACT"),
    }


def _medicine() -> dict[str, Slot]:
    sorts: dict[str, list[str]] = {"condition": []}
    for line in data(HINTS).read_text("utf-8").splitlines():
        row = json.loads(line)
        sorts["condition"] += row["names"]
        for sort, hints in row["hints"].items():
            sorts.setdefault(sort, []).extend(hint for hint, _ in hints)
    texts = read_transcriptions(data(TRANSCRIPTIONS))
    sorts["sentence"] = [sentence for text in texts for sentence in _SHORT_SENTENCE.findall(text)]
    sorts["eponym"] = [word for terms in sorts.values() for term in terms for word in _eponyms(term)]
    sorts["abbr"] = read_abbreviations()
    wanted = """condition drug test sign symptom finding procedure phrase anatomy device organism sentence eponym
        abbr"""
    return {name: Slot(partial(_choose, sorted(set(sorts[name])))) for name in wanted.split()}


def _eponyms(term: str) -> list[str]:
    """The words of a short medical term that stand in it as names do."""
    words = term.split()
    if len(words) > 3 or not words[-1].islower():
        return []
    return [word.removesuffix("'s") for word in words[:-1] if re.fullmatch(r"[A-Z][a-z]{3,}(?:'s)?", word)]


def _plain() -> dict[str, Slot]:
    fills: dict[str, Fill] = {
        "n": lambda chance: str(chance.choice((chance.randrange(1, 10), chance.randrange(10, 160)))),
        "temp": lambda chance: f"{chance.randrange(2, 40)}.{chance.randrange(10)}",
        "bp": lambda chance: f"{chance.randrange(85, 200)}/{chance.randrange(45, 110)}",
        "dur": lambda chance: chance.choice(_DURATIONS).format(chance.randrange(1, 15)),
        "sex": lambda chance: chance.choice("MF"),
        "sexword": lambda chance: chance.choice([*_SEXES["M"], *_SEXES["F"]]),
        "dose": make_dose,
        "freq": partial(_choose, _FREQUENCIES),
        "role": partial(_choose, _ROLES),
        "kin": partial(_choose, _KIN),
        "spec": partial(_choose, _SPECIALTIES),
        "product": partial(_choose, _PRODUCTS),
        "error": partial(_choose, _ERRORS),
        "version": make_version,
        "subject": partial(_choose, [" ".join(each.split()) for each in _SUBJECTS]),
        "remark": partial(_choose, [" ".join(each.split()) for each in _REMARKS]),
    }
    return {name: Slot(fill) for name, fill in fills.items()} | {"money": Slot(make_money, "QUANTITY")}


def _make_when(chance: Random) -> str:
    return chance.choice((chance.choice(_MONTHS), f"{chance.choice(_MONTHS)} {chance.randrange(1990, 2026)}"))


def _make_acronym(chance: Random) -> str:
    return "".join(chance.choice("ABCDEGHJKLMNPRSTW") for _ in range(chance.randrange(2, 4))) + chance.choice(
        "HMCGTS"
    )


def _digits(chance: Random, count: int) -> str:
    return "".join(chance.choice("0123456789") for _ in range(count))


def _choose(values: Sequence[str], chance: Random) -> str:
    return chance.choice(values)


def _change(fill: Fill, change: Callable[[str], str]) -> Fill:
    return lambda chance: change(fill(chance))


def _begin_high(value: str) -> str:
    return value[:1].upper() + value[1:]
