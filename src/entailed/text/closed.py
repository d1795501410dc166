"""Closed word classes of the languages read: function words, not subject matter.

All words are folded (lower case, straight apostrophes). Sets, so order means nothing.
"""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja"]


def _set(*lines: str) -> frozenset[str]:
    """Words of several space-separated lines."""
    return frozenset(word for line in lines for word in line.split())


AUXILIARIES = _set(
    "is are was were be been being am has have had having do does did will would can could may",
    "might must shall should cannot ought 's 're 've 'd 'll",
    "ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können konnte muss",
    "müssen musste darf dürfen soll sollen sollte will wollen wäre hätte würde würden",
    "est sont était étaient ont avait avaient sera seront peut peuvent doit doivent fut",
    "son era eran fue fueron está están estaba ha han había puede pueden debe deben será serán",
    "é são foi foram está estão estava tem têm tinha pode podem deve devem será serão",
    "è sono era erano fu furono ha hanno aveva può possono deve devono sarà saranno",
    "был была было были есть может могут должен должна должны будет будут является",
)
# Roots of verbs that are common enough to mark a clause without an auxiliary.
VERBS = _set(
    "say said found made took gave went came began ran won lost left held kept paid built",
    "sold met rose fell grew led told became wrote open clos begin start stop tak giv mak get",
    "remain becom includ contain requir provid allow own liv serv leav receiv depart arriv",
    "publish releas creat develop owe belong consist exist stay occur happen",
)
DETERMINERS = _set(
    "a an the this that these those my your his her its our their some any each every",
    "der die das den dem des ein eine einen einem einer le la les un une des el los las una o os",
    "as um uma il lo gli i",
)
CONTRASTS = _set(
    "but because while whereas although though however nevertheless nonetheless whilst",
    "weil doch aber jedoch sondern während obwohl allerdings",
    "parce mais tandis alors cependant toutefois quoique",
    "porque pero sino mientras aunque",
    "mas porém enquanto embora contudo",
    "perché ma mentre però sebbene tuttavia",
    "потому но однако хотя",
)
CONDITIONS = _set(
    "if unless provided wenn falls sofern si se если whether ob",
)
RELATIVES = _set("which who whom whose where qui dont который которая которое которые")
CONJUNCTIONS = _set("and or und oder et ou y o e и или nor")
PRONOUNS = _set(
    "it they he she this these those them both others none neither all some each one",
    "er sie es keiner keine keines dieser diese dieses alle beide",
    "il elle ils elles ce cela aucun aucune",
    "ello ellos ella ellas él ninguno ninguna",
    "ele ela eles elas nenhum",
    "esso essa essi lui lei nessuno nessuna",
    "он она оно они это никто",
)
POSSESSIVES = _set("ihr ihre sein seine mein meine unser unsere leur leurs notre suo sua seu")
COMPLEMENTIZERS = _set("that dass daß que che что")
# Function words that have an opposite.
RELATIONAL = _set(
    "before after above below beneath against inside outside vor nach avant après antes después",
    "depois dopo после до",
)
LANGUAGES: dict[Language, frozenset[str]] = {
    "en": _set(
        "the of and to in is was for that with as on by are were be this from at it an not no",
        "has have had its their which or but he she they will can been does did",
        "am we my our you your him his them would should could may must if when who what how",
        "than then there these those any each every only such some more most where because",
        "before after until since during between without into about under over through upon",
    ),
    "de": _set(
        "der die das und ist nicht ein eine zu den dem des im mit von für auf sich auch wird sind",
        "war bei es nach am aus werden wurde kein keine keiner nie hat haben ihr ihre alle nur "
        "oder",
        "keinen keinem keines niemand nichts dass kann darf muss zahlen einige viele",
        "zum zur doch er sie wenn einem einen einer ohne",
    ),
    "fr": _set(
        "le la les de des et est une un du en pas que qui dans pour sur au aux avec ne il elle "
        "sont",
        "ce cette ou par plus sans jamais aucun aucune n'est n'a ont été était n'ont",
    ),
    "es": _set(
        "el la los las de y es en que un una del por con para se su al más sin fue está son nunca",
        "ningún ninguna ninguno nadie como lo pero han sus todos",
    ),
    "pt": _set(
        "o os as de e é em que um uma do da dos das no na por com para se não mais foi está são",
        "nunca nenhum nenhuma ninguém sem ao pelo pela nos nas mas todos",
    ),
    "it": _set(
        "il lo la gli le di e è in che un una del della dei per con non si da sono al nel nella "
        "mai",
        "senza nessun nessuno nessuna più alla anche dal sul i",
    ),
    "ru": frozenset(),
    "zh": frozenset(),
    "ja": frozenset(),
}
CJK_FUNCTION = _set(
    "的 了 是 在 和 与 及 也 都 就 有 被 把 将 对 于 从 到 至 为 以 之 其 这 那 而 并 且 或",
    "着 过 吗 呢 吧",
    "会 能 可 要 再 又 还 很 已 经 个 は が を に で と も の へ や か ね よ た て",
    "し れ い る す ま あ り こ",
    "う な ら さ く き せ ん つ っ だ ど ば",
)
CJK_SPLITTERS = _set("但 但是 然而 不过 而 却 しかし 而是")
CJK_NEGATIONS = _set(
    "不 没 没有 未 無 无 非 别 勿 并非 不是 不能 不会 不得 从不 从未 没法 并不 尚未 絶対に",
    "ません ない なかった なし ませんでした ではない ではありません",
    # words that only look negated
    "不但 不仅 不过 不同 非常 无论 未来 不少 不断 不久 少ない 危ない かもしれない かもしれません",
    "しなければならない なければならない なければなりません 不一定 不论 不管 而是 但是 然而 しかし",
)
# Words a text without spaces is to be read in whole: days.
CJK_WORDS = frozenset(
    week + day
    for week, days in (
        ("周", "一二三四五六日末"),
        ("星期", "一二三四五六日天"),
        ("", ("月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日")),
    )
    for day in days
)
