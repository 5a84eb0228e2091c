"""`reticent key`: keys for signing proofs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.app import say
from reticent.cli.output import PRIVATE, deliver
from reticent.errors import InputError
from reticent.proof.keys import create_key, write_public_key, write_signing_key

key = typer.Typer(
    name="key", help="Make keys for signing proofs.", no_args_is_help=True, rich_markup_mode=None
)


@key.callback()
def _keys() -> None:
    """Make keys for signing proofs."""


@key.command()
def create(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the secret half goes, as PEM.")],
) -> None:
    """Make an Ed25519 key: FILE for you alone (mode 0600), FILE.pub for everybody.

    Give the .pub file, or the hash that is shown, to those who will check your proofs, on another way than the proofs.

    Example:

      reticent key create clinic.pem
    """
    public = file.with_name(file.name + ".pub")
    for place in (file, public):
        if place.exists():
            raise InputError(f"'{place}' is there already and could be needed: name another file")
    made = create_key()
    deliver(write_signing_key(made), file, mode=PRIVATE)
    deliver(write_public_key(made.public), public)
    say(f"{file} signs (keep it secret), {public} checks: {made.public.id}")
