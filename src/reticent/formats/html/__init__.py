"""Web pages: made anew from keep-lists, with the text outside the edits as it was."""
