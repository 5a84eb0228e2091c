"""What tells languages apart: their scripts, and their most frequent function words as grammars list them.

That is enough to say that a text is in some language, not to read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Script:
    """Letters that English lacks, as ranges of a character class, and the languages that are written in them.

    `word` is how many letters a word has, and `blanks` whether words are parted by blanks.
    """

    letters: str
    languages: tuple[str, ...]
    word: int = 5
    blanks: bool = True

    @property
    def shortest(self) -> int:
        """How many letters side by side are words: fewer of an alphabet are signs of a formula or a unit."""
        return min(self.word, 3)


UNKNOWN = "und"
"""ISO 639 for a language that can't be told."""

SCRIPTS: Mapping[str, Script] = {
    "han": Script("\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff", ("zh", "ja"), word=2, blanks=False),
    "kana": Script("\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff", ("ja",), word=2, blanks=False),
    "hangul": Script("\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff", ("ko",), word=2),
    "cyrillic": Script("\u0400-\u052f\u1c80-\u1c8f\ua640-\ua69f",
                       ("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg")),
    "arabic": Script("\u0620-\u065f\u066e-\u06d5\u06ee-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc",
                     ("ar", "fa", "ur", "ps", "ku")),
    "hebrew": Script("\u05d0-\u05f2\ufb1d-\ufb4f", ("he", "yi")),
    "greek": Script("\u0370-\u0373\u0376-\u03ff\u1f00-\u1fff", ("el",)),
    "devanagari": Script("\u0900-\u097f\ua8e0-\ua8ff", ("hi", "mr", "ne")),
    "bengali": Script("\u0980-\u09ff", ("bn",)),
    "gurmukhi": Script("\u0a00-\u0a7f", ("pa",)),
    "gujarati": Script("\u0a80-\u0aff", ("gu",)),
    "oriya": Script("\u0b00-\u0b7f", ("or",)),
    "tamil": Script("\u0b80-\u0bff", ("ta",)),
    "telugu": Script("\u0c00-\u0c7f", ("te",)),
    "kannada": Script("\u0c80-\u0cff", ("kn",)),
    "malayalam": Script("\u0d00-\u0d7f", ("ml",)),
    "sinhala": Script("\u0d80-\u0dff", ("si",)),
    "thai": Script("\u0e01-\u0e4e", ("th",), blanks=False),
    "lao": Script("\u0e81-\u0edf", ("lo",), blanks=False),
    "tibetan": Script("\u0f00-\u0fff", ("bo",)),
    "burmese": Script("\u1000-\u109f", ("my",), blanks=False),
    "georgian": Script("\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f", ("ka",)),
    "ethiopic": Script("\u1200-\u139f\u2d80-\u2ddf", ("am", "ti"), word=3),
    "khmer": Script("\u1780-\u17d3", ("km",), blanks=False),
    "armenian": Script("\u0531-\u0556\u0561-\u0587", ("hy",)),
    # Syriac, Thaana, N'Ko, Cherokee, Canadian syllabics, Mongolian, Tifinagh, Yi, Javanese and other scripts.
    "other": Script("\u0700-\u074f\u0780-\u086f\u13a0-\u177f\u1800-\u1c7f\u2c00-\u2c5f\u2c80-\u2cee\u2d30-\u2d7f\ua000-\ua63f"
                    "\ua800-\ua82f\ua840-\ua8c5\ua900-\uaaff\uab01-\uab2f\uab70-\uabff\U00010000-\U0001bfff"
                    "\U0001e000-\U0001e94b", (UNKNOWN,)),
}  # fmt: skip

PARTICLES = frozenset(
    "de da di do du del della des dos das la las le les lo los el van von der den ter al et".split()
)
"""Words that are parts of many names: no evidence by themselves."""

