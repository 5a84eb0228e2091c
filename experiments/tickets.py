"""Invented support tickets of about 150 characters: the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

_GIVEN = """Aisha Alexander Amelia Andrew Anna Arjun Benjamin Bridget Carlos Charlotte Chen Chloe Daniel David Deborah
    Dmitri Edward Eleanor Elena Emily Fatima Fiona Frank Gabriel George Grace Hannah Harold Helen Hiroshi Ibrahim Ingrid
    Isabel Jack Jasmine Jennifer Jonas Joseph Julia Karen Kevin Laura Leila Linda Lucas Magdalena Marcus Maria Martin
    Mei Michael Miriam Mohammed Nadia Naomi Nicholas Nora Olga Oliver Omar Patricia Pedro Peter Priya Rachel Rebecca
    Robert Rosa Samuel Sandra Sarah Sofia Stephen Susan Tariq Theresa Thomas Victor Wei William Yusuf Zoe"""
_FAMILY = """Abbott Adeyemi Ahmed Andersson Baker Barnes Bauer Bennett Brennan Burke Campbell Castillo Chandra Cohen Cooper
    Costa Davies Diaz Dubois Ellis Evans Ferrari Fischer Fletcher Foster Garcia Gibson Gonzalez Graham Gupta Hansen
    Harris Hoffmann Hughes Ivanov Jackson Jensen Johnson Kaur Keller Khan Kim Kowalski Lambert Larsen Lee Lopez
    Marshall Martinez Mbeki McCarthy Meyer Mitchell Moreau Morgan Murphy Nakamura Nguyen Novak O'Brien Okafor Olsen
    Patel Pereira Petrov Quinn Ramirez Reed Reyes Rossi Russell Sato Schmidt Silva Singh Sullivan Tanaka Thompson
    Turner Wagner Walker Watson Weber Williams Wong Wright Yamamoto Young Zhang"""
_PLACE = """Aberdeen Amsterdam Atlanta Austin Baltimore Barcelona Bergen Berlin Boston Bristol Calgary Cardiff Chicago
    Cologne Copenhagen Dallas Denver Detroit Dublin Edinburgh Geneva Glasgow Hamburg Helsinki Houston Leeds Lisbon
    Liverpool London Lyon Madrid Manchester Melbourne Miami Milan Montreal Munich Nairobi Newcastle Oslo Ottawa Paris
    Phoenix Porto Prague Rotterdam Seattle Sheffield Stockholm Sydney Tampa Toronto Turin Vienna Warsaw Zurich"""
_FIRM = """Acorn Alder Beacon Birch Bluewater Brightside Cedar Clearview Coral Crestwood Delta Eastgate Elmwood Falcon
    Foxglove Granite Harbor Hawthorn Highland Ironbridge Juniper Keystone Lakeside Larkspur Maple Meridian Northfield
    Oakwood Pinecrest Redstone Riverside Silverline Southgate Summit Thornton Valley Westbrook Willow"""
_THING = """router printer laptop invoice keyboard monitor account subscription password headset charger delivery refund
    webcam phone tablet dashboard report export backup server mailbox calendar voucher contract licence battery scanner
    order parcel receipt statement password-reset upload connection projector microphone dock cable adapter"""
_TROUBLE = """stopped working|shows a blank screen|arrived damaged|was charged twice|cannot be found|keeps restarting|
    is much too slow|asks for a code that never comes|has not been updated|was sent to the wrong address|expired early|
    prints empty pages|loses the connection every hour|does not accept the new card|is missing two parts|
    gives error 504 since the update|freezes when two people use it|was cancelled without notice|looks wrong on mobile"""
_PLEA = """Please call back on {phone}.|You can reach me at {email}.|Can somebody look at this today?|
    Please refund it to card {card}.|Our contact in {place} is {person}.|It was ordered on {date}.|
    I already restarted it twice and nothing changed.|{person} from {firm} said the same.|The customer number is {number}.|
    We need it before the meeting on {date}.|Reply to {email}, thanks.|Nobody answered at {phone} so far.|
    This is urgent, the whole team is waiting for it."""
_OPENING = """Hello, this is {person} from {place}.|Hi team,|{person} ({firm}) writes:|Dear support,|Good morning from {place}!|
    Ticket {number}:|Customer {person} reports:|Hi, {given} here.|We at {firm} have a problem.|Once again:"""
_BODY = """My {thing} {trouble}.|The {thing} that I bought in {place} {trouble}.|Our {thing} {trouble} and the {thing2} too.|
    Since {date} the {thing} {trouble}.|The {thing} of {person} {trouble}."""


def make_tickets(count: int, *, seed: int = 1) -> Iterator[str]:
    """So many invented tickets."""
    chance = random.Random(seed)
    openings, bodies, pleas = (_choices(each) for each in (_OPENING, _BODY, _PLEA))
    for _ in range(count):
        form = " ".join(map(chance.choice, (openings, bodies, pleas)))
        while len(form) < 110:
            form += " " + chance.choice(pleas)
        yield form.format_map(_values(chance))


def _choices(listed: str) -> list[str]:
    return [" ".join(each.split()) for each in listed.split("|")]


def _values(chance: random.Random) -> dict[str, str]:
    given, family = chance.choice(_GIVEN.split()), chance.choice(_FAMILY.split())
    mail = f"{given}.{family}".lower().replace("'", "")
    return {
        "given": given,
        "person": f"{given} {family}",
        "place": chance.choice(_PLACE.split()),
        "firm": f"{chance.choice(_FIRM.split())} {chance.choice(('Ltd', 'Group', 'Inc.', 'Partners', 'Logistics'))}",
        "thing": chance.choice(_THING.split()),
        "thing2": chance.choice(_THING.split()),
        "trouble": chance.choice(_choices(_TROUBLE)),
        "phone": f"212-555-{chance.randrange(100, 200):04}",
        "email": f"{mail}{chance.randrange(100)}@example.{chance.choice(('org', 'com', 'net'))}",
        "card": "4111 1111 1111 1111",
        "date": f"{chance.randrange(1, 29)} {chance.choice(('March', 'May', 'June', 'August'))} {chance.randrange(2019, 2026)}",
        "number": f"{chance.randrange(10**5, 10**6)}",
    }
