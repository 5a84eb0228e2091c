"""English words that decide whether a noun needs an article and may have a plural.

Nouns that people use every day to say what sort of thing something is, in small letters.

Words that mean several sorts of things, each about as often, are left out: what is called a "side" may be anything.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

# After one of these a bare singular noun lacks nothing before it, so a countable replacement needs its article.
BEFORE_BARE = frozenset(
    """of in on at for to by with from about against after before during without into between through under
    over via per like than and or but as is are was were be been being has have had having get gets got
    takes took taking use uses used using because since while when if whether prescribed needs needed
    sells sold bought received makes made contracted developed develops denies denied suffers reports
    reported shows showed causes caused had visited lives lived left near which who""".split()
)
AFTER_BARE = frozenset(
    """of in on at for to by with from about against after before during without into between through under
    over and or but as is are was were be been has have had will would can could may might must should
    shall do does did that which who whom whose because since while when if than then until although
    though so yet not again also already always before ever here later never now often once only soon
    still there today tomorrow tonight too twice yesterday""".split()
)
# Nouns that stand without an article in the singular, as taxonomy names do that end in them.
MASS = frozenset(
    """abuse advice air alcohol anger anxiety behavior blood bread care clothing coffee conduct damage data
    distress education energy equipment evidence fear food fruit furniture gas health help hygiene
    information justice knowledge land law literature luggage machinery mail matter meat medicine metal
    milk money music news pain paper pollution poverty power progress property rain research safety sex
    skin software soil stuff therapy tissue traffic transport treatment violence water weather
    weight wine wood work""".split()
)

# A note says "Denies HIV": without the verb it would say the opposite.
DENIALS = frozenset(
    """deny denies denied denying lacks lacked lacking refuse refuses refused refusing decline declines declined declining
    exclude excludes excluded excluding stop stops stopped stopping discontinue discontinues discontinued avoid avoids
    avoided avoiding""".split()
)

# Words that go with any noun: beside a gap they say nothing of what stood there.
PLAIN_MODIFIERS = frozenset(
    """acute additional advanced any apparent associated average bad better big chronic clear common complete
    considerable current definite different early entire evident extensive few final first former frequent full
    further general good great group high history important initial large last late latter left less likely little
    local long low main major many marked mild minor moderate more most multiple new next normal numerous obvious old
    only other own partial particular past patient patients people person persistent possible present previous
    primary prior probable recent recurrent regular related repeated right same second secondary several severe
    short significant similar simple single small some special specific strong subsequent such suspected third
    total typical unknown usual various very whole young""".split()
)

# "She became anemic": behind these, words with these endings say how somebody is.
COPULAS = frozenset(
    "am is are was were be been being become becomes became becoming feel feels felt remain remains remained seem seems".split()
)
ADJECTIVE_ENDINGS = ("ic", "ous", "al", "ive")
# "Has flu", "died of flu": nouns, even where a tagger takes them for something else.
BEFORE_NOUNS = frozenset("have has had having of with from for about against".split())
# "HIV positive" says how somebody is.
RESULTS = frozenset("positive negative".split())
AFTER_HYPHENS = frozenset("associated caused induced like related specific".split())

# Endings of nouns that name a quality, a field or an illness: "arthritis", not "an arthritis".
_UNCOUNTED_ENDINGS = (
    "ness",
    "ism",
    "itis",
    "emia",
    "aemia",
    "ology",
    "graphy",
    "pathy",
    "hood",
    "ship",
    "ing",
)
_COUNTED_ALL_THE_SAME = frozenset(
    """airship battleship championship chiefdom flagship friendship harness illness kindness likeness mechanism
    being beginning building ceiling clothing covering crossing drawing dressing dwelling ending engraving
    evening feeling filling gathering greeting hearing helping king landing lining marking meaning meeting
    morning offering offspring opening painting recording ring ruling saying setting shilling sling spring
    sting string thing tracing training understanding wedding wing writing
    neighborhood organism prism relationship scholarship ship sickness spaceship steamship township warship
    weakness witness wilderness business microorganism photography biography autobiography bibliography""".split()
)


def is_uncounted(noun: str) -> bool:
    """Whether writers leave a noun without article and plural ("information").

    >>> is_uncounted("information"), is_uncounted("unhappiness"), is_uncounted("illness")
    (True, True, False)
    """
    if noun in _COUNTED_ALL_THE_SAME:
        return False
    return noun in _counted_as_bare() or noun.endswith(_UNCOUNTED_ENDINGS)


@cache
def _counted_as_bare() -> frozenset[str]:
    """The nouns that stand bare in Simple English Wikipedia, by count."""
    listed = files("reticent.language.en").joinpath("data/mass-nouns.txt").read_text("utf-8")
    return frozenset(listed.split())


_LISTED = """acid, actor, advantage, agency, agreement, aircraft, airplane, airport, alcohol, ammunition, anger, animal,
    answer, argument, army, article, artist, association, athlete, attack, author, bacteria, bag, ball, bank,
    battle, bay, beach, bed, beer, beginning, beverage, bird, birth, boat, bomb, bone, book, border, bottle,
    boundary, box, boy, bread, bridge, broadcast, building, business, buyer, cake, camera, canal, cancer,
    candy, capital, car, castle, cat, cattle, cave, celebration, cell, century, ceremony, chair, chemical,
    child, circle, city, cliff, cloth, clothing, club, coast, coin, committee, community, company,
    competition, composition, compound, conflict, container, contest, continent, contract, conversation,
    corner, cost, council, country, county, craftsman, creature, crime, criminal, crop, crowd, customer,
    damage, dance, danger, date, day, death, debt, decoration, decrease, defeat, desert, desire, destruction,
    device, difficulty, disability, discussion, disease, dish, disorder, distance, doctor, document, dog,
    door, drawing, drink, drug, dwelling, dye, edge, education, emotion, employee, enemy, engine, engineer,
    enterprise, entertainer, enzyme, equipment, expert, explanation, fabric, factory, failure, family, farmer,
    fear, fee, fence, festival, fever, fight, film, firm, fish, floor, flower, fluid, follower, food, forest,
    friend, fruit, fuel, fund, fungus, furniture, game, gang, gap, garden, garment, gas, girl, gland,
    government, grass, growth, gun, happiness, harbor, hard drug, hat, hate, height, herb, hill, hole, home,
    hope, hormone, horse, hospital, hotel, hour, house, household appliance, illness, image, improvement,
    income, increase, infection, inhabitant, injury, insect, institution, instrument, island, jewelry, job,
    joint, journey, judge, jury, king, kingdom, lake, land, language, law, lawyer, leader, leaf, length,
    lesson, letter, limb, liquid, literature, loan, loss, love, machine, magazine, mammal, man, map, market,
    marriage, material, meal, meat, medicine, meeting, member, mental illness, merchant, metal, method,
    microorganism, mineral, missile, mistake, money, month, mountain, movie, murder, muscle, museum, music,
    musical instrument, musician, name, nation, natural disaster, neighborhood, nerve, newspaper, noise,
    novel, nurse, occupation, ocean, office, officer, official, oil, operation, opinion, opponent,
    organization, ornament, owner, pain, painting, parent, park, path, payment, people, performance,
    performer, permission, person, pet, photograph, phrase, picture, place, plan, planet, plant, plastic,
    player, poem, poison, political party, politician, population, pot, powder, prayer, predator, price,
    priest, principle, prison, problem, producer, profession, profit, program, promise, protein, publication,
    question, rain, reduction, region, relative, religion, report, reptile, request, research, restaurant,
    risk, ritual, river, road, rock, roof, room, root, route, rule, ruler, sadness, salt, sauce, school,
    science, scientist, screen, sculpture, sea, season, seed, seller, sentence, shellfish, shelter, ship,
    shoe, shop, shrub, sign, singer, size, skill, soft drug, software, soil, soldier, song, sound, specialist,
    speech, speed, spice, spider, sport, star, statement, station, statue, store, storm, story, stream,
    street, strength, study, suburb, success, sugar, supporter, surface, surgery, symbol, symptom, task, tax,
    teacher, team, technique, telephone, temperature, temple, territory, text, theater, theft, theory,
    therapy, tissue, tool, tower, town, toy, trade, train, training, travel, treatment, tree, tribe, trip,
    truck, tumor, valley, vegetable, vehicle, vessel, victory, village, virus, vitamin, volcano, wage, wall,
    war, weakness, wealth, weapon, weather, website, week, weight, wheel, wind, window, wine, woman, wood,
    word, worker, worm, wound, writer, year, zone"""
CATEGORIES = frozenset(" ".join(name.split()) for name in _LISTED.split(","))
