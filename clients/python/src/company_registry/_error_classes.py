# Written by npm run generate from the codes of the service. Do not edit.
"""A class for each code of the service."""

from ._error import ApiError


class InvalidRequestError(ApiError):
    """The request is malformed."""


class WebhookAddressRefusedError(ApiError):
    """Messages cannot be sent to this address."""


class InvalidSignatureError(ApiError):
    """The signature is missing, wrong or too old."""


class ApiKeyRequiredError(ApiError):
    """An API key is required: send it in the X-API-Key header."""


class InvalidApiKeyError(ApiError):
    """The API key is unknown, revoked, expired or damaged."""


class SessionRequiredError(ApiError):
    """A session is required: sign in first."""


class InvalidSessionError(ApiError):
    """The session is expired or not valid here."""


class InsufficientScopeError(ApiError):
    """The API key does not have the scope that this needs."""


class AddressNotAllowedError(ApiError):
    """The API key may not be used from this address."""


class OperatorRequiredError(ApiError):
    """This is for those who run the service."""


class IssuerRequiredError(ApiError):
    """This account requires you to sign in in another way."""


class InsufficientRoleError(ApiError):
    """Your role in this account does not allow this."""


class AccountNotFoundError(ApiError):
    """You are not a member of an account with this id."""


class EntityNotFoundError(ApiError):
    """There is no record with this id."""


class SnapshotNotFoundError(ApiError):
    """There is no snapshot with this id: GET /api/v1/snapshots lists those there are."""


class ApiKeyNotFoundError(ApiError):
    """There is no active API key with this id in this account."""


class ReconcileAddressNotFoundError(ApiError):
    """The API key has no address for OpenRefine."""


class WatchListNotFoundError(ApiError):
    """There is no watch list with this id in this account."""


class WebhookEndpointNotFoundError(ApiError):
    """There is no webhook endpoint with this id in this account."""


class WebhookDeliveryNotFoundError(ApiError):
    """The endpoint has no delivery with this id, or it is too old."""


class SessionNotFoundError(ApiError):
    """There is no open session with this id in this account."""


class MemberNotFoundError(ApiError):
    """There is no member with this id in this account."""


class InvitationNotFoundError(ApiError):
    """There is no such invitation: it is used, expired, revoked or unknown."""


class NotFoundError(ApiError):
    """There is nothing at this path."""


class MethodNotAllowedError(ApiError):
    """This path does not support the method."""


class NotAcceptableError(ApiError):
    """The answer is JSON, which the Accept header rules out."""


class RequestTimeoutError(ApiError):
    """The request did not arrive in time."""


class ApiKeyLimitReachedError(ApiError):
    """The plan's number of active API keys is used up."""


class WatchLimitReachedError(ApiError):
    """The plan's number of watch lists or watched companies is used up."""


class MemberLimitReachedError(ApiError):
    """The plan's number of members is used up."""


class AlreadyMemberError(ApiError):
    """You are a member of this account already."""


class LastOwnerError(ApiError):
    """An account needs an owner: make another member an owner first."""


class WebhookLimitReachedError(ApiError):
    """The plan's number of webhook endpoints is used up."""


class WebhookEndpointDisabledError(ApiError):
    """The endpoint is disabled: enable it first."""


class WebhookTestUnderWayError(ApiError):
    """A test of this account is under way: wait for what comes of it."""


class RotationInProgressError(ApiError):
    """The key has a successor, or an older key is still in its overlap: rotate the successor without an overlap, or revoke the older one first."""


class IdempotencyKeyReusedError(ApiError):
    """This Idempotency-Key was used for another request."""


class CursorExpiredError(ApiError):
    """The changes after this cursor are no longer kept: take a snapshot (GET /api/v1/snapshots) and go on from its cursor."""


class PayloadTooLargeError(ApiError):
    """The request is too large."""


class RangeNotSatisfiableError(ApiError):
    """The range lies outside of the file."""


class RateLimitExceededError(ApiError):
    """The per-minute limit is used up."""


class ReturnTooSoonError(ApiError):
    """You have left and come back within the last 24 hours: wait for Retry-After, then sign in again."""


class MonthlyQuotaExceededError(ApiError):
    """The quota of this billing period is used up."""


