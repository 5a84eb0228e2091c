"""Draw the rooms of the code, from the layers that import-linter checks: `python scripts/build_rooms_picture.py`."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs/pictures/rooms.svg"
BANDS = (
    ("doors", "#d7ecea", ("cli", "testing", "service", "spark", "review")),
    ("use", "#e4ead3", ("usecases", "api", "evaluation", "policy")),
    ("the one road", "#f6e6c5", ("engine", "audit")),
    ("promises and readers", "#f3d9d2", ("models", "attackers", "detection")),
    ("parts", "#e1dcef", ("formats", "settings", "knowledge", "rendering", "plan", "proof", "vault")),
    ("ground", "#e3e6ea", ("text", "language", "executors", "files", "kinds", "errors")),
)
"""What rooms have in common, for the eye alone: their order comes from the layers."""
_WIDTH, _ROW, _LEFT, _GAP = 760, 34, 150, 6


def read_layers() -> list[list[str]]:
    """The rooms from top to bottom; those of one layer may not import each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contract = next(each for each in settings["contracts"] if each.get("containers") == ["reticent"])
    return [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]


def draw(layers: list[list[str]]) -> str:
    """The picture as SVG; a room that belongs to no band is an error, so that none is forgotten."""
    band_of = {room: (title, colour) for title, colour, rooms in BANDS for room in rooms}
    height = len(layers) * _ROW + 2 * _GAP
    parts, shown = [], ""
    for number, layer in enumerate(layers):
        top = _GAP + number * _ROW
        title, colour = band_of[layer[0]]
        if title != shown:
            parts.append(
                f'<text x="{_LEFT - 14}" y="{top + 20}" text-anchor="end" class="band">{title}</text>'
            )
            shown = title
        width = (_WIDTH - _LEFT - _GAP * len(layer)) / len(layer)
        for place, room in enumerate(layer):
            left = _LEFT + place * (width + _GAP)
            parts.append(
                f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_ROW - _GAP}" rx="4" fill="{colour}"/>'
            )
            parts.append(
                f'<text x="{left + width / 2:.1f}" y="{top + 19}" text-anchor="middle">{room}</text>'
            )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" role="img">',
            "<title>The rooms of the code: each imports only from those below it</title>",
            "<style>text{font:13px ui-monospace,monospace;fill:#20262c}.band{font:13px system-ui,sans-serif;fill:#7b858f}</style>",
            *parts,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(read_layers()), "utf-8")
    sys.exit(0)
