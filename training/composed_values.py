"""Invented values in the forms that people write: names, addresses, dates, numbers, codes."""

from __future__ import annotations

from random import Random

from training.list_words import ListedNames

_MONTHS = "January February March April May June July August September October November December".split()
_STREETS = (
    "Street St Road Rd Lane Avenue Ave Close Drive Dr Crescent Way Court Place Terrace Park Hill".split()
)
_BODIES = """{place} General Hospital|{place} Medical Centre|{place} Surgery|St {given}'s Hospice|{family} & {family} LLP
    |{place} District Council|{family} Motors|{place} Primary School|University of {place}|{family} Ltd|{place} Police
    |{place} Health Centre|{family} Bros|Royal {place} Infirmary|{family} Care Home|{place} Pharmacy|{place} FC|{place} Clinic
    |{family} & Sons|{place} Water|Bank of {place}|{family} Holdings Inc|{place} Housing Association|{given}'s Bakery"""
_BODY_FORMS = [" ".join(form.split()) for form in _BODIES.split("|")]
_PARTICLES = ("van der", "de", "van", "O'", "Mc", "al-", "Mac", "Di", "von", "Le")
_WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def make_name(names: ListedNames, chance: Random) -> str:
    """A whole name in one of many forms."""
    given, family = chance.choice(names.given), _make_family(names, chance)
    forms = (
        *(f"{given} {family}", f"{given} {family}", f"{given} {family}", f"{given} {family}"),
        *(
            f"{given[0]}. {family}",
            f"{given[0]} {family}",
            f"{family}, {given}",
            f"{family.upper()}, {given}",
        ),
        f"{given} {chance.choice(_LETTERS)}. {family}",
        f"{given} {family.upper()}",
        f"{given} {family}-{chance.choice(names.family)}",
        f"{given[0]}.{chance.choice(_LETTERS)}. {family}",
        f"{given} {chance.choice(names.given)} {family}",
        f"{given} ({chance.choice(names.given)}) {family}",
        f"{given.upper()} {family.upper()}",
        f"{family} {given}",
    )
    return chance.choice(forms)


def _make_family(names: ListedNames, chance: Random) -> str:
    family = chance.choice(names.family)
    if chance.random() > 0.1:
        return family
    particle = chance.choice(_PARTICLES)
    return (
        f"{particle}{family}" if not particle.islower() or particle.endswith("-") else f"{particle} {family}"
    )


def make_initials(names: ListedNames, chance: Random) -> str:
    """The initials of somebody, mostly in capitals."""
    first, last = chance.choice(names.given)[0], chance.choice(names.family)[0]
    return chance.choice((f"{first}{last}", f"{first}{last}", f"{first}.{last}.", f"{first}{last}".lower()))


