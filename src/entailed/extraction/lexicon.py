"""A small English verb lexicon and the word lists that clause splitting and roles share.

The lists decide only where a sentence may be *split*; a verb that is not listed costs a split,
never a check, because an unsplit sentence is still checked whole.
"""

from __future__ import annotations

BASE, THIRD, PAST, PARTICIPLE, ING = "base", "third", "past", "participle", "ing"

AUXILIARIES = frozenset(
    """is are was were has have had does do did can could will would shall should may might must
    isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't cannot couldn't
    won't wouldn't shouldn't mustn't needn't shan't mightn't""".split()
)
SINGULAR_AUXILIARIES = frozenset("is was has does isn't wasn't hasn't doesn't".split())
BE_HAVE = frozenset("is are was were has have had isn't aren't wasn't weren't".split())

_REGULAR = """accept achieve acquire add address admit adopt advise affect agree aim allow announce
answer appear apply appoint approve argue arrange arrive ask assess assign assist assume attach
attack attend attract authorise authorize award ban base belong block book borrow build
burn calculate call cancel capture carry cause celebrate change charge check claim clean clear
climb close collapse collect combine comment commit compare compete complete comply comprise
concern conclude conduct confirm connect consider consist contain continue contribute control
convert cook correct cost cover create cross damage date deal decide declare decline decrease
define delay delete deliver demand deny depart depend deploy describe design destroy detect
determine develop die differ disable disagree discover discuss display divide donate double drop
earn employ enable end enforce enter equal establish estimate evaluate exceed exclude exist expand
expect expire explain explore export express extend fail feature file fill finish fit fix flood
follow force form found freeze function gain gather generate grant guarantee handle happen
harm help hire host hunt identify ignore import improve include increase indicate influence inform
inherit inject insist inspect install intend introduce invent invest invite involve issue join
judge jump keep kill lack land last launch lead limit link list live load locate lock look love
lower maintain manage manufacture mark marry match measure melt mention merge migrate miss mix
monitor move name need note notice obtain occur offer open operate oppose order organise organize
originate own pack park participate pass pause perform permit plan plant play point pollute
possess post practise practice predict prefer prepare present preserve prevent print
process produce program prohibit promise promote propose protect provide publish pull purchase push
qualify question raise range rank rate reach react receive recognise recognize recommend record
recover reduce refer reflect refund refuse regard register regulate reject relate release rely
remain remember remove rename renew rent repair repeat replace reply report represent request
require reserve reset resign resist resolve respond restart restore restrict result retain retire
retry return reveal review rise rule sail sample save say scale schedule score search seat seem
select serve settle share shift ship show sign smell solve sound specify sponsor stage start state
stay stem stop store stream study submit succeed suffer suggest supply support suppress surround
survive suspend switch talk target taste tax terminate test threaten tie total touch trace track
trade train transfer transform translate transport travel treat trigger turn type unlock update
upgrade use validate value vary verify view violate visit vote wait walk want warm warn warrant wash
watch weigh welcome widen win wish withdraw work worry wrap yield
absorb accompany activate adapt adjust administer advance agree aid alter amend amount anticipate
appeal assemble assert back bake balance ban behave bend boil boost bounce breathe bring broadcast
browse buffer bury cease circulate cite classify clarify coach commence communicate compensate compile
complain compress compute concentrate condemn configure conflict conserve constitute construct consult
consume convert convince cooperate cope correspond crash credit cultivate cure dance decorate dedicate
defeat defend deliver demolish derive detail devote diminish direct disappear discharge discontinue
dismiss dispense dissolve dominate download drain dry ease edit elect eliminate emerge emit emphasise
emphasize encounter encourage encrypt endorse engage enhance enjoy enrich enrol enroll entitle erupt
escape examine exclude execute exercise exhibit expose facilitate favour favor flow focus fold forecast
forward foster fuel fulfil fulfill fund harvest heat highlight hope house implement imply impose
impress incorporate induce inhabit initiate injure inspire integrate interact interpret interrupt
interview introduce investigate isolate label lag lapse laugh leak lean learn lengthen lift lock log
lose manage map mature migrate mount multiply murder narrow negotiate nominate normalise normalize
observe omit outline overlap owe pack paint parse partner peak permit persuade pick plunge ponder pour
praise precede preclude premiere prescribe press prevail price prioritise privilege probe proceed
progress proclaim prolong prosper prove provoke quote rain rally ratify rebound recall reckon
reconstruct recruit redesign refine reform refurbish refuel rehearse reinforce relax relieve relocate
render renovate repay replicate rescue research resemble reserve reside respect rest retreat reunite
reward roast rotate route scan scatter secure sentence separate signal simplify slow snow solicit sort
spark specialise specialize spill stabilise stabilize stimulate strengthen stretch structure subscribe
subside subsidise substitute sue sum summarise summarize supervise suppose swap sweep swell symbolise
synchronise tackle tend thrive top topple tour tow tackle trail translate trap triple undermine unify
unite unveil upload utilise utilize vacate vanish venture warm weaken whip widen witness wound"""

