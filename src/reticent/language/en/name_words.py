"""Small English words, and those that English writers take along, in and around names."""

from reticent.language.language import NameWords

_TITLES = """mr mrs ms miss mx dr prof professor sir dame lord lady judge justice president minister captain colonel major
    general inspector sergeant mr. mrs. ms. dr. prof. st. jr. jr sr. sr"""
_ROLES = """mr mrs ms miss mx dr prof professor judge sir dame lord lady justice inspector sergeant captain
    colonel major general president minister senator lawyer attorney detective officer father sister brother"""
_STAFF = """rn en sn cns cnm anp np hca ain sr matron nurse reg registrar sho rmo jmo fy1 f1 f2 st4 cons consultant ot pt sw slt
    salt tvn cpn dn hv mo pa emt rm mw midwife pharm pharmacist physio physiotherapist dietitian porter paramedic chaplain
    interpreter gp locum carer coordinator manager supervisor solicitor clerk teacher coach pc sgt insp dc ds cllr rev
    revd fr agent driver tenant landlord caller customer client patient pt. chair secretary treasurer receptionist
    psychologist therapist surgeon anaesthetist dentist vet counsellor councillor constable"""
_RELATIONS = """wife husband dtr daughter son mum mother mom dad father sister brother sis bro nan nana gran granny grandma
    grandad grandpa grandfather grandmother aunt auntie aunty uncle niece nephew partner housemate roommate flatmate
    neighbour neighbor friend cousin granddaughter grandson fiance fiancé fiancée mate girlfriend boyfriend spouse twin
    twins stepson stepdaughter godmother godfather widow widower child baby nok w/o s/o d/o colleague"""
_STREETS = """street st road rd lane ln avenue ave close drive crescent cres way court ct place terrace tce row hill square
    sq boulevard blvd highway hwy parade esplanade grove gardens mews rise walk"""
_LINKS = "of the and for de van von la du in on & -"
_BRIDGES = "of the for de van von la le du di da del der den ' ’ - – / . &"
_NEVER_FIRST = """of the and for in on at to from by with a an until between since after before about , . ' ’ ” ) ; : – - / ] } &
    's ’s or as into over no no. nos. § ..."""
_NEVER_LAST = "of the and for in on at to from by with a an , ; : “ ( [ – - / & or as § ... 's ’s"
_FILLERS = "of the and for de la du von van in on at to & - ,"
_GREETINGS = """dear hi hello hey hiya morning afternoon evening regards sincerely faithfully thanks cheers ta yours madam best
    wishes kind warm bye"""
_FIELDS = """dob yob mrn nhs meds hx pmh pmhx shx fhx dx rx tx sx o/e s/b d/w f/u r/v imp ix obs plan name surname forename address addr
    tel telephone phone fax email e-mail mobile mob ref date time age sex subject re from to cc bcc sent nok allergies
    medications diagnosis history examination assessment impression investigations signed signature summary findings
    patient pt gp ward bed room note notes page yob iban bic ssn vat nino vin url"""
_SUFFIXES = "jr sr junior senior ii iii iv esq md mba phd dphil rn obe mbe cbe qc kc mp frcp frcs"
_LEGAL_FORMS = """inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag kg se sa sas sarl nv bv ab as oy
    spa srl pty pte holding holdings group"""
_ALSO_NAMES = frozenset("judge major page sir general justice best warm ward may sent kind".split())
"""Titles and fields that many people are called."""

NAMES = NameWords(
    titles=frozenset(_TITLES.split()),
    roles=frozenset(_ROLES.split()),
    staff=frozenset(_STAFF.split()),
    relations=frozenset(_RELATIONS.split()),
    streets=frozenset(_STREETS.split()),
    male=frozenset({"mr", "sir", "lord", "monsieur", "herr"}),
    female=frozenset({"mrs", "ms", "miss", "lady", "dame", "madame", "frau"}),
    possessives=frozenset({"'s", "’s", "'", "’"}),
    links=frozenset(_LINKS.split()),
    bridges=frozenset(_BRIDGES.split()),
    bridges_in_people=frozenset(_BRIDGES.split()) - {"of", "the", "for"},
    never_first=frozenset(_NEVER_FIRST.split()),
    never_last=frozenset(_NEVER_LAST.split()),
    fillers=frozenset(_FILLERS.split()),
    nobody=frozenset((_TITLES + " " + _GREETINGS + " " + _FIELDS).split()) - _ALSO_NAMES,
    no_place=frozenset({"ward", "wards", "unit", "clinic", "hospital", "theatre", "bay"}),
    suffixes=frozenset(_SUFFIXES.split()),
    legal_forms=frozenset(_LEGAL_FORMS.split()),
)
