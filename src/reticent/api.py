"""A policy that is ready for use from Python: texts in, outcomes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from reticent.engine import Outcome, Rules, run, run_one, text_or_error
from reticent.engine.stand_ins import restore_text
from reticent.errors import ReticentError, VaultError
from reticent.executors import choose_executor
from reticent.models.redaction import DateMode
from reticent.policy.policy import Asked
from reticent.policy.reading import is_preset
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.vault.entries import StyleName

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class OpenPolicy:
    """A policy with its detectors and models, which are made when they are first needed, once in each process.

    It travels to other processes as the names of its files, which have to be there under the same names.

    >>> import pickle
    >>> policy = pickle.loads(pickle.dumps(open_policy("default")))
    >>> policy.sanitize("Write to ann@example.org.").text
    'Write to [EMAIL].'
    """

    recipe: Recipe
    _made: list[Rules] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def rules(self) -> Rules:
        """The detectors and models of the policy."""
        if not self._made:
            self._made.append(self.recipe.make_rules())
        return self._made[0]

    def sanitize(self, text: str | Document) -> Outcome:
        """What comes of a text; `Outcome.text` is the released one, or raises a PromiseError.

        >>> open_policy("default").sanitize("Call 212-555-0123.").text
        'Call [PHONE].'
        """
        return run_one(_as_document(text, "text"), self.rules)

    def sanitize_many(
        self, texts: Iterable[str | Document], *, workers: int = 1
    ) -> Iterator[Outcome | ReticentError]:
        """What comes of each text, in order and with bounded memory: an outcome, or the error that kept it from one.

        With several workers the policy is made anew in each of these processes.

        >>> [each.text for each in open_policy("default").sanitize_many(["Call 212-555-0123.", "No."])]
        ['Call [PHONE].', 'No.']
        """
        rules = self.rules if workers == 1 else self.recipe
        return run(_as_documents(texts), rules, executor=choose_executor(workers))

    def release_many(
        self, texts: Iterable[str | Document], *, workers: int = 1
    ) -> Iterator[str | ReticentError]:
        """The released text of each text, in order and with bounded memory, or the error that kept it back.

        Between processes, texts alone travel much faster than the outcomes of `sanitize_many`.

        >>> list(open_policy("default").release_many(["Call 212-555-0123.", "No."]))
        ['Call [PHONE].', 'No.']
        """
        rules = self.rules if workers == 1 else self.recipe
        return run(_as_documents(texts), rules, executor=choose_executor(workers), keep=text_or_error)

    def restore(self, text: str) -> str:
        """A text whose stand-ins are turned back by the vault that the policy was opened with."""
        pseudonyms = self.rules.pseudonyms
        if pseudonyms is None:
            raise VaultError("stand-ins are turned back by their vault: open the policy with pseudonyms=FILE")
        return restore_text(text, pseudonyms.vault)

    def __reduce__(self) -> tuple[type[OpenPolicy], tuple[Recipe]]:
        return OpenPolicy, (self.recipe,)


def open_policy(
    policy: str | Path = DEFAULT,
    *,
    dates: DateMode | None = None,
    pseudonyms: str | Path | None = None,
    stand_ins: StyleName | None = None,
    vault_key: str | Path | None = None,
) -> OpenPolicy:
    """A policy by its file or a preset's name: default, health, court, support; a PolicyError tells what is wrong.

    `dates` says what becomes of dates, before what the policy says. `pseudonyms` is the vault whose stand-ins are put for
    people and things, numbers or invented ones; its key is in the file `vault_key` or in RETICENT_VAULT_KEY.

    >>> open_policy("health").rules.name
    'health'
    >>> open_policy("default", dates="year").sanitize("Seen on 12 March 2024.").text
    'Seen in 2024.'
    """
    said = Recipe(
        dates=dates,
        key=None if vault_key is None else Path(vault_key).absolute(),
        pseudonyms=None if pseudonyms is None else Asked(Path(pseudonyms).absolute(), stand_ins),
    )
    if policy == DEFAULT:
        return OpenPolicy(said)
    place = Path(policy)
    opened = OpenPolicy(replace(said, policy=place if is_preset(place) else place.absolute()))
    opened.recipe.read_policy()
    return opened


def _as_documents(texts: Iterable[str | Document]) -> Iterator[Document]:
    return (_as_document(text, f"text {number}") for number, text in enumerate(texts, 1))


def _as_document(text: str | Document, name: str) -> Document:
    return text if isinstance(text, Document) else Document(name, text)
