import type { GraphQLField } from 'graphql';
import type { SessionLimit } from '../metering/session-limits.ts';

/** What a field declares of itself beside its type, for the doors through which it is asked. */
export interface Declaration {
  /** The limit that a session's use of this root field counts against, beside the one on all requests. Every mutation of the account has one. */
  limit?: SessionLimit;
  /** The REST routes alone ask for it: the GraphQL endpoint doesn't know it. */
  internal?: true;
  /** Its value is read from the database once for each record. */
  readsRecord?: true;
  /** How many records the selection below it is answered for, at most. */
  records?: (args: Record<string, unknown>) => number;
}

interface PothosExtensions {
  pothosOptions?: { authScopes?: { public?: boolean; registry?: boolean; account?: boolean } };
}

/** For the `extensions` of a field: `extensions: declare({ limit: 'keys' })`. */
export const declare = (declaration: Declaration) => ({ declaration });

export const declarationOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Declaration =>
  (extensions as { declaration?: Declaration }).declaration ?? {};

/** Who may ask for a root field, by its authScopes. */
export const scopesOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>) =>
  (extensions as PothosExtensions).pothosOptions?.authScopes ?? {};
