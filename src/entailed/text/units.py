"""Units of measure and currencies: exact factors, spellings in several languages.

The table is our own and exact (rational factors), because loading a general unit registry takes
longer than a whole verification. Calendar months and years are means (30.4375 and 365.25 days).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["CURRENCY_WORDS", "Unit", "currency_of", "same_currency", "unit_of"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `value in base = value * factor + offset`; units compare within a `dimension`."""

    name: str
    dimension: str
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)


_SYMBOLS: dict[str, Unit] = {}
_WORDS: dict[str, Unit] = {}


def _add(
    dimension: str,
    name: str,
    factor: Fraction | int | str,
    symbols: str = "",
    words: str = "",
    offset: Fraction | int | str = 0,
) -> None:
    unit = Unit(name, dimension, Fraction(factor), Fraction(offset))
    _SYMBOLS.update(dict.fromkeys(symbols.split(), unit))
    _WORDS.update(dict.fromkeys(words.split(), unit))


_METRE = (
    "metre metres meter meters metern mètre mètres metro metros metri метр метра метров 米 メートル"
)


def _metric_words(prefix: str, russian: str) -> str:
    """Spellings of a metre with a prefix, in the languages of `_METRE`."""
    latin = (prefix + w for w in _METRE.split() if w[0] == "m")
    accents = {
        "kilo": "kilómetro kilómetros chilometro chilometri quilômetro quilômetros quilómetros",
        "centi": "centímetro centímetros zentimeter",
        "milli": "milímetro milímetros millimetri",
    }
    russians = (russian + w for w in "метр метра метров".split())
    return " ".join([*latin, accents.get(prefix, ""), *russians])


