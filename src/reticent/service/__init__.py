"""The HTTP service: a thin door to the use cases, for programs of a team. Nothing that it writes quotes a text."""
