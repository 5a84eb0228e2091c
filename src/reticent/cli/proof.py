"""`reticent prove`: a signed proof of a release; `reticent proof`: check and sign one; `reticent key`: make keys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, option, switch
from reticent.cli._output import deliver, print_answer, print_table, read_utf8, require_free, require_new
from reticent.cli.app import Exit, complain, make_group, say
from reticent.errors import PlanError
from reticent.files import PRIVATE, mode_of
from reticent.formats.registry import read_bytes
from reticent.plan import plans_to_json, read_plans
from reticent.policy.recipe import Recipe
from reticent.proof.keys import (
    create_key,
    read_envelope,
    read_public_key,
    sign,
    write_envelope,
    write_public_key,
    write_signing_key,
)
from reticent.proof.statement import make_salt, opening_key, parse_salt, read_statement
from reticent.usecases.apply import remember_rules
from reticent.usecases.check_proof import Examined, Secrets, check_proof
from reticent.usecases.prove import ProofPolicy, Signing, read_keys, today
from reticent.usecases.prove import prove as make_proof


def prove(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    released: Annotated[str, argument("RELEASED", "The released file.")],
    plan: Annotated[Path, option("--plan", "FILE", "The plan of the release; it keeps the proof's salt.")],
    key: options.Keys = None,
    policy: options.PolicyFile = None,
    original: Annotated[
        str | None,
        option("--original", "FILE", "The file that it was released from, if a promise is about both texts."),
    ] = None,
    sealed: Annotated[
        bool, switch("--sealed", "Show only commitments, not the policy and promises.")
    ] = False,
    opening: Annotated[
        Path | None, option("--opening", "FILE", "Where to write what opens a sealed proof, for the auditor.")
    ] = None,
    reading: options.ReadingOptions = options.READING,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Audit a released file again and sign the result, for people who trust neither you nor reticent.

    A proof of a policy whose scope is "collection" shows the policy's hash and promises; any other is sealed, because its
    promises could name what was removed. The salt of the commitments is written into the plan.

    Examples:

      reticent prove released.txt --plan plan.json --policy clinic.toml --key clinic.pem -o released.proof.json

      reticent prove released.txt --plan plan.json --policy case.toml --key a.pem --key b.pem --opening for-auditor.txt
    """
    require_free(output, opening, overwrite=overwrite, originals=[released, str(plan), original or ""])
    proof_policy = ProofPolicy.of(Recipe(policy))
    held = read_plans(read_utf8(plan))
    salt = make_salt() if held.salt is None else parse_salt(held.salt)
    chosen = reading.over(proof_policy.rules.options, [released])
    proof = make_proof(
        options.read_given(released),
        held.plans,
        proof_policy,
        Signing(read_keys(key or ()), salt, today()),
        original=options.read_given(original) if original else None,
        sealed=sealed,
        options=chosen,
    )
    if held.salt is None:
        made_under = held.made_under or remember_rules(proof_policy.rules, chosen)
        kept = plans_to_json(held.plans, made_under=made_under, salt=salt.hex())
        deliver(kept.encode(), plan, mode=mode_of(plan))
    if opening is not None:
        deliver(f"{opening_key(salt).hex()}\n".encode(), opening, mode=PRIVATE)
    deliver(write_envelope(proof), output)
    if not quiet:
        say(f"{released}: proven and signed by {', '.join(each.key.id for each in proof.signatures)}.")


EXITS = {
    "rechecked": Exit.FINE,
    "attested": Exit.BAD_INPUT,
    "cannot tell": Exit.BAD_INPUT,
    "broken": Exit.VIOLATIONS,
}

proof = make_group("proof")


@proof.command()
def check(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    released: Annotated[str, argument("RELEASED", "The released file.")],
    file: Annotated[Path, argument("PROOF", "Its proof.")],
    policy: options.PolicyFile = None,
    key: Annotated[
        list[Path] | None, option("--key", "FILE", "A public key that must have signed; can be repeated.")
    ] = None,
    original: Annotated[
        str | None, option("--original", "FILE", "The original, if you have it; needs --salt.")
    ] = None,
    salt: Annotated[
        Path | None, option("--salt", "FILE", "The plan, or a file with the salt's digits.")
    ] = None,
    opening: Annotated[Path | None, option("--opening", "FILE", "What opens a sealed proof.")] = None,
    reading: options.ReadingOptions = options.READING,
    as_json: options.AsJson = False,
) -> None:
    """Check a proof: signature, bytes, policy, knowledge, and then the audit again, with your own copy of reticent.

    Exit code 0: everything was rechecked. 1: something is broken. 2: something is only attested by the signer, or can't
    be told. Without --key, nothing says whose the signatures are, even if they are valid.

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
    file: Annotated[Path, argument("PROOF", "A proof that somebody else signed.")],
    key: options.Keys = None,
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
        signers = list(examined.signers)
        print_answer("proof check", {"standing": examined.standing, "signed_by": signers, "claims": rows})
        return
    print_table(
        f"{name}: {examined.standing}",
        ["what", "standing", "why"],
        [(each.what, each.standing, each.why) for each in examined.claims],
    )
    for signer in examined.signers:
        say(f"signed by {signer}")


key = make_group("key")


@key.callback()
def _keys() -> None:
    """Make keys for signing proofs."""


@key.command()
def create(file: Annotated[Path, argument("FILE", "Where the secret half goes, as PEM.")]) -> None:
    """Make an Ed25519 key: FILE for you alone (mode 0600), FILE.pub for everybody.

    Give the .pub file, or the hash that is shown, to those who will check your proofs, by another channel than the proofs.

    Example:

      reticent key create clinic.pem
    """
    public = file.with_name(file.name + ".pub")
    require_new(file, public)
    made = create_key()
    deliver(write_signing_key(made), file, mode=PRIVATE)
    deliver(write_public_key(made.public), public)
    say(f"{file} signs (keep it secret), {public} checks: {made.public.id}")
