"""The words that every part speaks: decisions make a plan, a plan makes edits, edits make a release."""

from reticent.plan.file import (
    MadeUnder,
    PlanFile,
    find_unheld,
    name_options,
    plan_from_json,
    plan_to_json,
    plans_from_json,
    plans_to_json,
    read_plans,
)
from reticent.plan.values import Decision, DeclaredException, Edit, Keep, Plan, Promise, Release, Violation

__all__ = [
    "Decision",
    "DeclaredException",
    "Edit",
    "Keep",
    "MadeUnder",
    "Plan",
    "PlanFile",
    "Promise",
    "Release",
    "Violation",
    "find_unheld",
    "name_options",
    "plan_from_json",
    "plan_to_json",
    "plans_from_json",
    "plans_to_json",
    "read_plans",
]
