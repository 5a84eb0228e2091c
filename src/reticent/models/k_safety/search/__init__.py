"""The searches for the largest K-safe subset; nothing that checks a promise imports them."""
