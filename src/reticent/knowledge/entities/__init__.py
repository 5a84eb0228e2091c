"""What an attacker knows of entities: each has names, a category and the terms that belong to it."""
