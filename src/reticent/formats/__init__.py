"""Bytes in, documents out, and back: one module or folder a format, and a registry that every door asks."""

from reticent.formats.registry import find_format, list_formats
from reticent.formats.seam.format import DocumentSource, FileFormat, FileSource, Format, RecordLayout
from reticent.formats.seam.options import ColumnRule, FormatOptions, parse_column_rules, parse_rule
from reticent.formats.seam.records import RawRecord, Records, open_records

__all__ = [
    "ColumnRule",
    "DocumentSource",
    "FileFormat",
    "FileSource",
    "Format",
    "FormatOptions",
    "RawRecord",
    "RecordLayout",
    "Records",
    "find_format",
    "list_formats",
    "open_records",
    "parse_column_rules",
    "parse_rule",
]
