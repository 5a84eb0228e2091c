"""`reticent proof`: check a proof, or add a signature to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import options
from reticent.cli.app import Exit, complain, say
from reticent.cli.output import deliver, print_json, print_table, read_utf8, require_free
from reticent.cli.prove import Keys
from reticent.errors import PlanError
from reticent.formats.registry import read_bytes
from reticent.plan import read_plans
from reticent.policy.recipe import Recipe
from reticent.proof.keys import read_envelope, read_public_key, sign, write_envelope
from reticent.proof.statement import parse_salt, read_statement
from reticent.usecases.check_proof import Examined, Secrets, check_proof
from reticent.usecases.prove import ProofPolicy, read_keys

SCHEMA = 1
EXITS = {
    "rechecked": Exit.FINE,
    "attested": Exit.BAD_INPUT,
    "cannot tell": Exit.BAD_INPUT,
    "broken": Exit.VIOLATIONS,
}

proof = typer.Typer(
    name="proof", help="Check proofs and sign them.", no_args_is_help=True, rich_markup_mode=None
)


@proof.command()
def check(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    released: Annotated[str, typer.Argument(metavar="RELEASED", help="The released file.")],
    file: Annotated[Path, typer.Argument(metavar="PROOF", help="Its proof.")],
    policy: options.PolicyFile = None,
    key: Annotated[
        list[Path] | None,
        typer.Option("--key", metavar="FILE", help="A public key that must have signed; can be repeated."),
    ] = None,
    original: Annotated[
        str | None,
        typer.Option("--original", metavar="FILE", help="The original, if you have it; with --salt."),
    ] = None,
    salt: Annotated[
        Path | None,
        typer.Option("--salt", metavar="FILE", help="The plan, or a file with the salt's digits."),
    ] = None,
    opening: Annotated[
        Path | None, typer.Option("--opening", metavar="FILE", help="What opens a sealed proof.")
    ] = None,
    reading: options.Reading = options.READING,
    as_json: options.AsJson = False,
) -> None:
    """Check a proof: signature, bytes, policy, knowledge, and then the audit again, with your own copy of reticent.

    Exit code 0: everything was rechecked. 1: something is broken. 2: something is only attested by the signer, or can't
    be told. Without --key, the signatures are right but nobody says whose they are.

    Examples:

      reticent proof check released.txt released.proof.json --policy clinic.toml --key clinic.pem.pub

      reticent proof check released.txt released.proof.json --policy case.toml --opening for-auditor.txt
    """
    proof_policy = ProofPolicy.of(Recipe(policy))
    examined = check_proof(
        options.read_given(released),
        read_envelope(read_bytes(str(file))),
        proof_policy,
        trusted=[read_public_key(read_bytes(str(path))) for path in key or ()],
        secrets=Secrets(
            options.read_given(original) if original else None,
            _read_salt(salt) if salt else None,
            parse_salt(read_utf8(opening)) if opening else None,
        ),
        options=reading.over(proof_policy.rules.options, [released]),
    )
    _show(examined, str(file), as_json=as_json)
    if not key and examined.standing != "broken":
        say("Nobody said whose signature this must be: name the public keys that you trust with --key.")
    raise typer.Exit(EXITS[examined.standing])


@proof.command("sign")
def add_signature(
    file: Annotated[Path, typer.Argument(metavar="PROOF", help="A proof that somebody else signed.")],
    key: Keys = None,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
) -> None:
    """Add a signature to a proof, so that two people answer for it; check the proof before you sign it.

    Example:

      reticent proof sign released.proof.json --key second.pem -o released.proof.json --overwrite
    """
    require_free(output, overwrite=overwrite)
    envelope = read_envelope(read_bytes(str(file)))
    read_statement(envelope.payload)
    if not envelope.is_confirmed:
        complain(f"{file}: a signature in it is wrong: get the proof again")
        raise typer.Exit(Exit.VIOLATIONS)
    deliver(write_envelope(sign(envelope, read_keys(key or ()))), output)


def _read_salt(path: Path) -> bytes:
    """The salt in a plan, or written as digits."""
    written = read_utf8(path)
    try:
        return parse_salt(read_plans(written).salt or "")
    except PlanError:
        return parse_salt(written)


def _show(examined: Examined, name: str, *, as_json: bool) -> None:
    if as_json:
        rows = [{"what": each.what, "standing": each.standing, "why": each.why} for each in examined.claims]
        print_json(
            {
                "reticent": "proof check",
                "schema": SCHEMA,
                "standing": examined.standing,
                "signed_by": list(examined.signers),
                "claims": rows,
            }
        )
        return
    print_table(
        f"{name}: {examined.standing}",
        ["what", "standing", "why"],
        [(each.what, each.standing, each.why) for each in examined.claims],
    )
    for signer in examined.signers:
        say(f"signed by {signer}")
