"""`reticent knowledge`: count documents into an index, look at one, ask it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._output import print_answer, print_table, require_free, show_steps, stoppable
from reticent.cli.app import make_group, say
from reticent.errors import InputError, KnowledgeError
from reticent.language.identification import require_language
from reticent.language.registry import DEFAULT_CODE, has_language

if TYPE_CHECKING:
    from reticent.executors import Executor
    from reticent.knowledge import Corpus
    from reticent.knowledge.corpus.index_file import Manifest
    from reticent.usecases.ask import Answer

knowledge = make_group("knowledge")

HERE = "here"
"""Where an index is built unless something else is said: on this machine."""

IndexFiles = Annotated[
    list[str] | None,
    argument(
        "NAME|FILE", "What ships, by name ('general', 'medicine'), or index files (default: 'general')."
    ),
]


@knowledge.command()
def build(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    sources: Annotated[
        list[Path],
        argument(
            "SOURCE", "JSONL, folders of text files, MediaWiki XML dumps; also compressed (.gz, .xz, .bz2)."
        ),
    ],
    output: Annotated[Path, option("--output -o", "FILE", "The index file to write.")],
    licence: Annotated[str, typer.Option(help="The licence of the documents, for the manifest.")] = "",
    language: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="The language of the documents, whose word forms and stop words are counted, such as 'es'.",
        ),
    ] = DEFAULT_CODE,
    phrases: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file of phrases to count, one per line, besides titles and those of the language's WordNet, if any.",
        ),
    ] = None,
    min_documents: Annotated[
        int, typer.Option(min=1, help="Leave out terms that are in fewer documents.")
    ] = 4,
    collocation_documents: Annotated[
        int,
        typer.Option(
            min=1, help="Count two words as a phrase if they stand side by side in at least N documents."
        ),
    ] = 30,
    weight: Annotated[
        int,
        typer.Option(
            min=1,
            help="The weight of each document relative to other indexes, such as for facts from a table.",
        ),
    ] = 1,
    shards: Annotated[
        int,
        typer.Option(
            min=1,
            help="Divide the index into N files in a folder; their counts add up to those of one file.",
        ),
    ] = 1,
    skip_bad: Annotated[
        bool, typer.Option(help="Leave out records that can't be read, and count them.")
    ] = False,
    on: Annotated[
        str,
        typer.Option(
            metavar="PLACE",
            help="'here', 'spark' for the cluster in Spark's settings, or a master such as spark://host:7077; its machines"
            " must share the output's disk.",
        ),
    ] = HERE,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes (default: one for each core).")
    ] = None,
    memory: Annotated[int, typer.Option(min=64, help="Megabytes to use before work goes to disk.")] = 1024,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Count all documents of the sources into one index file, which holds statistics only.

    On Spark the index is the same, hash for hash.

    Examples:

      reticent knowledge build simplewiki.jsonl.xz -o simplewiki.index --licence "CC BY-SA 4.0"

      reticent knowledge build notas -o notas.index --language es

      reticent knowledge build archive.jsonl.gz -o /shared/archive.index --on spark://host:7077
    """
    require_free(output, overwrite=overwrite, originals=[str(source) for source in sources])
    from reticent.knowledge.corpus.indexing.building import BuildOptions
    from reticent.knowledge.corpus.indexing.building import build as build_index

    chosen_language = require_language(language)
    if not has_language(chosen_language):
        raise InputError(f"no words of {language} are known here: documents in it can't be counted")
    chosen = BuildOptions(
        min_documents,
        collocation_documents,
        skip_bad,
        workers or os.cpu_count() or 1,
        memory << 20,
        weight,
        shards,
    )
    with stoppable(), _place_of_work(on) as executor, show_steps(quiet=quiet) as watched:
        manifest = build_index(
            sources,
            output,
            phrases=_phrases(phrases, chosen_language),
            licence=licence,
            language=chosen_language,
            options=chosen,
            executor=executor,
            progress=watched,
        )
    if not quiet:
        _report(output, manifest)


