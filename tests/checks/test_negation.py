"""Negation: opposites, denials and values that exclude one another, in several languages."""

import pytest

from entailed.alignment import LexicalAligner
from entailed.checks.negation import negation
from entailed.evidence import freeze
from entailed.types import Claim, Mapped, Span
from tests.checks.support import outcome

FLAGGED = (
    (
        "The vaccine is approved for children.",
        "The vaccine is not approved for children.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The vaccine is not approved for children.",
        "The vaccine is approved for children.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The app supports offline mode.",
        "The app does not support offline mode.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The app doesn't support offline mode.",
        "The app supports offline mode on all devices.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Gift cards are refundable.",
        "Gift cards are not refundable.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Gift cards are non-refundable.",
        "Gift cards are refundable within 14 days.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Pets are allowed in the lobby.",
        "Pets are prohibited in the lobby.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The merger was rejected by shareholders.",
        "Shareholders approved the merger in May.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The board rejected the proposal.",
        "The board did not reject the proposal.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The patient has no history of diabetes.",
        "The patient has a history of diabetes.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The patient has a history of diabetes.",
        "The patient has no history of diabetes.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The drug increases blood pressure.",
        "The drug decreases blood pressure in most patients.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Sales fell in the third quarter.",
        "Sales rose by 4% in the third quarter.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Costs rose in the third quarter.",
        "Sales rose by 4% in the third quarter while costs fell.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The contract is valid without a signature.",
        "The contract is not valid without a signature.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Membership is mandatory for staff.",
        "Membership is optional for staff.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The museum is open on public holidays.",
        "The museum is closed on public holidays.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Nobody was injured in the fire.",
        "Three people were injured in the fire.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The pump never stops during a shift.",
        "The pump stops twice during a shift.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The pump stops during a shift.",
        "The pump never stops during a shift.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Lead paint was found in the hallway.",
        "No lead paint was found in the hallway.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The flight left without its crew.",
        "The flight left with its crew on time.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The build finished without warnings.",
        "The build finished with two warnings.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The warranty covers water damage.",
        "The warranty does not cover water damage or theft.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The warranty covers theft.",
        "The warranty does not cover water damage or theft.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The warranty excludes water damage.",
        "The warranty includes water damage.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Neither the mayor nor the council backed the plan.",
        "The mayor and the council backed the plan.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The mayor backed the plan.",
        "Neither the mayor nor the council backed the plan.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The treaty was never ratified.",
        "The treaty was ratified in 1951.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The treaty was ratified.",
        "The treaty was signed in 1950 but never ratified.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The door is unlocked at night.",
        "The door is locked at night.",
        "negation_flip",
        "contradicted",
    ),
    ("The screen is intact.", "The screen is broken.", "negation_flip", "contradicted"),
    (
        "The sensor is on the left side of the panel.",
        "The sensor is on the right side of the panel.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Entry is free for students.",
        "Students must pay for entry.",
        "negation_flip",
        "contradicted",
    ),
    ("The minimum age is 18.", "The maximum age is 18.", "negation_flip", "contradicted"),
    (
        "The bus stops before the bridge.",
        "The bus stops after the bridge.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The company made a profit in 2020.",
        "The company made a loss in 2020.",
        "negation_flip",
        "contradicted",
    ),
    ("Imports of steel rose.", "Exports of steel rose.", "negation_flip", "contradicted"),
    (
        "Smoking is banned on the terrace.",
        "Smoking is allowed on the terrace.",
        "negation_flip",
        "contradicted",
    ),
    ("The car is blue.", "The car is red.", "negation_flip", "contradicted"),
    ("The van is red.", "The car is red and the van is blue.", "negation_flip", "contradicted"),
    ("The roof is made of copper.", "The roof is made of steel.", "negation_flip", "contradicted"),
    (
        "Ada did not write the letter.",
        "Ada wrote the letter in 1840.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Ada sent the letter.",
        "Ada wrote the letter in 1840, but she did not send it.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The bridge collapsed.",
        "Engineers feared that the bridge had collapsed, but it did not collapse.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The minister resigned.",
        "Opponents claimed that the minister had resigned. In fact he did not resign.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The element boils at 80 degrees.",
        "It is not true that the element boils at 80 degrees.",
        "negation_flip",
        "contradicted",
    ),
    ("The earth is flat.", "It is a myth that the earth is flat.", "negation_flip", "contradicted"),
    (
        "Aspirin cures colds.",
        "The following statement was withdrawn. Aspirin cures colds.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Aspirin cures colds.",
        "Aspirin cures colds. This statement was later retracted.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Users can delete their own posts.",
        "Users cannot delete their own posts.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Users are unable to delete their posts.",
        "Users can delete their posts.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The committee failed to reach a decision.",
        "The committee reached a decision on Monday.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The device failed the drop test.",
        "The device passed the drop test.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The older building is listed.",
        "The newer building is listed.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The northern gate is closed.",
        "The southern gate is closed.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The team lost the final.",
        "The team won the final in Madrid.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The defendant was found guilty.",
        "The defendant was found not guilty.",
        "negation_flip",
        "contradicted",
    ),
    (
        "If the seal is broken, returns are accepted.",
        "If the seal is intact, returns are accepted.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Returns are accepted if the item is opened.",
        "Returns are accepted if the item is unopened.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Der Laden ist sonntags geöffnet.",
        "Der Laden ist sonntags nicht geöffnet.",
        "negation_flip",
        "contradicted",
    ),
    ("Haustiere sind erlaubt.", "Haustiere sind verboten.", "negation_flip", "contradicted"),
    (
        "Die Firma hat keine Niederlassung in Wien.",
        "Die Firma hat eine Niederlassung in Wien.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Die Prüfung wurde bestanden.",
        "Die Prüfung wurde nicht bestanden.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Das Gerät funktioniert ohne Strom.",
        "Das Gerät funktioniert nicht ohne Strom.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Le musée est ouvert le lundi.",
        "Le musée n'est pas ouvert le lundi.",
        "negation_flip",
        "contradicted",
    ),
    ("Le service est gratuit.", "Le service est payant.", "negation_flip", "contradicted"),
    (
        "Aucun élève n'a réussi l'examen.",
        "Tous les élèves ont réussi l'examen.",
        "negation_flip",
        "contradicted",
    ),
    (
        "La tienda abre los domingos.",
        "La tienda no abre los domingos.",
        "negation_flip",
        "contradicted",
    ),
    ("El producto está permitido.", "El producto está prohibido.", "negation_flip", "contradicted"),
    ("A loja não abre aos domingos.", "A loja abre aos domingos.", "negation_flip", "contradicted"),
    (
        "Il museo è aperto il lunedì.",
        "Il museo non è aperto il lunedì.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Магазин открыт в воскресенье.",
        "Магазин не открыт в воскресенье.",
        "negation_flip",
        "contradicted",
    ),
    ("博物馆周一开放。", "博物馆周一不开放。", "negation_flip", "contradicted"),
    ("会员可以带客人。", "会员不可以带客人。", "negation_flip", "contradicted"),
    (
        "該店は日曜日に営業しています。",
        "該店は日曜日に営業していません。",
        "negation_flip",
        "contradicted",
    ),
    ("返品は可能です。", "返品はできません。", "negation_flip", "contradicted"),
    (
        "None of the samples were contaminated.",
        "Two of the samples were contaminated.",
        "negation_flip",
        "contradicted",
    ),
    (
        "All samples were contaminated.",
        "Not all samples were contaminated.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Antibiotics are effective against viruses.",
        "Antibiotics are ineffective against viruses.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The loan was denied.",
        "The bank approved the loan on 3 May.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Server logs are encrypted at rest.",
        "Server logs are not encrypted at rest.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Server logs are unencrypted at rest.",
        "Server logs are encrypted at rest.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The hull was damaged during launch.",
        "The hull was undamaged during launch.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The tenant may sublet the flat.",
        "The tenant may not sublet the flat.",
        "negation_flip",
        "contradicted",
    ),
    ("Overtime is paid.", "Overtime is unpaid.", "negation_flip", "contradicted"),
    ("The court upheld the ban.", "The court lifted the ban.", "negation_flip", "contradicted"),
    (
        "The party gained three seats.",
        "The party lost three seats.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The temperature dropped overnight.",
        "The temperature rose overnight.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The express train stops at Lund.",
        "The express train does not stop at Lund.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Blood thinners should be stopped before surgery.",
        "Blood thinners should not be stopped before surgery.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Take the tablets before meals.",
        "Take the tablets after meals.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Take the tablets with food.",
        "Take the tablets without food.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The cache is on by default.",
        "The cache is off by default.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The oldest member spoke first.",
        "The youngest member spoke first.",
        "negation_flip",
        "contradicted",
    ),
    ("The lower limit is 4 volts.", "The upper limit is 4 volts.", "negation_flip", "contradicted"),
    (
        "The bridge lies north of the town.",
        "The bridge lies south of the town.",
        "negation_flip",
        "contradicted",
    ),
    (
        "No changes were made to the file.",
        "The file was changed at noon.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The audit found no errors.",
        "The audit found 14 errors in the accounts.",
        "negation_flip",
        "contradicted",
    ),
    (
        "There were no survivors.",
        "Two survivors were found on the beach.",
        "negation_flip",
        "contradicted",
    ),
    (
        "All flights were cancelled.",
        "All flights departed on time; none was cancelled.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The mayor has not signed the bill yet.",
        "The mayor signed the bill on Monday.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The mayor signed the bill.",
        "The mayor has yet to sign the bill.",
        "negation_flip",
        "contradicted",
    ),
    ("Filing online is optional.", "Filing online is required.", "negation_flip", "contradicted"),
    (
        "The fort is still a prison.",
        "The fort is no longer a prison.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Die Garantie gilt für Akkus.",
        "Die Garantie gilt nicht für Akkus.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Der Antrag wurde angenommen.",
        "Der Antrag wurde abgelehnt.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Alle Kinder zahlen Eintritt.",
        "Kinder zahlen keinen Eintritt.",
        "negation_flip",
        "contradicted",
    ),
    ("Le contrat est valable.", "Le contrat n'est pas valable.", "negation_flip", "contradicted"),
    (
        "Les chiens ne sont pas admis.",
        "Les chiens sont admis dans le parc.",
        "negation_flip",
        "contradicted",
    ),
    (
        "El museo está cerrado los lunes.",
        "El museo está abierto los lunes.",
        "negation_flip",
        "contradicted",
    ),
    (
        "El contrato no incluye el seguro.",
        "El contrato incluye el seguro.",
        "negation_flip",
        "contradicted",
    ),
    ("Il servizio non è gratuito.", "Il servizio è gratuito.", "negation_flip", "contradicted"),
    ("O serviço é gratuito.", "O serviço não é gratuito.", "negation_flip", "contradicted"),
    ("Договор действителен.", "Договор недействителен.", "negation_flip", "contradicted"),
    ("Компания не продаёт билеты.", "Компания продаёт билеты.", "negation_flip", "contradicted"),
    ("Вход бесплатный.", "Вход платный.", "negation_flip", "contradicted"),
    ("该产品支持无线充电。", "该产品不支持无线充电。", "negation_flip", "contradicted"),
    ("价格上涨了。", "价格下降了。", "negation_flip", "contradicted"),
    ("この薬は子供に使えます。", "この薬は子供に使えません。", "negation_flip", "contradicted"),
    (
        "図書館は月曜日に開館します。",
        "図書館は月曜日に休館します。",
        "negation_flip",
        "contradicted",
    ),
    ("入場は無料です。", "入場は有料です。", "negation_flip", "contradicted"),
    (
        "The device passed the drop test.",
        "The device failed the drop test but passed the water test.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The blue team won.",
        "The red team won and the blue team lost.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Exports rose in 2021.",
        "Exports rose in 2020 but fell in 2021.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The gate is open in winter.",
        "The gate is open in summer and closed in winter.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The second test was positive.",
        "The first test was positive; the second test was negative.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The minister attended the meeting.",
        "The minister was ill and did not attend the meeting.",
        "negation_flip",
        "contradicted",
    ),
    (
        "He was not the first to climb the peak.",
        "He was the first to climb the peak.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The pipeline leaked.",
        "Reports that the pipeline leaked are false.",
        "negation_flip",
        "contradicted",
    ),
    ("The recipe contains nuts.", "The recipe is free of nuts.", "negation_flip", "contradicted"),
    (
        "The phone is waterproof.",
        "The phone is water-resistant but not waterproof.",
        "negation_flip",
        "contradicted",
    ),
    ("The trial was double-blind.", "The trial was single-blind.", "negation_flip", "contradicted"),
    (
        "Data is stored outside the EU.",
        "Data is stored inside the EU.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The clinic opens later in winter.",
        "The clinic opens earlier in winter.",
        "negation_flip",
        "contradicted",
    ),
    ("Demand is higher in summer.", "Demand is lower in summer.", "negation_flip", "contradicted"),
    (
        "Model B is heavier than model A.",
        "Model B is lighter than model A.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The shares closed higher.",
        "The shares closed lower on Friday.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The valve never opens above 80 degrees.",
        "The valve always opens above 80 degrees.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The valve opens above 80 degrees.",
        "Above 80 degrees the valve fails to open.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Push notifications are turned off by default.",
        "Push notifications are turned on by default.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The archive is not open to the public.",
        "The archive is open to the public on request.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The convoy crossed the pass without losses.",
        "Two trucks were lost when the convoy crossed the pass.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The surgery went ahead without complications.",
        "The surgery went ahead as planned, but a bleeding complication occurred on day two.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The download completed without interruption.",
        "The download was interrupted at 40% and then completed.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Beide Fenster sind dicht.",
        "Beide Fenster sind neu, aber keines ist dicht.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Toutes les chambres sont meublées.",
        "Toutes les chambres sont peintes, mais aucune n'est meublée.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Todas las habitaciones están amuebladas.",
        "Todas las habitaciones están pintadas, pero ninguna está amueblada.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The device does not fail to start in the cold.",
        "The device fails to start in the cold.",
        "negation_flip",
        "contradicted",
    ),
    ("The alarm did not sound.", "The alarm sounded at 03:12.", "negation_flip", "contradicted"),
    ("The vote was not unanimous.", "The vote was unanimous.", "negation_flip", "contradicted"),
    (
        "The results were conclusive.",
        "The results were inconclusive.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The site is accessible by wheelchair.",
        "The site is inaccessible by wheelchair.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Das Museum verlangt keinen Eintritt.",
        "Das Museum verlangt Eintritt.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Das Gebäude ist nicht denkmalgeschützt.",
        "Das Gebäude ist denkmalgeschützt.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Die Frist wurde nicht verlängert.",
        "Die Frist wurde bis Mai verlängert.",
        "negation_flip",
        "contradicted",
    ),
    ("O museu não cobra entrada.", "O museu cobra entrada.", "negation_flip", "contradicted"),
    (
        "La escuela no tiene gimnasio.",
        "La escuela tiene gimnasio y piscina.",
        "negation_flip",
        "contradicted",
    ),
    ("Il treno non si ferma a Pisa.", "Il treno si ferma a Pisa.", "negation_flip", "contradicted"),
    (
        "Поезд не останавливается в Туле.",
        "Поезд останавливается в Туле.",
        "negation_flip",
        "contradicted",
    ),
    ("列车在苏州停车。", "列车在苏州不停车。", "negation_flip", "contradicted"),
    ("列车不在苏州停车。", "列车在苏州停车。", "negation_flip", "contradicted"),
    ("電車は京都に停車しません。", "電車は京都に停車します。", "negation_flip", "contradicted"),
    (
        "The well is dry.",
        "In 2018 farmers claimed that the well is dry. The survey found that it is not dry.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The treatment cures the disease.",
        "The treatment may help some patients, but does not cure the disease.",
        "negation_flip",
        "contradicted",
    ),
    (
        "All eight probes survived the launch.",
        "All eight probes were tested. Two of them did not survive the launch.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The museum has reopened.",
        "The museum has not reopened yet.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The hotel still has a cinema.",
        "The hotel no longer has a cinema.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The shop sells bread.",
        "The shop sells coffee, tea and cake, but not bread.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The walls are grey.",
        "The floor is grey and the walls are white.",
        "negation_flip",
        "contradicted",
    ),
    ("Swimming is allowed.", "Swimming is prohibited.", "negation_flip", "contradicted"),
    (
        "Lead levels were below the limit.",
        "Lead levels were above the limit.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The road is open to trucks.",
        "The road is open to cars but not to trucks.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Paper applications are accepted.",
        "Applications are accepted online; paper applications are not accepted.",
        "negation_flip",
        "contradicted",
    ),
    ("The hard drive is empty.", "The hard drive is full.", "negation_flip", "contradicted"),
    (
        "The patient reports chest pain.",
        "The patient denies chest pain.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The lawsuit was not dismissed.",
        "The court dismissed the lawsuit.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Tickets sold at the door are cheaper.",
        "Tickets sold at the door are more expensive.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The first floor has toilets.",
        "There are no toilets on the first floor.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The contract can be ended without notice.",
        "Neither party may end the contract without giving notice.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Interns are entitled to paid leave.",
        "Interns and contractors are not eligible for paid leave.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The stadium has a roof.",
        "Unlike its successor, the old stadium lacks a roof.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Le remboursement est possible après 30 jours.",
        "Passé un délai de 30 jours, aucun remboursement n'est possible.",
        "negation_flip",
        "contradicted",
    ),
    (
        "El seguro cubre los daños por inundación.",
        "El seguro no cubre los daños causados por inundaciones.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Salt causes joint pain in older adults.",
        "Salt relieves joint pain in older adults.",
        "negation_flip",
        "contradicted",
    ),
    (
        "All versions are affected by the bug.",
        "The bug affects versions before 3.2; later versions are not affected.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Every room has a balcony.",
        "Most rooms have a balcony. The rooms on the ground floor do not have a balcony.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Haustiere sind in der Wohnung erlaubt.",
        "Das Halten von Haustieren in der Wohnung ist nicht gestattet.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Sale items can be exchanged.",
        "Sale items are excluded from exchanges.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Gift cards can be returned at any time.",
        "Gift cards are excluded from returns.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Employees can work abroad.",
        "Employees are not authorised to work abroad.",
        "negation_flip",
        "contradicted",
    ),
    (
        "Both the mayor and the clerk attended the meeting.",
        "The mayor attended the meeting; the clerk did not.",
        "negation_flip",
        "contradicted",
    ),
    (
        "The clerk attended the meeting.",
        "The mayor attended the meeting; the clerk did not.",
        "negation_flip",
        "contradicted",
    ),
)


