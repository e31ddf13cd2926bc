"""The two that do what flows say: one by blocking calls, one by awaited ones."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Generator
from typing import Any, TypeVar

import anyio
import httpx

from ._access import Access, own_errors
from ._flow import Effect, Flow, Give, Items, Open, Read, Sleep

T = TypeVar("T")


class Stream:
    """The answer that is open, and what is left of its bytes."""

    response: httpx.Response | None = None
    chunks: Any = None


class Outcome:
    """What came of an effect: a result or an error."""

    def __init__(self, result: Any = None, error: BaseException | None = None) -> None:
        self._result = result
        self._error = error

    def into(self, flow: Generator[T, Any, Any]) -> T:
        """The flow goes on with it. The result is its next effect."""
        return flow.throw(self._error) if self._error is not None else flow.send(self._result)


class Driver:
    def __init__(self, client: httpx.Client, access: Access, *, is_own: bool) -> None:
        self._client = client
        self._access = access
        self._is_own = is_own

    def run(self, flow: Flow[T]) -> T:
        stream = Stream()
        try:
            effect = next(flow)
            while True:
                effect = self._outcome(effect, stream).into(flow)
        except StopIteration as end:
            result: T = end.value
            return result

    def iterate(self, flow: Items[T]) -> Generator[T, None, None]:
        stream = Stream()
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Give):
                    yield effect.item
                    effect = next(flow)
                else:
                    effect = self._outcome(effect, stream).into(flow)
        except StopIteration:
            return
        finally:
            if stream.response:
                stream.response.close()

    def _outcome(self, effect: Effect, stream: Stream) -> Outcome:
        try:
            with own_errors():
                return Outcome(self._perform(effect, stream))
        except BaseException as error:
            return Outcome(error=error)

    def _perform(self, effect: Effect, stream: Stream) -> Any:
        if isinstance(effect, Sleep):
            return time.sleep(effect.seconds)
        if isinstance(effect, Read):
            return next(stream.chunks, b"")
        if stream.response:
            stream.response.close()
        request = self._access.built(self._client, effect.request)
        response = self._client.send(request, stream=True, follow_redirects=False)
        if isinstance(effect, Open) and response.is_success:
            stream.response, stream.chunks = response, response.iter_bytes()
            return response
        try:
            response.read()
        finally:
            response.close()
        return response

    def close(self) -> None:
        if self._is_own:
            self._client.close()


class AsyncDriver:
    def __init__(self, client: httpx.AsyncClient, access: Access, *, is_own: bool) -> None:
        self._client = client
        self._access = access
        self._is_own = is_own

    async def run(self, flow: Flow[T]) -> T:
        stream = Stream()
        try:
            effect = next(flow)
            while True:
                effect = (await self._outcome(effect, stream)).into(flow)
        except StopIteration as end:
            result: T = end.value
            return result

    async def iterate(self, flow: Items[T]) -> AsyncGenerator[T, None]:
        stream = Stream()
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Give):
                    yield effect.item
                    effect = next(flow)
                else:
                    effect = (await self._outcome(effect, stream)).into(flow)
        except StopIteration:
            return
        finally:
            if stream.response:
                await stream.response.aclose()

    async def _outcome(self, effect: Effect, stream: Stream) -> Outcome:
        try:
            with own_errors():
                return Outcome(await self._perform(effect, stream))
        except BaseException as error:
            return Outcome(error=error)

    async def _perform(self, effect: Effect, stream: Stream) -> Any:
        if isinstance(effect, Sleep):
            return await anyio.sleep(effect.seconds)
        if isinstance(effect, Read):
            return await anext(stream.chunks, b"")
        if stream.response:
            await stream.response.aclose()
        request = self._access.built(self._client, effect.request)
        response = await self._client.send(request, stream=True, follow_redirects=False)
        if isinstance(effect, Open) and response.is_success:
            stream.response, stream.chunks = response, response.aiter_bytes()
            return response
        try:
            await response.aread()
        finally:
            await response.aclose()
        return response

    async def close(self) -> None:
        if self._is_own:
            await self._client.aclose()
