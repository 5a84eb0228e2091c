"""Writes the example files of every format and docs/pictures/*-before-and-after.png: each file, and its release, as pages.

python scripts/build_pictures.py      needs LibreOffice and all extras; nobody in the files exists
"""

from __future__ import annotations

import email
import email.policy
import html
import subprocess
import tempfile
import zipfile
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFont

from reticent.formats import FormatOptions, parse_column_rules
from reticent.policy.recipe import Recipe
from reticent.usecases.release import InputFile, release

ROOT = Path(__file__).parents[1]
EXAMPLES, PICTURES = ROOT / "examples", ROOT / "docs" / "pictures"
WIDTH, GAP, MARGIN, TALLEST, DOTS_PER_INCH = 760, 24, 12, 420, 96

SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office", "text": "text", "table": "table", "style": "style", "draw": "drawing",
        "fo": "xsl-fo-compatible", "svg": "svg-compatible", "presentation": "presentation",
    }.items()
) + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'  # fmt: skip

STYLES = (
    '<office:automatic-styles><style:style style:name="B" style:family="text"><style:text-properties'
    ' fo:font-weight="bold" fo:color="#1f4e79"/></style:style><style:style style:name="H" style:family="paragraph">'
    '<style:text-properties fo:font-size="18pt" fo:font-weight="bold"/></style:style></office:automatic-styles>'
)


def bold(text: str) -> str:
    """Text in a style of its own."""
    return f'<text:span text:style-name="B">{text}</text:span>'


def cells(*texts: str) -> str:
    """A row of a table."""
    inside = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
        for text in texts
    )
    return f"<table:table-row>{inside}</table:table-row>"


VISITS = (
    cells("patient", "born", "phone")
    + cells("Margaret Thompson", "1951-06-30", "212-555-0123")
    + cells("Peter Thompson", "1949-02-11", "212-555-0188")
)
NOTE = (
    '<text:p text:style-name="H">Visit of Margaret Thompson</text:p>'
    f"<text:p>On 12 March 2024 {bold('Margaret Thompson')} came to the clinic in Bristol with her husband,"
    " Peter Thompson. She takes two tablets a day.</text:p>"
    '<text:p>Write to <text:a xlink:href="mailto:margaret@example.org">margaret@example.org</text:a> or call'
    " 212-555-0123.<office:annotation><dc:creator>Helen Carter</dc:creator><text:p>Is this Mrs Thompson from Bath?"
    "</text:p></office:annotation></text:p>"
    f'<table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>{VISITS}</table:table>'
)
SHEET = (
    f'<table:table table:name="Visits"><table:table-column table:number-columns-repeated="3"/>{VISITS}'
    + cells("Mary Sullivan", "1962-01-09", "212-555-0177")
    + "</table:table>"
)
SLIDE = (
    '<draw:page draw:name="p1" draw:master-page-name="M">'
    '<draw:frame svg:x="2cm" svg:y="1.5cm" svg:width="22cm" svg:height="2.5cm"><draw:text-box><text:p>'
    f"{bold('Case of Margaret Thompson')}</text:p></draw:text-box></draw:frame>"
    '<draw:frame svg:x="2cm" svg:y="5cm" svg:width="22cm" svg:height="9cm"><draw:text-box>'
    "<text:p>Came from Bristol on 12 March 2024.</text:p><text:p>Husband: Peter Thompson, 212-555-0188.</text:p>"
    "<text:p>Report to Dr Helen Carter, helen.carter@example.org.</text:p></draw:text-box></draw:frame></draw:page>"
)
TEXTS = {
    "note.odt": ("text", NOTE, "docx"),
    "list.ods": ("spreadsheet", SHEET, "xlsx"),
    "slides.odp": ("presentation", SLIDE, "pptx"),
}
"""OpenDocument files, and what LibreOffice makes of them."""


def convert(path: Path, ending: str, folder: Path) -> Path:
    """The file in another format, by LibreOffice."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", ending, "--outdir", str(folder), str(path)]
    subprocess.run(command, capture_output=True, check=True, timeout=200)
    return folder / f"{path.stem}.{ending}"


def write_office_examples(folder: Path) -> None:
    """Office files of six formats, of three texts."""
    for name, (kind, body, ending) in TEXTS.items():
        media = f"application/vnd.oasis.opendocument.{kind}"
        content = (
            f'<office:document-content {SPACES} office:version="1.2">{STYLES}<office:body><office:{kind}>{body}'
            f"</office:{kind}></office:body></office:document-content>"
        )
        entries = "".join(
            f'<m:file-entry m:full-path="{path}" m:media-type="{each}"/>'
            for path, each in (("/", media), ("content.xml", "text/xml"))
        )
        manifest = f'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" m:version="1.2">{entries}</m:manifest>'
        members = {"mimetype": media, "content.xml": content, "META-INF/manifest.xml": manifest}
        write_zip(EXAMPLES / name, {path: text.encode() for path, text in members.items()})
        made = convert(EXAMPLES / name, ending, folder)
        (EXAMPLES / made.name).write_bytes(made.read_bytes())


def write_zip(path: Path, members: dict[str, bytes], comment: bytes = b"") -> None:
    """A zip, always the same bytes."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2024, 3, 12, 9, 0, 0)), data, kind)
        archive.comment = comment


