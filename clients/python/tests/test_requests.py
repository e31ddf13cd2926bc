"""What is asked, how often, and what of it can be seen."""

from __future__ import annotations

import asyncio
import json
import pickle
import traceback
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import company_registry
import httpx
import pytest
from company_registry import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AsyncCompanyRegistry,
    CompanyRegistry,
    EntityNotFoundError,
    InvalidRequestError,
    MonthlyQuotaExceededError,
    RateLimitExceededError,
    ServiceUnavailableError,
    _drivers,
)
from conftest import CUT, Blocking, Clock, Scripted, failure, ok

STRANGE = (httpx.Response(200, content=b"<html>"), httpx.Response(200, json=[]), httpx.Response(200, json={"ok": True}))
BUSY = failure(503, "service_unavailable", retry_after="0")


def test_what_may_pass_is_repeated_twice(kind: Blocking, clock: Clock) -> None:
    server = Scripted(failure(429, "rate_limit_exceeded", retry_after="7"), CUT, ok(["ok"]))
    assert kind.value(kind.make(server).countries()) == ["ok"]
    first, second = clock.waits
    assert 7 <= first <= 8
    assert 0.5 <= second <= 1
    for answer in (BUSY, CUT, httpx.ConnectTimeout("late"), *STRANGE):
        server = Scripted(answer)
        with pytest.raises((ServiceUnavailableError, ApiConnectionError)):
            kind.value(kind.make(server).countries())
        assert len(server.asked) == 3
    server = Scripted(BUSY)
    with pytest.raises(ServiceUnavailableError):
        kind.value(kind.make(server).countries(retries=0))
    assert len(server.asked) == 1


def test_what_may_not_pass_is_not_repeated(kind: Blocking, clock: Clock) -> None:
    later = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
    refusals = [
        (failure(429, "monthly_quota_exceeded", retry_after="1"), MonthlyQuotaExceededError),
        (failure(400, "invalid_request"), InvalidRequestError),
        (failure(429, "rate_limit_exceeded", retry_after="3600"), RateLimitExceededError),
        (failure(429, "rate_limit_exceeded", retry_after=later), RateLimitExceededError),
    ]
    for answer, error_class in refusals:
        server = Scripted(answer)
        with pytest.raises(error_class) as caught:
            kind.value(kind.make(server).countries())
        assert len(server.asked) == 1
        assert caught.value.request_id == "e6f6c1c2-0a51-4d9e-8f5c-1f2f4f6e9a01"
        assert caught.value.request_id in str(caught.value)
    assert clock.waits == []


def test_a_creation_is_repeated_with_its_idempotency_key_and_a_revocation_not_at_all(kind: Blocking, clock: Clock) -> None:
    server = Scripted(CUT, httpx.Response(201, json={"data": {"secret": "crd_x"}}))
    account = kind.make(server, session="token", key="crd_not_this")
    assert kind.value(account.api_keys.create("mine")) == {"secret": "crd_x"}
    first, second = server.asked
    assert len(first.headers["idempotency-key"]) == 36
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.headers["authorization"] == "Bearer token"
    assert "x-api-key" not in first.headers
    kind.value(account.api_keys.create("mine", expires_at=datetime(2030, 1, 1, tzinfo=timezone.utc)))
    assert b'"2030-01-01T00:00:00Z"' in server.asked[-1].content
    kind.value(account.api_keys.rotate("1", idempotency_key="mine"))
    assert server.asked[-1].headers["idempotency-key"] == "mine"
    for answer in (CUT, BUSY):
        server = Scripted(answer)
        with pytest.raises((ApiConnectionError, ServiceUnavailableError)):
            kind.value(kind.make(server, session="token").api_keys.revoke("1"))
        assert len(server.asked) == 1
    assert kind.value(kind.make(Scripted(httpx.Response(204)), session="token").api_keys.revoke("1")) is None


def test_a_session_chooses_an_account_and_a_key_does_not(kind: Blocking) -> None:
    server = Scripted(ok([]))
    registry = kind.make(server, key="crd_x", session="token", account_id="7d9b")
    kind.value(registry.memberships())
    kind.value(registry.countries())
    assert [request.headers.get("x-account-id") for request in server.asked] == ["7d9b", None]
    with pytest.raises(ValueError, match="^account_id has characters"):
        kind.make(account_id="7d\n9b")


