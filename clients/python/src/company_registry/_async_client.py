# Written by npm run generate from _client.py. Do not edit.
from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from datetime import datetime
from types import TracebackType
from typing import Unpack

import httpx

from ._access import Access
from ._async_account import AsyncApiKeys, AsyncInvitations, AsyncMembers
from ._core import Core, split
from ._download import Bytes, Records, download
from ._drivers import AsyncDriver
from ._feed import Feed
from ._flow import Flow
from ._limits import Limits
from ._async_lists import AsyncBatches, AsyncChanges, AsyncPages
from ._async_messages import AsyncAlerts, AsyncWebhookEndpoints
from ._options import CallOptions
from ._request import Request, by_words, checked, creation, given, segment, several
from ._version import API
from .types import (
    Account,
    ApiPlan,
    ChangesParameters,
    Country,
    EntityDetail,
    EntityFilter,
    EntityLookup,
    EntitySuggestion,
    EntitySummary,
    FacetParameters,
    FacetsAnswer,
    GroupAnswer,
    HistoryEntry,
    HistoryPage,
    LookupItem,
    MatchQuery,
    MatchResult,
    Membership,
    Register,
    SearchPage,
    SearchParameters,
    Snapshot,
    SuggestParameters,
    WatchedChange,
    WatchedCompaniesPage,
    WatchedCompany,
    WatchList,
)

LISTS = f"{API}/watch-lists"
LOOKUP_SIZE = 100
"""The most items of one look-up."""
MATCH_SIZE = 50
"""The most queries of one request."""


class AsyncEntities:
    """Companies."""

    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        self._core = core
        self._driver = driver

    def search(self, **parameters: Unpack[SearchParameters]) -> AsyncPages[EntitySummary, SearchPage]:
        """
        Companies that match: by words in any order, unless `mode` says otherwise. `SearchParameters` has all filters, such as
        `q`, `country`, `status`, `legal_form_group`, `nace`, `registered_from`, `sort` and `page_size`.
        """
        query, options = split(checked("search", parameters, SearchParameters))
        return AsyncPages(self._core, self._driver, Request(f"{API}/entities", query=by_words(query)), options, EntitySummary)

    async def facets(self, **parameters: Unpack[FacetParameters]) -> FacetsAnswer:
        """How many of the companies that match have each value."""
        query, options = split(checked("facets", parameters, FacetParameters))
        flow: Flow[FacetsAnswer] = self._core.json(Request(f"{API}/entities/facets", query=by_words(query)), options)
        return await self._driver.run(flow)

    async def suggest(self, **parameters: Unpack[SuggestParameters]) -> list[EntitySuggestion]:
        """Companies for what somebody has typed so far."""
        query, options = split(checked("suggest", parameters, SuggestParameters))
        flow: Flow[list[EntitySuggestion]] = self._core.data(Request(f"{API}/entities/suggest", query=query), options)
        return await self._driver.run(flow)

    async def get(
        self, id: str, *, as_of: str | datetime | None = None, **options: Unpack[CallOptions]
    ) -> EntityDetail:
        """The full record; with `as_of`, as it was served then."""
        request = Request(f"{API}/entities/{segment(id)}", query={"as_of": as_of})
        flow: Flow[EntityDetail] = self._core.data(request, checked("get", options, CallOptions))
        return await self._driver.run(flow)

    def history(
        self, id: str, *, page_size: int | None = None, **options: Unpack[CallOptions]
    ) -> AsyncPages[HistoryEntry, HistoryPage]:
        """What changed in a record, the newest first."""
        request = Request(f"{API}/entities/{segment(id)}/history", query={"page_size": page_size})
        return AsyncPages(self._core, self._driver, request, checked("history", options, CallOptions), HistoryEntry)

    async def group(
        self, id: str, *, page: int | None = None, page_size: int | None = None, **options: Unpack[CallOptions]
    ) -> GroupAnswer:
        """Who is above and below a company. `children` come in pages."""
        request = Request(f"{API}/entities/{segment(id)}/group", query={"page": page, "page_size": page_size})
        flow: Flow[GroupAnswer] = self._core.json(request, checked("group", options, CallOptions))
        return await self._driver.run(flow)

    def lookup(
        self, items: Iterable[LookupItem], *, include: str | None = None, **options: Unpack[CallOptions]
    ) -> AsyncBatches[EntityLookup]:
        """
        Companies by id, LEI, or country and number: any number of them, in batches, in their order. With `include="detail"` the
        full records. A unit for each item.
        """
        checked("lookup", options, CallOptions)
        all_items = several("lookup", items)

        def ask(batch: list[LookupItem]) -> Request:
            return Request(f"{API}/entities/lookup", "POST", query={"include": include}, body={"items": batch})

        return AsyncBatches(self._driver, lambda: self._core.batches(all_items, LOOKUP_SIZE, ask, options))


