"""The client: one method for each thing that is asked of a broker."""

from __future__ import annotations

import json
import re
from itertools import islice
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Optional, Type, Union, cast
from urllib.parse import unquote, urlsplit

import httpx

from ._http import Http, read_json
from ._paged import Paged, follow
from ._submitting import Submission, Submitted, event_path, submit_links, wait_for_event
from .schemas import (
    ActionParameter,
    AnsweredIdentifier,
    Change,
    Changes,
    DescribeObjectSortParameter,
    EventLinks,
    EventList,
    EventWithdrawalPreview,
    FoundWork,
    FoundWorks,
    GroupByParameter,
    IdentifierToLookUp,
    LinkEvent,
    LookedUp,
    RelationParameter,
    Relationship,
    RelationshipsAnswer,
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

# Parameters by name, or the query of an address that was answered.
_Query = Union[Dict[str, Any], str]

_SCHOLIX_MEDIA_TYPE = "application/x-scholix-v3+json"
_IDS_PER_REQUEST = 1_000
_MOST_OF_PAGE = 1_000
_LONGEST_WAIT = 30


class RelationshipsPage(RelationshipsAnswer):
    """A page of a search."""

    total: int
    """How many there are on all pages."""
    known: bool
    """Whether anything is known of what was asked about."""
    understood_as: Optional[AnsweredIdentifier]
    """What ``id`` was understood to be; None where it is very long."""


class LinkBroker:
    """Asks one broker.

    Whatever is refused for the moment is asked again after as long as the broker says. All that
    fails is a :class:`LinkBrokerError`. Connections stay open until ``close()``, or the end of a
    ``with`` block.
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
        """Takes the address of the broker (``https://links.example.org``).

        ``token`` is the access token of an account; searches need none. ``max_retries`` says how
        often a request is sent again after 429, 503 or a failure of the network,
        ``max_retry_after`` how many seconds of Retry-After are waited for, ``timeout`` after how many
        seconds without an answer a request is given up.
        """
        self._http = Http(
            address,
            token=token,
            max_retries=max_retries,
            max_retry_after=max_retry_after,
            timeout=timeout,
            transport=transport,
        )

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
        q: Optional[str] = None,
        sort: Optional[SortParameter] = None,
        size: Optional[int] = None,
    ) -> Paged[Relationship, RelationshipsPage]:
        """Searches the relationships of a work: the other works, with who says so since when.

        ``size`` is how many come with one request.
        """
        asked: _Query = _given(locals())

        def ask(query: _Query) -> httpx.Response:
            return self._http.send(
                "GET", "/relationships", query=query, accept=_SCHOLIX_MEDIA_TYPE, repeatable=True
            )

        def next_of(response: httpx.Response) -> Optional[_Query]:
            return _next_query(response.links.get("next", {}).get("url"))

        return Paged(lambda: map(_page_of, follow(asked, ask, next_of)), lambda page: page["Relationships"])

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
        q: Optional[str] = None,
        sort: Optional[SortParameter] = None,
        size: Optional[int] = None,
        page: Optional[int] = None,
    ) -> RelationshipsHits:
        """Searches likewise, and answers one page with counts by type, year, wording and version."""
        return cast(RelationshipsHits, self._get("/relationships", _given(locals())))

    def object(self, id: str, *, scheme: Optional[str] = None, facets: bool = False) -> Work:
        """Tells what is known of a work.

        One that is not known is the failure ``not-found``, whose ``query`` has suggestions.
        """
        return cast(Work, self._get("/objects", _given(locals())))

    def object_at(self, self_: str, *, facets: bool = False) -> Work:
        """Tells it by the address that stays, which ``self`` of a work is."""
        found = re.search(r"/objects/(\d+)$", self_)
        if found is None:
            raise ValueError(f"{self_} is no address of a work: it ends with /objects/ and a number")
        return cast(Work, self._get(f"/objects/{found[1]}", {"facets": facets}))

    def find_objects(
        self,
        q: Optional[str] = None,
        *,
        type: Optional[TypeParameter] = None,
        publication_year: Optional[str] = None,
        group_by: Optional[GroupByParameter] = None,
        sort: Optional[DescribeObjectSortParameter] = None,
        size: Optional[int] = None,
    ) -> Paged[FoundWork, FoundWorks]:
        """Finds works by words, type and year; ``size`` is how many come with one request."""
        asked: _Query = _given(locals())

        def ask(query: _Query) -> FoundWorks:
            return cast(FoundWorks, self._get("/objects", query))

        def next_of(page: FoundWorks) -> Optional[_Query]:
            return _next_query(page["links"].get("next"))

        return Paged(lambda: follow(asked, ask, next_of), lambda page: page["hits"])

    def look_up(self, ids: Iterable[IdentifierToLookUp]) -> Iterator[LookedUp]:
        """Looks any number of identifiers up, a thousand with one request, in their order."""
        for step in _in_steps(ids, _IDS_PER_REQUEST):
            answer = self._http.json("POST", "/objects/lookup", body=json.dumps(step), repeatable=True)
            yield from cast(List[LookedUp], answer["results"])

    def report(self, ids: Iterable[IdentifierToLookUp], *, since: Optional[str] = None) -> Iterator[ReportedWork]:
        """Reports on any number of identifiers likewise.

        It tells what each work is, its counts, and by year how many works that cite it were published;
        with ``since`` also how many of them nobody had reported before.
        """
        for step in _in_steps(ids, _IDS_PER_REQUEST):
            body = json.dumps({"identifiers": step, **({} if since is None else {"since": since})})
            answer = self._http.json("POST", "/reports", body=body, repeatable=True)
            yield from cast(List[ReportedWork], answer["works"])

    def report_on(
        self,
        *,
        prefix: Optional[str] = None,
        provider: Optional[str] = None,
        since: Optional[str] = None,
        size: Optional[int] = None,
    ) -> Iterator[ReportedWork]:
        """Reports likewise on all works with a DOI that begins so, in the order of the DOIs, or on those of
        which a provider speaks, the most cited first; ``size`` are asked for with one request.
        """
        asked = {name: value for name, value in _given(locals()).items() if value is not None}
        while True:
            answer = self._http.json("POST", "/reports", body=json.dumps(asked), repeatable=True)
            yield from cast(List[ReportedWork], answer["works"])
            if "cursor" not in answer:
                return
            asked["cursor"] = answer["cursor"]

    def sources(self, *, size: Optional[int] = None, page: Optional[int] = None) -> Sources:
        """Tells where links come from and what is held, as it was counted last."""
        return cast(Sources, self._get("/sources", _given(locals())))

    def why(
        self, id: str, other: str, *, scheme: Optional[str] = None, other_scheme: Optional[str] = None
    ) -> Why:
        """Tells whether two identifiers are of one work, of versions of one, or of linked works, and why."""
        return cast(Why, self._get("/why", _given(locals())))

    def changes(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        id: Optional[str] = None,
        scheme: Optional[str] = None,
        prefix: Optional[str] = None,
        provider: Optional[str] = None,
        relation: Optional[RelationParameter] = None,
        type: Optional[TypeParameter] = None,
        follow: bool = False,
    ) -> Paged[Change, Changes]:
        """Reads the log of what came to count and what ceased to, to its end or, with ``follow``, for ever.

        ``next`` of the last page that was worked off is the ``after`` to go on with another time.
        """
        asked = _given(locals(), besides=("follow",))
        if follow:
            asked["wait"] = _LONGEST_WAIT

        def read() -> Iterator[Changes]:
            place = after
            while True:
                page = cast(Changes, self._get("/changes", {**asked, "after": place}))
                yield page
                # A filter may have passed over all entries that were looked at.
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
        wait: bool = False,
        timeout: float = 300,
        links_per_event: int = 10_000,
    ) -> List[Submitted]:
        """Submits links, in as many events as are needed.

        With ``wait`` it returns when everything can be found; ``timeout`` is for each event.
        ``links_per_event`` may be no more than MAX_LINKS_PER_EVENT of the broker. A failure tells
        what was accepted before it, and its places are those in ``links``.
        """
        how = Submission(action, partial, noindex, source, scheme, provider, wait, timeout, links_per_event)
        return submit_links(self._http, links, how)

    def wait(self, event_id: str, *, timeout: float = 300) -> LinkEvent:
        """Waits until all that an event changed can be found; fails where the event does."""
        return wait_for_event(self._http, event_id, timeout)

    def event(self, event_id: str) -> LinkEvent:
        """Tells how far an event is."""
        return cast(LinkEvent, self._get(event_path(event_id)))

    def events(
        self, *, state: Optional[StateParameter] = None, limit: Optional[int] = None
    ) -> Paged[LinkEvent, EventList]:
        """Lists the events of the account, newest first."""
        query = {"state": state, "limit": limit}
        return Paged(lambda: self._listed("/events", query, "before"), lambda page: page["events"])

    def event_links(self, event_id: str) -> Paged[ScholixLink, EventLinks]:
        """Lists the links of an event in their order."""
        path, query = f"{event_path(event_id)}/links", {"limit": _MOST_OF_PAGE}
        return Paged(lambda: self._listed(path, query, "after"), lambda page: page["links"])

    def withdraw_event(self, event_id: str, reason: Optional[str] = None) -> LinkEvent:
        """Withdraws an event: all is then as if it had never been submitted."""
        body = json.dumps({"reason": reason})
        return cast(LinkEvent, self._http.json("DELETE", event_path(event_id), body=body, repeatable=True))

    def preview_withdrawal(self, event_id: str) -> EventWithdrawalPreview:
        """Tells what withdrawing an event would change, without changing it."""
        return cast(EventWithdrawalPreview, self._get(f"{event_path(event_id)}/withdrawal"))

    def restore_event(self, event_id: str) -> LinkEvent:
        """Brings a withdrawn event back, to its old place in the order of events."""
        return cast(LinkEvent, self._http.json("POST", f"{event_path(event_id)}/restore", repeatable=False))

    def rerun_event(self, event_id: str) -> LinkEvent:
        """Has an event that is Done or in Error processed again."""
        return cast(LinkEvent, self._http.json("POST", f"{event_path(event_id)}/rerun", repeatable=False))

    def _get(self, path: str, query: Optional[_Query] = None) -> Any:
        return self._http.json("GET", path, query=query, repeatable=True)

    def _listed(self, path: str, query: Dict[str, Any], place: str) -> Iterator[Any]:
        """Reads a list whose pages have the place to go on as ``next``, for the parameter ``place``."""

        def next_of(page: Any) -> Optional[_Query]:
            return None if page["next"] is None else {**query, place: page["next"]}

        first: _Query = query
        return follow(first, lambda asked: self._get(path, asked), next_of)


def _given(arguments: Dict[str, Any], besides: Iterable[str] = ()) -> Dict[str, Any]:
    """Takes the arguments of a method as parameters: ``from_`` is sent as ``from``."""
    hidden = {"self", *besides}
    return {name.rstrip("_"): value for name, value in arguments.items() if name not in hidden}


def _in_steps(ids: Iterable[IdentifierToLookUp], length: int) -> Iterator[List[IdentifierToLookUp]]:
    left = iter(ids)
    while step := list(islice(left, length)):
        yield step


def _next_query(address: Optional[str]) -> Optional[str]:
    """Takes the query of an address alone: its server may be called otherwise by those who ask."""
    return None if address is None else urlsplit(address).query


def _page_of(response: httpx.Response) -> RelationshipsPage:
    scheme, colon, value = response.headers.get("X-Understood-As", "").partition(":")
    return RelationshipsPage(
        **cast(RelationshipsAnswer, read_json(response)),
        total=int(response.headers["X-Total-Count"]),
        known=response.headers.get("X-Known") == "true",
        understood_as={"ID": unquote(value), "IDScheme": scheme} if colon else None,
    )
