"""Letters of some 30 words and more in many languages, all written for these tests; people and places are invented."""

from __future__ import annotations

SAMPLES = {
    "es": "Estimada doctora, le escribo porque mi madre, Carmen Ibáñez, ingresó ayer por la noche en el hospital con fiebre"
    " muy alta y dolor en el pecho. No sabemos todavía qué tiene, pero los médicos dicen que hay que esperar hasta el lunes.",
    "pt": "Prezada doutora, escrevo porque a minha mãe, Teresa Queiroz, foi internada ontem à noite no hospital com febre"
    " muito alta e dor no peito. Ainda não sabemos o que ela tem, mas os médicos dizem que é preciso esperar até segunda.",
    "fr": "Chère docteure, je vous écris parce que ma mère, Odile Garnier, a été admise hier soir à l'hôpital avec une forte"
    " fièvre et une douleur dans la poitrine. Nous ne savons pas encore ce qu'elle a, mais il faut attendre jusqu'à lundi.",
    "it": "Gentile dottoressa, le scrivo perché mia madre, Lucia Ferrante, è stata ricoverata ieri sera in ospedale con la"
    " febbre molto alta e un dolore al petto. Non sappiamo ancora che cosa ha, ma i medici dicono di aspettare fino a lunedì.",
    "ro": "Stimată doamnă doctor, vă scriu pentru că mama mea, Ileana Dobre, a fost internată aseară la spital cu febră"
    " foarte mare și cu dureri în piept. Nu știm încă ce are, dar medicii spun că trebuie să așteptăm până luni dimineață.",
    "ca": "Benvolguda doctora, li escric perquè la meva mare, Montserrat Puig, va ingressar ahir a la nit a l'hospital amb"
    " febre molt alta i dolor al pit. Encara no sabem què té, però els metges diuen que hem d'esperar fins dilluns.",
    "de": "Sehr geehrte Frau Doktor, ich schreibe Ihnen, weil meine Mutter, Hannelore Pfeiffer, gestern Abend mit hohem"
    " Fieber und Schmerzen in der Brust ins Krankenhaus gekommen ist. Wir wissen noch nicht, was sie hat, und warten.",
    "nl": "Geachte dokter, ik schrijf u omdat mijn moeder, Annelies de Graaf, gisteravond met hoge koorts en pijn op de"
    " borst in het ziekenhuis is opgenomen. Wij weten nog niet wat zij heeft, maar er wordt gewacht tot maandag.",
    "af": "Geagte dokter, ek skryf aan u omdat my ma, Hettie Swanepoel, gisteraand met hoë koors en pyn in haar bors in die"
    " hospitaal opgeneem is. Ons weet nog nie wat sy het nie, maar hulle sê dat ons tot Maandag moet wag.",
    "sv": "Bästa doktor, jag skriver till er eftersom min mor, Gunilla Åkerlund, i går kväll lades in på sjukhuset med hög"
    " feber och smärta i bröstet. Vi vet ännu inte vad det är, men läkarna säger att vi ska vänta till måndag.",
    "da": "Kære læge, jeg skriver til dig, fordi min mor, Birgitte Holm, i går aftes blev indlagt på hospitalet med høj"
    " feber og smerter i brystet. Vi ved endnu ikke, hvad det er, men lægerne siger, at vi skal vente til mandag.",
    "no": "Kjære lege, jeg skriver til deg fordi moren min, Solveig Nesheim, i går kveld ble lagt inn på sykehuset med høy"
    " feber og smerter i brystet. Vi vet ennå ikke hva det er, men legene sier at vi skal vente til mandag.",
    "is": "Kæri læknir, ég skrifa þér vegna þess að móðir mín, Guðrún Jónsdóttir, var lögð inn á sjúkrahúsið í gærkvöldi með"
    " háan hita og verk fyrir brjósti. Við vitum ekki enn hvað það er, en læknarnir segja að við eigum að bíða.",
    "fi": "Hyvä lääkäri, kirjoitan teille, koska äitini Raija Lehtonen joutui eilen illalla sairaalaan ja hänellä on kova"
    " kuume sekä rintakipua. Emme vielä tiedä, mikä häntä vaivaa, mutta lääkärit sanovat, että meidän on nyt vain"
    " odotettava maanantaihin asti.",
    "et": "Lugupeetud arst, kirjutan teile, sest minu ema Maarika Tamm viidi eile õhtul haiglasse ja tal oli väga kõrge"
    " palavik ning valu rinnus. Me ei tea veel, mis see on, aga arstid ütlesid, et nad ootavad kuni esmaspäevani, ja siis"
    " selgub ka see.",
    "hu": "Tisztelt doktornő, azért írok önnek, mert édesanyám, Halmos Erzsébet tegnap este magas lázzal és mellkasi"
    " fájdalommal került be a kórházba. Még nem tudjuk, hogy mi baja van, de az orvosok szerint hétfőig várni kell, és"
    " csak akkor lehet többet mondani.",
    "pl": "Szanowna pani doktor, piszę do pani, bo moja matka, Bożena Wilczek, została wczoraj wieczorem przyjęta do szpitala"
    " z wysoką gorączką i bólem w klatce piersiowej. Nie wiemy jeszcze, co to jest, ale trzeba czekać do poniedziałku.",
    "cs": "Vážená paní doktorko, píšu vám, protože moje matka, Zdeňka Horáková, byla včera večer přijata do nemocnice s"
    " vysokou horečkou a bolestí na hrudi. Ještě nevíme, co jí je, ale lékaři říkají, že se musí čekat až do pondělí.",
    "sk": "Vážená pani doktorka, píšem vám, pretože moja matka, Zuzana Kováčiková, bola včera večer prijatá do nemocnice s"
    " vysokou horúčkou a bolesťou na hrudi. Ešte nevieme, čo jej je, ale lekári hovoria, že sa musí čakať do pondelka.",
    "sl": "Spoštovana zdravnica, pišem vam, ker je bila moja mati, Marjeta Zupan, včeraj zvečer sprejeta v bolnišnico z visoko"
    " vročino in bolečino v prsih. Ne vemo še, kaj ji je, zdravniki pa pravijo, da je treba počakati do ponedeljka.",
    "hr": "Poštovana doktorice, pišem vam jer je moja majka, Jadranka Babić, sinoć primljena u bolnicu s visokom temperaturom"
    " i bolom u prsima. Još ne znamo što joj je, ali liječnici kažu da treba čekati do ponedjeljka i da se ne brinemo.",
    "lt": "Gerbiama gydytoja, rašau jums, nes mano mama, Aldona Kazlauskienė, vakar vakare su labai aukšta temperatūra ir"
    " krūtinės skausmu buvo paguldyta į ligoninę. Mes dar nežinome, kas tai yra, bet gydytojai sako, kad reikia laukti"
    " iki pirmadienio.",
    "lv": "Cienījamā daktere, rakstu jums, jo mana māte, Velta Kalniņa, vakar vakarā ar ļoti augstu temperatūru un sāpēm"
    " krūtīs tika ievietota slimnīcā. Mēs vēl nezinām, kas tas ir, bet ārsti saka, ka ir jāgaida līdz pirmdienai.",
    "sq": "E nderuar doktoreshë, po ju shkruaj sepse nëna ime, Drita Hoxhaj, u shtrua mbrëmë në spital me temperaturë shumë të"
    " lartë dhe me dhimbje në gjoks. Nuk e dimë ende se çfarë ka, por mjekët thonë që duhet të presim deri të hënën.",
    "tr": "Sayın doktor hanım, size yazıyorum çünkü annem Nermin Aydoğan dün akşam çok yüksek ateş ve göğüs ağrısı ile"
    " hastaneye yatırıldı. Nesi olduğunu henüz bilmiyoruz ama doktorlar pazartesiye kadar beklemek gerektiğini söylüyor ve"
    " bu bizim için kolay değil.",
    "id": "Ibu dokter yang terhormat, saya menulis surat ini karena ibu saya, Sri Wulandari, tadi malam dirawat di rumah sakit"
    " dengan demam tinggi dan nyeri di dada. Kami belum tahu apa penyakitnya, tetapi para dokter bilang harus menunggu.",
    "vi": "Thưa bác sĩ, tôi viết thư này vì mẹ tôi, bà Nguyễn Thị Hạnh, đã được đưa vào bệnh viện tối hôm qua với sốt rất cao và"
    " đau ngực. Chúng tôi chưa biết bà bị bệnh gì, nhưng các bác sĩ nói rằng phải chờ đến thứ hai.",
    "sw": "Mpendwa daktari, ninakuandikia kwa sababu mama yangu, Asha Mwakyusa, alilazwa jana usiku katika hospitali kwa homa"
    " kali na maumivu ya kifua. Bado hatujui ana ugonjwa gani, lakini madaktari wanasema ni lazima kusubiri mpaka Jumatatu"
    " ili kuwa na uhakika.",
    "fil": "Mahal na doktora, sumusulat po ako dahil ang aking ina, si Ligaya Dimaculangan, ay dinala kagabi sa ospital na may"
    " mataas na lagnat at pananakit ng dibdib. Hindi pa namin alam kung ano ang sakit niya, pero sabi ng mga doktor ay"
    " maghintay.",
    "so": "Dhakhtarad qaali ah, waxaan kuu soo qorayaa sababtoo ah hooyaday, Faadumo Cabdi, ayaa xalay la dhigay isbitaalka iyada oo"
    " qaba qandho aad u saraysa iyo xanuun laabta ah. Weli ma naqaan waxa ku dhacay, laakiin waa in aan sugnaa ilaa Isniinta.",
    "ha": "Likita mai daraja, ina rubuta maka wannan wasika ne domin mahaifiyata, Hauwa Danjuma, an kwantar da ita a asibiti jiya da"
    " dare da zazzabi mai zafi da ciwon kirji. Ba mu san me yake damunta ba tukuna, amma likitoci sun ce sai mun jira har"
    " Litinin.",
    "ms": "Kepada doktor yang dihormati, saya menulis surat ini kerana ibu saya, Rohani Yusof, telah dimasukkan ke hospital malam"
    " tadi dengan demam yang tinggi dan sakit dada. Kami belum tahu apa penyakitnya, tetapi kami mesti menunggu.",
    "ga": "A dhochtúir, a chara, táim ag scríobh chugat mar go bhfuil mo mháthair, Gráinne Ní Fhloinn, san ospidéal ó aréir agus"
    " tá fiabhras ard uirthi agus pian ina cliabhrach. Níl a fhios againn fós cad atá uirthi, ach tá na dochtúirí ag rá"
    " go mbeidh orainn fanacht.",
    "cy": "Annwyl feddyg, rwyf yn ysgrifennu atoch am fod fy mam, Angharad Prydderch, wedi cael ei derbyn i'r ysbyty neithiwr gyda"
    " gwres uchel a phoen yn ei brest. Nid ydym yn gwybod eto beth sydd yn bod arni, ond mae'r meddygon yn dweud y bydd"
    " yn rhaid aros.",
    "eu": "Mediku agurgarria, idazten dizut nire ama, Miren Etxeberria, bart gauean ospitalera eraman zutelako sukar handiarekin"
    " eta bularreko minarekin. Oraindik ez dakigu zer duen, baina medikuek diote astelehena arte itxaron behar dela, eta hori"
    " oso zaila da guretzat.",
    "ht": "Chè doktè, m ap ekri ou paske manman mwen, Yvrose Désir, te antre nan lopital yè swa ak yon gwo lafyèv epi li te gen doulè"
    " nan pwatrin li. Nou poko konnen kisa li genyen, men doktè yo di nou dwe tann jiskaske lendi rive.",
    "ru": "Уважаемая госпожа доктор, пишу вам, потому что моя мать, Зинаида Охотникова, вчера вечером поступила в больницу с"
    " высокой температурой и болью в груди. Мы ещё не знаем, что с ней, но врачи говорят, что надо ждать до понедельника.",
    "uk": "Шановна пані лікарко, пишу вам, бо моя мати, Оксана Дяченко, вчора ввечері потрапила до лікарні з високою"
    " температурою і болем у грудях. Ми ще не знаємо, що з нею, але лікарі кажуть, що треба чекати до понеділка.",
    "bg": "Уважаема госпожо доктор, пиша ви, защото майка ми, Радка Стоименова, снощи беше приета в болницата с висока"
    " температура и болка в гърдите. Още не знаем какво ѝ е, но лекарите казват, че трябва да чакаме до понеделник.",
    "sr": "Поштована докторка, пишем вам јер је моја мајка, Јованка Ђурић, синоћ примљена у болницу са високом температуром и"
    " болом у грудима. Још не знамо шта јој је, али лекари кажу да треба чекати до понедељка.",
    "el": "Αγαπητή γιατρέ, σας γράφω γιατί η μητέρα μου, η Ευαγγελία Παπαδάκη, μπήκε χθες το βράδυ στο νοσοκομείο με υψηλό"
    " πυρετό και πόνο στο στήθος. Δεν ξέρουμε ακόμη τι έχει, αλλά οι γιατροί λένε να περιμένουμε ως τη Δευτέρα.",
    "ar": "عزيزتي الدكتورة، أكتب إليك لأن والدتي، فاطمة الزهراني، دخلت المستشفى مساء أمس وهي تعاني من حمى شديدة وألم في الصدر."
    " لا نعرف حتى الآن ما بها، لكن الأطباء يقولون إن علينا الانتظار إلى يوم الاثنين.",
    "fa": "خانم دکتر گرامی، برای شما می‌نویسم چون مادرم، پروین رستگار، دیشب با تب بالا و درد قفسه سینه در بیمارستان بستری شد."
    " هنوز نمی‌دانیم که بیماری او چیست، اما پزشکان می‌گویند باید تا دوشنبه صبر کنیم.",
    "he": "ד״ר יקרה, אני כותבת אלייך כי אמא שלי, רבקה אלקיים, אושפזה אתמול בערב בבית החולים עם חום גבוה וכאבים בחזה. אנחנו עדיין"
    " לא יודעים מה יש לה, אבל הרופאים אומרים שצריך לחכות עד יום שני.",
    "hi": "आदरणीय डॉक्टर, मैं आपको इसलिए लिख रही हूँ क्योंकि मेरी माँ, सरोज त्रिपाठी, कल रात तेज़ बुखार और सीने में दर्द के साथ अस्पताल में भर्ती हुई हैं।"
    " हमें अभी नहीं पता कि उन्हें क्या हुआ है, लेकिन डॉक्टर कहते हैं कि सोमवार तक रुकना होगा।",
    "bn": "শ্রদ্ধেয় ডাক্তার, আমি আপনাকে লিখছি কারণ আমার মা, রাবেয়া খাতুন, গতকাল রাতে প্রচণ্ড জ্বর ও বুকে ব্যথা নিয়ে হাসপাতালে ভর্তি হয়েছেন।",
    "ta": "மதிப்பிற்குரிய மருத்துவரே, என் தாய் மீனாட்சி சுந்தரம் நேற்று இரவு கடுமையான காய்ச்சலுடன் மருத்துவமனையில் சேர்க்கப்பட்டார்.",
    "zh": "尊敬的医生：我写信给您，是因为我的母亲林秀英昨天晚上因为高烧和胸口疼痛住进了医院。我们还不知道她得了什么病，但是医生说要等到星期一。",
    "ja": "先生へ。母の田中さゆりが昨夜、高熱と胸の痛みで入院しましたので、お手紙を差し上げます。まだ何の病気か分かりませんが、月曜日まで待つようにと言われました。",
    "ko": "존경하는 의사 선생님께, 저희 어머니 박정숙 씨가 어젯밤 고열과 가슴 통증으로 병원에 입원하셔서 편지를 드립니다. 아직 무슨 병인지 모르지만 월요일까지 기다려야 한다고 합니다.",
    "th": "เรียนคุณหมอ ดิฉันเขียนจดหมายถึงคุณหมอเพราะคุณแม่ นางสมศรี ทองดี เข้าโรงพยาบาลเมื่อคืนนี้ด้วยไข้สูงและเจ็บหน้าอก เรายังไม่รู้ว่าท่านเป็นอะไร"
    " แต่หมอบอกว่าต้องรอถึงวันจันทร์",
    "hy": "Հարգելի բժիշկ, գրում եմ ձեզ, քանի որ մայրս՝ Անահիտ Սարգսյանը, երեկ երեկոյան բարձր ջերմությամբ և կրծքավանդակի ցավով տեղափոխվեց հիվանդանոց։",
    "ka": "პატივცემულო ექიმო, გწერთ, რადგან დედაჩემი, ნანა გელაშვილი, გუშინ საღამოს მაღალი სიცხითა და გულმკერდის ტკივილით საავადმყოფოში მოათავსეს.",
    "am": "ክቡር ዶክተር፣ እናቴ ወይዘሮ አልማዝ ተሰማ ትናንት ማታ በከፍተኛ ትኩሳትና በደረት ሕመም ወደ ሆስፒታል ስለገባች እጽፍልዎታለሁ።",
}  # fmt: skip
"""The same letter in many languages, by their codes: somebody's mother is in hospital."""
