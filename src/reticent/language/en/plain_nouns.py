"""Plain English nouns that people do use for a sort of thing: what a replacement may be called."""

from __future__ import annotations

# A noun that fits too much ("device"), means several things or names people by their age or standing is none: where a
# term can be removed instead, a strange word is worse than a gap.
_LISTED = """
    actor, actress, aircraft, airplane, airport, album, animal, antibiotic, antibody, army, arthritis, artist, athlete, author, bacterium, bank, battle, berry, beverage, bird, boat, book, building, cancer, car, charity, cheese, chemical element, church, city, civil war, clothing,
    college, comedian, company, composer, continent, corporation, country, county, dancer, dentist, desert,
    disease, disorder, doctor, economist, engineer, enzyme, eye disease, fabric, festival, film, fish, flower,
    food, forest, fruit, fungus, game, garment, heart disease,
    historian, holiday, hormone, hospital, hotel, illness, infection, infectious disease,
    inflammation, insect, island, journalist, king, lake, lawyer, legume, library, liver disease,
    lizard, magazine, mammal, mathematician, meat, medical procedure, medication, medicine, mental disorder,
    mental illness, military unit, mineral, motor vehicle, mountain, movie, museum,
    musical instrument, musician, neurological disorder, newspaper, novel, novelist, nurse, ocean, opera,
    organization, painter, painting, philosopher, physician, physicist, planet, plant, pneumonia, poem, poet,
    political party, politician, president, priest, procedure, professor, protein, psychologist, religion, reptile,
    respiratory disease, restaurant, river, road, rodent, school, scientist, sculptor, sea, ship, shrub, singer,
    skin disease, sleep disorder, snake, soldier, song, spice, spider, sport, statue, surgeon,
    teacher, temple, theater, tower, town, train, tree, tumor, university, vaccine, valley, vegetable,
    village, viral infection, virus, vitamin, war, weapon, writer"""
PLAIN_NOUNS = frozenset(" ".join(name.split()) for name in _LISTED.split(","))

# Good words where somebody chose them ("NATO", an organization), and odd ones for whatever else a taxonomy puts below them.
NOUNS_TO_CHOOSE = frozenset(
    {
        "building",
        "eye disease",
        "heart disease",
        "liver disease",
        "neurological disorder",
        "organization",
        "physicist",
        "respiratory disease",
        "skin disease",
    }
)

# What may be named by a noun without an article: "collagen", but hardly a plant or an animal ("played on grass").
SORTS_OF_BARE_NOUNS = frozenset(
    """antibiotic antibody cancer disease disorder element enzyme game hormone illness infection
    inflammation medication medicine mineral pneumonia procedure protein religion sport vaccine
    vitamin""".split()
)

# What can stand without the words before it, besides what a taxonomy knows to be a person, an animal, a plant or a thing.
ENDS = PLAIN_NOUNS | frozenset(
    """artery biopsy bone drug examination fracture lesion muscle operation procedure syndrome test
    therapy treatment ulcer vein""".split()
)

# Adjectives without which a phrase says something else: "low blood sugar" is not "blood sugar".
ESSENTIAL_MODIFIERS = frozenset(
    """abnormal absent adverse alleged anti apparent average artificial attempted bad best better broken closest cold counterfeit
    decreased decreasing deficient delayed different difficult dry early elder elevated empty ersatz eighth essential excess
    excessive extinct failed fake false few fewer fictional fifth final first former fourth free future genuine greater half
    high higher hot imaginary impaired improper inadequate inappropriate incomplete incorrect increased increasing
    insufficient irregular lack lacking last late least less lesser likely limited loss lost low lower main maximum mean
    mild minimal minimum missing mock more most near negative never next ninth no non normal null old only opposite
    optional other own partial past poor positive possible potential preferred premature presumed previous
    primary prior probable proposed prospective quasi rare reduced same second secondary semi seventh severe short similar
    single sixth slow small so-called specific sudden supposed suspected tenth third top total unable uncertain unlikely unusual
    upper vice virtual weak worse worst would-be wrong""".split()
)

# Words under which what is more general says more, not less: "no fever" is not "no symptom".
NEGATIONS = frozenset(
    """no not n't never without none nor neither nobody nothing cannot absence absent lack lacks lacked lacking deny denies
    denied denying negative exclude excludes excluded excluding free unlikely nonreactive unremarkable fail fails failed
    hardly rarely rule ruled seldom except unless prevent prevents prevented preventing avoid avoids avoided avoiding""".split()
)
QUANTIFIERS = frozenset(
    """all any both each either entire every few first last least less many more most much next only other others same
    second several such third whichever whole""".split()
)
# Words after which a name is spoken of, and not the thing: "a bar called a steel".
MENTIONS = frozenset(
    """abbreviated acronym aka alias called coined denoted derived dubbed entitled labeled labelled meaning means name named
    names nicknamed pronounced renamed styled term termed terms titled word words""".split()
)
# "Species of fern", "type of spore": the noun stands for a sort, and has no article.
SORTS = frozenset(
    """amount area breed class form genus group kind number order species sort style subset type variety family
    lack level patch quantity""".split()
)
# "The city of Damascus": the name says which one, and nothing else can stand for it.
NAMED = frozenset(
    """area barony capital city college colony community county country department diocese district duchy dukedom earldom
    emirate empire government island kingdom lake municipality mount people port principality province region republic
    river see state territory town university village""".split()
)
# Nouns that say little without what stands before them: "your function" for "your kidney function".
LIGHT_NOUNS = frozenset(
    """abnormality activity amount area aspect base body case cause cell center change class combination
    complex component condition content count course coverage day defect degree development difference
    east effect element end event factor fashion fiber field figure finding form formation function
    generation growth history impairment index item kind layer left length level limit line load
    location look loss manner mass matter means measure member method mode model movement name network
    north number one order organ origin part pattern period phase piece place placement point population
    position potential pressure problem process production property range rate ratio reaction reason
    region relation relationship response result revision right role root rule section sense series set
    shape side sign site size sort sound source south space speed stage standard state status step
    structure style surface symptom system temperature term thing time tip tissue trait type unit use
    value velocity version wall way weight west word work year zone""".split()
)

# "A heart attack" is an event, and "malaria" is an illness.
UNCOUNTED_SORTS = frozenset("condition disease disorder illness syndrome".split())
# After these stands an example, or what something else is compared with.
COMPARISONS = frozenset(
    """between besides e.g especially including include includes included like namely particularly resemble resembles
    resembling than unlike versus vs""".split()
)
# "AMD is a common cause …": what a thing is said to be is not said of every such thing.
DEFINING = frozenset(
    "is are was were be mean means refer refers denote denotes describe describes became becomes remains".split()
)
NAMING = frozenset("called known named referred termed".split())
CLAUSES = frozenset("although because but since that though whereas which while".split())
# What holds under a condition, or of everybody, holds of all of a sort.
CONDITIONS = frozenset(
    "anybody anyone everybody everyone if only people persons those unless when whenever whether whoever".split()
)
# Verbs that speak of one case; those that end in "-ed" do too.
PARTICULAR_VERBS = frozenset(
    """became began broke brought built came can could did died fell fought found gave got grew had held kept
    knew led left lost made may met might ran said saw sent spread spoke stood taught thought told took was went were
    won wrote""".split()
)
# Words before the name of a place or of a thing: behind others it may be a team's or a ruler's.
BEFORE_PLACES = frozenset(
    "across around from in inside into near of outside the through throughout to toward towards within".split()
)
