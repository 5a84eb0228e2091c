"""Who reads a release and guesses what was hidden."""

from reticent.attackers.attacker import AsksAgain, Attacker, Candidate, Clue, Guess

__all__ = ["AsksAgain", "Attacker", "Candidate", "Clue", "Guess"]
