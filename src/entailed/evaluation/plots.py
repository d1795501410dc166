"""The drawings of the HTML report, as SVG that follows the page's colours, light and dark.

Drawn by matplotlib with stand-in colours, which are then replaced by the page's own variables;
style attributes become plain attributes, since the page allows no inline style.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from entailed.errors import UnsupportedError
from entailed.evaluation.comparing import Comparison
from entailed.evaluation.metrics import ALL, RATES, Rate, SourceRow, Table
from entailed.evaluation.results import Result
from entailed.evaluation.suites import CATEGORY_WORDS, Category
from entailed.report.marking import LABEL_WORDS
from entailed.types import LABELS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "draw_actions", "draw_changes", "draw_labels", "draw_latency", "draw_rates", "draw_sources",
    "require_matplotlib",
]  # fmt: skip

_COLOURS: Mapping[str, str] = {
    "#010101": "var(--ink)",
    "#020202": "var(--soft)",
    "#030303": "var(--line)",
    "#040404": "var(--supported)",
    "#050505": "var(--contradicted)",
    "#060606": "var(--related)",
    "#070707": "var(--missing)",
    "#080808": "var(--unchecked)",
}
_INK, _SOFT, _LINE, _GOOD, _BAD, _WARM, _ODD, _COOL = _COLOURS
_LABEL_COLOURS = dict(
    zip(("supported", "contradicted", "related", "missing", "unchecked"),
        (_GOOD, _BAD, _WARM, _ODD, _COOL), strict=True)
)  # fmt: skip
_WIDTH = 5.4
_ROW = 0.30
_HEADLINE = (
    "ungrounded_displayed_rate", "unverified_span_rate", "unsupported_claim_rate",
    "contradiction_rate", "citation_support_rate", "false_abstention_rate",
    "missed_abstention_rate", "expectation_rate",
)  # fmt: skip
_SHARES = ("passed_rate", "flagged_rate", "repaired_rate", "regenerated_rate", "blocked_rate")
_NAMESPACE = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_FONT_SIZE = re.compile(r"(\d+(?:\.\d+)?)px")

Draw = Callable[["Axes"], None]


def require_matplotlib() -> None:
    """Raise UnsupportedError unless drawings can be made."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UnsupportedError(
            "the HTML report needs matplotlib: pip install 'entailed[eval]' (or leave the report "
            "out with --no-html)"
        ) from error


def draw_rates(table: Table) -> str:
    """The main rates of the whole run with their intervals; "" where none has a value."""
    rates = [r for r in RATES if r.name in _HEADLINE and table[ALL][r.name].value is not None]

    def draw(axes: Axes) -> None:
        for row, rate in enumerate(rates):
            figure = table[ALL][rate.name]
            value, low, high = (100 * (x or 0.0) for x in (figure.value, figure.low, figure.high))
            colour = _GOOD if rate.better == "higher" else _BAD
            axes.hlines(row, low, high, color=colour, linewidth=2, alpha=0.45)
            axes.plot([value], [row], "o", color=colour, markersize=5, clip_on=False)
            axes.annotate(
                f"{value:.1f} %", (high, row), xytext=(6, 0), textcoords="offset points",
                va="center", color=_INK, fontsize=8,
            )  # fmt: skip
        _rows(axes, [rate.title for rate in rates])
        axes.set_xlim(0, 118)
        axes.set_xticks(range(0, 101, 25), [f"{n} %" for n in range(0, 101, 25)])

    return _svg("rates", "Main rates with their 95 % intervals", len(rates), draw)


def draw_labels(results: Sequence[Result]) -> str:
    """How the claims shown were labelled, by category; "" where there is none."""
    groups: dict[Category, list[str]] = {}
    for result in results:
        for verdict in result.verdicts if result.evaluated else ():
            groups.setdefault(result.category, []).append(verdict.label)
    categories = [c for c in CATEGORY_WORDS if c in groups]

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        left = [0] * len(categories)
        for label in LABELS:
            counts = [groups[c].count(label) for c in categories]
            if any(counts):
                axes.barh(
                    range(len(categories)), counts, left=left, height=0.62,
                    color=_LABEL_COLOURS[label], alpha=0.85,
                    label=LABEL_WORDS[label].split(" (")[0] if label != "related" else "related",
                )  # fmt: skip
            left = [a + b for a, b in zip(left, counts, strict=True)]
        _rows(axes, [CATEGORY_WORDS[c] for c in categories])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _legend(axes)

    return _svg("labels", "Claims by label and category", len(categories), draw, legend=True)


