"""Office files: text is edited where it stands, and only parts, texts and attributes of keep-lists go out."""
