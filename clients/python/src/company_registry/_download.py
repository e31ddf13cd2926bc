from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeVar

from ._core import Core, back_off, is_away
from ._error import ApiConnectionError, CompanyRegistryError
from ._flow import Give, Items, Read, Sleep
from ._request import Request
from .types import EntityDetail

T = TypeVar("T", covariant=True)
MOST_INTERRUPTIONS = 10
"""So many interruptions without a byte between them end a download."""


class Decoder(Protocol[T]):
    """Makes something of bytes as they come."""

    def feed(self, chunk: bytes) -> Iterator[T]: ...

    def end(self) -> Iterator[T]: ...


class Bytes:
    """The bytes as they are."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk

    def end(self) -> Iterator[bytes]:
        return iter(())


class Records:
    """The lines of a gzipped file, each a record."""

    def __init__(self) -> None:
        self._gzip = zlib.decompressobj(wbits=31)
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[EntityDetail]:
        while chunk:
            if self._gzip.eof:
                self._gzip = zlib.decompressobj(wbits=31)
            try:
                text = self._gzip.decompress(chunk)
            except zlib.error as error:
                raise CompanyRegistryError("The file of the snapshot is damaged.") from error
            *lines, self._rest = (self._rest + text).split(b"\n")
            for line in lines:
                yield json.loads(line)
            chunk = self._gzip.unused_data

    def end(self) -> Iterator[EntityDetail]:
        if not self._gzip.eof:
            raise ApiConnectionError("The file of the snapshot is not whole.")
        if self._rest:
            yield json.loads(self._rest)


def download(core: Core, path: str, start: int, decoder: Decoder[T], options: Mapping[str, Any]) -> Items[T]:
    """A file, from a byte on. If the connection breaks, it goes on where it stopped."""
    place, interruptions, etag = start, 0, ""
    while True:
        # The file is gzipped already: a second compression would make its bytes other ones.
        headers = {"accept-encoding": "identity"}
        if place > 0:
            headers["range"] = f"bytes={place}-"
            # If the file were another one, the whole of it would come. A snapshot never changes, so that cannot be.
            headers |= {"if-range": etag} if etag else {}
        try:
            response = yield from core.open(Request(path, headers=headers), options)
            if place > 0 and response.status_code != 206:
                raise CompanyRegistryError("The snapshot cannot be gone on with: begin anew.")
            etag = response.headers.get("etag", etag)
            left = int(response.headers.get("content-length", 0))
            while chunk := (yield Read()):
                place += len(chunk)
                left -= len(chunk)
                interruptions = 0
                for item in decoder.feed(chunk):
                    yield Give(item)
            if left > 0:
                raise ApiConnectionError(f"The download ended {left} bytes early.")
            break
        except CompanyRegistryError as error:
            interruptions += 1
            if not is_away(error):
                raise
            if interruptions > MOST_INTERRUPTIONS:
                raise ApiConnectionError("The download broke off.") from error
        yield Sleep(back_off(interruptions))
    for item in decoder.end():
        yield Give(item)
