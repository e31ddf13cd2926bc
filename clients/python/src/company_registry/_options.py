from typing import TypedDict


class CallOptions(TypedDict, total=False):
    """What each call can have in place of the settings of the client."""

    timeout: float | None
    """In seconds: how long an attempt waits for the service."""
    retries: int | None
    """How often a request is repeated that failed by the network, a limit of the minute, or on our side."""


CALL_OPTIONS = frozenset(CallOptions.__optional_keys__)