def write_message() -> None:
    """A message with two alternatives, an attachment, and what servers wrote."""
    message = EmailMessage(policy=email.policy.SMTP.clone(linesep="\n"))
    message["Received"] = (
        "from margarets-laptop.example.org by mail.example.org; Tue, 12 Mar 2024 09:14:02 +0000"
    )
    message["From"] = "Margaret Thompson <margaret@example.org>"
    message["To"] = "Helen Carter <helen.carter@example.org>"
    message["Subject"] = "Visit of Peter Thompson on 14 March"
    message["X-Mailer"] = "Margaret's phone"
    text = "Dear Dr Carter,\n\nmy husband Peter Thompson will come on 14 March 2024. Call me on 212-555-0123.\n\nMargaret Thompson\n"
    message.set_content(text)
    page = "".join(f"<p>{line}</p>" for line in text.split("\n\n"))
    message.add_alternative(f"<html><body>{page}</body></html>", subtype="html")
    table = "name,note\nPeter Thompson,two tablets a day\n"
    message.add_attachment(table.encode(), "text", "csv", filename="Peter Thompson.csv")
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary("=_a" if part is message else "=_b")
    (EXAMPLES / "visit.eml").write_bytes(message.as_bytes())


def write_archive() -> None:
    """An archive of a note, a table and a letter, with a comment."""
    members = {
        "patients/Margaret Thompson.docx": (EXAMPLES / "note.docx").read_bytes(),
        "patients/summary.csv": b"name,note\nPeter Thompson,two tablets a day\n",
        "readme.txt": b"Letters of March, sorted by Helen Carter.\n",
    }
    write_zip(EXAMPLES / "letters.zip", members, b"packed by Helen Carter")


SCANNED = (
    "Riverside Clinic, 12 March 2024",
    "",
    "Dear Dr Carter,",
    "",
    "Your patient Margaret Thompson came to our clinic with her",
    "husband, Peter Thompson. She has had pain in her left knee",
    "since the winter and takes two tablets a day. Her daughter,",
    "Fiona Gallagher, can be reached on 212-555-0123.",
    "",
    "Yours sincerely,",
    "Helen Becker",
)


def write_scan() -> None:
    """A letter as a scanner gives it: grey, a little skewed, with noise."""
    page = Image.new("L", (1240, 900), 250)
    font = ImageFont.truetype("/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf", 36)
    for number, line in enumerate(SCANNED):
        ImageDraw.Draw(page).text((90, 80 + 62 * number), line, fill=30, font=font)
    skewed = page.rotate(0.6, Image.Resampling.BICUBIC, fillcolor=250)
    noise = Image.effect_noise(skewed.size, 24)
    ImageChops.add(skewed, noise, 1, -128).quantize(32).convert("L").save(
        EXAMPLES / "scan.png", optimize=True
    )


def show_message(data: bytes) -> str:
    """A message as a mail program shows it, with the headers that it hides."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    rows = "".join(f"<p><b>{name}:</b> {html.escape(str(value))}</p>" for name, value in message.items()
                   if not name.startswith(("Content", "MIME")))  # fmt: skip
    body = message.get_body(("plain",))
    text = html.escape(body.get_content() if body else "").replace("\n", "<br/>")
    files = "".join(f"<p>Attachment: <i>{html.escape(str(part.get_filename()))}</i></p>"
                    for part in message.iter_attachments())  # fmt: skip
    return f"{rows}<hr/><p>{text}</p><hr/>{files}"


def show_table(data: bytes) -> str:
    """The cells of a Parquet file and what its footer says."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    table = file.read()
    head = "".join(f"<th>{name}</th>" for name in table.column_names)
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in row.values()) + "</tr>"
        for row in table.to_pylist()
    )
    chunk = file.metadata.row_group(0).column(table.column_names.index("patient"))
    statistics = chunk.statistics
    least = f"{statistics.min} to {statistics.max}" if statistics and statistics.has_min_max else "none"
    notes = sorted(key.decode() for key in (file.metadata.metadata or {}))
    return (
        f"<table border='1' cellpadding='4'><tr>{head}</tr>{rows}</table>"
        f"<p>statistics of <i>patient</i>: {html.escape(least)}</p><p>notes: {', '.join(notes) or 'none'}</p>"
    )


