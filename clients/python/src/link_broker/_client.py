"""The client: one method for each operation of a broker."""

from __future__ import annotations

import json
import re
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Optional, Type, cast
from urllib.parse import quote

import httpx

from ._http import Http, Query
from ._paged import Paged, follow, in_steps, listed
from ._relationships_page import RelationshipsPage, next_query, page_of
from ._submitting import Submission, Submitted, event_path, submit_links, wait_for_event
from ._subscriptions import Subscriptions
from .errors import LinkBrokerError
from .schemas import (
    ActionParameter,
    Change,
    Changes,
    DescribeObjectSortParameter,
    DirectionParameter,
    EntriesParameter,
    EventLinks,
    EventList,
    EventWithdrawalPreview,
    FlagParameter,
    FoundWork,
    FoundWorks,
    GroupByParameter,
    IdentifierToLookUp,
    KindParameter,
    LinkEvent,
    ListLoadsKindParameter,
    Load,
    LoadList,
    LookedUp,
    RelationParameter,
    Relationship,
    RelationshipsHits,
    ReportedWork,
    ScholixLink,
    SortParameter,
    Sources,
    StateParameter,
    TypeParameter,
    Why,
    Work,
)

_SCHOLIX_MEDIA_TYPE = "application/x-scholix-v3+json"
_IDS_PER_REQUEST = 1_000
_MOST_OF_PAGE = 1_000
_LONGEST_WAIT = 30


