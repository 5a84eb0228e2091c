"""What a worker has open (policies by name, keys that sign), and its replies: errors in one shape that quotes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from reticent.errors import (
    DocumentError,
    InputError,
    InternalError,
    LanguageError,
    MissingExtraError,
    PlanError,
    PolicyError,
    PromiseError,
    ReticentError,
    WithheldError,
)
from reticent.policy.recipe import Recipe
from reticent.proof.keys import SigningKey, read_signing_key
from reticent.usecases.prove import ProofPolicy
from reticent.usecases.release import InputFile, release

if TYPE_CHECKING:
    from reticent.engine.rules import Rules
    from reticent.models.k_safety.model import KSafety


JSON = "application/json"
_QUOTE = re.compile(r"(?<!\w)'(.*?)'(?!\w)", re.DOTALL)
_OUR_FILE = re.compile(r"document\.[a-z]{1,8}")
_OUR_WORDS = frozenset(
    """reticent train plan apply audit knowledge entities build readers exceptions json serve sign
    iconv -f -t cp1252 utf-8 soffice --headless --convert-to docx xlsx pptx pandoc -o FILE FILE.html msgconvert qpdf
    IN OUT --json --exceptions --readers --original --field --keep --column --numbers --header --format""".split()
)
"""The words of commands and options that our messages name."""

_CODES: tuple[tuple[type[ReticentError], int, str], ...] = (
    (InternalError, 500, "internal"),
    (MissingExtraError, 415, "not_installed"),
    (PlanError, 400, "bad_plan"),
    (DocumentError, 400, "bad_document"),
    (LanguageError, 409, "language"),
    (WithheldError, 409, "withheld"),
    (PromiseError, 409, "promise_not_reached"),
    (InputError, 400, "bad_input"),
)


@dataclass(frozen=True, slots=True)
class ServiceReply:
    """An answer on its way from a worker to a client; `code` is empty where all is well."""

    status: int
    body: bytes = field(repr=False)
    media: str = JSON
    code: str = ""
    message: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)


class RequestError(InputError):
    """A request that can't be answered as it is: with the status, a code for programs and a line for people."""

    def __init__(self, status: int, code: str, message: str, *, retry: int | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry = status, code, message, retry


def reply_json(content: Any, *, status: int = 200) -> ServiceReply:
    """A JSON answer."""
    return ServiceReply(status, json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def refuse(status: int, code: str, message: str, *, retry: int | None = None, **details: Any) -> ServiceReply:
    """An error, to which the door adds the request's id."""
    headers = () if retry is None else (("retry-after", str(retry)),)
    return ServiceReply(status, b"", code=code, message=message, headers=headers, details=details)


def refuse_violations(violations: Sequence[Mapping[str, Any]], message: str) -> ServiceReply:
    """A broken promise: the places, and no text."""
    return refuse(409, "violations", message, violations=list(violations))


def refuse_error(error: ReticentError, said: Collection[str] = ()) -> ServiceReply:
    """An error of ours as an answer, without what it quotes and what was `said` in the address."""
    if isinstance(error, RequestError):
        return refuse(error.status, error.code, error.message, retry=error.retry)
    status, code = next((status, code) for kind, status, code in _CODES if isinstance(error, kind))
    return refuse(status, code, hide_quotes(_hide_said(str(error), said)))


def _hide_said(message: str, said: Collection[str]) -> str:
    for value in said:
        message = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", "…", message) if value else message
    return message


def hide_quotes(message: str) -> str:
    """A message without what it quotes, which may be the request's, such as the name of a column.

    What we say ourselves stays. A quoted text may hold quotes, so that everything up to the last one goes with it.

    >>> hide_quotes("'document.csv' has no column 'ward's patient' (see '--column')")
    "'document.csv' has no column '…')"
    >>> hide_quotes("'document.txt' isn't UTF-8: convert it first with 'iconv -t utf-8'")
    "'document.txt' isn't UTF-8: convert it first with 'iconv -t utf-8'"
    """
    for quote in _QUOTE.finditer(message):
        if not _OUR_FILE.fullmatch(quote[1]) and not _OUR_WORDS.issuperset(quote[1].split()):
            end = message.rindex("'") + 1
            return f"{message[: quote.start()]}'…'{message[end:]}"
    return message


def write_error(reply: ServiceReply, request_id: str, *, flat: bool = False) -> bytes:
    """The body of an error; `flat` is the shape that Presidio's clients expect."""
    if flat:
        content: dict[str, Any] = {"error": reply.message}
    else:
        content = {"error": {"code": reply.code, "message": reply.message, "request_id": request_id}}
    return json.dumps({**content, **reply.details}, ensure_ascii=False).encode()


def write_error_line(
    error: ReticentError, line: int | None, request_id: str, said: Collection[str] = ()
) -> bytes:
    """An error as a line among released ones; without a number where it is about all that was to follow."""
    reply = refuse_error(error, said)
    content: dict[str, Any] = {
        "error": {"code": reply.code, "message": reply.message, "request_id": request_id}
    }
    if line is not None:
        content["line"] = line
    return json.dumps(content, ensure_ascii=False).encode() + b"\n"


_SAMPLE = "Write to somebody@example.org, who knows.\n"


@dataclass(frozen=True, slots=True)
class LoadedPolicy:
    """A policy with everything that it names open.

    `views` is what views for readers are made with, if it can; `proof_policy` what proofs say of it, where keys sign them.
    """

    name: str
    recipe: Recipe
    digest: str
    rules: Rules
    promises: tuple[Mapping[str, Any], ...]
    views: tuple[KSafety, Rules] | None = None
    proof_policy: ProofPolicy | None = None


@dataclass(frozen=True, slots=True)
class WorkerState:
    """What a worker has open: all policies by name, the keys that sign, and contents of chats that nobody need judge."""

    policies: Mapping[str, LoadedPolicy]
    keys: tuple[SigningKey, ...] = field(default=(), repr=False)
    allowed: tuple[str, ...] = ()


def open_worker_state(
    recipes: Mapping[str, Recipe], keys: Sequence[bytes], allowed: Sequence[str] = ()
) -> WorkerState:
    """Everything opened, its hashes checked, once for each worker."""
    policies = {name: _load_policy(name, recipe, signs=bool(keys)) for name, recipe in recipes.items()}
    return WorkerState(policies, tuple(map(read_signing_key, keys)), tuple(allowed))


def _load_policy(name: str, recipe: Recipe, *, signs: bool) -> LoadedPolicy:
    from reticent.models.k_safety.settings import KSafetySettings
    from reticent.models.settings import Parts
    from reticent.policy.assembly import make_rules

    policy = recipe.read_policy()
    if policy is None or recipe.policy is None:
        raise PolicyError("a service needs policy files: name them with --policy or --policies")
    folder = recipe.policy.parent
    sections = [each for each in policy.models if isinstance(each, KSafetySettings)]
    views = None
    if len(sections) == 1:
        others = [each for each in policy.models if each is not sections[0]]
        rest = make_rules(policy.model_copy(update={"models": others}), folder)
        views = (sections[0].build_for_readers(Parts(folder)), rest)
    rules = recipe.make_rules()
    # Plans know the policy by its name: where its file lies is the operator's business.
    rules = replace(rules, made_under=rules.made_under and replace(rules.made_under, policy=name))
    proof_policy = replace(ProofPolicy.of(recipe), rules=rules) if signs else None
    return LoadedPolicy(
        name, recipe, recipe.digest, rules, tuple(describe_promises(rules)), views, proof_policy
    )


def run_self_test(state: WorkerState) -> ServiceReply:
    """Release a text under every policy: whether this worker can do what it is there for."""
    for policy in state.policies.values():
        # A vault keeps what it gave away: nobody of a sample belongs into it.
        release(InputFile("document.txt", _SAMPLE.encode()), replace(policy.rules, pseudonyms=None))
    return reply_json({"policies": len(state.policies)})


def describe_promises(rules: Rules) -> list[dict[str, Any]]:
    """The promises as they may be shown to anybody."""
    promises = [(model.promise, model.needs) for model in rules.models]
    return [
        {
            "model": promise.model,
            "statement": promise.public or promise.statement,
            "relative_to": dict(promise.relative_to),
            "needs": needs,
        }
        for promise, needs in promises
    ]
