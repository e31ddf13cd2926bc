/** What an error of the service says. */
export interface ErrorDetails {
  code: string;
  message: string;
  requestId?: string | undefined;
  docs?: string | undefined;
  /** For a record that its register no longer has: until when it was served, and where its history is. */
  lastServedAt?: string | undefined;
  history?: string | undefined;
}

/** The service could not be reached, or its answer broke off. `cause` has the reason. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The service answered with an error. Each code has a class of its own; a code that is newer than this package has this one. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** Where the code is explained. */
  readonly docs: string | undefined;
  /** In seconds, with every 429 and 503. */
  readonly retryAfter: number | undefined;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails, retryAfter?: number) {
    super(details.message);
    this.name = new.target.name;
    this.status = status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.docs = details.docs;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

export class InvalidRequestError extends ApiError {}
export class WebhookAddressRefusedError extends ApiError {}
export class InvalidSignatureError extends ApiError {}
export class ApiKeyRequiredError extends ApiError {}
export class InvalidApiKeyError extends ApiError {}
export class SessionRequiredError extends ApiError {}
export class InvalidSessionError extends ApiError {}
export class InsufficientScopeError extends ApiError {}
export class AddressNotAllowedError extends ApiError {}
export class OperatorRequiredError extends ApiError {}
export class IssuerRequiredError extends ApiError {}
export class InsufficientRoleError extends ApiError {}
export class AccountNotFoundError extends ApiError {}
export class EntityNotFoundError extends ApiError {}
export class SnapshotNotFoundError extends ApiError {}
export class ApiKeyNotFoundError extends ApiError {}
export class ReconcileAddressNotFoundError extends ApiError {}
export class WatchListNotFoundError extends ApiError {}
export class WebhookEndpointNotFoundError extends ApiError {}
export class WebhookDeliveryNotFoundError extends ApiError {}
export class SessionNotFoundError extends ApiError {}
export class MemberNotFoundError extends ApiError {}
export class InvitationNotFoundError extends ApiError {}
export class NotFoundError extends ApiError {}
export class MethodNotAllowedError extends ApiError {}
export class NotAcceptableError extends ApiError {}
export class RequestTimeoutError extends ApiError {}
export class ApiKeyLimitReachedError extends ApiError {}
export class WatchLimitReachedError extends ApiError {}
export class MemberLimitReachedError extends ApiError {}
export class AlreadyMemberError extends ApiError {}
export class LastOwnerError extends ApiError {}
export class WebhookLimitReachedError extends ApiError {}
export class WebhookEndpointDisabledError extends ApiError {}
export class WebhookTestUnderWayError extends ApiError {}
export class RotationInProgressError extends ApiError {}
export class IdempotencyKeyReusedError extends ApiError {}
export class CursorExpiredError extends ApiError {}
export class PayloadTooLargeError extends ApiError {}
export class RangeNotSatisfiableError extends ApiError {}
export class RateLimitExceededError extends ApiError {}
export class ReturnTooSoonError extends ApiError {}
export class MonthlyQuotaExceededError extends ApiError {}
export class InternalError extends ApiError {}
export class BillingUnavailableError extends ApiError {}
export class ServiceUnavailableError extends ApiError {}

/** The class of each code. */
export const errorClasses: Readonly<Record<string, typeof ApiError>> = {
  invalid_request: InvalidRequestError,
  webhook_address_refused: WebhookAddressRefusedError,
  invalid_signature: InvalidSignatureError,
  api_key_required: ApiKeyRequiredError,
  invalid_api_key: InvalidApiKeyError,
  session_required: SessionRequiredError,
  invalid_session: InvalidSessionError,
  insufficient_scope: InsufficientScopeError,
  address_not_allowed: AddressNotAllowedError,
  operator_required: OperatorRequiredError,
  issuer_required: IssuerRequiredError,
  insufficient_role: InsufficientRoleError,
  account_not_found: AccountNotFoundError,
  entity_not_found: EntityNotFoundError,
  snapshot_not_found: SnapshotNotFoundError,
  api_key_not_found: ApiKeyNotFoundError,
  reconcile_address_not_found: ReconcileAddressNotFoundError,
  watch_list_not_found: WatchListNotFoundError,
  webhook_endpoint_not_found: WebhookEndpointNotFoundError,
  webhook_delivery_not_found: WebhookDeliveryNotFoundError,
  session_not_found: SessionNotFoundError,
  member_not_found: MemberNotFoundError,
  invitation_not_found: InvitationNotFoundError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  not_acceptable: NotAcceptableError,
  request_timeout: RequestTimeoutError,
  api_key_limit_reached: ApiKeyLimitReachedError,
  watch_limit_reached: WatchLimitReachedError,
  member_limit_reached: MemberLimitReachedError,
  already_member: AlreadyMemberError,
  last_owner: LastOwnerError,
  webhook_limit_reached: WebhookLimitReachedError,
  webhook_endpoint_disabled: WebhookEndpointDisabledError,
  webhook_test_under_way: WebhookTestUnderWayError,
  rotation_in_progress: RotationInProgressError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  cursor_expired: CursorExpiredError,
  payload_too_large: PayloadTooLargeError,
  range_not_satisfiable: RangeNotSatisfiableError,
  rate_limit_exceeded: RateLimitExceededError,
  return_too_soon: ReturnTooSoonError,
  monthly_quota_exceeded: MonthlyQuotaExceededError,
  internal_error: InternalError,
  billing_unavailable: BillingUnavailableError,
  service_unavailable: ServiceUnavailableError,
};

/** The error that an answer says. What is not of our form, such as the page of a proxy, keeps its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details = detailsIn(text) ?? {
    code: 'unknown',
    message: `The answer was ${response.status} ${response.statusText}`.trim(),
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
  const Class = (Object.hasOwn(errorClasses, details.code) && errorClasses[details.code]) || ApiError;
  return new Class(response.status, details, Number.isFinite(seconds) ? seconds : undefined);
}

function detailsIn(text: string): ErrorDetails | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
