"""The check of dates and lengths of time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.dates import dates
from tests.checks.support import outcome, run

SUPPORTED = [
    ("The policy took effect on March 5, 2024.", "Effective date of the policy: 2024-03-05."),
    ("The policy took effect in March 2024.", "Effective date of the policy: 2024-03-05."),
    ("The mill closed in the 1930s.", "The mill closed on 3 May 1931."),
    ("The church dates from the 19th century.", "The church was built in 1854."),
    ("The clinic opened before 2015.", "The clinic opened in 2014."),
    ("Sales fell in the third quarter of 2023.", "Q3 2023: sales fell."),
    ("The war lasted from 1618 to 1648.", "The war (1618–1648) ruined the region."),
    ("It was in use in 1940.", "The tunnel was in use from 1931 to 1950."),
    ("The shop opens at 5:30 pm.", "Shop hours: opens 17:30."),
    ("The pool is closed on Wednesdays.", "The pool is closed Tuesday to Thursday."),
    ("The trial ended on 10 May 2025.", "It began on 10 May 2023 and ended two years later."),
    ("The dam was finished around 1962.", "The dam was finished in 1961."),
    ("Der Vertrag endet am 31. März 2025.", "Vertragsende: 31.03.2025."),
    ("Le contrat prend fin le 31 mars 2025.", "Fin du contrat : 31/03/2025."),
    ("The fee rose in 2019.", "In 2018 the fee was cut. In 2019 the fee rose."),
    ("The museum was founded in 2014.", "The museum was founded the year of the flood, 2014."),
    ("The bakery opens at six.", "The bakery opens at six on weekdays."),
    ("The album came out in May.", "The album came out on 12 May 2003."),
    ("In the 2014 season she scored nine goals.", "She scored nine goals in the 2014/15 season."),
    ("The 2016 election was close.", "The election of 2016 was close."),
    ("It closed on 05/03/2024.", "It closed on March 5, 2024."),
    ("It closed on 05/03/2024.", "It closed on 5 March 2024."),
    ("The bridge opened on Tuesday.", "The bridge opened on 5 March 2024."),
    ("The meeting is on Monday, 4 March 2024.", "The meeting takes place on 4 March 2024."),
    ("On Mondays the pool opens at eight.", "The pool opens at eight on weekdays."),
    ("会议于2024年3月5日召开。", "会议日期：2024-03-05。"),
    ("Фабрика закрылась в 1931 году.", "Фабрика закрылась 3 мая 1931 года."),
]


@pytest.mark.parametrize(("claim", "passage"), SUPPORTED)
def test_a_date_the_evidence_bears_out_is_left_alone(claim, passage):
    """Other notations, less precise dates, ranges and reckoned dates raise nothing."""
    assert outcome(dates, claim, passage) is None


CONTRADICTED = [
    ("The plant opened in 2015.", "The plant opened in 2014 after a long delay."),
    ("The treatise was published in 1782.", "Catalogue: treatise, first published in 1691."),
    ("The lease ends on 31 March 2025.", "The lease ends on 30 April 2025."),
    ("The clinic opened in the 1980s.", "The clinic opened in 1994."),
    ("The mill was rebuilt in 1931.", "The mill closed in 1931 and was rebuilt in 1950."),
    ("Patents were filed in Q2 2022.", "Patents were filed in Q3 2022."),
    ("The library closes at 7 pm.", "The library closes at 5 pm."),
    ("Opening hours: 9 am to 7 pm", "The opening hours are 9 am to 5 pm."),
    ("The museum is free on Tuesdays.", "The museum is free on Mondays."),
    ("The museum is closed on Tuesdays.",
     "The museum is closed on Mondays; open Tuesday to Sunday."),
    ("Fiscal Q3 2024 ran from July to September.",
     "The company's fiscal third quarter of 2024 ran from May to July."),
    ("Das Werk wurde 2015 eröffnet.", "Das Werk wurde 2014 eröffnet."),
    ("La usine a fermé en 1999.", "La usine a fermé en 1998."),
    ("周二也闭馆。", "图书馆周一闭馆，周二至周日开放。"),
    ("The trial ended on 10 May 2026.",
     "The trial began on 10 May 2023 and the trial ended two years later."),
    ("The treaty was signed in 44 BC.", "The treaty was signed in 40 BC."),
    ("La reunión es el martes.", "La reunión es el jueves."),
    ("He served as mayor from 2002 to 2012.", "He was mayor between 2002 and 2010."),
    ("The vaccine was approved on 2021-06-01.", "The vaccine was approved on 1 July 2021."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "passage"), CONTRADICTED)
def test_another_date_for_the_same_event_contradicts(claim, passage):
    """The statement about the same event decides."""
    assert outcome(dates, claim, passage) == ("date_mismatch", "contradicted")


SILENT = [
    ("As of September 2026 the project has 41,000 stars.",
     "In March 2023 the project had 41,000 stars."),
    ("The contract was signed on 5 March 2024.", "The contract was signed in March 2024."),
    ("The harbour froze in 1987.", "The harbour freezes in winter."),
    ("She retired in 2001.", "He was born in 1960 and plays the flute."),
    ("The recall began on Friday.", "The recall covers two models."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "passage"), SILENT)
def test_a_date_the_evidence_does_not_give_is_not_found(claim, passage):
    """Absent and finer dates are related or missing, never contradicted."""
    reason, label = outcome(dates, claim, passage)
    assert reason == "date_mismatch"
    assert label in ("related", "missing")


def test_the_questions_date_is_given_but_no_evidence():
    """A false year of the question is contradicted; one the evidence does not have is let be."""
    question = "Why was the lake drained in 1999?"
    claim = "The lake was drained in 1999 because of a leak."
    assert outcome(dates, claim, "The lake was drained in 2009 because of a leak.", question) == (
        "date_mismatch",
        "contradicted",
    )
    assert outcome(dates, claim, "The lake was drained because of a leak.", question) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Jonas had been on the team for nine years.",
         "Jonas joined the team in March 2015. This profile was written in March 2024."),
        ("She died aged 45.", "She was born on 3 May 1900 and died on 10 June 1945."),
        ("The works took two years.", "The works began in May 2010 and ended in May 2012."),
        ("The lease runs for six months.", "The lease runs from 1 January 2024 to 1 July 2024."),
    ],
)  # fmt: skip
def test_a_length_that_follows_from_two_dates_is_derived(claim, passage):
    """The finding withdraws failures of the number and says how it follows."""
    (finding,) = [f for f in run(dates, claim, passage) if f.reason == "arithmetic_derived"]
    assert finding.outcome == "pass"


def test_vague_dates_confirm_no_length() -> None:
    """Any number of months lies between a year and a day of the next."""
    passage = "In 2025 the factory employed 35 people. It closed on 4 February 2026."
    assert run(dates, "The factory stood idle for 6 months.", passage) == ()
    assert run(dates, "The factory stood idle for 14 weeks.", passage) == ()


def test_a_wrong_tenure_contradicts():
    """Three years are not the nine between the two dates."""
    passage = "Jonas joined the team in March 2015. This profile was written in March 2024."
    claim = "At the time of the profile, Jonas had been on the team for three years."
    assert outcome(dates, claim, passage) == ("date_mismatch", "contradicted")


def test_findings_point_at_both_sides():
    """The claim's date and the other one of the passage are located."""
    claim, passage = "The plant opened in 2015.", "The plant opened in 2014 after a delay."
    (finding,) = run(dates, claim, passage)
    assert finding.claim_span.of(claim) == "2015"
    assert finding.evidence[0].span.of(passage) == "2014"


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_are_checked_without_an_error(claim, passage):
    """No text makes the check fail."""
    assert isinstance(run(dates, claim, passage + "."), tuple)