_add("length", "m", 1, "m м", _METRE)
_add("length", "km", 1000, "km км", _metric_words("kilo", "кило") + " 公里 千米 キロメートル")
_add("length", "cm", "1/100", "cm см", _metric_words("centi", "санти") + " 厘米")
_add("length", "mm", "1/1000", "mm мм", _metric_words("milli", "милли") + " 毫米")
_add("length", "dm", "1/10", "dm")
_add(
    "length",
    "µm",
    "1/1000000",
    "µm μm um",
    "micron microns micrometre micrometres micrometer micrometers",
)
_add("length", "nm", "1/1000000000", "nm", "nanometre nanometres nanometer nanometers")
_add(
    "length",
    "in",
    "127/5000",
    "in ″",
    "inch inches zoll pouces pulgadas pollici polegadas дюйм дюймов",
)
_add("length", "ft", "381/1250", "ft ft. ′", "foot feet fuß pieds pies piedi pés футов")
_add("length", "yd", "1143/1250", "yd yds", "yard yards")
_add(
    "length",
    "mi",
    "201168/125",
    "mi",
    "mile miles meilen milles millas miglia milhas миль 英里 マイル",
)
_add("length", "nmi", 1852, "nmi", "")
_add(
    "mass",
    "kg",
    1,
    "kg кг",
    "kilogram kilograms kilogramme kilogrammes kilogramm kilo kilos "
    "kilogramo kilogramos chilogrammo chilogrammi chili quilo quilos килограмм килограмма "
    "килограммов 公斤 千克 キログラム",
)
_add(
    "mass",
    "g",
    "1/1000",
    "g г gr",
    "gram grams gramme grammes gramm gramos grammi gramas грамм граммов 克 グラム",
)
_add(
    "mass",
    "mg",
    "1/1000000",
    "mg мг",
    "milligram milligrams milligramme milligrammes milligramm miligramos 毫克",
)
_add(
    "mass",
    "µg",
    "1/1000000000",
    "µg μg mcg ug мкг",
    "microgram micrograms microgramme microgrammes mikrogramm 微克",
)
_add("mass", "ng", "1/1000000000000", "ng", "nanogram nanograms")
_add("mass", "t", 1000, "t т", "tonne tonnes tonnen toneladas tonnellate тонн тонны 吨 トン")
_add("mass", "ton", 1000, "", "ton tons")
_add("mass", "lb", "45359237/100000000", "lb lbs lb.", "pound pounds livres libras libbre фунтов")
_add("mass", "oz", "45359237/1600000000", "oz oz.", "ounce ounces unzen onces")
_add("mass", "st", "317514659/50000000", "", "stone")
_add(
    "volume",
    "l",
    1,
    "l L ℓ л",
    "litre litres liter liters litern litro litros litri литр литра литров 升 リットル",
)
_add(
    "volume",
    "ml",
    "1/1000",
    "ml mL мл",
    "millilitre millilitres milliliter milliliters mililitros 毫升",
)
_add("volume", "cl", "1/100", "cl cL", "centilitre centilitres")
_add("volume", "dl", "1/10", "dl dL", "decilitre deciliter")
_add("volume", "µl", "1/1000000", "µl μl µL μL", "microlitre microlitres")
_add("volume", "hl", 100, "hl", "hectolitre hectolitres hektoliter")
_add("volume", "m³", 1000, "m³ m3", "")
_add("volume", "cm³", "1/1000", "cm³ cm3 cc", "")
_add("volume", "gal", "473176473/125000000", "gal", "gallon gallons gallonen galones")
_add("volume", "qt", "473176473/500000000", "qt", "quart quarts")
_add("volume", "pt", "473176473/1000000000", "", "pint pints")
_add("volume", "fl oz", "473176473/16000000000", "", "")
_add("volume", "cup", "473176473/2000000000", "", "cup cups")
_add("volume", "tbsp", "3/200", "tbsp", "tablespoon tablespoons")
_add("volume", "tsp", "1/200", "tsp", "teaspoon teaspoons")
_add("volume", "bbl", "158987294928/1000000000", "bbl", "barrel barrels")
_add("area", "m²", 1, "m² m2 sqm м²", "")
_add("area", "km²", 10**6, "km² km2 км²", "")
_add("area", "cm²", "1/10000", "cm² cm2", "")
_add("area", "ha", 10**4, "ha га", "hectare hectares hektar hectáreas ettari гектар гектаров")
_add("area", "acre", "40468564224/10000000", "", "acre acres")
_add("area", "ft²", "145161/1562500", "ft² ft2 sqft", "")
_add("area", "mi²", "25899881103/10000", "", "")
_add(
    "time",
    "s",
    1,
    "s с sec sec. secs",
    "second seconds sekunde sekunden seconde secondes segundo segundos secondi секунд секунды "
    "秒 秒钟",
)
_add(
    "time",
    "ms",
    "1/1000",
    "ms мс",
    "millisecond milliseconds millisekunden millisecondes milisegundos 毫秒",
)
_add("time", "µs", "1/1000000", "µs μs us", "microsecond microseconds")
_add("time", "ns", "1/1000000000", "ns", "nanosecond nanoseconds")
_add(
    "time",
    "min",
    60,
    "min min. mins мин",
    "minute minutes minuten minuto minutos minuti минут минуты минуту 分钟 分間",
)
_add(
    "time",
    "h",
    3600,
    "h hr hrs hr. ч std std.",
    "hour hours stunde stunden heure heures hora horas ora ore час часа часов 小时 時間",
)
_add(
    "time",
    "day",
    86400,
    "",
    "day days tag tage tagen jour jours día días giorno giorni dia dias день дня дней 天 日間",
)
_add(
    "time",
    "week",
    604800,
    "wk wks",
    "week weeks woche wochen semaine semaines semana semanas settimana settimane неделя недели "
    "недель 周 週間",
)
_add("time", "fortnight", 1209600, "", "fortnight fortnights")
_add(
    "time",
    "month",
    2629800,
    "",
    "month months monat monate monaten mois mes meses mese mesi mês месяц месяца месяцев "
    "个月 ヶ月 か月",
)
_add(
    "time",
    "year",
    31557600,
    "yr yrs yr.",
    "year years jahr jahre jahren an ans année années año años anno anni ano anos год года лет 年 "
    "年間",
)
_add(
    "time",
    "decade",
    315576000,
    "",
    "decade decades jahrzehnt jahrzehnte jahrzehnten décennies décadas",
)
_add(
    "time",
    "century",
    3155760000,
    "",
    "century centuries jahrhundert jahrhunderte jahrhunderten siècles siglos",
)
_add(
    "working time",
    "working day",
    1,
    "",
    "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen 工作日 営業日",
)
_add("temperature", "°C", 1, "°C ℃", "celsius centigrade")
_add("temperature", "°F", "5/9", "°F ℉", "fahrenheit", "-160/9")
_add("temperature", "K", 1, "", "kelvin kelvins", "-27315/100")
_add("speed", "mph", "44704/100000", "mph", "")
_add("speed", "km/h", "5/18", "kmh kph", "stundenkilometer")
_add("speed", "kn", "463/900", "kn kt kts", "knot knots knoten nœuds nudos nodi узлов")
_add("pressure", "Pa", 1, "Pa", "pascal pascals")
_add("pressure", "hPa", 100, "hPa", "")
_add("pressure", "kPa", 1000, "kPa", "")
_add("pressure", "MPa", 10**6, "MPa", "")
_add("pressure", "bar", 10**5, "bar бар", "bars")
_add("pressure", "mbar", 100, "mbar", "millibar millibars")
_add("pressure", "psi", "6894757/1000", "psi", "")
_add("pressure", "atm", 101325, "atm", "atmosphere atmospheres")
_add("pressure", "mmHg", "133322/1000", "mmHg Torr torr", "")
for _prefix, _scale in (("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12)):
    _word = {"": "", "k": "kilo", "M": "mega", "G": "giga", "T": "tera"}[_prefix]
    _add("power", _prefix + "W", _scale, _prefix + "W", f"{_word}watt {_word}watts")
    _add(
        "energy",
        _prefix + "Wh",
        3600 * _scale,
        _prefix + "Wh",
        f"{_word}watt-hours {_word}watt-hour",
    )
    _add("energy", _prefix + "J", _scale, _prefix + "J", f"{_word}joule {_word}joules")
    _add("frequency", _prefix + "Hz", _scale, _prefix + "Hz", f"{_word}hertz")
    _add("resistance", _prefix + "Ω", _scale, _prefix + "Ω", f"{_word}ohm {_word}ohms")
_add("power", "mW", "1/1000", "mW", "milliwatt milliwatts")
_add("power", "hp", "74570/100", "hp bhp PS", "horsepower")
_add("energy", "kcal", 4184, "kcal", "kilocalorie kilocalories calories calorie kalorien")
_add("energy", "eV", "1602176634/10000000000000000000000000000", "eV", "")
_add("voltage", "V", 1, "V", "volt volts")
_add("voltage", "kV", 1000, "kV", "kilovolt kilovolts")
_add("voltage", "mV", "1/1000", "mV", "millivolt millivolts")
_add("current", "A", 1, "A", "amp amps ampere amperes")
_add("current", "mA", "1/1000", "mA", "milliamp milliamps")
_add("charge", "mAh", 1, "mAh", "")
_add("charge", "Ah", 1000, "Ah", "")
for _i, _prefix in enumerate(("k", "M", "G", "T", "P"), 1):
    _word = ("kilo", "mega", "giga", "tera", "peta")[_i - 1]
    _upper = _prefix.upper()
    _add("data", _upper + "B", 1000**_i, f"{_upper}B {_prefix}B", f"{_word}byte {_word}bytes")
    _add("data", _upper + "iB", 1024**_i, _upper + "iB", "")
    _add(
        "data",
        _upper + "bit",
        Fraction(1000**_i, 8),
        f"{_upper}bit {_prefix}bit {_upper}b",
        f"{_word}bit {_word}bits",
    )
    _add("data rate", _upper + "bps", 1000**_i, f"{_upper}bps {_prefix}bps", "")
_add("data", "byte", 1, "", "byte bytes octets")
_add("data", "bit", "1/8", "", "bit bits")
_add("amount", "mol", 1, "mol", "mole moles")
_add("amount", "mmol", "1/1000", "mmol", "")
_add("amount", "µmol", "1/1000000", "µmol μmol umol", "")
_add("amount", "nmol", "1/1000000000", "nmol", "")
_add("activity", "IU", 1, "IU", "")
_add("ratio", "ppm", "1/1000000", "ppm", "")
_add("ratio", "ppb", "1/1000000000", "ppb", "")
_add("sound", "dB", 1, "dB dBA", "decibel decibels dezibel")
_add("light", "lm", 1, "lm", "lumen lumens")
_add("illuminance", "lx", 1, "lx", "lux")
_add("rotation", "rpm", 1, "rpm", "")
_add("pixels", "px", 1, "px", "pixel pixels")
_add("pixels", "MP", 10**6, "MP", "megapixel megapixels")
_add("resolution", "dpi", 1, "dpi ppi", "")
_add("force", "N", 1, "N", "newton newtons")
_add("force", "kN", 1000, "kN", "kilonewton kilonewtons")
_add("torque", "Nm", 1, "Nm", "")
_add(
    "angle", "°", 1, "°", "degree degrees grad degrés degré grados gradi graus градусов градуса 度"
)

# Symbols that are also words or letters of a list: they need to stand alone to be units.
DELICATE = frozenset({"in", "A", "V", "W", "N", "J", "K", "F", "C", "t", "s", "g", "h", "m", "l",
                      "L", "с", "т", "г", "м", "л", "ч", "st", "pt", "us"})  # fmt: skip
_LETTER_DEGREES = {"C": _SYMBOLS["°C"], "F": _SYMBOLS["°F"], "K": _WORDS["kelvin"]}
# Words that would be read as units far too often ("an" in English, "ore", "ora", "mes").
_LANGUAGE_WORDS = {
    "an": "fr", "ans": "fr", "ore": "it", "ora": "it", "mes": "es", "pies": "es", "ano": "pt",
    "anno": "it", "stone": "en", "tag": "de", "bits": "en", "grad": "de", "chili": "it",
    "jahr": "de", "dia": "pt", "std": "de", "std.": "de", "livres": "fr", "pouces": "fr",
}  # fmt: skip


def unit_of(token: str, language: str = "en") -> Unit | None:
    """The unit written as one token, symbols with case, words in any case; None if it is none."""
    symbol = _SYMBOLS.get(token)
    if symbol is not None:
        return None if _LANGUAGE_WORDS.get(token, language) != language else symbol
    word = token.lower()
    wanted = _LANGUAGE_WORDS.get(word)
    if wanted is not None and wanted != language:
        return None
    return _WORDS.get(word)


def degree_unit(letter: str) -> Unit | None:
    """Celsius, Fahrenheit or kelvin for the letter after a degree sign or a bare number."""
    return _LETTER_DEGREES.get(letter)


CURRENCY_SYMBOLS: dict[str, str] = {
    "$": "$", "€": "EUR", "£": "GBP", "¥": "¥",  "₹": "INR", "₽": "RUB", "₩": "KRW",
    "₺": "TRY", "₴": "UAH", "₫": "VND", "₪": "ILS", "₱": "PHP", "฿": "THB", "₦": "NGN",
    "＄": "$", "￥": "¥", "￡": "GBP", "¢": "?",
}  # fmt: skip
_CODES = (
    "USD EUR GBP JPY CNY RMB INR CHF AUD CAD NZD SEK NOK DKK PLN CZK HUF RUB BRL MXN ZAR KRW SGD "
    "HKD TWD TRY ILS AED SAR THB IDR MYR PHP VND NGN KES EGP ARS CLP COP PKR BDT UAH RON ISK"
)
CURRENCY_WORDS: dict[str, str] = {
    **{code: code for code in _CODES.split()},
    "RMB": "CNY",
    **{
        word: code
        for code, words in {
            "$": "dollar dollars dólar dólares dollari доллар доллара долларов bucks",
            "EUR": "euro euros евро 欧元 ユーロ",
            "GBP": "quid sterling 英镑",
            "CNY": "yuan renminbi 元 人民币 юаней",
            "JPY": "yen yens 円 日元 иен",
            "INR": "rupee rupees rupien roupies rupias rs rs.",
            "CHF": "franken",
            "?": "cent cents franc francs franco francos franchi peso pesos real reais kronor "
            "kroner crowns krone lira won",
            "RUB": "ruble rubles rouble roubles rubel рубль рубля рублей руб",
            "USD": "美元",
        }.items()
        for word in words.split()
    },
}
_DOLLARS = frozenset({"$", "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"})
_YENS = frozenset({"¥", "JPY", "CNY"})


def currency_of(token: str) -> str | None:
    """The currency a symbol, code or word stands for ("$" and "¥" stay ambiguous), or None."""
    return (
        CURRENCY_SYMBOLS.get(token)
        or CURRENCY_WORDS.get(token)
        or CURRENCY_WORDS.get(token.lower())
    )


def same_currency(one: str, other: str) -> bool:
    """Whether two currencies may be the same; "$" may be any dollar, "?" any currency."""
    if one == other or "?" in (one, other):
        return True
    return any(
        sign in (one, other) and one in family and other in family
        for sign, family in (("$", _DOLLARS), ("¥", _YENS))
    )
