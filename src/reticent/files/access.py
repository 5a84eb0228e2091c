"""Who may read a file: what is secret is readable by its owner alone, when it is written and when it is used."""

from __future__ import annotations

import os
import re
import shlex
import stat
import sys
from pathlib import Path

from reticent.errors import DocumentError, InputError

PRIVATE = 0o600
"""The mode of a file that only its owner may read."""

_OTHERS = 0o077
"""The bits of a mode that let anybody but the owner in."""

_SYSTEM = frozenset({"SY", "S-1-5-18", "BA", "S-1-5-32-544", "OW", "S-1-3-4", "CO", "S-1-3-0"})
"""Whom a Windows file can't be kept from, or who is its owner: the system, administrators, owner and creator."""


def mode_of(path: Path) -> int:
    """The permissions of a file, to give them to what is made of it."""
    return stat.S_IMODE(path.stat().st_mode) & 0o777


def require_modes(path: Path, mode: int | None, error: type[InputError] = DocumentError) -> None:
    """Refuse to write what others may not read on a system that can't keep it from them."""
    if mode is not None and not mode & _OTHERS and os.name == "nt":
        raise error(
            f"'{path}' must be readable by its owner alone, and this system has no file modes:"
            " write to standard output, into a folder that only you can read"
        )


def require_private(path: Path, error: type[InputError] = DocumentError) -> None:
    """Refuse to use a secret that others may read or change; what is missing, or no file but a pipe, is left to its reader."""
    try:
        state = path.stat()
    except OSError:
        return
    if not stat.S_ISREG(state.st_mode):
        return
    if sys.platform == "win32":
        _require_owner_alone(path, error)
    elif state.st_mode & _OTHERS:
        raise error(f"'{path}' can be read by others: run 'chmod 600 {shlex.quote(str(path))}', then again")


def list_others(descriptor: str) -> list[str]:
    """Who may use a Windows file besides its owner, the system and administrators, by its security descriptor.

    They are named as the descriptor names them; "WD" (everyone) where it has no list at all.

    >>> list_others("O:S-1-5-21-7G:BAD:PAI(A;;FA;;;S-1-5-21-7)(A;;FA;;;SY)(D;;FA;;;BU)(A;IO;FA;;;AU)(A;;FR;;;BU)")
    ['BU']
    """
    owner = re.match(r"O:(.*?)(?=G:|D:|S:|$)", descriptor)
    found = re.search(r"D:(?!NO_ACCESS_CONTROL)[A-Z]*((?:\([^()]*\))*)", descriptor)
    if found is None:
        return ["WD"]
    fine = _SYSTEM | ({owner[1]} if owner else frozenset())
    entries = [entry.split(";") for entry in re.findall(r"\(([^()]*)\)", found[1])]
    allowing = [entry for entry in entries if entry[0] in ("A", "OA", "XA") and "IO" not in entry[1]]
    return sorted({entry[5] for entry in allowing} - fine)


def _require_owner_alone(path: Path, error: type[InputError]) -> None:
    """The same by the access list of a Windows file."""
    others = list_others(_read_descriptor(path, error))
    if others:
        raise error(
            f"'{path}' can be read by others ({', '.join(others)}): run"
            f' \'icacls "{path}" /inheritance:r /grant:r "%USERNAME%:F"\', then again'
        )


def _read_descriptor(path: Path, error: type[InputError]) -> str:
    """The owner and the access list of a file, in the security descriptor definition language."""
    import ctypes

    libraries = getattr(ctypes, "windll")  # noqa: B009 - it is there on Windows alone
    descriptor, written = ctypes.c_void_p(), ctypes.c_wchar_p()
    owner_and_list, of_file, revision = 0x1 | 0x4, 1, 1
    failed = libraries.advapi32.GetNamedSecurityInfoW(
        str(path), of_file, owner_and_list, None, None, None, None, ctypes.byref(descriptor)
    )
    done = not failed and libraries.advapi32.ConvertSecurityDescriptorToStringSecurityDescriptorW(
        descriptor, revision, owner_and_list, ctypes.byref(written), None
    )
    if not done or written.value is None:
        raise error(f"who may read '{path}' can't be told: move it to a disk with access lists, such as NTFS")
    return written.value
