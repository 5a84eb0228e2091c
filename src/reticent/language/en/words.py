"""English words without a meaning of their own: they are stripped from the edges of a term.

Words that are nobody's secret: what everybody writes, units of measurement, and shorthand of bedside and forms.

The words that everybody writes stand at least once in a million words of English (wordfreq, `data/LICENSE-wordfreq`). No
list of things that people know about (drugs, diseases, an encyclopedia's entries) is in here: such a word may be the very
one that tells.

Nouns of the English WordNet that insult the person or the deed that they are said of, in small letters.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files

_LISTED = """a about above across after afterwards again against ago all almost alone along already also although always
    am among amongst an and another any anybody anyhow anyone anything anyway anywhere are around as aside at away
    back be became because become becomes been before behind being below beside besides between beyond both but by
    can cannot could d did do does doing done down due during each either else elsewhere enough especially etc even
    ever every everybody everyone everything everywhere except few fewer first for former formerly from further
    furthermore had has have having he hence her here hers herself him himself his how however i if in indeed
    instead into is it its itself just last latter least less like little ll m many may maybe me meanwhile might
    mine more moreover most mostly much must my myself n't namely near nearly neither never nevertheless next no
    nobody none nonetheless nor not nothing now nowhere of off often on once one ones only onto or other others
    otherwise our ours ourselves out over own per perhaps please plus quite rather re really regarding s same
    second seem seemed seems several shall she should since so some somebody somehow someone something sometime
    sometimes somewhere still such t than that the their theirs them themselves then thence there thereby therefore
    these they thing things third this those though through throughout thus till to together too toward towards
    under unless until unto up upon us ve versus very via was way we well were what whatever when whence whenever
    where whereas whereby wherever whether which whichever while who whoever whole whom whose why will with within
    without would yes yet you your yours yourself yourselves
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half
    various certain 's 'd 'm 'll 're 've ' ’s ’d ’m ’ll ’re ’ve n’t"""
STOP_WORDS = frozenset(_LISTED.split())


_UNITS = """mg mcg ug µg μg ng pg kg g gm gr lb lbs oz st ml dl cl l cc fl mm cm m km um µm nm in ft yd mi mile
    mmol umol µmol nmol pmol mol meq mosm iu u miu units unit kcal cal kj j w kw hz khz mhz ghz bpm rpm db v kv mv
    ma mah pa kpa hpa bar psi atm mmhg cmh2o torr °c °f c f k s sec secs min mins h hr hrs d wk wks mo mos y yr yrs
    x pct ppm ppb ph b kb mb gb tb bit px dpi mph kph fps"""
_SHORTHAND = """abd abnl abx adl adls admin afeb afebrile amb amt anicteric ant approx appt appts asap assoc asst
    atraumatic att auscultation bds bibasilar bid bil bilat bilaterally bld bm bmi bmp bp bs bsa bun bw bx
    cbc cc cm cmp co comp cont crp ctab cv cvs cxr dc ddx dept diff disch dob dr dtr dtrs dx ecg ed ekg
    elev ent eom eomi er esp esr eval exam ext extraocular f/u fam febrile fh fhx fu fx gcs gen gi gp gu
    gyn hb hct heent hemodynamically hgb hosp hpi hr ht hx ibw icu im imp incl infraumbilical inj
    intraoperative intraoperatively io irreg iv ivf lab labs lat lbm le lle llq loc los lrq lue luq lytes
    med meds micro mod mri msk mvi nad neg neuro ng nka nkda nl nml noc noncontributory nondistended
    nonfocal nonlabored nonsmoker nontender normoactive normocephalic normotensive nos npo nrb nsr nt o2
    occ od oe op ot outpatient palpable pcp pe periumbilical perrl perrla ph phx pmh pmhx po pos poss post
    postop postoperative postoperatively pp pr pre preop preoperative preoperatively prepped prn prob prog
    psh pshx psych pt pts q qam qd qds qhs qid qod qpm quad r rbc rbcs rebound rec rehab req resp rev rle
    rlq ro rom ros rr rrr rue ruq rx s/p sat sats sc sec sig sl sob soc spec spo2 stat subq supp supple
    supraumbilical surg sx sxs sys tab tabs tds temp temps tid tko tol turgor tx ua ue unlabored
    unremarkable uo urol us venipuncture vit vitals vs vss wbc wbcs wd wk wn wnl wt xr xray yo
    calc educ fbc fbe incr interp lft lfts nbm obs opd physio pls rpt subj uec
    bic dob eori fax iban mrn nhs nino pin ref ssn swift tel url vat vin"""

_TITLES = frozenset("mr mrs ms dr st".split())
UNITS = frozenset(_UNITS.split())
MEASURES = frozenset("mg mcg µg μg ug kg lb lbs oz ml dl cl mm cm km mmol µmol μmol umol nmol".split())
"""Units of weight, volume, length and amount that mean nothing else in small letters, in normal form."""
SHORTHAND = frozenset(_SHORTHAND.split())

_MEASURE = re.compile(r"[\d.,:/x×+-]*\d[\d.,:/x×+-]*([a-zµμ°%]*)(?:/([a-zµμ]+\d?))?")


def is_ordinary(word: str) -> bool:
    """Whether a word that no corpus has counted tells nothing all the same.

    >>> [is_ordinary(word) for word in ("kitchen", "NKDA", "200mg", "1985", "lamivudine", "hiv2")]
    [True, True, True, True, False, False]
    """
    small = word.casefold()
    return (
        not any(map(str.isalpha, small))
        or small in SHORTHAND
        or small in UNITS
        or small in common_words()
        or _is_measure(small)
    )


@cache
def is_common_in_small_letters(word: str) -> bool:
    """Whether small letters make a word that everybody writes, and no name or acronym alone: "who", "aids", not "hiv"."""
    from reticent.language.en.lemmas import by_rule
    from reticent.language.en.tagging import word_class

    if word in STOP_WORDS or word in _TITLES:
        return True
    classes = {letter for form in (word, by_rule(word)) for letter in word_class(form)}
    return word in common_words() and not classes.isdisjoint("anrv")


@cache
def common_words() -> frozenset[str]:
    """The words that everybody writes, in small letters and in the singular as well as written."""
    data = files("reticent.language.en").joinpath("data/common-words.txt.gz").read_bytes()
    return frozenset(gzip.decompress(data).decode().split("\n"))


def _is_measure(word: str) -> bool:
    """Whether a word is a number with a unit: "5mg", "2x", "10mg/kg", "1st"."""
    found = _MEASURE.fullmatch(word)
    if found is None:
        return False
    units = [unit for unit in found.groups() if unit]
    return all(unit in UNITS or unit in ("st", "nd", "rd", "th", "%", "am", "pm") for unit in units)


_LISTED_INSULTS = """abnormality, addict, adulteress, adulterer, alky, ape, baggage, bad person, barbarian, bastard, beast, bitch, blockhead,
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
INSULTS = frozenset(" ".join(name.split()) for name in _LISTED_INSULTS.split(","))
