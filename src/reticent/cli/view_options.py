"""The options of `reticent views`, and the model, the policy and the ledger that they stand for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli import options
from reticent.errors import InputError
from reticent.knowledge.entities.entities import SERVERS
from reticent.knowledge.entities.ledger import open_ledger
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.usecases.subjects import Subjects
from reticent.usecases.view_history import History

if TYPE_CHECKING:
    from reticent.models.k_safety.model import KSafety
    from reticent.policy.sections.k_safety import KSafetySection


@dataclass(frozen=True, slots=True)
class Choosing:
    """Whom a view protects, and how its terms are read and chosen; what is not said is what the policy says."""

    database: Annotated[
        str,
        typer.Option(
            "--database",
            "-d",
            metavar="DATABASE",
            help="An entity database: a file, or a postgresql:// address; that of the policy if left out.",
        ),
    ] = ""
    k: Annotated[
        int | None,
        typer.Option(
            "--k", "-k", metavar="K", help="How many other entities must fit as well; 10 if left out."
        ),
    ] = None
    k_for: Annotated[
        list[str] | None,
        typer.Option("--k-for", metavar="CATEGORY=K", help="Another K for a category; can be repeated."),
    ] = None
    diverse: Annotated[
        bool,
        typer.Option("--diverse", help="The others are not all hidden from the reader, nor of one category."),
    ] = False
    generalize: Annotated[
        bool, typer.Option("--generalize", help="Put a more general term where that loses less.")
    ] = False
    synonyms: Annotated[bool, typer.Option("--synonyms", help="Let synonyms count as terms.")] = False
    no_variants: Annotated[
        bool,
        typer.Option(
            "--no-variants",
            help="Don't let derived forms, misspellings, abbreviations and other medical names count as terms.",
        ),
    ] = False
    weight: Annotated[
        list[str] | None,
        typer.Option(
            "--weight", metavar="TERM=NUMBER", help="What it costs to lose a term, else 1; can be repeated."
        ),
    ] = None
    search: Annotated[
        str | None,
        typer.Option("--search", metavar="NAME", help="How terms are chosen, such as exact or btop."),
    ] = None
    roles: Annotated[
        bool, typer.Option("--roles", help="Readers are the roles of the PostgreSQL server.")
    ] = False
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of", metavar="FINGERPRINT", help="The entities as they were when the database had it."
        ),
    ] = None

    def section(self, policy: Path | None, reader: str | None) -> KSafetySection:
        """What is asked for, as a policy would write it: over what the policy says, where it names the database."""
        from reticent.policy.sections.k_safety import KSafetySection

        written = None if self.database else _find_section(policy)
        if not self.database and written is None:
            raise InputError("name an entity database with --database; 'reticent entities build' makes one")
        said: dict[str, object] = {"type": "k-safety", "database": _absolute(self.database), "k": self.k}
        said |= {
            "k_by_category": _read_pairs("--k-for", "CATEGORY=K", self.k_for or (), int),
            "diverse": self.diverse,
            "generalize": self.generalize,
            "synonyms": self.synonyms,
            "variants": False if self.no_variants else None,
            "weights": _read_pairs("--weight", "TERM=NUMBER", self.weight or (), float),
            "search": self.search,
            "roles": self.roles,
            "as_of": self.as_of,
        }
        base = _say_again(written, policy) if written else {}
        section = {
            **base,
            **{key: value for key, value in said.items() if value not in (None, False, {}, "")},
        }
        if self.no_variants:
            section["variants"] = False
        return options.make_section(KSafetySection, {**section, "reader": reader})


@dataclass(frozen=True, slots=True)
class Remembering:
    """Where it is noted what readers were shown, and of whom."""

    ledger: Annotated[
        str | None,
        typer.Option(
            "--ledger",
            metavar="LEDGER",
            help="Note what is shown, and show what is safe with all before: a file, or a postgresql:// address.",
        ),
    ] = None
    subject: Annotated[
        str | None,
        typer.Option("--subject", metavar="NAME", help="With --ledger: whose documents these are."),
    ] = None
    subject_field: Annotated[
        str | None,
        typer.Option(
            "--subject-field",
            metavar="KEY",
            help="With --ledger: the key or column that names a record's subject.",
        ),
    ] = None
    new_subject: Annotated[
        bool,
        typer.Option("--new-subject", help="With --ledger: subjects that it doesn't know yet may begin."),
    ] = False

    def history(self, section: KSafetySection, policy: Path | None) -> History | None:
        """The ledger and the subjects, by the options or else by the policy."""
        place = self.ledger or _beside(section.ledger, policy)
        if place is None:
            if self.subject or self.subject_field or self.new_subject:
                raise InputError("--subject, --subject-field and --new-subject go with --ledger")
            return None
        named = self.subject is not None or self.subject_field is not None
        subjects = Subjects(self.subject, self.subject_field if named else section.subject_field)
        return History(open_ledger(place, new=self.new_subject), subjects, self.new_subject)


CHOOSING, REMEMBERING = Choosing(), Remembering()
"""What the command has when nothing is said."""


def build_model(section: KSafetySection) -> KSafety:
    """The model from which the views of all readers are made."""
    from reticent.policy.section import Parts

    return section.build_for_readers(Parts())


def assemble_rest(policy: Path | None, *, no_policy: bool, languages: Collection[str] = ()) -> Assembly:
    """What holds besides K-safety: a policy without its sections of that, or the default one; what `--language` allows."""
    from reticent.policy.assembly import assemble

    if policy and no_policy:
        raise InputError("--policy and --no-policy contradict each other: leave one out")
    written = None if no_policy else Recipe(policy).read_policy()
    if written is None:
        return Assembly((), languages=frozenset(languages))
    rest = [each for each in written.models if each.type != "k-safety"]
    changes = {"models": rest, "languages": [*written.languages, *languages]}
    return assemble(written.model_copy(update=changes), policy.parent if policy else Path())


def _find_section(policy: Path | None) -> KSafetySection | None:
    """The section of K-safety in a policy, if there is one."""
    from reticent.policy.sections.k_safety import KSafetySection

    written = Recipe(policy).read_policy() if policy else None
    found = [each for each in written.models if isinstance(each, KSafetySection)] if written else []
    if len(found) > 1:
        raise InputError("the policy has several sections of k-safety: say which database with --database")
    return found[0] if found else None


def _say_again(section: KSafetySection, policy: Path | None) -> dict[str, object]:
    """A section of a policy as it would be written elsewhere."""
    said = section.model_dump(exclude_defaults=True)
    for key in ("protected", "categories"):
        said.pop(key, None)
    named = {"database": _beside(section.database, policy), "ledger": _beside(section.ledger, policy)}
    return {**said, "type": "k-safety", **{key: value for key, value in named.items() if value}}


def _beside(place: str | None, policy: Path | None) -> str | None:
    if place is None or place.startswith(SERVERS) or policy is None:
        return place
    return str((policy.parent / place).absolute())


def _absolute(database: str) -> str:
    return database if not database or database.startswith(SERVERS) else str(Path(database).absolute())


def _read_pairs(
    option: str, form: str, given: Sequence[str], number: type[int] | type[float]
) -> dict[str, float]:
    pairs: dict[str, float] = {}
    for each in given:
        name, _, value = each.rpartition("=")
        try:
            pairs[name.strip()] = number(value)
        except ValueError:
            raise InputError(f"{option} is written {form}") from None
        if not name.strip():
            raise InputError(f"{option} is written {form}")
    return pairs
