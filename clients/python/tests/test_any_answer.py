"""Tests that every method gives a value or a LinkBrokerError, whatever a server or a proxy answers."""

from __future__ import annotations

import inspect
import json
import random
from itertools import islice
from typing import Any, Callable, Dict, List, Mapping, Union, cast

import httpx
import pytest

from link_broker import LinkBroker, LinkBrokerError
from link_broker._subscriptions import Subscriptions
from link_broker.schemas import ScholixLink, WantedSubscription

JSON = "application/json"
PROBLEM = "application/problem+json"
LINK = cast(ScholixLink, {})
WANTED: WantedSubscription = {"kind": "webhook", "address": "x", "filter": {}}

METHODS: Dict[str, Callable[[LinkBroker], object]] = {
    "relationships": lambda broker: list(islice(broker.relationships("x"), 3)),
    "search": lambda broker: broker.search("x"),
    "object": lambda broker: broker.object("x"),
    "object_at": lambda broker: broker.object_at("http://broker/objects/1"),
    "find_objects": lambda broker: list(islice(broker.find_objects("x"), 3)),
    "look_up": lambda broker: list(islice(broker.look_up(["x"]), 3)),
    "report": lambda broker: list(islice(broker.report(["x"]), 3)),
    "report_on": lambda broker: list(islice(broker.report_on(prefix="10.1"), 3)),
    "sources": lambda broker: broker.sources(),
    "why": lambda broker: broker.why("x", "y"),
    "changes": lambda broker: list(islice(broker.changes(), 3)),
    "submit": lambda broker: broker.submit([LINK, LINK], wait=True, timeout=0, links_per_event=1),
    "wait": lambda broker: broker.wait("x", timeout=0),
    "event": lambda broker: broker.event("x"),
    "events": lambda broker: list(islice(broker.events(), 3)),
    "load": lambda broker: broker.load("x"),
    "withdraw_load": lambda broker: broker.withdraw_load("x"),
    "preview_load_withdrawal": lambda broker: broker.preview_load_withdrawal("x"),
    "restore_load": lambda broker: broker.restore_load("x"),
    "rerun_load": lambda broker: broker.rerun_load("x"),
    "loads": lambda broker: list(islice(broker.loads(), 3)),
    "event_links": lambda broker: list(islice(broker.event_links("x"), 3)),
    "withdraw_event": lambda broker: broker.withdraw_event("x"),
    "preview_withdrawal": lambda broker: broker.preview_withdrawal("x"),
    "restore_event": lambda broker: broker.restore_event("x"),
    "rerun_event": lambda broker: broker.rerun_event("x"),
    "subscriptions.create": lambda broker: broker.subscriptions.create(WANTED),
    "subscriptions.list": lambda broker: list(islice(broker.subscriptions.list(), 3)),
    "subscriptions.show": lambda broker: broker.subscriptions.show(1),
    "subscriptions.change": lambda broker: broker.subscriptions.change(1, {"paused": True}),
    "subscriptions.test": lambda broker: broker.subscriptions.test(1),
    "subscriptions.rotate": lambda broker: broker.subscriptions.rotate(1),
    "subscriptions.deliveries": lambda broker: broker.subscriptions.deliveries(1),
    "subscriptions.resend": lambda broker: broker.subscriptions.resend(1, "x"),
}


def errors_of(status: int, kind: str, body: Union[str, bytes], more: Mapping[str, str] = {}) -> List[LinkBrokerError]:
    """Checks every method with an answer, and returns the errors."""
    content = body.encode() if isinstance(body, str) else body
    headers = [(name.encode(), value.encode("latin-1")) for name, value in {"Content-Type": kind, **more}.items()]
    transport = httpx.MockTransport(lambda _: httpx.Response(status, headers=headers, content=content))
    errors: List[LinkBrokerError] = []
    with LinkBroker("http://broker", max_retries=0, transport=transport) as broker:
        for call in METHODS.values():
            try:
                call(broker)
            except LinkBrokerError as error:
                assert all(isinstance(place, dict) for place in error.errors)
                errors.append(error)
    return errors


