"""What `golden.py record` puts through: documents, files and commands, the same at every recording.

- `docs/…`: every command of README and docs that can be run on `examples/`, page by page, and each example by itself;
- `invented/…`: 300 invented documents, 20 of each writer, in batches of 20, under the four presets and each model. Under
  the models that ask a corpus, so that they have something to hide, 40 documents that name what they protect besides;
  fewer documents (`POLICIES` says how many batches) where one takes long;
- `files/…`: 30 files of each format: real ones where `../shared/data/formats` is there, then such as the tests build, then
  made of invented documents. Each is released, planned, inspected and audited;
- `uses/…`: views, plausibility, guard, reviews with a repair, plans that are changed and applied, streams, folders, vaults
  under a fixed key, dates, proofs, collections, languages, and what must be refused.

Left out because they are random: keys, vaults, proofs' signatures and salts, shifted dates under a new key.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
import sys
import xml.sax.saxutils
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from golden import Case

VAULT_KEY = "reticent-vault-key:_T4go4pm7-XAHDKSM6d1rh_g5gl-bCku3JvyZX1vzBo=\n"
BATCH = 20
"""Documents in a case: 15 batches make 300, and a difference is found by its line."""
EACH = 30
"""Files of a format."""
LARGEST = 100_000
"""Bytes of a real file that is put through; larger ones are tables of numbers and pictures, which take long."""

HABITS = "He used heroin and shared a needle. The patient had a condom and a blood transfusion. AIDS was ruled out.\n"
"""Pairs of its words tell of HIV, so that keeping one has to be repaired by giving up another."""
_FOUND = '[[detectors]]\ntype = "patterns"\n[[detectors]]\ntype = "names"\n'
_PROTECT = 'protect = { HIV = "virus", asthma = "disease", pneumonia = "disease" }\n'
POLICIES: dict[str, tuple[int, bool, str]] = {
    "cg-sanitization": (15, True, f'[[models]]\ntype = "cg-sanitization"\n{_PROTECT}unseen = "remove"\n'),
    "cg-paper": (
        *(2, True),
        f'[[models]]\ntype = "cg-sanitization"\nsetting = "paper"\n{_PROTECT}unseen = "keep"\n',
    ),
    "cg-medicine": (
        *(1, True),
        'knowledge = ["medicine"]\ngaps = "close"\n'
        f'[[models]]\ntype = "cg-sanitization"\nevidence = "counted"\n{_PROTECT}unseen = "remove"\n',
    ),
    "correlation-guard": (
        *(15, False),
        f'{_FOUND}[[models]]\ntype = "redaction"\n[[models]]\ntype = "correlation-guard"\nunseen = "remove"\n',
    ),
    "correlation-bits": (
        *(2, False),
        f'{_FOUND}[[models]]\ntype = "correlation-guard"\nthreshold = 6\ngeneralize = true\nunseen = "keep"\n',
    ),
    "k-safety": (
        *(15, True),
        '[[models]]\ntype = "k-safety"\ndatabase = "diseases.jsonl"\nk = 3\ncategories = ["respiratory", "infection"]\n',
    ),
    "k-general": (
        *(3, True),
        '[[models]]\ntype = "k-safety"\ndatabase = "diseases.jsonl"\nk = 2\nreader = "nurse"\ngeneralize = true\n'
        'synonyms = true\ncategories = ["infection"]\n',
    ),
    "t-plausibility": (
        15,
        False,
        '[[models]]\ntype = "t-plausibility"\nt = 1000\nunreachable = "remove"\n',
    ),
    "t-sentences": (
        *(3, False),
        f'{_FOUND}[[models]]\ntype = "t-plausibility"\nt = 20\nunit = "sentence"\nword_t = 3\nknowledge = ["general"]\n'
        'unreachable = "remove"\n',
    ),
    "greedy-sanitize": (15, False, '[[models]]\ntype = "greedy-sanitize"\nfile = "names.model"\n'),
    "indistinct": (5, True, '[[models]]\ntype = "indistinct"\nprotect = { HIV = "virus" }\nk = 5\n'),
    "indistinct-medicine": (
        *(0, True),
        'knowledge = ["medicine"]\n[[models]]\ntype = "indistinct"\nprotect = { HIV = "virus" }\nk = 3\n',
    ),
    "redaction": (
        *(15, False),
        '[[detectors]]\ntype = "patterns"\n[[detectors]]\ntype = "names"\nsetting = "careful"\n'
        '[[detectors]]\ntype = "words"\nwords = ["pain", "fever", "review", "invoice"]\n'
        '[[detectors]]\ntype = "informativeness"\nbound = 14\n'
        '[[models]]\ntype = "redaction"\ngeneralize = true\ndates = "month"\n',
    ),
    "redaction-invented": (
        *(3, False),
        f'ages = "all"\ngaps = "close"\ninvent = true\n{_FOUND}[[models]]\ntype = "redaction"\ndates = "number"\n',
    ),
    "redaction-network": (
        *(1, False),
        '[[detectors]]\ntype = "names"\nnetwork = true\n[[models]]\ntype = "redaction"\n',
    ),
    "several": (
        *(3, True),
        f'gaps = "close"\n{_FOUND}[[models]]\ntype = "redaction"\ndates = "year"\n'
        f'[[models]]\ntype = "cg-sanitization"\n{_PROTECT}unseen = "remove"\n'
        '[[models]]\ntype = "k-safety"\ndatabase = "diseases.jsonl"\nk = 3\ncategories = ["infection"]\n',
    ),
}
"""By name: how many batches it is asked about, whether those that name what is protected come too, and the policy."""
SLOW = ("cg-paper", "cg-medicine", "k-general", "t-sentences", "indistinct", "indistinct-medicine", "several")
"""Policies under which a few documents are only released, and not planned and audited."""
LONGEST_QUICK = 2.5
"""Processor seconds of a case that the quick comparison takes along: so it stays under half a minute in all."""
PRESETS = ("default", "health", "court", "support")
TABLES = ("csv", "tsv", "parquet", "arrow")


def make_cases(inputs: Path, root: Path, data: Path) -> Iterator[Case]:
    """Write all inputs, and give the cases."""
    sys.path.insert(0, str(root))
    from training.invented import read_documents

    documents: dict[str, list[str]] = {}
    for writer, text, _ in read_documents():
        documents.setdefault(writer, []).append(text)
    spread = [(w, at, texts[at]) for w, texts in documents.items() for at in _evenly(len(texts), BATCH)]
    naming = [
        (writer, at, text)
        for writer, texts in documents.items()
        for at, text in enumerate(texts)
        if re.search(r"\b(HIV|[Aa]sthma|[Pp]neumonia)\b", text) and (writer, at, text) not in spread
    ][: 2 * BATCH]
    shutil.copytree(root / "examples", inputs / "examples")
    _write_policies(inputs)
    (inputs / "keys").mkdir()
    (inputs / "keys" / "fixed.key").write_text(VAULT_KEY, "utf-8")
    (inputs / "keys" / "fixed.key").chmod(0o600)
    yield from _documented(inputs, root)
    yield from _invented(inputs, spread, naming)
    yield from _files(inputs, data / "formats", [text for *_, text in spread])
    yield from _uses(inputs, spread)


def mark_quick(index: dict[str, Any]) -> None:
    """Leave out what takes long, and mark the first and the last quick file of each format that was released."""
    for case in index.values():
        case["quick"] = case["quick"] and case["seconds"] <= LONGEST_QUICK
    released: dict[str, list[str]] = {}
    for name, case in index.items():
        if name.startswith("files/") and case["codes"][0] == 0 and case["seconds"] <= 0.5:
            released.setdefault(name.rsplit("/", 1)[0], []).append(name)
    for names in released.values():
        for name in (min(names), max(names)):
            index[name]["quick"] = True


def _evenly(length: int, wanted: int) -> list[int]:
    return [length * at // wanted for at in range(wanted)]


def _write_policies(inputs: Path) -> None:
    folder = inputs / "policies"
    folder.mkdir()
    for name, (_, _, text) in POLICIES.items():
        (folder / f"{name}.toml").write_text(f'name = "{name}"\n{text}', "utf-8")
    shutil.copy(inputs / "examples" / "diseases.jsonl", folder)
    from golden import run_command

    train = ["train", str(inputs / "examples" / "emails-sample.jsonl"), "-o", str(folder / "names.model")]
    assert run_command(train)[0] == 0


def _documented(inputs: Path, root: Path) -> Iterator[Case]:
    """The commands of each page in the page's order, and each example under each preset."""
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        if "reference" in page.parts or "language-model" in page.stem:  # generated; needs a server
            continue
        steps = [step for each in _commands(page.read_text("utf-8")) for step in _to_steps(each, inputs)]
        if steps:
            yield Case(f"docs/{page.stem}", steps)
    for path in sorted((inputs / "examples").iterdir()):
        if path.suffix not in (".toml", ".py") and path.is_file():
            wanted = _tell_columns(path.suffix[1:], path.stem)
            for preset in PRESETS:
                out = f"{preset}{path.suffix}"
                release = ["sanitize", f"examples/{path.name}", "-o", out, "--policy", preset, *wanted, "-q"]
                yield Case(f"docs/{path.stem}-{path.suffix[1:]}-{preset}", [[*release]])


