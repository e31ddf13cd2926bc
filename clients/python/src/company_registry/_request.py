"""How a call becomes a request, and an answer what it says. Nothing here sends anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any, TypeVar
from urllib.parse import quote, urlencode
from uuid import uuid4

import httpx

from ._error import ApiConnectionError, ApiError
from ._error_classes import ERROR_CLASSES

T = TypeVar("T")
Options = TypeVar("Options", bound=Mapping[str, Any])


@dataclass(frozen=True)
class Request:
    """A request without its credential, so that no repr and no traceback has that."""

    path: str
    method: str = "GET"
    query: Mapping[str, Any] = field(default_factory=dict)
    """By the names of Python."""
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    by_session: bool = False
    """By the account's session, not by the key."""
    is_safe: bool = True
    """Whether it may be sent again after a lost answer."""
    timeout: float = 30.0

    @property
    def address(self) -> str:
        words = {camel(name): text_of(name, value) for name, value in self.query.items() if value is not None}
        return f"{self.path}?{urlencode(words)}" if words else self.path

    @property
    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body, allow_nan=False).encode()


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def text_of(name: str, value: Any) -> str:
    """Lists are joined by commas. A moment needs its time zone."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{name} has no time zone: give it one, such as datetime.now(timezone.utc).")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(text_of(name, one) for one in value)
    return str(value)


def segment(id: str) -> str:
    """An id as a part of a path."""
    if not isinstance(id, str) or id in ("", ".", ".."):
        raise ValueError(f"An id is missing: {id!r}")
    return quote(id, safe="")


def checked(call: str, parameters: Options, kind: type) -> Options:
    """The parameters. Python itself would refuse unknown names, if they were not taken as a whole."""
    for name in parameters:
        if name not in kind.__required_keys__ | kind.__optional_keys__:  # type: ignore[attr-defined]
            raise TypeError(f"{call}() got an unexpected keyword argument {name!r}")
    return parameters


def several(call: str, inputs: Iterable[T]) -> Iterable[T]:
    """The inputs. A single one would be taken for a list of its letters or keys."""
    if isinstance(inputs, (str, bytes, Mapping)):
        raise TypeError(f"{call}() takes a list of objects, not one of them.")
    return inputs


def by_words(query: dict[str, Any]) -> dict[str, Any]:
    """A search by words, unless its mode says otherwise."""
    return {**query, "mode": "words"} if query.get("q") is not None and query.get("mode") is None else query


def given(**values: Any) -> dict[str, Any]:
    """What is given of some values."""
    return {name: value for name, value in values.items() if value is not None}


class Unchanged(Enum):
    """What is left out of a change, as None has a meaning of its own."""

    UNCHANGED = "unchanged"


UNCHANGED = Unchanged.UNCHANGED


def changed(**values: Any) -> dict[str, Any]:
    """What a change names."""
    return {name: value for name, value in values.items() if value is not UNCHANGED}


def creation(path: str, body: Any, idempotency_key: str | None, *, by_session: bool = True) -> Request:
    """The service keeps the answer to a creation under its key, so that a repetition makes nothing twice."""
    headers = {"idempotency-key": idempotency_key or str(uuid4())}
    return Request(path, "POST", body=body, headers=headers, by_session=by_session)


def json_of(response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None
    try:
        answer = response.json()
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or "data" not in answer:
        raise ApiConnectionError("The answer is not one of the service, or it broke off.")
    return answer


def error_of(response: httpx.Response) -> ApiError:
    """The error that an answer says. What is not of our form, such as the page of a proxy, keeps its status."""
    details = details_in(response) or {
        "code": "unknown",
        "message": f"The answer was {response.status_code} {response.reason_phrase}".strip(),
        "requestId": response.headers.get("x-request-id"),
    }
    error_class = ERROR_CLASSES.get(details["code"], ApiError)
    return error_class(response.status_code, details, seconds_of(response.headers.get("retry-after")))


def details_in(response: httpx.Response) -> dict[str, Any] | None:
    try:
        error = response.json()["error"]
        return error if isinstance(error["code"], str) and isinstance(error["message"], str) else None
    except (ValueError, KeyError, TypeError):
        return None


def seconds_of(retry_after: str | None) -> float | None:
    """Seconds, or, as proxies write it, a moment."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(int(retry_after)))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(retry_after)
        return max(0.0, (moment - datetime.now(timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None
