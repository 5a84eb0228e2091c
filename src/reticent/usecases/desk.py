"""The hidden folder beside a released one, where it is made: nothing of it is seen before all is done."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from reticent.errors import DocumentError
from reticent.files import PRIVATE, whole_file


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a folder is made, where it goes, and where its manifest goes."""

    place: Path
    out: Path
    manifest: Path

    @property
    def store(self) -> Path:
        """Where released files wait."""
        return self.place / "store"

    @property
    def tree(self) -> Path:
        """Where they are laid out under their names."""
        return self.place / "tree"

    @property
    def draft(self) -> Path:
        """The manifest until the release is in place."""
        return self.place / "manifest.json"

    @property
    def before(self) -> Path:
        """An earlier release, until this one is in its place."""
        return self.place / "before"

    def begin(self) -> None:
        """Open the desk; what a run left that was killed while it put its release in place is brought to an end."""
        try:
            self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.before.exists() and not self.out.exists():
                os.replace(self.before, self.out)
            elif self.draft.exists() and not self.tree.exists() and self.out.exists():
                self._put_manifest()
            shutil.rmtree(self.tree, ignore_errors=True)
            self.draft.unlink(missing_ok=True)
        except OSError as error:
            raise DocumentError(
                f"'{self.out}' can't be written: {error.strerror}; choose another -o"
            ) from None

    def put_in_place(self) -> None:
        """Give the tree its name, with its manifest beside it, and clear the desk."""
        try:
            if self.out.exists():
                os.replace(self.out, self.before)
            os.replace(self.tree, self.out)
        except OSError as error:
            raise DocumentError(
                f"'{self.out}' can't be written: {error.strerror}; choose another -o"
            ) from None
        self._put_manifest()
        shutil.rmtree(self.place, ignore_errors=True)

    def _put_manifest(self) -> None:
        with whole_file(self.manifest, mode=PRIVATE) as temporary:
            shutil.copyfile(self.draft, temporary)
