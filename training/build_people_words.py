"""Makes `people-words.txt`: English nouns that say what somebody is, by callings, kin, sexes, origins and faiths.

    python -m training.build_people_words [--check]        writes into src/reticent/language/en/data

They are the names below a few concepts of the WordNet that ships with the package, where a person is the likeliest sense of the noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from experiments.needs import Needs

from reticent.detection.names.word_lists import RARE, word_classes
from reticent.knowledge.taxonomy import Concept, Taxonomy, descendants, wordnet
from reticent.language import DEFAULT_LANGUAGE
from training.shipping import ship

NEEDS = Needs()

_ROOTS = {
    "kin": "relative spouse lover",
    "sexes": "female male",
    "faiths": "religious_person cleric monastic",
    "origins": "inhabitant person_of_color white African Asian European American Semite exile migrant",
    "callings": """worker professional leader expert creator entertainer serviceman official merchandiser scientist student
        intellectual businessperson athlete adviser communicator""",
}
"""The concepts below which the nouns of each sort lie; a noun belongs to the first sort that has it."""

_ALSO = {
    "kin": """mum mummy mom mommy dad daddy granny nan nana nanna gran grandad granddad grandpa gramps bro sis hubby missus auntie
        aunty fiance fiancé fiancée husband wife widow widower divorcee divorcé divorcée partner sibling twin twins triplet stepmum
        stepdad stepmom carer gf bf dtr ex ex-wife ex-husband next-of-kin in-law in-laws bride bridegroom groom newlywed parent""",
    "sexes": "woman man girl boy lady gentleman female male guy gal lass lad bloke transgender nonbinary non-binary trans lesbian gay bisexual",
    "faiths": """Muslim Christian Jew Jewish Hindu Sikh Buddhist Jain Catholic Protestant Anglican Methodist Baptist Lutheran Mormon Quaker
        Pentecostal Presbyterian Orthodox Adventist Shia Shiite Sunni Sufi Ismaili Ahmadi Bahai Parsi Zoroastrian Druze Alevi Yazidi
        Mennonite Amish Taoist Shinto Pagan Wiccan Rastafarian Rasta Coptic Copt Maronite Evangelical Scientologist Calvinist Salafi
        atheist agnostic humanist freethinker churchgoer""",
    "origins": """foreigner immigrant migrant emigrant refugee asylum-seeker expat expatriate national citizen aboriginal indigenous
        Māori Maori Traveller Roma Romani Gypsy Latino Latina Latinx Hispanic Caucasian Afro-Caribbean African-American""",
    "callings": """driver waitress waiter vet intern trainee apprentice freelancer trucker veteran pensioner retiree student pupil
        undergraduate postgraduate graduate teenager soldier sailor marine chef cook clerk coach pilot guard judge nurse vice-president
        CEO CFO CTO CPA SVP PhD MP QC CNA HCA paralegal sheikh imam rabbi priest nun monk vicar pastor bishop deacon atheist
        firefighter fireman policeman policewoman cop
        cleaner operator conductor detective constable warden childminder roofer scaffolder plasterer joiner tiler glazier surveyor
        hygienist phlebotomist radiographer podiatrist dietician optician physiotherapist sonographer solicitor landscaper cashier
        courier dispatcher programmer coder sysadmin webmaster beautician cosmetologist steward stewardess docker stevedore
        fishmonger greengrocer toolmaker millwright shearer drover hawker farmhand headteacher tutor councillor councilman
        councilwoman landlady lieutenant-colonel medic midshipman busker tattooist nutritionist carer caseworker
        signalman boilermaker rigger plater lagger trawlerman seafarer stoker guardsman gurkha jackaroo
        unemployed self-employed retired homemaker housewife househusband caretaker lifeguard bartender barista blogger activist""",
}
"""What WordNet lacks or has as another thing first."""

_NEITHER = frozenset(
    """alien ancestor angel animal baby bachelor ball barrel beard black boiler brand browser buff bull camper cavalier cheese child chip client
    colon colored computer conductor consumer contributor controller counter creature critter customer cutter darling dear dish doll
    duck editor-in-chief father-figure fellow figure folk follower fossil fox gem gem god goddess ground host idol item king kid love lover
    marker member milk model nationality number offspring owner pawn person player pop power predecessor prey pride primary prime principal printer
    processor rat reader record red relative relation resident reverend rival ruler runner saint save scanner second sender server
    settler shark sharp slip solo source spirit squash star starter stiff stock subject sucker super sweet swinger tiger toast
    toddler toy tutor user vegetable vessel victor victim visitor vice voice wake washer watch web winner witness writer's youth
    virgin beast belle bird bitch blade blood bomber boss brick buck bum bunny carrier case catch caterpillar chicken chick dragon dog egg
    familiar fairy fan flower formula general head heel hero heroine hag hip homo honey hook hope hunk independent individual junior
    antique broad chap hombre hooker shaver stud tart ironman flapper macaroni divine goy stunner bruiser mantrap crone peri necker fancier
    Boxer Badger Beaver Peter Christ Schweitzer Brother Sister Deliverer Redeemer Shaker Chapman Bohemian Orthodox Evangelical kisser infant
    chosen cognate consort beau cherub arb adept alto adder arranger attacker answerer asker anticipant appointee
    nigga nigger nigra squaw Chinaman Jihadist taco coaster Gopher Sooner Junker Khomeini Zoroaster Standish Athelstan White Volunteer Pilgrim
    Athelstan Hittite Minoan suckling steady quad scion progeny pater mater kin antecedent amazon bey buster siren sylph filibuster womanizer
    accumulator attractor calculator decoder router transmitter tuner monitor tackle heavy forward extra canary spearhead placeholder
    subsidiary synthesizer synthesiser booker checker batter beater blaster blocker breaker catcher clapper digger decoy distributor divider
    earner excavator fodder finisher grader grower handler hanger harvester hitter joker kicker loader mace mover oracle ordinary paddler
    pioneer pitcher planter pol potter-wheel predictor preserver private pro prospect quack renewer restorer ringer rocker rower rusher sage
    scab seasonal secret seer setter shifter shill shrink signer singer-machine sire skeptic solver sophist splitter spoiler spotter spinner
    stepper striker superior sweeper talker teaser teller temporary territorial tester thinker thrower tracker trier usher warbler zany
    accomplice adapter advertiser all-rounder arbiter augur bellwether classifier collectivist creator conscript deponent discoverer don
    eclectic egalitarian elitist emigre employee employer enforcer exporter geek genius griot heavy individualist informer initiator
    innovator insider interlocutor intermediary interviewee lovely maker mastermind menial metropolitan nominee organizer organiser originator
    performer pessimist polemic polemicist popularizer presenter prodigy promoter propagandist provider proxy pundit punter purist realist
    representative responder revisionist seller sensationalist servant skipper smith speaker specialist subordinate supplier sympathiser
    sympathizer theorist supporter vigilante virtuoso voluntary wizard workman write-in celibate religious ascetic prior dweller
    outlier palatine colonial national occupant illegitimate dearest eldest beloved affine
    light lion loser major master mine minor miss mister mother-board native neighbor neighbour novice object patron peer peach pet pig pill
    plant queen ram regular seed senior sheep snake soul spring stranger sub tail title top turkey type unit vamp veteran's volunteer
    whale white wild wolf worm""".split()
)
"""Nouns that mean a person first in WordNet and often something else, or a mere part that somebody plays."""

_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_SHORTEST = 3


def make() -> dict[str, bytes]:
    """Look below each concept."""
    taxonomy = wordnet()
    taken: set[str] = set()
    lines = []
    for sort, roots in _ROOTS.items():
        found = {name for root in roots.split() for name in _names_below(taxonomy, root.replace("_", " "))}
        capitals = sort in ("origins", "faiths")
        kept = {name for name in found if name.islower() or (capitals and _is_people(name))}
        known = {name for name in kept if _is_known(name)}
        words = (known | set(_ALSO[sort].split())) - taken - _NEITHER - DEFAULT_LANGUAGE.nouns.insults
        taken |= words
        lines.append(f"{sort}: {' '.join(sorted(words))}")
    return {"people-words.txt": ("\n".join(lines) + "\n").encode()}


def _is_known(name: str) -> bool:
    """Whether Wikipedia has a noun often enough to count: WordNet knows "by-blow" and "coenobite"."""
    return word_classes().of(name).frequency >= RARE


_OF_PEOPLE = re.compile(
    r"[A-Z][a-z]+(?:ian|ean|an|ese|ish|ist|ite|ic|im|ani|asi|eni|ini|aqi|ali|ote|iot|er|woman|man)"
)


def _is_people(name: str) -> bool:
    """Whether a capitalized name ends as names of peoples do, unlike a saint's."""
    return _OF_PEOPLE.fullmatch(name) is not None or name in _PLAIN_PEOPLES


