"""How a service runs: what its operator says, as values that never change while it runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reticent.attackers.chat.server import is_loopback
from reticent.errors import InputError, PolicyError
from reticent.policy.policy import Asked
from reticent.policy.recipe import Recipe

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_POLICY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class PolicyFiles:
    """Where the operator's policies are: one file, or a folder of them, each known by its name without the ending.

    `settings` are single settings of the one policy, as `--set` says them; `pseudonyms` a vault whose stand-ins all of
    them show, with the file of its key.
    """

    file: Path | None = None
    folder: Path | None = None
    settings: tuple[str, ...] = ()
    pseudonyms: Asked | None = None
    key: Path | None = None

    def recipes(self) -> dict[str, Recipe]:
        """The policies by name, as they are on disk now."""
        if (self.file is None) == (self.folder is None):
            raise InputError("name one policy with --policy FILE, or a folder of them with --policies DIR")
        if self.folder and self.settings:
            raise InputError(
                "--set does nothing for a folder of policies: leave it out, or name one with --policy"
            )
        files = [self.file] if self.file else sorted((self.folder or Path()).glob("*.toml"))
        if not files:
            raise PolicyError(f"'{self.folder}' holds no policy: put NAME.toml files there")
        found = {
            path.stem: Recipe(path, settings=self.settings, pseudonyms=self.pseudonyms, key=self.key)
            for path in files
        }
        for name in found:
            if not _POLICY_NAME.fullmatch(name):
                raise PolicyError(
                    f"a policy's name has letters, digits, dots and hyphens: rename '{name}.toml'"
                )
        return found


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """How much of everything a service takes: bytes, seconds, requests."""

    body: int = 10_000_000
    waiting: int = 32
    per_client: int = 16
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    work_seconds: float = 120.0
    drain_seconds: int = 30
    connections: int = 1000


@dataclass(frozen=True, slots=True)
class GatewaySettings:
    """A language model's server behind the service.

    `key` stands in for what a client says of itself, `allowed` are types of content that pass although nobody judges them,
    `ledger` is the file that says what left.
    """

    url: str
    ledger: Path
    key: str | None = field(default=None, repr=False)
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the operator says."""

    policies: PolicyFiles
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    limits: ServiceLimits = ServiceLimits()
    tokens: Path | None = None
    hosts: tuple[str, ...] = ()
    proxy_secret: str | None = field(default=None, repr=False)
    certificate: Path | None = None
    certificate_key: Path | None = None
    overload_finding: bool = True
    signing_keys: tuple[bytes, ...] = field(default=(), repr=False)
    gateway: GatewaySettings | None = None

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The names under which requests may ask for this service, without a port."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return frozenset(each.lower() for each in (*LOOPBACK_HOSTS, own, *self.hosts))


def require_safe(settings: Settings) -> None:
    """Raise when others could reach the service without saying who they are, or could listen to what is said."""
    if (settings.certificate is None) != (settings.certificate_key is None):
        raise InputError("TLS needs both: --certificate FILE and --certificate-key FILE")
    if is_loopback(settings.host):
        return
    if settings.tokens is None:
        raise InputError(
            f"'{settings.host}' can be reached from other machines: say with --tokens FILE who may ask"
            " ('reticent token create' makes them), or leave --host out"
        )
    if settings.certificate is None and settings.proxy_secret is None:
        raise InputError(
            f"'{settings.host}' can be overheard: add --certificate and --certificate-key, or --behind-proxy FILE"
        )


def name_default(recipes: Mapping[str, Recipe]) -> str | None:
    """The policy of requests that name none: the only one, if there is only one."""
    return next(iter(recipes)) if len(recipes) == 1 else None
