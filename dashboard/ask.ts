import { documents } from './documents.ts';
import type { Operations } from './operations.generated.ts';

/** Why an operation failed, with the message of the service. */
export class Problem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Answer<Data> {
  data?: Data;
  error?: { code: string; message: string };
  errors?: { message: string; extensions?: { code?: string } }[];
}

type Data<Name extends keyof Operations> = Operations[Name]['data'];

/** Asks the service with the cookie of the session. Every failure is a Problem. */
export async function ask<Name extends keyof Operations>(
  name: Name,
  variables: Operations[Name]['variables'],
): Promise<Data<Name>> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const body = JSON.stringify({ query: documents[name], variables });
  let answer: Answer<Data<Name>>;
  try {
    answer = await (await fetch('/graphql', { method: 'POST', headers, body })).json();
  } catch {
    throw new Problem('unreachable', 'The service did not answer. Check your connection and try again.');
  }
  const [first] = answer.errors ?? [];
  if (answer.error) throw new Problem(answer.error.code, answer.error.message);
  if (first) throw new Problem(first.extensions?.code ?? 'internal_error', first.message);
  return answer.data as Data<Name>;
}
