"""What an archive carries besides its members, and what each member carries besides its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reticent.errors import InputError
from reticent.formats.archive.opening import find_member_format, is_left_by_system, open_zip, read_members
from reticent.formats.format import Finding, Inspectable
from reticent.formats.inspection.kinds import COMMENTS, METADATA

if TYPE_CHECKING:
    from reticent.formats.archive.file import ZipArchive


def inspect_archive(archive: ZipArchive, data: bytes) -> list[Finding]:
    """By kind and place, members by their number."""
    found = list(_inspect_container(data))
    for member in read_members("an archive", data):
        where = f"member {member.number}"
        try:
            form = find_member_format(archive, "an archive", member)
        except InputError:
            found.append(Finding("files of no known format", 1, where, (member.name,)))
            continue
        if isinstance(form, Inspectable):
            found += [_put_into(where, each) for each in form.inspect(member.data)]
    return found


def _put_into(where: str, finding: Finding) -> Finding:
    return replace(finding, where=f"{where}: {finding.where}" if finding.where else where)


def _inspect_container(data: bytes) -> Iterator[Finding]:
    with open_zip("an archive", data) as archive:
        entries = archive.infolist()
        comments = [each.comment for each in entries if each.comment]
        comments += [archive.comment] if archive.comment else []
        if comments:
            words = tuple(each.decode("utf-8", "replace") for each in comments)
            yield Finding(COMMENTS, len(comments), "the archive", words)
        if extra := sum(bool(each.extra) for each in entries):
            yield Finding(METADATA, extra, "extra fields of members")
        if left := [each.filename for each in entries if is_left_by_system(each.filename)]:
            yield Finding(METADATA, len(left), "notes of operating systems", tuple(left))
        if before := min((each.header_offset for each in entries), default=0):
            yield Finding(METADATA, before, "bytes before the first member")