BAND = "Formed in 1994, the band released its first album in 1997."
SHOP = "Open Tuesday to Sunday, 10 a.m. to 6 p.m.; closed Mondays."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The band's first album came out in 1994.", BAND),
        ("The store is closed on Sundays.", SHOP),
        ("The theatre's second stage dates from 1960.",
         "Founded in 1960, the theatre opened its second stage in 1975."),
    ],
)  # fmt: skip
def test_the_date_of_another_statement_is_contradicted(claim: str, passage: str) -> None:
    """A date whose statement shares nothing with the claim gives way to the one that does."""
    assert outcome(dates, claim, passage) == ("date_mismatch", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The band's first album came out in 1997.", BAND),
        ("The band was established in 1994.", BAND),
        ("The store is closed on Mondays.", SHOP),
        ("The shop opens at 9 on Monday.", "Monday: 9-17; opens at 10 on Sunday."),
        ("The museum dates back to 1890.", "Built in 1890, the museum was enlarged in 1950."),
    ],
)
def test_a_date_in_other_words_is_fine(claim: str, passage: str) -> None:
    """Another verb for the same event is no other event."""
    assert outcome(dates, claim, passage) is None


@pytest.mark.parametrize(
    ("length", "expected"), [("four", "pass"), ("three", "pass"), ("eight", "fail")]
)
def test_a_range_without_a_year_has_a_length(length: str, expected: str) -> None:
    """From the 3rd to the 6th are four days with both ends counted, three without."""
    passage = "The chess festival ran from 3 June to 6 June."
    found = run(dates, f"The chess festival ran for {length} days.", passage)
    assert [f.outcome for f in found] == [expected]


