"""JSON and JSON lines: objects whose named texts are judged and released."""