def draw_actions(table: Table) -> str:
    """What became of the answers, as shares by category; "" where it is not known."""
    words = {c: w for c, w in CATEGORY_WORDS.items() if c in table}
    rows = [c for c in words if table[c][_SHARES[0]].value is not None]
    colours = (_GOOD, _WARM, _COOL, _ODD, _BAD)

    def draw(axes: Axes) -> None:
        left = [0.0] * len(rows)
        for name, colour in zip(_SHARES, colours, strict=True):
            shares = [100 * (table[c][name].value or 0.0) for c in rows]
            if any(shares):
                axes.barh(
                    range(len(rows)), shares, left=left, height=0.62, color=colour, alpha=0.85,
                    label=_title(name).lower(),
                )  # fmt: skip
            left = [a + b for a, b in zip(left, shares, strict=True)]
        _rows(axes, [words[c] for c in rows])
        axes.set_xlim(0, 100)
        axes.set_xticks(range(0, 101, 25), [f"{n} %" for n in range(0, 101, 25)])
        _legend(axes)

    return _svg("actions", "What became of the answers", len(rows), draw, legend=True)


def draw_sources(rows: Sequence[SourceRow]) -> str:
    """Share of failed claims by source, the worst ten; "" where no claim failed."""
    shown = [row for row in rows if row.failed.hits][:10]

    def draw(axes: Axes) -> None:
        for n, row in enumerate(shown):
            figure = row.failed
            value, low, high = (100 * (x or 0.0) for x in (figure.value, figure.low, figure.high))
            axes.barh([n], [value], height=0.55, color=_BAD, alpha=0.75)
            axes.hlines(n, low, high, color=_INK, linewidth=1)
            axes.annotate(
                f"{figure.hits} of {figure.trials}", (max(value, high), n), xytext=(6, 0),
                textcoords="offset points", va="center", color=_INK, fontsize=8,
            )  # fmt: skip
        _rows(axes, [_short(row.source or "(no passage)") for row in shown])
        axes.set_xlim(0, 125)
        axes.set_xticks(range(0, 101, 25), [f"{n} %" for n in range(0, 101, 25)])

    return _svg("sources", "Failed claims by source", len(shown), draw)


def draw_latency(results: Sequence[Result]) -> str:
    """Share of answers that came within a time; "" for fewer than two known times."""
    times = sorted(
        r.answered.milliseconds
        for r in results
        if r.evaluated and r.answered.milliseconds is not None
    )

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import NullLocator, StrMethodFormatter

        shares = [100 * (n + 1) / len(times) for n in range(len(times))]
        axes.step(times, shares, where="post", color=_COOL, linewidth=1.8)
        for level in (50, 95):
            axes.axhline(level, color=_LINE, linewidth=0.8, zorder=0)
        if times[0] > 0 and times[-1] / times[0] > 50:
            axes.set_xscale("log")
            axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
        axes.set_ylim(0, 102)
        axes.set_yticks((0, 50, 95), ("0 %", "50 %", "95 %"))
        axes.set_xlabel("milliseconds", color=_SOFT, fontsize=8)
        axes.tick_params(length=0, labelsize=8, labelcolor=_INK)

    return _svg("latency", "Answers that came within a time", 5 if len(times) > 1 else 0, draw)


def draw_changes(comparison: Comparison) -> str:
    """Changes against the baseline in percentage points, with intervals; "" for none."""
    changes = comparison.changes[ALL]
    rates = [r for r in RATES if r.better != "neither" and changes[r.name].difference is not None]

    def draw(axes: Axes) -> None:
        axes.axvline(0, color=_SOFT, linewidth=0.8, zorder=0)
        for row, rate in enumerate(rates):
            change = changes[rate.name]
            value = 100 * (change.difference or 0.0)
            low, high = (
                100 * (x if x is not None else value / 100) for x in (change.low, change.high)
            )
            axes.hlines(row, low, high, color=_change_colour(rate, value), linewidth=2, alpha=0.45)
            axes.plot([value], [row], "o", color=_change_colour(rate, value), markersize=5)
        _rows(axes, [rate.title for rate in rates])
        axes.set_xlabel("percentage points", color=_SOFT, fontsize=8)

    return _svg("changes", "Changes against the baseline", len(rates), draw)