def test_keys_get_less_power_and_a_limit_is_lifted(kind: Blocking) -> None:
    server = Scripted(httpx.Response(200, json={"data": {"id": "1"}}))
    keys = kind.make(server, session="token").api_keys
    kind.value(keys.create("mine", scopes=["match"], addresses=["192.0.2.0/24"], minute_limit=6, monthly_quota=9))
    assert json.loads(server.asked[-1].content) == {
        **{"name": "mine", "expiresAt": None, "scopes": ["match"], "addresses": ["192.0.2.0/24"]},
        **{"minuteLimit": 6, "monthlyQuota": 9},
    }
    kind.value(keys.change("1", monthly_quota=None, name="other", retries=0))
    assert (server.asked[-1].method, json.loads(server.asked[-1].content)) == ("PATCH", {"monthlyQuota": None, "name": "other"})
    kind.value(keys.rotate("1", overlap_seconds=0, name="next"))
    assert json.loads(server.asked[-1].content) == {"overlapSeconds": 0, "name": "next"}
    with pytest.raises(TypeError, match="unexpected keyword argument 'minutelimit'"):
        kind.value(keys.change("1", minutelimit=3))


def test_members_and_invitations(kind: Blocking, clock: Clock) -> None:
    server = Scripted(httpx.Response(200, json={"data": {"id": "1"}}))
    account = kind.make(server, session="token")
    calls = [
        account.members.list(),
        account.members.change("1", role="admin"),
        account.members.remove("1", hand_over_to="2"),
        account.invitations.list(),
        account.invitations.create("member", note="Grace"),
        account.invitations.read("cri_x"),
        account.invitations.accept("cri_x"),
        account.invitations.revoke("3"),
    ]
    for call in calls:
        kind.value(call)
    asked = [f"{request.method} {request.url.raw_path.decode()} {request.content.decode()}".strip() for request in server.asked]
    assert asked == [
        "GET /api/v1/members",
        'PATCH /api/v1/members/1 {"role": "admin"}',
        "DELETE /api/v1/members/1?handOverTo=2",
        "GET /api/v1/invitations",
        'POST /api/v1/invitations {"role": "member", "note": "Grace"}',
        'POST /api/v1/invitations/lookup {"token": "cri_x"}',
        'POST /api/v1/invitations/accept {"token": "cri_x"}',
        "DELETE /api/v1/invitations/3",
    ]
    # A creation is repeated with the same Idempotency-Key.
    for creation in (
        lambda one: one.invitations.create("member"),
        lambda one: one.watch_lists.create("Suppliers"),
    ):
        server = Scripted(CUT)
        with pytest.raises(ApiConnectionError):
            kind.value(creation(kind.make(server, session="token", key="crd_x")))
        keys = [request.headers["idempotency-key"] for request in server.asked]
        assert (len(keys), len(set(keys))) == (3, 1)
    # What ends something is not repeated after a lost answer.
    for lost in (
        lambda one: one.members.remove("1"),
        lambda one: one.invitations.accept("x"),
    ):
        server = Scripted(CUT)
        with pytest.raises(ApiConnectionError):
            kind.value(lost(kind.make(server, session="token")))
        assert len(server.asked) == 1


