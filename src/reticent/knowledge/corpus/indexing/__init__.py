"""From documents to an index file: sources, passes over them on disk, and the file that they end in."""
