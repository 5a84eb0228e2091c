"""What a promise says of its readers: among what each looks for what is hidden, and whom nobody asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reticent.models.indistinct.secrets import Secret

Count = Callable[[Secret], int]
"""How many candidates of a secret the readers know that have none of their own."""


def describe_hidden(secrets: Sequence[Secret], readers: Sequence[str], count: Count, *, listed: bool) -> str:
    """Each secret with its candidates, and those of readers who have others."""
    return "; ".join(
        f"{secret.name} among {count(secret):,} candidates"
        + (f" below {secret.general}" if secret.general and not listed else "")
        + " that they know"
        + (
            f" ({secret.left_out:,} that are kinds, parts or synonyms of it or of one another are left out)"
            if secret.left_out
            else ""
        )
        + "".join(
            f", for {reader} among {len(view.candidates):,} conditions that are, as it is, a kind of {view.general}"
            for reader in readers
            if (view := secret.views.get(reader))
        )
        for secret in secrets
    )


def list_unasked(secrets: Sequence[Secret]) -> Iterator[tuple[str, str]]:
    """Each usual reader who is not asked about a secret, with the name of that."""
    for secret in secrets:
        for reader, view in secret.views.items():
            if view is None:
                yield reader, secret.name


def describe_unasked(secrets: Sequence[Secret], *, public: bool) -> str:
    """Whom nobody asked, for whoever reads the promise; in `public` without what is hidden."""
    unasked = list(list_unasked(secrets))
    if public:
        readers = dict.fromkeys(reader for reader, _ in unasked)
        return "".join(f" {reader} was not asked about all of it." for reader in readers)
    return "".join(
        f" {reader} was not asked about {secret}: it doesn't know it, or too few others."
        for reader, secret in unasked
    )
