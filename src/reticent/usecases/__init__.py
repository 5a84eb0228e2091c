"""What a user asks for, without a terminal: what a command, a service or a cluster's job calls."""
