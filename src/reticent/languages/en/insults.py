"""Nouns of the English WordNet that insult the person or the deed that they are said of, in small letters."""

from __future__ import annotations

_LISTED = """abnormality, addict, adulteress, adulterer, alky, ape, baggage, bad person, barbarian, bastard, beast, bitch, blockhead,
    boozer, bum, cad, castaway, clown, clod, coward, crank, crazy, creep, creeper, cretin, criminal, cripple, crone, cuckold,
    cur, degenerate, deviant, deviate, disgrace, dolt, drone, drunk, drunkard, dullard, dummy, dunce, failure, fallen woman,
    fanatic, flop, fool, freak, freeloader, good-for-nothing, goon, half-wit, hag, harlot, heathen, hooker, idiot, idler,
    ignoramus, imbecile, infidel, inferior, invalid, jerk, junkie, knave, lazybones, leech, liar, loafer, loser, lout, lowlife,
    lunatic, lush, madman, madwoman, maniac, misfit, miscreant, monster, moron, mongrel, nincompoop, ninny, nobody, nonentity,
    nonperson, nuisance, oaf, oldster, old woman, outcast, pagan, parasite, pariah, peasant, pervert, perversion, pig, primitive,
    prostitute, psycho, rascal, rat, reprobate, rogue, savage, scoundrel, scum, sexual pervert, shrew, simple, simpleton, sinner, sissy,
    slattern, slave, slob, sloven, slut, snake, sot, spastic, spinster, stiff, swine, tart, thug, top dog, trash, tramp, traitor,
    unfortunate, unfortunate person, unpleasant person, unperson, unskilled person, unwelcome person, vagabond, vagrant,
    vermin, victim, villain, wanton, weakling, wench, whore, witch, woman of the street, worm, wretch, wrongdoer, yokel"""
INSULTS = frozenset(" ".join(name.split()) for name in _LISTED.split(","))
