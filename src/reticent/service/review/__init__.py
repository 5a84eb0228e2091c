"""The review page: one person, one browser, on this machine."""
