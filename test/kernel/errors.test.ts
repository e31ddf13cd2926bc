import { expect, test } from 'vitest';
import { errorTable, Failure } from '../../src/kernel/errors.ts';

test('the table has the codes of the contract with their statuses', () => {
  expect(Object.fromEntries(Object.entries(errorTable).map(([code, { status }]) => [code, status]))).toEqual({
    invalid_request: 400,
    webhook_address_refused: 400,
    invalid_signature: 400,
    api_key_required: 401,
    invalid_api_key: 401,
    session_not_found: 404,
    session_required: 401,
    invalid_session: 401,
    operator_required: 403,
    insufficient_role: 403,
    issuer_required: 403,
    account_not_found: 404,
    insufficient_scope: 403,
    address_not_allowed: 403,
    entity_not_found: 404,
    api_key_not_found: 404,
    reconcile_address_not_found: 404,
    snapshot_not_found: 404,
    watch_list_not_found: 404,
    member_not_found: 404,
    invitation_not_found: 404,
    webhook_endpoint_not_found: 404,
    webhook_delivery_not_found: 404,
    not_found: 404,
    method_not_allowed: 405,
    not_acceptable: 406,
    request_timeout: 408,
    api_key_limit_reached: 409,
    watch_limit_reached: 409,
    member_limit_reached: 409,
    already_member: 409,
    last_owner: 409,
    webhook_limit_reached: 409,
    webhook_endpoint_disabled: 409,
    webhook_test_under_way: 409,
    rotation_in_progress: 409,
    idempotency_key_reused: 409,
    cursor_expired: 410,
    payload_too_large: 413,
    range_not_satisfiable: 416,
    rate_limit_exceeded: 429,
    monthly_quota_exceeded: 429,
    return_too_soon: 429,
    internal_error: 500,
    billing_unavailable: 503,
    service_unavailable: 503,
  });
});

test('429 and 503 always say when to come back, in whole seconds and at least one', () => {
  expect(new Failure('rate_limit_exceeded', undefined, { retryAfter: 0.2 }).retryAfter).toBe(1);
  expect(new Failure('rate_limit_exceeded', undefined, { retryAfter: 41.3 }).retryAfter).toBe(42);
  expect(new Failure('service_unavailable').retryAfter).toBe(1);
  expect(new Failure('not_found').retryAfter).toBeUndefined();
});
