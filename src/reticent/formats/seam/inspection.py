"""What files carry besides their visible text: one name for each kind of thing, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FileFinding:
    """Something that a file carries besides its visible text: of which kind, how often, where, and with which words."""

    kind: str
    count: int
    where: str = ""
    words: tuple[str, ...] = field(default=(), repr=False)


METADATA = "metadata"
COMMENTS = "comments"
REVISIONS = "revisions"
OLD_VERSIONS = "earlier versions"
HIDDEN_TEXT = "hidden text"
HIDDEN_SHEETS = "hidden sheets"
HIDDEN_CELLS = "hidden rows and columns"
HIDDEN_SLIDES = "hidden slides"
HIDDEN_SHAPES = "hidden shapes"
OUTSIDE_SLIDE = "shapes outside the slide"
LOST_NOTES = "notes that nothing refers to"
WHITE_TEXT = "white text"
SAME_COLOUR = "text in the colour behind it"
CUT_OFF = "text that is cut off"
TINY_TEXT = "tiny text"
COVERED_TEXT = "boxes over text"
UNDER_IMAGES = "text under images"
OUTSIDE_PAGE = "text outside the page"
TEXT_LAYERS = "text layers over pictures"
ATTACHMENTS = "attachments"
SCRIPTS = "scripts"
EMBEDDED = "embedded objects"
THUMBNAILS = "thumbnails"
LINKS = "links"
HEADERS = "headers"
INVISIBLE = "invisible characters"
CONTROLS = "control characters"
BYTE_ORDER_MARKS = "byte order marks"

READABLE = frozenset(
    {
        COMMENTS,
        REVISIONS,
        OLD_VERSIONS,
        HIDDEN_TEXT,
        HIDDEN_SHEETS,
        HIDDEN_CELLS,
        HIDDEN_SLIDES,
        HIDDEN_SHAPES,
        OUTSIDE_SLIDE,
        LOST_NOTES,
        WHITE_TEXT,
        SAME_COLOUR,
        CUT_OFF,
        TINY_TEXT,
        COVERED_TEXT,
        UNDER_IMAGES,
        OUTSIDE_PAGE,
    }
)
"""Words that a reader of the page doesn't see and anybody with the file can read: bad redactions among them."""
