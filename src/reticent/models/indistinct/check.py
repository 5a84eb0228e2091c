"""The check: every declared reader is asked about the released text, and no name of the secret stands in it.

Written from the definition alone: at least k other candidates explain the text as well as the secret does, which is
that the reader gives them no lower score. What a reader doesn't guess at all, it has not found. What the text names
itself is not hidden in it, so that it counts for nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from reticent.attackers import AsksAgain, Attacker, Guess
from reticent.attackers.linear import LinearAttacker
from reticent.models.indistinct.secrets import Secret, pair_with_secrets
from reticent.plan import Violation
from reticent.text import Document, Span


def find_names(document: Document, secrets: Iterable[Secret], *, model: str, kind: str) -> list[Violation]:
    """Every place of a name of a secret."""
    return [
        Violation(model, span, kind, f"this is a name of {secret.name}", about=secret.name)
        for secret in secrets
        for span in secret.places_of_names(document)
    ]


Ask = Callable[[Attacker, Secret], Sequence[Guess]]
"""What a reader answers about the text, for a secret."""


def ask_readers(
    document: Document,
    secrets: Sequence[Secret],
    readers: Sequence[Attacker],
    ask: Ask,
    *,
    k: int,
    model: str,
    kind: str,
) -> list[Violation]:
    """One violation for each reader and secret with fewer than k other candidates that explain the text as well."""
    found = []
    for reader, secret in pair_with_secrets(readers, secrets):
        guesses = ask(reader, secret)
        others = count_others(guesses, secret.name)
        if others is None or others >= k:
            continue
        whole = Span(0, len(document.text))
        named = len(secret.places_of_candidates(document))
        own = next((each for each in guesses if each.candidate == secret.name), None)
        found.append(
            Violation(
                model,
                own.clues[0].span if own and own.clues else whole,
                kind,
                _reason(reader, secret, guesses, others=others, named=named, k=k),
                about=secret.name,
                evidence={"others": others, "k": k, "candidates": len(guesses)},
            )
        )
    return found


def ask_reader(reader: Attacker, document: Document, secret: Secret) -> Sequence[Guess]:
    """What a reader answers about what a text doesn't name; of several answers, the one that comes nearest to the secret.

    Who adds up weighs all candidates, always the same ones; who has to be asked would spend its guesses on what it reads.
    """
    named = secret.places_of_candidates(document)
    if isinstance(reader, LinearAttacker):
        left_out = {secret.candidates[number].name for number in named}
        guesses = reader.guesses(document, secret.candidates)
        return [guess for guess in guesses if guess.candidate not in left_out]
    candidates = [each for number, each in enumerate(secret.candidates) if number not in named]
    if not isinstance(reader, AsksAgain):
        return reader.guesses(document, candidates)
    answers = reader.answers(document, candidates)
    return min(answers, key=lambda guesses: _others_or_all(guesses, secret), default=[])


def _others_or_all(guesses: Sequence[Guess], secret: Secret) -> int:
    others = count_others(guesses, secret.name)
    return len(secret.candidates) if others is None else others


def count_others(guesses: Sequence[Guess], name: str) -> int | None:
    """How many other candidates a reader gives no lower score; None where it has not found the secret at all.

    A reader who says nothing vouches for nothing, so that nobody counts.
    """
    if not guesses:
        return 0
    own = [guess.score for guess in guesses if guess.candidate == name]
    if not own:
        return None
    return sum(guess.score >= max(own) for guess in guesses if guess.candidate != name)


def _reason(
    reader: Attacker, secret: Secret, guesses: Sequence[Guess], *, others: int, named: int, k: int
) -> str:
    if not guesses:
        return (
            f"{reader.name} guessed nothing at all, so that it can't vouch for the text: see whether it works"
        )
    reason = (
        f"for {reader.name}, {others:,} of {len(secret.candidates) - 1:,} other candidates explain the text as well as"
        f" {secret.name} does, and {k:,} have to"
    )
    if named:
        are_named = (
            "1 other is named in the text and doesn't"
            if named == 1
            else f"{named:,} others are named in the text and don't"
        )
        reason += f"; {are_named} count"
    return f"{reason}: take a smaller k or a longer list of candidates" if len(guesses) <= k else reason
