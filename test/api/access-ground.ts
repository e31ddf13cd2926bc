import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { expect } from 'vitest';
import { schema } from '../../src/api/schema.ts';
import { powerOf, powers } from '../../src/kernel/access/powers.ts';

/** Every root field of the schema. */
export const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  type ? Object.values(type.getFields()).map((field) => ({ type, field })) : [],
);

/** Whose a root field is, in one word. */
export function classOf(name: string): 'public' | 'operator' | 'companies' | 'account' {
  const { roles, scope } = powers[powerOf(name) ?? expect.unreachable(`${name} is in no power`)];
  if (roles === 'everybody') return 'public';
  if (roles === 'operators') return 'operator';
  return scope ? 'companies' : 'account';
}

/** Something that the type takes. */
function sample(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (named.name === 'Bytes') return '$bytes';
  if (isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter(isRequiredInputField);
    return `{${required.map(({ name, type: inner }) => `${name}: ${sample(inner)}`)}}`;
  }
  if (/Boolean/.test(String(type))) return 'true';
  return /Int/.test(String(type)) ? '1' : '"x"';
}

/** The shortest selection of a root field. */
export function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const args = field.args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${sample(type)}`);
  return `${field.name}${args.length ? `(${args})` : ''} ${isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'}`;
}

/** The shortest operation that asks for a root field. */
export function operationFor(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  const selection = selectionOf(field);
  const variables = selection.includes('$bytes') ? '($bytes: Bytes!)' : '';
  return `${root === schema.getMutationType() ? 'mutation' : 'query'} ${variables} { ${selection} }`;
}
