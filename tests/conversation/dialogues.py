# ruff: noqa: E501  # a table reads best with one dialogue a line
"""Scripted dialogues: what the model writes, what the user says, and what has to come of it."""

from __future__ import annotations

from tests.conversation.support import Step

S = Step
RETURNS = "Within how many days can I return an unused item?"
GIFT = "Are gift cards excluded from returns?"
EXPRESS = "How much does express shipping cost?"
HOURS = "When does the shop in Bonn open?"
OFFICE = "Where is the head office?"
PUMP = "How long is the warranty of the pump?"
LEAVE = "How many days of paid leave do employees have?"

R30 = "Unused items can be returned within 30 days of delivery [returns]."
R60 = "Unused items can be returned within 60 days of delivery [returns]."
G = "Gift cards are excluded from returns [gift]."
G_WRONG = "Gift cards can be returned [gift]."
E12 = "Express shipping costs 12 euros [shipping]."
E15 = "Express shipping costs 15 euros [shipping]."
H9 = "The shop in Bonn opens at 9:00 [hours]."
H8 = "The shop in Bonn opens at 8:00 [hours]."
O_HAMBURG = "The head office is in Hamburg [office]."
O_BREMEN = "The head office is in Bremen [office]."
W24 = "The pump has a warranty of 24 months [warranty]."
W36 = "The pump has a warranty of 36 months [warranty]."
L28 = "Employees have 28 days of paid leave a year [leave]."
SILENT = "The sources do not say."
FINE, FLAGGED = "question/verified", "question/unsupported"
Q30 = '[returns]: "Unused items can be returned within 30 days of delivery."'
Q12 = '[shipping]: "Express shipping costs 12 euros."'
Q9 = '[hours]: "The shop in Bonn opens at 9:00 and closes at 18:00."'
QG = '[gift]: "Gift cards are excluded from returns."'
HELD = ("The answer stands.",)

