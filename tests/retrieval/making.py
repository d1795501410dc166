"""Small PDF and DOCX files for the tests, made by well-known writers of such files."""

from __future__ import annotations

import io

import docx
from pypdf import PdfReader, PdfWriter
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

STYLES = getSampleStyleSheet()


def pdf(*blocks, header="", footer="", title=""):
    """A PDF of paragraphs ("text"), headings ("# text"), tables (lists) and page breaks (None)."""
    out = io.BytesIO()

    def edges(canvas, document):
        canvas.setFontSize(8)
        canvas.drawString(50, 820, header.format(document.page))
        canvas.drawString(50, 20, footer.format(document.page))

    made = SimpleDocTemplate(out, pagesize=A4, title=title or None, invariant=1)
    made.build([_flowable(b) for b in blocks], onFirstPage=edges, onLaterPages=edges)
    return out.getvalue()


def _flowable(block):
    if block is None:
        return PageBreak()
    if isinstance(block, list):
        return Table(block)
    if block.startswith("# "):
        return Paragraph(block[2:], STYLES["Heading1"])
    return Paragraph(block, STYLES["BodyText"])


def drawn_pdf(*lines):
    """A PDF with text at given places: (x, y, text)."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    for x, y, text in lines:
        canvas.drawString(x, y, text)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def locked(data, *, reader="", owner="owner"):
    """The PDF with a password for its readers (none: ""), one for its owner."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.encrypt(reader, owner, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def docx_file(*blocks):
    """A DOCX of paragraphs, headings ("# text"), items ("- text") and tables (lists of rows)."""
    document = docx.Document()
    for block in blocks:
        if isinstance(block, list):
            table = document.add_table(rows=len(block), cols=len(block[0]))
            for row, texts in zip(table.rows, block, strict=True):
                for cell, text in zip(row.cells, texts, strict=True):
                    cell.text = text
        elif block.startswith("# "):
            document.add_heading(block[2:], level=1)
        elif block.startswith("- "):
            document.add_paragraph(block[2:], style="List Bullet")
        else:
            document.add_paragraph(block)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()
