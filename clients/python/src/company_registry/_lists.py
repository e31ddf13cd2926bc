from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._core import Core
from ._drivers import Driver
from ._feed import Feed
from ._flow import Flow, Items
from ._frame import frame_of, needs_pandas
from ._request import Request
from .types import Change

if TYPE_CHECKING:
    import pandas

Item = TypeVar("Item")
Page = TypeVar("Page")
Made = TypeVar("Made")


class Pages(Generic[Item, Page]):
    """
    A list in pages. A loop over it goes through its items and asks for pages as it needs them; `pages()` goes through the
    pages; `first_page()` gives the first page alone.
    """

    def __init__(
        self,
        core: Core,
        driver: Driver,
        request: Request,
        options: Mapping[str, Any],
        kind: type,
        *,
        by_cursor: bool = False,
    ) -> None:
        self._core = core
        self._driver = driver
        self._request = request
        self._options = options
        self._kind = kind
        self._by_cursor = by_cursor

    def __iter__(self) -> Iterator[Item]:
        return self._driver.iterate(self._flow(itemgetter("data")))

    def pages(self) -> Iterator[Page]:
        return self._driver.iterate(self._flow(lambda page: [page]))

    def first_page(self) -> Page:
        flow: Flow[Page] = self._core.json(self._request, self._options)
        return self._driver.run(flow)

    def to_frame(self, limit: int | None = None) -> pandas.DataFrame:
        """The items as rows of pandas, at most so many. It asks for pages of 100, unless the call says otherwise."""
        needs_pandas()
        if limit is not None and limit < 1:
            raise ValueError("limit is less than 1.")
        rows: list[Item] = []
        for item in self._in_pages_of(min(limit or 100, 100)):
            rows.append(item)
            if len(rows) == limit:
                break
        return frame_of(rows, list(self._kind.__annotations__))

    def _in_pages_of(self, size: int) -> Pages[Item, Page]:
        name = "limit" if self._by_cursor else "page_size"
        query = {**self._request.query, name: self._request.query.get(name) or size}
        request = replace(self._request, query=query)
        return Pages(self._core, self._driver, request, self._options, self._kind, by_cursor=self._by_cursor)

    def _flow(self, unpack: Callable[[Any], Iterable[Made]]) -> Items[Made]:
        return self._core.pages(self._request, self._options, unpack, by_cursor=self._by_cursor)


class Batches(Generic[Item]):
    """
    Answers for any number of inputs, in their order. A loop over it gives each as soon as its batch is answered; `all()` gives
    a list of them.
    """

    def __init__(self, driver: Driver, flow: Callable[[], Items[Item]]) -> None:
        self._driver = driver
        self._flow = flow

    def __iter__(self) -> Iterator[Item]:
        return self._driver.iterate(self._flow())

    def all(self) -> list[Item]:
        return [item for item in self]


class Changes:
    """
    The changes of companies, one after another, each exactly once. `cursor` always says where to go on: keep it when a change
    is dealt with, and begin with it the next time.
    """

    def __init__(self, driver: Driver, feed: Feed) -> None:
        self._driver = driver
        self._feed = feed

    @property
    def cursor(self) -> str:
        """The place behind the last change that was handed out."""
        return self._feed.cursor

    def __iter__(self) -> Generator[Change, None, None]:
        return self._driver.iterate(self._feed.changes())
