"""
What the client does, as flows: generators that yield what is to be done, and go on with the result. A driver does it, by blocking
calls or by awaited ones. So retries, pages, batches, cursors and downloads are written once.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from ._request import Request

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """Sends a request. The result is the whole answer."""

    request: Request


@dataclass(frozen=True)
class Open:
    """Sends a request. The result is an answer whose body is still to be read; of an error, the whole one."""

    request: Request


@dataclass(frozen=True)
class Read:
    """The next bytes of the answer that was opened last; none at its end."""


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Give(Generic[T]):
    """Hands something out."""

    item: T


Effect: TypeAlias = Send | Open | Read | Sleep
Flow: TypeAlias = Generator[Effect, Any, T]
"""A flow with one result."""
Items: TypeAlias = Generator[Effect | Give[T], Any, None]
"""A flow that hands out many."""
