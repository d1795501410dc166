"""Reports for programs and for people: JSON both ways, Markdown, terminal and HTML views."""

from __future__ import annotations

from entailed.report.html import to_html
from entailed.report.markdown import to_markdown
from entailed.report.plain import (
    SCHEMA_VERSION,
    dumps,
    evidence_from_dict,
    evidence_to_dict,
    loads,
    report_from_dict,
    report_to_dict,
    span_to_dict,
    verdict_to_dict,
)
from entailed.report.records import claim_support_records, to_audit_json
from entailed.report.schema import schema
from entailed.report.terminal import terminal_view, to_terminal

__all__ = [
    "SCHEMA_VERSION",
    "claim_support_records",
    "dumps",
    "evidence_from_dict",
    "evidence_to_dict",
    "loads",
    "report_from_dict",
    "report_to_dict",
    "schema",
    "span_to_dict",
    "terminal_view",
    "to_audit_json",
    "to_html",
    "to_markdown",
    "to_terminal",
    "verdict_to_dict",
]
