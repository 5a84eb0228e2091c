"""The texts that the medical index counts: answers of MedQuAD, transcriptions, passages of biomedical abstracts."""

from __future__ import annotations

import json
import lzma
import re
import tarfile
from collections.abc import Iterable, Iterator
from itertools import islice

from experiments.harness import data

MEDQUAD = "corpora/medquad.jsonl.xz"
TRANSCRIPTIONS = "wild/mtsamples.jsonl.xz"
ABSTRACTS = "wild/bio-ner.tar.xz"
_COLLECTIONS = ("NCBI-disease", "BC5CDR-disease", "BioNLP13CG")
_SENTENCES = 5
"""The files don't say where an abstract ends: so many sentences in a row are taken for one document."""

_SPACED = re.compile(r" (-|/|'|’) ")

Record = dict[str, str]


def answers() -> Iterator[Record]:
    """Each answer with what it is about; the synonyms stand in the first one."""
    with lzma.open(data(MEDQUAD), "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            synonyms = ". ".join(row["synonyms"])
            for number, each in enumerate(each for each in row["qa"] if each["a"].strip()):
                parts = [row["focus"], synonyms if number == 0 else "", each["q"], each["a"]]
                yield {"title": row["focus"], "text": "\n".join(filter(None, parts))}


def transcriptions() -> Iterator[Record]:
    """Each transcription with its name, which says what it is about."""
    with lzma.open(data(TRANSCRIPTIONS), "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield {"title": "", "text": f"{row['name']}\n{row['text']}"}


def abstracts() -> Iterator[Record]:
    """Passages of abstracts on diseases."""
    with tarfile.open(data(ABSTRACTS)) as archive:
        for member in sorted(archive.getnames()):
            if member.endswith(".tsv.xz") and member.split("/")[-2] in _COLLECTIONS:
                file = archive.extractfile(member)
                content = lzma.decompress(file.read() if file else b"").decode("utf-8")
                sentences = _sentences(content.splitlines())
                while passage := "\n".join(islice(sentences, _SENTENCES)):
                    yield {"title": "", "text": passage}


def _sentences(lines: Iterable[str]) -> Iterator[str]:
    words: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            words.append(line.split("\t")[0])
        elif words:
            yield _SPACED.sub(r"\1", " ".join(words))
            words = []
