"""Check a proof: signature, bytes, policy, knowledge, and the audit once more, by whoever doubts it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

from reticent.audit.verification import NAME as AUDIT
from reticent.formats.seam.options import FormatOptions
from reticent.proof.keys import Envelope, PublicKey
from reticent.proof.statement import (
    PromiseClaim,
    SealedClaim,
    Statement,
    commit,
    commit_to_original,
    read_statement,
)
from reticent.usecases.audit import Verdict, audit
from reticent.usecases.prove import ProofPolicy, claims, declare_readers, digest_of
from reticent.usecases.release import InputFile, read_input

Standing = Literal["rechecked", "attested", "cannot tell", "broken"]
"""What became of a claim, from the best to the worst."""

_WORST_LAST: tuple[Standing, ...] = ("rechecked", "attested", "cannot tell", "broken")


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was checked, and how it stands."""

    what: str
    standing: Standing
    why: str


@dataclass(frozen=True, slots=True)
class Examined:
    """A proof after the check: every claim with its standing, and who signed."""

    claims: tuple[Checked, ...]
    signers: tuple[str, ...]

    @property
    def standing(self) -> Standing:
        """The worst of all."""
        return max((each.standing for each in self.claims), key=_WORST_LAST.index)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What the owner of the original may hand to a checker: the original with its salt, the key of a sealed statement."""

    original: InputFile | None = None
    salt: bytes | None = None
    opening: bytes | None = None


def check_proof(
    released: InputFile,
    envelope: Envelope,
    policy: ProofPolicy,
    *,
    trusted: Collection[PublicKey] = (),
    secrets: Secrets | None = None,
    options: FormatOptions | None = None,
) -> Examined:
    """What a proof of these bytes is worth; each of the `trusted` keys must have signed it."""
    signers = tuple(each.key.id for each in envelope.signatures)
    signed = _check_signatures(envelope, trusted)
    if signed.standing == "broken":
        return Examined((signed,), signers)
    statement = read_statement(envelope.payload)
    bytes_ = _check_bytes(statement, released)
    if bytes_.standing == "broken":
        return Examined((signed, bytes_), signers)
    known = secrets or Secrets()
    found = [signed, bytes_, _check_policy(statement, policy, known.opening), _check_readers(statement)]
    original = _check_original(statement, policy, known, options)
    if original:
        found.append(original)
    both = known.original if original and original.standing == "rechecked" else None
    verdicts = audit(released, policy.rules, original=both, options=options, ask=False)
    found += _check_promises(statement, policy, verdicts, known.opening, both=both is not None)
    return Examined(tuple(found), signers)


def _check_signatures(envelope: Envelope, trusted: Collection[PublicKey]) -> Checked:
    if not envelope.is_confirmed:
        return Checked("signature", "broken", "a signature is wrong, or there is none")
    missing = [key.id for key in trusted if key not in [each.key for each in envelope.signatures]]
    if missing:
        return Checked("signature", "broken", f"the key {missing[0]} did not sign this proof")
    return Checked("signature", "rechecked", "every signature is right")


def _check_bytes(statement: Statement, released: InputFile) -> Checked:
    if statement.released != digest_of(released.data):
        return Checked("bytes", "broken", "the proof speaks of other bytes than these")
    return Checked("bytes", "rechecked", "the proof speaks of just these bytes")


def _check_policy(statement: Statement, policy: ProofPolicy, opening: bytes | None) -> Checked:
    if statement.is_sealed and opening is None:
        return Checked(
            "policy", "cannot tell", "it is sealed: ask for the opening and give it with --opening"
        )
    ours = commit(opening, policy.digest) if statement.is_sealed and opening else policy.digest
    if ours != statement.policy:
        return Checked(
            "policy", "cannot tell", "the proof speaks of another policy: name that one with --policy"
        )
    return Checked("policy", "rechecked", "the proof speaks of this policy")


def _check_readers(statement: Statement) -> Checked:
    if dict(statement.readers) != declare_readers():
        return Checked(
            "reading", "cannot tell", f"texts are read otherwise by reticent {statement.version}: use it"
        )
    return Checked("reading", "rechecked", "texts are read with the same data")


def _check_original(
    statement: Statement, policy: ProofPolicy, secrets: Secrets, options: FormatOptions | None
) -> Checked | None:
    if secrets.original is None:
        return None
    if secrets.salt is None:
        return Checked("original", "cannot tell", "an original is checked with its salt: add --salt FILE")
    opened = read_input(secrets.original, policy.rules.kinds, options or policy.rules.options)
    fingerprints = [document.fingerprint for document in opened.documents]
    if commit_to_original(secrets.salt, fingerprints) != statement.original:
        return Checked(
            "original", "broken", "the release was made from another original, or under another salt"
        )
    return Checked("original", "rechecked", "the release was made from this original")


def _check_promises(
    statement: Statement,
    policy: ProofPolicy,
    verdicts: Sequence[Verdict],
    opening: bytes | None,
    *,
    both: bool,
) -> list[Checked]:
    """How each promise stands; a violation that no model owns breaks them all."""
    ours = claims(policy.rules.models, policy.files)
    stated = statement.promises
    broken = {
        violation.model for verdict in verdicts for violation in (*verdict.violations, *verdict.undecided)
    }
    found = []
    for number, claim in enumerate(ours):
        same = number < len(stated) and _is_same(stated[number], claim, number, opening, policy.files)
        found.append(_judge(claim, {claim.model, AUDIT} & broken, same=same, both=both))
    if len(stated) > len(ours):
        found.append(
            Checked("promises", "cannot tell", "the proof states more promises than the policy makes")
        )
    return found


def _is_same(
    stated: PromiseClaim | SealedClaim,
    claim: PromiseClaim,
    number: int,
    opening: bytes | None,
    files: Mapping[str, str],
) -> bool:
    """Whether a promise is stated as it is made here; proofs of 0.3.0 and before don't state the hashes of files."""
    known = {name: value for name, value in claim.relative_to.items() if name not in files}
    for ours in (claim, replace(claim, relative_to=known)):
        sealed = "" if opening is None else commit(opening, [number, asdict(ours)])
        if ours == stated or (isinstance(stated, SealedClaim) and sealed == stated.commitment):
            return True
    return False


def _judge(claim: PromiseClaim, broken: Collection[str], *, same: bool, both: bool) -> Checked:
    name = f"promise {claim.model}"
    if broken:
        return Checked(name, "broken", "the audit finds a violation in the released text")
    if not same:
        return Checked(name, "cannot tell", "the proof states it otherwise, or relative to other knowledge")
    if claim.needs == "both" and not both:
        return Checked(name, "attested", "it speaks of both texts: the signer says that it holds")
    if claim.needs == "reader":
        return Checked(
            name,
            "attested",
            "it rests on a reader who may answer otherwise next time: the signer says that it holds",
        )
    return Checked(name, "rechecked", "the audit finds no violation")
