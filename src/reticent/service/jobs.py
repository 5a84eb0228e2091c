"""What a worker does with a request: read it, call the use case, write the answer."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reticent.audit.exceptions import exceptions_from_json
from reticent.audit.report import add_utility, locate
from reticent.engine import Outcome
from reticent.engine.languages import languages_of, speak_rules
from reticent.errors import PromiseError, ReticentError, name_origin
from reticent.formats.seam.options import FormatOptions
from reticent.plan import plans_from_json, read_plans
from reticent.proof.keys import describe_envelope
from reticent.service.bodies import (
    CHAT,
    AnyBody,
    ApplyBody,
    AuditBody,
    Job,
    given_in,
    name_media,
    read_document,
    read_object,
    read_options,
    require_utf8,
    said_language,
)
from reticent.service.presidio_jobs import PRESIDIO_JOBS
from reticent.service.worker_state import (
    JSON,
    LoadedPolicy,
    RequestError,
    ServiceReply,
    WorkerState,
    hide_quotes,
    refuse,
    refuse_error,
    refuse_violations,
    reply_json,
    write_error_line,
)
from reticent.usecases.apply import apply, plan, require_promises
from reticent.usecases.audit import Verdict, audit
from reticent.usecases.chat import make_safe
from reticent.usecases.prove import ProofPolicy, prove_release
from reticent.usecases.records import BadRecord, Lines, release_lines
from reticent.usecases.release import InputFile, Released, release
from reticent.usecases.unseen import list_places
from reticent.usecases.views import view_for_reader

if TYPE_CHECKING:
    from reticent.engine.rules import Rules

SCHEMA = 1  # the version of an answer's JSON
AUDIT_SCHEMA = 2  # the version of a verdict's JSON
_PROVEN = ("sanitize", "apply")


def answer(state: WorkerState, job: Job) -> ServiceReply:
    """What comes of a job; nothing that goes wrong in it gets further than this."""
    try:
        policy = state.policies.get(job.policy)
        if policy is None:
            raise RequestError(
                404, "unknown_policy", "there is no such policy: ask the operator for its name"
            )
        if job.proof:
            _require_proof(state, job)
        return JOBS[job.verb](state, _speak(policy, job), job)
    except ReticentError as error:
        return refuse_error(error, job.said)
    except MemoryError:
        return refuse(413, "too_large", "there is not enough memory for this document: send less")
    except Exception as error:  # its own words could quote the document
        return refuse(500, "internal", f"internal error: {name_origin(error)}; please report this line")


def _speak(policy: LoadedPolicy, job: Job) -> LoadedPolicy:
    """The policy for the language that a request says; it may name one that the policy reads, and allow no other."""
    if job.verb in PRESIDIO_JOBS or job.verb == "chat" or not (language := said_language(job)):
        return policy
    if language not in languages_of(policy.rules.models):
        raise RequestError(
            400, "bad_language", "the policy does not read this language: leave it out, or name another"
        )
    return replace(policy, rules=speak_rules(policy.rules, language))


def _require_proof(state: WorkerState, job: Job) -> None:
    if job.verb not in _PROVEN:
        raise RequestError(406, "no_proof", f"a proof comes with {' and '.join(_PROVEN)} alone: ask for JSON")
    if not state.keys:
        raise RequestError(
            406, "no_key", "this service signs no proofs: ask its operator to run it with --key"
        )


def _sanitize(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    if job.is_stream:
        return _sanitize_lines(policy, job)
    given = read_document(job)
    options = read_options(job, policy.rules.options)
    try:
        released = release(given, policy.rules, options=options)
    except PromiseError as error:
        broken = plan(given, policy.rules, options=options)
        return refuse_violations(_locate_all(broken.outcomes), hide_quotes(str(error)))
    if not job.proof:
        return _deliver(job, released, policy)
    proof = _prove(state, policy, given, released, options)
    return reply_json({**_describe(released, policy, as_text=given.name.endswith(".txt")), **proof})


def _prove(
    state: WorkerState, policy: LoadedPolicy, given: InputFile, released: Released, options: FormatOptions
) -> dict[str, Any]:
    """The proof of a release, and the salt that its owner keeps."""
    made = InputFile(given.name, released.data)
    spoken_of = policy.proof_policy or ProofPolicy.of(policy.recipe)
    proof, salt = prove_release(made, released.plans, spoken_of, state.keys, original=given, options=options)
    return {"proof": describe_envelope(proof), "salt": salt.hex()}


def _sanitize_lines(policy: LoadedPolicy, job: Job) -> ServiceReply:
    """Some lines of a stream; an error in one of them is reported in its place."""
    require_utf8(job.media)
    options = read_options(job, policy.rules.options)
    lines = Lines(job.body, job.first, job.whole)
    written = [
        write_error_line(each.error, each.number, job.request_id, job.said)
        if isinstance(each, BadRecord)
        else each
        for each in release_lines(lines, policy.rules, policy.recipe, options=options)
    ]
    return ServiceReply(200, b"".join(written), media=job.kind)


def _deliver(job: Job, released: Released, policy: LoadedPolicy) -> ServiceReply:
    """The release in the shape of the request: an object for an object, a file for a file."""
    if job.kind != JSON:
        headers = (("reticent-warning", "; ".join(released.warnings)),) if released.warnings else ()
        return ServiceReply(200, released.data, media=name_media(job.kind, released.name), headers=headers)
    return reply_json(_describe(released, policy, as_text=released.name.endswith(".txt")))


def _describe(released: Released, policy: LoadedPolicy, *, as_text: bool) -> dict[str, Any]:
    content = {"text": released.data.decode()} if as_text else {"data": _encode(released.data)}
    return {
        "reticent": "answer",
        "schema": SCHEMA,
        "policy": policy.name,
        "promises": policy.promises,
        "utility": add_utility(released.utility).as_json(),
        "warnings": released.warnings,
        **content,
    }


def _plan(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    planned = plan(read_document(job), policy.rules, options=read_options(job, policy.rules.options))
    if planned.violations:
        return refuse_violations(
            _locate_all(planned.outcomes), f"the plan does not reach its promise: {planned.explain()}"
        )
    return ServiceReply(200, planned.as_json().encode("utf-8", "surrogatepass"))


def _apply(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    said = _read_json(job, ApplyBody)
    given = given_in(said.text, said.data, said.format)
    options = read_options(job, policy.rules.options)
    plans = require_promises(read_plans(json.dumps(said.plan)), policy.rules)
    applied = apply(given, plans, policy.rules, options=options)
    if applied.released is None:
        return refuse_violations(_locate_all(applied.outcomes), "the plan leaves what the policy forbids")
    described = _describe(applied.released, policy, as_text=given.name.endswith(".txt"))
    if applied.exceptions is not None:
        described["exceptions"] = json.loads(applied.exceptions)
    if job.proof:
        described |= _prove(state, policy, given, applied.released, options)
    return reply_json(described)


def _audit(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    options = read_options(job, policy.rules.options)
    if job.kind != JSON:
        verdicts = audit(read_document(job), policy.rules, options=options)
        return _judge(verdicts)
    said = _read_json(job, AuditBody)
    both = said.original_text is not None or said.original_data is not None
    original = (
        given_in(said.original_text, said.original_data, said.format, prefix="original_") if both else None
    )
    verdicts = audit(
        given_in(said.text, said.data, said.format),
        policy.rules,
        original=original,
        plans=None if said.plan is None else plans_from_json(json.dumps(said.plan)),
        exceptions=None if said.exceptions is None else exceptions_from_json(json.dumps(said.exceptions)),
        options=options,
        excerpt=said.excerpt is True,
    )
    return _judge(verdicts)


def _judge(verdicts: Sequence[Verdict]) -> ServiceReply:
    """The verdict; a gateway that looks at nothing but the status must not take a violation for consent."""
    documents: list[dict[str, Any]] = [
        {
            "document": str(number),
            "violations": locate(each.violations, each.document),
            "excepted": each.excepted,
            "cannot_tell": list(each.untold),
            "attested": list(each.attested),
            "unseen": [[span.start, span.end] for span in list_places(each.unseen)],
            "arising": locate(each.arising, each.document),
        }
        for number, each in enumerate(verdicts)
    ]
    violations = [row for each in documents for row in each["violations"]]
    if violations:
        return refuse_violations(violations, "the text breaks a promise of the policy")
    if any(each.untold for each in verdicts):
        return refuse(
            409,
            "cannot_tell",
            "a promise of this policy speaks of both texts: send original_text or original_data",
        )
    if any(each.undecided for each in verdicts):
        return refuse(409, "cannot_tell", "the text has words that the corpus of this policy has never seen")
    return reply_json({"reticent": "audit", "schema": AUDIT_SCHEMA, "documents": documents})


def _views(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    if policy.views is None:
        raise RequestError(409, "no_views", "this policy has no single k-safety model: name another policy")
    if job.reader is None:
        raise RequestError(403, "no_reader", "the reader comes from the token: ask for a token with a reader")
    model, rest = policy.views
    view = view_for_reader(
        read_document(job), model, job.reader, rest, options=read_options(job, rest.options)
    )
    return _deliver(job, view.released, policy)


def _describe_policy(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    return reply_json(
        {
            "reticent": "service policy",
            "schema": SCHEMA,
            "policy": policy.name,
            "sha256": policy.digest,
            "kinds": sorted(policy.rules.kinds),
            "promises": policy.promises,
            "views": policy.views is not None,
        }
    )


def _make_chat_safe(state: WorkerState, policy: LoadedPolicy, job: Job) -> ServiceReply:
    if job.kind != JSON:
        raise RequestError(415, "media_type", f"send {JSON}")
    safe = make_safe(job.body, policy.rules, allowed=state.allowed)
    told = {"policy": policy.name, "sha256": policy.digest, "promises": policy.promises}
    return reply_json({**told, "request": safe.as_json()})


def _locate_all(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    return [row for each in outcomes for row in locate(each.violations, each.release.released)]


def _read_json(job: Job, expected: type[AnyBody]) -> AnyBody:
    if job.kind != JSON:
        raise RequestError(415, "media_type", f"this needs a document and more: send {JSON}")
    return read_object(job.body, expected)


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _ask_presidio(act: Callable[[Rules, Job], ServiceReply]) -> Act:
    return lambda state, policy, job: act(policy.rules, job)


Act = Callable[[WorkerState, LoadedPolicy, Job], ServiceReply]
JOBS: dict[str, Act] = {
    "sanitize": _sanitize,
    "plan": _plan,
    "apply": _apply,
    "audit": _audit,
    "views": _views,
    "policy": _describe_policy,
    CHAT: _make_chat_safe,
    **{verb: _ask_presidio(act) for verb, act in PRESIDIO_JOBS.items()},
}
"""What each verb does."""
