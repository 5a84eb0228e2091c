"""`reticent serve`: the HTTP service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.output import read_utf8
from reticent.errors import InputError
from reticent.executors import count_processors
from reticent.usecases.prove import read_key_file

_SHORTEST_SECRET = 16


def serve(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    policy: Annotated[
        Path | None, typer.Option("--policy", "-p", metavar="POLICY", help="The one policy of the service.")
    ] = None,
    policies: Annotated[
        Path | None,
        typer.Option(
            "--policies", metavar="DIR", help="Policies by name: NAME.toml files; SIGHUP reads them again."
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="The address to listen at.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 for any.")
    ] = 8080,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Worker processes; all cores if left out."),
    ] = None,
    tokens: Annotated[
        Path | None,
        typer.Option("--tokens", metavar="FILE", help="Who may ask, as 'reticent token' writes it."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", metavar="NAME", help="A name that requests may ask for; can be repeated."
        ),
    ] = None,
    behind_proxy: Annotated[
        Path | None,
        typer.Option(
            "--behind-proxy",
            metavar="FILE",
            help="Holds the secret that the proxy sends as X-Reticent-Proxy.",
        ),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="TLS: the certificate chain, in PEM.")
    ] = None,
    certificate_key: Annotated[
        Path | None, typer.Option("--certificate-key", metavar="FILE", help="TLS: its key, in PEM.")
    ] = None,
    key: Annotated[
        list[Path] | None,
        typer.Option(
            "--key", metavar="FILE", help="A key that signs proofs for those who ask; can be repeated."
        ),
    ] = None,
    queue: Annotated[
        int,
        typer.Option("--queue", metavar="N", min=0, help="Requests that may wait; more are answered 503."),
    ] = 32,
    per_client: Annotated[
        int,
        typer.Option("--per-client", metavar="N", min=1, help="Requests of one client under way; then 429."),
    ] = 16,
    max_body: Annotated[
        int,
        typer.Option("--max-body", metavar="BYTES", min=1, help="The largest body; more is answered 413."),
    ] = 10_000_000,
    overload_finding: Annotated[
        bool,
        typer.Option(
            "--overload-finding/--no-overload-finding",
            help="When there is no room, or on an internal error, /analyze points at the whole text instead of answering 429 or 503.",
        ),
    ] = True,
) -> None:
    """Serve the policies over HTTP, in place of Presidio's services too.

    Only this machine can ask unless there are tokens, and TLS or a proxy. Logs, metrics and errors hold no text.

    Examples:

      reticent serve --policy clinic.toml

      reticent serve --policies policies/ --tokens tokens.json --host 0.0.0.0 --behind-proxy secret.txt
    """
    from reticent.service.server import serve as run
    from reticent.service.settings import Limits, PolicyFiles, Settings

    run(
        Settings(
            PolicyFiles(policy, policies),
            host,
            port,
            workers or count_processors(),
            Limits(body=max_body, waiting=queue, per_client=per_client),
            tokens,
            tuple(allow_host or ()),
            None if behind_proxy is None else _read_secret(behind_proxy),
            certificate,
            certificate_key,
            overload_finding,
            tuple(map(read_key_file, key or ())),
        )
    )


def _read_secret(path: Path) -> str:
    secret = read_utf8(path).strip()
    if len(secret) < _SHORTEST_SECRET or not secret.isascii():
        raise InputError(
            f"the secret of the proxy needs {_SHORTEST_SECRET} ASCII characters or more: make a longer one"
        )
    return secret