RULE = "The club admits juniors who are under 18 on 1 January. Practice is free for juniors."
LENT = "Lent out from 1 November until 31 January: nothing. Manure may be spread at other times."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Someone who turns 18 in September still practises free.", RULE),
        ("If a junior joins in June, practice is free.", RULE),
        ("An application sent in March is decided within a month.", "Decisions take a month."),
        ("A lock from 2017 is replaced by part 12.", "Locks made before 2019 take part 12."),
        ("Mr Vale cannot row on 20 September.", "Mr Vale must rest for two weeks."),
        ("Spreading manure in the middle of December is forbidden.", LENT),
    ],
)
def test_a_date_put_as_a_case_of_a_rule_is_not_missed(claim, passage):
    """The rule need not give the day, and the day opposes no other that it gives."""
    assert outcome(dates, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("A survey of 1998 showed lead in the well.", "A survey showed lead in the well."),
        ("The chapel was rebuilt as a school in 1901.", "The chapel was rebuilt as a school."),
        ("Ruth Bell left the quartet in January 2020.", "Ruth Bell left the quartet."),
    ],
)
def test_a_date_told_as_a_fact_is_still_missed(claim, passage):
    """An indefinite noun in a sentence that tells what happened is no case of a rule."""
    assert outcome(dates, claim, passage) is not None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("From April the shop sells no bread.", "The shop sells bread until the end of March."),
        ("Contracts made before May run on.", "Since May, new contracts have had a ceiling."),
        ("Women could join from 1904.", "She joined in 1905, one year after women were let in."),
        ("Dogs were not let in until the early twentieth century.", "Dogs are let in from 1904."),
        ("It won a prize in 2013.", "It closed in 2014. The year before, it had won a prize."),
    ],
)
def test_a_date_beside_a_stated_one_is_not_missed(claim, passage):
    """The other side of a bound, and what a counted length of time leads to."""
    assert outcome(dates, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Keep still for the first half hour after the injection.", "Keep still for 30 minutes."),
        ("The film follows the second half of the novel.", "The film follows the novel."),
    ],
)
def test_halves_of_other_things_are_no_dates(claim, passage):
    """An hour and a book have halves as well."""
    assert outcome(dates, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "Mia Roth, who hosted the gala in 1968, ran the quiz from 1972.",
            "Mia Roth hosted the gala. The gala of 1968 was hers. Mia Roth ran the quiz from 1972.",
        ),
        (
            "Jon Hale's book The Long Calm was published in 1991.",
            "The view spread in the 1970s, after the publication of Jon Hale's book The Long Calm"
            " (1991).",
        ),
        (
            "Between April and August it shone ten times as bright.",
            "The survey showed that between April and August it shone ten times as bright.",
        ),
    ],
)
def test_a_date_of_another_event_of_the_claim_is_no_rival(claim, passage):
    """Nor the other end of its range, nor a date whose words stand before a bracket."""
    assert outcome(dates, claim, passage) is None


def test_swapped_dates_still_contradict() -> None:
    """A date of the claim that fits another event there does oppose."""
    claim = "The mill opened in 1950 and was sold in 1931."
    passage = "The mill opened in 1931 and was sold in 1950."
    assert outcome(dates, claim, passage) == ("date_mismatch", "contradicted")


def test_a_length_is_reckoned_from_the_dates_of_its_own_event() -> None:
    """Of several pairs that fit, the one whose statements have the claim's words is shown."""
    passage = "The fair was held in 1990 and 1994. Ola Berg led the choir from 2001 to 2005."
    (found,) = run(dates, "Ola Berg led the choir for four years.", passage)
    assert found.stated == "2001 to 2005"


def test_a_tenure_of_another_matter_does_not_contradict() -> None:
    """Two dates about something else say nothing of how long the pool was shut."""
    passage = "The council began the survey in 2019 and ended it in 2022. The pool was shut."
    assert outcome(dates, "The pool was shut for eleven months.", passage) is None
