from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone


@dataclass(frozen=True)
class Limit:
    limit: int
    remaining: int
    resets_at: datetime


@dataclass(frozen=True)
class Limits:
    """Where the limits of the key stood at the last answer."""

    minute: Limit
    period: Limit


def limits_of(headers: Mapping[str, str]) -> Limits | None:
    """The limits that an answer says. Answers that cost nothing say none."""
    try:
        minute = Limit(
            int(headers["x-ratelimit-limit"]),
            int(headers["x-ratelimit-remaining"]),
            datetime.fromtimestamp(int(headers["x-ratelimit-reset"]), timezone.utc),
        )
        period = Limit(
            int(headers["x-monthly-quota-limit"]),
            int(headers["x-monthly-quota-remaining"]),
            datetime.fromisoformat(headers["x-monthly-quota-reset"]),
        )
    except (KeyError, ValueError, OverflowError):
        return None
    return Limits(minute, period)
