"""Compares the parameters of methods with those of the interface."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Set, Tuple

import httpx
import pytest

from link_broker import LinkBroker

# Parameters that only the method has, and those that paging or other methods handle.
METHODS: Dict[str, Tuple[Callable[..., object], Set[str], Set[str]]] = {
    "/relationships": (LinkBroker.relationships, set(), {"page", "cursor", "prettyprint", "format", "only", "bom"}),
    "/changes": (LinkBroker.changes, {"follow"}, {"wait", "format"}),
    "/why": (LinkBroker.why, set(), set()),
    "/objects": (
        LinkBroker.find_objects,
        set(),
        {"id", "scheme", "facets", "prettyprint", "cursor"},
    ),
}


@pytest.mark.parametrize("path", METHODS)
def test_a_method_has_the_parameters_of_its_operation(address: str, path: str) -> None:
    method, besides, left_out = METHODS[path]
    document: Dict[str, Any] = httpx.get(f"{address}/api/openapi.json").json()
    described = {parameter["name"] for parameter in document["paths"][path]["get"]["parameters"]}
    written = {name.rstrip("_") for name in inspect.signature(method).parameters} - {"self"}
    assert written - besides == described - left_out


def test_submit_has_the_parameters_of_a_submission(address: str) -> None:
    document: Dict[str, Any] = httpx.get(f"{address}/api/openapi.json").json()
    described = {parameter["name"] for parameter in document["paths"]["/events"]["post"]["parameters"]}
    written = set(inspect.signature(LinkBroker.submit).parameters)
    of_other_dialects = {"dialect", "relation", "date", "columns", "dry_run"}
    assert written - {"self", "links", "wait", "timeout", "links_per_event"} == described - of_other_dialects


def test_search_has_the_parameters_of_relationships_and_a_page() -> None:
    search = set(inspect.signature(LinkBroker.search).parameters)
    assert search - set(inspect.signature(LinkBroker.relationships).parameters) == {"page"}
