"""Sessions in which a person changes a plan: states, actions, hints, journal and release; no page and no terminal."""
