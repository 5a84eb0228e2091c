"""Which names of typefaces are nobody's: those that systems, office programs and TeX bring along."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

_SUBSET = re.compile(r"[A-Z]{6}\+")
"""What stands before the name of a part of a typeface in a PDF (ISO 32000, 9.6.4)."""

_STYLE = re.compile(
    r"(?:regular|roman|roma|regu|normal|book|text|bold|bolditalic|italic|ital|slanted|oblique|obli|medium|medi|light|extralight|ultralight|thin|hairline"
    r"|semibold|demibold|demi|extrabold|ultrabold|black|heavy|extra|ultra|semi|condensed|cond|cn|compressed|narrow|extended|wide|display|caption"
    r"|subset|identityh|identityv|unicode|pro|std|lt|mt|ms|ps|psmt|bt|itc|ce|cyr|greek|baltic|western|tur|hebrew|arabic|fb|ot|ttf|otf|vf|variable|webfont"
    r"|body|headings|complexscripts|eastasian|headingscs|bodycs|\d+)$"
)
_TEX = re.compile(
    r"(?:cm|ec|tc|lm|sf|ms|eu|tx|px|rtx|rpx|ptm|phv|pcr|pzd|psy|stix|wasy|lasy|line|lcircle|manfnt|rsfs|bbm|dsrom|esint|mathptm)[a-z]{0,8}\d{1,4}"
)
"""Names of the typefaces of TeX: a family, a shape, a size."""


@lru_cache(maxsize=4096)  # more than a file names
def is_known_typeface(name: str) -> bool:
    """Whether a typeface of this name comes with programs, so that it tells of nobody.

    >>> [is_known_typeface(each) for each in ("ABCDEF+TimesNewRomanPS-BoldMT", "Liberation Serif1", "Roe & Partners Sans")]
    [True, True, False]
    """
    plain = re.sub(r"[\W_]+", "", _SUBSET.sub("", name).casefold())
    if _TEX.fullmatch(plain):
        return True
    while plain not in _known():
        shorter = _STYLE.sub("", plain)
        if shorter == plain:
            return False
        plain = shorter
    return bool(plain)


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    lines = resources.files(__package__).joinpath("typefaces.txt").read_text("utf-8").splitlines()
    return frozenset(name.casefold() for line in lines if not line.startswith("#") for name in line.split())
