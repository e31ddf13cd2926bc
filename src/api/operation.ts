import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  type Source,
  type ValidationRule,
  validate,
} from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import type { GraphQLParams } from 'graphql-yoga';
import { type RootField, rootFields } from '../graphql/root-fields.ts';
import { deliveredUnits } from './delivered.ts';
import { checkSize, operationLimits } from './operation-limits.ts';
import { checkReads } from './reads.ts';

/** Reports at most five errors, and suggests no names of the schema. */
const validationOptions = { maxErrors: 5, hideSuggestions: true };

export function parseDocument(source: string | Source): DocumentNode {
  const document = parse(source, { maxTokens: operationLimits.tokens });
  checkSize(document);
  return document;
}

export const validateDocument = (schema: GraphQLSchema, document: DocumentNode, rules: readonly ValidationRule[]) =>
  validate(schema, document, rules, validationOptions).map(asMistake);

/** A root field and its cost, which is 0 unless it returns company data. */
export interface PricedField extends RootField {
  /** For all that it asks for. */
  units: number;
  /** For what the answer has of it. */
  unitsOf(result: ExecutionResult): number;
}

/** Checks an operation without running it, and returns its root fields. */
export function checkOperation(schema: GraphQLSchema, document: DocumentNode, params: GraphQLParams): PricedField[] {
  const operation = getOperationAST(document, params.operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new GraphQLError('There is no such operation here.');
  const { coerced, errors } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    params.variables ?? {},
    validationOptions,
  );
  if (!coerced) throw new AggregateError(errors.map(asMistake));
  const prices = checkReads(schema, document, operation, root, coerced);
  const fields = rootFields(schema, document, params.operationName, coerced);
  if (root === schema.getMutationType() && fields.length > 1)
    throw new GraphQLError('One change at a time: an operation may have one mutation.');
  return fields.map((field) => {
    const price = prices.get(field.name);
    const units = price?.units ?? 0;
    // One unit pays for any answer.
    const unitsOf = (result: ExecutionResult) => (price && units > 1 ? deliveredUnits(field.name, price, result) : units);
    return { ...field, units, unitsOf };
  });
}

/** Drops the error that a scalar threw: a wrong value is the client's mistake, not ours. */
const asMistake = ({ message, nodes }: GraphQLError) => new GraphQLError(message, { nodes: nodes ?? null });