@pytest.mark.parametrize(("claim", "evidence", "reason", "label"), FLAGGED)
def test_flags(claim: str, evidence: str, reason: str, label: str) -> None:
    """A claim that departs from its evidence in this way gets reason and label."""
    assert outcome(negation, claim, evidence) == (reason, label)


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("The café closes at 22:00 on Fridays.", "The café is open until 22:00 on Fridays."),
        ("The office closes at 5 pm.", "The office is open from 9 am until 5 pm."),
    ],
)
def test_what_lasts_until_a_time_ends_at_it(answer, passage):
    """ "Open until ten" and "closes at ten" are no opposites."""
    span = Span(0, len(answer))
    claim = Claim("c1", span, Mapped.identity(answer), span)
    evidence = freeze([passage])
    (alignment,) = LexicalAligner().align([claim], evidence, "")
    assert negation(claim, alignment, evidence) == ()


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Photography is not allowed.", "Photography is allowed without flash."),
        ("Payment is not possible.", "Payment is possible without a card."),
        ("Visitors cannot enter.", "Visitors can enter without a ticket."),
        ("The trial was not completed.", "The trial was completed without incident."),
        ("The pump does not start.", "The pump starts without priming."),
    ],
)
def test_a_phrase_denies_only_what_stands_in_it(claim: str, passage: str) -> None:
    """ "Without flash" does not take back the "allowed" before it."""
    assert outcome(negation, claim, passage) == ("negation_flip", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Photography with flash is not allowed.", "Photography is allowed without flash."),
        ("The room does not have a pool.", "The room comes without a pool."),
        ("The kit does not include a charger.", "The kit comes without a charger."),
        ("No one may enter without a ticket.", "Visitors may not enter without a ticket."),
    ],
)
def test_a_phrase_denies_what_the_claim_denies(claim: str, passage: str) -> None:
    """Where both deny the same thing, by whatever means, nothing is flipped."""
    assert outcome(negation, claim, passage) is None