ENGLISH_TOO = frozenset(
    """don didn isn wasn aren weren hasn haven hadn doesn couldn wouldn shouldn won ain im ive dont
    ale ante ass bare bat bay bent bet bile bin bio bus car care com come contra dan dawn dee den die dig dim din doe
    door dos dove duke e ed end era fan fins fir gen go gore ham han hans hat hay hem hindi hoe hon hun inn inter jag jam
    jest jew kale kung lan lang len loo mar mas mat med men mere met meta mi min mint mis mod mot nan neat net non nos
    om op os pa par pas pat pe pea pie pod pole polo post pre prima pro quid rake sa sale sans sedan see sen sense ser
    sin sing site solo son sue sun syn tai tal tot tout toy tyre usa vain van var vera vi vid ville volt wake war wan
    wat wax wis wong word yang ye zen al ca ad ex""".split()
)
"""Words of English text besides its stop words that other languages have as function words: contractions as they are divided,
words, abbreviations, units. They speak for neither."""

BORROWED = frozenset("café cafés naïve résumé résumés façade fiancé fiancée cliché née déjà à".split())
"""English words with letters that English lacks otherwise."""


@dataclass(frozen=True, slots=True)
class FunctionWords:
    """The name of a language, and words that no longer text in it can do without."""

    name: str
    words: frozenset[str]


def _list(name: str, words: str) -> FunctionWords:
    return FunctionWords(name, frozenset(words.split()))