def _commands(page: str) -> list[str]:
    blocks = re.findall(r"^```(console|sh)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    lines = [(sort, line) for sort, block in blocks for line in block.splitlines()]
    shown = [line[2:] for sort, line in lines if sort == "console" and line.startswith("$ ")]
    shown += [line for sort, line in lines if sort == "sh" and line.startswith("reticent sanitize examples/")]
    last = [line.split("&&")[-1].strip().replace(".venv/bin/", "") for line in shown]
    return [line for line in last if re.match(r"(echo .* \| )?reticent \w", line)]


def _to_steps(command: str, inputs: Path) -> list[list[str]]:
    said, _, command = command.rpartition(" | ")
    words = shlex.split(command, comments=True)[1:]
    if words[:2] == ["vault", "key"]:
        return [["copy", "keys/fixed.key", words[2]]]
    if said:
        folder = inputs / "said"
        folder.mkdir(exist_ok=True)
        path = folder / f"{len(list(folder.iterdir()))}.txt"
        path.write_text(shlex.split(said)[1] + "\n", "utf-8")
        words += ["<", f"said/{path.name}"]
    return [words]


def _invented(
    inputs: Path, spread: list[tuple[str, int, str]], naming: list[tuple[str, int, str]]
) -> Iterator[Case]:
    (inputs / "invented").mkdir()
    spread = sorted(spread, key=lambda each: (each[1], each[0]))  # each batch has documents of all writers
    batches = {f"{at // BATCH:02}": spread[at : at + BATCH] for at in range(0, len(spread), BATCH)}
    named = {f"named-{at // BATCH}": naming[at : at + BATCH] for at in range(0, len(naming), BATCH)}
    for name, documents in {**batches, **named, "few": [*spread[:3], *naming[:3]]}.items():
        records = [{"id": f"{writer}{at}", "text": text} for writer, at, text in documents]
        _write_lines(inputs / "invented" / f"{name}.jsonl", records)
    wanted = {preset: (len(batches), False, preset) for preset in PRESETS}
    wanted |= {name: (most, more, f"policies/{name}.toml") for name, (most, more, _) in POLICIES.items()}
    for name, (most, more, policy) in wanted.items():
        for batch in ["few", *list(batches)[:most], *(named if more else ())]:
            source, under = f"invented/{batch}.jsonl", ["--policy", policy]
            steps = [["sanitize", source, "--id", "id", *under, "-o", "released.jsonl", "--skip-bad", "-q"]]
            if batch == "few" and name not in SLOW:
                steps.append(["plan", source, *under, "--json", "-q"])
                steps.append(["audit", "released.jsonl", *under, "--original", source, "--json"])
            yield Case(
                f"invented/{name}/{batch}", steps, quick=batch == "few" and name != "indistinct-medicine"
            )


def _write_lines(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), "utf-8")


