"""Denials that an affirmation of the same words contradicts, and those that can hold beside it."""

import pytest

from entailed.checks.negation import negation
from tests.checks.support import outcome

FLIP = ("negation_flip", "contradicted")
EVENTS = (
    ("The nuns do not bake their own bread.", "The nuns buy bread from a baker.", None),
    ("The nuns do not bake their own bread.", "The nuns bake their own bread at five.", FLIP),
    ("Nobody took over the bakery in Linz.", "The bakery in Linz was offered to two cooks.", None),
    ("The clinic has no lift.", "The lift of the clinic was painted in May.", None),
    ("The clinic has no lift.", "The clinic has a lift for beds.", FLIP),
    ("The verdict is not final.", "A final verdict follows the second hearing.", None),
    ("The verdict is not final.", "The verdict is final.", FLIP),
)
TIMES = (
    ("Milk is no longer brought by boat.", "Milk is brought by boat from the farm.", None),
    ("Milk is no longer brought by boat.", "Milk is still brought by boat.", FLIP),
    ("The jury has yet to decide on the prize.", "The jury decides on the prize in May.", None),
    ("The jury has not decided on the prize yet.", "The jury decided on the prize in May.", FLIP),
)
CONDITIONS = (
    ("The dam would not have burst if it had been drained.", "The dam burst in April.", None),
    ("The dam did not burst in April.", "The dam burst in April.", FLIP),
    ("Nobody can draw tickets unless the clerk agrees.", "Guests can draw tickets.", None),
    ("Nobody can draw tickets.", "Guests can draw tickets.", FLIP),
    ("A grant is not income.", "A grant is income if the firm picks the pupil.", None),
    (
        "The heater stops while the fan isn't running.",
        "The fan is running and cools the oil.",
        None,
    ),
    ("The gate opens if the alarm isn't armed.", "The gate opens unless the alarm is armed.", None),
    ("The mill shut because of debts, not because of floods.", "Floods did not shut it.", None),
    ("The stall does not need a licence.", "The stall needs a licence.", FLIP),
    ("The stall held no licence in June.", "The stall must hold a licence in June.", None),
)
REVERSALS = (
    ("The clause was put in the contract.", "The clause was not left out of the contract.", None),
    (
        "No other mare in Ohio has won the cup.",
        "She is the last mare in Ohio to win the cup.",
        None,
    ),
    ("No mare in Ohio has won the cup.", "Two mares in Ohio have won the cup.", FLIP),
    ("Iron clips keep the slates from sliding.", "The slates do not slide in a storm.", None),
    ("All earlier ships were built by Ruiz.", "It is the first ship not built by Ruiz.", None),
    ("The ship was built by Ruiz.", "The ship was not built by Ruiz.", FLIP),
    (
        "Vega may only send single beds over the border.",
        "Vega is forbidden to send its double beds over the border.",
        None,
    ),
)
REACH = (
    ("It is not known how the guard fell.", "The guard fell from the wall.", None),
    ("The guard did not fall.", "The guard fell from the wall.", FLIP),
    (
        "Older mills were built of oak.",
        "Unlike older mills, the one in Ede is built of steel.",
        None,
    ),
    ("A kite is not a plane: it has a tail.", "A kite has a long tail.", None),
    ("The call to have cars banned from the quay was silly.", "The call was silly.", None),
    ("The nurse did not assist the lodger.", "The nurse helped the lodger.", None),
)
TAILS = (
    ("Parking is free near the pier but not at Villa Rosa.", "Villa Rosa. A quiet inn.", None),
    ("A newcomer needs an eye test but no road test.", "Drivers from abroad need a test.", None),
    ("Dues will be 40 marks instead of 35.", "Dues are 35 marks, unchanged since May.", None),
    ("Ash may be used in place of lime.", "Ash can serve as lime.", None),
    (
        "Clerks can see who copied pages.",
        "Pages are counted when sent rather than when copied.",
        None,
    ),
    ("Ann leads the choir.", "The choir is led by Tom instead of Ann.", FLIP),
)
WITHOUT = (
    (
        "Without a pass, parcels are not stored in the depot.",
        "With a pass also in the depot.",
        None,
    ),
    ("A guest may fish in the lake without a permit.", "Guests in boats require a permit.", None),
    (
        "The storm left nine farms without power.",
        "The storm knocked out power to nine farms.",
        None,
    ),
    ("The soup is cooked without salt.", "The soup is cooked with salt and leeks.", FLIP),
    ("The old ferry sailed on without a halt.", "The old ferry sailed up and halted.", FLIP),
)
OPPOSITES = (
    ("The firm would employ 70 people.", "The firm would have 70 employees.", None),
    ("The runner finished third in Bern.", "The runner came third in Bern.", None),
    ("Ilse was left out of the race at Bern.", "Ilse arrived for the race at Bern.", None),
    (
        "Milan tried to sign Costa before he left Lazio.",
        "Milan tried to sign Costa before he joined Lazio.",
        None,
    ),
    ("Costa left Lazio in May.", "Costa joined Lazio in May.", FLIP),
)
PAIRS = (
    *EVENTS,
    *TIMES,
    *CONDITIONS,
    *REVERSALS,
    *REACH,
    *TAILS,
    *WITHOUT,
    *OPPOSITES,
)


@pytest.mark.parametrize(("claim", "passage", "expected"), PAIRS)
def test_a_denial_is_opposed_only_by_what_cannot_hold_beside_it(
    claim: str, passage: str, expected: tuple[str, str] | None
) -> None:
    """Another event, time, condition or thing is left to the model; the same one is a flip."""
    assert outcome(negation, claim, passage) == expected
