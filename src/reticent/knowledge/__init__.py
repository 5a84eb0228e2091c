"""What an attacker is taken to know."""
