"""Work on documents by urgency: what somebody waits for is done first, and never waits for a long document before it."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from threading import Condition, Thread

Work = Callable[[int], None]


class WorkQueue:
    """Documents to be worked on, by number: the newest that somebody waits for, then the others, the lightest first.

    One thread takes all of them, another only those that somebody waits for. While it is `paused`, no others are begun.
    """

    def __init__(self, work: Work, weigh: Callable[[int], int]) -> None:
        self._work = work
        self._weigh = weigh
        self._waiting: list[tuple[int, int, int]] = []
        self._asked: dict[int, tuple[int, int]] = {}
        self._running: set[int] = set()
        self._turns = count(1)
        self._ended = False
        self._changed = Condition()
        self._threads: list[Thread] = []
        self.paused = False

    def ask(self, number: int, *, urgent: bool = False) -> None:
        """Have a document worked on; one that is asked for again only becomes more urgent."""
        with self._changed:
            place = (-next(self._turns), 0) if urgent else (1, self._weigh(number))
            if self._ended or place >= self._asked.get(number, (2, 0)):
                return
            self._asked[number] = place
            heapq.heappush(self._waiting, (*place, number))
            self._start()
            self._changed.notify_all()

    def pause(self, paused: bool) -> None:
        """Begin nothing that nobody waits for, or go on with it."""
        with self._changed:
            self.paused = paused
            self._changed.notify_all()

    def wait(self, number: int) -> None:
        """Wait until nothing is left to do for a document."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or (number not in self._asked and number not in self._running)
            )

    def close(self) -> None:
        """Begin nothing any longer, and wait for what is being done."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _start(self) -> None:
        if not self._threads:
            for least in (1, 0):
                self._threads.append(Thread(target=self._go, args=(least,), name="review", daemon=True))
                self._threads[-1].start()

    def _go(self, least: int) -> None:
        """Work on what is no less urgent than `least`, until the end."""
        while (number := self._take(least)) is not None:
            try:
                self._work(number)
            finally:
                with self._changed:
                    self._running.discard(number)
                    self._changed.notify_all()

    def _take(self, least: int) -> int | None:
        """The next document; None at the end."""
        with self._changed:
            while not self._ended:
                found = self._find(0 if self.paused else least)
                if found is not None:
                    return found
                self._changed.wait()
        return None

    def _find(self, least: int) -> int | None:
        """The next document that may be begun; one that the other thread works on stays for later."""
        passed: list[tuple[int, int, int]] = []
        found = None
        while self._waiting and self._waiting[0][0] <= least and found is None:
            first, second, number = heapq.heappop(self._waiting)
            if self._asked.get(number) != (first, second):
                continue
            if number in self._running:
                passed.append((first, second, number))
                continue
            found = number
            del self._asked[number]
            self._running.add(number)
        for each in passed:
            heapq.heappush(self._waiting, each)
        return found
