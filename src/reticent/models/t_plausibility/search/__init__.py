"""The searches for the cheapest generalization; nothing that checks a promise imports them."""
