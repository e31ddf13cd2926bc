import type { ErrorCode } from '../../src/kernel/errors.ts';

interface Advice {
  text: string;
  /** Where to do it. */
  link?: { href: string; text: string };
}

const keys = { href: '/dashboard/keys', text: 'API keys' };
const members = { href: '/dashboard/members', text: 'Members' };
const plan = { href: '/dashboard/billing', text: 'Plan and billing' };
const registers = { href: '/dashboard/registers', text: 'Registers' };
const again = 'Send the request again after the time in the Retry-After header.';

/** What to do about an error, by its code. Codes that no request of an account can have are left out. */
const byCode: Partial<Record<ErrorCode, Advice>> = {
  invalid_request: {
    text: 'The message names the parameter that is wrong. Correct it and send the request again.',
    link: { href: '/docs', text: 'API reference' },
  },
  invalid_api_key: {
    text: 'The key was revoked or has expired. Use an active key. If you do not know who sent this request, the key has leaked.',
    link: keys,
  },
  invalid_session: {
    text: 'This needs the session of a signed-in person. An API key is not enough.',
    link: { href: '/docs/accounts', text: 'Guide' },
  },
  insufficient_scope: {
    text: 'The key lacks the scope that the message names. Change the key, or use another one.',
    link: { href: '/dashboard/keys', text: 'Keys' },
  },
  address_not_allowed: {
    text: 'The key may only be used from some networks. If this was not you, rotate the key.',
    link: { href: '/dashboard/keys', text: 'Keys' },
  },
  operator_required: { text: 'Only people who run this service may ask for this.' },
  insufficient_role: { text: 'Ask an owner or admin of the account for another role.', link: members },
  issuer_required: { text: 'Sign in in the way that the account requires: the message says where.', link: members },
  account_not_found: { text: 'You are not a member of this account, or no longer.', link: members },
  entity_not_found: {
    text: 'No record has this id. Search for the company again: its register may have removed or replaced the record.',
    link: { href: '/dashboard/explorer', text: 'Explorer' },
  },
  snapshot_not_found: { text: 'There is no such snapshot. Choose one from the list.', link: registers },
  reconcile_address_not_found: { text: 'The key has no address for OpenRefine. List the keys.', link: keys },
  api_key_not_found: { text: 'The key has ended already. List the keys.', link: keys },
  watch_list_not_found: { text: 'The list was deleted.' },
  member_not_found: { text: 'The person is no longer a member.', link: members },
  invitation_not_found: { text: 'The invitation is used, expired or revoked. Ask for a new one.', link: members },
  member_limit_reached: { text: 'Remove a member or an invitation, or change the plan.', link: members },
  already_member: { text: 'Choose the account. The invitation stays open for another person.', link: members },
  last_owner: { text: 'Make another member an owner first.', link: members },
  webhook_address_refused: { text: 'Use an https address that everybody can reach.' },
  webhook_endpoint_not_found: { text: 'The endpoint was deleted.' },
  webhook_delivery_not_found: { text: 'The delivery is too old.' },
  webhook_endpoint_disabled: { text: 'Enable the endpoint first.' },
  webhook_test_under_way: { text: 'Wait until the deliveries show what came of the test before.' },
  session_not_found: { text: 'The session has ended already.', link: { href: '/dashboard/security', text: 'Sessions' } },
  api_key_limit_reached: { text: 'Revoke a key that you no longer use, or change the plan.', link: keys },
  watch_limit_reached: { text: 'Remove companies or lists that you no longer watch, or change the plan.', link: plan },
  webhook_limit_reached: { text: 'Delete an endpoint that you no longer use, or change the plan.', link: plan },
  rotation_in_progress: { text: 'Rotate the newest one without an overlap, or end the older one first.', link: keys },
  idempotency_key_reused: { text: 'Use a new Idempotency-Key for a new request.' },
  cursor_expired: {
    text: 'Download a snapshot and continue from its cursor.',
    link: { href: '/docs/changes', text: 'Guide to changes' },
  },
  payload_too_large: { text: 'Send a smaller body.' },
  range_not_satisfiable: { text: 'Ask for a range within the size of the file.' },
  not_acceptable: { text: 'Accept application/json.' },
  rate_limit_exceeded: { text: `The limit per minute is used up. ${again} A larger plan has a higher limit.`, link: plan },
  monthly_quota_exceeded: { text: 'The quota is used up until the period ends. Change the plan, or wait.', link: plan },
  internal_error: { text: 'This is our mistake. Send the request again, and report the request id if it fails again.' },
  billing_unavailable: { text: `The payment provider did not answer. ${again}` },
  service_unavailable: { text: `The service was busy or had no database. ${again}` },
};

/** What to do about the answer to a request. Undefined if all is well. */
export function adviceFor({ status, code }: { status: number; code: string | null }): Advice | undefined {
  if (status === 499) return { text: 'The client disconnected before the answer. Allow more time, or ask for less at once.' };
  if (code === null) return undefined;
  return byCode[code as ErrorCode] ?? { text: 'The guide says what to do about this error.' };
}
