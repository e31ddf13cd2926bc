from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from time import monotonic
from typing import Any

from ._core import Core, back_off, first, is_away, pause_after
from ._error import ApiError, CompanyRegistryError
from ._flow import Flow, Give, Items, Sleep
from ._request import Request
from .types import Change, ChangesPage

PATIENCE = 30
"""In seconds: how long the service holds an answer that would be empty."""


class Feed:
    """The changes after a cursor, each once."""

    def __init__(
        self, core: Core, query: Mapping[str, Any], options: Mapping[str, Any], *, follow: bool, path: str
    ) -> None:
        self.cursor: str = first(query.get("cursor"), "start")
        self._core = core
        self._query = {"limit": 1000, **{name: value for name, value in query.items() if value is not None}}
        self._options = options
        self._follow = follow
        self._path = path

    def changes(self) -> Items[Change]:
        while True:
            asked = monotonic()
            page = yield from self._page()
            for change in page["data"]:
                self.cursor = change["cursor"]
                yield Give(change)
            # The page may end behind its last entry, where filters leave some out.
            self.cursor = page["meta"]["nextCursor"]
            if page["meta"]["hasMore"]:
                continue
            if not self._follow:
                return
            # Where the service did not wait, because it may not or a proxy took the wish away, we do.
            if not page["data"] and monotonic() - asked < 1:
                yield Sleep(1)

    def _page(self) -> Flow[ChangesPage]:
        """The page after the cursor. While one follows, a service that is away is waited for."""
        # The first question for the end does not wait: its answer says where that is, so that a repetition skips nothing.
        waits = self._follow and self.cursor != "now"
        timeout = first(self._options.get("timeout"), self._core.timeout) + (PATIENCE if waits else 0)
        request = Request(
            self._path,
            query={**self._query, "cursor": self.cursor},
            headers={"prefer": f"wait={PATIENCE}"} if waits else {},
        )
        for attempt in count():
            try:
                page: ChangesPage = yield from self._core.json(request, {**self._options, "timeout": timeout})
                return page
            except CompanyRegistryError as error:
                pause = self._pause_after(error, attempt)
                if pause is None:
                    raise
            yield Sleep(pause)
        raise AssertionError

    def _pause_after(self, error: CompanyRegistryError, attempt: int) -> float | None:
        if not self._follow:
            return None
        if isinstance(error, ApiError) and error.code == "rate_limit_exceeded":
            return pause_after(error, attempt)
        return back_off(attempt) if is_away(error) else None
