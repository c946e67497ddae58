"""Tests the subscriptions of the client with a real server and a receiver of its messages."""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Iterator, List

import pytest
from works import CITED, citations

from link_broker import LinkBroker, LinkBrokerError
from link_broker.schemas import Delivery, WantedSubscription

HOST = "127.0.0.1"


class Receiver(ThreadingHTTPServer):
    """Accepts messages, and keeps their types."""

    def __init__(self) -> None:
        self.received: List[str] = []
        super().__init__((HOST, 0), _Hook)


class _Hook(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(json.loads(body)["type"])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"thanks")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def broker(address: str, token: str) -> Iterator[LinkBroker]:
    with LinkBroker(address, token=token) as client:
        yield client


@pytest.fixture
def wanted(receiver: Receiver) -> WantedSubscription:
    address = f"http://{HOST}:{receiver.server_port}/hook"
    return {"kind": "webhook", "address": address, "filter": {"ids": [CITED]}}


class TestASubscription:
    def test_is_created_with_a_secret_listed_shown_and_deleted(
        self, broker: LinkBroker, wanted: WantedSubscription
    ) -> None:
        created = broker.subscriptions.create(wanted)
        assert (created["secret"] or "").startswith("whsec_")
        other = broker.subscriptions.create({**wanted, "filter": {"prefix": "10.5281"}})
        listed = [one["id"] for one in broker.subscriptions.list(size=1)]
        assert listed == [created["id"], other["id"]]
        assert broker.subscriptions.show(created["id"])["filter"] == created["filter"]
        for number in listed:
            broker.subscriptions.delete(number)
        with pytest.raises(LinkBrokerError) as caught:
            broker.subscriptions.show(created["id"])
        assert (caught.value.code, caught.value.status) == ("not-found", 404)

    def test_is_refused_with_the_place_that_is_wrong(self, broker: LinkBroker, wanted: WantedSubscription) -> None:
        with pytest.raises(LinkBrokerError, match="10.5281") as caught:
            broker.subscriptions.create({**wanted, "filter": {"prefix": "zenodo"}})
        assert [place.get("pointer") for place in caught.value.errors] == ["/filter/prefix"]

    def test_brings_changes_to_a_web_hook_is_tried_and_has_messages_sent_again(
        self, broker: LinkBroker, wanted: WantedSubscription, receiver: Receiver
    ) -> None:
        number = broker.subscriptions.create(wanted)["id"]
        tried = broker.subscriptions.test(number)
        assert (tried["accepted"], tried["status"], tried["excerpt"]) == (True, 200, "thanks")
        broker.submit(citations(1, first=9_500))
        delivery = _delivered(broker, number)
        assert broker.subscriptions.resend(number, delivery["message"])["tries"] == 2
        assert receiver.received == ["subscription.test", "links.changed", "links.changed"]
        broker.subscriptions.delete(number)

    def test_is_paused_and_continued_and_has_its_secret_replaced(
        self, broker: LinkBroker, wanted: WantedSubscription
    ) -> None:
        created = broker.subscriptions.create(wanted)
        assert broker.subscriptions.change(created["id"], {"paused": True})["state"] == "paused"
        assert broker.subscriptions.change(created["id"], {"paused": False, "name": "Mine"})["name"] == "Mine"
        replaced = broker.subscriptions.rotate(created["id"])
        assert replaced.startswith("whsec_") and replaced != created["secret"]
        broker.subscriptions.delete(created["id"])


def _delivered(broker: LinkBroker, number: int) -> Delivery:
    """Waits for the newest message of a subscription to be accepted."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        for delivery in broker.subscriptions.deliveries(number)[:1]:
            if delivery["status"] == 200:
                return delivery
        time.sleep(0.05)
    raise AssertionError("nothing was delivered")
