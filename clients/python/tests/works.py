"""Links for tests: a work with any number of citing works."""

from __future__ import annotations

from typing import Iterator

from link_broker.schemas import ScholixLink

CITED = "10.5555/cited"


def citing_id(number: int) -> str:
    """Returns the identifier of the citing work with this number."""
    return f"10.5555/citing.{number}"


def citations(count: int, *, first: int = 0, provider: str = "Tests", date: str = "2026-01-31") -> Iterator[ScholixLink]:
    """Returns links by which ``count`` works, from number ``first``, cite the work."""
    for number in range(first, first + count):
        yield {
            "Source": {
                "Identifier": {"ID": citing_id(number), "IDScheme": "doi"},
                "Type": "literature",
                "Title": f"Paper {number}",
            },
            "RelationshipType": {"Name": "References", "SubType": "Cites", "SubTypeSchema": "DataCite"},
            "Target": {
                "Identifier": {"ID": CITED, "IDScheme": "doi"},
                "Type": {"Name": "software"},
                "Title": "A cited package",
            },
            "LinkProvider": [{"Name": provider}],
            "LinkPublicationDate": date,
        }
