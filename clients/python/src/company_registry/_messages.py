from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from ._core import Core
from ._drivers import Driver
from ._flow import Flow
from ._lists import Pages
from ._options import CallOptions
from ._request import UNCHANGED, Request, Unchanged, changed, checked, creation, given, segment, several
from ._version import API
from .types import (
    Alert,
    AlertChoices,
    AlertsPage,
    CreatedWebhookEndpoint,
    NewAlertChoice,
    WebhookDeliveriesPage,
    WebhookDelivery,
    WebhookEndpoint,
)

ENDPOINTS = f"{API}/webhook-endpoints"


class WebhookEndpoints:
    """Addresses that get messages, and what came of their deliveries."""

    def __init__(self, core: Core, driver: Driver) -> None:
        self._core = core
        self._driver = driver

    def list(self, **options: Unpack[CallOptions]) -> Sequence[WebhookEndpoint]:
        flow: Flow[Sequence[WebhookEndpoint]] = self._core.data(Request(ENDPOINTS), checked("list", options, CallOptions))
        return self._driver.run(flow)

    def get(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        request = Request(f"{ENDPOINTS}/{segment(id)}")
        flow: Flow[WebhookEndpoint] = self._core.data(request, checked("get", options, CallOptions))
        return self._driver.run(flow)

    def create(
        self,
        url: str,
        *,
        events: Sequence[str],
        list_ids: Sequence[str] | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CreatedWebhookEndpoint:
        """The answer has the secret, for the only time. Without `list_ids` it gets messages about all watch lists."""
        body = given(url=url, events=[*several("create", events)], listIds=list_ids, description=description)
        request = creation(ENDPOINTS, body, idempotency_key, by_session=False)
        flow: Flow[CreatedWebhookEndpoint] = self._core.data(request, checked("create", options, CallOptions))
        return self._driver.run(flow)

    def change(
        self,
        id: str,
        *,
        url: str | Unchanged = UNCHANGED,
        events: Sequence[str] | Unchanged = UNCHANGED,
        list_ids: Sequence[str] | None | Unchanged = UNCHANGED,
        description: str | None | Unchanged = UNCHANGED,
        **options: Unpack[CallOptions],
    ) -> WebhookEndpoint:
        """What is left out stays as it is. `list_ids=None` means all watch lists."""
        body = changed(url=url, events=events, listIds=list_ids, description=description)
        request = Request(f"{ENDPOINTS}/{segment(id)}", "PATCH", body=body)
        flow: Flow[WebhookEndpoint] = self._core.data(request, checked("change", options, CallOptions))
        return self._driver.run(flow)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """It is not repeated: after a lost answer the endpoint may be gone already."""
        request = Request(f"{ENDPOINTS}/{segment(id)}", "DELETE", is_safe=False)
        self._driver.run(self._core.json(request, checked("delete", options, CallOptions)))

    def rotate_secret(
        self, id: str, *, overlap_seconds: int | None = None, **options: Unpack[CallOptions]
    ) -> CreatedWebhookEndpoint:
        """
        A new secret. The one before signs too for `overlap_seconds`, a day unless you say otherwise. It is not repeated: a lost
        answer had a secret that nobody has seen, so rotate again without an overlap.
        """
        body = given(overlapSeconds=overlap_seconds)
        request = Request(f"{ENDPOINTS}/{segment(id)}/rotate-secret", "POST", body=body, is_safe=False)
        flow: Flow[CreatedWebhookEndpoint] = self._core.data(request, checked("rotate_secret", options, CallOptions))
        return self._driver.run(flow)

    def enable(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """Enables an endpoint that was disabled, and sends what waits."""
        request = Request(f"{ENDPOINTS}/{segment(id)}/enable", "POST")
        flow: Flow[WebhookEndpoint] = self._core.data(request, checked("enable", options, CallOptions))
        return self._driver.run(flow)

    def test(self, id: str, **options: Unpack[CallOptions]) -> str:
        """Sends a test. Returns the id of the message, as all sending does."""
        flow = self._sent(id, "test", None, checked("test", options, CallOptions))
        return self._driver.run(flow)

    def deliveries(
        self, id: str, *, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> Pages[WebhookDelivery, WebhookDeliveriesPage]:
        """The attempts of the last 30 days, newest first."""
        checked("deliveries", options, CallOptions)
        request = Request(f"{ENDPOINTS}/{segment(id)}/deliveries", query={"limit": limit})
        return Pages(self._core, self._driver, request, options, WebhookDelivery, by_cursor=True)

    def replay_delivery(self, id: str, delivery_id: str, **options: Unpack[CallOptions]) -> str:
        """Sends what a delivery had once more."""
        path = f"deliveries/{segment(delivery_id)}/replay"
        flow = self._sent(id, path, None, checked("replay_delivery", options, CallOptions))
        return self._driver.run(flow)

    def replay(self, id: str, *, list_id: str, cursor: str, **options: Unpack[CallOptions]) -> str:
        """Sends one message about all changes of a watch list after a cursor."""
        body = {"listId": list_id, "cursor": cursor}
        flow = self._sent(id, "replay", body, checked("replay", options, CallOptions))
        return self._driver.run(flow)

    def _sent(self, id: str, path: str, body: Any, options: CallOptions) -> Flow[str]:
        data = yield from self._core.data(Request(f"{ENDPOINTS}/{segment(id)}/{path}", "POST", body=body), options)
        return str(data["messageId"])


class Alerts:
    """
    What the people of the account should know. It needs a session: each person reads and chooses for themselves.
    """

    def __init__(self, core: Core, driver: Driver) -> None:
        self._core = core
        self._driver = driver

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> Pages[Alert, AlertsPage]:
        """The alerts, newest first. `meta` of a page says how many the person has not read."""
        checked("list", options, CallOptions)
        request = Request(f"{API}/alerts", query={"limit": limit}, by_session=True)
        return Pages(self._core, self._driver, request, options, Alert, by_cursor=True)

    def read(self, up_to: str, **options: Unpack[CallOptions]) -> int:
        """Marks an alert and all older ones as read. Returns how many are unread then."""
        request = Request(f"{API}/alerts/read", "POST", body={"upTo": up_to}, by_session=True)
        flow: Flow[dict[str, int]] = self._core.data(request, checked("read", options, CallOptions))
        unread = self._driver.run(flow)
        return unread["unread"]

    def choices(self, **options: Unpack[CallOptions]) -> AlertChoices:
        """Which kinds the person gets by e-mail, and at which address."""
        request = Request(f"{API}/alert-choices", by_session=True)
        flow: Flow[AlertChoices] = self._core.data(request, checked("choices", options, CallOptions))
        return self._driver.run(flow)

    def choose(self, choices: Sequence[NewAlertChoice], **options: Unpack[CallOptions]) -> AlertChoices:
        """Changes the kinds that are named, and returns all choices."""
        body = {"choices": [*several("choose", choices)]}
        request = Request(f"{API}/alert-choices", "PATCH", body=body, by_session=True)
        flow: Flow[AlertChoices] = self._core.data(request, checked("choose", options, CallOptions))
        return self._driver.run(flow)
