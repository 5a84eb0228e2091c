"""Plain English nouns that people do use for a sort of thing: what a replacement may be called."""

from __future__ import annotations

# A taxonomy has a name for every step; "physical property", "placental" and "armament" are nobody's words for a thing.
_LISTED = """
    actor, actress, agreement, aircraft, airline, airplane, airport, album, alcohol, allergy, alliance,
    anesthetic, animal, antibiotic, antibody, apartment, appliance, army, art, artery, arthritis, artist,
    association, athlete, athletics, author, award, bacterium, bank, battle, beach, berry, beverage, bird,
    blood cell, blood vessel, boat, body of water, bone, book, breed, bridge, building, businessman,
    cancer, car, carbohydrate, cell, ceremony, charity, cheese, chemical, chemical element, child, church,
    city, civil war, clothes, clothing, college, color, comedian, comedy, communicable disease, company,
    competition, composer, computer, container, contest, continent, corporation, country, county, crime,
    criminal offense, currency, dance, dancer, dentist, desert, dessert, device, disease, dish, disorder,
    doctor, document, dog, drama, drink, drug, economist, electronic device, employee, engine, engineer,
    enzyme, equation, equipment, exam, eye disease, fabric, factory, farm animal, farmer, festival, film,
    fish, flower, food, footwear, forest, fruit, fungus, furniture, game, garment, gas, gene, grain,
    grass, gun, harbor, headache, heart disease, herb, historian, holiday, hormone, horse, hospital,
    hotel, house, illness, infant, infection, infectious disease, inflammation, injury, insect,
    instrument, internal organ, invertebrate, island, journalist, king, lake, language, lawyer, legume,
    library, literature, liver disease, lizard, machine, magazine, mammal, mathematician, meal, meat,
    medical care, medical instrument, medical procedure, medical science, medication, medicine, mental
    disorder, mental illness, metal, microorganism, military unit, mineral, motor vehicle, mountain,
    movie, muscle, museum, music, musical instrument, musician, neurological disorder, newspaper, novel,
    novelist, nurse, nut, ocean, official, opera, organ, organization, painter, painting, patient,
    performer, philosopher, physical exercise, physician, physicist, planet, plant, pneumonia, poem, poet,
    policeman, political party, politician, president, priest, procedure, professor, protein,
    psychologist, publication, religion, reptile, respiratory disease, restaurant, ritual, river, road,
    rodent, room, ruler, scholar, school, science, scientist, sculptor, sea, sea animal, seed, sense
    organ, ship, shop, shrub, singer, skin disease, sleep disorder, snake, social science, software,
    soldier, song, spice, spider, sport, statue, store, student, sugar, surgeon, surgery, symptom,
    teacher, team, technology, temple, test, theater, therapy, tool, tower, town, train, traveler,
    treatment, tree, tribe, tumor, university, vaccine, valley, vegetable, vehicle, vein, vertebrate,
    village, vine, viral infection, virus, vitamin, vote, war, weapon, weather, wood, worker, writer, year"""
PLAIN_NOUNS = frozenset(" ".join(name.split()) for name in _LISTED.split(","))

# Adjectives without which a phrase says something else: "low blood sugar" is not "blood sugar".
ESSENTIAL_MODIFIERS = frozenset(
    """abnormal absent adverse alleged anti apparent artificial attempted bad best better broken closest cold counterfeit
    decreased decreasing deficient delayed different difficult dry early elder elevated empty ersatz essential excess
    excessive extinct failed fake false few fewer fictional final first former free future genuine greater half
    high higher hot imaginary impaired improper inadequate inappropriate incomplete incorrect increased increasing
    insufficient irregular lack lacking last late least less lesser likely limited loss lost low lower main maximum mean
    mild minimal minimum missing mock more most near negative never next no non normal null old only opposite
    optional other own partial past poor positive possible potential preferred premature presumed previous
    primary prior probable proposed prospective quasi rare reduced same second secondary semi severe short similar
    single slow small so-called specific sudden supposed suspected third top total unable uncertain unlikely unusual
    upper vice virtual weak worse worst would-be wrong""".split()
)

# Words under which what is more general says more, not less: "no fever" is not "no symptom".
NEGATIONS = frozenset(
    """no not n't never without none nor neither nobody nothing cannot absence absent lack lacks lacked lacking deny denies
    denied denying negative exclude excludes excluded excluding free unlikely nonreactive unremarkable fail fails failed
    hardly rarely seldom except unless prevent prevents prevented preventing avoid avoids avoided avoiding""".split()
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
    """area capital city college colony community county country department district duchy empire government island
    kingdom lake municipality mount people port province region republic river state territory town university
    village""".split()
)
# Nouns that say little without what stands before them: "your function" for "your kidney function".
LIGHT_NOUNS = frozenset(
    """abnormality activity amount area aspect base body case cause cell center change class combination complex component
    condition content count course day defect degree development difference effect element end event factor fashion fiber
    field figure finding form formation function generation growth history impairment index item kind layer length level
    limit line location loss manner mass matter means measure member method mode model movement name network number
    one order organ origin part pattern period phase piece place point population position potential pressure problem
    process production property range rate ratio reaction reason region relation relationship response result role
    root rule section sense series set shape side sign site size sort source space speed stage standard state status
    step structure style surface symptom system temperature term thing time tip tissue trait type unit use value velocity
    version wall way weight west right left east north south look load sound word work year zone""".split()
)