class AsyncSnapshots:
    """Files with all records of a country."""

    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        self._core = core
        self._driver = driver

    async def list(self, *, country: str | None = None, **options: Unpack[CallOptions]) -> Sequence[Snapshot]:
        """The snapshots that can be downloaded, and what each costs."""
        request = Request(f"{API}/snapshots", query={"country": country})
        flow: Flow[Sequence[Snapshot]] = self._core.data(request, checked("list", options, CallOptions))
        return await self._driver.run(flow)

    def records(self, id: str, **options: Unpack[CallOptions]) -> AsyncGenerator[EntityDetail, None]:
        """The records of a snapshot, one after another. If the connection breaks, they go on where they stopped."""
        checked("records", options, CallOptions)
        return self._driver.iterate(download(self._core, f"{API}/snapshots/{segment(id)}", 0, Records(), options))

    def download(
        self, id: str, *, start: int = 0, **options: Unpack[CallOptions]
    ) -> AsyncGenerator[bytes, None]:
        """The gzipped file in pieces, from the byte `start` on. If the connection breaks, it goes on where it stopped."""
        checked("download", options, CallOptions)
        return self._driver.iterate(download(self._core, f"{API}/snapshots/{segment(id)}", start, Bytes(), options))


class AsyncWatchLists:
    """Lists of companies, or of what fits a filter, and what changed of them."""

    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        self._core = core
        self._driver = driver

    async def list(self, **options: Unpack[CallOptions]) -> Sequence[WatchList]:
        flow: Flow[Sequence[WatchList]] = self._core.data(Request(LISTS), checked("list", options, CallOptions))
        return await self._driver.run(flow)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> WatchList:
        flow: Flow[WatchList] = self._core.data(Request(f"{LISTS}/{segment(id)}"), checked("get", options, CallOptions))
        return await self._driver.run(flow)

    async def create(
        self,
        name: str,
        *,
        filter: EntityFilter | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> WatchList:
        request = creation(LISTS, given(name=name, filter=filter), idempotency_key, by_session=False)
        flow: Flow[WatchList] = self._core.data(request, checked("create", options, CallOptions))
        return await self._driver.run(flow)

    async def change(
        self, id: str, *, name: str | None = None, filter: EntityFilter | None = None, **options: Unpack[CallOptions]
    ) -> WatchList:
        """Another name, or another filter."""
        request = Request(f"{LISTS}/{segment(id)}", "PATCH", body=given(name=name, filter=filter))
        flow: Flow[WatchList] = self._core.data(request, checked("change", options, CallOptions))
        return await self._driver.run(flow)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """It is not repeated: after a lost answer the list may be gone already."""
        request = Request(f"{LISTS}/{segment(id)}", "DELETE", is_safe=False)
        await self._driver.run(self._core.json(request, checked("delete", options, CallOptions)))

    def companies(
        self, id: str, *, page_size: int | None = None, **options: Unpack[CallOptions]
    ) -> AsyncPages[WatchedCompany, WatchedCompaniesPage]:
        """The companies of a list, in the order in which they were added."""
        request = Request(f"{LISTS}/{segment(id)}/companies", query={"page_size": page_size})
        return AsyncPages(self._core, self._driver, request, checked("companies", options, CallOptions), WatchedCompany)

    async def change_companies(
        self,
        id: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        lookup: Sequence[LookupItem] = (),
        **options: Unpack[CallOptions],
    ) -> WatchedChange:
        """Removes companies, and then adds others: by their ids, or looked up for a unit each."""
        changes = {"add": add, "remove": remove, "lookup": lookup}
        body = {name: [*several("change_companies", some)] for name, some in changes.items()}
        request = Request(f"{LISTS}/{segment(id)}/companies", "POST", body=body)
        flow: Flow[WatchedChange] = self._core.data(request, checked("change_companies", options, CallOptions))
        return await self._driver.run(flow)

    def changes(
        self,
        id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        follow: bool = True,
        **options: Unpack[CallOptions],
    ) -> AsyncChanges:
        """What changed of the companies of a list, from `cursor` on, for ever. `follow=False` ends it at the end."""
        checked("changes", options, CallOptions)
        path = f"{LISTS}/{segment(id)}/changes"
        return AsyncChanges(self._driver, Feed(self._core, {"cursor": cursor, "limit": limit}, options, follow=follow, path=path))


class AsyncCompanyRegistry:
    """
    The company registers, by an API key; with the token of a `session`, the account, its keys and its members. `account_id`
    chooses one of several accounts that the person of the session is in. `allow_insecure_http` lets a credential be sent by http
    to another machine, where everybody on the way can read it; without it that is refused.

    `timeout` is in seconds, for each attempt. `retries` says how often a request is repeated that failed by the network, a limit
    of the minute, or on our side. With `pace` the client waits for the next minute rather than exceed the limit of this one.
    `http_client` takes an httpx client of yours, which you close yourself; `transport` one of its transports.
    """

    def __init__(
        self,
        key: str | None = None,
        *,
        session: str | None = None,
        account_id: str | None = None,
        base_url: str = "http://localhost:3000",
        allow_insecure_http: bool = False,
        timeout: float = 30.0,
        retries: int = 2,
        pace: bool = False,
        http_client: httpx.AsyncClient | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._access = Access(base_url, key, session, account_id, allow_insecure_http=allow_insecure_http)
        client = http_client if http_client is not None else httpx.AsyncClient(transport=transport)
        self._core = Core(retries=retries, timeout=timeout, pace=pace)
        self._driver = AsyncDriver(client, self._access, is_own=http_client is None)
        self.entities = AsyncEntities(self._core, self._driver)
        self.snapshots = AsyncSnapshots(self._core, self._driver)
        self.api_keys = AsyncApiKeys(self._core, self._driver)
        self.members = AsyncMembers(self._core, self._driver)
        self.invitations = AsyncInvitations(self._core, self._driver)
        self.watch_lists = AsyncWatchLists(self._core, self._driver)
        self.webhook_endpoints = AsyncWebhookEndpoints(self._core, self._driver)
        self.alerts = AsyncAlerts(self._core, self._driver)

    @property
    def limits(self) -> Limits | None:
        """Where the limits stood at the last answer."""
        return self._core.limits

    def changes(self, *, follow: bool = True, **parameters: Unpack[ChangesParameters]) -> AsyncChanges:
        """
        What changed in all registers, from `cursor` on, for ever. With `follow=False` the end of the feed ends the loop.
        `ChangesParameters` has the filters.
        """
        query, options = split(checked("changes", parameters, ChangesParameters))
        return AsyncChanges(self._driver, Feed(self._core, query, options, follow=follow, path=f"{API}/changes"))

    def match(
        self,
        queries: Iterable[MatchQuery],
        *,
        limit: int | None = None,
        threshold: float | None = None,
        exclude: Sequence[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncBatches[MatchResult]:
        """The companies that somebody may mean: any number of queries, in batches, in their order. A unit for each query."""
        checked("match", options, CallOptions)
        all_queries = several("match", queries)
        wishes = {"limit": limit, "threshold": threshold, "exclude": exclude}
        given = {name: value for name, value in wishes.items() if value is not None}

        def ask(batch: list[MatchQuery]) -> Request:
            return Request(f"{API}/match", "POST", body={"queries": batch, **given})

        return AsyncBatches(self._driver, lambda: self._core.batches(all_queries, MATCH_SIZE, ask, options))

    async def countries(self, **options: Unpack[CallOptions]) -> list[Country]:
        flow: Flow[list[Country]] = self._core.data(Request(f"{API}/countries"), checked("countries", options, CallOptions))
        return await self._driver.run(flow)

    async def registers(self, **options: Unpack[CallOptions]) -> list[Register]:
        """The registers, and how fresh they are. It needs no key."""
        flow: Flow[list[Register]] = self._core.data(Request(f"{API}/registers"), checked("registers", options, CallOptions))
        return await self._driver.run(flow)

    async def plans(self, **options: Unpack[CallOptions]) -> list[ApiPlan]:
        """It needs no key."""
        flow: Flow[list[ApiPlan]] = self._core.data(Request(f"{API}/plans"), checked("plans", options, CallOptions))
        return await self._driver.run(flow)

    async def account(self, **options: Unpack[CallOptions]) -> Account:
        """Plan, usage and keys. It needs a session."""
        request = Request(f"{API}/account", by_session=True)
        flow: Flow[Account] = self._core.data(request, checked("account", options, CallOptions))
        return await self._driver.run(flow)

    async def memberships(self, **options: Unpack[CallOptions]) -> list[Membership]:
        """The accounts that the person of the session is in: first the one that they made."""
        request = Request(f"{API}/memberships", by_session=True)
        flow: Flow[list[Membership]] = self._core.data(request, checked("memberships", options, CallOptions))
        return await self._driver.run(flow)

    async def close(self) -> None:
        """Closes the connections, unless they are those of a client of yours."""
        await self._driver.close()

    async def __aenter__(self) -> AsyncCompanyRegistry:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncCompanyRegistry({self._access!r})"
