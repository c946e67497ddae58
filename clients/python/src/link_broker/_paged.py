"""Results in pages as one sequence of items."""

from __future__ import annotations

from itertools import islice
from typing import Any, Callable, Dict, Generic, Iterable, Iterator, List, Optional, TypeVar

from ._http import Http, Query
from .errors import LinkBrokerError

Item = TypeVar("Item")
Page = TypeVar("Page")
Place = TypeVar("Place")


def follow(
    first: Place, ask: Callable[[Place], Page], next_of: Callable[[Page], Optional[Place]]
) -> Iterator[Page]:
    """Requests one page after another, each at the position that the previous one gives."""
    place: Optional[Place] = first
    while place is not None:
        page = ask(place)
        yield page
        following = next_of(page)
        if following == place:
            raise LinkBrokerError("network", "The answer names its own page as the next one.")
        place = following


def listed(http: Http, path: str, query: Dict[str, Any], place: str, **members: type) -> Iterator[Any]:
    """Reads a list whose pages have as ``next`` the value of the parameter ``place`` for the next page."""

    def next_of(page: Any) -> Optional[Query]:
        following = page.get("next")
        return {**query, place: following} if isinstance(following, str) else None

    first: Query = query
    return follow(first, lambda asked: http.get(path, asked, **members), next_of)


def in_steps(items: Iterable[Item], length: int) -> Iterator[List[Item]]:
    """Divides items into lists of this length; the last one may be shorter."""
    left = iter(items)
    while step := list(islice(left, length)):
        yield step


class Paged(Generic[Item, Page]):
    """Fetches pages on demand: iterating gives the items, ``pages()`` whole answers."""

    def __init__(self, read: Callable[[], Iterator[Page]], items_of: Callable[[Page], Iterable[Item]]) -> None:
        self._read = read
        self._items_of = items_of

    def pages(self) -> Iterator[Page]:
        """Returns each page as answered, with its totals and cursors."""
        return self._read()

    def __iter__(self) -> Iterator[Item]:
        for page in self._read():
            yield from self._items_of(page)
