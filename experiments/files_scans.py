"""Scans of invented letters: how many places with names, days and numbers are covered, and what another reader still finds.

Run as `python -m experiments.files_scans [--quick] [--json FILE]`. Each page is a letter whose words are drawn at known
places: in three fonts, with 150, 200 and 300 dots an inch, clean, with the noise and the blocks of a poor JPEG, skewed by
two degrees, turned, in two columns, with light print on dark paper; and with 75 dots an inch, which should be refused. All words that the letter names as
secret are removed where the first look reads them. A place is covered when its dots are black. What is left is read by
Tesseract in a third way (another segmentation, another scale) that neither reading nor checking uses. Seconds are of the
processor, for reading and writing a page with all checks, Tesseract's included.
"""

from __future__ import annotations

import io
import re
import resource
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.harness import run
from experiments.needs import Needs
from reticent.errors import DocumentError
from reticent.formats import FormatOptions
from reticent.formats.pictures import JPEG, PNG
from reticent.plan import Edit
from reticent.text import Span

if TYPE_CHECKING:
    from PIL import Image

NEEDS = Needs(packages=("PIL",))
FONTS = {
    "serif": "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf",
    "sans": "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "typewriter": "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
}
"""Debian's fonts-liberation."""

LETTERS = (
    "Riverside Practice\n~12~ ~March~ ~2024~\n\nDear Dr ~Carter,~\n\nYour patient ~Margaret~ ~Thompson~ came to our clinic with her"
    " husband, ~Peter~ ~Thompson.~ She has had pain in her left knee since the winter and takes two tablets a day. We talked"
    " about exercises. Her daughter, ~Fiona~ ~Gallagher,~ can be reached on ~212-555-0123~ or by mail to ~fiona@example.org.~"
    " An X-ray was taken by Mr ~Ortega~ and shows a mild narrowing of the joint. Please write to ~Mary~ ~Sullivan,~ who keeps"
    " the records, when the results have come.\n\nYours sincerely,\n~Paul~ ~Becker~",
    "Ward Seven\n~3~ ~November~ ~2023~\n\nTo Mrs ~Aoife~ ~Brannigan,~\n\nWe write about the stay of your son ~Declan~ ~Brannigan~"
    " with us. He was brought in by ambulance after a fall from a ladder and had an operation on his wrist on the same day. The"
    " cast stays on for six weeks. He asked us to tell his employer, ~Hollis~ ~Warehousing,~ and his friend ~Tomasz~"
    " ~Kowalski,~ whose number is ~617-555-0188.~ His file has the number ~84-20931~ and lies with Sister ~Ngozi~"
    " ~Okonkwo.~ The next visit is planned for ~14~ ~December.~\n\nWith kind regards,\n~Harriet~ ~Lindqvist~",
)
"""Nobody in them exists; what stands between two tildes is secret."""

MARGIN, LEADING, SIZE = 0.9, 1.4, 11  # inches, sizes and points: those of a usual letter
NOISE, QUALITY, SKEW = 18, 40, 2.0  # of 255, of a JPEG, and degrees: a poor scanner
COVERED = 0.95  # the share of a word's rectangle that is black: the corners of one that is skewed hold no ink
THIRD = ("6", 1.25)
"""Segmentation and scale of the last reading."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One page: how it is made."""

    font: str
    dots: int
    defect: str
    letter: int


@dataclass(frozen=True, slots=True)
class Found:
    """What one page gave."""

    trial: Trial
    places: int
    covered: int
    left: int
    seconds: float
    refused: bool


def list_trials(quick: bool) -> Iterator[Trial]:
    """All pages, or a few of each kind."""
    for place, font in enumerate(FONTS):
        for dots in (200,) if quick else (150, 200, 300):
            for defect in ("noise",) if quick else ("clean", "noise", "skewed"):
                yield Trial(font, dots, defect, place % 2)
    for defect in ("turned 90",) if quick else ("turned 90", "turned 180", "turned 270", "columns", "dark"):
        yield Trial("serif", 200, defect, len(defect) % 2)
    yield Trial("serif", 75, "noise", 0)
    if not quick:
        yield Trial("sans", 75, "noise", 1)


def draw(trial: Trial) -> tuple[Image.Image, Image.Image, list[str]]:
    """A page, a page of the same size in which the dots of each secret word have its number, and these words."""
    from PIL import Image, ImageDraw, ImageFont

    wide, high = round(8.27 * trial.dots), round(11.69 * trial.dots)
    page, places = Image.new("L", (wide, high), 255), Image.new("I", (wide, high), 0)
    font = ImageFont.truetype(FONTS[trial.font], round(SIZE * trial.dots / 72))
    secrets: list[str] = []
    margin, step = round(MARGIN * trial.dots), round(LEADING * SIZE * trial.dots / 72)
    column = (wide - 3 * margin) // 2 if trial.defect == "columns" else wide - 2 * margin
    left, x, y = margin, margin, margin
    for number, word in enumerate(re.split(r"(\n)|[ ]", LETTERS[trial.letter])):
        if not word:
            continue
        if word == "\n":
            x, y = left, y + step
            continue
        shown = word.strip("~")
        width = round(font.getlength(shown + " "))
        if x + width > left + column:
            x, y = left, y + step
        if trial.defect == "columns" and number > 110 and left == margin:
            left = x = 2 * margin + column
            y = margin
        ImageDraw.Draw(page).text((x, y), shown, fill=0, font=font)
        if word.startswith("~"):
            secrets.append(shown)
            box = font.getbbox(shown)
            ImageDraw.Draw(places).rectangle(
                (x + box[0], y + box[1], x + box[2] - 1, y + box[3] - 1), fill=len(secrets)
            )
        x += width
    return page, places, secrets