def test_every_method_is_in_this_test() -> None:
    def methods_of(client: type) -> List[str]:
        return [name for name, _ in inspect.getmembers(client, inspect.isfunction) if not name.startswith("_")]

    names = {*methods_of(LinkBroker), *(f"subscriptions.{name}" for name in methods_of(Subscriptions))}
    # Neither reads an answer.
    assert names - {"close", "subscriptions.delete"} == set(METHODS)


@pytest.mark.parametrize(
    "body", ["{}", "null", "[]", '"x"', "<html>", "", '{"type":', '{"type":1}', '{"type":"/x"}', "7"]
)
def test_a_refusal_that_is_no_problem_of_a_broker_fails_with_its_status(body: str) -> None:
    for kind in (PROBLEM, JSON, "text/html"):
        errors = errors_of(500, kind, body)
        assert [(error.code, error.status) for error in errors] == [("network", 500)] * len(METHODS)


def test_a_problem_without_status_has_that_of_the_answer_and_places_only_where_they_are_some() -> None:
    body = json.dumps({"type": "/problems/bad-query", "detail": "Wrong.", "errors": [None, 1, {"pointer": {}}]})
    assert {(error.code, error.status) for error in errors_of(422, PROBLEM, body)} == {("bad-query", 422)}


def test_a_problem_without_a_type_has_its_words() -> None:
    errors = errors_of(400, PROBLEM, '{"detail": "The index is unavailable."}')
    found = {(error.code, error.status, str(error)) for error in errors}
    assert found == {("network", 400, "The index is unavailable.")}


@pytest.mark.parametrize("body", ["null", "[]", '"x"', "7", "<html>", "", '{"hits":[', "[" * 200_000, b"\xff\xfe\x00"])
def test_a_success_without_a_json_object_fails(body: Union[str, bytes]) -> None:
    assert [error.code for error in errors_of(200, JSON, body)] == ["network"] * len(METHODS)


def test_an_answer_that_cannot_be_unpacked_fails() -> None:
    errors = errors_of(200, JSON, b"no gzip", {"Content-Encoding": "gzip"})
    assert [error.code for error in errors] == ["network"] * len(METHODS)


NAMES = (
    "Relationships hits links next results works changes events event_id refused refused_count status indexed "
    "error type subscriptions deliveries secret "
    "title detail errors query cursor pointer total known"
).split()
HEADERS = ["", "doi:%", "doi:10.1%2Fx", '<http://[?cursor=x>; rel="next"', '<?cursor=x>; rel="next"']
HEADERS += ["-1", "x", "\xb2", "9" * 400]
HEADERS += ["Mon, 99 Foo 0000 99:99:99 GMT", "Fri, 31 Dec 9999 23:59:59 -9999"]


def _any_json(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(4 if depth < 4 else 2)
    if kind < 2:
        return chance.choice([None, True, 0, 1e400, "", "x", "Done", "Error", "/problems/not-found", "http://["])
    if kind == 2:
        return [_any_json(chance, depth + 1) for _ in range(chance.randrange(3))]
    return {name: _any_json(chance, depth + 1) for name in chance.sample(NAMES, chance.randrange(9))}


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes_status_and_headers_give_a_value_or_a_link_broker_error(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        body = json.dumps({name: _any_json(chance) for name in chance.sample(NAMES, 12)}).encode()
        if chance.random() < 0.3:
            body = chance.choice([body[: chance.randrange(20)], bytes(chance.randrange(256) for _ in range(20))])
        names = ("X-Understood-As", "X-Total-Count", "Link", "Retry-After", "X-Request-Id")
        headers = {name: chance.choice(HEADERS) for name in names if chance.random() < 0.5}
        status = chance.choice([200, 201, 202, 204, 301, 400, 401, 404, 422, 429, 500, 503])
        kind = chance.choice([JSON, PROBLEM, "text/html; charset=x", f"{PROBLEM};charset=utf-7"])
        errors_of(status, kind, body, headers)