class InternalError(ApiError):
    """Something went wrong on our side. Quote the request id when you report it."""


class BillingUnavailableError(ApiError):
    """The payment provider cannot be reached at the moment."""


class ServiceUnavailableError(ApiError):
    """The service cannot reach its database at the moment."""


ERROR_CLASSES: dict[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "webhook_address_refused": WebhookAddressRefusedError,
    "invalid_signature": InvalidSignatureError,
    "api_key_required": ApiKeyRequiredError,
    "invalid_api_key": InvalidApiKeyError,
    "session_required": SessionRequiredError,
    "invalid_session": InvalidSessionError,
    "insufficient_scope": InsufficientScopeError,
    "address_not_allowed": AddressNotAllowedError,
    "operator_required": OperatorRequiredError,
    "issuer_required": IssuerRequiredError,
    "insufficient_role": InsufficientRoleError,
    "account_not_found": AccountNotFoundError,
    "entity_not_found": EntityNotFoundError,
    "snapshot_not_found": SnapshotNotFoundError,
    "api_key_not_found": ApiKeyNotFoundError,
    "reconcile_address_not_found": ReconcileAddressNotFoundError,
    "watch_list_not_found": WatchListNotFoundError,
    "webhook_endpoint_not_found": WebhookEndpointNotFoundError,
    "webhook_delivery_not_found": WebhookDeliveryNotFoundError,
    "session_not_found": SessionNotFoundError,
    "member_not_found": MemberNotFoundError,
    "invitation_not_found": InvitationNotFoundError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "not_acceptable": NotAcceptableError,
    "request_timeout": RequestTimeoutError,
    "api_key_limit_reached": ApiKeyLimitReachedError,
    "watch_limit_reached": WatchLimitReachedError,
    "member_limit_reached": MemberLimitReachedError,
    "already_member": AlreadyMemberError,
    "last_owner": LastOwnerError,
    "webhook_limit_reached": WebhookLimitReachedError,
    "webhook_endpoint_disabled": WebhookEndpointDisabledError,
    "webhook_test_under_way": WebhookTestUnderWayError,
    "rotation_in_progress": RotationInProgressError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "cursor_expired": CursorExpiredError,
    "payload_too_large": PayloadTooLargeError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "rate_limit_exceeded": RateLimitExceededError,
    "return_too_soon": ReturnTooSoonError,
    "monthly_quota_exceeded": MonthlyQuotaExceededError,
    "internal_error": InternalError,
    "billing_unavailable": BillingUnavailableError,
    "service_unavailable": ServiceUnavailableError,
}
"""The class of each code."""

__all__ = [
    "ERROR_CLASSES",
    "InvalidRequestError",
    "WebhookAddressRefusedError",
    "InvalidSignatureError",
    "ApiKeyRequiredError",
    "InvalidApiKeyError",
    "SessionRequiredError",
    "InvalidSessionError",
    "InsufficientScopeError",
    "AddressNotAllowedError",
    "OperatorRequiredError",
    "IssuerRequiredError",
    "InsufficientRoleError",
    "AccountNotFoundError",
    "EntityNotFoundError",
    "SnapshotNotFoundError",
    "ApiKeyNotFoundError",
    "ReconcileAddressNotFoundError",
    "WatchListNotFoundError",
    "WebhookEndpointNotFoundError",
    "WebhookDeliveryNotFoundError",
    "SessionNotFoundError",
    "MemberNotFoundError",
    "InvitationNotFoundError",
    "NotFoundError",
    "MethodNotAllowedError",
    "NotAcceptableError",
    "RequestTimeoutError",
    "ApiKeyLimitReachedError",
    "WatchLimitReachedError",
    "MemberLimitReachedError",
    "AlreadyMemberError",
    "LastOwnerError",
    "WebhookLimitReachedError",
    "WebhookEndpointDisabledError",
    "WebhookTestUnderWayError",
    "RotationInProgressError",
    "IdempotencyKeyReusedError",
    "CursorExpiredError",
    "PayloadTooLargeError",
    "RangeNotSatisfiableError",
    "RateLimitExceededError",
    "ReturnTooSoonError",
    "MonthlyQuotaExceededError",
    "InternalError",
    "BillingUnavailableError",
    "ServiceUnavailableError",
]
