"""Notes, form fields and marks on a page: what shows becomes page content, everything else goes."""

from __future__ import annotations

from reticent.errors import needs_extra

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Name

SHOWN = frozenset(
    "/Widget /FreeText /Stamp /Highlight /Underline /Squiggly /StrikeOut /Square /Circle /Line /Polygon /PolyLine"
    " /Ink /Caret".split()
)
"""Kinds whose looks belong to the page; links, notes, attachments, sounds and the like are dropped."""


def flatten(pdf: pikepdf.Pdf) -> None:
    """Draw on its page what each annotation shows, so that it is read like any other text."""
    form = pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary) and bool(form.get("/NeedAppearances")):
        pdf.generate_appearance_streams()
    for page in pdf.pages:
        found = page.obj.get("/Annots")
        if isinstance(found, Array):
            page.obj["/Annots"] = Array([each for each in found if _shows(each)])
        elif found is not None:
            del page.obj["/Annots"]
    pdf.flatten_annotations("screen")


def _shows(annotation: object) -> bool:
    if not isinstance(annotation, pikepdf.Dictionary):
        return False
    kind = annotation.get("/Subtype")
    return isinstance(kind, Name) and str(kind) in SHOWN and "/AP" in annotation
