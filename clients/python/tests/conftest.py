"""What the tests share. Each test is run with both clients: the one whose calls block, and the one whose calls are awaited."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

if "COMPANY_REGISTRY_INSTALLED" not in os.environ:
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from company_registry import AsyncCompanyRegistry, CompanyRegistry, _core, _feed  # noqa: E402

Handler = Callable[[httpx.Request], httpx.Response]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes a second or more")


class Clock:
    """Time that passes only by waiting."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.waits: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    async def awaited_sleep(self, seconds: float) -> None:
        self.sleep(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("time.sleep", clock.sleep)
    monkeypatch.setattr("anyio.sleep", clock.awaited_sleep)
    monkeypatch.setattr(_core, "time", lambda: clock.now)
    monkeypatch.setattr(_feed, "monotonic", lambda: clock.now)
    return clock


class Blocking:
    """Makes clients, and gives what their calls give."""

    is_awaited = False

    def make(self, handler: Handler | None = None, **settings: Any) -> Any:
        if handler is not None:
            settings["transport"] = httpx.MockTransport(handler)
        return CompanyRegistry(**settings)

    def value(self, given: Any) -> Any:
        return given

    def all(self, many: Any) -> list[Any]:
        return list(many)

    def some(self, many: Any, count: int) -> list[Any]:
        """The first ones. Then the loop is left."""
        items = []
        for item in many:
            items.append(item)
            if len(items) == count:
                break
        return items


class Awaited(Blocking):
    is_awaited = True

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner = runner

    def make(self, handler: Handler | None = None, **settings: Any) -> Any:
        if handler is not None:
            settings["transport"] = httpx.MockTransport(handler)
        return AsyncCompanyRegistry(**settings)

    def value(self, given: Any) -> Any:
        async def awaited() -> Any:
            return await given

        return self.runner.run(awaited()) if inspect.isawaitable(given) else given

    def all(self, many: Any) -> list[Any]:
        async def collected() -> list[Any]:
            return [item async for item in many]

        return self.runner.run(collected())

    def some(self, many: Any, count: int) -> list[Any]:
        async def collected() -> list[Any]:
            items: list[Any] = []
            loop = aiter(many)
            while len(items) < count:
                items.append(await anext(loop))
            await loop.aclose()
            return items

        return self.runner.run(collected())


@pytest.fixture(params=["blocking", "awaited"])
def kind(request: pytest.FixtureRequest) -> Iterator[Blocking]:
    if request.param == "blocking":
        yield Blocking()
        return
    with asyncio.Runner() as runner:
        yield Awaited(runner)


class Scripted:
    """Answers as it is told, one answer after another, the last one again and again, and remembers what was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = answers
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


def failure(status: int, code: str, **headers: str) -> httpx.Response:
    error = {"code": code, "message": "no", "requestId": "e6f6c1c2-0a51-4d9e-8f5c-1f2f4f6e9a01"}
    return httpx.Response(status, json={"error": error}, headers={name.replace("_", "-"): value for name, value in headers.items()})


def ok(data: Any, **meta: Any) -> httpx.Response:
    return httpx.Response(200, json={"data": data, "meta": meta})


CUT: Exception = httpx.ReadError("cut")


@pytest.fixture
def address() -> str:
    return needed("COMPANY_REGISTRY_URL")


@pytest.fixture
def key() -> str:
    return needed("COMPANY_REGISTRY_KEY")


@pytest.fixture
def session() -> str:
    return needed("COMPANY_REGISTRY_SESSION")


def needed(name: str) -> str:
    if name not in os.environ:
        pytest.skip(f"{name} is not set: there is no service to ask.")
    return os.environ[name]