def test_an_item_of_a_list_is_read_after_its_denying_lead_in() -> None:
    """What is denied there is denied with the lead-in's verb, as in one sentence."""
    passage = "The policy does not cover:\n- flood damage\n- theft of bicycles\n"
    assert outcome(negation, "The policy covers fire but not flood damage.", passage) is None
    found = outcome(negation, "The policy covers theft of bicycles.", passage)
    assert found == ("negation_flip", "contradicted")


BESIDE = (
    ("The policy covers fire but not flood damage.", "The policy does not cover flood damage."),
    ("The gym lends towels but not mats.", "The gym does not lend mats. The gym lends towels."),
)


@pytest.mark.parametrize(("claim", "passage"), BESIDE)
def test_what_the_claim_denies_in_another_clause_is_not_held_against_it(
    claim: str, passage: str
) -> None:
    """The clause that affirms shares only the verb with the evidence that denies."""
    assert outcome(negation, claim, passage) is None


NARROWER = (
    ("Leave for a private move reduces the bonus by one day.", "Leave does not reduce the bonus."),
    ("A reminder by letter extends the deadline.", "A reminder does not extend the deadline."),
    ("Sick days in July count as holiday.", "Sick days do not count as holiday."),
    ("Visits at night require a permit.", "Visits do not require a permit."),
)


@pytest.mark.parametrize(("claim", "passage"), NARROWER)
def test_what_is_denied_of_a_thing_is_denied_of_a_kind_of_it(claim: str, passage: str) -> None:
    """The evidence makes no exception for the kind."""
    assert outcome(negation, claim, passage) == ("negation_flip", "contradicted")


def test_a_kind_the_evidence_speaks_of_itself_is_left_alone() -> None:
    """Another clause says of the kind what the claim says."""
    passage = "Visits do not require a permit. Visits at night require a permit."
    assert outcome(negation, "Visits at night require a permit.", passage) is None
    passage = "Visits by day do not require a permit."
    assert outcome(negation, "Visits at night require a permit.", passage) is None