def test_parameters_are_those_of_the_contract(kind: Blocking) -> None:
    server = Scripted(ok([], page=1, pageCount=1))
    registry = kind.make(server, base_url="http://localhost:3000/")
    moment = datetime(2026, 11, 15, 10, 30, tzinfo=timezone(timedelta(hours=1)))
    kind.all(
        registry.entities.search(
            q="a&b", countries=["EE", "LV"], registered_from=date(2004, 9, 27), updated_since=moment, fuzzy=True, lei=None
        )
    )
    assert dict(server.asked[0].url.params) == {
        "q": "a&b",
        "countries": "EE,LV",
        "registeredFrom": "2004-09-27",
        "updatedSince": "2026-11-15T09:30:00Z",
        "fuzzy": "true",
        "mode": "words",
        "page": "1",
    }
    kind.all(registry.entities.search(q="a", mode="fragment", page=3, page_size=2))
    assert dict(server.asked[1].url.params) == {"q": "a", "mode": "fragment", "page": "3", "pageSize": "2"}
    kind.value(registry.entities.get("a/b", as_of="2026-11-15T09:30:00Z"))
    assert server.asked[2].url.raw_path == b"/api/v1/entities/a%2Fb?asOf=2026-11-15T09%3A30%3A00Z"
    assert server.asked[2].headers["user-agent"].startswith("company-registry-python/1.")
    assert "x-api-key" not in server.asked[2].headers
    with pytest.raises(TypeError, match="unexpected keyword argument 'pagesize'"):
        registry.entities.search(pagesize=3)
    with pytest.raises(ValueError, match="no time zone"):
        kind.all(registry.entities.search(updated_since=datetime(2026, 11, 15)))
    for id in ("", ".."):
        with pytest.raises(ValueError, match="An id is missing"):
            kind.value(registry.entities.get(id))
    with pytest.raises(TypeError, match="takes a list"):
        registry.entities.lookup({"id": "1"})
    assert len(server.asked) == 3


def test_a_list_goes_through_its_pages(kind: Blocking) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        page = int(request.url.params.get("page", 1))
        return ok([page * 10, page * 10 + 1], page=page, pageCount=3, total=6)

    search = kind.make(answer).entities.search(q="x")
    assert kind.all(search) == [10, 11, 20, 21, 30, 31]
    assert kind.all(search) == [10, 11, 20, 21, 30, 31]
    assert [page["meta"]["page"] for page in kind.all(search.pages())] == [1, 2, 3]
    assert kind.value(search.first_page())["meta"]["total"] == 6
    assert kind.some(search, 3) == [10, 11, 20]


def test_batches_are_split_and_keep_their_order(kind: Blocking) -> None:
    sizes: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        body = httpx.Response(200, content=request.content).json()
        inputs = body.get("items") or body["queries"]
        sizes.append(len(inputs))
        return ok([{"input": one} for one in inputs])

    registry = kind.make(answer)
    items = [{"country": "MD", "number": str(number)} for number in range(1000)]
    assert [one["input"] for one in kind.all(registry.entities.lookup(iter(items)))] == items
    assert sizes == [100] * 10
    sizes.clear()
    queries = [{"name": str(number)} for number in range(120)]
    assert [one["input"] for one in kind.value(registry.match(queries, limit=1).all())] == queries
    assert sizes == [50, 50, 20]
    assert kind.all(registry.match([])) == []
    assert sizes == [50, 50, 20]


def limits(remaining: int, reset: float) -> dict[str, str]:
    return {
        "x-ratelimit-limit": "2",
        "x-ratelimit-remaining": str(remaining),
        "x-ratelimit-reset": str(int(reset)),
        "x-monthly-quota-limit": "10",
        "x-monthly-quota-remaining": "9",
        "x-monthly-quota-reset": "2030-01-01T00:00:00.000Z",
    }


def test_limits_can_be_read_and_a_pace_waits_for_the_next_minute(kind: Blocking, clock: Clock) -> None:
    answers = [httpx.Response(200, json={"data": []}, headers=limits(0, clock.now + 40)), ok([])]
    server = Scripted(*answers)
    registry = kind.make(server, pace=True)
    assert not registry.limits
    kind.value(registry.countries())
    assert (registry.limits.minute.limit, registry.limits.minute.remaining) == (2, 0)
    assert registry.limits.period.resets_at == datetime(2030, 1, 1, tzinfo=timezone.utc)
    assert clock.waits == []
    kind.value(registry.countries())
    assert len(clock.waits) == 1
    assert 40 <= clock.waits[0] <= 40.5
    # The answer before said nothing of limits: what is known stays.
    assert registry.limits.minute.limit == 2
    unpaced = kind.make(Scripted(*answers))
    for _ in range(3):
        kind.value(unpaced.countries())
    assert len(clock.waits) == 1


class Enough(Exception):
    pass


