"""What a worker has open: the policies by name, with all that they name, and the keys that sign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from reticent.errors import PolicyError
from reticent.policy.recipe import Recipe
from reticent.proof.keys import SigningKey, read_signing_key
from reticent.service.replies import Reply, reply_json
from reticent.usecases.given import Given
from reticent.usecases.prove import Rules
from reticent.usecases.release import release

if TYPE_CHECKING:
    from reticent.models.k_safety.model import KSafety
    from reticent.policy.assembly import Assembly

_SAMPLE = "Write to somebody@example.org, who knows.\n"


@dataclass(frozen=True, slots=True)
class OpenPolicy:
    """A policy with everything that it names open; `views` is what views for readers are made with, if it can."""

    name: str
    recipe: Recipe
    rules: Rules
    promises: tuple[Mapping[str, Any], ...]
    views: tuple[KSafety, Assembly] | None = None

    @property
    def assembly(self) -> Assembly:
        """Its models and detectors."""
        return self.rules.assembly


@dataclass(frozen=True, slots=True)
class Office:
    """What a worker has open: all policies by name, and the keys that sign."""

    policies: Mapping[str, OpenPolicy]
    keys: tuple[SigningKey, ...] = field(default=(), repr=False)


def open_office(recipes: Mapping[str, Recipe], keys: Sequence[bytes]) -> Office:
    """Everything opened, its hashes checked, once for each worker."""
    policies = {name: _open_policy(name, recipe) for name, recipe in recipes.items()}
    return Office(policies, tuple(map(read_signing_key, keys)))


def _open_policy(name: str, recipe: Recipe) -> OpenPolicy:
    from reticent.policy.assembly import assemble
    from reticent.policy.section import Parts
    from reticent.policy.sections.k_safety import KSafetySection

    policy = recipe.read_policy()
    if policy is None or recipe.policy is None:
        raise PolicyError("a service needs policy files: name them with --policy or --policies")
    folder = recipe.policy.parent
    sections = [each for each in policy.models if isinstance(each, KSafetySection)]
    views = None
    if len(sections) == 1:
        others = [each for each in policy.models if each is not sections[0]]
        rest = assemble(policy.model_copy(update={"models": others}), folder)
        views = (sections[0].build_for_readers(Parts(folder)), rest)
    rules = _call_by_name(Rules.of(recipe), name)
    return OpenPolicy(name, recipe, rules, tuple(describe_promises(rules.assembly)), views)


def _call_by_name(rules: Rules, name: str) -> Rules:
    """The rules with a policy that plans know by its name: where its file lies is the operator's business."""
    noted = rules.assembly.made_under
    return replace(rules, assembly=replace(rules.assembly, made_under=noted and replace(noted, policy=name)))


def run_self_test(office: Office) -> Reply:
    """Release a text under every policy: whether this worker can do what it is there for."""
    for policy in office.policies.values():
        release(Given("document.txt", _SAMPLE.encode()), policy.assembly)
    return reply_json({"policies": len(office.policies)})


def describe_promises(assembly: Assembly) -> list[dict[str, Any]]:
    """The promises as they may be shown to anybody."""
    promises = [(model.promise, model.needs) for model in assembly.models]
    return [
        {
            "model": promise.model,
            "statement": promise.public or promise.statement,
            "relative_to": dict(promise.relative_to),
            "needs": needs,
        }
        for promise, needs in promises
    ]
