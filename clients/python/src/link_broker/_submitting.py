"""Submitting links as events, and waiting until an event is applied."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Iterable, Iterator, List, Optional, cast
from urllib.parse import quote

from ._http import Http
from .errors import LinkBrokerError, moved_by
from .schemas import ActionParameter, EventAccepted, LinkEvent, RefusedLink, ScholixLink

# Half of the default limit of a broker for one body.
_CHARACTERS_PER_EVENT = 16_000_000

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 2.0


@dataclass
class Submitted:
    """An event that was accepted."""

    event_id: str
    first_link: int
    """The position of its first link among all submitted ones, from 0."""
    links: int
    """Its number of links."""
    refused_count: int = 0
    """With ``partial``: the number of invalid links that were left out."""
    refused: List[RefusedLink] = field(default_factory=list)
    """The first hundred of them."""
    event: Optional[LinkEvent] = None
    """With ``wait``: the event once it was searchable."""


@dataclass(frozen=True)
class Submission:
    """How links are submitted: see :meth:`LinkBroker.submit`."""

    action: ActionParameter
    partial: bool
    noindex: bool
    source: Optional[str]
    scheme: Optional[str]
    provider: Optional[str]
    file_name: Optional[str]
    wait: bool
    timeout: float
    links_per_event: int


def submit_links(http: Http, links: Iterable[ScholixLink], how: Submission) -> List[Submitted]:
    """Submits all links in as many events as needed, and waits for them if requested."""
    submitted: List[Submitted] = []
    first_link = 0
    try:
        for batch in _batches_of(links, how):
            submitted.append(_submit_batch(http, batch, first_link, how))
            first_link += len(batch)
        if how.wait:
            for one in submitted:
                first_link = one.first_link
                one.event = wait_for_event(http, one.event_id, how.timeout)
    except LinkBrokerError as error:
        error.of_submission(submitted, first_link)
        raise
    return submitted


def _submit_batch(http: Http, batch: List[str], first_link: int, how: Submission) -> Submitted:
    query = {
        "action": how.action,
        "source": how.source,
        "scheme": how.scheme,
        "provider": how.provider,
        "file_name": how.file_name,
        "noindex": how.noindex,
        "partial": how.partial,
    }
    accepted = cast(
        EventAccepted,
        http.json(
            "POST",
            "/events",
            query=query,
            body=f"[{','.join(batch)}]",
            # Repeating a withdrawal or replacement may withdraw what was asserted in between.
            repeatable=how.action == "assert",
            members={"event_id": str},
        ),
    )
    given = accepted.get("refused")
    refused = [place for place in given if isinstance(place, dict)] if isinstance(given, list) else []
    for place in refused:
        if isinstance(place.get("pointer"), str):
            place["pointer"] = moved_by(first_link, place["pointer"])
    return Submitted(accepted["event_id"], first_link, len(batch), accepted.get("refused_count", 0), refused)


def _batches_of(links: Iterable[ScholixLink], how: Submission) -> Iterator[List[str]]:
    """Writes links as JSON and divides them into events."""
    batch: List[str] = []
    characters = 0
    batches = 0
    for link in links:
        text = json.dumps(link, ensure_ascii=False)
        is_full = len(batch) == how.links_per_event or (batch and characters + len(text) > _CHARACTERS_PER_EVENT)
        if is_full:
            if how.action == "replace":
                raise _too_many_to_replace(how.links_per_event)
            yield batch
            batches += 1
            batch = []
            characters = 0
        batch.append(text)
        characters += len(text)
    # An empty event with a source withdraws everything asserted about it.
    if batch or (batches == 0 and how.source is not None):
        yield batch


def _too_many_to_replace(links_per_event: int) -> ValueError:
    return ValueError(
        f"One event holds at most {links_per_event} links and {_CHARACTERS_PER_EVENT} characters, and a replacement "
        "cannot be divided: its second event would withdraw what the first asserted about the same Source. "
        "Submit all links of a Source together, and other Sources in separate calls."
    )


def event_path(event_id: str) -> str:
    return f"/events/{quote(event_id, safe='')}"


def wait_for_event(http: Http, event_id: str, timeout: float) -> LinkEvent:
    """Waits until the changes of an event are searchable (with ``noindex``: until it is applied)."""
    deadline = time.monotonic() + timeout
    pause = _FIRST_PAUSE
    while True:
        event = cast(LinkEvent, http.json("GET", event_path(event_id), repeatable=True, members={"status": str}))
        if event["status"] == "Done" and event.get("indexed") is not False:
            return event
        if event["status"] == "Error":
            raise LinkBrokerError("event-failed", f"The event {event_id} failed: {event.get('error')}", event=event)
        if event["status"] == "Withdrawn":
            raise LinkBrokerError("event-withdrawn", f"The event {event_id} was withdrawn.", event=event)
        left = deadline - time.monotonic()
        if left <= 0:
            state = "Done, but not searchable yet" if event["status"] == "Done" else event["status"]
            message = f"The event {event_id} is {state} after {timeout:g} seconds."
            raise LinkBrokerError("timeout", message, event=event)
        time.sleep(min(pause, left))
        pause = min(pause * 2, _LONGEST_PAUSE)
