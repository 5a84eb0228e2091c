"""The long description of the package: README.md with links that lead somewhere on any page.

Links between files of the project begin at `home` of `[tool.hatch.metadata.hooks.custom]`; without one only their words stay.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")
_PICTURE = re.compile(r"^<picture>.*?</picture>\n+", re.MULTILINE | re.DOTALL)


class LongDescription(MetadataHookInterface):
    """Sets the long description, and the addresses where the project has one."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by the build for every wheel, sdist and editable installation."""
        home = str(self.config.get("home", "")).rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": make_absolute(text, home)}
        if home:
            metadata["urls"] = {
                "Homepage": home,
                "Documentation": f"{home}/docs",
                "Changelog": f"{home}/CHANGELOG.md",
                "Security": f"{home}/SECURITY.md",
            }


def make_absolute(text: str, home: str) -> str:
    """The text with absolute links; without an address the words of a link stay, and pictures go."""
    if not home:
        return _LINK.sub(lambda link: "" if link[1] else link[2], _PICTURE.sub("", text))
    linked = _LINK.sub(lambda link: f"{link[1]}[{link[2]}]({home}/{link[3]})", text)
    return re.sub(r'(src|srcset)="(?!https?:)([^"]+)"', rf'\1="{home}/\2"', linked)
