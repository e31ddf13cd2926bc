import {
  type DocumentNode,
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
  units: number;
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
  const units = checkReads(schema, document, operation, root, coerced);
  const fields = rootFields(schema, document, params.operationName, coerced);
  if (root === schema.getMutationType() && fields.length > 1)
    throw new GraphQLError('One change at a time: an operation may have one mutation.');
  return fields.map((field) => ({ ...field, units: units.get(field.name) ?? 0 }));
}

/** Drops the error that a scalar threw: a wrong value is the client's mistake, not ours. */
const asMistake = ({ message, nodes }: GraphQLError) => new GraphQLError(message, { nodes: nodes ?? null });
