"""Bytes in, documents out, and back: one module or folder a format, and a registry that every door asks."""

from reticent.formats.format import FileFormat, FileSource, Format, RecordLayout, Source
from reticent.formats.options import ColumnRule, FormatOptions, parse_column_rules, parse_rule
from reticent.formats.records import RawRecord, Records, open_records
from reticent.formats.registry import find_format, list_formats

__all__ = [
    "ColumnRule",
    "FileFormat",
    "FileSource",
    "Format",
    "FormatOptions",
    "RawRecord",
    "RecordLayout",
    "Records",
    "Source",
    "find_format",
    "list_formats",
    "open_records",
    "parse_column_rules",
    "parse_rule",
]
