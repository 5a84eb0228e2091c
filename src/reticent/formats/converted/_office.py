"""Old Office files and RTF by LibreOffice: a profile of their own, no macros, no links, no network, and a limit of time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from reticent.errors import DocumentError

SECONDS = 120
"""What a conversion may take: a new profile takes 3 to 10 seconds, 300 pages as long again. Chosen by hand."""

LARGEST = 1 << 27
"""The most bytes of a file, and of what comes of it: old formats can't be larger than 2 GB, and few are. Chosen by hand."""

_MEMORY = 4 << 30
"""Bytes of address space for LibreOffice, which takes less than two for an ordinary file."""

_KINDS = {
    ".doc": ("docx", "an old Word file", "libreoffice-writer"),
    ".rtf": ("docx", "a file of rich text", "libreoffice-writer"),
    ".xls": ("xlsx", "an old Excel file", "libreoffice-calc"),
    ".ppt": ("pptx", "an old PowerPoint file", "libreoffice-impress"),
}
_FILTERS = {
    "docx": "docx:MS Word 2007 XML",
    "xlsx": "xlsx:Calc MS Excel 2007 XML",
    "pptx": "pptx:Impress MS PowerPoint 2007 XML",
}


def convert_office(data: bytes, ending: str, name: str) -> bytes:
    """The file in the modern format; a DocumentError says what to install or to do instead."""
    modern, what, package = _KINDS[ending]
    program = find_program()
    if program is None:
        raise DocumentError(
            f"'{name}' is {what}, which LibreOffice reads: install it (Debian: apt-get install {package}),"
            f" or save the file as {modern} yourself"
        )
    if len(data) > LARGEST:
        raise DocumentError(f"'{name}' has more than {LARGEST >> 20} MB: save it as {modern} yourself")
    with tempfile.TemporaryDirectory(prefix="reticent-") as folder:
        place = Path(folder)
        converted = _run(program, place, data, ending, modern)
    if converted is None:
        raise DocumentError(
            f"'{name}' can't be converted by LibreOffice within {SECONDS} seconds: it is damaged, has a password,"
            f" or is too large; save it as {modern} yourself"
        )
    return converted


def find_program() -> str | None:
    """Where LibreOffice is; None where it isn't."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def _run(program: str, place: Path, data: bytes, ending: str, modern: str) -> bytes | None:
    """What LibreOffice makes of the file; None when it fails or takes too long."""
    given, out = place / f"document{ending}", place / "out"
    given.write_bytes(data)
    _write_settings(place / "profile")
    command = [
        *_shut_in(),
        program,
        f"-env:UserInstallation={(place / 'profile').as_uri()}",
        *("--headless", "--nologo", "--nodefault", "--norestore", "--nolockcheck", "--nofirststartwizard"),
        *("--convert-to", _FILTERS[modern], "--outdir", str(out), str(given)),
    ]
    nowhere = "http://127.0.0.1:9"
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(place),
        "TMPDIR": str(place),
        "LANG": "C.UTF-8",
        "SAL_USE_VCLPLUGIN": "svp",
        **dict.fromkeys(("http_proxy", "https_proxy", "ftp_proxy", "ALL_PROXY"), nowhere),
    }
    with subprocess.Popen(  # noqa: S603 - the program is LibreOffice, the paths are ours
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=place,
        start_new_session=True,
    ) as process:
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            _end(process)
    made = out / f"document.{modern}"
    if process.returncode != 0 or not made.is_file() or made.stat().st_size > LARGEST:
        return None
    return made.read_bytes()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


@lru_cache(maxsize=1)
def _shut_in() -> Sequence[str]:
    """What stands before a command so that it has no network and only so much memory, where the system offers that."""
    choices = (["unshare", "-rn", "--"], ["prlimit", f"--as={_MEMORY}", f"--fsize={LARGEST}", "--core=0"])
    return [word for words in choices if _works(words) for word in words]


def _works(words: Sequence[str]) -> bool:
    if shutil.which(words[0]) is None:
        return False
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)  # noqa: S603 - no word of others
    return tried.returncode == 0


_SETTINGS: Mapping[str, Mapping[str, int | bool | str]] = {
    "org.openoffice.Office.Common/Security/Scripting": {
        "MacroSecurityLevel": 3,
        "DisableMacrosExecution": True,
        "DisableActiveContent": True,
        "BlockUntrustedRefererLinks": True,
    },
    "org.openoffice.Office.Writer/Content/Update": {"Link": 0},
    "org.openoffice.Office.Calc/Content/Update": {"Link": 1},
    "org.openoffice.Inet/Settings": {
        "ooInetProxyType": 2,
        "ooInetHTTPProxyName": "127.0.0.1",
        "ooInetHTTPProxyPort": 9,
        "ooInetHTTPSProxyName": "127.0.0.1",
        "ooInetHTTPSProxyPort": 9,
    },
}
"""What LibreOffice may not do: run macros, load objects, follow links (0 and 1: never, in Writer and in Calc)."""


def _write_settings(profile: Path) -> None:
    items = "".join(
        f'<item oor:path="/{path}"><prop oor:name="{name}" oor:op="fuse"><value>{str(value).lower()}</value></prop></item>'
        for path, properties in _SETTINGS.items()
        for name, value in properties.items()
    )
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{items}</oor:items>\n",
        "utf-8",
    )
