"""Words that name an attribute a value belongs to: lasts and duration, costs and price.

A claim "the talk lasts 90 minutes" and a record "duration of the talk: 90 minutes" name one
attribute with different words. Words of one attribute are interchangeable around its value;
words of two attributes of one sort ("wide", "tall") are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from entailed.text.binding import key_of
from entailed.text.words import words

__all__ = ["attributes_of", "fitting", "is_carrier"]

# Attribute -> the words that carry it. One word may carry several.
_ATTRIBUTES = {
    "duration": (
        "take takes took taken last lasts lasted run runs ran running duration length long time "
        "period term lasting dauer dauert dauern durée dure durer duración dura durata duração "
        "срок длится составляет длительность продолжительность 时长 時間 所要 期间"
    ),
    "price": (
        "cost costs price priced prices fee fees charge charges charged rate worth pay tariff "
        "kostet kosten preis beträgt gebühr coûte coûter prix tarif cuesta precio vale costa "
        "prezzo preço custa стоит стоимость цена 价格 价钱 値段 料金 费用"
    ),
    "value": "amount amounts total totals value worth sum due payable balance betrag "
    "beträgt montant importe valor",
    "consumption": "use uses used using consumption consume consumes energy verbrauch verbraucht",
    "height": (
        "tall high height altitude elevation sea level above lie lies rises rise stand stands "
        "höhe hoch haut hauteur altura alto altezza alta высота 高度 高さ 标高 海拔"
    ),
    "length": (
        "long length longer longest lang länge longueur longue lunga lunghezza "
        "длина 全长 长度 長さ 长"
    ),
    "width": "wide width broad breadth breit breite largeur ancho larghezza ширина 宽 幅",
    "depth": "deep depth tief tiefe profond profondeur profundo profondità глубина 深",
    "distance": (
        "far distance away distant entfernt entfernung distance distancia distanza 距离 "
        "距離"
    ),
    "weight": (
        "weigh weighs weighed weight heavy mass wiegt gewicht pèse poids pesa peso вес "
        "весит 重さ 重量"
    ),
    "temperature": (
        "temperature temperatures hot cold heat warm temperatur température 温度 気温"
    ),
    "capacity": (
        "seat seats hold holds capacity contain contains accommodate accommodates room "
        "content contents volume store stores fasst inhalt fassungsvermögen contient contenance "
        "capacité capacidad contiene capienza capacidade вместимость 容量 定员"
    ),
    "power": (
        "deliver delivers rated rating output power produce produces generate generates "
        "leistung"
    ),
    "size": "size file diagonal diagonally dimension dimensions resolution",
    "speed": "speed fast velocity geschwindigkeit vitesse velocidad velocità скорость 速度",
    "age": "age aged old years alter alt âge edad età idade возраст 年齢",
    "population": (
        "population inhabitants people residents live lives einwohner habitants "
        "habitantes"
    ),
    "deadline": (
        "deadline due closing date latest cutoff must arrive submit submitted received receive "
        "einreichen einzureichen eingereicht apply applied frist abgabefrist délai plazo "
        "scadenza prazo срок 截止 締切"
    ),
    "start": (
        "start starts started begin begins began beginning open opens opening launch launches "
        "beginnt beginn anfang commence début empieza comienza inizia inizio começa начало "
        "начинается 开始 開始 始"
    ),
    "end": (
        "end ends ended finish finishes close closes closing expire expires expiry until "
        "endet ende fin finit termine termina fine конец 结束 終了"
    ),
    "departure": (
        "depart departs departure leave leaves abfahrt abfährt départ part sale salida parte "
        "partenza partida отправление отправляется 出発 发车"
    ),
    "arrival": (
        "arrive arrives arrival ankunft arrivée arrive llega llegada arriva arrivo chega chegada "
        "прибытие прибывает 到着 到达"
    ),
    "birth": (
        "born birth geboren né née naissance nació nacido nacida nato nata nasceu "
        "родился родилась"
    ),
    "founding": (
        "found founded establish established form formed foundation founding gegründet "
        "fondé fondée fundada fundado fondata основан основана 成立 設立"
    ),
    "release": "release released publish published appear appeared come came out issued",
}  # fmt: skip
# Words that only tie a value to a thing.
_TIES = (
    "be is are was were have has had carry carries come comes offer offers provide provides get "
    "gets give gives given set fixed stand stands amount amounts equal equals make makes made "
    "reach reaches reached place held state states list listed state number count figure level "
    "valid remain remains each every per must can may run hat haben est a es tiene è ha ist sind "
    "measure measures measured mesure mide misst misura "
    "beträgt составляет имеет действует 是 有 为"
)


# Dimension of a value -> the attributes it can be of; a date has "date", a count "".
_BY_DIMENSION = {
    "time": ("duration", "age"),
    "money": ("price", "value"),
    "length": ("height", "length", "width", "depth", "distance", "size"),
    "mass": ("weight",),
    "temperature": ("temperature",),
    "volume": ("capacity", "size"),
    "data": ("size", "capacity"),
    "power": ("power",),
    "energy": ("consumption",),
    "speed": ("speed",),
    "area": ("size",),
    "": ("capacity", "population", "size"),
    "date": (
        "deadline", "start", "end", "departure", "arrival", "birth", "founding", "release",
    ),
}  # fmt: skip


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for attribute, listed in _ATTRIBUTES.items():
        for word in words(listed):
            table.setdefault(key_of(word.stem), set()).add(attribute)
    return {key: frozenset(found) for key, found in table.items()}


@lru_cache(maxsize=1)
def _ties() -> frozenset[str]:
    return frozenset(key_of(word.stem) for word in words(_TIES))


def fitting(dimension: str) -> frozenset[str]:
    """The attributes a value of this dimension ("date" for a date) can be of."""
    return frozenset(_BY_DIMENSION.get(dimension, ()))


def attributes_of(keys: Iterable[str]) -> frozenset[str]:
    """The attributes that some of the keys (of `text.binding`) may carry; empty for none."""
    table = _table()
    return frozenset(a for key in keys for a in table.get(key, ()))


def is_carrier(key: str, attributes: frozenset[str]) -> bool:
    """Whether a key carries one of these attributes, or only ties a value to a thing."""
    return key in _ties() or not _table().get(key, frozenset()).isdisjoint(attributes)
