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

/** Only a few mistakes are told, and no names of the schema are suggested. */
const telling = { maxErrors: 5, hideSuggestions: true };

export function parseDocument(source: string | Source): DocumentNode {
  const document = parse(source, { maxTokens: operationLimits.tokens });
  checkSize(document);
  return document;
}

export const validateDocument = (schema: GraphQLSchema, document: DocumentNode, rules: readonly ValidationRule[]) =>
  validate(schema, document, rules, telling).map(asMistake);

/** A root field with what it costs if it is one of company data. */
export interface PricedField extends RootField {
  units: number;
}

/** The root fields of a valid operation. Throws whatever can be found wrong with it without running it. */
export function checkOperation(schema: GraphQLSchema, document: DocumentNode, params: GraphQLParams): PricedField[] {
  const operation = getOperationAST(document, params.operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new GraphQLError('There is no such operation here.');
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], params.variables ?? {}, telling);
  if (!coerced) throw new AggregateError(errors.map(asMistake));
  const units = checkReads(schema, document, operation, root, coerced);
  const fields = rootFields(schema, document, params.operationName, coerced);
  if (root === schema.getMutationType() && fields.length > 1)
    throw new GraphQLError('One change at a time: an operation may have one mutation.');
  return fields.map((field) => ({ ...field, units: units.get(field.name) ?? 0 }));
}

/** Without the error that a scalar threw at a value: it is the client's mistake and not ours. */
const asMistake = ({ message, nodes }: GraphQLError) => new GraphQLError(message, { nodes: nodes ?? null });
