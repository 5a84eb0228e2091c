"""Stand-ins that are the same in every document of a collection, kept encrypted, for those who hold the key."""
