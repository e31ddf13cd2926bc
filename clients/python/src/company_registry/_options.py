from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

Role: TypeAlias = Literal["owner", "admin", "member", "billing"]
"""What a person can be in an account."""


class CallOptions(TypedDict, total=False):
    """What each call can have in place of the settings of the client."""

    timeout: float | None
    """In seconds: how long an attempt waits for the service."""
    retries: int | None
    """How often a request is repeated that failed by the network, a limit of the minute, or on our side."""


class ApiKeyPowers(CallOptions, total=False):
    """What a key may do, from where and how much. `None`: no limit of its own."""

    scopes: Sequence[str] | None
    """Such as `companies:read`."""
    addresses: Sequence[str] | None
    """Addresses and networks (CIDR) that it may be used from."""
    minute_limit: int | None
    """Requests a minute."""
    monthly_quota: int | None
    """Units a billing period."""


class ApiKeyChange(ApiKeyPowers, total=False):
    """What to change of a key."""

    name: str


CALL_OPTIONS = frozenset(CallOptions.__optional_keys__)
