from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from time import time
from typing import cast

from ._error import CompanyRegistryError
from .types import AlertRaisedMessage, EndpointTestMessage, WatchListChangedMessage

WebhookMessage = WatchListChangedMessage | AlertRaisedMessage | EndpointTestMessage
"""A message to a webhook endpoint. New types may come: leave alone what you do not know."""


class WebhookVerificationError(CompanyRegistryError):
    """The message was not signed with this secret, or is too old. Answer with 401."""


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, tolerance: float = 300, now: float | None = None
) -> WebhookMessage:
    """
    The message, if it was signed with the secret (`whsec_…`) and is at most `tolerance` seconds old; otherwise it raises a
    WebhookVerificationError. Give the body as it came, before it is parsed. This is version 1 of Standard Webhooks.
    """
    content = body.encode() if isinstance(body, str) else body
    if not isinstance(content, bytes):
        raise TypeError("Give the body before it is parsed.")
    sent = {name.lower(): value for name, value in headers.items()}
    try:
        id, moment, signatures = (sent[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError:
        raise WebhookVerificationError("A header is missing.") from None
    is_number = moment.isascii() and moment.isdigit() and len(moment) < 20
    if not is_number or abs((time() if now is None else now) - int(moment)) > tolerance:
        raise WebhookVerificationError("The message is too old, or from the future.")
    key = b64decode(secret.removeprefix("whsec_"), validate=True)
    if not key:
        raise ValueError("The secret is empty.")
    digest = hmac.digest(key, f"{id}.{moment}.".encode() + content, hashlib.sha256)
    expected = b"v1," + b64encode(digest)
    if not any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" ")):
        raise WebhookVerificationError("No signature fits.")
    return cast(WebhookMessage, json.loads(content))
