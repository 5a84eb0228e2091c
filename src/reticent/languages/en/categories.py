"""Nouns that people use every day to say what sort of thing something is, in small letters.

Words that mean several sorts of things, each about as often, are left out: what is called a "side" may be anything.
"""

from __future__ import annotations

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
