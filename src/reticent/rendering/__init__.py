"""From a plan to edits, and from edits to a text that reads well."""
