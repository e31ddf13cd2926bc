from collections.abc import Mapping
from typing import Any


class CompanyRegistryError(Exception):
    """What can fail in a call."""


class ApiConnectionError(CompanyRegistryError, ConnectionError):
    """The service could not be reached, or its answer broke off. `__cause__` has the reason."""


class ApiTimeoutError(ApiConnectionError, TimeoutError):
    """No answer came in time."""


class ApiError(CompanyRegistryError):
    """The service answered with an error. Each code has a class of its own; a code that is newer than this package has this one."""

    status: int
    code: str
    message: str
    request_id: str | None
    """Quote it when you report a problem."""
    docs: str | None
    """Where the code is explained."""
    retry_after: float | None
    """In seconds, with every 429 and 503."""
    details: Mapping[str, Any]
    """The error as the service sent it."""

    def __init__(self, status: int, details: Mapping[str, Any], retry_after: float | None = None) -> None:
        super().__init__(status, details, retry_after)
        self.status = status
        self.code = details["code"]
        self.message = details["message"]
        self.request_id = details.get("requestId")
        self.docs = details.get("docs")
        self.retry_after = retry_after
        self.details = details

    def __str__(self) -> str:
        request = f", request {self.request_id}" if self.request_id else ""
        return f"{self.message} ({self.status} {self.code}{request})"