# --- drawing ---------------------------------------------------------------------------------


def _change_colour(rate: Rate, value: float) -> str:
    if abs(value) < 1e-9:
        return _SOFT
    return _GOOD if (value > 0) == (rate.better == "higher") else _BAD


def _title(name: str) -> str:
    return next(rate.title for rate in RATES if rate.name == name)


def _short(text: str) -> str:
    return text if len(text) <= 28 else f"{text[:27]}…"


def _rows(axes: Axes, names: Sequence[str]) -> None:
    """One row a name, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0, labelsize=8, labelcolor=_INK)
    axes.tick_params(axis="x", length=0, labelsize=8, labelcolor=_SOFT)
    axes.grid(axis="x", color=_LINE, linewidth=0.7)
    axes.set_axisbelow(True)


def _legend(axes: Axes) -> None:
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.0), ncols=5, frameon=False, fontsize=8,
        labelcolor=_INK, handlelength=1, handleheight=0.8, borderpad=0, columnspacing=1.2,
    )  # fmt: skip


def _svg(name: str, about: str, rows: int, draw: Draw, *, legend: bool = False) -> str:
    """A drawing of so many rows as an `svg` element; "" for no rows. Deterministic."""
    if not rows:
        return ""
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.hashsalt": f"entailed-{name}",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "axes.edgecolor": _LINE,
        "text.color": _INK,
        "xtick.color": _SOFT,
        "ytick.color": _INK,
    }
    with matplotlib.rc_context(settings):
        height = max(rows, 2) * _ROW + (1.0 if legend else 0.45)
        figure = Figure(figsize=(_WIDTH, height), layout="constrained", facecolor="none")
        axes = figure.subplots()
        axes.set_facecolor("none")
        axes.spines[:].set_visible(False)
        draw(axes)
        out = io.BytesIO()
        figure.savefig(
            out, format="svg", transparent=True,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )  # fmt: skip
    return _inline(out.getvalue(), name, about)


# --- making it part of the page --------------------------------------------------------------


def _inline(svg: bytes, name: str, about: str) -> str:
    """The `svg` element with the page's colours, without style, metadata and foreign ids."""
    ET.register_namespace("", _NAMESPACE)
    root = ET.fromstring(svg)
    _drop(root, {f"{{{_NAMESPACE}}}{tag}" for tag in ("metadata", "style")})
    referenced = _referenced(root)
    for element in root.iter():
        _restyle(element)
        _rename(element, referenced, name)
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib.update({"viewBox": box, "role": "img", "aria-label": about, "class": "plot"})
    text = ET.tostring(root, encoding="unicode")
    text = text.replace(f' xmlns="{_NAMESPACE}"', "", 1)
    text = text.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    for stand_in, colour in _COLOURS.items():
        text = text.replace(stand_in, colour)
    return text


def _drop(parent: ET.Element, tags: set[str]) -> None:
    for child in list(parent):
        if child.tag in tags:
            parent.remove(child)
        else:
            _drop(child, tags)


def _restyle(element: ET.Element) -> None:
    """Declarations of a style attribute as attributes; the font is the page's."""
    for declaration in element.attrib.pop("style", "").split(";"):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key in ("font", "font-size"):
            size = _FONT_SIZE.search(value)
            element.set("font-size", size[1] if size else "10")
        elif key and key not in ("font-family", "font-style", "font-variant", "font-weight"):
            element.set(key, value)


def _referenced(root: ET.Element) -> set[str]:
    """Ids that something in the drawing points to."""
    found: set[str] = set()
    for element in root.iter():
        for value in element.attrib.values():
            found.update(re.findall(r"url\(#([^)]+)\)", value))
        target = element.get(_LINK) or element.get("href") or ""
        if target.startswith("#"):
            found.add(target[1:])
    return found


def _rename(element: ET.Element, referenced: set[str], name: str) -> None:
    """Ids that are used get the drawing's name, so that drawings do not share them."""
    own = element.attrib.pop("id", None)
    if own in referenced:
        element.set("id", f"{name}-{own}")
    target = element.attrib.pop(_LINK, None)
    if target is not None:
        element.set("href", f"#{name}-{target[1:]}")
    for key, value in list(element.attrib.items()):
        if "url(#" in value:
            element.set(key, value.replace("url(#", f"url(#{name}-"))
