import { GraphQLError } from 'graphql';
import { isUnreachable } from '../database/client.ts';
import { type ErrorCode, Failure, type FailureOptions } from '../errors.ts';

/** What an error thrown anywhere in the schema is to the caller. The cause stays inside, for the log. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof Failure) return cause;
  return new Failure(isUnreachable(cause) ? 'service_unavailable' : 'internal_error', undefined, { cause });
}

/** An error in GraphQL's form. Some of graphql-js quote what was sent, all of it, so messages are cut. */
export const graphqlError = (code: ErrorCode, message: string, { locations, path }: Partial<GraphQLError> = {}) => ({
  message: message.length > 500 ? `${message.slice(0, 500)}…` : message,
  ...(locations && { locations }),
  ...(path && { path }),
  extensions: { code },
});

/** A failure of an operation that was not executed, or whose answer is withheld: nothing of it is in the answer but this. */
export class RefusedOperation extends Failure {
  /** The same in GraphQL's form, with the places in the document where they are known. */
  readonly errors: readonly ReturnType<typeof graphqlError>[];

  constructor(code: ErrorCode, message?: string, options: FailureOptions & { errors?: readonly GraphQLError[] } = {}) {
    super(code, message, options);
    const { errors } = options;
    this.errors = errors?.map((error) => graphqlError(code, error.message, error)) ?? [graphqlError(code, this.message)];
  }

  static because(failure: Failure): RefusedOperation {
    const { code, message, retryAfter, cause } = failure;
    return new RefusedOperation(code, message, { ...(retryAfter && { retryAfter }), cause });
  }

  /** What graphql-js finds wrong with an operation is the client's mistake. */
  static asWrong(errors: readonly GraphQLError[]): RefusedOperation {
    const [first] = errors.map((error) => graphqlError('invalid_request', error.message));
    return new RefusedOperation('invalid_request', first?.message, { errors });
  }
}
