"""The three number checks together on situations of many fields and languages."""

from __future__ import annotations

import pytest

from entailed.checks.arithmetic import arithmetic
from entailed.checks.comparisons import comparisons
from entailed.checks.numbers import numbers
from tests.checks.support import run

_TABLE_1 = "| Tier | Projects | Storage |\n|---|---|---|\n| Free | 3 | 1 GB |\n| Pro | 20 | 50 GB |"
_TABLE_2 = "| Country | Gold | Total |\n|---|---|---|\n| France | 5 | 21 |\n| Italy | 4 | 12 |"

RIGHT = [
    (
        "Net income rose 12% to $4.5 billion.",
        "Net income increased 12 percent to $4.5 billion in the quarter.",
        "",
    ),
    (
        "Revenue fell from $10 million to $8 million, a 20% decline.",
        "Revenue fell to $8 million from $10 million a year earlier.",
        "",
    ),
    ("Operating margin was 11%.", "Gross margin was 18% and operating margin was 11%.", ""),
    (
        "The company paid a dividend of 50 cents per share.",
        "A dividend of $0.50 per share was paid.",
        "",
    ),
    ("Headcount fell by 300 to 1,200.", "Headcount went from 1,500 to 1,200.", ""),
    ("The loan runs for 36 months.", "The loan has a term of three years.", ""),
    ("Shares closed at 105 pence, up 5%.", "Shares closed up 5% at 105 pence.", ""),
    ("Net debt stood at roughly 1.2bn euros.", "Net debt: €1,187 million.", ""),
    ("Adults take two tablets twice a day.", "Dosage for adults: 2 tablets twice daily.", ""),
    (
        "The trial included 248 participants, of whom 124 received placebo.",
        "248 participants were randomised; 124 received placebo.",
        "",
    ),
    ("Store at 2–8 °C.", "Keep refrigerated (2 °C to 8 °C).", ""),
    ("Half of the patients responded.", "62 of 124 patients responded.", ""),
    ("Children under 6 years must not take it.", "Not for children younger than 6 years.", ""),
    ("Employees get 25 days of leave per year.", "Staff have 25 days of annual leave.", ""),
    ("You may cancel within two weeks.", "Cancellation is possible within 14 days.", ""),
    (
        "Refunds over $500 need approval.",
        "Refunds above 500 dollars require approval by a manager.",
        "",
    ),
    (
        "Your 700 EUR refund is above the 500 EUR threshold.",
        "Refunds above the threshold of 500 EUR need approval.",
        "I want a 700 EUR refund",
    ),
    ("Drivers must be at least 21 years old.", "Minimum age of drivers: 21 years.", ""),
    ("Up to five guests are allowed.", "No more than 5 guests are allowed.", ""),
    ("The API allows 100 requests per minute.", "Rate limit: 100 requests/min.", ""),
    ("Python 3.12 is required.", "Requires Python 3.12 or newer.", ""),
    ("It uses port 8080 by default.", "The default port is 8080.", ""),
    ("Responses time out after half a minute.", "Responses time out after 30 seconds.", ""),
    ("The file may be at most 25 MB.", "Maximum file size: 25 MB", ""),
    (
        "The phone has a 6.1-inch display and weighs 174 g.",
        "Display: 6.1 in. Weight: 174 grams.",
        "",
    ),
    ("The battery lasts up to 12 hours.", "Battery life: up to 12 h.", ""),
    ("Model Y costs $299.", "Model X costs $399 and model Y costs $299.", ""),
    ("The pack contains 12 pens for 6 euros.", "Pack of a dozen pens, 6 €.", ""),
    ("The can holds 50 litres.", "The tank holds 15 litres; the can holds 50 litres.", ""),
    ("The wall is 21,196 km long.", "The wall has a length of 21,196 kilometres.", ""),
    ("The tower is about 330 metres tall.", "The tower is 330 m (1,083 ft) tall.", ""),
    ("The tower is 1,083 ft tall.", "The tower is 330 m (1,083 ft) tall.", ""),
    ("About 3,000 people live on the island.", "The island has 2,987 inhabitants.", ""),
    ("The flight takes two and a half hours.", "Flight time: 2 h 30 min.", ""),
    ("They won 3-1.", "The match ended 3–1.", ""),
    ("Oslo has 70 members.", "Lima has 40 members and Oslo has 70 members.", ""),
    (
        "Lima and Oslo have 110 members combined.",
        "Lima has 40 members and Oslo has 70 members.",
        "",
    ),
    (
        "The north wing has 20 rooms.",
        "There are 12 rooms in the south wing and 20 in the north wing.",
        "",
    ),
    (
        "In 2022 sales were 7,000 units.",
        "Sales were 5,000 units in 2021 and 7,000 units in 2022.",
        "",
    ),
    ("Anna scored 12 points and Ben scored 9.", "Anna scored 12 points, Ben 9.", ""),
    (
        "Alder and Birch earned $3m and $5m respectively.",
        "Alder earned $3 million. Birch earned $5 million.",
        "",
    ),
    ("Birch earned $5m.", "Alder and Birch earned $3m and $5m, respectively.", ""),
    ("Die Gebühr beträgt 12,50 Euro.", "Die Gebühr ist 12,50 € pro Monat.", ""),
    ("La garantie dure deux ans.", "La garantie est de 2 ans.", ""),
    (
        "El hotel tiene 120 habitaciones.",
        "El hotel cuenta con 120 habitaciones y dos piscinas.",
        "",
    ),
    ("Il museo ha tre piani.", "Il museo ha 3 piani.", ""),
    ("O prazo é de trinta dias.", "O prazo para devolução é de 30 dias.", ""),
    ("该公司有三千名员工。", "该公司有3000名员工。", ""),
    ("営業時間は8時間です。", "営業時間は一日8時間です。", ""),
    ("В отеле 120 номеров.", "В отеле сто двадцать номеров.", ""),
    (
        "The report has three main findings.",
        "The report finds that costs rose. It also finds that sales fell and that staff left.",
        "",
    ),
    ("There are two ways to apply: online or by post.", "You can apply online or by post.", ""),
    ("One option is to restart the router.", "Restarting the router is an option.", ""),
    ("Chapter 3 explains the fees.", "Fees are explained in chapter 3.", ""),
    (
        "The number of users doubled to 2 million.",
        "Users grew from 1 million to 2 million.",
        "",
    ),
    (
        "Both branches close at noon.",
        "The Dock Street branch and the Hill branch close at noon.",
        "",
    ),
    ("It serves 24/7 support.", "Support is available around the clock, 24/7.", ""),
    (
        "The 2019 report covers 14 countries.",
        "The report of 2019 covers fourteen countries.",
        "",
    ),
    ("More than half of the voters approved.", "54% of the voters approved.", ""),
    ("Fewer than 10 of the stores closed.", "Eight of the stores closed.", ""),
    ("Only one of the three lifts works.", "Of the three lifts, one works.", ""),
    ("The 5-year plan costs 2 million.", "The five-year plan costs 2,000,000.", ""),
    ("The route is 42.2 km long.", "The route is 42.195 km long.", ""),
    (
        "A total of 100 people were surveyed: 60 women and 40 men.",
        "We surveyed 60 women and 40 men.",
        "",
    ),
    ("The price dropped by a third.", "The price dropped from 90 euros to 60 euros.", ""),
    ("Prices start at $9.99 per month.", "Plans start from $9.99/month.", ""),
    ("That is 120 euros a year.", "The plan costs 10 euros per month.", ""),
    ("The distance is 5 miles (8 km).", "The distance is 8 km.", ""),
    ("The first phase ends after 6 weeks.", "Phase one takes six weeks.", ""),
    (
        "The second-largest city has 300,000 inhabitants.",
        "The second largest city has 0.3 million inhabitants.",
        "",
    ),
    ("It has a 4.5-star rating from 1,200 reviews.", "Rated 4.5 stars (1200 reviews).", ""),
    ("Of 20 samples, 5 (25%) were positive.", "5 of the 20 samples were positive.", ""),
    ("The rope holds 100 kg.", "Max load: 100 kg", ""),
    ("The maximum deposit is $500.", "Minimum deposit: $50. Maximum deposit: $500.", ""),
    ("The museum has two floors and 14 rooms.", "The museum has 14 rooms on two floors.", ""),
    ("Membership costs $120 per year, or $10 per month.", "Membership is $10 a month.", ""),
    ("The free tier includes 3 projects and 1 GB of storage.", _TABLE_1, ""),
    ("The Pro tier has 50 GB of storage.", _TABLE_1, ""),
    ("The Pro tier has 17 more projects than the Free tier.", _TABLE_1, ""),
    ("France won 21 medals in total.", _TABLE_2, ""),
    ("France won 5 gold medals.", _TABLE_2, ""),
    (
        "The bridge is 1.2 km long and was built in 1961.",
        "Built in 1961, the bridge has a length of 1,200 m.",
        "",
    ),
    ("He served two terms as mayor.", "He was mayor from 1990 to 1998, serving two terms.", ""),
    (
        "The company employs roughly 4,500 people across 12 countries.",
        "With 4,512 employees in 12 countries, the company is a leader.",
        "",
    ),
    (
        "Temperatures can reach 40 degrees.",
        "In summer temperatures of up to 40 °C are reached.",
        "",
    ),
    ("Around one in four users opted out.", "25% of the users opted out.", ""),
    ("One in five users opted out.", "20% of the users opted out.", ""),
    ("The error rate was halved, from 4% to 2%.", "The error rate fell from 4% to 2%.", ""),
    ("The patient should drink 2 to 3 litres a day.", "Drink two to three litres daily.", ""),
    (
        "Section 4.2 limits liability to $1 million.",
        "4.2 Liability is limited to USD 1,000,000.",
        "",
    ),
    (
        "Interest accrues at 8% above the base rate.",
        "Interest accrues at 8 percentage points above the base rate.",
        "",
    ),
    (
        "There were 1.3 deaths per 100,000 inhabitants.",
        "The death rate was 1.3 per 100,000.",
        "",
    ),
    ("The ratio is 3:1.", "Mix in a ratio of 3:1.", ""),
    ("Add 250 ml of milk (about one cup).", "Add 250 ml of milk.", ""),
    ("Pour in a cup of milk.", "Add 250 ml of milk.", ""),
    ("The 100-metre final is at 9 pm.", "The final of the 100 m starts at 9 pm.", ""),
    ("Room 204 holds 30 people.", "Room 204: capacity 30 people.", ""),
    ("Step 3 takes ten minutes.", "3. Wait ten minutes.", ""),
    (
        "The GDPR allows fines of up to 4% of global turnover or 20 million euros.",
        "Fines may reach 20 000 000 EUR, or 4 % of the total worldwide annual turnover.",
        "",
    ),
    (
        "Sales in the first quarter were $3.1 million, up from $2.8 million.",
        "Q1 sales: $3.1M (prior year: $2.8M).",
        "",
    ),
    (
        "The plane carries 180 passengers and a crew of six.",
        "Capacity: 180 passengers, 6 crew.",
        "",
    ),
    ("The battery has a capacity of 5,000 mAh.", "Battery: 5000 mAh", ""),
    (
        "It was the third time in five years.",
        "It happened for the third time within five years.",
        "",
    ),
    ("He is 1.85 m tall.", "Height: 185 cm", ""),
    ("The vote passed 52 to 48.", "The Senate voted 52–48.", ""),
    ("Less than a third of respondents agreed.", "31% of respondents agreed.", ""),
    ("The average age was 47.3 years.", "Mean age 47.3 years.", ""),
    ("The p-value was 0.03.", "(p = 0.03)", ""),
    ("The site covers 5 hectares.", "The site covers 50,000 m².", ""),
    (
        "Payment is due in 30 days; late fees are 1.5% monthly.",
        "Payment terms: net 30 days. Late payments incur a fee of 1.5% per month.",
        "",
    ),
    ("El precio bajó un 20 %, de 50 a 40 euros.", "El precio pasó de 50 euros a 40 euros.", ""),
    (
        "Der Umsatz stieg um 10 Prozent auf 1,1 Millionen Euro.",
        "Der Umsatz stieg von 1,0 Mio. Euro auf 1,1 Mio. Euro.",
        "",
    ),
    ("Le train met trois heures.", "Durée du trajet en train : 3 h.", ""),
    ("La tasa es del 4,5 %.", "La tasa es de 4,5% anual.", ""),
    ("票价为50元。", "门票价格：50元", ""),
    (
        "The limit of 40 files does not apply to admins.",
        "Admins are exempt from the 40-file limit.",
        "",
    ),
    ("In 3 of 10 cases the alarm failed.", "The alarm failed in 30% of cases.", ""),
    ("Nine out of ten dentists agree.", "90% of dentists agree.", ""),
    (
        "You need a minimum of two years' experience.",
        "At least 2 years of experience are required.",
        "",
    ),
    (
        "The fee is waived for balances over $1,500.",
        "No fee applies if the balance exceeds $1,500.",
        "",
    ),
    (
        "The fund gained 3% in May and lost 2% in June.",
        "Fund performance: May +3%, June −2%.",
        "",
    ),
    ("X-200 uses 20% less energy than X-100.", "X-100 uses 50 kWh. X-200 uses 40 kWh.", ""),
    (
        "The team has five members: Ana, Bo, Cy, Di and Ed.",
        "Team members are Ana, Bo, Cy, Di and Ed.",
        "",
    ),
    ("There are 7 days in a week.", "A week has seven days.", ""),
    (
        "His 2 sons and 3 daughters survive him.",
        "He is survived by two sons and three daughters.",
        "",
    ),
]