_IRREGULAR = """become became become; begin began begun; bind bound bound; bite bit bitten;
blow blew blown; break broke broken; breed bred bred; bring brought brought; build built built;
burst burst burst; buy bought bought; catch caught caught; choose chose chosen; come came come;
cost cost cost; cut cut cut; deal dealt dealt; dig dug dug; do did done; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt;
fight fought fought; find found found; flee fled fled; fly flew flown; forbid forbade forbidden;
forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; go went gone;
grow grew grown; hang hung hung; have had had; hear heard heard; hide hid hidden; hit hit hit;
hold held held; hurt hurt hurt; keep kept kept; know knew known; lay laid laid; lead led led;
leave left left; lend lent lent; let let let; lie lay lain; light lit lit; lose lost lost;
make made made; mean meant meant; meet met met; oversee oversaw overseen; overtake overtook overtaken;
pay paid paid; put put put; quit quit quit; read read read; rebuild rebuilt rebuilt; reset reset reset;
ride rode ridden; ring rang rung; rise rose risen; run ran run; say said said; see saw seen;
seek sought sought; sell sold sold; send sent sent; set set set; shake shook shaken; shine shone shone;
shoot shot shot; show showed shown; shrink shrank shrunk; shut shut shut; sing sang sung;
sink sank sunk; sit sat sat; sleep slept slept; speak spoke spoken; spend spent spent; spin spun spun;
split split split; spread spread spread; spring sprang sprung; stand stood stood; steal stole stolen;
stick stuck stuck; strike struck struck; swim swam swum; swing swung swung; take took taken;
teach taught taught; tear tore torn; tell told told; think thought thought; throw threw thrown;
undergo underwent undergone; understand understood understood; undertake undertook undertaken;
wake woke woken; wear wore worn; win won won; withdraw withdrew withdrawn; write wrote written"""

_DOUBLING = frozenset(
    "admit ban commit control drop fit occur permit plan prefer refer ship stem stop submit transfer "
    "travel rebel regret scan swap log map trap cancel label model wrap trim trap cut dig get hit let put quit reset run set shut sit "
    "spin split swim win begin forbid forget".split()
)

NOUN_LIKE = frozenset(
    """address aim answer appeal attack award ban base block book burn call cause change charge check
    claim comment concern control cook cost cover cross damage date deal decline decrease delay
    demand design display divide double drop end equal estimate export feature file fill finish fit
    fix flood force form function gain grant guarantee harm help host hunt import increase influence
    invite issue judge jump lack land last launch lead limit link list load lock look love mark match
    measure mix monitor move name need note notice offer order pack park pass pause permit plan plant
    play point post practice present print process produce program promise purchase push question
    raise range rank rate record refund regard release rent repair reply report request reserve
    result return review rise rule run sail sample scale schedule score search seat set shape share
    shift ship show sign smell sound sponsor stage stand start state stay stem stop store stream study
    supply support switch talk target taste tax test tie total touch trace track trade train transfer
    transport travel treat trigger turn type update upgrade use value view visit vote wait walk want
    warrant wash watch welcome win wish work worry wrap yield advance aid amount back balance boost broadcast buffer coach credit dance detail ease exercise
    exhibit favour favor focus forecast fuel fund harvest heat highlight hope house label lift log map
    mount murder outline overlap paint partner peak pick press price privilege probe progress quote rain
    rally rebound recall reform research rest retreat reward route scan secure sentence signal snow
    spark structure swap sweep top tour trail triple venture witness wound break catch cut drink drive fall feed
    fight find fly hit hold light pay read ride ring shake shoot sink sleep split spread spring stick
    strike swing tear throw wear""".split()
)

REPORTING = frozenset(
    """say says said claim claims claimed report reports reported state states stated believe believes
    believed think thinks thought argue argues argued estimate estimates estimated suggest suggests
    suggested announce announces announced warn warns warned show shows showed find finds found
    conclude concludes concluded note notes noted allege alleges alleged insist insists insisted
    expect expects expected hope hopes hoped fear fears feared assume assumes assumed predict predicts
    predicted deny denies denied confirm confirms confirmed write writes wrote explain explains
    explained mean means meant know knows knew ensure ensures ensured according allegedly reportedly
    indicate indicates indicated reveal reveals revealed demonstrate demonstrates demonstrated
    """.split()
)

CONDITIONAL = frozenset(
    """if unless when whenever until till once because although though since as while whether provided
    providing whereas lest despite where wherever before after so that which who whom whose what how
    why""".split()
)
DETERMINERS = frozenset(
    """the a an this that these those its their his her our your my each every all some any no both
    another most many several few half""".split()
)
PRONOUNS = frozenset("it they he she we you i there this these those that one".split())
PREPOSITIONS = frozenset(
    """in on at by for from to with without within of about over under between among during through
    until till after before as into onto off up down out across along around near per against above
    below behind beyond via since than like""".split()
)
NUMBER_WORDS = frozenset(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
    million billion half dozen zero""".split()
)
ADVERBS = frozenset(
    """also then now still later soon never always often usually sometimes once twice only just not
    again already therefore thus however even too both further subsequently eventually""".split()
)


def _third(base: str) -> str:
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
    for base, past, participle in irregular:
        forms.setdefault(past, set()).add(PAST)
        forms.setdefault(participle, set()).add(PARTICIPLE)
    for base in _REGULAR.split():
        if base not in bases:
            forms.setdefault(_past(base), set()).update({PAST, PARTICIPLE})
        bases.add(base)
    for base in bases:
        forms.setdefault(base, set()).add(BASE)
        forms.setdefault(_third(base), set()).add(THIRD)
        forms.setdefault(_ing(base), set()).add(ING)
    return {form: frozenset(kinds) for form, kinds in forms.items()}


VERB_FORMS = _table()
NOUN_LIKE_THIRD = frozenset(_third(base) for base in NOUN_LIKE)
NOUN_LIKE_PAST = frozenset({"found", "cut", "set", "cost", "read", "split", "spread", "put", "hit"})
_NONE: frozenset[str] = frozenset()


def verb_forms(word: str) -> frozenset[str]:
    """The forms a lower-case word can be of a listed verb (`{"past", "participle"}`), or none."""
    return VERB_FORMS.get(word, _NONE)
