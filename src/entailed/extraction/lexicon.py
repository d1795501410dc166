"""A small English verb lexicon and the word lists that clause splitting and roles share.

The lists decide only where a sentence may be *split*; a verb that is not listed costs a split,
never a check, because an unsplit sentence is still checked whole.
"""

from __future__ import annotations

from entailed.text.verb_forms import BASE, ING, PARTICIPLE, PAST, THIRD, third, verb_forms

__all__ = [
    "ADVERBS",
    "AUXILIARIES",
    "BASE",
    "BE_HAVE",
    "CONDITIONAL",
    "DETERMINERS",
    "ING",
    "NOUN_LIKE",
    "NOUN_LIKE_PAST",
    "NOUN_LIKE_THIRD",
    "NUMBER_WORDS",
    "PARTICIPLE",
    "PAST",
    "PERSON_HEADS",
    "PREPOSITIONS",
    "PRONOUNS",
    "REPORTING",
    "SINGULAR_AUXILIARIES",
    "THIRD",
    "verb_forms",
]

AUXILIARIES = frozenset(
    """is are was were has have had does do did can could will would shall should may might must
    isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't cannot
    couldn't won't wouldn't shouldn't mustn't needn't shan't mightn't""".split()
)
SINGULAR_AUXILIARIES = frozenset("is was has does isn't wasn't hasn't doesn't".split())
BE_HAVE = frozenset("is are was were has have had isn't aren't wasn't weren't".split())

NOUN_LIKE = frozenset(
    """address aim answer appeal attack award ban base block book burn call cause change charge
    check claim comment concern control cook cost cover cross damage date deal decline
    decrease delay demand design display divide double drop end equal estimate export feature
    file fill finish fit fix flood force form function gain grant guarantee harm help host
    hunt import increase influence invite issue judge jump lack land last launch lead limit
    link list load lock look love mark match measure mix monitor move name need note notice
    offer order pack park pass pause permit plan plant play point post practice present print
    process produce program promise purchase push question raise range rank rate record refund
    regard release rent repair reply report request reserve result return review rise rule run
    sail sample scale schedule score search seat set shape share shift ship show sign smell
    sound sponsor stage stand start state stay stem stop store stream study supply support
    switch talk target taste tax test tie total touch trace track trade train transfer
    transport travel treat trigger turn type update upgrade use value view visit vote wait
    walk want warrant wash watch welcome win wish work worry wrap yield advance aid amount
    back balance boost broadcast buffer coach credit dance detail ease exercise exhibit favour
    favor focus forecast fuel fund harvest heat highlight hope house label lift log map mount
    murder outline overlap paint partner peak pick press price privilege probe progress quote
    rain rally rebound recall reform research rest retreat reward route scan secure sentence
    signal snow spark structure swap sweep top tour trail triple venture witness wound break
    catch cut drink drive fall feed fight find fly hit hold light pay read ride ring shake
    shoot sink sleep split spread spring stick strike swing tear throw wear anchor archive arrest
    audit beat bid blame bomb cache cast chase command crown curse dock escort finance fine fire
    flush fork guard hug index insult jail kick kiss lease license mentor patch patent poison
    sanction tutor veto weld""".split()
)

REPORTING = frozenset(
    """say says said claim claims claimed report reports reported state states stated believe
    believes believed think thinks thought argue argues argued estimate estimates estimated
    suggest suggests suggested announce announces announced warn warns warned show shows
    showed find finds found conclude concludes concluded note notes noted allege alleges
    alleged insist insists insisted expect expects expected hope hopes hoped fear fears feared
    assume assumes assumed predict predicts predicted deny denies denied confirm confirms
    confirmed write writes wrote explain explains explained mean means meant know knows knew
    ensure ensures ensured according allegedly reportedly indicate indicates indicated reveal
    reveals revealed demonstrate demonstrates demonstrated""".split()
)

CONDITIONAL = frozenset(
    """if unless when whenever until till once because although though since as while whether
    provided providing whereas lest despite where wherever before after so that which who whom
    whose what how why""".split()
)
DETERMINERS = frozenset(
    """the a an this that these those its their his her our your my each every all some any no
    both another most many several few half""".split()
)
PRONOUNS = frozenset("it they he she we you i there this these those that one".split())
PREPOSITIONS = frozenset(
    """in on at by for from to with without within of about over under between among during
    through until till after before as into onto off up down out across along around near per
    against above below behind beyond via since than like""".split()
)
PERSON_HEADS = frozenset(
    """author mayor minister president director engineer doctor nurse teacher owner founder
    manager king queen mother father woman man girl boy chairman chair patient user customer
    tenant actor actress writer singer player coach judge captain officer bishop pope prince
    princess""".split()
)
NUMBER_WORDS = frozenset(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion half dozen zero""".split()
)
ADVERBS = frozenset(
    """also then now still later soon never always often usually sometimes once twice only just
    not again already therefore thus however even too both further subsequently
    eventually""".split()
)


NOUN_LIKE_THIRD = frozenset(third(base) for base in NOUN_LIKE)
NOUN_LIKE_PAST = frozenset(
    {"based", "compared", "found", "cut", "set", "cost", "read", "split", "spread", "put", "hit"}
)
