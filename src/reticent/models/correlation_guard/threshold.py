"""t_DR: how many bits of a removed term may still be told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from reticent.errors import InputError


@dataclass(frozen=True, slots=True)
class Threshold:
    """A fixed number of bits, or a quantile of the information of the removed terms; the 0 quantile is equation 7."""

    bits: float | None = None
    quantile: float = 0.0

    @classmethod
    def of(cls, rule: str | float) -> Threshold:
        """The threshold that "least", a number of bits or a share such as "25%" of the removed terms stands for.

        >>> Threshold.of("25%")
        Threshold(bits=None, quantile=0.25)
        """
        if rule == "least":
            return cls()
        share = re.fullmatch(r"(\d{1,3}(?:\.\d+)?) ?%", rule) if isinstance(rule, str) else None
        if share and float(share[1]) <= 100:
            return cls(quantile=float(share[1]) / 100)
        try:
            bits = float(rule)
        except ValueError:
            bits = -1.0
        if not isfinite(bits) or bits <= 0:
            raise InputError("a threshold is 'least', a number of bits such as 6, or a share such as 25%")
        return cls(bits)

    def over(self, information: Sequence[float]) -> float:
        """The bits at which a disclosure begins, given those of each removed term; inf when none was ever seen.

        One general name such as "Europe" makes the least of them very strict; a quantile passes over it.
        """
        if self.bits is not None:
            return self.bits
        seen = sorted(each for each in information if isfinite(each))
        return seen[min(int(self.quantile * len(seen)), len(seen) - 1)] if seen else inf

    def __str__(self) -> str:
        if self.bits is not None:
            return f"{self.bits:g} bits"
        if not self.quantile:
            return "as many bits as the least informative term removed has"
        return f"as many bits as {self.quantile:.0%} of the terms removed have at most"