FUNCTION_WORDS: Mapping[str, FunctionWords] = {
    "af": _list(
        "Afrikaans",
        "die het nie van vir wat aan dit haar hulle maar sy ook omdat deur uit jy julle ons kan moet sal word wees baie"
        " nou na toe tot oor by geen wie waar hoe nog net as om te en in is was my sy so",
    ),
    "az": _list(
        "Azerbaijani",
        "və bir bu üçün ilə də da olan çox daha kimi sonra onun amma lakin ki hər var idi edir etmək olaraq görə qədər"
        " mən sən biz onlar nə necə hansı tərəfindən on",
    ),
    "ca": _list(
        "Catalan",
        "els les dels amb per una que és són però aquest aquesta molt més també com quan seva seu hi ha va ser als pel"
        " entre sobre fins sense perquè ja ens dos tot tota aquests després des de la el a no me i",
    ),
    "ceb": _list(
        "Cebuano",
        "ang sa nga mga ug ni kay siya niya ako kini kana dili wala aron apan usa kon kaayo gikan diha kang ilang iyang"
        " naa adto tungod",
    ),
    "cs": _list(
        "Czech",
        "že se na je jsem jsme jsou byl byla bylo aby ale jak jako který která které pro při nebo když také podle jeho"
        " její bude není od ze po pod už jen ještě má mít pak před kde jsi ho mu si ve za tak než byly být co až s moje můj protože jí musí jejich těchto tento tato to a on do ten",
    ),
    "cy": _list(
        "Welsh",
        "yn yr mae ei ar am eu nid wedi oedd gan fel hyn hwn hon neu ond bod roedd bydd cael gyda sydd hefyd eich ein"
        " oes ddim fod gael dim rydym chi nhw ni hi fy dy wrth rhwng heb",
    ),
    "da": _list(
        "Danish",
        "og det er ikke jeg en et på til af med der som har blev han hun vi kan skal eller også fra efter sig var været"
        " hvad når hvor meget nu ved ud bliver ind mod deres dette disse denne havde ville være uden mere mellem"
        " ligesom kun end hende ham dig mig hans hendes for at i en to her om men den over under du",
    ),
    "de": _list(
        "German",
        "und der das den dem des ein eine einen einem einer ist nicht mit von sich auf für wurde werden bei nach aus"
        " wird als auch es sie wir ich er haben sind oder aber zur zum im über noch nur durch wenn dass daß wie vor"
        " unter bis kann keine kein einer seine seiner ihre ihrer sein wurden hatte worden diese dieser dieses zu"
        " uns mir mich ihm ihn sehr mehr schon weil damit gegen zwischen seit dann doch bin hier am an war hat sowie gemäß sondern ob beim vom deren dessen hätte ihr ihren seinem seinen einem diesem diesen allem alle jedoch daher worden soweit nach in so was die will man",
    ),
    "eo": _list(
        "Esperanto",
        "la kaj estas de en al ne ke mi vi li ŝi ni ili por kun sur per pri ĉi tiu tio kiu kiuj sed aŭ estis oni pli"
        " ankaŭ havas el laŭ post antaŭ tre nur jam",
    ),
    "es": _list(
        "Spanish",
        "que el en los las del un una con por para se su sus es no al lo como más pero fue ha este esta estos estas si"
        " sí ya le les muy sin sobre también entre cuando hasta desde todo todos nos porque son ser está están había"
        " donde quien durante otro otra otros ni contra ese esa eso mi mí tiene tienen era han sido cual años según"
        " dos presenta tras de la y cada así fecha edad paciente realizó a no me has he",
    ),
    "et": _list(
        "Estonian",
        "ja ei ta et oli see kui ka aga oma mis nii ning või juba seda siis nad selle tema kes kuid ainult pärast"
        " väga minu olen oleks sest enne kuni üle vastu mitte pole nagu kus neid veel olid pea tuleb on",
    ),
    "eu": _list(
        "Basque",
        "eta da bat ez du dira izan den zen ere hau baina dute oso egin beste duen bere zuen arte edo ditu dituzte gure"
        " nire zuten hori hori dago hura gehiago baino bezala beharko zituen ziren",
    ),
    "fi": _list(
        "Finnish",
        "ja ei se että hän oli mutta kun niin myös joka ovat sen mukaan tai vain hänen ollut jos kuin sitä siitä olisi"
        " kanssa jälkeen olen minä sinä me te he tämä nyt jo vielä mitä ole eivät jotka voi pitää koska sekä ennen sitten"
        " hyvin kuitenkin ettei joten tässä näin on vuotta asti jonka olla on he me",
    ),
    "fil": _list(
        "Filipino",
        "ang ng sa na mga ay si ni kay para hindi siya niya ito ko mo ka rin din ako kung nang kanyang isang po natin"
        " lang pero dahil ating wala kami sila nila kanila upang noong mula bilang naman pa may mayroon iyon at may",
    ),
    "fr": _list(
        "French",
        "le la les des du un une et est que qui dans pas au aux sur par avec il elle ce cette ces se sa ses ne en ont"
        " mais ou où nous vous je son leur leurs été était sont être avoir très sans sous après avant depuis aussi"
        " comme tout tous toute fait chez donc car lui moi mon ma mes votre notre deux bien peut cet soit entre afin"
        " alors ainsi lors de on a me",
    ),
    "fy": _list(
        "Frisian",
        "de it fan en in is dat op mei te foar yn net se hja wie wy har oan ek as hat mar út dy nei wurde syn troch"
        " oer hie om sa noch doe neat in is",
    ),
    "ga": _list(
        "Irish",
        "agus an na ar sé sí is tá bhí leis ag go ní raibh seo sin ach mar faoi acu aige aici chun níos nach bhfuil a"
        " mé tú muid siad le don den ón gur rud idir is a",
    ),
    "gl": _list(
        "Galician",
        "que os as dos das unha un por para con máis non foi pola polo súa seu seus nos nas ao aos como pero tamén moi"
        " é son está cando entre ata sobre ten onde este esta desde sen xa hai foron ser de da do a o no as",
    ),
    "ha": _list(
        "Hausa",
        "da na ta ya su ba ne ce kuma wannan shi ita mu suka yana tana don daga zuwa cikin wanda wata yi sai ko amma"
        " kan har duk idan za ake domin sun bayan",
    ),
    "hr": _list(
        "Croatian",
        "je se na da su za od koji koja koje nije ali kao što samo bio bila bilo biti ili sa iz kako ima te sam smo ne"
        " po prije nakon do još zbog ako već njegov kod ga mu bi će tako pri gdje međutim tijekom kada koji sve šta"
        " uz moja moj jer joj nas vam treba prema zbog tog toga koja njihov to i a on",
    ),
    "ht": _list(
        "Haitian Creole",
        "nan ak yo li ki pou yon pa se te mwen ou nou sa ka ap tou gen fè men kote avèk lè sou anpil epi paske sòti"
        " moun kap konsa",
    ),
    "hu": _list(
        "Hungarian",
        "az és hogy nem egy volt van ez meg csak már még vagy mint de el ki azt lehet után kell minden amely aki ezt"
        " pedig között szerint által sem ha majd ami akkor nagyon voltak lett vele őt neki itt ott én ő mi ti ők is"
        " azonban során ezért valamint illetve évi nincs a s mert ki be nekem mely fel le is a",
    ),
    "id": _list(
        "Indonesian",
        "dan yang di untuk dengan dari pada ini itu tidak dalam adalah akan ke oleh juga sebagai karena telah saya kami"
        " mereka dia bisa ada lebih atau sudah seorang sebuah kepada dapat hanya harus belum masih setelah sangat"
        " tersebut anda kita saat bahwa para tetapi tapi secara serta jika hingga air",
    ),
    "ig": _list(
        "Igbo",
        "na nke bụ ndị ya ha nwere maka ihe ọ a mana dị n'ime gị anyị m e si onye mgbe niile site ga aka ka nwa otu"
        " ahụ ebe",
    ),
    "is": _list(
        "Icelandic",
        "og að er ekki sem það til um hann hún var með við fyrir af en á í ég þú við þeir hafa hefur eru verið þetta"
        " þegar eða þar mjög eftir frá sér sinn þess vera voru hans hennar úr upp nú hjá svo yfir þau því en",
    ),
    "it": _list(
        "Italian",
        "che di il un una per non sono con si da del della dei delle degli nel nella nei nelle gli le lo è ha al alla"
        " ai alle dal dalla sul sulla più anche come ma se questo questa questi queste suo sua suoi sue era stato stata"
        " essere hanno ed tra dopo prima molto ci io noi tutti ancora senza fino perché quando quale mi presso dove"
        " cui su due anni solo poi la in a no me i",
    ),
    "jv": _list(
        "Javanese",
        "lan ing sing kang iki saka kanggo karo ora ana dadi iku wong uga marang nalika dening banjur amarga aku"
        " kowe dheweke wis arep wonten ingkang",
    ),
    "ku": _list(
        "Kurdish",
        "û ku di li bi ji ez tu ew em hûn wan wî wê jî ne da bû ye dike lê gelek hemû yên yê dema ser kir bûn her ev"
        " vê vî",
    ),
    "la": _list(
        "Latin",
        "et est non cum qui quae quod ut sed ab atque enim autem nec quam sunt esse hoc eius aut ipse ille haec quid"
        " neque vel etiam quoque eorum fuit erat omnes omnia iam nisi tamen inter ante apud dolor amet in ad ex",
    ),
    "lb": _list(
        "Luxembourgish",
        "an de den ass vun op mat fir eng en dat ze net huet sinn och bei dee déi si hien wéi awer nach war gouf iwwer"
        " dem vum zum ginn mir aus no duerch an war",
    ),
    "lt": _list(
        "Lithuanian",
        "ir kad tai yra su buvo į iš bet kaip jis ji dėl apie per po iki nuo jau dar tik labai taip arba prie ne gali"
        " mes jie kuris kuri kurie savo jo jos už mano tačiau bus būti metų taip pat pagal buvo kai nėra",
    ),
    "lv": _list(
        "Latvian",
        "un ir ka ar no uz par bija kas bet vai tas kā viņš viņa arī pēc līdz lai nav jau tikai pie to es mēs viņi šis"
        " šī ļoti kad ja savu būt tiek kuras kurš kura pat gan gada",
    ),
    "mg": _list(
        "Malagasy",
        "ny sy dia ho tsy fa izay tamin amin no ao ary izy misy efa eo azy aho ianao izany ireo ity avy toy nefa hoe"
        " rehefa isika",
    ),
    "mi": _list(
        "Maori",
        "te ko ki ngā nga ka ana nei rā tana tona kua kei koe mātou tātou rātou hoki mō mai atu anō tetahi tētahi"
        " kāore ahau engari mehemea",
    ),
    "ms": _list(
        "Malay",
        "dan yang di untuk dengan dari pada ini itu tidak dalam adalah akan ke oleh juga sebagai kerana telah saya kami"
        " mereka dia boleh ada lebih atau sudah seorang sebuah kepada dapat hanya mesti belum masih selepas sangat"
        " tersebut anda kita semasa bahawa para tetapi beliau daripada serta jika hingga",
    ),
    "mt": _list(
        "Maltese",
        "il li ta u ma tal fl għal dan din minn huwa hija kien kienet biex jew mhux jekk aktar wkoll dwar kull għandu"
        " ikun meta kif bejn wara qabel dawn qed ħafna fuq lill",
    ),
    "nl": _list(
        "Dutch",
        "de het een van en niet dat die zijn met voor op te aan er om ook als maar naar bij uit nog door werd heeft"
        " hebben wordt worden ik hij zij wij je deze dit geen dan wel kan kunnen moet wat tot na veel meer haar hun"
        " ons onze mijn zich zou waar wie omdat tussen sinds tegen waren hebt bent toen zonder alleen jaar volgens"
        " goed het is zo haar in is was we of over had men door",
    ),
    "no": _list(
        "Norwegian",
        "og det er ikke jeg en et på til av med som har ble han hun vi kan skal eller også fra etter seg var vært hva"
        " når hvor mye nå ved ut blir inn mot deres dette disse denne hadde ville være uten mer mellom men bare enn"
        " henne ham deg meg hans hennes eg ikkje ein eit frå vere ho dei kva dei for i en to her om men den over under du at",
    ),
    "pl": _list(
        "Polish",
        "nie się na że jest z do to jak po co tak za ale od przez przy czy dla jego jej był była było są tym tego oraz"
        " ze już tylko który która które może ma pod bez jako lub także bardzo ich mnie mu go być się gdy jeszcze gdzie"
        " nad przed roku został została są ja ty on my ten ta te też we i w o moja mój nie jeszcze trzeba jeśli więc przed bo albo czyli kiedy wszystko tej tych jako nich pan pani to on a",
    ),
    "pt": _list(
        "Portuguese",
        "que de da do em um uma para com não os as dos das por mais foi ao na no nas nos se como mas é são está sua seu"
        " suas seus pela pelo também ele ela já muito quando depois entre até sem ou ser tem há nós eu você isso este"
        " esta foram sobre sido pois ainda onde anos mesmo eram estava fazer pelos pelas à às nem qual lhe meu minha paciente data a o as no do me",
    ),
    "ro": _list(
        "Romanian",
        "și să în de la nu că cu pe un este din pentru mai care au fost fi sunt sau prin după dar ale lui ei lor ca"
        " dacă fără când foarte acest această acestei cea cel cele cei ce se își îi el ea eu noi voi său sale între"
        " până despre asupra doar unde era avea astfel trebuie ani al unei unui a are o",
    ),
    "rw": _list(
        "Kinyarwanda",
        "mu ku na ko ni kandi cyangwa ariko nta bya ya wa ba ibi iyi uyu aba yari ubwo kugira muri iki abantu byo"
        " nyuma rya cya kuri avuga nk",
    ),
    "sk": _list(
        "Slovak",
        "že sa na je som sme sú bol bola bolo aby ale ako ktorý ktorá ktoré pre pri alebo keď tiež podľa jeho jej bude"
        " nie od zo po pod už len ešte má mať potom pred kde si ho mu vo za tak než boli byť čo až ktorého moja môj pretože jej musí ich tento táto to a on do",
    ),
    "sl": _list(
        "Slovenian",
        "je in se na da ne za so ki pa ali kot bi tudi pri od po bil bila bilo še že če lahko zaradi do iz ga mu sem"
        " smo ni imel kako ker samo njegov med brez pred vse sta bo biti tem temu kjer moja moj ker vam kaj treba ji njen vendar zato to a in so on",
    ),
    "sn": _list(
        "Shona",
        "kuti uye asi pa mu ku ndi vanhu iye ivo isu zvinhu nokuti kana izvi uyo ava chete kuna munhu zvakare vake yake"
        " wake rake zviri vari yakanga akanga",
    ),
    "so": _list(
        "Somali",
        "iyo oo ka ku waa uu in ay ayaa waxaa kale la si soo aan aad wax waxa loo lagu laga ah leh isku markii dadka"
        " kuwa ama laakiin ugu dhan marka haddii buu bay isaga iyada",
    ),
    "sq": _list(
        "Albanian",
        "të dhe në për me nga është një që se si ka më kjo ky janë nuk do duke ishte por edhe kur mund tij saj pas ai"
        " ajo ata gjithë sipas deri kishte tyre vetëm shumë i e prej mbi ndaj kanë me a",
    ),
    "sr": _list(
        "Serbian",
        "и да је у се на су за од који која које није али као што само био била било бити или са из како има те сам смо"
        " не по пре после до још због ако већ његов код га му би ће тако при где међутим током када све шта уз",
    ),
    "st": _list(
        "Sotho",
        "le ho ya ba ka mme ke hore ha wa tsa di ea bona hae empa kapa haeba eona joalo batho lena tsena sena mo go"
        " fa gore kwa",
    ),
    "su": _list(
        "Sundanese",
        "jeung nu anu ku ka téh teu aya geus keur dina kana ti mah oge ogé saha urang sarta atawa ieu éta maneh"
        " manéhna lamun bari",
    ),
    "sv": _list(
        "Swedish",
        "och det att är inte jag en ett på till av med som har blev han hon vi kan ska eller också från efter sig var"
        " varit vad när hur mycket nu vid ut blir mot deras detta dessa denna hade skulle vara utan mer mellan men"
        " bara än henne honom dig mig hans hennes för så om där oss vi dem under utan sedan innan över samt inom"
        " eftersom kunde i en men den om under her",
    ),
    "sw": _list(
        "Swahili",
        "na ya wa kwa ni katika za la kuwa hii huo hiyo alikuwa yake wake wao lakini pia kama watu mtu ambao ambaye"
        " baada ili si hata kila au sana yeye mimi wewe sisi bila kutoka hivyo tu cha vya zaidi ndani wakati huu"
        " ambayo wengi bado yangu yako kuhusu mpaka hatua",
    ),
    "tr": _list(
        "Turkish",
        "ve bir bu da de için ile çok daha olarak olan gibi sonra kadar ne ama değil var yok olduğu oldu her ya en"
        " şey mi mı onun ben sen biz siz onlar ki göre ise hiç kendi tarafından bunu şu nasıl ancak veya olup edildi"
        " etti yıl üzere hem önce eden zaman artık ilk bile on",
    ),
    "uz": _list(
        "Uzbek",
        "va bu bir bilan uchun ham edi emas deb ularning uning bo'lgan qilish kerak lekin yoki keyin u men siz biz ular"
        " esa juda orqali qadar kabi hech har yil mumkin bilan hamda shu",
    ),
    "vi": _list(
        "Vietnamese",
        "và của là có không được cho một những các với trong đến khi đã này từ người ra vào ở sẽ phải cũng về như rất"
        " nhiều tôi bạn anh chị ông bà đó để nhưng bị năm hay thì lại sau trên việc theo nếu đang gì mà chúng tại"
        " vì nên ngày in",
    ),
    "xh": _list(
        "Xhosa",
        "ukuba kunye kwaye kodwa into abantu xa okanye wam wakhe nje kakhulu ngoko yona bona thina nina apho khona"
        " kufuneka kuba emva phantsi ukuze ngokuba lo le la",
    ),
    "yo": _list(
        "Yoruba",
        "ti ni tí ní náà àti wọn fún pé kí bí sì ó jẹ́ láti ṣe àwọn rẹ̀ kò wà ń mo ẹ a sí gbogbo nínú kan lọ wá bá"
        " orí èyí",
    ),
    "zu": _list(
        "Zulu",
        "ukuthi futhi kodwa abantu uma noma wami wakhe nje kakhulu ngoba yena bona thina nina lapho khona kufanele"
        " emva ukuze lo le la kanye umuntu yakhe zabo kuyo ngesikhathi njengoba hhayi manje",
    ),
    "ar": _list(
        "Arabic",
        "في من على إلى أن التي الذي هذا هذه مع عن كان كانت لا ما هو هي قد لم بعد كل بين ذلك أو ثم كما حيث عند قبل"
        " لكن إن وقد غير منذ يكون",
    ),
    "fa": _list(
        "Persian",
        "در به از که این است را با برای آن یک خود تا کرد بر هم نیز شد شده شود باید می وی ما او اما یا بود های دو هر",
    ),
    "ur": _list(
        "Urdu",
        "کے کی میں ہے اور سے کا کو نے پر یہ کہ ہیں اس ایک نہیں بھی تھا تھی گیا کر ہو جو ان وہ لیے تو ساتھ بعد",
    ),
    "ru": _list(
        "Russian",
        "не на что он как это по но они все она так его из за от мы для вы бы же ли был была было были если или"
        " меня когда уже быть до при ещё еще только где после ее её их который которая этого чтобы также году очень"
        " нет со во без под",
    ),
    "uk": _list(
        "Ukrainian",
        "не на що він як це по але вони всі вона так його із за від ми для ви був була було були якщо або мене коли"
        " вже бути до при ще тільки де після її їх який яка цього щоб також року дуже немає та й з є у в до під",
    ),
    "be": _list(
        "Belarusian",
        "не на што ён як гэта па але яны усе яна так яго за ад мы для быў была было былі калі або ўжо быць да пры яшчэ"
        " толькі дзе пасля яе іх які якая гэтага каб таксама вельмі няма",
    ),
    "bg": _list(
        "Bulgarian",
        "на да не се за от по са че със като но той тя те това тази този които който която или още само при след беше"
        " бил била има няма ще му им ги когато вече до много както така както между под без",
    ),
    "mk": _list(
        "Macedonian",
        "на да не се за од во со дека како но тој таа тие ова оваа овој кои кој која или уште само при по беше бил била"
        " има нема ќе му им ги кога веќе до многу така меѓу под без сум сте",
    ),
    "hi": _list("Hindi", "है के में की से का को और पर ने यह हैं भी नहीं एक कि जो तो था कर थी इस वह हो लिए थे साथ"),
    "mr": _list("Marathi", "आहे आणि च्या या हे ते तो ती होते होता मध्ये नाही आहेत पण म्हणून केला केली साठी असे"),
    "ne": _list("Nepali", "छ र को मा का लाई छन् भएको पनि हो यो गर्न हुन थियो बाट तर ले भने गरेको"),
    "he": _list("Hebrew", "של את על לא הוא היא זה עם כי אני אבל או גם היה יש אין מה כל רק אם כדי אחרי הזה"),
    "yi": _list("Yiddish", "און דער די איז אין צו פון דאס נישט מיט איך ער זי האט וואס אויף אז"),
}  # fmt: skip
"""By ISO 639 code (Norwegian: both written forms)."""

_WRITTEN_ALONE = {
    "zh": "Chinese", "ja": "Japanese", "ko": "Korean", "el": "Greek", "th": "Thai", "bn": "Bengali", "ta": "Tamil",
    "te": "Telugu", "gu": "Gujarati", "pa": "Punjabi", "kn": "Kannada", "ml": "Malayalam", "si": "Sinhala", "or": "Odia",
    "hy": "Armenian", "ka": "Georgian", "am": "Amharic", "ti": "Tigrinya", "km": "Khmer", "lo": "Lao", "my": "Burmese",
    "bo": "Tibetan", "kk": "Kazakh", "ky": "Kyrgyz", "mn": "Mongolian", "tg": "Tajik", "ps": "Pashto",
}  # fmt: skip
"""Languages that their script tells."""

NAMES: Mapping[str, str] = {
    "en": "English",
    **_WRITTEN_ALONE,
    **{code: each.name for code, each in FUNCTION_WORDS.items()},
}
"""Every language that can be told, by its code."""