_PLAIN_PEOPLES = frozenset(
    """Arab Dane Finn Pole Swede Turk Scot Serb Croat Kurd Thai Greek Czech Slovak Briton Spaniard Icelander French Dutch Swiss Welsh Filipino
    Zulu Xhosa Yoruba Igbo Hausa Masai Tamil Bengali Punjabi Gujarati Cherokee Navajo Sioux Apache Inuit Cree Mohawk Maya Afghan
    Uzbek Tajik Kazakh Lao Malay Khmer Hmong Somali Oromo Tutsi Hutu Berber Jew Hebrew Slav""".split()
)


def _names_below(taxonomy: Taxonomy, root: str) -> Iterator[str]:
    """The single words below a concept whose likeliest sense lies there too."""
    above = next(each for each in taxonomy.concepts(root) if _is_person(taxonomy, each))
    below = {above.id: above, **{each.id: each for each in descendants(taxonomy, above)}}
    for concept in below.values():
        for name in concept.names:
            if len(name) >= _SHORTEST and _WORD.fullmatch(name) and taxonomy.concepts(name)[0].id in below:
                yield name


def _is_person(taxonomy: Taxonomy, concept: Concept) -> bool:
    return concept.name == "person" or any(_is_person(taxonomy, each) for each in taxonomy.parents(concept))


if __name__ == "__main__":
    ship("build_people_words", NEEDS, "language/en/data", make)