def test_a_pace_holds_for_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Scripted(httpx.Response(200, json={"data": []}, headers=limits(1, 4_000_000_000)))
    registry = CompanyRegistry(transport=httpx.MockTransport(server), pace=True)
    registry.countries()

    def stop(_seconds: float) -> None:
        raise Enough

    monkeypatch.setattr("time.sleep", stop)

    def ask(_place: int) -> None:
        try:
            registry.countries()
        except Enough:
            pass

    # Each answer says that one is left: at no time are two on their way.
    together: list[int] = []
    perform = _drivers.Driver._perform

    def counted(self: Any, effect: Any, stream: Any) -> Any:
        together.append(registry._core._pending)
        return perform(self, effect, stream)

    monkeypatch.setattr(_drivers.Driver, "_perform", counted)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(20)))
    assert max(together) == 1
    assert registry._core._pending == 0


def test_a_pace_holds_for_tasks_and_a_task_that_is_cancelled_gives_its_place_back() -> None:
    async def main() -> None:
        asked = 0
        hanging = asyncio.Event()

        async def answer(_request: httpx.Request) -> httpx.Response:
            nonlocal asked
            asked += 1
            if asked > 1:
                await hanging.wait()
            return httpx.Response(200, json={"data": []}, headers=limits(1, 4_000_000_000))

        async with AsyncCompanyRegistry(transport=httpx.MockTransport(answer), pace=True) as registry:
            await registry.countries()
            tasks = [asyncio.create_task(registry.countries()) for _ in range(20)]
            while asked < 2:
                await asyncio.sleep(0)
            for _ in range(20):
                await asyncio.sleep(0)
            assert asked == 2
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
            assert registry._core._pending == 0

    asyncio.run(main())


def test_no_error_and_no_repr_has_a_secret(kind: Blocking, clock: Clock) -> None:
    secret = "crd_SECRET"
    registry = kind.make(Scripted(CUT), key=secret, session=secret, base_url="http://localhost:3000/x/")
    assert repr(registry).endswith("CompanyRegistry(http://localhost:3000/x)")
    for call in (registry.countries, registry.account):
        with pytest.raises(ApiConnectionError) as caught:
            kind.value(call())
        trace = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
        assert trace.__cause__
        frames = [*trace.stack, *trace.__cause__.stack]
        assert len(frames) > 10
        # The variables of all functions on the way, as tools that collect errors show them; but not those of this test.
        assert secret not in str([frame.locals for frame in frames if frame.filename != __file__])
        cause = caught.value.__cause__
        assert isinstance(cause, httpx.ReadError)
        assert secret not in f"{cause.request.headers!r} {cause.request.url}"
    with pytest.raises(ValueError, match=r"^key has characters that no header can have\.$"):
        kind.make(key="crd_SECRET\nPART")
    # The parts of an address are seen in errors.
    for address in (f"http://me:{secret}@localhost", f"http://localhost/?key={secret}", "localhost:3000", "ftp://x", "http://", ""):
        with pytest.raises(ValueError, match="^base_url is not an address") as wrong:
            kind.make(base_url=address)
        assert secret not in str(wrong.value)


def test_a_credential_goes_by_http_to_this_machine_alone_unless_it_is_allowed(kind: Blocking) -> None:
    elsewhere = ("http://registry.example", "http://10.0.0.1:3000", "http://127.0.0.1.example", "http://[2001:db8::1]/x", "http://0.0.0.0")
    for address in elsewhere:
        for credential in ({"key": "crd_x"}, {"session": "eyJ"}):
            with pytest.raises(ValueError, match="allow_insecure_http"):
                kind.make(base_url=address, **credential)
            kind.make(base_url=address, allow_insecure_http=True, **credential)
        kind.make(base_url=address)
    for address in ("https://registry.example", "http://localhost:1", "http://127.0.0.9", "http://[::1]:3000"):
        kind.make(base_url=address, key="crd_x")


