"""The written shapes of citation markers, shared by the sentence splitter and the marker reader."""

from __future__ import annotations

import re

from entailed.text.lazy import lazy

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_ID = r"[^\W_](?:[\w.:/\-]{0,40}[^\W_])?"
_BRACKET = (
    r"\[\[?\^?(?:(?:source|src|doc|document|passage|ref|id|quelle|fuente|note)s?[ :.#]{0,2})?"
    rf"(?:\d{{1,4}}|[A-Za-z]{{1,12}}[ :.#_\-]?\d{{1,9}}|(?=[^\]]*\d){_ID})"
    rf"(?:\s?[,;–\-]\s?(?:\d{{1,4}}|(?=[^\]]*\d){_ID}))*\]\]?(?:\([^()\s]{{0,300}}\))?"
)
_LENTICULAR = r"【[^【】\n]{1,60}】"
_ROUND = r"\((?:sources?|src|refs?|quellen?|fuentes?|fonte|see|cf\.?):\s[^()\n]{1,120}\)"
LEADING_MARKERS = lazy(
    rf"(?:\s*(?:{_BRACKET}|{_LENTICULAR}|{_ROUND}|[{SUPERSCRIPTS}]+(?=\s|$)))+", re.IGNORECASE
)
