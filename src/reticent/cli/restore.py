"""`reticent restore`: stand-ins turned back, for those who hold the vault and its key."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import options
from reticent.cli.app import say
from reticent.cli.output import PRIVATE, choose_targets, deliver, require_free
from reticent.formats.options import DEFAULTS
from reticent.usecases.restore import restore as turn_back
from reticent.vault.store import read_vault_key


def restore(
    file: options.File = "-",
    pseudonyms: Annotated[
        Path,
        typer.Option("--pseudonyms", metavar="VAULT", help="The vault that the stand-ins came from."),
    ] = ...,  # type: ignore[assignment]
    vault_key: options.VaultKeyFile = None,
    reading: options.Reading = options.READING,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Turn a text back: every stand-in becomes what it stands for.

    A released text that nobody changed becomes its original again, word by word. In any other text, such as an answer
    that quotes stand-ins, each becomes the name as it was first written. Files are read as 'reticent sanitize' reads
    them: give the same --field, --keep and --column. What comes out is an original: keep it like one (mode 0600).

    Examples:

      reticent restore released.txt --pseudonyms clinic.vault --vault-key clinic.key -o original.txt

      cat answer.txt | reticent restore --pseudonyms clinic.vault
    """
    from reticent.vault.store import open_vault

    chosen = reading.over(DEFAULTS, [file])
    vault = open_vault(pseudonyms, partial(read_vault_key, vault_key))
    (place,) = choose_targets([file], output)
    require_free(place, overwrite=overwrite)
    given = options.read_given(file)
    restored = turn_back(given, vault, options=chosen)
    deliver(restored.data, place, mode=PRIVATE)
    if not quiet:
        say(
            f"{given.name}: {restored.places:,} places turned back;"
            f" {restored.whole:,} of {restored.documents:,} documents are their originals word by word."
        )
        if restored.dropped:
            dropped = ", ".join(f"{count} of {kind}" for kind, count in sorted(restored.dropped.items()))
            say(f"{given.name}: left out: {dropped}.")
