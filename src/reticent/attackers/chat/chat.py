"""A language model in the attacker's place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from reticent.attackers.attacker import Candidate, Guess
from reticent.attackers.chat.answer import Said, read_answer
from reticent.attackers.chat.naming import Naming
from reticent.attackers.chat.question import declare_question, make_form, make_messages
from reticent.attackers.chat.quotes import locate_quotes
from reticent.attackers.chat.server import Server
from reticent.errors import AttackerError
from reticent.text import Document

ANYTHING = "one thing"
"""What is hidden, where nobody says of what kind it is."""


@dataclass(frozen=True, slots=True)
class Chat:
    """The attacker who gives a text to a language model and asks what it hides.

    It is asked `tries` times, each time with the candidates in another order; up to `listed` candidates stand in the
    question, for more it is asked without a list. `hidden` says in general words what was taken out. With `control` it must
    first find two candidates in sentences that name them.
    """

    server: Server
    name: str = "chat"
    tries: int = 1
    guesses_asked: int = 10
    listed: int = 100
    hidden: str = ANYTHING
    control: bool = True
    _tested: set[str] = field(default_factory=set, init=False, repr=False, compare=False)

    @property
    def repeatable(self) -> bool:
        """Never: a server may run another model tomorrow, or the same one on another machine."""
        return False

    @property
    def fingerprint(self) -> str:
        """The hash of model, address and question; what the model knows, nobody can hash from here."""
        settings = [self.server.model, str(self.server.address), self.tries, self.guesses_asked, self.listed]
        content = json.dumps([*settings, self.hidden, declare_question()])
        return "sha256:" + hashlib.sha256(content.encode()).hexdigest()

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """All candidates by the best place that each got in any try; those that it never named come last, as equals."""
        best: dict[str, Guess] = {}
        for answer in self.answers(document, candidates):
            for guess in answer:
                if guess.candidate not in best or best[guess.candidate].score < guess.score:
                    best[guess.candidate] = guess
        return sorted(best.values(), key=lambda guess: -guess.score)

    def answers(self, document: Document, candidates: Sequence[Candidate]) -> list[list[Guess]]:
        """What it said at each try: the candidates that it named, with the words that it relied on, then all others."""
        if not candidates:
            return []
        naming = Naming.of(candidates)
        self._require_sense(candidates, naming)
        tries = [self._ask(document.text, candidates, turn) for turn in range(self.tries)]
        return [_rank_all(_place(document, said, naming), candidates) for said in tries]

    def _ask(self, text: str, candidates: Sequence[Candidate], turn: int) -> list[Said]:
        """What it says about a text at one turn; an AttackerError when that is no guess at all."""
        names = [each.name for each in candidates] if len(candidates) <= self.listed else []
        count = max(1, min(self.guesses_asked, len(candidates)))
        messages = make_messages(text, names, hidden=self.hidden, count=count, turn=turn)
        said = read_answer(self.server.complete(messages, make_form(count, names), seed=turn))
        if not said:
            raise AttackerError(
                f"{self.server.address} gave no guess that can be read, so nobody can tell what it knows:"
                " take a model that answers such questions, in JSON"
            )
        return said

    def _require_sense(self, candidates: Sequence[Candidate], naming: Naming) -> None:
        """Raise unless it finds what stands in plain words: who can't read would never guess anything either.

        Two candidates are tried, the same for every text, so that an attacker who always says one name fails.
        """
        if not self.control or len(candidates) < 2:
            return
        ordered = sorted(candidates, key=lambda each: hashlib.sha256(each.name.encode()).digest())
        tested = repr([each.name for each in ordered[:2]])
        if tested in self._tested:
            return
        for each in ordered[:2]:
            said = self._ask(f"This text is about {each.name}.", candidates, 0)
            if each.name not in naming.find(said[0].name)[:1]:
                raise AttackerError(
                    f"{self.server.address} does not find what a text says in plain words, so its silence means nothing:"
                    " take another model"
                )
        self._tested.add(tested)


def _place(document: Document, said: Sequence[Said], naming: Naming) -> list[Guess]:
    """The candidates that were named, each where it was named first; a guess that names none takes no place."""
    placed: dict[str, Said] = {}
    for each in said:
        for candidate in naming.find(each.name):
            placed.setdefault(candidate, each)
    return [
        Guess(candidate, 1 / place, locate_quotes(document, each.quotes, 1 / place))
        for place, (candidate, each) in enumerate(placed.items(), 1)
    ]


def _rank_all(named: Sequence[Guess], candidates: Sequence[Candidate]) -> list[Guess]:
    """The guesses, and behind them all other candidates as equals: it had the choice and took none of them."""
    taken = {guess.candidate for guess in named}
    return [*named, *(Guess(each.name, 0.0) for each in candidates if each.name not in taken)]
