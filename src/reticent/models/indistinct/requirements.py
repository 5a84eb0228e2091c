"""What has to hold before anything can be promised: settings that make sense, and attackers that know enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.attackers import Attacker
from reticent.attackers.linear import LinearAttacker
from reticent.errors import InputError, KnowledgeError
from reticent.models.indistinct.secrets import Secret


def require_sense(*, protect: Mapping[str, str | None], k: int, gap: float, budget: float) -> None:
    """Raise unless something is to be hidden, and the numbers can be meant."""
    if not protect:
        raise InputError("nothing is to be hidden: name an entity, such as protect={'HIV': 'virus'}")
    if k < 1:
        raise InputError(f"k must be at least 1, not {k}")
    if gap < 0:
        raise InputError(f"gap is the bits that a gap costs, at least 0, not {gap}")
    if not 0 < budget <= 1:
        raise InputError(f"budget is the share of words that may go, above 0 and at most 1, not {budget}")


def require_names(attackers: Sequence[Attacker]) -> None:
    """Raise unless each attacker has a name of its own."""
    names = [reader.name for reader in attackers]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two attackers are called '{twice[0]}': give one of them another name")


def require_knowledge(reader: Attacker, secret: Secret, k: int) -> None:
    """Raise unless there are k other candidates, which an attacker that adds up knows, and what is hidden as well."""
    others = len(secret.candidates) - 1
    if not isinstance(reader, LinearAttacker):
        if others < k:
            raise InputError(
                f"'{secret.name}' has {others:,} other candidates{_say_left_out(secret)}, and k is {k:,}: take a smaller k"
                " or a longer list of candidates"
            )
        return
    known = reader.considers(secret.candidates)
    if not known[secret.own]:
        raise KnowledgeError(
            f"the attacker '{reader.name}' has never seen '{secret.name}', so it could not guess it and would vouch for"
            " anything: give it another name with an alias, or add knowledge of its field"
        )
    if sum(known) - 1 < k:
        raise KnowledgeError(
            f"the attacker '{reader.name}' knows {sum(known) - 1} candidates besides '{secret.name}'{_say_left_out(secret)}, and k is"
            f" {k}:"
            " take a smaller k, something more general, a longer list of candidates, or more knowledge"
        )


def _say_left_out(secret: Secret) -> str:
    """Which candidates of a list don't count, where there are any."""
    if not secret.left_out:
        return ""
    return f" ({secret.left_out:,} on the list are kinds, parts or synonyms of it or of one another, which don't count)"