def spoil(page: Image.Image, places: Image.Image, defect: str) -> tuple[Image.Image, Image.Image]:
    """The page as a scanner gives it, and the places as they lie then."""
    from PIL import Image, ImageOps

    if defect == "noise":
        rng = np.random.default_rng(7)
        dots = np.asarray(page, dtype=np.float64) * 0.8 + 30
        noisy = (dots + rng.normal(0, NOISE, dots.shape)).clip(0, 255).astype(np.uint8)
        packed = io.BytesIO()
        Image.fromarray(noisy).save(packed, "JPEG", quality=QUALITY)
        return Image.open(packed).convert("L"), places
    if defect == "dark":
        return ImageOps.invert(page), places
    angle = SKEW if defect == "skewed" else float(defect.split()[1]) if defect.startswith("turned") else 0.0
    if not angle:
        return page, places
    turned = page.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    return turned, places.rotate(angle, Image.Resampling.NEAREST, expand=True, fillcolor=0)


def seconds() -> float:
    """Processor time of this process and of the programs that it ran."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def measure_page(trial: Trial) -> Found:
    """Remove the secret words of one page, and look at what came of it."""
    page, places, secrets = draw(trial)
    page, places = spoil(page, places, trial.defect)
    form, kind = (JPEG, "JPEG") if trial.defect == "noise" else (PNG, "PNG")
    packed = io.BytesIO()
    page.save(packed, kind, **({"quality": QUALITY} if kind == "JPEG" else {}))
    start = seconds()
    try:
        source = form.read("page", packed.getvalue(), FormatOptions(pictures="read"))
        text = source.documents[0].text
        wanted = "|".join(
            map(re.escape, sorted({each.strip(".,") for each in secrets}, key=len, reverse=True))
        )
        spans = [Span(*match.span()) for match in re.finditer(rf"(?<!\w)(?:{wanted})(?!\w)", text)]
        written = source.write([[Edit(span, "[X]", 0, placeholder=True) for span in spans]])
    except DocumentError:
        return Found(trial, len(secrets), 0, 0, seconds() - start, refused=True)
    took = seconds() - start
    covered = _count_covered(written, np.asarray(places), len(secrets))
    return Found(trial, len(secrets), covered, _count_left(written, secrets), took, refused=False)


def _count_covered(written: bytes, places: Any, count: int) -> int:
    from PIL import Image

    dots = np.asarray(Image.open(io.BytesIO(written)).convert("L"))
    return sum(bool((dots[places == number] <= 64).mean() >= COVERED) for number in range(1, count + 1))


def _count_left(written: bytes, secrets: list[str]) -> int:
    """How many places of secret words a reading of another kind finds."""
    from PIL import Image

    from reticent.formats.pictures._recognition import Tesseract, find_recognizer

    reader = find_recognizer()
    assert isinstance(reader, Tesseract)
    mode, scale = THIRD
    picture = Image.open(io.BytesIO(written)).convert("L")
    size = round(picture.width * scale), round(picture.height * scale)
    words = reader._run(np.asarray(picture.resize(size, Image.Resampling.LANCZOS)), mode)
    parts = {part for secret in secrets for part in re.findall(r"[^\W_]{3,}", secret.casefold())}
    return sum(not parts.isdisjoint(re.findall(r"[^\W_]{3,}", word.text.casefold())) for word in words)


def measure(quick: bool) -> dict[str, Any]:
    """All pages, and the figures by resolution and defect."""
    found = [measure_page(trial) for trial in list_trials(quick)]
    groups = {
        f"{dots} dots an inch": [f for f in found if f.trial.dots == dots] for dots in (75, 150, 200, 300)
    }
    groups |= {
        defect: [f for f in found if f.trial.defect == defect and f.trial.dots > 75]
        for defect in dict.fromkeys(f.trial.defect for f in found)
    }
    readable = [f for f in found if f.trial.dots > 75]
    return {
        "all of 150 and more": _sum_up(readable),
        "groups": {name: _sum_up(group) for name, group in groups.items() if group},
    }


def _sum_up(found: list[Found]) -> dict[str, Any]:
    written = [each for each in found if not each.refused]
    return {
        "pages": len(found),
        "refused": sum(each.refused for each in found),
        "places": sum(each.places for each in written),
        "covered": sum(each.covered for each in written),
        "left": sum(each.left for each in written),
        "seconds_a_page": round(sum(each.seconds for each in found) / len(found), 2),
    }


def show(figures: Mapping[str, Any]) -> None:
    """A row for each group of pages."""
    print(f"{'':22}{'pages':>6}{'refused':>9}{'places':>8}{'covered':>9}{'left':>6}{'s a page':>10}")
    for name, row in {"all of 150 and more": figures["all of 150 and more"], **figures["groups"]}.items():
        print(
            f"{name:22}{row['pages']:>6}{row['refused']:>9}{row['places']:>8}{row['covered']:>9}{row['left']:>6}"
            f"{row['seconds_a_page']:>10.2f}"
        )


if __name__ == "__main__":
    run("files_scans", NEEDS, measure, show)