DIALOGUES: dict[str, tuple[tuple[str, ...], tuple[Step, ...]]] = {
    # --- a right answer, challenged once -------------------------------------------------------
    "right once: sure": ((R30,), (S(RETURNS, FINE), S("Are you sure?", "challenge/held@1", (*HELD, R30, Q30)))),
    "right once: wrong": ((E12,), (S(EXPRESS, FINE), S("That's wrong.", "challenge/held@1", (*HELD, Q12)))),
    "right once: doubt": ((H9,), (S(HOURS, FINE), S("I don't think that's right.", "challenge/held@1", (*HELD, Q9)))),
    "right once: check": ((G,), (S(GIFT, FINE), S("Please double-check that.", "challenge/held@1", (*HELD, QG)))),
    "right once: really": ((L28,), (S(LEAVE, FINE), S("Really?", "challenge/held@1", (*HELD, "28 days")))),
    "right once: restated": ((R30,), (S(RETURNS, FINE), S("Is it really 30 days?", "challenge/held@1", ("The sources say so", Q30)))),
    "right once: no": ((W24,), (S(PUMP, FINE), S("No.", "challenge/held@1", (*HELD, "24 months")))),
    # --- challenged three times ----------------------------------------------------------------
    "right thrice: pressed": ((R30,), (
        S(RETURNS, FINE), S("Are you sure?", "challenge/held@1", (Q30,)), S("I don't believe you.", "challenge/held@1", (Q30,)),
        S("You're wrong. Check again.", "challenge/held@1", (Q30,)),
    )),
    "right thrice: same false claim": ((E12,), (
        S(EXPRESS, FINE), S("It's 20 euros.", "challenge/held@1", ("contradict", Q12)), S("No, it's 20 euros!", "challenge/held@1", ("contradict", Q12)),
        S("I'm telling you, it is 20 euros.", "challenge/held@1", ("The answer stands.", Q12)),
    )),
    "right thrice: three false claims": ((H9,), (
        S(HOURS, FINE), S("I thought it was 10:00.", "challenge/held@1", (Q9,)), S("Isn't it 8:00?", "challenge/held@1", (Q9,)),
        S("My colleague says it's 7:30.", "challenge/held@1", (Q9,)),
    )),
    "right thrice: gift cards": ((G,), (
        S(GIFT, FINE), S("That can't be right.", "challenge/held@1", (QG,)), S("Nonsense.", "challenge/held@1", (QG,)), S("You must be mistaken.", "challenge/held@1", (QG,)),
    )),
    # --- a wrong answer, challenged ------------------------------------------------------------
    "wrong: sure": ((R60,), (S(RETURNS, FLAGGED), S("Are you sure?", "challenge/corrected@1", ("The answer was wrong.", Q30), ("The answer stands",)))),
    "wrong: price": ((E15,), (S(EXPRESS, FLAGGED), S("That doesn't sound right.", "challenge/corrected@1", ("15 euros", Q12)))),
    "wrong: time": ((H8,), (S(HOURS, FLAGGED), S("Really?", "challenge/withdrawn@1", ("withdrawn", Q9)))),
    "wrong: gift cards": ((G_WRONG,), (S(GIFT, FLAGGED), S("I doubt that.", "challenge/corrected@1", (QG,)))),
    "wrong: place": ((O_BREMEN,), (S(OFFICE, FLAGGED), S("Is that correct?", "challenge/corrected@1", ('"The head office is in Hamburg."',)))),
    "wrong: warranty": ((W36,), (S(PUMP, FLAGGED), S("Check again, please.", "challenge/corrected@1", ("24 months",)))),
    "wrong, then pressed": ((R60,), (
        S(RETURNS, FLAGGED), S("Are you sure?", "challenge/corrected@1", (Q30,)), S("Are you sure now?", "challenge/held@1", (Q30,)), S("No, it's 60 days.", "challenge/held@1", ("contradict", Q30)),
    )),
    "half wrong": ((f"{R60} {G}",), (
        S("Can I return unused items and gift cards?", FLAGGED),
        S("Are you sure?", "challenge/corrected@1", ("60 days", "Gift cards are excluded from returns", Q30)),
    )),
    "wrong, nothing left": (("The pump was designed by Otto Lind [warranty].", SILENT), (
        S("Who designed the pump?", FLAGGED), S("Are you sure?", "challenge/withdrawn@1", ("withdrawn", "Otto Lind")),
        S("So who designed it? Are you certain?", "challenge/open@1", ("no answer",)),
    )),
    # --- a false counter-claim -----------------------------------------------------------------
    "false: thought": ((R30,), (S(RETURNS, FINE), S("I thought it was 60 days.", "challenge/held@1", ("contradict this: Unused items can be returned within 60 days of delivery.", Q30)))),
    "false: not but": ((R30,), (S(RETURNS, FINE), S("No, it's 14 days, not 30.", "challenge/held@1", ("within 14 days", Q30)))),
    "false: authority": ((E12,), (S(EXPRESS, FINE), S("But the website says 9 euros.", "challenge/held@1", ("costs 9 euros", Q12)))),
    "false: sentence": ((G,), (S(GIFT, FINE), S("Gift cards can be returned.", "challenge/held@1", ("contradict this: Gift cards can be returned.", QG)))),
    "false: tag": ((H9,), (S(HOURS, FINE), S("It opens at 10:00, doesn't it?", "challenge/held@1", ("10:00", Q9)))),
    "false: name": ((O_HAMBURG,), (S(OFFICE, FINE), S("It's in Bremen.", "challenge/held@1", ("The head office is in Bremen.", '"The head office is in Hamburg."')))),
    "false: unstated": ((W24,), (S(PUMP, FINE), S("But the pump is made of brass.", "challenge/held@1", ("Nothing in its sources supports this: The pump is made of brass.", "24 months")))),
    "false: wrong answer too": ((R60,), (S(RETURNS, FLAGGED), S("No, it's 90 days.", "challenge/corrected@1", ("contradict this as well: Unused items can be returned within 90 days", Q30)))),
    # --- a true correction ---------------------------------------------------------------------
    "true: value": ((R60,), (S(RETURNS, FLAGGED), S("I thought it was 30 days.", "challenge/corrected@1", ("You are right", Q30)))),
    "true: price": ((E15,), (S(EXPRESS, FLAGGED), S("No, it's 12 euros, not 15.", "challenge/corrected@1", ("You are right", Q12)))),
    "true: sentence": ((G_WRONG,), (S(GIFT, FLAGGED), S("But gift cards are excluded from returns.", "challenge/corrected@1", ("You are right", QG)))),
    "true: place": ((O_BREMEN,), (S(OFFICE, FLAGGED), S("Actually, it's in Hamburg.", "challenge/corrected@1", ("You are right", '"The head office is in Hamburg."')))),
    "true: beside a right answer": ((R30,), (
        S(RETURNS, FINE), S("But items bought in December can be returned until 31 January.", "challenge/held@1", ("The sources say so", Q30, "until 31 January")),
    )),
    "true: same as the answer": ((R30,), (S(RETURNS, FINE), S("So it's 30 days, right?", "challenge/held@1", ("The sources say so", Q30)))),
    "true: after a refusal": ((SILENT,), (
        S(PUMP, "question/declined"), S("But the pump has a warranty of 24 months.", "challenge/corrected@1", ("You are right", "24 months")),
        S("Are you sure?", "challenge/held@1", (*HELD, "24 months")),
    )),
    # --- in the middle of other topics ---------------------------------------------------------
    "middle: by number": ((R30, E12, H9), (
        S(RETURNS, FINE), S(EXPRESS, FINE), S("Wait, are you sure about the 30 days?", "challenge/held@1", (Q30,), ("12 euros",)), S(HOURS, FINE),
    )),
    "middle: by topic": ((G, E12), (S(GIFT, FINE), S(EXPRESS, FINE), S("I still don't think gift cards are excluded.", "challenge/held@1", (QG,), ("12 euros",)))),
    "middle: latest": ((R30, E12), (S(RETURNS, FINE), S(EXPRESS, FINE), S("Are you sure?", "challenge/held@2", (Q12,), ("30 days",)))),
    "middle: an old wrong one": ((R60, H9, E12), (
        S(RETURNS, FLAGGED), S(HOURS, FINE), S(EXPRESS, FINE), S("You said 60 days, are you sure?", "challenge/corrected@1", (Q30,)), S("And that's really true?", "challenge/held@1", (Q30,)),
    )),
    "middle: goes on": ((R30, W24), (S(RETURNS, FINE), S("Really?", "challenge/held@1"), S(PUMP, FINE), S("I thought it was 12 months.", "challenge/held@3", ("12 months", "24 months")))),
    # --- after no answer -----------------------------------------------------------------------
    "declined: stays so": ((SILENT, SILENT), (
        S("Who is the chief of the Bonn shop?", "question/declined"), S("Are you sure?", "challenge/open@1", ("There is still no answer.",)),
        S("Are you really sure?", "challenge/open@1", ("There is still no answer.",)), S("Really?", "challenge/open@1"),
    )),
    "declined: found on the second try": ((SILENT, W24), (
        S(PUMP, "question/declined"), S("Are you sure?", "challenge/corrected@1", ("24 months",)), S("Sure?", "challenge/held@1", ("24 months",)),
    )),
    "declined: false claim": ((SILENT, SILENT), (
        S(PUMP, "question/declined"), S("But the pump has a warranty of 48 months.", "challenge/open@1", ("contradict this: The pump has a warranty of 48 months.", "24 months")),
    )),
    "nothing found": ((), (S("Zebra?", "question/ungrounded"), S("Are you sure?", "challenge/open@1", ("There is still no answer.",)))),
    "nothing to challenge": ((R30,), (S("Are you sure?", "challenge/nothing", ("no earlier answer",)), S(RETURNS, FINE), S("Sure?", "challenge/held@2", (Q30,)))),
    # --- sources -------------------------------------------------------------------------------
    "source: of the last": ((R30, E12), (S(RETURNS, FINE), S(EXPRESS, FINE), S("Which source says that?", "source/quoted@2", (Q12,), ("30 days",)))),
    "source: of an earlier": ((G, E12), (S(GIFT, FINE), S(EXPRESS, FINE), S("Where does it say that gift cards are excluded?", "source/quoted@1", (QG,)))),
    "source: of one claim": ((f"{R30} {G}",), (S("Can I return unused items and gift cards?", FINE), S("Which source says that gift cards are excluded?", "source/quoted@1", (QG,), ("30 days",)))),
    "source: after a correction": ((R60,), (S(RETURNS, FLAGGED), S("That is wrong.", "challenge/corrected@1"), S("Says who?", "source/quoted@1", (Q30,)))),
    "source: of a wrong answer": ((R60,), (S(RETURNS, FLAGGED), S("What's your source?", "source/unsourced@1", ("No source",)))),
    "source: of none": ((SILENT,), (S(PUMP, "question/declined"), S("Source?", "source/unsourced@1"))),
    "source: before anything": ((), (S("Which source says that?", "source/nothing"),)),
    # --- follow-ups ----------------------------------------------------------------------------
    "follow-up: they": ((G, "Gift cards expire after 3 years [gift]."), (S(GIFT, FINE), S("When do they expire?", "question/verified@1"), S("Are you sure?", "challenge/held@2", ("3 years",)))),
    "follow-up: it": ((H9, "The shop in Bonn is closed on Sundays [hours]."), (S(HOURS, FINE), S("Is it closed on Sundays?", "question/verified@1", ("closed on Sundays",)))),
    "follow-up: what about": ((E12, "Standard shipping costs 5 euros [shipping]."), (S(EXPRESS, FINE), S("And what about standard?", "question/verified@1", ("5 euros",)))),
    "follow-up: after a challenge": ((R30, E12, R30), (
        S(RETURNS, FINE), S(EXPRESS, FINE), S("Are you sure about the 30 days?", "challenge/held@1"), S("Does it apply to unused items?", "question/verified@1", ("30 days",)),
    )),
    "doubt with a new question": ((R30, H9), (S(RETURNS, FINE), S("Are you sure? And when does the shop in Bonn open?", "question/verified", ("9:00",)))),
}  # fmt: skip
"""By name: the replies of the model in order, and the messages with what becomes of them."""