def test_a_redirect_carries_the_key_nowhere_and_other_answers_keep_their_status(kind: Blocking, clock: Clock) -> None:
    server = Scripted(httpx.Response(302, headers={"location": "http://thief.example/"}))
    client = httpx.AsyncClient if kind.is_awaited else httpx.Client
    own = client(transport=httpx.MockTransport(server), follow_redirects=True)
    with pytest.raises(ApiError) as caught:
        kind.value(kind.make(http_client=own, key="crd_x").countries())
    assert (caught.value.status, caught.value.code) == (302, "unknown")
    assert [request.url.host for request in server.asked] == ["localhost"]
    server = Scripted(httpx.Response(502, content=b"<html>", headers={"x-request-id": "17"}))
    with pytest.raises(ApiError, match="502") as caught:
        kind.value(kind.make(server).countries(retries=0))
    assert caught.value.request_id == "17"
    newer = Scripted(failure(418, "a_code_of_tomorrow"))
    with pytest.raises(ApiError) as caught:
        kind.value(kind.make(newer).countries())
    assert type(caught.value) is ApiError


def test_an_attempt_has_its_timeout(kind: Blocking) -> None:
    server = Scripted(httpx.ReadTimeout("late"))
    registry = kind.make(server, timeout=5, retries=0)
    with pytest.raises(ApiTimeoutError) as caught:
        kind.value(registry.countries())
    assert isinstance(caught.value, TimeoutError) and isinstance(caught.value, ConnectionError)
    with pytest.raises(ApiTimeoutError):
        kind.value(registry.countries(timeout=0.5))
    assert [request.extensions["timeout"]["read"] for request in server.asked] == [5, 0.5]


def test_an_own_client_stays_open_and_others_are_closed(kind: Blocking) -> None:
    client = httpx.AsyncClient if kind.is_awaited else httpx.Client
    own = client(transport=httpx.MockTransport(Scripted(ok([]))))
    kind.value(kind.make(http_client=own).close())
    assert not own.is_closed
    registry = kind.make(Scripted(ok([])))
    kind.value(registry.countries())
    kind.value(registry.close())
    with pytest.raises(RuntimeError, match="closed"):
        kind.value(registry.countries())


def test_context_managers_close() -> None:
    with CompanyRegistry(transport=httpx.MockTransport(Scripted(ok([])))) as registry:
        assert registry.countries() == []
    assert registry._driver._client.is_closed

    async def main() -> None:
        async with AsyncCompanyRegistry(transport=httpx.MockTransport(Scripted(ok([])))) as awaited:
            assert await awaited.countries() == []
        assert awaited._driver._client.is_closed

    asyncio.run(main())


def test_both_clients_have_the_same_calls() -> None:
    for name in ("CompanyRegistry", "Entities", "Snapshots", "ApiKeys", "Members", "Invitations", "WatchLists", "Pages", "Batches", "Changes"):
        blocking, awaited = getattr(company_registry, name), getattr(company_registry, f"Async{name}")
        public = {call for call in dir(blocking) if not call.startswith("_")}
        assert public == {call for call in dir(awaited) if not call.startswith("_")}


def test_errors_survive_pickling() -> None:
    error = EntityNotFoundError(404, {"code": "entity_not_found", "message": "no", "requestId": "1"}, 3.0)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.request_id, again.retry_after, str(again)) == (EntityNotFoundError, "1", 3.0, str(error))


def test_frames_need_pandas(kind: Blocking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    server = Scripted(ok([]))
    with pytest.raises(ImportError, match=r"pip install 'company-registry\[pandas\]'"):
        kind.value(kind.make(server).entities.search().to_frame())
    assert server.asked == []


@pytest.mark.slow
def test_a_search_becomes_a_frame(kind: Blocking) -> None:
    pytest.importorskip("pandas")

    def answer(request: httpx.Request) -> httpx.Response:
        page, size = int(request.url.params["page"]), int(request.url.params["pageSize"])
        asked.append(size)
        return ok([{"id": f"{page}-{row}", "number": None} for row in range(size)], page=page, pageCount=3)

    asked: list[int] = []
    search = kind.make(answer).entities.search(q="x")
    assert len(kind.value(search.to_frame())) == 300
    assert asked == [100, 100, 100]
    asked.clear()
    frame = kind.value(search.to_frame(limit=7))
    assert (list(frame.columns), len(frame), asked) == (["id", "number"], 7, [7])
    empty = kind.value(kind.make(Scripted(ok([], page=1, pageCount=0))).entities.search().to_frame())
    assert list(empty.columns)[:3] == ["id", "countryCode", "canonicalName"]
    with pytest.raises(ValueError, match="limit"):
        kind.value(search.to_frame(limit=0))
