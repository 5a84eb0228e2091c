"""The words that every part speaks: decisions make a plan, a plan makes edits, edits make a release."""

from reticent.plan.file import (
    PlanFile,
    plan_from_json,
    plan_to_json,
    plans_from_json,
    plans_to_json,
    read_plans,
)
from reticent.plan.made_under import MadeUnder, find_unheld, name_options
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
