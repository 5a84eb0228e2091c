"""Who reads a release and guesses what was hidden."""

from reticent.attackers.attacker import Attacker, Candidate, Clue, Guess

__all__ = ["Attacker", "Candidate", "Clue", "Guess"]
