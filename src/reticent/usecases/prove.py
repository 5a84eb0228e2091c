"""Prove a release: audit its bytes once more, state what holds of them, and have that signed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

from reticent import __version__
from reticent.detection.settings import PatternsSettings
from reticent.engine.rules import Rules
from reticent.errors import InputError, PlanError, PromiseError, ProofError
from reticent.files import require_private
from reticent.formats.registry import read_bytes
from reticent.formats.seam.options import FormatOptions
from reticent.language import find_language
from reticent.models.privacy_model import PrivacyModel
from reticent.plan import Plan
from reticent.policy.recipe import Recipe
from reticent.proof.keys import Envelope, SigningKey, read_signing_key, sign
from reticent.proof.statement import (
    PromiseClaim,
    Statement,
    commit_to_original,
    make_salt,
    opening_key,
    seal,
    write_statement,
)
from reticent.text import TOKENIZER_VERSION
from reticent.usecases.audit import Verdict, audit
from reticent.usecases.release import InputFile

_FILE_KEYS = ("file", "database", "candidates_file")
"""The keys of a policy's sections that name a file."""


@dataclass(frozen=True, slots=True)
class ProofPolicy:
    """The policy that a proof speaks of: what it comes to, the hash of its file, and whether proofs may show it.

    `files` are the hashes of the files that the policy names, by which strangers know whether they have the same.
    """

    rules: Rules
    digest: str
    may_be_shown: bool = False
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, recipe: Recipe) -> ProofPolicy:
        """What a proof says of a policy file, or of the policy that ships with the package."""
        recipe.require_policy_alone()
        policy = recipe.read_policy()
        shown = policy is not None and policy.scope == "collection"
        return cls(recipe.make_rules(), recipe.digest, shown, _hash_files(recipe))


def _hash_files(recipe: Recipe) -> dict[str, str]:
    """The SHA-256 of every file that a policy names and of the patterns that ship, where it uses them."""
    policy = recipe.read_policy()
    if policy is None:
        return {}
    folder = Path() if recipe.policy is None else recipe.policy.parent
    sections = [*policy.detectors, *policy.models]
    named = [getattr(section, key, None) for section in sections for key in _FILE_KEYS]
    names = {*policy.all_knowledge, *(policy.taxonomies or ()), *filter(None, named)}
    hashes = {
        f"file {name}": digest_of((folder / name).read_bytes())
        for name in sorted(names)
        if (folder / name).is_file()
    }
    if any(isinstance(section, PatternsSettings) and section.file is None for section in sections):
        shipped = files("reticent.detection").joinpath("data/patterns.toml")
        hashes["file patterns.toml of reticent"] = digest_of(shipped.read_bytes())
    return hashes


@dataclass(frozen=True, slots=True)
class Signing:
    """Who signs a proof, the salt of its commitments, and the day, which is all that it tells of its time."""

    keys: Sequence[SigningKey] = field(repr=False)
    salt: bytes = field(repr=False)
    day: str


def prove(
    released: InputFile,
    plans: Sequence[Plan],
    policy: ProofPolicy,
    signing: Signing,
    *,
    original: InputFile | None = None,
    sealed: bool = False,
    options: FormatOptions | None = None,
) -> Envelope:
    """The signed proof of a release; a PromiseError when its bytes don't keep every promise.

    A policy that was not fixed before the documents were seen is sealed: its promises could name what was removed.
    """
    if not signing.keys:
        raise ProofError("a proof needs a signature: name a key with --key")
    verdicts = audit(
        released, policy.rules, original=original, plans=plans if original else None, options=options
    )
    _require_fit(plans, policy.rules, len(verdicts))
    _require_kept(verdicts, released.name)
    statement = Statement(
        released=digest_of(released.data),
        day=signing.day,
        version=__version__,
        readers=declare_readers(),
        policy=policy.digest,
        promises=claims(policy.rules.models, policy.files),
        documents=len(verdicts),
        characters=sum(len(verdict.document.text) for verdict in verdicts),
        original=commit_to_original(signing.salt, [plan.fingerprint for plan in plans]),
    )
    if sealed or not policy.may_be_shown:
        statement = seal(statement, opening_key(signing.salt))
    return sign(Envelope(write_statement(statement)), signing.keys)


def _require_kept(verdicts: Sequence[Verdict], name: str) -> None:
    """Refuse what breaks a promise, and what nobody could tell."""
    if broken := sum(len(verdict.violations) + len(verdict.undecided) for verdict in verdicts):
        raise PromiseError(
            f"'{name}' is not proven: the audit finds {broken} violations in it; what a person keeps as an exception"
            " can't be proven either"
        )
    if any(verdict.untold for verdict in verdicts):
        raise ProofError("a promise of this policy speaks of both texts: add --original FILE")


def prove_release(
    released: InputFile,
    plans: Sequence[Plan],
    policy: ProofPolicy,
    keys: Sequence[SigningKey],
    *,
    original: InputFile | None = None,
    options: FormatOptions | None = None,
) -> tuple[Envelope, bytes]:
    """The proof of a release that was just made, signed today, and the new salt that goes into its plan."""
    salt = make_salt()
    signing = Signing(keys, salt, today())
    return prove(released, plans, policy, signing, original=original, options=options), salt


def read_keys(paths: Iterable[Path]) -> list[SigningKey]:
    """The keys in these files, as 'reticent key create' makes them."""
    return [read_signing_key(read_key_file(path)) for path in paths]


def read_key_file(path: Path) -> bytes:
    """The bytes of a file with a signing key; an InputError where others may read it, and so could sign."""
    require_private(path, InputError)
    return read_bytes(str(path))


def today() -> str:
    """The day, which is all that a proof tells of its time."""
    return datetime.now(UTC).date().isoformat()


def _require_fit(plans: Sequence[Plan], rules: Rules, documents: int) -> None:
    """Raise unless the plans are those of this file under this policy."""
    if len(plans) != documents:
        raise PlanError(f"there are {len(plans)} plans for {documents} documents: give the plan of this file")
    ours = tuple(model.promise for model in rules.models)
    if any(plan.promises != ours for plan in plans):
        raise PlanError(
            "the plan was made under another policy, or by a version with other knowledge: name that policy with"
            " --policy, or plan the original again with 'reticent plan'"
        )
    if any(plan.exceptions for plan in plans):
        raise PlanError("the plan keeps something against the policy, which can't be proven: remove it there")


def claims(
    models: Sequence[PrivacyModel], named: Mapping[str, str] | None = None
) -> tuple[PromiseClaim, ...]:
    """The promises as a proof states them, without the documents that a corpus left out of its counts.

    `named` are the hashes of the files that the policy names: the promises are relative to them as well.
    """
    return tuple(
        PromiseClaim(
            model.promise.model,
            model.promise.statement,
            {**model.promise.relative_to, **(named or {})},
            model.needs,
            "rechecked" if model.needs == "released" else "attested",
        )
        for model in models
    )


def digest_of(data: bytes) -> str:
    """The SHA-256 of bytes, as statements write it."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


@cache
def declare_readers() -> dict[str, str]:
    """What reads the text before any promise is judged: with other data, an audit could end otherwise."""
    language = find_language()
    folder = files(language.package)
    hashes = {
        name: digest_of(folder.joinpath(place).read_bytes()) for name, place in language.readers.items()
    }
    return {"tokenizer": TOKENIZER_VERSION, **hashes}
