"""Which concept is more general than which."""
