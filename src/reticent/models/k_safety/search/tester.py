"""Is a growing set of terms still K-safe? The test that the paper's two exact searches share (ERASE, section 5.2.2)."""

from __future__ import annotations

from reticent.models.k_safety.search.problem import Problem, as_ints

MEMORY = 1_000_000


class SafetyTest:
    """Tells whether a K-safe set stays so with one term more; sets are integers with bit i for term i.

    Only protected entities that know the new term can be in danger, and entities that know the same part of the set
    share one count.
    """

    def __init__(self, problem: Problem) -> None:
        guards = as_ints(problem.guarded)
        self._guards = [[guard for guard in guards if guard >> term & 1] for term in range(problem.size)]
        self._knowers = problem.knowers
        self._need = problem.need
        self._verdicts: dict[int, bool] = {}

    def stays_safe(self, chosen: int, term: int) -> bool:
        """Whether `chosen`, which is K-safe without `term`, is K-safe with it."""
        guards = self._guards[term]
        if len(self._verdicts) > MEMORY:
            self._verdicts.clear()
        for at, guard in enumerate(guards):
            told = guard & chosen
            verdict = self._verdicts.get(told)
            if verdict is None:
                verdict = self._verdicts[told] = self._support(told) >= self._need
            if not verdict:
                guards.insert(0, guards.pop(at))  # who objects once will object again
                return False
        return True

    def _support(self, told: int) -> int:
        common = -1
        while told:
            lowest = told & -told
            common &= self._knowers[lowest.bit_length() - 1]
            told ^= lowest
        return common.bit_count()
