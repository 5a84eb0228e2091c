"""Plain English nouns that people do use for a sort of thing: what a replacement may be called."""

from __future__ import annotations

from reticent.languages.en.categories import CATEGORIES

# Where a term can be removed instead, a category that says little, or several things, or whose a person is, is none.
_LEFT_OUT = """
    ability, acid, activity, advantage, age, agency, ammunition, amount, anger, answer, area, argument,
    article, attack, bacteria, bag, ball, bay, bed, beer, beginning, birth, body part, bomb, border,
    bottle, boundary, box, boy, bread, broadcast, business, buyer, cake, camera, canal, candy, capital,
    castle, cat, cattle, cave, celebration, century, chair, change, circle, cliff, cloth, club, coast,
    coin, committee, community, composition, compound, conflict, contract, conversation, corner, cost,
    council, craftsman, creature, criminal, crop, crowd, customer, damage, danger, date, day, death, debt,
    decoration, decrease, defeat, desire, destruction, difficulty, disability, discussion, distance,
    district, door, drawing, dwelling, dye, edge, education, element, emotion, enemy, enterprise,
    entertainer, expert, explanation, failure, family, fear, fee, feeling, fence, fever, fight, firm,
    floor, fluid, follower, friend, fuel, fund, gang, gap, garden, girl, gland, government, growth,
    happiness, hard drug, hat, hate, height, hill, hole, home, hope, hour, household appliance, image,
    improvement, income, increase, inhabitant, institution, jewelry, job, joint, journey, judge, jury,
    kingdom, land, law, leader, leaf, length, lesson, letter, limb, liquid, list, loan, loss, love, man,
    map, market, marriage, material, meeting, member, merchant, message, method, missile, mistake, money,
    month, movement, murder, name, nation, natural disaster, neighborhood, nerve, noise, number,
    occupation, office, officer, oil, operation, opinion, opponent, ornament, owner, pain, parent, park,
    path, payment, people, performance, period, permission, person, pet, photograph, phrase, picture,
    place, plan, plastic, player, poison, population, pot, powder, prayer, predator, price, principle,
    prison, problem, producer, profession, profit, program, promise, quality, question, rain, reduction,
    region, relative, report, request, research, risk, rock, roof, root, route, rule, sadness, salt,
    sauce, screen, sculpture, season, seller, sentence, shellfish, shelter, shoe, sign, situation, size,
    skill, soft drug, soil, sound, specialist, speech, speed, star, statement, station, storm, story,
    stream, street, strength, study, substance, suburb, success, supporter, surface, symbol, task, tax,
    technique, telephone, temperature, territory, text, theft, theory, time, tissue, toy, trade, training,
    travel, trip, trouble, truck, vessel, victory, volcano, wage, wall, weakness, wealth, website, week,
    weight, wheel, wind, window, wine, woman, word, work, worm, wound, zone"""
_ADDED = """
    actress, airline, album, allergy, alliance, anesthetic, antibiotic, antibody, apartment, appliance,
    art, artery, arthritis, athletics, award, bacterium, berry, blood cell, blood vessel, body of water,
    breed, businessman, carbohydrate, charity, cheese, chemical element, church, civil war, clothes,
    college, color, comedian, comedy, communicable disease, composer, corporation, criminal offense,
    currency, dancer, dentist, dessert, drama, economist, electronic device, equation, exam, eye disease,
    farm animal, footwear, gene, grain, headache, heart disease, historian, holiday, infant, infectious
    disease, inflammation, internal organ, invertebrate, journalist, legume, library, liver disease,
    lizard, mathematician, medical care, medical instrument, medical procedure, medical science,
    medication, mental disorder, military unit, motor vehicle, neurological disorder, novelist, nut,
    opera, organ, painter, patient, philosopher, physical exercise, physician, physicist, pneumonia, poet,
    policeman, president, procedure, professor, psychologist, respiratory disease, rodent, scholar,
    sculptor, sea animal, sense organ, skin disease, sleep disorder, snake, social science, student,
    surgeon, technology, test, traveler, university, vaccine, vein, vertebrate, vine, viral infection,
    vote"""


def _split(listed: str) -> frozenset[str]:
    return frozenset(" ".join(name.split()) for name in listed.split(","))


PLAIN_NOUNS = (CATEGORIES | _split(_ADDED)) - _split(_LEFT_OUT)

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
    """area capital city college colony community county country department district duchy empire government island
    kingdom lake municipality mount people port province region republic river state territory town university
    village""".split()
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
