from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

from ._core import Core, split
from ._drivers import Driver
from ._flow import Flow
from ._options import ApiKeyChange, ApiKeyPowers, CallOptions, Role
from ._request import Request, camel, checked, creation, given, segment, text_of
from ._version import API
from .types import ApiKey, CreatedApiKey, CreatedInvitation, Invitation, InvitationOffer, Member, Membership

KEYS = f"{API}/api-keys"
MEMBERS = f"{API}/members"
INVITATIONS = f"{API}/invitations"


class ApiKeys:
    """The API keys of the account. They need a session."""

    def __init__(self, core: Core, driver: Driver) -> None:
        self._core = core
        self._driver = driver

    def list(self, **options: Unpack[CallOptions]) -> Sequence[ApiKey]:
        request = Request(KEYS, by_session=True)
        flow: Flow[Sequence[ApiKey]] = self._core.data(request, checked("list", options, CallOptions))
        return self._driver.run(flow)

    def create(
        self,
        name: str,
        *,
        expires_at: str | datetime | None = None,
        idempotency_key: str | None = None,
        **powers: Unpack[ApiKeyPowers],
    ) -> CreatedApiKey:
        """
        The answer has the secret, for the only time. `scopes`, `addresses`, `minute_limit` and `monthly_quota` give it less power
        than the account has.
        """
        limits, options = split(checked("create", powers, ApiKeyPowers))
        body = {"name": name, "expiresAt": end_of(expires_at), **{camel(limit): value for limit, value in limits.items()}}
        flow: Flow[CreatedApiKey] = self._core.data(creation(KEYS, body, idempotency_key), options)
        return self._driver.run(flow)

    def change(self, id: str, **change: Unpack[ApiKeyChange]) -> ApiKey:
        """What is left out stays as it is; `None` lifts a limit."""
        changes, options = split(checked("change", change, ApiKeyChange))
        body = {camel(name): value for name, value in changes.items()}
        request = Request(f"{KEYS}/{segment(id)}", "PATCH", body=body, by_session=True)
        flow: Flow[ApiKey] = self._core.data(request, options)
        return self._driver.run(flow)

    def rotate(
        self,
        id: str,
        *,
        overlap_seconds: int | None = None,
        name: str | None = None,
        expires_at: str | datetime | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CreatedApiKey:
        """A new key with the same power in the place of another, which goes on for `overlap_seconds`."""
        body = given(overlapSeconds=overlap_seconds, name=name, expiresAt=end_of(expires_at))
        request = creation(f"{KEYS}/{segment(id)}/rotate", body, idempotency_key)
        flow: Flow[CreatedApiKey] = self._core.data(request, checked("rotate", options, CallOptions))
        return self._driver.run(flow)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> None:
        """It is not repeated: after a lost answer the key may be gone already."""
        request = Request(f"{KEYS}/{segment(id)}", "DELETE", by_session=True, is_safe=False)
        self._driver.run(self._core.json(request, checked("revoke", options, CallOptions)))


class Members:
    """The people of the account. They need a session."""

    def __init__(self, core: Core, driver: Driver) -> None:
        self._core = core
        self._driver = driver

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Member]:
        request = Request(MEMBERS, by_session=True)
        flow: Flow[Sequence[Member]] = self._core.data(request, checked("list", options, CallOptions))
        return self._driver.run(flow)

    def change(self, id: str, *, role: Role, **options: Unpack[CallOptions]) -> Member:
        """Gives a member another role."""
        request = Request(f"{MEMBERS}/{segment(id)}", "PATCH", body={"role": role}, by_session=True)
        flow: Flow[Member] = self._core.data(request, checked("change", options, CallOptions))
        return self._driver.run(flow)

    def remove(self, id: str, *, hand_over_to: str | None = None, **options: Unpack[CallOptions]) -> None:
        """
        Removes a member; with your own id you leave. Their keys are revoked, or go to the member with the id `hand_over_to`. It
        is not repeated: after a lost answer the member may be gone already.
        """
        query = {"hand_over_to": hand_over_to}
        request = Request(f"{MEMBERS}/{segment(id)}", "DELETE", query=query, by_session=True, is_safe=False)
        self._driver.run(self._core.json(request, checked("remove", options, CallOptions)))


class Invitations:
    """Links that make people members of the account. They need a session."""

    def __init__(self, core: Core, driver: Driver) -> None:
        self._core = core
        self._driver = driver

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Invitation]:
        request = Request(INVITATIONS, by_session=True)
        flow: Flow[Sequence[Invitation]] = self._core.data(request, checked("list", options, CallOptions))
        return self._driver.run(flow)

    def create(
        self,
        role: Role,
        *,
        note: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CreatedInvitation:
        """The answer has the link, for the only time."""
        request = creation(INVITATIONS, given(role=role, note=note), idempotency_key)
        flow: Flow[CreatedInvitation] = self._core.data(request, checked("create", options, CallOptions))
        return self._driver.run(flow)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> None:
        """It is not repeated: after a lost answer the invitation may be gone already."""
        request = Request(f"{INVITATIONS}/{segment(id)}", "DELETE", by_session=True, is_safe=False)
        self._driver.run(self._core.json(request, checked("revoke", options, CallOptions)))

    def read(self, token: str, **options: Unpack[CallOptions]) -> InvitationOffer:
        """Whose account it is, and in which role, before you accept."""
        request = Request(f"{INVITATIONS}/lookup", "POST", body={"token": token}, by_session=True)
        flow: Flow[InvitationOffer] = self._core.data(request, checked("read", options, CallOptions))
        return self._driver.run(flow)

    def accept(self, token: str, **options: Unpack[CallOptions]) -> Membership:
        """Makes you a member. It is not repeated: after a lost answer the invitation may be used already."""
        request = Request(f"{INVITATIONS}/accept", "POST", body={"token": token}, by_session=True, is_safe=False)
        flow: Flow[Membership] = self._core.data(request, checked("accept", options, CallOptions))
        return self._driver.run(flow)


def end_of(expires_at: str | datetime | None) -> str | None:
    return None if expires_at is None else text_of("expires_at", expires_at)