def make_address(names: ListedNames, chance: Random) -> str:
    """A street and mostly a place, with or without a code."""
    name = chance.choice(
        (*names.family[:: max(len(names.family) // 400, 1)], "Church", "High", "Main", "Mill", "Park")
    )
    street = f"{chance.randrange(1, 240)} {name} {chance.choice(_STREETS)}"
    place = chance.choice(names.places)
    code = chance.choice(
        (
            f"{_letters(chance, 2)}{chance.randrange(1, 40)} {chance.randrange(1, 10)}{_letters(chance, 2)}",
            f"{_letters(chance, 2)} {_digits(chance, 5)}",
            _digits(chance, 4),
        )
    )
    forms = (
        street,
        f"{street}, {place}",
        f"{street}, {place} {code}",
        f"Flat {chance.randrange(1, 30)}, {street}, {place}",
    )
    return chance.choice(forms)


def make_organization(names: ListedNames, chance: Random) -> str:
    """A body out of the lists, or one that is named after a place or a person."""
    if chance.random() < 0.35:
        return chance.choice(names.bodies)
    parts = {"place": chance.choice(names.places), "given": chance.choice(names.given)}
    return chance.choice(_BODY_FORMS).format(**parts, family=chance.choice(names.family))


def make_date(chance: Random) -> str:
    """A date in one of many forms, with or without its year or time."""
    day, month, year = chance.randrange(1, 29), chance.randrange(1, 13), chance.randrange(1930, 2026)
    name, mark = _MONTHS[month - 1], chance.choice("/.-/")
    forms = (
        *(f"{day:02}{mark}{month:02}{mark}{year % 100:02}", f"{day}{mark}{month}{mark}{year}"),
        *(
            f"{day:02}/{month:02}/{year}",
            f"{day}/{month}",
            f"{month}/{day}/{year % 100:02}",
            f"{day} {name[:3]}",
        ),
        *(f"{day} {name} {year}", f"{name} {day}, {year}", f"{day} {name[:3]} {year % 100:02}"),
        f"{year}-{month:02}-{day:02}",
        f"{chance.choice(_WEEKDAYS)} {day} {name[:3]}",
        f"{day:02}-{name[:3]}-{year}",
        f"{day}{'st' if day % 10 == 1 else 'th'} {name}",
        f"{day:02}{name[:3].upper()}{year % 100:02}",
        f"{day:02}/{month:02}/{year % 100:02} {make_time(chance)}",
    )
    return chance.choice(forms)


def make_time(chance: Random) -> str:
    """A time of the day."""
    hour, minute = chance.randrange(24), chance.randrange(0, 60, 5)
    half = "am" if hour < 12 else "pm"
    short = (hour + 11) % 12 + 1
    return chance.choice(
        (
            f"{hour:02}:{minute:02}",
            f"{hour:02}:{minute:02}",
            f"{hour:02}{minute:02}",
            f"{short}{half}",
            f"{short}.{minute:02}{half}",
        )
    )


def make_code(chance: Random) -> str:
    """A number or a mixture of letters and digits that stands for somebody or something."""
    forms = (
        *(
            _digits(chance, chance.randrange(5, 9)),
            _digits(chance, 7),
            f"{_letters(chance, 2)}{_digits(chance, 6)}",
        ),
        f"{_letters(chance, 2)}-{_digits(chance, 5)}",
        f"{_letters(chance, 3)}/{chance.randrange(10, 26)}/{_digits(chance, 4)}",
        f"{chance.randrange(2015, 2026)}-{_digits(chance, 4)}",
        f"{_digits(chance, 4)} {_digits(chance, 4)}",
        f"{_letters(chance, 1)}{_digits(chance, 7)}{_letters(chance, 1)}",
        f"{_digits(chance, 2)}/{_letters(chance, 2)}/{_digits(chance, 4)}",
    )
    return chance.choice(forms)


def make_phone(chance: Random) -> str:
    """A telephone number that nobody has, mostly."""
    forms = (
        f"07700 900{_digits(chance, 3)}",
        f"0{_digits(chance, 4)} {_digits(chance, 6)}",
        f"({_digits(chance, 3)}) 555-01{_digits(chance, 2)}",
        f"{_digits(chance, 3)}-555-01{_digits(chance, 2)}",
        f"+{chance.randrange(30, 99)} {_digits(chance, 3)} {_digits(chance, 3)} {_digits(chance, 3)}",
        f"04{_digits(chance, 2)} {_digits(chance, 3)} {_digits(chance, 3)}",
        f"x{_digits(chance, 4)}",
    )
    return chance.choice(forms)


def make_email(names: ListedNames, chance: Random) -> str:
    """An address at a domain that nobody owns."""
    given, family = (_plain(chance.choice(part)) for part in (names.given, names.family))
    user = chance.choice(
        (f"{given}.{family}", f"{given[0]}{family}", f"{given}{chance.randrange(10, 99)}", family)
    )
    return f"{user}@{_plain(chance.choice(names.places))}.example"


def make_handle(names: ListedNames, chance: Random) -> str:
    """A user's name."""
    given, family = (_plain(chance.choice(part)) for part in (names.given, names.family))
    return chance.choice(
        (
            f"{given[0]}{family}",
            f"{given}_{family}",
            f"{given}{chance.randrange(1, 99)}",
            f"{family}.{given[0]}",
        )
    )


def make_url(names: ListedNames, chance: Random) -> str:
    """The address of a page at a domain that nobody owns."""
    return f"www.{_plain(chance.choice(names.family))}-{_plain(chance.choice(names.places))}.example"


def make_dose(chance: Random) -> str:
    """How much of a drug."""
    amount = chance.choice((5, 10, 20, 25, 40, 50, 75, 100, 200, 250, 500))
    return chance.choice(
        (f"{amount}mg", f"{amount} mg", f"{amount}", f"{amount / 10:g}g", f"{amount}mcg", "i", "ii")
    )


def make_money(chance: Random) -> str:
    """An amount of money."""
    return (
        chance.choice("£$€")
        + f"{chance.randrange(5, 4000):,}"
        + chance.choice(("", f".{_digits(chance, 2)}"))
    )


def make_version(chance: Random) -> str:
    """The version of a program."""
    return ".".join(str(chance.randrange(0, 20)) for _ in range(chance.randrange(1, 4)))


def _letters(chance: Random, count: int) -> str:
    return "".join(chance.choice(_LETTERS) for _ in range(count))


def _digits(chance: Random, count: int) -> str:
    return "".join(chance.choice("0123456789") for _ in range(count))


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isascii() and letter.isalpha()) or "info"
