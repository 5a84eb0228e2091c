"""A policy on its way to executors: its files go through Spark's own distribution of files, and are opened there once."""

from __future__ import annotations

import hashlib
import os
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reticent.api import OpenPolicy
from reticent.errors import PolicyError
from reticent.executors import spare_collector
from reticent.policy.reading import is_preset
from reticent.policy.recipe import Recipe

if TYPE_CHECKING:
    from pyspark import SparkContext

_AT_ONCE = 1 << 20  # bytes of a file that are hashed at a time, so that memory stays small
_MOST_POLICIES = 4  # that a worker keeps open; chosen by hand: each may hold large indexes


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file by the name that it travels under, which holds a hash of its content, and where the policy looks for it."""

    travels_as: str
    place: str


@dataclass(frozen=True, slots=True)
class TravellingPolicy:
    """A recipe whose files are on their way: the names of the policy and of a model are those among the parcels."""

    recipe: Recipe
    parcels: tuple[Parcel, ...]

    def open(self) -> OpenPolicy:
        """The policy from the files that Spark brought to this machine."""
        from pyspark import SparkFiles

        name = hashlib.sha256(repr(self.parcels).encode()).hexdigest()[:16]
        root = Path(SparkFiles.getRootDirectory()) / f"reticent-{name}-{os.getpid()}"
        for parcel in self.parcels:
            place = root / parcel.place
            place.parent.mkdir(parents=True, exist_ok=True)
            if not place.is_symlink():
                place.symlink_to(SparkFiles.get(parcel.travels_as))
        made = self.recipe
        if made.policy is not None and not is_preset(made.policy):
            made = replace(made, policy=root / made.policy)
        if made.model is not None:
            made = replace(made, model=root / made.model)
        return OpenPolicy(made)


_opened: dict[str, OpenPolicy] = {}
"""Of this Python process: the policies that it works under, by what they are made from."""


def open_once(policy: TravellingPolicy) -> tuple[OpenPolicy, bool]:
    """The policy with its stores, and whether they were opened only now: by the first partition of a process."""
    name = repr(policy)
    if name in _opened:
        return _opened[name], False
    if len(_opened) == _MOST_POLICIES:
        _opened.clear()
    _opened[name] = opened = policy.open()
    _ = opened.rules
    spare_collector()
    return opened, True


def send_policy(policy: OpenPolicy, context: SparkContext) -> TravellingPolicy:
    """Hand the files of a policy to Spark: the policy, a trained model, and every file that it names relative to itself.

    What it names by an absolute path, such as a shared disk, has to be on every machine.
    """
    recipe = policy.recipe
    if recipe.pseudonyms is not None:
        raise PolicyError(
            "stand-ins are given in the order of the documents, and on a cluster there is none: release them on one machine,"
            " or open the policy without pseudonyms"
        )
    parcels = []
    made = recipe
    if recipe.policy is not None and not is_preset(recipe.policy):
        folder = recipe.policy.absolute().parent
        files = [recipe.policy.absolute(), *_named_files(recipe.policy, folder)]
        parcels += [_send(file, context) for file in dict.fromkeys(files)]
        made = replace(made, policy=_place(recipe.policy.absolute()))
    if recipe.model is not None:
        parcels.append(_send(recipe.model.absolute(), context))
        made = replace(made, model=_place(recipe.model.absolute()))
    return TravellingPolicy(made, tuple(parcels))


def _named_files(policy: Path, folder: Path) -> Iterator[Path]:
    """The files that a policy names relative to itself, whatever the keys: those of others' sections too."""
    try:
        content = tomllib.loads(policy.read_text("utf-8"))
    except OSError as error:
        raise PolicyError(f"{policy} can't be read: {error.strerror}") from None
    for name in _strings(content):
        if name and not Path(name).is_absolute() and _is_file(folder / name):
            yield Path(os.path.normpath(folder / name))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a text that can't be a name
        return False


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _send(file: Path, context: SparkContext) -> Parcel:
    """Let Spark distribute a file under a name that no other content has."""
    from pyspark import SparkFiles

    name = f"reticent-{_hash(file)}-{file.name}"
    staged = Path(SparkFiles.getRootDirectory()) / "reticent-staged" / name
    if not staged.exists():
        staged.parent.mkdir(exist_ok=True)
        try:
            os.link(file, staged)
        except OSError:
            shutil.copyfile(file, staged)
        context.addFile(str(staged))
    return Parcel(name, str(_place(file)))


def _place(file: Path) -> Path:
    """The place of a file below the folder that stands for the whole disk of the driver."""
    return file.relative_to(file.anchor)


def _hash(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while data := opened.read(_AT_ONCE):
            digest.update(data)
    return digest.hexdigest()[:16]
