"""Archives: every member is read by its own format, and the archive is built anew."""
