"""Acronyms so well known that writing them out (or not) invents nothing."""

from __future__ import annotations

__all__ = ["GENERIC", "WELL_KNOWN"]

# Words in capitals that name no particular thing, one or several of them.
_GENERIC = frozenset(
    "ceo cfo cto coo vp hr pr it ai ml api url http https html css xml json sql csv pdf usb "
    "cpu gpu ram ssd hdd hd uhd pc led lcd icu tv dvd cd gps faq diy id dna rna hiv aids adhd "
    "pcr mri ct bmi atm pin gdp cpi vat ngo ipo roi kpi seo saas sms rpg dj mc phd md ba bs "
    "ma mba jr sr usd eur gbp jpy chf cad aud uk us usa eu un am pm ad bc ce bce utc gmt est "
    "pst cet qa rag llm nlp sdk ide os ios vpn dns ip tcp lan wifi ok asap fyi rsvp aka etc "
    "vs no nr dr mr mrs ms pa tba tbd q&a r&d b&b".split()
)
GENERIC = _GENERIC | {f"{word}s" for word in _GENERIC}
WELL_KNOWN: dict[str, frozenset[tuple[str, ...]]] = {
    line.split(":")[0]: frozenset(tuple(words.split()) for words in line.split(":")[1].split("|"))
    for line in (
        "us:united states|united states america",
        "usa:united states america|united states",
        "uk:united kingdom",
        "eu:european union",
        "un:united nations",
        "who:world health organization|world health organisation",
        "nasa:national aeronautics space administration",
        "fbi:federal bureau investigation",
        "cia:central intelligence agency",
        "fda:food drug administration",
        "epa:environmental protection agency",
        "irs:internal revenue service",
        "sec:securities exchange commission",
        "nato:north atlantic treaty organization|north atlantic treaty organisation",
        "imf:international monetary fund",
        "ecb:european central bank",
        "wto:world trade organization",
        "bbc:british broadcasting corporation",
        "nhs:national health service",
        "cdc:centers disease control|centers disease control prevention",
        "nih:national institutes health",
        "nba:national basketball association",
        "nfl:national football league",
        "mlb:major league baseball",
        "nhl:national hockey league",
        "fifa:federation internationale football association",
        "uefa:union european football associations",
        "ncaa:national collegiate athletic association",
        "gdpr:general data protection regulation",
        "hipaa:health insurance portability accountability act",
        "la:los angeles",
        "nyc:new york city|new york",
        "dc:district columbia",
        "uae:united arab emirates",
        "ussr:soviet union",
        "wwi:world war i|first world war",
        "wwii:world war ii|second world war",
        "mit:massachusetts institute technology",
        "ucla:university california los angeles",
        "ibm:international business machines",
        "gop:republican party|grand old party",
        "dna:deoxyribonucleic acid",
        "ai:artificial intelligence",
        "gps:global positioning system",
        "covid:coronavirus disease",
        "uv:ultraviolet",
        "tv:television",
        "adhd:attention deficit hyperactivity disorder",
    )
}