@knowledge.command()
def runs(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    sources: Annotated[
        list[Path], argument("SOURCE", "Folders and files of originals, of any kind that can be released.")
    ],
    output: Annotated[Path, option("--output -o", "FILE", "The file of runs to write.")],
    longest: Annotated[
        int, typer.Option(min=1, max=20, help="Up to how many words in a row are counted.")
    ] = 7,
    rarest: Annotated[
        int,
        typer.Option(
            min=2,
            help="For words in fewer originals than this, note which ones, for 'rare' of no-linkage.",
        ),
    ] = 50,
    field: Annotated[
        list[str] | None,
        option("--field", "KEY", "The keys of JSON records that hold text (default: 'text')."),
    ] = None,
    subject_field: Annotated[
        str | None,
        option("--subject-field", "KEY", "The key or column that says whom a record is about: one original."),
    ] = None,
    subject_by: Annotated[
        Literal["file", "folder"],
        option(
            "--subject-by",
            None,
            "What counts as one original if no field says so: each file, or each folder.",
        ),
    ] = "file",
    exact: Annotated[
        bool, option("--exact", None, "Compare words as they are written, with capitals and signs.")
    ] = False,
    each: Annotated[
        bool,
        option(
            "--near-copies-count",
            None,
            "Count documents that are nearly the same, such as filled forms, as originals of their own.",
        ),
    ] = False,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Count the originals of a collection in which each run of words occurs, for --unlinkable and no-linkage.

    The file holds hashes, not words. But whoever has it can test whether some run occurs in the collection: protect it
    like the originals. Runs in fewer than two originals are left out.

    Examples:

      reticent knowledge runs notes -o notes.runs

      reticent knowledge runs cases.jsonl -o cases.runs --subject-field applicant
    """
    require_free(output, overwrite=overwrite, originals=[str(source) for source in sources])
    from reticent.formats.originals import read_originals
    from reticent.formats.seam.options import FormatOptions
    from reticent.knowledge.runs import count_runs

    if missing := next((source for source in sources if not source.exists()), None):
        raise KnowledgeError(f"'{missing}' does not exist: name folders or files of originals")
    read = FormatOptions(
        fields=tuple(field or ["text"]), subject_field=subject_field, subject_by=subject_by, numbers="keep"
    )
    counted = count_runs(
        read_originals(sources, read), longest=longest, rarest=rarest, exact=exact, near_copies=not each
    )
    counted.save(output)
    if not quiet:
        say(
            f"{output}: {counted.originals:,} originals, {counted.copies:,} copies left out, {output.stat().st_size / 1e6:.1f} MB,"
            f" {counted.fingerprint}"
        )


@knowledge.command()
def info(files: IndexFiles = None, as_json: options.AsJson = False) -> None:
    """Show what index files say about themselves: sources, licence, size, options, content hash.

    Only what you name is shown: 'general' is not added to a file here.

    Examples:

      reticent knowledge info medicine

      reticent knowledge info simplewiki.index
    """
    from reticent.knowledge import manifests_of

    corpus = _open_alone(files)
    described = [_describe(manifest) for manifest in manifests_of(corpus)]
    if as_json:
        print_answer("knowledge", {"fingerprint": corpus.fingerprint, "files": described})
        return
    for values in described:
        for key, value in values.items():
            typer.echo(f"{key.replace('_', ' '):24}{value}")
        typer.echo()
    typer.echo(f"{corpus.size} documents in all, {corpus.fingerprint}")


@knowledge.command()
def ask(
    names: Annotated[list[str], argument("TERM", 'Words or phrases, such as "blood transfusion".')],
    files: options.Knowledge = None,
    as_json: options.AsJson = False,
) -> None:
    """Count the documents that hold each term, each pair and all terms, with information and PMI in bits.

    The PMI of several terms is that of the first with all the others.
    A phrase without a count of its own is approximated by the documents that hold all its words.

    Examples:

      reticent knowledge ask "HIV" "blood transfusion"

      reticent knowledge ask "oral thrush" "nystatin" -k medicine
    """
    from reticent.knowledge import open_knowledge
    from reticent.usecases.ask import ask as ask_corpus

    corpus = open_knowledge(*(files or ()))
    answers = ask_corpus(corpus, names)
    if as_json:
        rows = [_describe_answer(answer) for answer in answers]
        print_answer("counts", {"documents": corpus.size, "answers": rows})
        return
    print_table(
        f"{corpus.size} documents",
        ("terms", "documents", "IC (bits)", "PMI (bits)", "count"),
        [
            (
                " + ".join(answer.terms),
                str(answer.count),
                _bits(answer.information),
                _bits(answer.pmi),
                answer.known,
            )
            for answer in answers
        ],
    )


def _describe_answer(answer: Answer) -> dict[str, Any]:
    """An answer as JSON; a term by itself has no PMI."""
    values = asdict(answer)
    pmi = values.pop("pmi")
    return values if len(answer.terms) == 1 else values | {"pmi": pmi}


@contextmanager
def _place_of_work(on: str) -> Iterator[Executor | None]:
    """Who does the work: nobody in particular, or the cluster of a session that ends with it."""
    if on == HERE:
        yield None
        return
    from reticent.spark import SparkExecutor, open_session

    session = open_session(on)
    try:
        yield SparkExecutor(session)
    finally:
        session.stop()


def _bits(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _open_alone(choices: list[str] | None) -> Corpus:
    """What was named and nothing else."""
    from reticent.knowledge import open_knowledge

    return open_knowledge("none", *choices) if choices else open_knowledge()


def _phrases(path: Path | None, language: str) -> Iterable[str]:
    """The phrases of a file, and then all names in the WordNet of the language, which load only when they are needed."""
    try:
        listed = [] if path is None else path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise KnowledgeError(f"'{path}' can't be read as UTF-8 text: check the file of phrases") from None
    return chain(listed, _wordnet_names(language))


def _wordnet_names(language: str) -> Iterator[str]:
    from reticent.knowledge.taxonomy.packed import names_in_language

    yield from names_in_language(language)


def _describe(manifest: Manifest) -> dict[str, Any]:
    values = asdict(manifest)
    values["sources"] = ", ".join(f"{source.name} ({source.documents})" for source in manifest.sources)
    values["megabytes"] = round(sum(values.pop("sections").values()) / 1e6, 1)
    build_options = values.pop("options")
    return {**values, **build_options}


def _report(output: Path, manifest: Manifest) -> None:
    bad = sum(source.bad_records for source in manifest.sources)
    left_out = f"; {bad} bad records left out" if bad else ""
    say(
        f"{output}: {manifest.documents} documents, {manifest.terms} terms ({manifest.phrases} phrases), "
        f"{sum(manifest.sections.values()) / 1e6:.1f} MB{left_out}"
    )
