"""What `reticent views` shows: a view, the views of all, why terms go, and who could pool what.

The options of `reticent views`, and the model, the policy and the ledger that they stand for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli import options
from reticent.cli.app import Exit, complain, say
from reticent.cli.output import deliver, print_table, require_free, tell_doubts
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.formats.registry import STANDARD_INPUT
from reticent.knowledge.entities.entities import SERVERS
from reticent.knowledge.entities.opening import open_ledger
from reticent.policy.recipe import Recipe
from reticent.usecases.release import Subjects
from reticent.usecases.views import AllViews, FileView, History

if TYPE_CHECKING:
    from reticent.models.k_safety.closure import Collusion
    from reticent.models.k_safety.model import KSafety
    from reticent.models.k_safety.settings import KSafetySettings
    from reticent.plan import Decision


SHOWN = 20


def explain_view(view: FileView, k: int) -> None:
    """A table of the terms that go, and why."""
    rows = [
        _explain(decision)
        for plan in view.released.plans
        for decision in plan.decisions
        if "term" in decision.evidence
    ]
    headings = ["goes", "becomes", "shields", "fits before", "fits after", "if kept", "written as"]
    used = [
        at
        for at, name in enumerate(headings)
        if name not in ("becomes", "written as") or any(r[at] for r in rows)
    ]
    chosen = [tuple(row[at] for at in used) for row in rows]
    print_table(f"{view.readers[0]}, K = {k}", [headings[at] for at in used], chosen)


def _explain(decision: Decision) -> tuple[str, ...]:
    evidence = decision.evidence
    return (
        str(evidence["term"]),
        decision.becomes or "",
        str(evidence.get("shields", "a view that must not show more")),
        *(str(evidence.get(key, "")) for key in ("fits_before", "fits_after", "fits_if_kept")),
        ", ".join(evidence.get("written", ())),
    )


def show_one(view: FileView, output: Path | None, *, quiet: bool) -> None:
    """The view of one reader, and how it went."""
    deliver(view.released.data, output)
    tell_doubts(view.released.name, view.released.warnings)
    if not quiet:
        say(f"{view.released.name}: {_summarize(view)} for {view.readers[0]}; audit: no violation.")


def _summarize(view: FileView) -> str:
    if not view.found:
        return "no term of the database was found, so that nothing had to go"
    sure = "" if view.proven else " (less may do: the search stopped early)"
    general = sum(
        decision.becomes is not None
        for plan in view.released.plans
        for decision in plan.decisions
        if "term" in decision.evidence
    )
    if general:
        gone = view.deleted - general
        return f"of {view.found} terms {general} made more general and {gone} deleted{sure}"
    return f"{view.deleted} of {view.found} terms deleted{sure}"


def show_all(
    everything: AllViews,
    file: str,
    output: Path | None,
    *,
    collusion: bool,
    repair: bool,
    overwrite: bool,
    quiet: bool,
) -> None:
    """The views of all readers, or who could pool them, which is exit code 1."""
    if everything.collusions:
        _show_collusions(everything.collusions)
        complain(
            f"{len(everything.collusions)} entities could be told by readers who pool their views:"
            " delete the fewest further terms with --repair"
        )
        raise typer.Exit(Exit.VIOLATIONS)
    if output is None:
        _show_table(file, everything.views)
    else:
        places = _places(everything.views, output, file)
        require_free(*places, overwrite=overwrite)
        for place, data in places.items():
            deliver(data, place)
    tell_doubts(
        file, list(dict.fromkeys(each for view in everything.views for each in view.released.warnings))
    )
    if not quiet:
        checked = (
            f" {everything.repaired} further terms deleted; nobody gains by pooling views." if repair else ""
        )
        checked = checked or (" Nobody gains by pooling views." if collusion else "")
        readers = sum(len(view.readers) for view in everything.views)
        say(f"{file}: {readers} readers, {len(everything.views)} views; audit: no violation.{checked}")


def require_file_name(reader: str) -> str:
    """The name of a reader, if a file or folder can be called so."""
    if Path(reader).name != reader or reader in (".", ".."):
        raise InputError(
            f"'{reader}' can't name a file: ask for that reader's view alone, with --reader and -o"
        )
    return reader


def _show_table(name: str, views: Sequence[FileView]) -> None:
    rows = [
        (
            ", ".join(view.readers),
            ", ".join(sorted(view.cleared)) or "nothing",
            str(view.kept),
            str(view.deleted),
        )
        for view in views
    ]
    print_table(f"Views of {name}", ["readers", "cleared for", "terms kept", "deleted"], rows)


def _show_collusions(found: Sequence[Collusion]) -> None:
    rows = [
        (" + ".join(each.readers), each.entity.names[0], ", ".join(each.terms), str(each.companions))
        for each in found[:SHOWN]
    ]
    more = f" (the first {SHOWN} of {len(found)})" if len(found) > SHOWN else ""
    print_table(
        f"Readers who could pool their views{more}", ["readers", "could tell", "by", "fits others"], rows
    )


def _places(views: Sequence[FileView], output: Path, file: str) -> dict[Path, bytes]:
    """Where the view of each reader goes."""
    suffix = ".txt" if file == STANDARD_INPUT else Path(file).suffix
    places = {
        output / f"{require_file_name(reader)}{suffix}": view.released.data
        for view in views
        for reader in view.readers
    }
    if any(place.resolve() == Path(file).resolve() for place in places):
        raise InputError(f"a view would overwrite '{file}': choose another -o")
    return places


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

    def section(self, policy: Path | None, reader: str | None) -> KSafetySettings:
        """What is asked for, as a policy would write it: over what the policy says, where it names the database."""
        from reticent.models.k_safety.settings import KSafetySettings

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
        return options.make_section(KSafetySettings, {**section, "reader": reader})


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

    def history(self, section: KSafetySettings, policy: Path | None) -> History | None:
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


def build_model(section: KSafetySettings) -> KSafety:
    """The model from which the views of all readers are made."""
    from reticent.models.settings import Parts

    return section.build_for_readers(Parts())


def make_other_rules(policy: Path | None, *, no_policy: bool, languages: Collection[str] = ()) -> Rules:
    """What holds besides K-safety: a policy without its sections of that, or the default one; what `--language` allows."""
    from reticent.policy.assembly import make_rules

    if policy and no_policy:
        raise InputError("--policy and --no-policy contradict each other: leave one out")
    written = None if no_policy else Recipe(policy).read_policy()
    if written is None:
        return Rules((), languages=frozenset(languages))
    rest = [each for each in written.models if each.type != "k-safety"]
    changes = {"models": rest, "languages": [*written.languages, *languages]}
    return make_rules(written.model_copy(update=changes), policy.parent if policy else Path())


def _find_section(policy: Path | None) -> KSafetySettings | None:
    """The section of K-safety in a policy, if there is one."""
    from reticent.models.k_safety.settings import KSafetySettings

    written = Recipe(policy).read_policy() if policy else None
    found = [each for each in written.models if isinstance(each, KSafetySettings)] if written else []
    if len(found) > 1:
        raise InputError("the policy has several sections of k-safety: say which database with --database")
    return found[0] if found else None


def _say_again(section: KSafetySettings, policy: Path | None) -> dict[str, object]:
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