def _files(inputs: Path, real: Path, texts: list[str]) -> Iterator[Case]:
    for sort, made in _build_files(texts).items():
        folder = inputs / "files" / sort
        folder.mkdir(parents=True)
        found = sorted(
            path
            for path in (real.rglob("*") if real.is_dir() else ())
            if path.suffix.lower() == f".{sort}" and path.stat().st_size <= LARGEST
        )
        for at in _evenly(len(found), min(len(found), EACH)):
            shutil.copyfile(found[at], folder / f"r{at:02}-{found[at].name}")
        room = EACH - min(len(found), EACH)
        for at in _evenly(len(made), min(len(made), max(room, 6))):
            (folder / f"x{at:02}.{sort}").write_bytes(made[at])
        for path in sorted(folder.iterdir()):
            yield Case(f"files/{sort}/{path.name}", _steps_of_file(f"files/{sort}/{path.name}", sort))


def _tell_columns(sort: str, name: str = "") -> list[str]:
    if name == "visits":
        return ["--column", "visit=keep", "--column", "seen=sanitize"]
    return ["--numbers", "keep"] if sort in TABLES else ["--unread", "keep"] if sort == "pdf" else []


def _steps_of_file(path: str, sort: str) -> list[list[str]]:
    out = f"released{Path(path).suffix}"
    wanted = ["--language", "any", *_tell_columns(sort)]
    keep = ["--plan", "plan.json", "--report", "report.json", "-q"]
    return [
        ["sanitize", path, "-o", out, *wanted, *keep],
        ["inspect", path, "--json"],
        ["audit", out, *wanted, "--json"],
    ]


