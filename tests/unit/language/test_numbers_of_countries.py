"""Numbers of people, firms and accounts of the countries that speak Spanish and German, in the layouts of notes, forms and tables."""

from __future__ import annotations

import pytest

from reticent import Document, open_policy

NUMBERS = {
    "es": {
        "DNI": "54362315K",
        "NIE": "X2482300W",
        "NIF": "54362315-K",
        "CIF": "J99216582",
        "Cuenta": "1234-1234-16 1234567890",
        "IBAN": "ES91 2100 0418 4502 0005 1332",
        "CUPS": "ES 1234-123456789012-JY",
        "Referencia catastral": "7837301-VG8173B-0001 TT",
        "NASS": "28 40772915 08",
        "NHC": "739146",
        "CIP": "TEMA411102911019",
        "N.º de colegiado": "28 28 07714",
        "Matrícula": "7712 DMN",
        "Póliza": "7730-11284-Z",
        "CURP": "BOXW310820HNERXN09",
        "RFC": "GODE561231GR8",
        "NSS": "12-08-88-4471-3",
        "CUIT": "20-05536168-2",
        "CUIL": "20-05536168-2",
        "CBU": "2850590940090418135201",
        "RUT": "12.531.909-2",
        "RUN": "17.402.118-7",
        "Cédula de ciudadanía": "42.118.905",
        "NIT": "213.123.432-1",
        "RUC": "20512333797",
        "Cédula de identidad": "2.447.118-9",
        "RIF": "V-11470283-4",
        "Pasaporte": "XDC004471",
    },
    "de": {
        "Steuer-ID": "36 574 261 809",
        "USt-IdNr.": "DE136695976",
        "Steuernummer": "151/815/08156",
        "IBAN": "DE89 3704 0044 0532 0130 00",
        "Versichertennummer": "K482915506",
        "Rentenversicherungsnummer": "29 140771 E 518",
        "Personalausweisnummer": "L01X00T47",
        "Reisepass-Nr.": "C01X00T47",
        "Kennzeichen": "HK-TR 418",
        "Aktenzeichen": "320 Js 7714/22",
        "Fallnummer": "2204417",
        "Kundennummer": "4471-0912",
        "UID-Nr.": "ATU13585627",
        "SVNR": "1237 010180",
        "Firmenbuchnummer": "FN 122119m",
        "AHV-Nr.": "756.9217.0769.85",
        "UID": "CHE-100.155.212",
        "MWST-Nr.": "CHE-107.787.577 MWST",
    },
}
LAYOUTS = (
    "{label}: {value}",
    "{label} {value}",
    "{label}:\n{value}",
    "{label}\t{value}",
    "({label}: {value})",
    "{label} = {value}",
    "| {label} | {value} |",
    '"{label}": "{value}"',
    "<b>{label}:</b> {value}",
    "{shouted}: {value}",
    "• {label}: {value};",
)
PLACES = {
    "es": [
        "655 018 234",
        "+34 91 000 41 77",
        "976-00-04-12",
        "+52 55 1234 5678",
        "(0341) 442-1180",
        "+54 9 11 5550-4471",
        "+56 9 5550 4471",
        "+57 310 555 0447",
        "+51 987 654 321",
        "Calle Joaquín Aznar 2, 3.º F",
        "Avda. de la Constitución, 12",
        "C/ Arrabal, 14, 1.º dcha.",
        "Av. Insurgentes Sur 1602",
        "Carrera 7 # 32-16",
        "Pje. Los Copihues 0441",
        "50009 Zaragoza",
    ],
    "de": [
        "0221 478-33210",
        "+49 (0)89 5550 447",
        "0176 / 20 88 41 3",
        "+43 664 555 04 47",
        "01 / 404 00-1180",
        "+41 79 555 12 43",
        "056 441 20 13",
        "Lindenallee 14",
        "Am Sonnenhang 23",
        "Karl-Marx-Str. 118",
        "Bahnhofstrasse 41",
        "Wehrgrabengasse 31/4",
        "53757 Sankt Augustin",
        "A-4400 Steyr",
        "CH-5200 Brugg",
    ],
}
"""Phones, streets and postcodes, which stand in a sentence without a label too."""

SENTENCES = {
    "es": ("Vive en {}.", "Dirección: {}", "Se le puede localizar en {}, como siempre.", "- {}"),
    "de": ("Adresse: {}", "Zu erreichen: {}", "Sie gab {} an.", "- {}"),
}
AROUND = {
    "es": "La paciente viene a la consulta con su hija y trae los papeles que le pidieron.\n{}\nNo tiene fiebre y se va a casa.",
    "de": "Die Patientin kommt mit ihrer Tochter in die Sprechstunde und bringt die Unterlagen mit.\n{}\nSie hat kein Fieber und geht nach Hause.",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("code", sorted(NUMBERS))
def test_no_number_under_its_label_is_left(code: str, layout: str) -> None:
    policy = open_policy()
    left = []
    for label, value in NUMBERS[code].items():
        line = layout.format(label=label, value=value, shouted=label.upper())
        released = policy.sanitize(Document("note", AROUND[code].format(line), language=code)).text
        if any(part in released for part in _telling_parts(value)):
            left.append((line, released.split("\n")[1:-1]))
    assert not left


@pytest.mark.parametrize("code", sorted(PLACES))
def test_no_phone_street_or_postcode_is_left(code: str) -> None:
    policy = open_policy()
    left = []
    for value in PLACES[code]:
        for sentence in SENTENCES[code]:
            text = AROUND[code].format(sentence.format(value))
            released = policy.sanitize(Document("note", text, language=code)).text
            if any(part in released for part in _telling_parts(value)):
                left.append((sentence.format(value), released.split("\n")[1:-1]))
    assert not left


def _telling_parts(value: str) -> list[str]:
    """What of a number or an address tells most: its parts of several digits."""
    parts = value.replace("-", " ").replace(".", " ").replace("/", " ").replace(",", " ").split()
    return [part for part in parts if len(part) > 1 and any(map(str.isdigit, part))]
