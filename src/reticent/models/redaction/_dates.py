"""What becomes of dates: removed, cut to the year or the month, moved by a secret number of weeks, or numbered."""

from __future__ import annotations

import datetime
import hashlib
import hmac
from dataclasses import dataclass, field
from typing import Literal

from reticent.text import Document, analyze
from reticent.text.dates import WrittenDate, find_day_first, leaves_order_open, read_date

DateMode = Literal["remove", "year", "month", "shift", "number"]

MOST_WEEKS = 52
"""How far dates are moved at most, either way: by whole weeks, so that weekdays stay right."""

_STATEMENTS: dict[DateMode, str] = {
    "remove": "",
    "year": " Of a date, its year may stay.",
    "month": " Of a date, its month and year may stay.",
    "shift": " Full dates are moved by a secret number of weeks, the same for all dates of a document;"
    " dates that are not full are removed, and so is what else a calendar tells, such as holidays, weeks and quarters.",
    "number": " Dates are numbered in the order of time.",
}


@dataclass(frozen=True, slots=True)
class DateRule:
    """What becomes of dates; `secret` decides how far they are moved, `day_first` how 03/04/2024 is read where a text
    leaves it open."""

    mode: DateMode = "remove"
    secret: bytes = field(default=b"", repr=False)
    day_first: bool = False

    @property
    def statement(self) -> str:
        """What a promise says of dates, to be added to its sentence."""
        return _STATEMENTS[self.mode]

    @property
    def declared(self) -> dict[str, str]:
        """What the rule depends on: the secret by a name that doesn't tell it."""
        if self.mode != "shift":
            return {}
        name = hmac.digest(self.secret, b"name of the key", hashlib.sha256).hex()
        return {"date shift": f"hmac-sha256:{name[:32]}"}

    def read(self, text: str, document: Document) -> WrittenDate | None:
        """The date that a text is, as this document writes dates."""
        if self.mode == "remove":
            return None
        (told,) = analyze(document).share("day first", lambda: (find_day_first(document.text),))
        return read_date(text, day_first=self.day_first if told is None else told)

    def is_unsettled(self, document: Document) -> bool:
        """Whether a document has dates whose day and month can be swapped, and neither it nor the policy says which is which."""
        return self.mode not in ("remove", "year") and not self.day_first and leaves_order_open(document.text)

    def count_weeks(self, subject: str) -> int:
        """How many weeks the dates of a subject are moved; never none."""
        digest = hmac.digest(
            self.secret, f"weeks of {subject}".encode("utf-8", "surrogatepass"), hashlib.sha256
        )
        number = int.from_bytes(digest) % (2 * MOST_WEEKS)
        return number - MOST_WEEKS if number < MOST_WEEKS else number - MOST_WEEKS + 1

    def replace(self, written: str, document: Document) -> str | None:
        """What stands in place of a date of the document; None for a placeholder."""
        found = self.read(written, document)
        if found is None:
            return None
        match self.mode:
            case "year":
                return found.write_year()
            case "month":
                return found.write_month() or found.write_year()
            case "shift":
                return self._shift(found, document.subject or document.id)
        return None

    def number(self, written: str, document: Document) -> int | None:
        """The place of a date in time, by which it is numbered; None where it has none, or isn't to be numbered."""
        found = self.read(written, document) if self.mode == "number" else None
        return found.order if found else None

    def _shift(self, found: WrittenDate, subject: str) -> str | None:
        if found.date is None:
            return None
        try:
            return found.write(found.date + datetime.timedelta(weeks=self.count_weeks(subject)))
        except OverflowError:
            return None


REMOVE = DateRule()
