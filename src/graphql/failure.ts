import { GraphQLError } from 'graphql';
import { isUnreachable } from '../database/outage.ts';
import { Failure } from '../errors.ts';

/** What an error thrown anywhere in the schema is to the caller. The cause stays inside, for the log. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof Failure) return cause;
  return new Failure(isUnreachable(cause) ? 'service_unavailable' : 'internal_error', undefined, { cause });
}
