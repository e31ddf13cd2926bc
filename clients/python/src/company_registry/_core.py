from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timezone
from itertools import count, islice
from threading import Lock
from time import time
from typing import Any, TypeVar

import httpx

from ._error import ApiConnectionError, ApiError, CompanyRegistryError
from ._flow import Effect, Flow, Give, Items, Open, Send, Sleep
from ._limits import Limit, Limits, limits_of
from ._options import CALL_OPTIONS, CallOptions
from ._request import Request, error_of, json_of

T = TypeVar("T")

LONGEST_WAIT = 65
"""The longest Retry-After that is waited for, in seconds: a minute, and what clocks differ by."""


class Core:
    """Decides what is sent, when, and how often, and remembers the limits."""

    def __init__(self, *, retries: int, timeout: float, pace: bool) -> None:
        self.limits: Limits | None = None
        self.timeout = timeout
        self._retries = retries
        self._pace = pace
        # Requests that are sent and not yet answered. Threads may share a client.
        self._pending = 0
        self._lock = Lock()

    def json(self, request: Request, options: Mapping[str, Any]) -> Flow[Any]:
        """The JSON of an answer."""
        return self.attempts(Send, request, options, json_of)

    def data(self, request: Request, options: Mapping[str, Any]) -> Flow[Any]:
        """The `data` of an answer."""
        return (yield from self.json(request, options))["data"]

    def open(self, request: Request, options: Mapping[str, Any]) -> Flow[httpx.Response]:
        """An answer whose body is still to be read."""
        return self.attempts(Open, request, options, lambda response: response)

    def pages(
        self,
        request: Request,
        options: Mapping[str, Any],
        unpack: Callable[[Any], Iterable[T]],
        *,
        by_cursor: bool = False,
    ) -> Items[T]:
        """What is made of the pages of a list, by their numbers or cursors, from the one on that the request asks for."""
        place: dict[str, Any] | None = {} if by_cursor else {"page": request.query.get("page") or 1}
        while place is not None:
            page = yield from self.json(replace(request, query={**request.query, **place}), options)
            for item in unpack(page):
                yield Give(item)
            place = next_place(place, page["meta"])

    def batches(
        self, inputs: Iterable[T], size: int, ask: Callable[[list[T]], Request], options: Mapping[str, Any]
    ) -> Items[Any]:
        """Answers for any number of inputs, in their order."""
        rest = iter(inputs)
        while batch := list(islice(rest, size)):
            for result in (yield from self.data(ask(batch), options)):
                yield Give(result)

    def attempts(
        self,
        effect: type[Send] | type[Open],
        request: Request,
        options: Mapping[str, Any],
        read: Callable[[httpx.Response], T],
    ) -> Flow[T]:
        retries = first(options.get("retries"), self._retries)
        timed = replace(request, timeout=first(options.get("timeout"), self.timeout))
        for attempt in count():
            try:
                return read((yield from self._attempt(effect(timed), request)))
            except CompanyRegistryError as error:
                may_repeat = attempt < retries and request.is_safe
                pause = pause_after(error, attempt) if may_repeat else None
                if pause is None:
                    raise
            yield Sleep(pause)
        raise AssertionError

    def _attempt(self, effect: Effect, request: Request) -> Flow[httpx.Response]:
        while (pause := self._begin(request)) > 0:
            yield Sleep(pause)
        try:
            response: httpx.Response = yield effect
        finally:
            with self._lock:
                self._pending -= 1
        self.limits = limits_of(response.headers) or self.limits
        if not response.is_success:
            raise error_of(response)
        return response

    def _begin(self, request: Request) -> float:
        """Counts a request as sent, or says how many seconds it has to wait."""
        with self._lock:
            pause = 0.0 if request.by_session or not self._pace else self._full_for()
            if pause <= 0:
                self._pending += 1
            return pause

    def _full_for(self) -> float:
        """For how many seconds the requests that are on their way use up the minute."""
        if self.limits is None or self.limits.minute.remaining > self._pending:
            return 0
        left = self.limits.minute.resets_at.timestamp() - time()
        if left > 0:
            return left + random.random() / 2
        # A new minute has begun. If all of it is on its way, an answer will say so.
        limit = self.limits.minute.limit
        minute = Limit(limit, limit, datetime.fromtimestamp(time() + 60, timezone.utc))
        self.limits = replace(self.limits, minute=minute)
        return self._full_for()


def split(parameters: Mapping[str, Any]) -> tuple[dict[str, Any], CallOptions]:
    """What is asked, and how."""
    query = {name: value for name, value in parameters.items() if name not in CALL_OPTIONS}
    options = {name: value for name, value in parameters.items() if name in CALL_OPTIONS}
    return query, options  # type: ignore[return-value]


def next_place(place: Mapping[str, Any], meta: Mapping[str, Any]) -> dict[str, Any] | None:
    """What leads to the page after; nothing at the end."""
    if "page" in place:
        return {"page": place["page"] + 1} if place["page"] < meta["pageCount"] else None
    return {"cursor": meta["nextCursor"]} if meta["nextCursor"] is not None else None


def first(value: Any, otherwise: Any) -> Any:
    return otherwise if value is None else value


def pause_after(error: CompanyRegistryError, attempt: int) -> float | None:
    """How long to wait before a request is sent again, in seconds; nothing if that would not help."""
    if isinstance(error, ApiConnectionError):
        return back_off(attempt)
    if not isinstance(error, ApiError) or error.code in ("monthly_quota_exceeded", "return_too_soon"):
        return None
    may_pass = error.status in (408, 429) or error.status >= 500
    if not may_pass or (error.retry_after or 0) > LONGEST_WAIT:
        return None
    return back_off(attempt) if error.retry_after is None else error.retry_after + random.random()


def back_off(attempt: int) -> float:
    """Half a second, then twice as long each time, at most 8; a random part of it, so that not all come back at once."""
    return min(8.0, 0.5 * 2.0 ** min(attempt, 10)) * (0.5 + random.random() / 2)


def is_away(error: CompanyRegistryError) -> bool:
    """Whether the service may be there again later."""
    return isinstance(error, ApiConnectionError) or (isinstance(error, ApiError) and error.status >= 500)
