"""`reticent vault`: keys and stores of stand-ins; `reticent restore`: turn them back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._options import VaultKeyFile
from reticent.cli._output import choose_targets, deliver, require_free, require_new, tell_dropped
from reticent.cli.app import make_group, say
from reticent.files import PRIVATE
from reticent.formats.seam.options import DEFAULTS
from reticent.usecases.restore import restore as turn_back
from reticent.vault.store import create_vault_key, read_vault_key

vault = make_group("vault")


@vault.callback()
def _vault() -> None:
    """Make the key and the store of a collection's stand-ins."""


@vault.command()
def key(file: Annotated[Path, argument("FILE", "Where the key goes.")]) -> None:
    """Make a key for a collection, for you alone (mode 0600).

    Whoever has it can turn stand-ins and moved dates back: keep it apart from the releases and from the vault. You can
    also put its line into the environment variable RETICENT_VAULT_KEY.

    Example:

      reticent vault key clinic.key
    """
    require_new(file)
    made = create_vault_key()
    deliver(made.write().encode(), file, mode=PRIVATE)
    say(f"{file} is the key {made.name}: keep it secret, and apart from the releases.")


@vault.command()
def create(
    file: Annotated[Path, argument("FILE", "Where the vault goes.")], vault_key: VaultKeyFile = None
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


def restore(
    file: options.File = "-",
    pseudonyms: Annotated[
        Path, option("--pseudonyms", "VAULT", "The vault that the stand-ins came from.")
    ] = ...,  # type: ignore[assignment]
    vault_key: options.VaultKeyFile = None,
    reading: options.ReadingOptions = options.READING,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Turn a text back: every stand-in becomes what it stands for.

    A released text that nobody changed becomes its original again, word by word. In any other text, such as an answer
    that quotes stand-ins, each becomes the name as it was first written. Give the same --field, --keep and --column as to
    'reticent sanitize'. The result is an original: protect it like one (it gets mode 0600).

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
        tell_dropped(given.name, restored.dropped)
