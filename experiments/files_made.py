"""Files for `experiments.files` of kinds without free real ones: health records and old Office files.

The health records are written here, with the names of nobody; the old Office files are made by LibreOffice of modern ones at hand.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

_NAMES = (
    "Okonkwo Adaeze",
    "Brannigan Aoife",
    "Zoellner Marlene",
    "Thistleshaw Peregrine",
    "Subramaniam Lakshmi",
)
_NOTES = (
    "Seen in the afternoon clinic after two weeks of breathlessness, worse on climbing stairs.",
    "Telephoned on behalf of the neighbour, who had noticed swelling around both ankles.",
    "Discharged with tablets for ten days and an appointment at the heart failure service.",
    "Complained about waiting, apologised afterwards; wounds are healing without infection.",
    "Walks the dog every morning, gardens, stopped smoking eleven years before retirement.",
)
_OLD = {".docx": "doc", ".xlsx": "xls", ".pptx": "ppt", ".odt": "rtf"}
_EACH = 3
"""Old Office files of each kind: a conversion takes seconds."""

_LONGEST = 300
"""Seconds for all conversions together."""


def make_health_records(folder: Path) -> list[Path]:
    """A bundle of FHIR in XML, a clinical document, and a file of HL7 version 2 messages."""
    people = [(*name.split(), note) for name, note in zip(_NAMES, _NOTES, strict=True)]
    entries = "".join(
        f'<entry><resource><Patient><id value="{family.lower()}"/><text><status value="generated"/><div'
        f' xmlns="http://www.w3.org/1999/xhtml"><p>{given} <b>{family}</b></p></div></text><name><family value="{family}"/>'
        f'<given value="{given}"/></name><birthDate value="1951-02-03"/></Patient></resource></entry><entry><resource><Observation>'
        f'<subject><reference value="Patient/{family.lower()}"/><display value="{given} {family}"/></subject>'
        f'<note><text value="{note}"/></note></Observation></resource></entry>'
        for family, given, note in people
    )
    sections = "".join(
        f"<component><section><title>{given} {family}</title><text><paragraph>{note}</paragraph></text></section></component>"
        for family, given, note in people
    )
    messages = "".join(
        f"MSH|^~\\&|Clinic|Ward|||20210504||ORU^R01|{number}|P|2.5\rPID|1||47{number}||{family}^{given}||19510203\r"
        f"OBX|1|TX|1^Report||{note[:40]}\rOBX|2|TX|1^Report||{note[40:]}\r"
        for number, (family, given, note) in enumerate(people, 1)
    )
    contents = {
        "bundle.fhir": f'<Bundle xmlns="http://hl7.org/fhir"><type value="collection"/>{entries}</Bundle>',
        "summary.cda": f'<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody>{sections}</structuredBody></component></ClinicalDocument>',
        "messages.hl7": messages,
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content.encode())
    return [folder / name for name in contents]


def make_old_office_files(folder: Path, files: Sequence[Path]) -> list[Path]:
    """The first modern files of each kind as LibreOffice writes them in the old format; none without LibreOffice."""
    program = shutil.which("soffice")
    if program is None:
        return []
    for ending, old in _OLD.items():
        chosen = [str(path) for path in files if path.suffix.lower() == ending][:_EACH]
        command = [
            program,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--convert-to",
            old,
        ]
        subprocess.run(
            [*command, "--outdir", str(folder / "old"), *chosen],
            capture_output=True,
            check=False,
            timeout=_LONGEST,
        )
    return sorted(path for path in (folder / "old").glob("*") if path.suffix[1:] in _OLD.values())