def _build_files(texts: list[str]) -> dict[str, list[bytes]]:
    """Files of each format, made of invented documents and by the tests' builders."""
    import pyarrow as pa
    from tests import mail_files, office_files, pdf_files, table_files, web_pages

    tables = [
        pa.table({"id": [1, 2, 3], "note": texts[at : at + 3], "who": ["Ann Lee", None, "Bob Roe"]})
        for at in range(0, 3 * EACH, 3)
    ]
    hidden = [office_files.pack(build()) for _, build in office_files.PLACES.items()]
    office: dict[str, list[bytes]] = {}
    for (form, _), data in zip(office_files.PLACES, hidden, strict=True):
        office.setdefault(form.name, []).append(data)
    mails = [_make_mail(text, at) for at, text in enumerate(texts[:8])]
    mails += [mail_files.make_message(), mail_files.make_hostile()]
    mails += [*mail_files.HIDING_PLACES.values(), *mail_files.SHOWN_PLACES.values()]
    pages = [
        web_pages.make_page(*(f"<p>{_escape(line)}</p>" for line in text.splitlines())) for text in texts[:8]
    ]
    places = [*web_pages.HIDING_PLACES.values(), *web_pages.SHOWN_PLACES.values()]
    return {
        "txt": [text.encode() for text in texts],
        "md": [f"# Note {at}\n\n- {text}\n".encode() for at, text in enumerate(texts)],
        "json": [json.dumps({"text": text, "deep": {"text": "x"}}).encode() for text in texts],
        "jsonl": [_make_records(texts[at : at + 2]) for at in range(0, 2 * EACH, 2)],
        "csv": [_make_table(texts[at : at + 3], ",") for at in range(0, 3 * EACH, 3)],
        "tsv": [_make_table(texts[at : at + 3], "\t") for at in range(0, 3 * EACH, 3)],
        "docx": [_make_docx(text) for text in texts[:EACH]] + office["docx"],
        "pptx": [_make_pptx(text) for text in texts[:EACH]] + office["pptx"],
        "xlsx": [_make_xlsx(text) for text in texts[:EACH]] + office["xlsx"],
        "odt": [_make_odt(text) for text in texts[:EACH]] + office["odt"],
        "ods": [_make_ods(text) for text in texts[:EACH]] + office["ods"],
        "odp": [_make_odp(text) for text in texts[:EACH]] + office["odp"],
        "pdf": [_make_pdf(text) for text in texts[:EACH]] + [pdf_files.with_old_version("Ann Lee")],
        "html": [*pages, *(web_pages.make_page(each) for each in places)],
        "eml": mails,
        "mbox": [_make_box(mails[at : at + 3]) for at in range(30)],
        "parquet": [
            *map(table_files.to_parquet, tables),
            table_files.to_parquet(table_files.hostile_table()),
        ],
        "arrow": [
            *(table_files.to_arrow(table, stream=bool(at % 2)) for at, table in enumerate(tables)),
            table_files.to_arrow(table_files.hostile_table()),
        ],
        "zip": [_make_archive(texts[at : at + 2], mails[at % len(mails)]) for at in range(EACH)],
    }


