"""Where English words and sentences begin and end."""

from reticent.language.language import SentenceWords, TokenParts

_ABBREVIATIONS = """Adm Apr Assn Assoc Aug Ave Bldg Blvd Brig Bros Capt Cmdr Co Col Comdr Corp Cpl Dec Dept Det Dist Dr Ed Esq
    Feb Fig Figs Fri Ft Gen Gov Govt Hon Inc Insp Intl Jan Jr Jul Jun Lt Ltd Maj Mar Messrs Mfg Mon Mr Mrs Ms Msgr
    Mt Mts Mx Nat No Nos Nov Oct Op Org Par Pres Prof Pt Pvt Rd Rep Reps Rev Sat Sec Sen Sens Sep Sept Sgt Sr St
    Ste Supt Thu Thur Thurs Treas Tue Tues Univ Vol Vols Vs Wed
    approx assn ca cf co corp dept ed eds esp etc fig figs ft govt inc incl jr lb lbs ltd nos p pp resp sr st viz
    vol vols vs yr yrs"""
_NEVER_LAST = """adm brig capt cf cmdr col cpl dr esp fig figs gen gov hon insp lt maj mr mrs ms msgr mt mx
    no nos pp pres prof rep rev sen sgt st vs viz e.g i.e"""
_OPENERS = """A An The This That These Those He She It They We You I His Her Its Their Our My But And Or In On
    At For From After Before When While If As There However Although Since With By To Then Some Many Most"""

TOKENS = TokenParts(
    abbreviations=frozenset(_ABBREVIATIONS.split()),  # "sat." is none, "Sat." may be one
    degrees=("Ph.D", "M.Sc", "B.Sc"),
    clitics=("s", "d", "m", "ll", "re", "ve"),
    negation=("n", "t"),
    shorthand=frozenset(
        "a/w b/l c/o d/c d/t d/w f/h f/u h/o i/o n/a o/e p/w r/o s/p t/o w/o w/u y/o".split()
    ),
)
SENTENCES = SentenceWords(
    never_last=frozenset(_NEVER_LAST.split()),
    before_numbers=frozenset({"no", "nos", "fig", "figs", "pp"}),
    openers=frozenset(_OPENERS.split()),
)
