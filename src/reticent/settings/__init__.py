"""What a setting is: declared once, with type, range, default and help sentence, in the room of the part it belongs to.

Policy files, command-line options and reference pages are made from these declarations.
"""
