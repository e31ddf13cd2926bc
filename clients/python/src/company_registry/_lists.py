from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
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


class Pages(Generic[Item, Page]):
    """
    A list in pages. A loop over it goes through its items and asks for pages as it needs them; `pages()` goes through the
    pages; `first_page()` gives the first page alone.
    """

    def __init__(
        self, core: Core, driver: Driver, request: Request, options: Mapping[str, Any], kind: type
    ) -> None:
        self._core = core
        self._driver = driver
        self._request = request
        self._options = options
        self._kind = kind

    def __iter__(self) -> Iterator[Item]:
        flow: Items[Item] = self._core.pages(self._request, self._options, itemgetter("data"))
        return self._driver.iterate(flow)

    def pages(self) -> Iterator[Page]:
        flow: Items[Page] = self._core.pages(self._request, self._options, lambda page: [page])
        return self._driver.iterate(flow)

    def first_page(self) -> Page:
        flow: Flow[Page] = self._core.json(self._request, self._options)
        return self._driver.run(flow)

    def to_frame(self, limit: int | None = None) -> pandas.DataFrame:
        """The items as rows of pandas, at most so many. It asks for pages of 100, unless `page_size` says otherwise."""
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
        query = {**self._request.query, "page_size": self._request.query.get("page_size") or size}
        return Pages(self._core, self._driver, replace(self._request, query=query), self._options, self._kind)


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