class LinkBroker:
    """Sends requests to one broker.

    Requests that it refuses for the moment are sent again after Retry-After. Every failure is a
    :class:`LinkBrokerError`. Connections stay open until ``close()`` or the end of a ``with`` block.
    """

    def __init__(
        self,
        address: str,
        *,
        token: Optional[str] = None,
        max_retries: int = 5,
        max_retry_after: float = 120,
        timeout: float = 60,
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        """Creates a client for the broker at this address, such as ``https://links.example.org``.

        ``token`` is the access token of an account; searches need none. ``max_retries`` is the number
        of retries after 429, 503 or a network failure. ``max_retry_after`` is the longest Retry-After
        to wait for, in seconds. ``timeout`` is the longest wait for an answer, in seconds.
        """
        self._http = Http(
            address,
            token=token,
            max_retries=max_retries,
            max_retry_after=max_retry_after,
            timeout=timeout,
            transport=transport,
        )
        self.subscriptions = Subscriptions(self._http)
        """The subscriptions of the account."""

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> LinkBroker:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def relationships(
        self,
        id: str,
        *,
        scheme: Optional[str] = None,
        relation: Optional[RelationParameter] = None,
        type: Optional[TypeParameter] = None,
        publication_year: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        group_by: Optional[GroupByParameter] = None,
        via: Optional[str] = None,
        subtype: Optional[str] = None,
        definition: Optional[str] = None,
        exclude: Optional[str] = None,
        flagged: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[SortParameter] = None,
        size: Optional[int] = None,
        flags: Optional[bool] = None,
    ) -> Paged[Relationship, RelationshipsPage]:
        """Searches the relationships of a work: the related works, with providers and dates.

        ``size`` is the number of results in each request. With ``flags``, each has its ``Flags``.
        """
        asked: Query = _given(locals())

        def ask(query: Query) -> httpx.Response:
            return self._http.send(
                "GET", "/relationships", query=query, accept=_SCHOLIX_MEDIA_TYPE, repeatable=True
            )

        def next_of(response: httpx.Response) -> Optional[Query]:
            return next_query(response.links.get("next", {}).get("url"))

        return Paged(lambda: map(page_of, follow(asked, ask, next_of)), lambda page: page["Relationships"])

    def search(
        self,
        id: str,
        *,
        scheme: Optional[str] = None,
        relation: Optional[RelationParameter] = None,
        type: Optional[TypeParameter] = None,
        publication_year: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        group_by: Optional[GroupByParameter] = None,
        via: Optional[str] = None,
        subtype: Optional[str] = None,
        definition: Optional[str] = None,
        exclude: Optional[str] = None,
        flagged: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[SortParameter] = None,
        size: Optional[int] = None,
        flags: Optional[bool] = None,
        page: Optional[int] = None,
    ) -> RelationshipsHits:
        """Returns one page of such a search with counts by type, year, wording and version."""
        return cast(RelationshipsHits, self._http.get("/relationships", _given(locals())))

    def object(self, id: str, *, scheme: Optional[str] = None, facets: bool = False) -> Work:
        """Returns everything about a work.

        An unknown one is the error ``not-found``, whose ``query`` has suggestions.
        """
        return cast(Work, self._http.get("/objects", _given(locals())))

    def object_at(self, self_: str, *, facets: bool = False) -> Work:
        """Returns the same by the permanent address of a work, its ``self``."""
        found = re.search(r"/objects/(\d+)$", self_)
        if found is None:
            raise ValueError(f"{self_} is not the address of a work, which ends with /objects/ and a number")
        return cast(Work, self._http.get(f"/objects/{found[1]}", {"facets": facets}))

    def find_objects(
        self,
        q: Optional[str] = None,
        *,
        type: Optional[TypeParameter] = None,
        publication_year: Optional[str] = None,
        group_by: Optional[GroupByParameter] = None,
        definition: Optional[str] = None,
        exclude: Optional[str] = None,
        sort: Optional[DescribeObjectSortParameter] = None,
        size: Optional[int] = None,
    ) -> Paged[FoundWork, FoundWorks]:
        """Finds works by words, type and year; ``size`` is the number of results in each request."""
        asked: Query = _given(locals())

        def ask(query: Query) -> FoundWorks:
            return cast(FoundWorks, self._http.get("/objects", query, hits=list, links=dict))

        def next_of(page: FoundWorks) -> Optional[Query]:
            return next_query(page["links"].get("next"))

        return Paged(lambda: follow(asked, ask, next_of), lambda page: page["hits"])

    def look_up(self, ids: Iterable[IdentifierToLookUp]) -> Iterator[LookedUp]:
        """Looks up any number of identifiers, a thousand in each request, in their order."""
        for step in in_steps(ids, _IDS_PER_REQUEST):
            body = json.dumps(step)
            members = {"results": list}
            answer = self._http.json("POST", "/objects/lookup", body=body, repeatable=True, members=members)
            yield from cast(List[LookedUp], answer["results"])

    def report(self, ids: Iterable[IdentifierToLookUp], *, since: Optional[str] = None) -> Iterator[ReportedWork]:
        """Reports on any number of identifiers: description, counts, and citing works by year.

        With ``since`` it also counts the citing works that nobody had asserted before that date.
        """
        for step in in_steps(ids, _IDS_PER_REQUEST):
            body = json.dumps({"identifiers": step, **({} if since is None else {"since": since})})
            answer = self._report(body)
            yield from cast(List[ReportedWork], answer["works"])

    def report_on(
        self,
        *,
        prefix: Optional[str] = None,
        provider: Optional[str] = None,
        since: Optional[str] = None,
        size: Optional[int] = None,
    ) -> Iterator[ReportedWork]:
        """Reports on all works with a DOI prefix, in the order of their DOIs, or on the works that a provider
        names, the most cited first. ``size`` is the number of works in each request.
        """
        asked = {name: value for name, value in _given(locals()).items() if value is not None}
        while True:
            answer = self._report(json.dumps(asked))
            yield from cast(List[ReportedWork], answer["works"])
            cursor = answer.get("cursor")
            if not isinstance(cursor, str):
                return
            if cursor == asked.get("cursor"):
                raise LinkBrokerError("network", "The answer names its own page as the next one.")
            asked["cursor"] = cursor

    def sources(self, *, size: Optional[int] = None, page: Optional[int] = None) -> Sources:
        """Returns the providers and the statistics, as last counted."""
        return cast(Sources, self._http.get("/sources", _given(locals())))

    def why(
        self,
        id: str,
        other: str,
        *,
        scheme: Optional[str] = None,
        other_scheme: Optional[str] = None,
        flag: Optional[FlagParameter] = None,
    ) -> Why:
        """Explains how two identifiers are connected, and ``flag`` of the link between them."""
        return cast(Why, self._http.get("/why", _given(locals())))

    def changes(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        id: Optional[str] = None,
        scheme: Optional[str] = None,
        ids: Optional[str] = None,
        group_by: Optional[GroupByParameter] = None,
        entries: Optional[EntriesParameter] = None,
        direction: Optional[DirectionParameter] = None,
        kind: Optional[KindParameter] = None,
        prefix: Optional[str] = None,
        provider: Optional[str] = None,
        relation: Optional[RelationParameter] = None,
        type: Optional[TypeParameter] = None,
        orcid: Optional[str] = None,
        definition: Optional[str] = None,
        exclude: Optional[str] = None,
        follow: bool = False,
    ) -> Paged[Change, Changes]:
        """Reads the change log to its end or, with ``follow``, endlessly.

        To continue later, pass ``next`` of the last processed page as ``after``.
        """
        asked = _given(locals(), besides=("follow",))
        if follow:
            asked["wait"] = _LONGEST_WAIT

        def read() -> Iterator[Changes]:
            place = after
            while True:
                page = cast(Changes, self._http.get("/changes", {**asked, "after": place}, changes=list, next=str))
                yield page
                # With a filter, a page may be empty before the end of the log.
                if not follow and not page["changes"] and (page["next"] == place or place == "now"):
                    return
                place = page["next"]

        return Paged(read, lambda page: page["changes"])

    def submit(
        self,
        links: Iterable[ScholixLink],
        *,
        action: ActionParameter = "assert",
        partial: bool = False,
        noindex: bool = False,
        source: Optional[str] = None,
        scheme: Optional[str] = None,
        provider: Optional[str] = None,
        file_name: Optional[str] = None,
        wait: bool = False,
        timeout: float = 300,
        links_per_event: int = 10_000,
    ) -> List[Submitted]:
        """Submits links in as many events as needed.

        With ``wait`` it returns when all of them are searchable; ``timeout`` is for each event.
        ``links_per_event`` may not exceed MAX_LINKS_PER_EVENT of the broker. An error has the events
        accepted before it, and its places count all ``links``.
        """
        how = Submission(
            action, partial, noindex, source, scheme, provider, file_name, wait, timeout, links_per_event
        )
        return submit_links(self._http, links, how)

    def wait(self, event_id: str, *, timeout: float = 300) -> LinkEvent:
        """Waits until the changes of an event are searchable; raises if the event fails."""
        return wait_for_event(self._http, event_id, timeout)

    def event(self, event_id: str) -> LinkEvent:
        """Returns the state of an event."""
        return cast(LinkEvent, self._http.get(event_path(event_id)))

    def events(
        self, *, state: Optional[StateParameter] = None, load: Optional[str] = None, limit: Optional[int] = None
    ) -> Paged[LinkEvent, EventList]:
        """Lists the events of the account, or of a load, newest first."""
        query = {"state": state, "load": load, "limit": limit}
        return Paged(lambda: listed(self._http, "/events", query, "before", events=list), lambda page: page["events"])

    def load(self, event_id: str) -> Load:
        """Returns what one act brought, and what became of it, by the id of any of its events."""
        return cast(Load, self._http.get(_load_path(event_id)))

    def loads(self, *, kind: Optional[ListLoadsKindParameter] = None, limit: Optional[int] = None) -> Paged[Load, LoadList]:
        """Lists the loads of the account, newest first."""
        query = {"kind": kind, "limit": limit}
        return Paged(lambda: listed(self._http, "/loads", query, "before", loads=list), lambda page: page["loads"])

    def event_links(self, event_id: str) -> Paged[ScholixLink, EventLinks]:
        """Lists the links of an event in their order."""
        path, query = f"{event_path(event_id)}/links", {"limit": _MOST_OF_PAGE}
        return Paged(lambda: listed(self._http, path, query, "after", links=list), lambda page: page["links"])

    def withdraw_event(self, event_id: str, reason: Optional[str] = None) -> LinkEvent:
        """Withdraws an event: everything is then as if it had never been submitted."""
        body = json.dumps({"reason": reason})
        return cast(LinkEvent, self._http.json("DELETE", event_path(event_id), body=body, repeatable=True))

    def preview_withdrawal(self, event_id: str) -> EventWithdrawalPreview:
        """Returns what withdrawing an event would change, without changing it."""
        return cast(EventWithdrawalPreview, self._http.get(f"{event_path(event_id)}/withdrawal"))

    def withdraw_load(self, load_id: str, reason: Optional[str] = None) -> Load:
        """Withdraws all events of a load; while its status is Withdrawing, the broker continues."""
        body = json.dumps({"reason": reason})
        return cast(Load, self._http.json("DELETE", _load_path(load_id), body=body, repeatable=True))

    def preview_load_withdrawal(self, load_id: str) -> EventWithdrawalPreview:
        """Returns what withdrawing a load would change, without changing it."""
        return cast(EventWithdrawalPreview, self._http.get(f"{_load_path(load_id)}/withdrawal"))

    def restore_load(self, load_id: str) -> Load:
        """Restores the events that were withdrawn with their load."""
        return cast(Load, self._http.json("POST", f"{_load_path(load_id)}/restore", repeatable=False))

    def rerun_load(self, load_id: str) -> Load:
        """Has all events of a load processed again."""
        return cast(Load, self._http.json("POST", f"{_load_path(load_id)}/rerun", repeatable=False))

    def restore_event(self, event_id: str) -> LinkEvent:
        """Restores a withdrawn event at its old place in the order of events."""
        return cast(LinkEvent, self._http.json("POST", f"{event_path(event_id)}/restore", repeatable=False))

    def rerun_event(self, event_id: str) -> LinkEvent:
        """Has an event that is Done or in Error processed again."""
        return cast(LinkEvent, self._http.json("POST", f"{event_path(event_id)}/rerun", repeatable=False))

    def _report(self, body: str) -> Any:
        return self._http.json("POST", "/reports", body=body, repeatable=True, members={"works": list})


def _load_path(load_id: str) -> str:
    return f"/loads/{quote(load_id, safe='')}"


def _given(arguments: Dict[str, Any], besides: Iterable[str] = ()) -> Dict[str, Any]:
    """Converts the arguments of a method to parameters: ``from_`` is sent as ``from``."""
    hidden = {"self", *besides}
    return {name.rstrip("_"): value for name, value in arguments.items() if name not in hidden}

