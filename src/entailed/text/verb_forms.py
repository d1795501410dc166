"""A small English verb lexicon: which forms a word can be of a listed verb, and its base.

A verb that is not listed costs a reading, never an error: whoever uses the table treats an
unknown word as no verb.
"""

from __future__ import annotations

__all__ = [
    "BASE",
    "ING",
    "PARTICIPLE",
    "PAST",
    "THIRD",
    "VERB_FORMS",
    "base_of",
    "third",
    "verb_forms",
]

BASE, THIRD, PAST, PARTICIPLE, ING = "base", "third", "past", "participle", "ing"

_REGULAR = """absorb accept accompany achieve acquire activate adapt add address adjust
administer admit adopt advance advise affect agree aid aim allow alter amend amount announce
answer anticipate appeal appear apply appoint approve argue arrange arrive ask assemble assert
assess assign assist assume attach attack attend attract authorise authorize award back bake
balance ban base behave belong bend block boil book boost borrow bounce breathe bring broadcast
browse buffer build burn bury calculate call cancel capture carry cause cease celebrate change
charge check circulate cite claim clarify classify clean clear climb close coach collapse
collect combine commence comment commit communicate compare compensate compete compile complain
complete comply compress comprise compute concentrate concern conclude condemn conduct configure
confirm conflict connect conserve consider consist constitute construct consult consume contain
continue contribute control convert convince cook cooperate cope correct correspond cost cover
crash create credit cross cultivate cure damage dance date deal decide declare decline decorate
decrease dedicate defeat defend define delay delete deliver demand demolish deny depart depend
deploy derive describe design destroy detail detect determine develop devote die differ diminish
direct disable disagree disappear discharge discontinue discover discuss dismiss dispense
display dissolve divide dominate donate double download drain drop dry earn ease edit elect
eliminate emerge emit emphasise emphasize employ enable encounter encourage encrypt end endorse
enforce engage enhance enjoy enrich enrol enroll enter entitle equal erupt escape establish
estimate evaluate examine exceed exclude execute exercise exhibit exist expand expect expire
explain explore export expose express extend facilitate fail favor favour feature file fill
finish fit fix flood flow focus fold follow force forecast form forward foster found freeze fuel
fulfil fulfill function fund gain gather generate grant guarantee handle happen harm harvest
heat help highlight hire hope host house hunt identify ignore implement imply import impose
impress improve include incorporate increase indicate induce influence inform inhabit inherit
initiate inject injure insist inspect inspire install integrate intend interact interpret
interrupt interview introduce invent invest investigate invite involve isolate issue join judge
jump keep kill label lack lag land lapse last laugh launch lead leak lean learn lengthen lift
limit link list live load locate lock log look lose love lower maintain manage manufacture map
mark marry match mature measure melt mention merge migrate miss mix monitor mount move multiply
murder name narrow need negotiate nominate normalise normalize note notice observe obtain occur
offer omit open operate oppose order organise organize originate outline overlap owe own pack
paint park parse participate partner pass pause peak perform permit persuade pick plan plant
play plunge point pollute ponder possess post pour practice practise praise precede preclude
predict prefer premiere prepare prescribe present preserve press prevail prevent price print
prioritise privilege probe proceed process proclaim produce program progress prohibit prolong
promise promote propose prosper protect prove provide provoke publish pull purchase push qualify
question quote rain raise rally range rank rate ratify reach react rebound recall receive reckon
recognise recognize recommend reconstruct record recover recruit redesign reduce refer refine
reflect reform refuel refund refurbish refuse regard register regulate rehearse reinforce reject
relate relax release relieve relocate rely remain remember remove rename render renew renovate
rent repair repay repeat replace replicate reply report represent request require rescue
research resemble reserve reset reside resign resist resolve respect respond rest restart
restore restrict result retain retire retreat retry return reunite reveal review reward rise
roast rotate route rule sail sample save say scale scan scatter schedule score search seat
secure seem select sentence separate serve settle share shift ship show sign signal simplify
slow smell snow solicit solve sort sound spark specialise specialize specify spill sponsor
stabilise stabilize stage start state stay stem stimulate stop store stream strengthen stretch
structure study submit subscribe subside subsidise substitute succeed sue suffer suggest sum
summarise summarize supervise supply support suppose suppress surround survive suspend swap
sweep swell switch symbolise synchronise tackle talk target taste tax tend terminate test
threaten thrive tie top topple total touch tour tow trace track trade trail train transfer
transform translate transport trap travel treat trigger triple turn type undermine unify unite
unlock unveil update upgrade upload use utilise utilize vacate validate value vanish vary
venture verify view violate visit vote wait walk want warm warn warrant wash watch weaken weigh
welcome whip widen win wish withdraw witness work worry wound wrap yield
accuse acquit anchor applaud archive arrest audit betray blame
bless bomb bribe cache certify chase command compose condone
conquer convict criticise criticize crown curse decrypt demote deport
diagnose dismantle dock dub escort evacuate finance fine fire
flush forge fork greet guard hug illustrate imprison index
infect infuse inhibit insult insure invade jail kick kiss
lease license mentor narrate occupy overturn patch patent poison
pollinate postpone pursue repaint reprint revert rob sanction stab
thank transplant tutor unload vaccinate veto weld"""

