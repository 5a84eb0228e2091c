"""Values of every shipped pattern and the layouts that people put them in."""

from __future__ import annotations

import re
from typing import NamedTuple

from reticent.detection import patterns
from reticent.text import Document


class Value(NamedTuple):
    """A value in the plain form that its pattern is about; `before` is a cue that it needs, outside the layout.

    `tells` is the part that must go, when that isn't the whole.
    """

    pattern: str
    kind: str
    text: str
    before: str = ""
    tells: str = ""


VALUES = (
    Value("email", "EMAIL", "jane.doe@example.org"),
    Value("email", "EMAIL", "o'brien-7@mail.example.co.uk"),
    Value("email spelled out", "EMAIL", "jane.doe (at) example.org"),
    Value("email in words", "EMAIL", "jane dot doe at example dot org"),
    Value("web address", "URL", "https://example.org/a/b"),
    Value("web address", "URL", "www.example.org"),
    Value("bare domain", "URL", "news.example.com"),
    Value("ip address v4", "IP", "192.168.10.4"),
    Value("ip address v6", "IP", "2001:db8::8a2e:370:7334"),
    Value("hardware address", "CODE", "00:1b:44:11:3a:b7"),
    Value("phone with country code", "PHONE", "+44 20 7946 0958"),
    Value("phone with country code", "PHONE", "+1 (212) 555-0123"),
    Value("phone in North America", "PHONE", "212-555-0123"),
    Value("phone in North America", "PHONE", "(212) 555-0123"),
    Value("phone with trunk zero", "PHONE", "020 7946 0958"),
    Value("phone after a cue", "PHONE", "2125550123", "phone "),
    Value("credit card", "CREDIT_CARD", "4111 1111 1111 1111"),
    Value("credit card", "CREDIT_CARD", "5500-0000-0000-0004"),
    Value("credit card", "CREDIT_CARD", "378282246310005"),
    Value("iban", "IBAN", "GB82 WEST 1234 5698 7654 32"),
    Value("iban", "IBAN", "DE89370400440532013000"),
    Value("social security number", "US_SSN", "123-45-6789"),
    Value("social security number after a cue", "US_SSN", "123456789", "SSN "),
    Value("day and month", "DATE", "12 March 1985"),
    Value("day and month", "DATE", "12-Mar-85"),
    Value("month and day", "DATE", "March 12, 1985"),
    Value("month and day", "DATE", "March 12"),
    Value("month, day and year", "DATE", "march 12, 1985"),
    Value("month and year", "DATE", "March 1985"),
    Value("day and month", "DATE", "3rd day of May, 1961"),
    Value("day in words and month", "DATE", "twelfth of June 2019"),
    Value("day in words and month", "DATE", "second of february nineteen eighty eight"),
    Value("day in words and month", "DATE", "June the twelfth, 2019"),
    Value("month and year in words", "DATE", "June nineteen eighty-eight"),
    Value("weekday and date", "DATE", "Tuesday, 12 March 1985"),
    Value("date in numbers", "DATE", "12/03/1985"),
    Value("date in numbers", "DATE", "12.03.1985"),
    Value("date in numbers", "DATE", "12-03-1985"),
    Value("date, year first", "DATE", "1985-03-12"),
    Value("date, year first", "DATE", "1985/03/12"),
    Value("date in eight digits", "DATE", "19850312", "DOB "),
    Value("date in boxes", "DATE", "|1|2|0|3|1|9|8|5|", tells="1|2|0|3|1|9|8|5"),
    Value("date in East Asian characters", "DATE", "1985年3月12日"),
    Value("mobile phone of China", "PHONE", "李雷13812345678", tells="13812345678"),
    Value("age", "AGE", "45 years old"),
    Value("age in words", "AGE", "six years old"),
    Value("age in words after a cue", "AGE", "aged six", tells="six"),
    Value("age of somebody", "AGE", "she is forty years", tells="forty"),
    Value("decade of an age", "AGE", "his forties", tells="forties"),
    Value("word for an age", "AGE", "octogenarian"),
    Value("birthday", "AGE", "fortieth birthday", tells="fortieth"),
    Value("age and sex", "AGE", "72 female", tells="72"),
    Value("age after a cue", "AGE", "aged 45", tells="45"),
    Value("age over 89", "AGE", "93 years old", tells="93"),
    Value("age over 89", "AGE", "aged 93", tells="93"),
    Value("age over 89 in words", "AGE", "ninety-three years old", tells="ninety-three"),
    Value("medical record number", "MEDICAL_RECORD", "MRN:12345678", tells="12345678"),
    Value("postcode of the United Kingdom", "POSTCODE", "SW1A 1AA"),
    Value("postcode of the United Kingdom in small letters", "POSTCODE", "ls6 2ab"),
    Value("postcode of Ireland", "POSTCODE", "D08 X2Y3"),
    Value("postcode of Ireland in the form of a diagnosis", "POSTCODE", "D02 X285", "Dublin "),
    Value("national insurance number", "NATIONAL_ID", "AB 12 34 56 C"),
    Value(
        "national insurance number after a label", "NATIONAL_ID", "NI: TN 31 12 58 F", tells="TN 31 12 58 F"
    ),
    Value("number of Medicaid or of a sample after a label", "CODE", "accession 9921-C", tells="9921-C"),
    Value("key of a licence", "CODE", "License key XKJ7-99PQ-LL23-M0ZZ", tells="XKJ7-99PQ-LL23-M0ZZ"),
    Value("number plate of Germany", "CODE", "B-MW 1234"),
    Value("number plate of Germany after a cue", "CODE", "HH-AB 123", "plate "),
    Value("date of birth in spaced numbers", "DATE", "DOB 12 / 04 / 61", tells="12 / 04 / 61"),
    Value("date of an incident in short numbers", "DATE", "DOI 5.5.23", tells="5.5.23"),
    Value("day with a month in Roman numbers", "DATE", "on 25.XII", tells="25.XII"),
    Value("nhs number", "HEALTH_ID", "701 234 5624"),
    Value("nhs number after a cue", "HEALTH_ID", "7012345624", "NHS "),
    Value("sort code", "SORT_CODE", "20-00-00", "sort code "),
    Value("vat number", "TAX_ID", "DE136695976", "VAT "),
    Value("swedish personal number", "NATIONAL_ID", "811228-9874"),
    Value("danish personal number", "NATIONAL_ID", "070761-4285"),
    Value("norwegian birth number", "NATIONAL_ID", "15108695088"),
    Value("finnish identity code", "NATIONAL_ID", "131052-308T"),
    Value("polish number", "NATIONAL_ID", "44051401359", "PESEL "),
    Value("dutch citizen service number", "NATIONAL_ID", "111222333", "BSN "),
    Value("belgian national number", "NATIONAL_ID", "85.07.30-033.28"),
    Value("french social security number", "NATIONAL_ID", "2 95 10 99 126 111 93"),
    Value("spanish identity number", "NATIONAL_ID", "12345678Z"),
    Value("italian fiscal code", "NATIONAL_ID", "RSSMRA85T10A562S"),
    Value("irish pps number", "NATIONAL_ID", "1234567T"),
    Value("swiss ahv number", "NATIONAL_ID", "756.9217.0769.85"),
    Value("german tax number", "TAX_ID", "86095742719", "Steuer-ID "),
    Value("australian medicare number", "HEALTH_ID", "4318 76539 3", "Medicare "),
    Value("australian tax file number", "TAX_ID", "123 456 782", "TFN "),
    Value("canadian social insurance number", "NATIONAL_ID", "130 692 544", "SIN "),
    Value("aadhaar number", "NATIONAL_ID", "2987 6543 2101"),
    Value("aadhaar number after a cue", "NATIONAL_ID", "298765432101", "Aadhaar "),
    Value("identity number of China", "NATIONAL_ID", "11010519491231002X"),
    Value("taxpayer number of Brazil", "TAX_ID", "529.982.247-25"),
    Value("pan of India", "TAX_ID", "ABCPE1234F"),
    Value("icd code", "CODE", "ICD-10 E11.9", tells="E11.9"),
    Value("snomed code", "CODE", "73211009", "SNOMED "),
    Value("application number of a court", "CODE", "application no. 18403/91", tells="18403/91"),
    Value("case number of a court", "CODE", "Case No. 3:19-cv-00123", tells="3:19-cv-00123"),
    Value("neutral citation", "CODE", "[2019] EWCA Civ 123", tells="EWCA Civ 123"),
    Value("case number of the European Union", "CODE", "C-131/12"),
    Value("medical record number", "MEDICAL_RECORD", "**MRN** | AB-1234567", tells="AB-1234567"),
    Value("age over 89", "AGE", "97 female", tells="97"),
    Value("decade over 89", "AGE", "her nineties", tells="nineties"),
    Value("word for an age over 89", "AGE", "nonagenarian"),
    Value("birthday over 89", "AGE", "95th birthday", tells="95th"),
    Value("age over 89", "AGE", "she is 94 years", tells="94"),
    Value("age over 89 in words", "AGE", "she is ninety-four", tells="ninety-four"),
    Value("age over 89", "AGE", "94/F", tells="94"),
    Value("age over 89", "AGE", "sister (95)", tells="95"),
    Value("age over 89", "AGE", "Mrs. Hale (95)", tells="95"),
    Value("age over 89", "AGE", "Pt 92, frail", tells="92"),
    Value("age of ninety and something", "AGE", "90-something"),
    Value("age over 89 in words", "AGE", "she is a hundred years", tells="hundred"),
    Value("birth year of somebody over 89", "AGE", "born in 1925", tells="1925"),
    Value("birth year of somebody over 89", "AGE", "YOB 1929", tells="1929"),
    Value("date in code", "DATE", "datetime.date(1950, 1, 10)", tells="1950, 1, 10"),
    Value("date in a list after a cue", "DATE", "dob: [1950,1,10]", tells="1950,1,10"),
    Value("date in named parts", "DATE", "year=1950, month=1, day=10"),
    Value("day and month in numbers after a cue", "DATE", "seen 3/17", tells="3/17"),
    Value("day and month in numbers after a cue", "DATE", "due 22/6", tells="22/6"),
    Value("post box", "LOCATION", "P.O. Box 1187"),
    Value("postcode of the United States", "POSTCODE", "OH 45402", tells="45402"),
    Value("zip code after a cue", "POSTCODE", "zip code 45402", tells="45402"),
    Value("postcode of Canada", "POSTCODE", "K1A 0B6"),
    Value("postcode after a cue", "POSTCODE", "postcode ls1 4ap", tells="ls1 4ap"),
    Value("number plate of the United Kingdom", "CODE", "AB12 CDE", "plate "),
    Value("vehicle identification number", "CODE", "1HGCM82633A004352"),
    Value("vehicle number after a cue", "CODE", "VIN WVWZZZ1JZXW000001", tells="WVWZZZ1JZXW000001"),
    Value("number of a prescriber in the USA", "CODE", "AB1234563", "DEA "),
    Value("national provider identifier", "CODE", "1234567893", "NPI "),
    Value("medicare number of the USA", "HEALTH_ID", "1EG4-TE5-MK73"),
    Value("number of a mobile device", "CODE", "490154203237518", "IMEI "),
    Value("email in words", "EMAIL", "jane at example dot org"),
    Value("end of a social security number", "US_SSN", "SSN ending in 6789", tells="6789"),
    Value("web address of other endings", "URL", "clinic.example.health"),
    Value("coordinates in decimals", "LOCATION", "51.5007, -0.1246"),
    Value("coordinates in degrees", "LOCATION", "51°30'26\"N"),
    Value("three words of a place", "LOCATION", "///filled.count.soap"),
    Value("grid reference of the United Kingdom", "LOCATION", "TQ 299 804", "grid ref "),
    Value("password behind a sign", "CODE", "password: Hunter2x", tells="Hunter2x"),
    Value("password behind a word", "CODE", "password is Spring24", tells="Spring24"),
    Value("number under a label", "CODE", "account number 31926819", tells="31926819"),
    Value("code of a lock", "CODE", "key safe 2580", tells="2580"),
    Value("days of a range in numbers", "DATE", "2021-04-13..15"),
    Value("days of a range in numbers", "DATE", "13.-15.4.2021"),
    Value("date with a month in Roman numbers", "DATE", "15/iii/2021"),
    Value("tenth decade of a life", "AGE", "her tenth decade", tells="tenth"),
    Value("age over 89 in months, weeks or days", "AGE", "1,140 months old", tells="1,140"),
    Value("password in markup", "CODE", "<password>sunshine</password>", tells="sunshine"),
    Value("secret in a command", "CODE", "mysql -u root -pHunter2x -h db", tells="Hunter2x"),
    Value("key behind a sign", "CODE", "api_key=Hunter2xHunter2x", tells="Hunter2x"),
    Value("key with a form of its own", "CODE", "AKIAIOSFODNN7EXAMPLE"),
    Value("key of a header", "CODE", "Bearer abcHunter2xdefghijk", tells="Hunter2x"),
    Value(
        "block of a key",
        "CODE",
        "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z\n-----END PRIVATE KEY-----",
        tells="MIIEpAIBAAKCAQEA0Z",
    ),
    Value("login in an address", "CODE", "postgres://me:Hunter2x@db/x", tells="Hunter2x"),
    Value("security code of a card", "CODE", "CVV 123", tells="123"),
    Value("line of a machine-readable zone", "CODE", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"),
    Value("second line of a machine-readable zone", "CODE", "L898902C36UTO7408122F1204159ZE184226B1234510"),
)

LAYOUTS = {
    "as it is": "{}",
    "behind a colon": "Value:{}",
    "behind a colon in capitals": "DOB:{}",
    "behind an equals sign": "value={}",
    "behind a comma": "17,{},positive",
    "at the end of a row": "17,positive,{}",
    "at the start of a row": "{},17,positive",
    "in a row with semicolons": "17;{};positive",
    "in a row with tabs": "17\t{}\tpositive",
    "in a row with bars": "17|{}|positive",
    "in a quoted cell": '17,"{}",positive',
    "in underscores": "_{}_",
    "on a line to fill in": "____{}____",
    "in a file name": "scan_{}.pdf",
    "in a file name with hyphens": "report-{}.docx",
    "in a file name with underscores": "scan_{}_final.pdf",
    "in a name of an archive": "copy_{}.7z",
    "in a folder": "/archive/files/{}/scan.pdf",
    "in a folder of another system": "C:\\files\\{}\\scan.pdf",
    "in a Markdown table": "|x|{}|y|",
    "in a Markdown table with blanks": "| x | {} | y |",
    "in bold": "**{}**",
    "in bold underscores": "__{}__",
    "in italics": "*{}*",
    "in backticks": "`{}`",
    "struck out": "~~{}~~",
    "in quotes": '"{}"',
    "in single quotes": "'{}'",
    "in curly quotes": "“{}”",
    "in guillemets": "«{}»",
    "in round brackets": "({})",
    "in square brackets": "[{}]",
    "in braces": "{{{}}}",
    "in angle brackets": "<{}>",
    "in a tag": "<b>{}</b>",
    "in a JSON value": '{{"value":"{}"}}',
    "at the start of a line": "first\n{}\nlast",
    "at the end of a line": "first {}\nlast",
    "behind a list mark": "-{}",
    "behind a star": "*{}",
    "behind a hash": "#{}",
    "before a semicolon": "{};",
    "before an exclamation mark": "{}!",
    "before an ellipsis": "{}...",
    "behind an ellipsis": "...{}",
    "before a slash": "{}/x",
    "before a hyphen": "{}-x",
    "behind a dash": "so—{}—and",
    "behind an at sign and a blank": "@ {}",
    "twice with a comma": "{0},{0}",
    "twice with a slash": "{0}/{0}",
    "twice with a word": "{0} to {0}",
    "twice with a dash": "{0}–{0}",
    "twice with a hyphen": "{0}-{0}",
    "twice with a spaced hyphen": "{0} - {0}",
}


def cases() -> list[tuple[str, str, Value]]:
    """The name of a layout, the laid out text and its value, for every layout of every value."""
    return [
        (name, value.before + layout.format(value.text), value)
        for value in VALUES
        for name, layout in LAYOUTS.items()
    ]


_ALL = patterns(ages="all")


def left_over(text: str, value: Value) -> str:
    """The letters and digits of the secret, wherever it stands in a text, that no mention covers; all without its kind."""
    secret = value.tells or value.text
    mentions = _ALL.mentions(Document("d", text))
    if not any(mention.kind == value.kind for mention in mentions):
        return secret
    covered = {place for mention in mentions for place in range(mention.span.start, mention.span.end)}
    places = {at for hit in re.finditer(re.escape(secret), text) for at in range(hit.start(), hit.end())}
    return "".join(text[at] for at in sorted(places - covered) if text[at].isalnum())
