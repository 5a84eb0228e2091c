"""Which adjectives and verbs English builds from a noun, and which nouns from these: by their endings alone."""

from __future__ import annotations

SHORTEST_STEM = 4
"""Letters that a word and its form have to share: fewer are shared by chance."""

_ENDINGS = """
    ization ize ized izing
    isation ise ised ising
    ation ate ated ating ative ed ing ee
    ition ed ing
    ion - e ed ing ive ious
    iness y
    ness -
    osis otic ous ar osed
    iasis iatic
    asis atic asized asised
    esis etic
    ysis ytic ysed yzed ysing yzing
    psis ptic
    itis itic
    ia ic iac ial ed id
    epsy eptic
    phy phic phied
    gy gic
    ery erous erer
    cy - t te
    iety ious
    ility ile
    bility bled
    ity e -
    iage ied
    ism ic ist istic
    oidism oid
    atism atic
    ma matic matous
    aine ainous aineur
    etes etic
    pes petic
    ilis ilitic
    ies id
    ide idal
    ment ed ing
    nce nt
    e ed ing ist er
    er erous erated
    or orous
    our orous
    a al aic
    t ted ting ty
    ct ction
    tic sis sy
    ed ion
    ive ion
    ic ia ism y
    ous osis
    ar osis
"""
_RULES = tuple(
    (ending, tuple(other.strip("-") for other in others))
    for ending, *others in map(str.split, _ENDINGS.strip().split("\n"))
)


def derived_forms(word: str) -> tuple[str, ...]:
    """What might be an adjective, a verb or a noun of the same root as a word in small letters; many are no words.

    >>> derived_forms("blindness"), derived_forms("diabetes"), derived_forms("abortion")[:3]
    (('blind',), ('diabetic',), ('abort', 'aborte', 'aborted'))
    """
    forms = (
        word.removesuffix(ending) + other
        for ending, others in _RULES
        if word.endswith(ending)
        for other in others
    )
    if len(word) < SHORTEST_STEM:
        return ()
    return tuple(
        dict.fromkeys(form for form in forms if form != word and form[:SHORTEST_STEM] == word[:SHORTEST_STEM])
    )


def adverb(adjective: str) -> str:
    """The adverb of an adjective in small letters, by rule.

    >>> [adverb(each) for each in ("clinical", "chronic", "heavy")]
    ['clinically', 'chronically', 'heavily']
    """
    if adjective.endswith("ic"):
        return adjective + "ally"
    return adjective[:-1] + "ily" if adjective.endswith("y") else adjective + "ly"
