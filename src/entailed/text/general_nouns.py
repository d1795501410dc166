"""Nouns that may stand for any thing of their sort named before: "the building", "the firm"."""

from __future__ import annotations

from entailed.text.roots import root

__all__ = ["GENERAL_NOUNS"]

GENERAL_NOUNS = frozenset(
    root(word)
    for word in (
        "accident ace act actor agency agreement aircraft album analysis animal app approach "
        "area article attack author band bill bird boat body book boy building business "
        "campaign car chart child city client club company complex compound concept condition "
        "contest country couple crash creature crew customer deal decision decrease "
        "department developer device director disease document dog drop drug effort email "
        "event experiment facility fall family favorite favourite figure film fire firm fish "
        "fixture game giant girl graph group hurricane idea image incident increase "
        "initiative institution item landmark law leader letter location machine maker man "
        "manager match material measure medication medicine member merger message method "
        "minister model move movie nation novel object office officer official organisation "
        "organization owner pair paper party patient people person photo picture piece place "
        "plan plane plant platform player plot president procedure product program programme "
        "project property proposal publisher race region report rise rule ruling scheme "
        "sensation series service ship show side singer site software song species star state "
        "statement step storm story structure study substance survey suspect system table "
        "team technique test text therapy thing tie tool town treatment tree trial unit user "
        "vehicle venue verdict version vessel victim village winner woman work writer "
    ).split()
)
"""Their roots."""
