/**
 * Every error code of the service, its HTTP status and its default message. REST, GraphQL and the OpenAPI document read this one
 * table.
 */
export const errorTable = {
  invalid_request: { status: 400, message: 'The request is malformed.' },
  webhook_address_refused: { status: 400, message: 'Messages cannot be sent to this address.' },
  invalid_signature: { status: 400, message: 'The signature is missing, wrong or too old.' },
  api_key_required: { status: 401, message: 'An API key is required: send it in the X-API-Key header.' },
  invalid_api_key: { status: 401, message: 'The API key is unknown, revoked, expired or damaged.' },
  session_required: { status: 401, message: 'A session is required: sign in first.' },
  invalid_session: { status: 401, message: 'The session is expired or not valid here.' },
  insufficient_scope: { status: 403, message: 'The API key does not have the scope that this needs.' },
  address_not_allowed: { status: 403, message: 'The API key may not be used from this address.' },
  operator_required: { status: 403, message: 'This is for those who run the service.' },
  issuer_required: { status: 403, message: 'This account requires you to sign in in another way.' },
  insufficient_role: { status: 403, message: 'Your role in this account does not allow this.' },
  account_not_found: { status: 404, message: 'You are not a member of an account with this id.' },
  entity_not_found: { status: 404, message: 'There is no record with this id.' },
  snapshot_not_found: { status: 404, message: 'There is no snapshot with this id: GET /api/v1/snapshots lists those there are.' },
  api_key_not_found: { status: 404, message: 'There is no active API key with this id in this account.' },
  reconcile_address_not_found: { status: 404, message: 'The API key has no address for OpenRefine.' },
  watch_list_not_found: { status: 404, message: 'There is no watch list with this id in this account.' },
  webhook_endpoint_not_found: { status: 404, message: 'There is no webhook endpoint with this id in this account.' },
  webhook_delivery_not_found: { status: 404, message: 'The endpoint has no delivery with this id, or it is too old.' },
  session_not_found: { status: 404, message: 'There is no open session with this id in this account.' },
  member_not_found: { status: 404, message: 'There is no member with this id in this account.' },
  invitation_not_found: { status: 404, message: 'There is no such invitation: it is used, expired, revoked or unknown.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, message: 'This path does not support the method.' },
  not_acceptable: { status: 406, message: 'The answer is JSON, which the Accept header rules out.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  api_key_limit_reached: { status: 409, message: "The plan's number of active API keys is used up." },
  watch_limit_reached: { status: 409, message: "The plan's number of watch lists or watched companies is used up." },
  member_limit_reached: { status: 409, message: "The plan's number of members is used up." },
  already_member: { status: 409, message: 'You are a member of this account already.' },
  last_owner: { status: 409, message: 'An account needs an owner: make another member an owner first.' },
  webhook_limit_reached: { status: 409, message: "The plan's number of webhook endpoints is used up." },
  webhook_endpoint_disabled: { status: 409, message: 'The endpoint is disabled: enable it first.' },
  webhook_test_under_way: { status: 409, message: 'A test of this account is under way: wait for what comes of it.' },
  rotation_in_progress: {
    status: 409,
    message:
      'The key has a successor, or an older key is still in its overlap: ' +
      'rotate the successor without an overlap, or revoke the older one first.',
  },
  idempotency_key_reused: { status: 409, message: 'This Idempotency-Key was used for another request.' },
  cursor_expired: {
    status: 410,
    message:
      'The changes after this cursor are no longer kept: take a snapshot (GET /api/v1/snapshots) and go on from its cursor.',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  range_not_satisfiable: { status: 416, message: 'The range lies outside of the file.' },
  rate_limit_exceeded: { status: 429, message: 'The per-minute limit is used up.' },
  return_too_soon: {
    status: 429,
    message: 'You have left and come back within the last 24 hours: wait for Retry-After, then sign in again.',
  },
  monthly_quota_exceeded: { status: 429, message: 'The quota of this billing period is used up.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Quote the request id when you report it.' },
  billing_unavailable: { status: 503, message: 'The payment provider cannot be reached at the moment.' },
  service_unavailable: { status: 503, message: 'The service cannot reach its database at the moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** The Retry-After of a failure that sets none. */
const defaultRetryAfterSeconds = 1;

interface FailureOptions extends ErrorOptions {
  /** In whole seconds, at least 1. Every 429 and 503 has one. */
  retryAfter?: number;
  /** The methods that the path supports, for method_not_allowed. */
  allow?: string;
  /** For insufficient_scope: the scope that is needed. */
  scope?: string;
  /** For entity_not_found, of a record that its register no longer has. `history` is a path of the REST interface. */
  removed?: { lastServedAt: string; history: string };
}

/** A failure that the caller may see. Anything else that is thrown becomes internal_error, and only the log gets its cause. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly allow: string | undefined;
  readonly scope: string | undefined;
  readonly removed: FailureOptions['removed'];

  constructor(code: ErrorCode, message: string = errorTable[code].message, options: FailureOptions = {}) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
    this.status = errorTable[code].status;
    this.allow = options.allow;
    this.scope = options.scope;
    this.removed = options.removed;
    this.retryAfter = needsRetryAfter(this.status)
      ? Math.max(1, Math.ceil(options.retryAfter ?? defaultRetryAfterSeconds))
      : undefined;
  }
}

export const needsRetryAfter = (status: number): boolean => status === 429 || status === 503;

/** A mistake that the person at the terminal can correct. It is shown in one line, without a stack. */
export class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