def _escape(text: str) -> str:
    return xml.sax.saxutils.escape(text)


def _make_records(texts: list[str]) -> bytes:
    return "".join(json.dumps({"text": text, "other": "Ann Lee"}) + "\n" for text in texts).encode()


def _make_table(texts: list[str], delimiter: str) -> bytes:
    out = io.StringIO()
    rows = [[f"A{at}", text, str(10 * at)] for at, text in enumerate(texts)]
    csv.writer(out, delimiter=delimiter).writerows([["ref", "note", "amount"], *rows])
    return out.getvalue().encode()


def _make_docx(text: str) -> bytes:
    from tests.office_files import docx, pack, paragraph, run

    return pack(docx("".join(paragraph(run(_escape(line))) for line in text.splitlines())))


def _make_pptx(text: str) -> bytes:
    from tests.office_files import pack, pptx, shape

    return pack(pptx("".join(shape(_escape(part)) for part in text.split("\n\n"))))


def _make_xlsx(text: str) -> bytes:
    from tests.office_files import pack, xlsx

    rows = "".join(
        f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>{_escape(line)}</t></is></c></row>'
        for at, line in enumerate(text.splitlines(), 2)
    )
    return pack(xlsx(rows))


def _make_odt(text: str) -> bytes:
    from tests.office_files import odt, pack

    return pack(odt("".join(f"<text:p>{_escape(line)}</text:p>" for line in text.splitlines())))


def _make_ods(text: str) -> bytes:
    from tests.office_files import ods, pack

    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    return pack(ods("".join(cell.format(_escape(line)) for line in text.splitlines())))


def _make_odp(text: str) -> bytes:
    from tests.office_files import odp, pack

    frame = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    return pack(odp("".join(frame.format(_escape(part)) for part in text.split("\n\n"))))


def _make_pdf(text: str) -> bytes:
    from tests.pdf_files import make

    lines = [line.encode("latin-1", "ignore") for line in text.splitlines()]
    shown = [re.sub(rb"([\\()])", rb"\\\1", line) for line in lines]
    return make(b"BT /F1 10 Tf 14 TL 40 760 Td " + b" T* ".join(b"(%s) Tj" % line for line in shown) + b" ET")


def _make_mail(text: str, at: int) -> bytes:
    message = EmailMessage()
    message["From"] = f"Ann Lee <ann{at}@example.org>"
    message["Subject"] = f"Note {at} of Ann Lee"
    message.set_content(text)
    return message.as_bytes()


def _make_box(mails: list[bytes]) -> bytes:
    begin = b"From ann@example.org Tue Mar 12 10:00:00 2024\n"
    return b"".join(begin + mail.rstrip(b"\n").replace(b"\nFrom ", b"\n>From ") + b"\n\n" for mail in mails)


