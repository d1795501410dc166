"""Names of months, weekdays, seasons, ordinals and small numbers in the supported languages.

Keys are case-folded. Names that are also everyday words in their own language ("may", "march",
"mars") are listed in `AMBIGUOUS_MONTHS`; readers ask for more evidence before they take them
for a date.
"""

from __future__ import annotations

_MONTH_NAMES = (
    "january jan januar jänner jan janvier janv enero ene gennaio gen janeiro января январь январе",
    "february feb februar feber février févr fév febrero febbraio fevereiro fev "
    "февраля февраль феврале",
    "march mar märz mär mrz mars marzo março марта март марте",
    "april apr avril avr abril abr aprile апреля апрель апреле",
    "may mai mayo maggio mag maio мая май мае",
    "june jun juni juin junio giugno giu junho июня июнь июне",
    "july jul juli juillet juil julio luglio lug julho июля июль июле",
    "august aug août aout agosto ago августа август августе",
    "september sep sept septembre septiembre settembre set setembro сентября сентябрь сентябре",
    "october oct oktober okt octobre octubre ottobre ott outubro out октября октябрь октябре",
    "november nov novembre noviembre novembro ноября ноябрь ноябре",
    "december dec dezember dez décembre déc diciembre dic dicembre dezembro декабря декабрь "
    "декабре",
)
MONTHS: dict[str, int] = {
    name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()
}
ENGLISH_MONTHS = frozenset(names.split()[0] for names in _MONTH_NAMES)
GERMAN_MONTHS = frozenset(
    "januar jänner februar märz april mai juni juli august september oktober november "
    "dezember".split()
)
# Names (or abbreviations) that stand for something else when no number is near.
AMBIGUOUS_MONTHS = frozenset(
    "may march mars mar jan dec sep set gen ago out mag jun jul giu lug ene fev abr nov oct "
    "apr aug feb mai mär dez déc fév juil janv févr avr dic ott okt май".split()
)

_WEEKDAY_NAMES = (
    "monday mondays mon montag montags lundi lundis lunes lunedì понедельник понедельника",
    "tuesday tuesdays tue tues dienstag dienstags mardi mardis martes martedì вторник вторника",
    "wednesday wednesdays wed mittwoch mittwochs mercredi mercredis miércoles mercoledì "
    "среда среду среды",
    "thursday thursdays thu thur thurs donnerstag donnerstags jeudi jeudis jueves giovedì "
    "четверг четверга",
    "friday fridays fri freitag freitags vendredi vendredis viernes venerdì пятница пятницу "
    "пятницы",
    "saturday saturdays sat samstag samstags sonnabend samedi samedis sábado sábados sabato "
    "суббота субботу субботы",
    "sunday sundays sun sonntag sonntags dimanche dimanches domingo domingos domenica "
    "воскресенье воскресенья",
)
WEEKDAYS: dict[str, int] = {
    name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names.split()
}
WEEKDAYS.update(
    {
        "segunda-feira": 0,
        "terça-feira": 1,
        "quarta-feira": 2,
        "quinta-feira": 3,
        "sexta-feira": 4,
    }
)
AMBIGUOUS_WEEKDAYS = frozenset("mon tue tues wed thu thur thurs fri sat sun".split())
CJK_WEEKDAYS: dict[str, int] = {
    "一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6,
    "月": 0, "火": 1, "水": 2, "木": 3, "金": 4, "土": 5,
}  # fmt: skip

SEASONS: dict[str, tuple[int, int]] = {
    name: months
    for names, months in (
        ("spring frühling frühjahr printemps primavera весной весна весны", (3, 6)),
        ("summer sommer été verano estate verão летом лето лета", (6, 9)),
        ("autumn fall herbst automne otoño autunno outono осенью осень осени", (9, 12)),
        ("winter hiver invierno inverno зимой зима зимы", (12, 3)),
    )
    for name in names.split()
}

ORDINALS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "first erste erstes ersten erster premier première primer primera primo primeiro "
            "primeira первый первом",
            "second zweite zweites zweiten zweiter deuxième segundo segunda secondo второй втором",
            "third dritte drittes dritten dritter troisième tercer tercera terzo terceiro "
            "третий третьем",
            "fourth vierte viertes vierten vierter quatrième cuarto cuarta quarto "
            "четвертый четвертом",
            "fifth fünfte fünften",
            "sixth sechste sechsten",
            "seventh siebte siebten",
            "eighth achte achten",
            "ninth neunte neunten",
            "tenth zehnte zehnten",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "twenty-first",
        ),
        1,
    )
    for word in words.split()
}
ORDINALS["final"] = 4

NUMBER_WORDS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "zero",
            "one a an ein eine einem einen einer un une uno una um uma один одного",
            "two zwei deux dos due dois duas два две двух",
            "three drei trois tres tre três три трех",
            "four vier quatre cuatro quattro quatro четыре",
            "five fünf cinq cinco cinque пять",
            "six sechs seis sei шесть",
            "seven sieben sept siete sette sete семь",
            "eight acht huit ocho otto oito восемь",
            "nine neun neuf nueve nove девять",
            "ten zehn dix diez dieci dez десять",
            "eleven elf onze once undici",
            "twelve zwölf douze doce dodici doze",
            "thirteen dreizehn treize trece",
            "fourteen vierzehn quatorze catorce",
            "fifteen fünfzehn quinze quince",
            "sixteen sechzehn seize",
            "seventeen siebzehn",
            "eighteen achtzehn",
            "nineteen neunzehn",
            "twenty zwanzig vingt veinte venti vinte двадцать",
        )
    )
    for word in words.split()
}
NUMBER_WORDS.update(
    {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
)
NUMBER_WORDS.update({"dreißig": 30, "trente": 30, "treinta": 30, "trenta": 30, "hundred": 100})

DECADES: dict[str, int] = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
ROMAN: dict[str, int] = {
    "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10,
    "XI": 11, "XII": 12, "XIII": 13, "XIV": 14, "XV": 15, "XVI": 16, "XVII": 17, "XVIII": 18,
    "XIX": 19, "XX": 20, "XXI": 21, "XXII": 22, "XXIII": 23, "XXIV": 24, "XXV": 25,
}  # fmt: skip
