"""What is answered in pages, as one run of items; knows no request."""

from __future__ import annotations

from typing import Callable, Generic, Iterable, Iterator, Optional, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")
Place = TypeVar("Place")


def follow(
    first: Place, ask: Callable[[Place], Page], next_of: Callable[[Page], Optional[Place]]
) -> Iterator[Page]:
    """Asks for a first page, and goes on at the place that each page names, until one names none."""
    place: Optional[Place] = first
    while place is not None:
        page = ask(place)
        yield page
        place = next_of(page)


class Paged(Generic[Item, Page]):
    """Fetches pages as they are needed: iterating gives the items, ``pages()`` the answers themselves."""

    def __init__(self, read: Callable[[], Iterator[Page]], items_of: Callable[[Page], Iterable[Item]]) -> None:
        self._read = read
        self._items_of = items_of

    def pages(self) -> Iterator[Page]:
        """Gives each page as the broker answers it, with all that it tells besides its items."""
        return self._read()

    def __iter__(self) -> Iterator[Item]:
        for page in self._read():
            yield from self._items_of(page)
