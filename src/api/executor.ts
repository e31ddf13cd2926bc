import { RequestCache } from '@pothos/plugin-scope-auth';
import { type ExecutionResult, type GraphQLSchema, parse, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../graphql/context.ts';
import { traced } from '../kernel/tracing.ts';
import { failureOf } from './failure.ts';

export interface OperationTypes {
  data: Record<string, unknown>;
  variables: Record<string, unknown>;
}

/** A compiled operation. It returns the complete data or throws a Failure. */
type Operation<Types extends OperationTypes> = (variables: Types['variables'], context: Context) => Promise<Types['data']>;

/** Parses, validates and compiles a document, when the service starts. Throws if the document does not fit the schema. */
export function prepare<Types extends OperationTypes = OperationTypes>(schema: GraphQLSchema, source: string): Operation<Types> {
  const document = parse(source);
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) throw new Error(mistakes.map(({ message }) => message).join(' '));
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled)) throw new Error(compiled.errors?.map(({ message }) => message).join(' '));

  return async (variables, context) => {
    const run = async () => compiled.query(undefined, context, withoutUndefined(variables));
    const result = traced('operation', {}, run) as Promise<ExecutionResult<Types['data']>>;
    // scope-auth keeps the scopes in a WeakMap by context. Only a full garbage collection would free them and the request.
    const { data, errors } = await result.finally(() => RequestCache.clearForContext(context));
    if (errors?.[0]) throw failureOf(errors[0]);
    if (!data) throw failureOf(new Error('The operation gave neither data nor errors.'));
    return data;
  };
}

/** graphql-jit treats undefined as null, so an argument would lose its default. */
const withoutUndefined = (variables: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
