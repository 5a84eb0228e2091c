"""`reticent serve`: the HTTP service; `reticent token`: who may ask it."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, option, switch
from reticent.cli._output import print_table, read_utf8
from reticent.cli._reading import refuse_idle
from reticent.cli.app import make_group, say
from reticent.errors import InputError
from reticent.executors import count_processors
from reticent.policy.policy import Asked
from reticent.policy.recipe import Recipe
from reticent.service.endpoints import VERBS
from reticent.service.tokens import add_token, create_token, read_tokens, revoke_token
from reticent.usecases.prove import read_key_file

_SHORTEST_SECRET = 16
"""Characters that nobody guesses over a network: 64 bits even where they are hexadecimal digits."""


def serve(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    policy: Annotated[Path | None, option("--policy -p", "POLICY", "The one policy of the service.")] = None,
    policies: Annotated[
        Path | None,
        option("--policies", "DIR", "Policies by name: NAME.toml files; SIGHUP reads them again."),
    ] = None,
    change: options.Settings = None,
    host: Annotated[str, option("--host", "HOST", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, option("--port", "N", "The port; 0 for any.", min=0, max=65535)] = 8080,
    workers: Annotated[
        int | None, option("--workers", "N", "Worker processes (default: all cores).", min=1)
    ] = None,
    tokens: Annotated[
        Path | None, option("--tokens", "FILE", "Who may ask: the file that 'reticent token' writes.")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        option("--allow-host", "NAME", "A host name that requests may use; can be repeated."),
    ] = None,
    behind_proxy: Annotated[
        Path | None,
        option("--behind-proxy", "FILE", "Holds the secret that the proxy sends as X-Reticent-Proxy."),
    ] = None,
    certificate: Annotated[
        Path | None, option("--certificate", "FILE", "TLS: the certificate chain, in PEM.")
    ] = None,
    certificate_key: Annotated[
        Path | None, option("--certificate-key", "FILE", "TLS: its key, in PEM.")
    ] = None,
    key: Annotated[
        list[Path] | None,
        option("--key", "FILE", "A key that signs proofs for those who ask; can be repeated."),
    ] = None,
    queue: Annotated[
        int, option("--queue", "N", "How many requests may wait; further ones are answered with 503.", min=0)
    ] = 32,
    per_client: Annotated[
        int,
        option(
            "--per-client",
            "N",
            "How many requests of one client may run at a time; further ones are answered with 429.",
            min=1,
        ),
    ] = 16,
    max_body: Annotated[
        int, option("--max-body", "BYTES", "The largest body; a larger one is answered with 413.", min=1)
    ] = 10_000_000,
    overload_finding: Annotated[
        bool,
        switch(
            "--overload-finding/--no-overload-finding",
            "When overloaded, or on an internal error, /analyze marks the whole text instead of answering 429 or 503.",
        ),
    ] = True,
    mcp: Annotated[
        bool,
        switch(
            "--mcp", "Answer a client of the Model Context Protocol on standard input and output instead."
        ),
    ] = False,
    gateway: Annotated[
        str | None,
        option(
            "--gateway",
            "URL",
            "The address of a language model's server; /v1/chat/completions sends it stand-ins only.",
        ),
    ] = None,
    gateway_key: Annotated[
        str | None,
        option(
            "--gateway-key",
            "VARIABLE",
            "The environment variable with that server's key; when left out, the client's own key is sent, or none with --tokens.",
        ),
    ] = None,
    ledger: Annotated[
        Path | None,
        option(
            "--ledger",
            "FILE",
            "The file that records what --gateway sent, without text (default: ledger.jsonl).",
        ),
    ] = None,
    allow_content: Annotated[
        list[str] | None,
        option(
            "--allow-content",
            "TYPE",
            "Content that --gateway passes on unchecked, such as image_url; can be repeated.",
        ),
    ] = None,
    pseudonyms: Annotated[
        Path | None,
        option("--pseudonyms", "VAULT", "Use stand-ins of this vault, which can be turned back."),
    ] = None,
    vault_key: options.VaultKeyFile = None,
) -> None:
    """Serve policies over HTTP, in place of Presidio's services, as a gateway to a language model, or as tools of an MCP client.

    Only this machine can ask unless there are tokens, and TLS or a proxy. Logs, metrics and errors hold no text.

    Examples:

      reticent serve --policy clinic.toml

      reticent serve --policies policies/ --tokens tokens.json --host 0.0.0.0 --behind-proxy secret.txt

      reticent serve --policy clinic.toml --gateway http://127.0.0.1:11434

      reticent serve --mcp --policy clinic.toml
    """
    asked = None if pseudonyms is None else Asked(pseudonyms.absolute())
    behind = {"--gateway-key": gateway_key, "--ledger": ledger, "--allow-content": allow_content}
    if gateway is None:
        refuse_idle(behind, "without --gateway")
    if mcp:
        from reticent.api import OpenPolicy
        from reticent.service.mcp_server import serve_mcp

        over_http = {"--policies": policies, "--tokens": tokens, "--certificate": certificate, "--key": key}
        more = {"--behind-proxy": behind_proxy, "--allow-host": allow_host, "--gateway": gateway}
        refuse_idle({**over_http, **more}, "with --mcp")
        recipe = Recipe(policy, settings=tuple(change or ()), pseudonyms=asked, key=vault_key)
        recipe.require_use_of_key()
        serve_mcp(OpenPolicy(recipe))
        return
    if pseudonyms is None:
        refuse_idle({"--vault-key": vault_key}, "without --pseudonyms")
    if key and policy:
        Recipe(policy, settings=tuple(change or ())).require_policy_alone()
    from reticent.service.server import serve as run
    from reticent.service.settings import GatewaySettings, PolicyFiles, ServiceLimits, Settings

    run(
        Settings(
            PolicyFiles(policy, policies, tuple(change or ()), asked, vault_key),
            host,
            port,
            workers or count_processors(),
            ServiceLimits(body=max_body, waiting=queue, per_client=per_client),
            tokens,
            tuple(allow_host or ()),
            None if behind_proxy is None else _read_secret(behind_proxy),
            certificate,
            certificate_key,
            overload_finding,
            tuple(map(read_key_file, key or ())),
            None
            if gateway is None
            else GatewaySettings(
                gateway,
                (ledger or Path("ledger.jsonl")).absolute(),
                _read_gateway_key(gateway_key),
                tuple(allow_content or ()),
            ),
        )
    )


def _read_gateway_key(variable: str | None) -> str | None:
    if variable is None:
        return None
    key = os.environ.get(variable, "")
    if not key.isascii() or not key.isprintable() or not key.strip():
        raise InputError(f"the variable {variable}, which --gateway-key names, holds no key: set it")
    return key


def _read_secret(path: Path) -> str:
    secret = read_utf8(path).strip()
    if len(secret) < _SHORTEST_SECRET or not secret.isascii():
        raise InputError(
            f"the secret of the proxy needs {_SHORTEST_SECRET} ASCII characters or more: make a longer one"
        )
    return secret


token = make_group("token")
Tokens = Annotated[Path, option("--tokens", "FILE", "The file of the tokens.")]


@token.command()
def create(
    name: Annotated[str, argument("NAME", "Whose token this is, for your own list.")],
    tokens: Tokens = Path("tokens.json"),
    verb: Annotated[
        list[str] | None,
        option("--verb", "VERB", f"What it allows: {', '.join(VERBS)}; can be repeated (default: sanitize)."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        option("--policy -p", "NAME", "A policy that it may use; can be repeated (default: all)."),
    ] = None,
    reader: Annotated[str | None, option("--reader -r", "NAME", "The reader whose views it may get.")] = None,
    days: Annotated[int, option("--days", "N", "How long the token is valid.", min=1)] = 90,
    once: Annotated[bool, switch("--once", "Valid for one request only.")] = False,
) -> None:
    """Make a token and print it once: the file keeps only its hash.

    Examples:

      reticent token create ward-3 --verb sanitize --policy clinic

      reticent token create gateway --verb analyze --verb anonymize --days 30
    """
    until = datetime.now(UTC) + timedelta(days=days)
    made, said = create_token(
        name, verb or ["sanitize"], policies=policy or (), reader=reader, expires=until, once=once
    )
    add_token(tokens, made)
    typer.echo(said)
    say(f"{made.id} ({name}) is good until {made.expires}; it is shown this once.")


@token.command("list")
def list_tokens(tokens: Tokens = Path("tokens.json")) -> None:
    """List the tokens: what each allows, and whether it is still good.

    Example:

      reticent token list
    """
    now = datetime.now(UTC)
    rows = [
        (
            each.id,
            each.name,
            ", ".join(each.verbs),
            ", ".join(each.policies) or "all",
            each.reader or "",
            (each.expires or "")[:10],
            "good" if each.is_good(now) else "revoked" if each.revoked else "expired",
        )
        for each in read_tokens(tokens)
    ]
    print_table("Tokens", ["id", "name", "verbs", "policies", "reader", "until", "state"], rows)


@token.command()
def revoke(
    identity: Annotated[str, argument("ID", "The id, as 'reticent token list' shows it.")],
    tokens: Tokens = Path("tokens.json"),
) -> None:
    """Revoke a token at once: a running service rereads the file.

    Example:

      reticent token revoke 1f2e3d4c
    """
    if not revoke_token(tokens, identity):
        raise InputError(f"there is no good token '{identity}' in '{tokens}': see 'reticent token list'")
    say(f"{identity} is revoked.")
