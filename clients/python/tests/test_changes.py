"""The feed of changes: each once, whatever happens on the way."""

from __future__ import annotations

import httpx
import pytest
from company_registry import ApiConnectionError, CursorExpiredError, MonthlyQuotaExceededError, ServiceUnavailableError
from conftest import CUT, Blocking, Clock, Scripted, failure, ok


class Feed:
    """A service with so many changes, in pages of three, that fails at every second request."""

    def __init__(self, count: int, *failures: httpx.Response | Exception) -> None:
        self.count = count
        self.failures = failures
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if self.failures and len(self.asked) % 2 == 0:
            failed = self.failures[len(self.asked) // 2 % len(self.failures)]
            if isinstance(failed, Exception):
                raise failed
            return httpx.Response(failed.status_code, headers=failed.headers, content=failed.content)
        cursor = request.url.params["cursor"]
        start = {"start": 0, "now": self.count}.get(cursor) if not cursor.isdigit() else int(cursor)
        assert start is not None
        end = min(self.count, start + 3)
        # Filters leave out every seventh, so that a page can end behind its last change.
        data = [{"cursor": str(place + 1), "entityId": str(place)} for place in range(start, end) if place % 7]
        return ok(data, nextCursor=str(end), hasMore=end < self.count, oldestCursor="0", dataVersion=1)


FAILURES = (CUT, failure(503, "service_unavailable", retry_after="1"), failure(429, "rate_limit_exceeded", retry_after="2"))
WANTED = [str(place) for place in range(50) if place % 7]


def test_changes_come_once_each_over_interruptions(kind: Blocking, clock: Clock) -> None:
    feed = Feed(50, *FAILURES)
    changes = kind.make(feed, retries=0).changes(country="MD")
    assert [change["entityId"] for change in kind.some(changes, len(WANTED))] == WANTED
    assert changes.cursor == "49" or changes.cursor == "50"
    assert dict(feed.asked[0].url.params) == {"country": "MD", "limit": "1000", "cursor": "start"}
    assert feed.asked[0].headers["prefer"] == "wait=30"
    assert feed.asked[0].extensions["timeout"]["read"] == 60


def test_a_loop_that_is_left_goes_on_where_it_was_also_in_another_process(kind: Blocking, clock: Clock) -> None:
    feed = Feed(50, *FAILURES)
    changes = kind.make(feed).changes(follow=False)
    seen = [change["entityId"] for change in kind.some(changes, 4)]
    seen += [change["entityId"] for change in kind.some(changes, 5)]
    seen += [change["entityId"] for change in kind.all(kind.make(feed).changes(cursor=changes.cursor, follow=False))]
    assert seen == WANTED
    assert "prefer" not in feed.asked[0].headers


def test_the_cursor_is_that_of_the_change_that_was_handed_out(clock: Clock) -> None:
    changes = Blocking().make(Feed(50)).changes(follow=False)
    for change in changes:
        assert changes.cursor == change["cursor"]
    assert changes.cursor == "50"


def test_the_end_is_found_before_it_is_waited_for(kind: Blocking, clock: Clock) -> None:
    feed = Feed(4)

    def answer(request: httpx.Request) -> httpx.Response:
        # New changes come while nobody asks.
        response = Feed.__call__(feed, request)
        feed.count = 6
        return response

    changes = kind.make(answer).changes(cursor="now")
    assert [change["entityId"] for change in kind.some(changes, 2)] == ["4", "5"]
    assert ["prefer" in request.headers for request in feed.asked] == [False, True]
    # The service did not hold the empty answer, so the client waits a second itself.
    assert clock.waits == [1]


def test_what_will_not_pass_ends_the_loop(kind: Blocking, clock: Clock) -> None:
    for follow, asked, answer, error in (
        (True, 1, failure(410, "cursor_expired"), CursorExpiredError),
        (True, 1, failure(429, "monthly_quota_exceeded", retry_after="1000"), MonthlyQuotaExceededError),
        (False, 3, failure(503, "service_unavailable", retry_after="1"), ServiceUnavailableError),
        (False, 3, CUT, ApiConnectionError),
    ):
        server = Scripted(answer)
        with pytest.raises(error):
            kind.all(kind.make(server).changes(follow=follow))
        assert len(server.asked) == asked
