"""English months and weekdays."""

from reticent.languages.language import DateWords

_MONTHS = """january jan, february feb, march mar, april apr, may may, june jun, july jul, august aug,
    september sep sept, october oct, november nov, december dec"""
_WEEKDAYS = "monday mon, tuesday tue tues, wednesday wed, thursday thu thur thurs, friday fri, saturday sat, sunday sun"

DATES = DateWords(
    months=tuple(tuple(spellings.split()) for spellings in _MONTHS.split(",")),
    weekdays=tuple(tuple(spellings.split()) for spellings in _WEEKDAYS.split(",")),
)
