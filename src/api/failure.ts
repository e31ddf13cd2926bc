import { GraphQLError } from 'graphql';
import { isUnreachable } from '../database/outage.ts';
import { type ErrorCode, Failure } from '../kernel/errors.ts';

/** Turns an error that was thrown anywhere in the schema into the failure that the caller sees. Only the log gets its cause. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof Failure) return cause;
  return new Failure(isUnreachable(cause) ? 'service_unavailable' : 'internal_error', undefined, { cause });
}

/** Some messages of graphql-js quote the whole input. */
const shortened = (message: string) => (message.length > 500 ? `${message.slice(0, 500)}…` : message);

/** An error in GraphQL's form. */
export const graphqlError = (
  code: ErrorCode,
  message: string,
  { locations, path }: Partial<GraphQLError> = {},
  removed?: Failure['removed'],
) => ({
  message: shortened(message),
  ...(locations && { locations }),
  ...(path && { path }),
  extensions: { code, ...removed },
});

/** The failure of an operation that was not executed, or whose answer is withheld. */
export class RefusedOperation extends Failure {
  /** The same in GraphQL's form, with the locations in the document if they are known. */
  readonly errors: readonly ReturnType<typeof graphqlError>[];

  private constructor(failure: Failure, errors: readonly GraphQLError[]) {
    const { code, message, retryAfter, cause } = failure;
    super(code, message, { ...(retryAfter && { retryAfter }), cause });
    this.errors = errors.map((error) => graphqlError(code, error.message, error));
  }

  /** Errors of graphql-js and Yoga are the client's mistakes. Other errors before the execution keep their own code. */
  static because(errors: readonly GraphQLError[]): RefusedOperation {
    const [first] = errors;
    if (first && !first.originalError)
      return new RefusedOperation(new Failure('invalid_request', shortened(first.message)), errors);
    const failure = failureOf(first);
    return new RefusedOperation(failure, [new GraphQLError(failure.message)]);
  }
}
