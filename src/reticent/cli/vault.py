"""`reticent vault`: keys and stores of the stand-ins of a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.app import say
from reticent.cli.options import VaultKeyFile
from reticent.cli.output import PRIVATE, deliver
from reticent.errors import InputError
from reticent.vault.store import create_vault_key, read_vault_key

vault = typer.Typer(
    name="vault",
    help="Make the key and the store of a collection's stand-ins.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@vault.callback()
def _vault() -> None:
    """Make the key and the store of a collection's stand-ins."""


@vault.command()
def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the key goes.")],
) -> None:
    """Make a key for a collection, for you alone (mode 0600).

    Whoever has it can turn stand-ins and moved dates back: keep it apart from the releases and from the vault. The same
    line can be given in the environment variable RETICENT_VAULT_KEY.

    Example:

      reticent vault key clinic.key
    """
    if file.exists():
        raise InputError(f"'{file}' is there already and could be needed: name another file")
    made = create_vault_key()
    deliver(made.write().encode(), file, mode=PRIVATE)
    say(f"{file} is the key {made.name}: keep it secret, and apart from the releases.")


@vault.command()
def create(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the vault goes.")],
    vault_key: VaultKeyFile = None,
) -> None:
    """Make an empty vault for the stand-ins of a collection, for you alone (mode 0600).

    It is encrypted with the key, which is not in it. Documents that share a vault are linked by their stand-ins; those
    with different vaults are not.

    Example:

      reticent vault create clinic.vault --vault-key clinic.key
    """
    from reticent.vault.store import create_vault

    create_vault(file, read_vault_key(vault_key))
    say(f"{file} is an empty vault: keep it with the originals, and its key elsewhere.")