WRONG = [
    (
        "Net income rose 21% to $4.5 billion.",
        "Net income increased 12 percent to $4.5 billion in the quarter.",
        "",
    ),
    ("Operating margin was 18%.", "Gross margin was 18% and operating margin was 11%.", ""),
    ("Revenue was $4.5 million.", "Revenue was $4.5 billion.", ""),
    ("The fund charges 1.5% a year.", "The fund charges 0.15% per year.", ""),
    ("The interest rate is 5.25%.", "The interest rate was raised to 5.5% in May.", ""),
    ("Adults take four tablets twice a day.", "Dosage for adults: 2 tablets twice daily.", ""),
    ("Store below 8 °C.", "Store below 25 °C.", ""),
    ("Two thirds of the patients responded.", "62 of 124 patients responded.", ""),
    ("The half-life is 12 hours.", "The half-life is about 21 hours.", ""),
    ("Employees get 30 days of leave per year.", "Staff have 25 days of annual leave.", ""),
    ("You may cancel within 30 days.", "Cancellation is possible within 14 days.", ""),
    ("Drivers must be at least 18 years old.", "Minimum age of drivers: 21 years.", ""),
    ("Up to ten guests are allowed.", "No more than 5 guests are allowed.", ""),
    ("The API allows 1000 requests per minute.", "Rate limit: 100 requests/min.", ""),
    ("The cache holds 512 MB.", "The cache holds 256 MB by default.", ""),
    ("The file may be at most 25 GB.", "Maximum file size: 25 MB", ""),
    ("The phone weighs 147 g.", "Display: 6.1 in. Weight: 174 grams.", ""),
    ("Model X costs $299.", "Model X costs $399 and model Y costs $299.", ""),
    ("The tower is 303 metres tall.", "The tower is 330 m (1,083 ft) tall.", ""),
    ("About 5,000 people live on the island.", "The island has 2,987 inhabitants.", ""),
    ("The flight takes three and a half hours.", "Flight time: 2 h 30 min.", ""),
    (
        "The war lasted six years and cost 40,000 lives.",
        "The war lasted six years and cost 14,000 lives.",
        "",
    ),
    ("Lima has 70 members.", "Lima has 40 members and Oslo has 70 members.", ""),
    (
        "The north wing has 12 rooms.",
        "There are 12 rooms in the south wing and 20 in the north wing.",
        "",
    ),
    (
        "In 2022 sales were 5,000 units.",
        "Sales were 5,000 units in 2021 and 7,000 units in 2022.",
        "",
    ),
    ("Anna scored 9 points.", "Anna scored 12 points, Ben 9 points.", ""),
    ("Birch earned $3m.", "Alder and Birch earned $3m and $5m, respectively.", ""),
    ("Die Gebühr beträgt 21,50 Euro.", "Die Gebühr beträgt 12,50 € pro Monat.", ""),
    ("La garantie dure cinq ans.", "La garantie dure 2 ans.", ""),
    ("El hotel tiene 210 habitaciones.", "El hotel tiene 120 habitaciones y dos piscinas.", ""),
    ("该公司有五千名员工。", "该公司有3000名员工。", ""),
    ("More than half of the voters approved.", "44% of the voters approved.", ""),
    (
        "A total of 120 people were surveyed: 60 women and 40 men.",
        "We surveyed 60 women and 40 men.",
        "",
    ),
    ("Phase 2 takes six weeks.", "Phase 1 takes six weeks. Phase 2 takes ten weeks.", ""),
    ("Of 20 samples, 5 (20%) were positive.", "5 of the 20 samples were positive.", ""),
    ("The minimum deposit is $500.", "Minimum deposit: $50. Maximum deposit: $500.", ""),
    ("The museum has four floors and 14 rooms.", "The museum has 14 rooms on two floors.", ""),
    ("The free tier includes 20 projects.", _TABLE_1, ""),
    ("The Pro tier has 1 GB of storage.", _TABLE_1, ""),
    ("France won 12 medals.", _TABLE_2, ""),
    ("Italy won 5 gold medals.", _TABLE_2, ""),
    ("The bridge is 12 km long.", "Built in 1961, the bridge has a length of 1,200 m.", ""),
    (
        "He served three terms as mayor.",
        "He was mayor from 1990 to 1998, serving two terms.",
        "",
    ),
    (
        "The company employs roughly 5,400 people.",
        "With 4,512 employees in 12 countries, the company is a leader.",
        "",
    ),
    (
        "Temperatures can reach 50 degrees Celsius.",
        "In summer temperatures of up to 40 °C are reached.",
        "",
    ),
    ("One in three users opted out.", "20% of the users opted out.", ""),
    ("The error rate doubled.", "The error rate fell from 4% to 2%.", ""),
    ("The patient should drink 4 to 5 litres a day.", "Drink two to three litres daily.", ""),
    (
        "Section 4.2 limits liability to $10 million.",
        "4.2 Liability is limited to USD 1,000,000.",
        "",
    ),
    (
        "Room 204 holds 50 people.",
        "Room 203: capacity 50 people. Room 204: capacity 30 people.",
        "",
    ),
    (
        "The GDPR allows fines of up to 6% of global turnover.",
        "Fines may reach 20 000 000 EUR, or 4 % of the global annual turnover.",
        "",
    ),
    (
        "Sales in the first quarter were $2.8 million, up from $3.1 million.",
        "Q1 sales were $3.1M, up from $2.8M.",
        "",
    ),
    ("The battery has a capacity of 4,000 mAh.", "Battery capacity: 5000 mAh", ""),
    ("The vote passed 54 to 46.", "The Senate vote passed 52–48.", ""),
    ("The average age was 43.7 years.", "The mean age was 47.3 years.", ""),
    ("The site covers 50 hectares.", "The site covers 50,000 m².", ""),
    (
        "Der Umsatz stieg auf 2,1 Millionen Euro.",
        "Der Umsatz stieg von 1,0 Mio. Euro auf 1,1 Mio. Euro.",
        "",
    ),
    ("Le train met cinq heures.", "Le train met 3 heures.", ""),
    ("票价为80元。", "票价为50元。", ""),
    (
        "This costs 10 dollars less than before; the price is $15.",
        "The price went from $20 to $15.",
        "",
    ),
    ("Eight out of ten dentists agree.", "90% of dentists agree.", ""),
    (
        "You need a maximum of two years' experience.",
        "At least 2 years of experience are required.",
        "",
    ),
    (
        "The fee is waived for balances under $1,500.",
        "The fee is waived if the balance is above $1,500.",
        "",
    ),
    ("The fund gained 2% in June.", "Fund performance: May +3%, June −2%.", ""),
]


def flagged(claim: str, passage: str, question: str) -> bool:
    """Whether any of the checks fails and no derivation withdraws it."""
    found = [
        f for c in (numbers, arithmetic, comparisons) for f in run(c, claim, passage, question)
    ]
    derived = [f.claim_span for f in found if f.reason == "arithmetic_derived"]
    fails = [f.claim_span for f in found if f.outcome == "fail"]
    return any(not any(d.overlaps(span) for d in derived) for span in fails)


@pytest.mark.parametrize(("claim", "passage", "question"), RIGHT)
def test_right_figures_are_not_flagged(claim: str, passage: str, question: str) -> None:
    """What the passage states, rounds to or leads to is not flagged."""
    assert not flagged(claim, passage, question)


@pytest.mark.parametrize(("claim", "passage", "question"), WRONG)
def test_wrong_figures_are_flagged(claim: str, passage: str, question: str) -> None:
    """What the passage states otherwise is flagged."""
    assert flagged(claim, passage, question)