_IRREGULAR = """beat beat beaten; overcome overcame overcome; forgive forgave forgiven;
bid bid bid; cast cast cast; become became become; begin began begun; bind bound bound;
bite bit bitten;
blow blew blown; break broke broken; breed bred bred; bring brought brought; build built built;
burst burst burst; buy bought bought; catch caught caught; choose chose chosen; come came come;
cost cost cost; cut cut cut; deal dealt dealt; dig dug dug; do did done; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed fed;
feel felt felt; fight fought fought; find found found; flee fled fled; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; get got gotten;
give gave given; go went gone; grow grew grown; hang hung hung; have had had; hear heard heard;
hide hid hidden; hit hit hit; hold held held; hurt hurt hurt; keep kept kept; know knew known;
lay laid laid; lead led led; leave left left; lend lent lent; let let let; lie lay lain;
light lit lit; lose lost lost; make made made; mean meant meant; meet met met;
oversee oversaw overseen; overtake overtook overtaken; pay paid paid; put put put;
quit quit quit; read read read; rebuild rebuilt rebuilt; reset reset reset; ride rode ridden;
ring rang rung; rise rose risen; run ran run; say said said; see saw seen; seek sought sought;
sell sold sold; send sent sent; set set set; shake shook shaken; shine shone shone;
shoot shot shot; show showed shown; shrink shrank shrunk; shut shut shut; sing sang sung;
sink sank sunk; sit sat sat; sleep slept slept; speak spoke spoken; spend spent spent;
spin spun spun; split split split; spread spread spread; spring sprang sprung;
stand stood stood; steal stole stolen; stick stuck stuck; strike struck struck; swim swam swum;
swing swung swung; take took taken; teach taught taught; tear tore torn; tell told told;
think thought thought; throw threw thrown; undergo underwent undergone;
understand understood understood; undertake undertook undertaken; wake woke woken;
wear wore worn; win won won; withdraw withdrew withdrawn; write wrote written"""

_DOUBLING = frozenset(
    "acquit dub hug rob stab admit ban commit control drop fit occur permit plan prefer refer "
    "ship stem stop submit "
    "transfer "
    "travel rebel regret scan swap log map trap cancel label model wrap trim cut dig get hit let "
    "put quit reset run set shut sit "
    "spin split swim win begin forbid forget".split()
)


def third(base: str) -> str:
    """The third person of a verb ("carry", "carries")."""
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + (base[-1] if base in _DOUBLING else "") + "ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "ye", "oe")):
        return base[:-1] + "ing"
    return base + (base[-1] if base in _DOUBLING else "") + "ing"


def _table() -> dict[str, frozenset[str]]:
    forms: dict[str, set[str]] = {}
    irregular = [tuple(entry.split()) for entry in _IRREGULAR.split(";")]
    bases = {base for base, _, _ in irregular}
    for _, past, participle in irregular:
        forms.setdefault(past, set()).add(PAST)
        forms.setdefault(participle, set()).add(PARTICIPLE)
    for base in _REGULAR.split():
        if base not in bases:
            forms.setdefault(_past(base), set()).update({PAST, PARTICIPLE})
        bases.add(base)
    for base in bases:
        forms.setdefault(base, set()).add(BASE)
        forms.setdefault(third(base), set()).add(THIRD)
        forms.setdefault(_ing(base), set()).add(ING)
    return {form: frozenset(kinds) for form, kinds in forms.items()}


VERB_FORMS = _table()

_NONE: frozenset[str] = frozenset()


def verb_forms(word: str) -> frozenset[str]:
    """The forms a lower-case word can be of a listed verb (`{"past", "participle"}`), or none."""
    return VERB_FORMS.get(word, _NONE)


def _bases() -> dict[str, str]:
    bases: dict[str, str] = {}
    for entry in _IRREGULAR.split(";"):
        base, past, participle = entry.split()
        for form in (base, third(base), past, participle, _ing(base)):
            bases.setdefault(form, base)
    for base in _REGULAR.split():
        for form in (base, third(base), _past(base), _ing(base)):
            bases.setdefault(form, base)
    return bases


_BASES = _bases()


def base_of(word: str) -> str | None:
    """The base form of a lower-case form of a listed verb ("bought": "buy"), or None."""
    return _BASES.get(word)
