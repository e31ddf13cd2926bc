"""Snapshots: streamed, and resumed where they broke off."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from company_registry import ApiConnectionError, CompanyRegistryError, SnapshotNotFoundError
from conftest import Blocking, Clock, Scripted, failure

RECORDS = [{"id": str(number), "canonicalName": f"Ünï\u2028 {number}"} for number in range(300)]
LINES = [f"{json.dumps(record, ensure_ascii=False)}\n".encode() for record in RECORDS]
# A file may have several parts, each gzipped.
FILE = gzip.compress(b"".join(LINES[:100])) + gzip.compress(b"".join(LINES[100:]))


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Bytes in small pieces, which may break off."""

    def __init__(self, content: bytes, breaks_at: int | None) -> None:
        self.content = content
        self.breaks_at = breaks_at
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        end = len(self.content) if self.breaks_at is None else self.breaks_at
        for place in range(0, end, 97):
            yield self.content[place : min(place + 97, end)]
        if self.breaks_at is not None:
            raise httpx.ReadError("cut")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


class Files:
    """A service with one file. Each connection breaks after so many bytes, the last ones not at all."""

    def __init__(self, *breaks: int, status: int = 206) -> None:
        self.breaks = list(breaks)
        self.status = status
        self.asked: list[httpx.Request] = []
        self.bodies: list[Body] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        found = re.fullmatch(r"bytes=(\d+)-", request.headers.get("range", "bytes=0-"))
        assert found
        start = int(found[1])
        body = Body(FILE[start:], self.breaks.pop(0) if self.breaks else None)
        self.bodies.append(body)
        headers = {"content-length": str(len(FILE) - start), "etag": '"1"'}
        return httpx.Response(self.status if start else 200, stream=body, headers=headers)


def test_records_go_on_where_the_download_broke_off(kind: Blocking, clock: Clock) -> None:
    files = Files(0, 1, 500, 700)
    assert kind.all(kind.make(files).snapshots.records("1")) == RECORDS
    ranges = [(request.headers.get("range"), request.headers.get("if-range")) for request in files.asked]
    assert ranges == [(None, None), (None, None), ("bytes=1-", '"1"'), ("bytes=501-", '"1"'), ("bytes=1201-", '"1"')]
    assert all(body.is_closed for body in files.bodies)
    assert {request.headers["accept-encoding"] for request in files.asked} == {"identity"}


def test_a_file_can_be_downloaded_from_a_byte_on(kind: Blocking, clock: Clock) -> None:
    assert b"".join(kind.all(kind.make(Files(500)).snapshots.download("1"))) == FILE
    assert b"".join(kind.all(kind.make(Files(500)).snapshots.download("1", start=1000))) == FILE[1000:]
    with pytest.raises(CompanyRegistryError, match="begin anew"):
        kind.all(kind.make(Files(status=200)).snapshots.download("1", start=1000))


def test_a_loop_that_is_left_closes_its_connection(kind: Blocking) -> None:
    files = Files()
    assert kind.some(kind.make(files).snapshots.records("1"), 2) == RECORDS[:2]
    assert files.bodies[0].is_closed


def test_a_download_that_gives_nothing_ends(kind: Blocking, clock: Clock) -> None:
    with pytest.raises(ApiConnectionError, match="broke off"):
        kind.all(kind.make(Files(*[0] * 100)).snapshots.records("1"))
    assert len(clock.waits) == 10


def test_a_file_that_is_not_whole_is_no_file(kind: Blocking, clock: Clock) -> None:
    short = Scripted(httpx.Response(200, content=FILE[:-5]))
    with pytest.raises(ApiConnectionError, match="not whole"):
        kind.all(kind.make(short).snapshots.records("1"))
    with pytest.raises(SnapshotNotFoundError):
        kind.all(kind.make(Scripted(failure(404, "snapshot_not_found"))).snapshots.records("1"))
