import { accountHeader, chosenAccount, forgetAccount } from './chosen-account.ts';
import { documents } from './documents.ts';
import type { Operations } from './operations.generated.ts';

/** Why an operation failed, with the message of the service. */
export class Problem extends Error {
  readonly code: string;
  /** In seconds. Unset: the service does not say when to ask again. */
  readonly retryAfter: number | undefined;
  constructor(code: string, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The problems that a new sign-in solves. */
export const signInCodes = ['session_required', 'invalid_session'];

/** The person is no longer a member of the account, or its sign-in rules bar them. */
const lostCodes = ['account_not_found', 'issuer_required'];

interface Answer<Data> {
  data?: Data;
  error?: { code: string; message: string };
  errors?: { message: string; extensions?: { code?: string } }[];
}

type Data<Name extends keyof Operations> = Operations[Name]['data'];

/** Asks the service with the cookie of the session. Every failure is a Problem. With an id, the request log has it by that. */
export async function ask<Name extends keyof Operations>(
  name: Name,
  variables: Operations[Name]['variables'],
  requestId?: string,
): Promise<Data<Name>> {
  const json = 'application/json';
  const headers = { 'Content-Type': json, Accept: json, ...accountHeader(), ...(requestId && { 'X-Request-ID': requestId }) };
  const body = JSON.stringify({ query: documents[name], variables });
  let answer: Answer<Data<Name>>;
  let retryAfter: number | undefined;
  try {
    const response = await fetch('/graphql', { method: 'POST', headers, body });
    retryAfter = Number(response.headers.get('Retry-After')) || undefined;
    answer = await response.json();
  } catch {
    throw new Problem('unreachable', 'The service did not answer. Check your connection and try again.');
  }
  // The person can no longer get into the account that this tab is about. The page goes on with the one that they made.
  if (answer.error && lostCodes.includes(answer.error.code) && chosenAccount()) {
    forgetAccount();
    location.reload();
  }
  const [first] = answer.errors ?? [];
  if (answer.error) throw new Problem(answer.error.code, answer.error.message, retryAfter);
  if (first) throw new Problem(first.extensions?.code ?? 'internal_error', first.message);
  return answer.data as Data<Name>;
}
