"""Number words, scale words and fractions of the supported languages, as plain tables.

Keys are lower case with diacritics kept. Words that are also everyday words in another language
("six", "due", "once", "dos") are looked up only when the text is in the language they belong to.
"""

from __future__ import annotations

from fractions import Fraction

__all__ = [
    "CARDINALS",
    "CJK_DIGITS",
    "CJK_SCALES",
    "FRACTIONS",
    "LANGUAGE_MARKS",
    "MULTIPLIERS",
    "ORDINALS",
    "SCALES",
    "SUFFIX_SCALES",
    "VULGAR",
]


def _counted(words: str, start: int = 0, step: int = 1) -> dict[str, int]:
    """`a|b c` -> a and b are `start`, c is `start + step`, and so on."""
    return {
        word: start + i * step for i, group in enumerate(words.split()) for word in group.split("|")
    }


_ENGLISH = {
    **_counted(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen"
    ),
    **_counted("twenty thirty forty|fourty fifty sixty seventy eighty ninety", 20, 10),
    "hundred": 100,
}
_GERMAN = {
    **_counted(
        "null eins|ein|eine|einem|einen|einer zwei|zwo drei vier fünf|fuenf sechs sieben acht neun "
        "zehn elf zwölf|zwoelf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
    ),
    **_counted("zwanzig dreißig|dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10),
    "hundert": 100,
}
_FRENCH = {
    **_counted(
        "zéro un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
        "quinze seize"
    ),
    **_counted(
        "vingt|vingts trente quarante cinquante soixante septante huitante|octante nonante", 20, 10
    ),
    "cent": 100,
    "cents": 100,
}
_SPANISH = {
    **_counted(
        "cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
        "quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno|veintiún|veintiuna "
        "veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho "
        "veintinueve"
    ),
    **_counted("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10),
    **_counted(
        "cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas "
        "quinientos|quinientas seiscientos|seiscientas setecientos|setecientas "
        "ochocientos|ochocientas novecientos|novecientas",
        100,
        100,
    ),
}
_ITALIAN = {
    **_counted(
        "zero uno|un|una due tre quattro cinque sei sette otto nove dieci undici dodici tredici "
        "quattordici quindici sedici diciassette diciotto diciannove"
    ),
    **_counted("venti trenta quaranta cinquanta sessanta settanta ottanta novanta", 20, 10),
    **_counted("cento duecento trecento quattrocento cinquecento seicento", 100, 100),
}
_PORTUGUESE = {
    **_counted(
        "zero um|uma dois|duas três|tres quatro cinco seis sete oito nove dez onze doze treze "
        "quatorze|catorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove"
    ),
    **_counted(
        "vinte trinta quarenta cinquenta|cinqüenta sessenta setenta oitenta noventa", 20, 10
    ),
    **_counted(
        "cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas "
        "quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas "
        "oitocentos|oitocentas novecentos|novecentas",
        100,
        100,
    ),
}
_RUSSIAN = {
    **_counted(
        "ноль|нуль один|одна|одно|одного|одной два|две|двух|двум три|трёх|трех|трем "
        "четыре|четырёх|четырех "
        "пять|пяти шесть|шести семь|семи восемь|восьми девять|девяти десять|десяти одиннадцать "
        "двенадцать|двенадцати тринадцать четырнадцать пятнадцать шестнадцать семнадцать "
        "восемнадцать девятнадцать"
    ),
    **_counted(
        "двадцать|двадцати тридцать|тридцати сорок|сорока пятьдесят|пятидесяти "
        "шестьдесят|шестидесяти семьдесят восемьдесят девяносто",
        20,
        10,
    ),
    **_counted(
        "сто|ста двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот", 100, 100
    ),
}
CARDINALS: dict[str, dict[str, int]] = {
    "en": _ENGLISH,
    "de": _GERMAN,
    "fr": _FRENCH,
    "es": _SPANISH,
    "it": _ITALIAN,
    "pt": _PORTUGUESE,
    "ru": _RUSSIAN,
}

_THOUSAND, _MILLION, _BILLION, _TRILLION = 10**3, 10**6, 10**9, 10**12
# Long-scale languages: billion is 10^12; milliard is 10^9.
SCALES: dict[str, dict[str, int]] = {
    "any": {
        "million": _MILLION, "millions": _MILLION, "mio": _MILLION, "mln": _MILLION,
        "lakh": 10**5, "lakhs": 10**5, "lac": 10**5, "crore": 10**7, "crores": 10**7,
        "mrd": _BILLION, "mld": _BILLION, "mlrd": _BILLION, "milliard": _BILLION,
        "milliards": _BILLION,
    },
    "en": {
        "thousand": _THOUSAND, "thousands": _THOUSAND, "billion": _BILLION, "billions": _BILLION,
        "trillion": _TRILLION, "trillions": _TRILLION, "dozen": 12, "dozens": 12, "hundred": 100,
        "quadrillion": 10**15,
    },
    "de": {
        "tausend": _THOUSAND, "tsd": _THOUSAND, "millionen": _MILLION, "milliarde": _BILLION,
        "milliarden": _BILLION, "billion": _TRILLION, "billionen": _TRILLION, "dutzend": 12,
        "hundert": 100,
    },
    "fr": {
        "mille": _THOUSAND, "billion": _TRILLION, "billions": _TRILLION, "douzaine": 12,
        "mds": _BILLION, "md": _BILLION,
    },
    "es": {
        "mil": _THOUSAND, "millón": _MILLION, "millones": _MILLION, "billón": _TRILLION,
        "billones": _TRILLION, "docena": 12, "docenas": 12,
    },
    "it": {
        "mila": _THOUSAND, "mille": _THOUSAND, "milione": _MILLION, "milioni": _MILLION,
        "miliardo": _BILLION, "miliardi": _BILLION, "dozzina": 12,
    },
    "pt": {
        "mil": _THOUSAND, "milhão": _MILLION, "milhões": _MILLION, "milhao": _MILLION,
        "milhoes": _MILLION, "bilhão": _BILLION, "bilhões": _BILLION, "trilhão": _TRILLION,
        "trilhões": _TRILLION, "dúzia": 12, "mi": _MILLION, "bi": _BILLION,
    },
    "ru": {
        "тысяча": _THOUSAND, "тысячи": _THOUSAND, "тысяч": _THOUSAND, "тыс": _THOUSAND,
        "миллион": _MILLION, "миллиона": _MILLION, "миллионов": _MILLION, "млн": _MILLION,
        "миллиард": _BILLION, "миллиарда": _BILLION, "миллиардов": _BILLION, "млрд": _BILLION,
        "триллион": _TRILLION, "триллионов": _TRILLION, "трлн": _TRILLION,
    },
}  # fmt: skip
# Letters written after digits. "m" and "b" only count beside money or people, never metres.
SUFFIX_SCALES: dict[str, int] = {
    "k": _THOUSAND, "m": _MILLION, "mm": _MILLION, "mn": _MILLION, "mio": _MILLION,
    "mln": _MILLION, "b": _BILLION, "bn": _BILLION, "bln": _BILLION, "t": _TRILLION,
    "tn": _TRILLION, "trn": _TRILLION, "cr": 10**7,
}  # fmt: skip

CJK_DIGITS: dict[str, int] = {
    **{c: i for i, c in enumerate("零一二三四五六七八九")},
    "〇": 0, "两": 2, "兩": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7,
    "捌": 8, "玖": 9, "弐": 2, "参": 3,
}  # fmt: skip
CJK_SCALES: dict[str, int] = {
    "十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000,
    "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12,
}  # fmt: skip

VULGAR: dict[str, Fraction] = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4),
    "¾": Fraction(3, 4), "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5), "⅙": Fraction(1, 6), "⅚": Fraction(5, 6), "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip

# Denominator words; a numerator word or article before them is required ("a third", "two thirds").
FRACTIONS: dict[str, dict[str, int]] = {
    "en": {
        "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourths": 4,
        "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7, "eighth": 8,
        "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10, "hundredth": 100,
        "hundredths": 100,
    },
    "de": {
        "drittel": 3, "viertel": 4, "fünftel": 5, "sechstel": 6, "achtel": 8, "zehntel": 10,
        "hälfte": 2,
    },
    "fr": {"moitié": 2, "tiers": 3, "quart": 4, "quarts": 4, "cinquième": 5, "cinquièmes": 5,
           "dixième": 10, "dixièmes": 10},
    "es": {"mitad": 2, "tercio": 3, "tercios": 3, "cuarto": 4, "cuartos": 4, "quinto": 5,
           "quintos": 5, "décimo": 10},
    "it": {"metà": 2, "terzo": 3, "terzi": 3, "quarto": 4, "quarti": 4, "quinto": 5, "quinti": 5},
    "pt": {"metade": 2, "terço": 3, "terços": 3, "quarto": 4, "quartos": 4, "quinto": 5,
           "quintos": 5},
    "ru": {"половина": 2, "половину": 2, "половины": 2, "треть": 3, "трети": 3, "четверть": 4,
           "четверти": 4},
}  # fmt: skip

ORDINALS: dict[str, int] = {
    **_counted(
        "first|erste|ersten|erster|erstes|premier|première|primero|primera|primer|primo|prima|"
        "primeiro|primeira|первый|первая|первое "
        "second|zweite|zweiten|zweiter|zweites|deuxième|segundo|segunda|secondo|seconda|второй|"
        "вторая "
        ""
        "third|dritte|dritten|dritter|drittes|troisième|tercero|tercera|tercer|terzo|terza|"
        "terceiro|terceira|третий|третья "
        "fourth|vierte|vierten|vierter|quatrième|cuarto|cuarta|quarto|quarta|четвёртый|четвертый "
        "fifth|fünfte|fünften|fünfter|cinquième|quinto|quinta|пятый|пятая "
        "sixth|sechste|sechsten|sixième|sexto|sesto|sesta|шестой "
        "seventh|siebte|siebten|septième|séptimo|settimo|sétimo|седьмой "
        "eighth|achte|achten|huitième|octavo|ottavo|oitavo|восьмой "
        "ninth|neunte|neunten|neuvième|noveno|nono|девятый "
        "tenth|zehnte|zehnten|dixième|décimo|decimo|десятый "
        "eleventh|elfte twelfth|zwölfte thirteenth fourteenth fifteenth sixteenth seventeenth "
        "eighteenth nineteenth twentieth",
        1,
    ),
    **_counted(
        "thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth", 30, 10
    ),
}

# Verbs and adverbs that state a factor by themselves.
MULTIPLIERS: dict[str, Fraction] = {
    "doubled": Fraction(2), "doubles": Fraction(2), "doubling": Fraction(2), "double": Fraction(2),
    "twice": Fraction(2), "tripled": Fraction(3), "triples": Fraction(3), "triple": Fraction(3),
    "tripling": Fraction(3), "trebled": Fraction(3), "thrice": Fraction(3),
    "quadrupled": Fraction(4), "quadruple": Fraction(4), "quadruples": Fraction(4),
    "quintupled": Fraction(5), "halved": Fraction(1, 2), "halves": Fraction(1, 2),
    "halving": Fraction(1, 2),
    "twofold": Fraction(2), "threefold": Fraction(3), "fourfold": Fraction(4),
    "fivefold": Fraction(5), "sixfold": Fraction(6), "tenfold": Fraction(10),
    "verdoppelt": Fraction(2), "verdoppelte": Fraction(2), "verdreifacht": Fraction(3),
    "verdreifachte": Fraction(3), "halbiert": Fraction(1, 2), "halbierte": Fraction(1, 2),
    "doublé": Fraction(2), "triplé": Fraction(3), "duplicó": Fraction(2),
    "duplicado": Fraction(2), "triplicó": Fraction(3), "raddoppiato": Fraction(2),
    "triplicato": Fraction(3), "dobrou": Fraction(2), "triplicou": Fraction(3),
    "удвоился": Fraction(2), "удвоилась": Fraction(2), "удвоилось": Fraction(2),
    "удвоились": Fraction(2), "вдвое": Fraction(2), "втрое": Fraction(3),
}  # fmt: skip

# Function words that tell the languages apart; enough for a sentence, never for a word.
LANGUAGE_MARKS: dict[str, frozenset[str]] = {
    "en": frozenset(
        "the of and is are was were to in for with that this it by on at from has have had be as "
        "not or which their its an".split()
    ),
    "de": frozenset(
        "der die das tage tagen jahre jahren monate stunden wochen und ist sind nicht mit für "
        "von den dem des ein eine im zu auf als auch "
        "wird werden bei nach über aus hat haben sich alle keiner es zwischen bis".split()
    ),
    "fr": frozenset(
        "ans jours semaines heures le la les des du et est sont une dans pour sur avec par qui "
        "que au aux ce cette ont été "
        "pas plus il elle l d en de un".split()
    ),
    "es": frozenset(
        "días años semanas horas el la los las y es son una un en por para con que del al se su "
        "fue han está más de "
        "lo como".split()
    ),
    "it": frozenset(
        "giorni anni mesi settimane il la lo gli le e è sono una un per con che del della dei "
        "delle al alla di da si non "
        "più ha stato nel nella".split()
    ),
    "pt": frozenset(
        "anos dias o os e é são uma um em por para com que da dos das na ao à se foi não mais de "
        "tem".split()
    ),
    "ru": frozenset("и в на не с по из для от к что это как за о до у составляет был была".split()),
}
