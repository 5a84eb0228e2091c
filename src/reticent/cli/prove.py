"""`reticent prove`: a signed proof of a release that strangers can check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import options
from reticent.cli.app import say
from reticent.cli.output import PRIVATE, deliver, read_utf8, require_free
from reticent.files import mode_of
from reticent.plan import plans_to_json, read_plans
from reticent.policy.recipe import Recipe
from reticent.proof.keys import write_envelope
from reticent.proof.statement import make_salt, opening_key, parse_salt
from reticent.usecases.apply import remember_rules
from reticent.usecases.prove import ProofPolicy, Signing, read_keys, today
from reticent.usecases.prove import prove as make_proof

Keys = Annotated[
    list[Path] | None,
    typer.Option(
        "--key", metavar="FILE", help="A key that signs, as 'reticent key create' made it; can be repeated."
    ),
]


def prove(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    released: Annotated[str, typer.Argument(metavar="RELEASED", help="The released file.")],
    plan: Annotated[
        Path,
        typer.Option("--plan", metavar="FILE", help="The plan of the release; it keeps the proof's salt."),
    ],
    key: Keys = None,
    policy: options.PolicyFile = None,
    original: Annotated[
        str | None,
        typer.Option(
            "--original", metavar="FILE", help="What it was released from, where a promise speaks of both."
        ),
    ] = None,
    sealed: Annotated[
        bool, typer.Option("--sealed", help="Show commitments alone instead of policy and promises.")
    ] = False,
    opening: Annotated[
        Path | None,
        typer.Option(
            "--opening", metavar="FILE", help="Where to write what opens a sealed proof, for the auditor."
        ),
    ] = None,
    reading: options.Reading = options.READING,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Audit a released file once more and sign what holds of it, for people who trust neither you nor us.

    A proof of a policy whose scope is "collection" shows the policy's hash and promises; any other is sealed, because its
    promises could name what was removed. The salt behind the commitments is written into the plan.

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
