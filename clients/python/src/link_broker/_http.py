"""Sends requests to a broker, with token and retries, and turns problem documents into errors."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional, Union, cast
from urllib.parse import urlsplit

import httpx

from .errors import LinkBrokerError
from .schemas import Problem

Parameter = Union[str, int, bool, None]

Query = Union[Mapping[str, Parameter], str]
"""Parameters by name, of which True is sent as 1 and None is left out; or a complete query."""

Members = Mapping[str, type]
"""The members of an answer that the client itself reads, and their types."""

_FIRST_SECONDS = 0.5
_LONGEST_SECONDS = 30.0

# The broker refuses with these before it does anything. With the others, the request may have
# arrived behind a proxy.
_REFUSED_FOR_NOW = frozenset({429, 503})
_FAILED_ON_THE_WAY = frozenset({502, 504})


class Http:
    """Sends requests to one broker."""

    def __init__(
        self,
        address: str,
        *,
        token: Optional[str],
        max_retries: int,
        max_retry_after: float,
        timeout: float,
        transport: Optional[httpx.BaseTransport],
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{address!r} is not the address of a broker, such as https://links.example.org")
        root = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._root = root if root.endswith("/api") else f"{root}/api"
        self._max_retries = max_retries
        self._max_retry_after = max_retry_after
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        self._client = httpx.Client(headers=headers, timeout=timeout, transport=transport)

    def close(self) -> None:
        self._client.close()

    def json(self, method: str, path: str, *, members: Optional[Members] = None, **request: Any) -> Any:
        """Sends a request and returns the JSON object of the answer: see ``read_json``."""
        return read_json(self.send(method, path, **request), members)

    def get(self, path: str, query: Optional[Query] = None, **members: type) -> Any:
        """Sends a GET request; see ``json``."""
        return self.json("GET", path, query=query, repeatable=True, members=members)

    def send(
        self,
        method: str,
        path: str,
        *,
        repeatable: bool,
        query: Optional[Query] = None,
        accept: str = "application/json",
        body: Optional[str] = None,
    ) -> httpx.Response:
        """Sends a request until it succeeds or may not be repeated.

        ``repeatable``: sending it twice has the same effect as sending it once.
        """
        headers = {"Accept": accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        url = httpx.URL(self._root + path).copy_with(query=_query_bytes(query))
        content = None if body is None else body.encode()
        retry = 0
        while True:
            response: Optional[httpx.Response] = None
            try:
                response = self._client.request(method, url, headers=headers, content=content)
            except (httpx.RequestError, httpx.InvalidURL) as error:
                failure = LinkBrokerError("network", f"{method} {url}: {error or type(error).__name__}")
                failure.__cause__ = error
            else:
                if response.status_code < 400:
                    return response
                failure = _problem_of(response)
            seconds = _pause_seconds(retry, response)
            too_often = retry >= self._max_retries or seconds > self._max_retry_after + 1
            if too_often or not _may_repeat(response, repeatable):
                raise failure
            time.sleep(seconds)
            retry += 1


def _query_bytes(query: Optional[Query]) -> Optional[bytes]:
    if isinstance(query, str):
        return query.encode()
    given = {name: int(value) if isinstance(value, bool) else value for name, value in (query or {}).items()}
    return str(httpx.QueryParams({name: value for name, value in given.items() if value is not None})).encode() or None


def _may_repeat(response: Optional[httpx.Response], repeatable: bool) -> bool:
    if response is None:
        return repeatable
    return response.status_code in _REFUSED_FOR_NOW or (repeatable and response.status_code in _FAILED_ON_THE_WAY)


def _pause_seconds(retry: int, response: Optional[httpx.Response]) -> float:
    """Returns the seconds to pause before a retry: at least Retry-After, or without it a time that doubles.

    A random part keeps clients from retrying all at once.
    """
    asked = None if response is None else _retry_after(response.headers.get("Retry-After"))
    if asked is not None:
        return asked + random.random() * min(1.0, 0.1 + asked / 4)
    return float(min(_LONGEST_SECONDS, _FIRST_SECONDS * 2**retry)) * (0.5 + random.random() / 2)


def _retry_after(value: Optional[str]) -> Optional[float]:
    """Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError, OSError, IndexError):
        return None


def _problem_of(response: httpx.Response) -> LinkBrokerError:
    request_id = response.headers.get("X-Request-Id")
    status = response.status_code
    if not response.headers.get("Content-Type", "").startswith("application/problem+json"):
        message = f"{response.url} answered with the status {status}, and not as a Link Broker does."
        return LinkBrokerError("network", message, status=status, request_id=request_id)
    try:
        problem = read_json(response, {"detail": str})
    except LinkBrokerError as error:
        return error
    errors = problem.get("errors")
    places = [place for place in errors if isinstance(place, dict)] if isinstance(errors, list) else []
    # A proxy may leave out the type (RFC 9457, 3.1.1).
    kind = problem["type"] if isinstance(problem.get("type"), str) else "about:blank"
    code = "network" if kind == "about:blank" else kind.rsplit("/", 1)[-1]
    read = cast(Problem, {**problem, "type": kind, "status": status, "errors": places})
    return LinkBrokerError(code, read["detail"], problem=read, request_id=request_id)


def read_json(response: httpx.Response, members: Optional[Members] = None) -> Dict[str, Any]:
    """Parses the JSON of an answer.

    Raises a LinkBrokerError unless it is an object with these members: proxies and other servers
    answer anything.
    """

    def failure(message: str) -> LinkBrokerError:
        return LinkBrokerError("network", f"{response.url} {message}", status=response.status_code)

    try:
        value = response.json()
    except (ValueError, RecursionError) as error:
        raise failure("did not answer in JSON.") from error
    if not isinstance(value, dict):
        raise failure("did not answer with a JSON object.")
    for name, kind in (members or {}).items():
        if not isinstance(value.get(name), kind):
            raise failure(f"answered without the {kind.__name__} {name}.")
    return value
