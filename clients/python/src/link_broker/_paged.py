"""Results in pages as one sequence of items."""

from __future__ import annotations

from typing import Callable, Generic, Iterable, Iterator, Optional, TypeVar

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
