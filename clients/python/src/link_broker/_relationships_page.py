"""The pages of a search for relationships: what an answer and its headers say, and where the next one is."""

from __future__ import annotations

import re
from typing import Dict, Optional, cast
from urllib.parse import unquote, urlsplit

import httpx

from ._http import read_json
from .errors import LinkBrokerError
from .schemas import AnsweredIdentifier, RelationshipsAnswer


class RelationshipsPage(RelationshipsAnswer):
    """A page of a search."""

    total: int
    """The number of results on all pages."""
    known: bool
    """Whether the requested work is known."""
    understood_as: Optional[AnsweredIdentifier]
    """The identifier as which ``id`` was read; None if it is very long."""
    excluded: Dict[str, int]
    """With ``definition`` or ``exclude``: how many links were left out, by flag; otherwise empty."""
    unknown: Dict[str, int]
    """Likewise: how many of those that count may have each of these flags."""


def next_query(address: object) -> Optional[str]:
    """Returns only the query of an address: clients may reach the server under another name."""
    if not isinstance(address, str):
        return None
    try:
        return urlsplit(address).query
    except ValueError as error:
        raise LinkBrokerError("network", "The address of the next page cannot be read.") from error


def _numbers_in(header: str) -> Dict[str, int]:
    """Reads ``author-self=12, machine=3``."""
    return {flag: int(number) for flag, number in re.findall(r"([a-z-]+)=([0-9]{1,15})", header)}


def page_of(response: httpx.Response) -> RelationshipsPage:
    """Reads a page from an answer and its headers."""
    total = response.headers.get("X-Total-Count", "")
    scheme, colon, value = response.headers.get("X-Understood-As", "").partition(":")
    page = {
        **read_json(response, {"Relationships": list}),
        "total": int(total) if total.isdecimal() and len(total) < 16 else 0,
        "known": response.headers.get("X-Known") == "true",
        "understood_as": {"ID": unquote(value), "IDScheme": scheme} if colon else None,
        "excluded": _numbers_in(response.headers.get("X-Excluded", "")),
        "unknown": _numbers_in(response.headers.get("X-Unknown", "")),
    }
    return cast(RelationshipsPage, page)
