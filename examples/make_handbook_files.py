"""Make the two files of the handbook that no editor of text can write.

    python examples/make_handbook_files.py

writes `kettle-manual.pdf` (reportlab) and `supply-contract.docx` (python-docx) into
`examples/handbook/`. Both packages are in the extra `dev`; to use the handbook neither is needed.
Company, people and products are made up.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import docx
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

FOLDER = Path(__file__).parent / "handbook"

MANUAL: list[str | list[list[str]] | None] = [
    "# Kettle K2 Pro: instructions for use",
    "Keep these instructions. Article number 20-4417, edition 3, June 2025.",
    "## Safety",
    "The kettle may be used by children from 8 years on if they are supervised. It must stand"
    " on a level surface that withstands heat. Never open the lid while the water boils. Do "
    "not use the kettle without water; the protection against boiling dry switches it off, "
    "and it has to cool for 15 minutes before it can be used again. The base must not get "
    "wet. The kettle must not be used with a timer or a remote-controlled socket.",
    "## First use",
    "Rinse the kettle. Fill it to the mark MAX, boil the water and pour it away. Repeat this "
    "twice. A smell of new material is harmless and is gone after the third boiling.",
    "## Boiling water",
    "Fill in at least 0.3 litres and at most 1.7 litres. Press the switch; the light is blue "
    "while the water is heated. One litre boils in about 2 minutes and 40 seconds. The kettle"
    " switches itself off. Keep-warm holds the temperature for 30 minutes and is not "
    "available at 60 degrees.",
    [
        ["Programme", "Temperature", "Use"],
        ["1", "60 degrees", "baby food"],
        ["2", "80 degrees", "green tea"],
        ["3", "90 degrees", "coffee"],
        ["4", "100 degrees", "black tea"],
    ],
    None,
    "## Descaling",
    "Descale the kettle every 4 weeks if the water is hard and every 12 weeks if it is soft. "
    "Fill in 0.5 litres of water and 50 millilitres of vinegar essence, do not boil it, let "
    "it work for 30 minutes and rinse the kettle three times. Never use hydrochloric acid. "
    "Limescale in the filter is removed by hand; the filter is not suitable for the "
    "dishwasher.",
    "## Faults",
    "If the light flashes red, the kettle was switched on without enough water. If it flashes"
    " red and blue, the temperature sensor is faulty; do not use the kettle and send it to "
    "the workshop. If the kettle switches off before the water boils, descale it.",
    "## Technical data",
    [
        ["Model", "Power", "Capacity", "Weight", "Cable"],
        ["K2 Pro", "2200 W", "1.7 litres", "1.25 kg", "75 cm"],
        ["K2 Pro XL", "3000 W", "2.4 litres", "1.60 kg", "90 cm"],
    ],
    "Rated voltage of both models: 220 to 240 volts, 50 hertz. Noise: at most 68 decibels for"
    " the K2 Pro. Spare parts are available until 10 years after the last sale.",
]

CONTRACT: list[str | list[list[str]]] = [
    "# Supply contract (excerpt)",
    "between Tarnfell Appliances, Marlow Quay (the Supplier), and Orlin Hotels, Eastmoor (the"
    " Customer), signed on 14 May 2025.",
    "# 1. Subject",
    "The Supplier delivers kettles of the model K2 Pro for the hotels of the Customer. The "
    "Customer takes at least 600 pieces in each calendar year. The price is 58.00 EUR per "
    "piece without value added tax. It is fixed until 31 December 2026; after that the "
    "Supplier may raise it once a year by at most 4 percent with 3 months' notice.",
    "# 2. Delivery",
    "The Supplier delivers within 21 days of an order. If delivery is late, the Customer may "
    "claim 0.5 percent of the value of the late goods for each full week, but at most 5 "
    "percent. This does not apply to force majeure or if the Customer has not paid earlier "
    "deliveries.",
    "# 3. Payment",
    "Invoices are payable within 45 days. On payment within 10 days the Customer may deduct 2"
    " percent. Goods remain the property of the Supplier until they are paid in full.",
    "# 4. Defects",
    "The Customer inspects the goods within 5 working days and reports visible defects at "
    "once. The period for claims is 36 months from delivery. In each of the three contract "
    "years the Supplier keeps a reserve of 12 pieces for exchange within 24 hours.",
    "# 5. Liability",
    "The Supplier is liable without limit for intent and for injury to persons. For slight "
    "negligence liability is limited to 150,000 EUR for each event. Liability for lost profit"
    " is excluded.",
    "# 6. Term and termination",
    "The contract runs from 1 June 2025 to 31 May 2028. It is extended by 12 months at a time"
    " unless one of the parties terminates it in writing 6 months before its end. Either "
    "party may terminate it at once for good cause, in particular if the other is insolvent "
    "or, despite a warning, does not perform its duties within 30 days.",
    "# 7. Contacts",
    [
        ["Party", "Person", "Role", "Telephone"],
        ["Supplier", "Ines Adler", "head of operations", "extension 214"],
        ["Customer", "Davor Lindqvist", "purchasing", "extension 77"],
    ],
    "# 8. Law",
    "The law of the country of the Supplier applies. The place of jurisdiction is Marlow "
    "Quay. Changes must be made in writing; this also holds for a change of this clause.",
]


def write_manual(path: Path) -> None:
    """The manual as a PDF with a header, page numbers, headings and tables."""
    styles = getSampleStyleSheet()
    flow = []
    for block in MANUAL:
        if block is None:
            flow.append(PageBreak())
        elif isinstance(block, list):
            flow += [Spacer(1, 8), Table(block, hAlign="LEFT"), Spacer(1, 8)]
        elif block.startswith("#"):
            mark, _, text = block.partition(" ")
            flow.append(Paragraph(text, styles["Heading1" if mark == "#" else "Heading2"]))
        else:
            flow.append(Paragraph(block, styles["BodyText"]))

    def edges(canvas, document) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(72, 810, "Tarnfell Appliances, Kettle K2 Pro")
        canvas.drawString(72, 30, f"Page {document.page}")

    made = SimpleDocTemplate(str(path), pagesize=A4, title="Kettle K2 Pro", invariant=1)
    made.build(flow, onFirstPage=edges, onLaterPages=edges)


def write_contract(path: Path) -> None:
    """The contract as a DOCX with headings and a table."""
    document = docx.Document()
    properties = document.core_properties
    properties.title, properties.author = "Supply contract", "Tarnfell Appliances"
    properties.created = properties.modified = datetime.datetime(2025, 5, 14, tzinfo=datetime.UTC)
    for block in CONTRACT:
        if isinstance(block, list):
            table = document.add_table(rows=0, cols=len(block[0]))
            for texts in block:
                for cell, text in zip(table.add_row().cells, texts, strict=True):
                    cell.text = text
        elif block.startswith("# "):
            document.add_heading(block[2:], level=1 if "excerpt" in block else 2)
        else:
            document.add_paragraph(block)
    document.save(str(path))


if __name__ == "__main__":
    write_manual(FOLDER / "kettle-manual.pdf")
    write_contract(FOLDER / "supply-contract.docx")
