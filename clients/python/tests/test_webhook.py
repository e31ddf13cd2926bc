"""Messages are verified; changed, old and unsigned ones are refused."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest
from company_registry import WebhookVerificationError, verify_webhook

NOW = 1_800_000_000
SECRET = "whsec_" + base64.b64encode(bytes([7]) * 32).decode()
BODY = json.dumps({"type": "endpoint.test", "timestamp": "2027-01-15T08:00:00.000Z", "data": {"endpointId": "é"}}).encode()


def signed(secret: str = SECRET, body: bytes = BODY) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, b"1.%d." % NOW + body, hashlib.sha256)).decode()


HEADERS = {"webhook-id": "1", "webhook-timestamp": str(NOW), "webhook-signature": signed()}


def test_what_is_signed_is_accepted() -> None:
    other = "whsec_" + base64.b64encode(bytes([8]) * 32).decode()
    titled = {name.title(): value for name, value in HEADERS.items()}
    both = {**HEADERS, "webhook-signature": f"v1a,x {signed(other)} {signed()}"}
    for headers in (HEADERS, titled, both):
        for body in (BODY, BODY.decode()):
            assert verify_webhook(SECRET, headers, body, now=NOW + 299) == json.loads(BODY)


@pytest.mark.parametrize(
    ("change", "body", "now"),
    [
        ({}, BODY + b" ", NOW),
        ({"webhook-id": "2"}, BODY, NOW),
        ({"webhook-timestamp": str(NOW + 1)}, BODY, NOW),
        ({"webhook-timestamp": "nan"}, BODY, NOW),
        ({"webhook-timestamp": "9" * 5000}, BODY, NOW),
        ({"webhook-signature": signed()[3:]}, BODY, NOW),
        ({"webhook-signature": signed("whsec_AAAA")}, BODY, NOW),
        ({"webhook-signature": "v1,ü"}, BODY, NOW),
        ({}, BODY, NOW + 301),
        ({}, BODY, NOW - 301),
    ],
)
def test_what_is_not_is_refused(change: dict[str, str], body: bytes, now: float) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(SECRET, {**HEADERS, **change}, body, now=now)


def test_a_header_that_is_missing_and_a_body_that_is_parsed_are_refused() -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(SECRET, {}, BODY)
    with pytest.raises(TypeError):
        verify_webhook(SECRET, HEADERS, json.loads(BODY), now=NOW)
    with pytest.raises(ValueError):
        verify_webhook("whsec_", HEADERS, BODY, now=NOW)
