"""What several models share: phrases, counts, names, generalizations, decisions about terms, what is left over."""
