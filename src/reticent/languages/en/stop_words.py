"""English words without a meaning of their own: they are stripped from the edges of a term."""

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
