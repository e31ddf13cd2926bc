from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx

from ._error import ApiConnectionError, ApiTimeoutError
from ._request import Request
from ._version import __version__


class Access:
    """Address and credentials. Its repr has no secret."""

    def __init__(
        self,
        base_url: str,
        key: str | None,
        session: str | None,
        account_id: str | None = None,
        *,
        allow_insecure_http: bool = False,
    ) -> None:
        # A wrong address may have a password: no message repeats it.
        if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", base_url):
            raise ValueError("base_url is not an address of http or https, without a user name, a query and a fragment.")
        if (key or session) and not allow_insecure_http and not is_protected(base_url):
            raise ValueError(
                "base_url is an address of http on another machine, and everybody on the way could read the credential. "
                "Use https, or set allow_insecure_http."
            )
        # What the errors of a wrong header say contains it.
        for name, secret in (("key", key), ("session", session), ("account_id", account_id)):
            if not re.fullmatch(r"[\x21-\x7e]*", secret or ""):
                raise ValueError(f"{name} has characters that no header can have.")
        self._base = base_url.rstrip("/")
        self._key = key
        self._session = session
        self._account_id = account_id

    def __repr__(self) -> str:
        return self._base

    def built(self, client: httpx.Client | httpx.AsyncClient, request: Request) -> httpx.Request:
        built = client.build_request(
            request.method,
            self._base + request.address,
            content=request.content,
            headers={"accept": "application/json", "user-agent": f"company-registry-python/{__version__}"},
            timeout=request.timeout,
        )
        if request.body is not None:
            built.headers["content-type"] = "application/json"
        built.headers.update(request.headers)
        if request.by_session and self._session:
            built.headers["authorization"] = f"Bearer {self._session}"
            if self._account_id:
                built.headers["x-account-id"] = self._account_id
        elif not request.by_session and self._key:
            built.headers["x-api-key"] = self._key
        return built


def is_protected(address: str) -> bool:
    """Whether what is sent to an address cannot be read on the way: by https, or on this machine."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme == "https" or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def own_errors() -> Iterator[None]:
    """Errors of httpx become those of this package. Their request loses its headers, for these have the key."""
    try:
        yield
    except httpx.RequestError as error:
        strip(error)
        if isinstance(error, httpx.TimeoutException):
            raise ApiTimeoutError("No answer came in time.") from error
        raise ApiConnectionError("The service cannot be reached, or its answer broke off.") from error


def strip(error: httpx.RequestError) -> None:
    try:
        request = error.request
    except RuntimeError:
        return
    error.request = httpx.Request(request.method, request.url)
