"""The pictures of an office file: left out, kept as they are, or read, judged with the text and blackened where words go."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reticent.errors import DocumentError
from reticent.formats._pictures import strip_picture
from reticent.formats.office._members import Members
from reticent.formats.office._trees import Dropped
from reticent.formats.pictures._boxes import Dots
from reticent.formats.pictures._pages import KEPT_READ, KEPT_UNREAD, arrange, resembles
from reticent.formats.pictures._recognition import (
    Look,
    SeenWord,
    find_weakness,
    lay_out,
    read_all,
    read_words,
)
from reticent.formats.seam.format import FileFormat, Residue, VerifiesFile
from reticent.formats.seam.options import FormatOptions, Pictures
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search
from reticent.plan import Edit

_FEW = 20  # words of a picture that may be a logo or a photo, chosen by hand: a page of print has hundreds
_KINDS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF"}

if TYPE_CHECKING:
    from reticent.formats.pictures._source import PictureSource


def find_pictures(members: Mapping[str, bytes]) -> dict[str, str]:
    """The members that are pictures of kinds that stay, each with its kind."""
    found = ((name, strip_picture(data)) for name, data in members.items())
    return {name: _KINDS[stripped[0]] for name, stripped in found if stripped is not None}


def leave_out(members: Mapping[str, bytes], gone: Collection[bytes] | None = None) -> Mapping[str, bytes]:
    """The members without all pictures, or without those that are one of `gone` when they are stripped."""

    def stays(data: bytes) -> bool:
        stripped = strip_picture(data)
        return stripped is None or (gone is not None and stripped[1] not in gone)

    return Members((name, data) for name, data in members.items() if stays(data))


@dataclass(frozen=True, slots=True)
class Album:
    """The pictures of a file that were read, by the names of their members."""

    pictures: Mapping[str, PictureSource] = field(default_factory=dict, repr=False)

    @property
    def texts(self) -> list[str]:
        """What stands in each of them."""
        return [each.documents[0].text for each in self.pictures.values()]

    def write(self, edits: Sequence[Sequence[Edit]], gone: Collection[str]) -> dict[str, bytes]:
        """The pictures after their edits."""
        from reticent.formats.pictures._source import write_black

        return {
            name: write_black(picture, own, gone)
            for (name, picture), own in zip(self.pictures.items(), edits, strict=True)
        }


def read_album(
    name: str, members: Mapping[str, bytes], options: FormatOptions
) -> tuple[Album, dict[str, bytes]]:
    """The pictures among the members, read; and those that can't be read for sure."""
    from reticent.formats.pictures._files import open_picture
    from reticent.formats.pictures._pages import SeenPicture, to_grey
    from reticent.formats.pictures._source import PictureSource

    look: Look = "second" if options.second_look else "first"
    files, poor = {}, {}
    for member, kind in sorted(find_pictures(members).items()):
        try:
            files[member] = kind, open_picture(f"'{name}', a picture", members[member], kind)
        except DocumentError:
            poor[member] = members[member]
    greys = [to_grey(file.pages[0]) for _, file in files.values()]
    pictures = {}
    for (member, (kind, file)), dots, words in zip(files.items(), greys, read_all(greys, look), strict=True):
        if look == "first" and _is_doubtful(words, dots):
            poor[member] = members[member]
            continue
        seen = (SeenPicture(dots, lay_out(words)),)
        pictures[member] = PictureSource(f"{name}, a picture", kind, file, seen, {}, options)
    return Album(pictures), poor


def _is_doubtful(words: Sequence[SeenWord], dots: Dots) -> bool:
    """Whether words can't be read for sure; of a logo or a photo not even a second time, as who checks the release reads it."""
    if find_weakness(words):
        return True
    return len(words) <= _FEW and find_weakness(read_words(dots, "second")) is not None


def count_kept(album: Album, members: Mapping[str, bytes], how: Pictures, dropped: Dropped) -> None:
    """Say how many pictures go out, and what was not looked for in them."""
    dropped[KEPT_READ] += len(album.pictures)
    dropped[KEPT_UNREAD] += len(find_pictures(members)) if how == "keep" else 0


@dataclass(frozen=True, slots=True)
class VerifiesAlbum(VerifiesFile):
    """Checks a written file with pictures that were read: its text as its format does, the pictures by a second look."""

    form: FileFormat
    album: Album

    holds = "more"

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether the text is the same to the format, and in each picture most words are released ones."""
        if not len(released) == len(found) == 1:
            return False
        count = len(self.album.pictures)
        ours, theirs = (text.rsplit(SEPARATOR, count) for text in (released[0], found[0]))
        return (
            len(ours) == len(theirs) == count + 1
            and self.form.agrees(ours[0], theirs[0])
            and all(map(resembles, ours[1:], theirs[1:]))
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of every part, and what a second look reads in the pictures."""
        yield from self.form.reread(data)
        for picture, again in self._look_again(data):
            (before,), (after,) = picture.pages, again.pages
            yield lay_out(list(arrange(after.seen.words, before.seen.words))).text

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every string of every part, and every picture, that holds one of the words."""
        looked_for = list(words)
        search = Search(looked_for)
        found = self.form.residue(data, looked_for)
        for number, (_, again) in enumerate(self._look_again(data), 1):
            where = f"picture {number}"
            text = again.documents[0].text
            found += [
                Residue(word, f"{where}, by a second look", where) for word in sorted(search.text(text))
            ]
        return found

    def _look_again(self, data: bytes) -> list[tuple[PictureSource, PictureSource]]:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        again, _ = read_album("the file", members, FormatOptions(second_look=True))
        if again.pictures.keys() != self.album.pictures.keys():
            raise DocumentError("the file was written with other pictures than it had: please report this")
        return [(self.album.pictures[name], picture) for name, picture in again.pictures.items()]
