"""What is answered in pages, as one run of items; knows no request."""

from __future__ import annotations

from typing import Callable, Generic, Iterable, Iterator, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


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