def show_archive(data: bytes) -> str:
    """The members of an archive, the texts among them, and its comment."""
    import io

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        lines = []
        for entry in archive.infolist():
            text = archive.read(entry).decode() if entry.filename.endswith((".txt", ".csv")) else "…"
            day = "-".join(f"{part:02}" for part in entry.date_time[:3])
            shown = html.escape(text).replace("\n", "<br/>")
            lines.append(f"<p><b>{html.escape(entry.filename)}</b> ({day})<br/>{shown}</p>")
        comment = html.escape(archive.comment.decode()) or "none"
    return "".join(lines) + f"<p>comment: {comment}</p>"


VIEWS = {".eml": show_message, ".parquet": show_table, ".zip": show_archive}


def render(path: Path, folder: Path) -> Image.Image:
    """The first page of a file on which something is, without its margins."""
    import pypdfium2

    if path.suffix == ".png":
        with Image.open(path) as picture:
            return picture.convert("RGB")
    if path.suffix in VIEWS:
        page = folder / f"{path.name}.html"
        shown = f"<table><tr><td>{VIEWS[path.suffix](path.read_bytes())}</td></tr></table>"
        page.write_text(f"<html><body><p/>{shown}</body></html>", encoding="utf-8")
        path = page
    elif path.suffix == ".html":
        # LibreOffice puts what a page begins with on a sheet of its own.
        page = folder / f"{path.stem}-shown.html"
        page.write_text(
            path.read_text("utf-8").replace("<body>", "<body><table><tr><td>", 1), encoding="utf-8"
        )
        path = page
    pdf = path if path.suffix == ".pdf" else convert(path, "pdf", folder)
    document = pypdfium2.PdfDocument(pdf.read_bytes())
    images = [page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("RGB") for page in document]
    document.close()
    return next(filter(None, map(crop, images)))


def crop(image: Image.Image) -> Image.Image | None:
    """The upper part of a page without its margins; None when nothing is on it."""
    inked = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    if inked is None:
        return None
    left, top, right, bottom = inked
    edges = max(0, left - MARGIN), max(0, top - MARGIN), min(image.width, right + MARGIN), bottom + MARGIN
    return image.crop((*edges[:3], min(edges[3], edges[1] + TALLEST, image.height)))


def join(before: Image.Image, after: Image.Image) -> Image.Image:
    """Both pages side by side, with a word above each."""
    pages = [page.resize((WIDTH, round(page.height * WIDTH / page.width))) if page.width > WIDTH else page
             for page in (before, after)]  # fmt: skip
    width = max(page.width for page in pages)
    height = max(page.height for page in pages)
    whole = Image.new("RGB", (2 * width + 3 * GAP, height + 3 * GAP), "#e8e8e8")
    draw = ImageDraw.Draw(whole)
    for number, (name, page) in enumerate(zip(("before", "after"), pages, strict=True)):
        left = GAP + number * (width + GAP)
        draw.text((left, GAP // 3), name, fill="black", font_size=14)
        whole.paste(Image.new("RGB", (width, height), "white"), (left, 2 * GAP))
        whole.paste(page, (left, 2 * GAP))
    return whole


def build_picture(name: str, picture: str, folder: Path, **options: Any) -> None:
    """The picture of one example and its release under the default policy."""
    path = EXAMPLES / name
    released = release(
        InputFile(str(path), path.read_bytes()), Recipe().make_rules(), options=FormatOptions(**options)
    )
    out = folder / f"released{path.suffix}"
    out.write_bytes(released.data)
    join(render(path, folder), render(out, folder)).save(
        PICTURES / f"{picture}-before-and-after.png", optimize=True
    )
    left_out = ", ".join(f"{count} of {kind}" for kind, count in sorted(released.dropped.items()))
    print(f"{name}: left out: {left_out}")


def main() -> None:
    """Write the examples, then a picture of each."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_office_examples(folder)
        write_message()
        write_archive()
        for name in ("note.docx", "list.xlsx", "slides.pptx", "note.odt", "list.ods", "slides.odp"):
            build_picture(name, Path(name).suffix[1:], folder)
        build_picture("visit.html", "page", folder)
        build_picture("visit.eml", "mail", folder)
        rules = parse_column_rules(["visit=keep", "seen=sanitize"])
        build_picture("visits.parquet", "table", folder, columns=rules)
        build_picture("letters.zip", "archive", folder)
        write_scan()
        build_picture("scan.png", "scan", folder)


if __name__ == "__main__":
    main()
