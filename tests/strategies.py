"""Hypothesis strategies named by the shape of the text they draw."""

from __future__ import annotations

from hypothesis import strategies as st

TYPOGRAPHY = (
    "“”„‟«»‹›「」『』‘’‚'\"–—−‐…\u00a0\u202f\u2009\u200b\u200d\u00ad\ufeff"
    "ﬁﬀﬄ½⁻⁶¹²³°％３．６ßİe\u0301ﾀﾞ"
)
MARKUP = "*_`#>|~[]()!\\-+<>&;:.\n\t "
FRAGMENTS = (
    "The pump is red. ",
    "It closed in 1931 [1]. ",
    "e.g. barley ",
    "Das 1. Fach ",
    "**bold** ",
    "`code. Here` ",
    "[text](https://example.org/a_b) ",
    "【6:2†source】",
    "(Source: a.pdf) ",
    "(Okafor et al., 2021) ",
    "图书馆周一闭馆。",
    "Он открыт. ",
    "<b>Fee:</b>&nbsp;$40<br/>",
    "&amp;lt; ",
    "irreg-\nular ",
    "\n\n",
    "\n- item\n",
    "\n1. step\n",
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "\n```\ncode\n```\n",
    "\n> quoted\n",
    "\n## Heading\n",
    "“words in marks” ",
    "2016.It ",
    "\r\n",
    "References:\n[1] Town chronicle\n",
)


def typographic_texts(max_size: int = 80) -> st.SearchStrategy[str]:
    """Letters mixed with typography: quotes, dashes, ligatures, invisible characters."""
    return st.text(st.one_of(st.sampled_from(TYPOGRAPHY), st.characters()), max_size=max_size)


def markup_texts(max_size: int = 80) -> st.SearchStrategy[str]:
    """Characters that mean something in Markdown and HTML, between ordinary ones."""
    return st.text(
        st.one_of(st.sampled_from(MARKUP), st.sampled_from("abcA1é漢")), max_size=max_size
    )


def answer_texts(max_size: int = 12) -> st.SearchStrategy[str]:
    """What models write: sentences, lists, tables, code, citations, in any order."""
    parts = st.one_of(st.sampled_from(FRAGMENTS), typographic_texts(8), markup_texts(8))
    return st.lists(parts, max_size=max_size).map("".join)


def any_texts() -> st.SearchStrategy[str]:
    """Any of the above."""
    return st.one_of(typographic_texts(), markup_texts(), answer_texts())
