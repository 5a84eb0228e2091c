"""Small English words, and those that English writers take along, in and around names."""

from reticent.languages.language import NameWords

_TITLES = """mr mrs ms miss mx dr prof professor sir dame lord lady judge justice president minister captain colonel major
    general inspector sergeant mr. mrs. ms. dr. prof. st. jr. jr sr. sr"""
_ROLES = """mr mrs ms miss mx dr prof professor judge sir dame lord lady justice inspector sergeant captain
    colonel major general president minister senator lawyer attorney detective officer father sister brother"""
_LINKS = "of the and for de van von la du in on & -"
_BRIDGES = "of the for de van von la le du di da del der den ' ’ - – / . &"
_NEVER_FIRST = """of the and for in on at to from by with a an until between since after before about , . ' ’ ” ) ; : – - / ] } &
    's ’s or as into over no no. nos. § ..."""
_NEVER_LAST = "of the and for in on at to from by with a an , ; : “ ( [ – - / & or as § ... 's ’s"
_FILLERS = "of the and for de la du von van in on at to & - ,"

NAMES = NameWords(
    titles=frozenset(_TITLES.split()),
    roles=frozenset(_ROLES.split()),
    male=frozenset({"mr", "sir", "lord", "monsieur", "herr"}),
    female=frozenset({"mrs", "ms", "miss", "lady", "dame", "madame", "frau"}),
    possessives=frozenset({"'s", "’s", "'", "’"}),
    links=frozenset(_LINKS.split()),
    bridges=frozenset(_BRIDGES.split()),
    bridges_in_people=frozenset(_BRIDGES.split()) - {"of", "the", "for"},
    never_first=frozenset(_NEVER_FIRST.split()),
    never_last=frozenset(_NEVER_LAST.split()),
    fillers=frozenset(_FILLERS.split()),
)
