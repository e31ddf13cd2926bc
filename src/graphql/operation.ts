import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { z } from 'zod';
import { RefusedOperation } from './failure.ts';
import { checkSize, limits } from './limits.ts';
import { checkReads } from './plan.ts';
import { type RootField, rootFields } from './root-fields.ts';

/** What is told of the mistakes in one operation: a few, and no names that were not asked for. */
const telling = { maxErrors: 5, hideSuggestions: true };

const Request = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** An operation that nothing is wrong with, as far as that can be told without executing it. */
export interface ReadOperation {
  document: DocumentNode;
  operationName: string | undefined;
  variables: Record<string, unknown>;
  fields: RootField[];
}

/** The operation in the body of a request, or a RefusedOperation that says what is wrong with it. */
export function readOperation(schema: GraphQLSchema, body: unknown, introspection: boolean): ReadOperation {
  const request = Request.safeParse(body);
  if (!request.success)
    throw new RefusedOperation(
      'invalid_request',
      'The body must be an object with query, and perhaps variables and operationName.',
    );
  const { query, operationName, variables } = request.data;
  try {
    return read(schema, query, operationName ?? undefined, variables ?? {}, introspection);
  } catch (error) {
    if (error instanceof GraphQLError) throw RefusedOperation.asWrong([error]);
    throw error;
  }
}

function read(
  schema: GraphQLSchema,
  query: string,
  operationName: string | undefined,
  given: Record<string, unknown>,
  introspection: boolean,
): ReadOperation {
  const document = parse(query, { maxTokens: limits.tokens });
  checkSize(document);
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  refuse(validate(schema, document, rules, telling));
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new GraphQLError('operationName must name one of the operations, where there are several.');
  const root = schema.getRootType(operation.operation);
  if (!root) throw new GraphQLError(`There is no ${operation.operation} here.`);
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given, telling);
  if (!coerced) throw RefusedOperation.asWrong(errors);
  checkReads(schema, document, operation, root, coerced);
  const fields = rootFields(schema, document, operationName, coerced);
  if (root === schema.getMutationType() && fields.length > 1)
    throw new GraphQLError('One change at a time: an operation may have one mutation.');
  return { document, operationName, variables: given, fields };
}

function refuse(errors: readonly GraphQLError[]): void {
  if (errors.length > 0) throw RefusedOperation.asWrong(errors);
}
