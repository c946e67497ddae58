"""Tests the client with a broker that refuses for the moment, fails or is unavailable."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, List, Set, Tuple

import httpx
import pytest
from conftest import Program
from works import CITED, citations

from link_broker import LinkBroker, LinkBrokerError


class Watched(httpx.HTTPTransport):
    """Records the time, status and Retry-After of each answer."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: List[Tuple[float, int, str]] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        self.answers.append((time.monotonic(), response.status_code, response.headers.get("Retry-After", "")))
        return response


class Losing(httpx.HTTPTransport):
    """Loses the first answer to each kind of request."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: List[str] = []
        self._lost: Set[str] = set()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        kind = f"{request.method} {request.url.path}"
        self.sent.append(kind)
        if kind not in self._lost:
            self._lost.add(kind)
            response.close()
            raise httpx.ReadError("the connection is lost")
        return response


def answering(answer: Callable[[], httpx.Response]) -> Tuple[httpx.MockTransport, List[str]]:
    """Answers every request and records it."""
    asked: List[str] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return answer()

    return httpx.MockTransport(handle), asked


def test_a_broker_that_limits_requests_gets_them_again_after_retry_after(program: Program, token: str) -> None:
    address = program.serve(RATE_LIMIT="20")
    clients = [Watched() for _ in range(22)]
    # In parallel: on a slow machine, requests in turn would leave time for the limit to recover.
    with ThreadPoolExecutor(len(clients)) as threads:
        for _ in threads.map(lambda one: LinkBroker(address, token=token, transport=one).search(CITED), clients):
            pass
    refused = [one.answers for one in clients if one.answers[0][1] == 429]
    assert refused
    for first, second, *_ in refused:
        assert second[0] - first[0] >= float(first[2]) - 0.005


def test_it_gets_no_more_retries_and_none_later_than_the_options_allow() -> None:
    def later() -> httpx.Response:
        problem = {"type": "/problems/too-many-requests", "title": "Too many", "status": 429, "detail": "Later."}
        headers = {"Content-Type": "application/problem+json", "Retry-After": "1"}
        return httpx.Response(429, headers=headers, json=problem)

    def asked_with(max_retries: int, max_retry_after: float) -> int:
        transport, asked = answering(later)
        broker = LinkBroker(
            "http://broker", max_retries=max_retries, max_retry_after=max_retry_after, transport=transport
        )
        with pytest.raises(LinkBrokerError, match=r"^Later\.$") as caught:
            broker.object(CITED)
        assert (caught.value.code, caught.value.status) == ("too-many-requests", 429)
        return len(asked)

    assert asked_with(0, 120) == 1
    assert asked_with(1, 120) == 2
    assert asked_with(5, -0.5) == 1


def test_a_network_failure_leads_to_a_retry_if_sending_twice_has_the_same_effect(address: str, token: str) -> None:
    losing = Losing()
    broker = LinkBroker(address, token=token, transport=losing)
    (submitted,) = broker.submit(citations(1, first=8_000), wait=True)
    assert submitted.event and submitted.event["counts"]["new_relationships"] == 0
    assert [kind for kind in losing.sent if kind.startswith("POST")] == ["POST /api/events"] * 2


def test_it_is_reported_otherwise(address: str, token: str) -> None:
    losing = Losing()
    with pytest.raises(LinkBrokerError, match="the connection is lost") as caught:
        LinkBroker(address, token=token, transport=losing).submit(citations(1), action="withdraw")
    assert caught.value.code == "network"
    assert len(losing.sent) == 1


def test_it_is_reported_with_the_address_if_nothing_answers_there() -> None:
    with pytest.raises(LinkBrokerError, match=r"127\.0\.0\.1:1/api/objects") as caught:
        LinkBroker("http://127.0.0.1:1", max_retries=1).object(CITED)
    assert caught.value.code == "network"


def test_it_is_reported_if_something_else_answers() -> None:
    transport, asked = answering(lambda: httpx.Response(404, html="<h1>Not here</h1>"))
    with pytest.raises(LinkBrokerError, match="not as a Link Broker does") as caught:
        LinkBroker("https://example.org/links/", transport=transport).object("a&b")
    assert (caught.value.code, caught.value.status) == ("network", 404)
    assert asked == ["https://example.org/links/api/objects?id=a%26b&facets=0"]


def test_waiting_for_an_event_ends_in_time_with_its_current_state(tmp_path: Path) -> None:
    idle = Program(tmp_path)
    try:
        own_token = idle.token()
        broker = LinkBroker(idle.serve(BACKGROUND_WORK="off"), token=own_token)
        with pytest.raises(LinkBrokerError) as caught:
            broker.submit(citations(1), wait=True, timeout=0.1)
    finally:
        idle.stop()
    assert caught.value.code == "timeout"
    assert caught.value.event and caught.value.event["status"] == "New"
    assert len(caught.value.submitted) == 1


def test_a_method_without_permission_is_reported(address: str) -> None:
    with pytest.raises(LinkBrokerError) as caught:
        LinkBroker(address).submit(citations(1))
    assert (caught.value.code, caught.value.status) == ("unauthorized", 401)


def test_an_invalid_address_is_reported() -> None:
    with pytest.raises(ValueError, match="not the address of a broker"):
        LinkBroker("links.example.org")
