import type { Operation } from './operations.ts';

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

/** Sends an operation with the cookie of the session. Throws a Problem for every failure. */
export async function ask<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const body = JSON.stringify({ query: operation, variables });
  let answer: Answer<Data>;
  try {
    answer = await (await fetch('/graphql', { method: 'POST', headers, body })).json();
  } catch {
    throw new Problem('unreachable', 'The service did not answer. Check your connection and try again.');
  }
  const [first] = answer.errors ?? [];
  if (answer.error) throw new Problem(answer.error.code, answer.error.message);
  if (first) throw new Problem(first.extensions?.code ?? 'internal_error', first.message);
  return answer.data as Data;
}

export type Whole<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** The same, for operations whose fields are null only if they failed. */
export const askWhole = async <Data, Variables>(operation: Operation<Data, Variables>, variables: Variables) =>
  (await ask(operation, variables)) as Whole<Data>;