def _make_archive(texts: list[str], mail: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, text in enumerate(texts):
            archive.writestr(zipfile.ZipInfo(f"notes/{at}.txt"), text)
        archive.writestr(zipfile.ZipInfo("Ann Lee.eml"), mail)
    return out.getvalue()


def _uses(inputs: Path, spread: list[tuple[str, int, str]]) -> Iterator[Case]:
    """The other verbs."""
    folder = inputs / "folder"
    for writer, at, text in spread[::15]:
        path = folder / writer / ("Ann Lee" if at == 0 else "notes") / f"{at}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "visit.eml").write_bytes((inputs / "examples" / "visit.eml").read_bytes())
    (folder / "unreadable.bin").write_bytes(bytes(range(256)))
    _write_lines(
        inputs / "records.jsonl",
        [{"id": at, "who": f"P{at % 3}", "text": text} for at, (_, _, text) in enumerate(spread[::25])],
    )
    from tests.language_samples import SAMPLES

    _write_lines(inputs / "languages.jsonl", [{"id": name, "text": text} for name, text in SAMPLES.items()])
    note, one = "examples/discharge-note.txt", ["-q"]
    hiv = ["--protect", "HIV=virus", "--unseen", "remove"]
    key = ["--vault-key", "keys/fixed.key"]
    letter = "examples/doctors-letter.txt"
    build = [
        "entities",
        "build",
        "examples/diseases.jsonl",
        "-o",
        "d.db",
        "--readers",
        "examples/readers.csv",
    ]
    database = ["--database", "d.db", "--k", "3"]
    vault = [["vault", "create", "v.vault", *key]]
    linked = ["--pseudonyms", "v.vault", *key]
    (inputs / "keys" / "masks.json").write_text(json.dumps({note: [[319, 322], [446, 456]]}), "utf-8")
    for name, keys in {
        "accept": "a\na\na\nW\nq\n",
        "repair": "r\nl\nR\nl\nw\nq\n",
        "own": "e\nsomething\nm\nfever\nW\nq\n",
    }.items():
        (inputs / "keys" / f"{name}.txt").write_text(keys, "utf-8")
    (inputs / "habits.txt").write_text(HABITS, "utf-8")
    habits = ["--protect", "HIV=virus", "--evidence", "counted", "--unseen", "keep"]
    plan = ["plan", note, "--policy", "examples/clinic.toml", "--json", "-o", "p.json"]
    uses: dict[str, list[list[str]]] = {
        "plan-applied": [plan, ["apply", "p.json", note, "-o", "released.txt"]],
        "plan-changed": [
            plan,
            ["edit", "p.json", '"becomes": "virus"', '"becomes": "germ"'],
            ["edit", "p.json", '"becomes": "headache"', '"becomes": "ache"'],
            ["apply", "p.json", note, "-o", "released.txt"],
            ["audit", "released.txt", "--policy", "examples/clinic.toml", "--original", note, "--json"],
        ],
        "protected": [["sanitize", note, *hiv, "--json"], ["sanitize", note, *hiv, "--removed", "close"]],
        "protected-strictly": [
            ["sanitize", note, *hiv, "--evidence", "strict", "--max-group", "3", "--context", "sentence", "--json"],
            ["sanitize", note, *hiv, "--counting", "taxonomic", "--json"],
            ["sanitize", note, *hiv, "--setting", "paper", "--json"],
        ],
        "indistinct": [["sanitize", note, "--protect", "HIV=virus", "--indistinct", "5", "--json"]],
        "medicine": [["sanitize", note, "--protect", "HIV=disease", "-k", "medicine", "--unseen", "remove", "--json"]],
        "views": [
            build,
            *(["views", letter, *database, "--reader", who] for who in ("nurse", "doctor", "stranger")),
            ["mkdir", "all"],
            ["views", letter, *database, "--all", "--collusion", "--repair", "-o", "all"],
            ["views", letter, *database, "--reader", "nurse", "--generalize", "--diverse", "--no-policy"],
            ["views", "records.jsonl", *database, "--reader", "nurse", "-o", "records-nurse.jsonl", *one],
            ["views", letter, *database, "--reader", "nurse", "--explain"],
        ],
        "views-remembered": [
            build,
            ["views", letter, *database, "-r", "nurse", "--ledger", "s.db", "--subject", "17", "--new-subject"],
            ["views", letter, *database, "-r", "nurse", "--ledger", "s.db", "--subject", "17"],
            ["views", note, *database, "-r", "nurse", "--ledger", "s.db", "--subject", "17"],
        ],
        "plausibility": [
            ["plausibility", note, "--t", "10", "100", "1000", "--json"],
            ["plausibility", note, "--t", "10", "--word", "fever", "--word", "Sacramento", "--unit", "sentence", "--json"],
            ["plausibility", note, "--t", "50", "--policy", "policies/t-sentences.toml", "--json"],
        ],
        "guard": [
            ["guard", "--masks", "keys/masks.json", note, "--unseen", "remove"],
            ["guard", "--masks", "keys/masks.json", note, "--unseen", "keep", "--threshold", "6", "--generalize"],
            ["correlations", note, "--json"],
        ],
        "guess": [["guess", note, "--protect", "HIV=virus", "--json"]],
        "protect": [["protect", "HIV", note]],
        "streams": [
            ["sanitize", "--format", "jsonl", "--id", "id", *one, "<", "records.jsonl"],
            ["sanitize", "--format", "jsonl", "--keep", "id", "--policy", "health", "-q", "<", "records.jsonl"],
            ["sanitize", "records.jsonl", "--id", "id", "-o", "out.jsonl", "--skip-bad", "--bad", "bad.jsonl", *one],
            ["sanitize", "-q", "<", note],
        ],
        "folders": [
            ["sanitize", "folder", "-o", "out", "--skip-bad", *one],
            ["audit", "out", "--json"] ,
            ["plan", "folder", "-o", "plans", "--exclude", "*.bin", *one],
            ["apply", "plans", "folder", "-o", "applied", "--exclude", "*.bin", *one],
            ["sanitize", "folder", "-o", "refused", *one],
        ],
        "stand-ins": [
            *vault,
            ["sanitize", "folder", "-o", "out", "--exclude", "*.bin", *linked, *one],
            ["sanitize", note, "-o", "note.txt", *linked, "-q"],
            ["audit", "out", *linked, "--json"],
            ["restore", "note.txt", *linked],
        ],
        "stand-ins-invented": [
            *vault,
            ["sanitize", "records.jsonl", "--id", "id", "-o", "a.jsonl", "--stand-ins", "invented", *linked, *one],
            ["sanitize", note, "-o", "note.txt", "--stand-ins", "invented", "--same-size", *linked, "-q"],
            ["restore", "note.txt", *linked],
        ],
        "dates": [
            *(["sanitize", note, "--dates", dates, "-q"] for dates in ("year", "month", "number")),
            ["sanitize", "records.jsonl", "--id", "id", "--dates", "shift", "--subject-field", "who", *key, *one],
        ],
        "reviews": [
            ["review", "habits.txt", "-o", "r-repair", *habits, "--terminal", "--reviewer", "Zoe", "<", "keys/repair.txt"],
            *(
                ["review", note, "-o", f"r-{name}", *hiv, "--terminal", "--reviewer", "Zoe", "<", f"keys/{name}.txt"]
                for name in ("accept", "own")
            )
        ],
        "collections": [
            ["train", "examples/emails-sample.jsonl", "-o", "names.model", "-q"],
            ["train", "examples/emails-sample.jsonl", "-o", "both.model", "--learner", "crf,names", "-q"],
            ["sanitize", "examples/emails.jsonl", "--model", "names.model", "--keep", "label", "-o", "p.jsonl", *one],
            ["attack", "p.jsonl", "--detector", "names", "--json"],
        ],
        "knowledge": [
            ["knowledge", "build", "records.jsonl", "-o", "own.index", "-q"],
            ["sanitize", note, "--protect", "HIV=virus", "--unseen", "remove", "-k", "own.index", "-q"],
            ["knowledge", "ask", "fever", "cough", "-k", "medicine", "--json"],
        ],
        "languages": [
            ["sanitize", "languages.jsonl", "--id", "id", "-o", "a.jsonl", "--language", "any", *one],
            ["sanitize", "languages.jsonl", "--id", "id", "-o", "b.jsonl", "--skip-bad", *one],
        ],
        "refused": [
            ["sanitize", note, "--protect", "HIV=virus", "-q"],
            ["sanitize", note, "--policy", "missing.toml"],
            ["sanitize", "folder/unreadable.bin"],
            ["sanitize", "examples/visits.parquet", "-o", "x.parquet"],
            ["audit", note, "--json"],
            ["audit", note, *hiv, "--json"],
        ],
        "inspect": [["inspect", f"examples/{name}", "--json", "--show"] for name in ("covered.pdf", "note.docx", "visit.eml")],
        "policies": [
            *(["policy", "init", "--preset", preset] for preset in PRESETS),
            ["policy", "check", "examples/clinic.toml"],
            ["policy", "schema"],
        ],
    }  # fmt: skip
    slow = {"collections", "medicine", "guess", "protected-strictly", "knowledge"}
    for name, steps in uses.items():
        yield Case(f"uses/{name}", steps, quick=name not in slow)
