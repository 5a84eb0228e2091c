"""The words that every part speaks: decisions make a plan, a plan makes edits, edits make a release."""

from reticent.plan.file import plan_from_json, plan_to_json, plans_from_json, plans_to_json, salt_from_json
from reticent.plan.values import Decision, DeclaredException, Edit, Keep, Plan, Promise, Release, Violation

__all__ = [
    "Decision",
    "DeclaredException",
    "Edit",
    "Keep",
    "Plan",
    "Promise",
    "Release",
    "Violation",
    "plan_from_json",
    "plan_to_json",
    "plans_from_json",
    "plans_to_json",
    "salt_from_json",
]
