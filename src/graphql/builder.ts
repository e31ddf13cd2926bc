import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '../database/generated/pothos.ts';
import { getDatamodel } from '../database/generated/pothos.ts';
import { Failure } from '../kernel/errors.ts';
import { moment } from '../kernel/moment.ts';
import type { Context } from './context.ts';

/** What a type belongs to. The root fields follow kernel/access/powers.ts; a type that declares this is safe behind any field. */
interface AuthScopes {
  /** The account: only a session. */
  account: boolean;
  /** The whole service: only a session of an operator. */
  operator: boolean;
}

type Scalars = {
  Bytes: { Input: Buffer; Output: never };
  Date: { Input: Date; Output: Date };
  DateTime: { Input: Date; Output: Date };
  JSON: { Input: unknown; Output: unknown };
};

/** Object types that other features refer to by name. The file that defines a type adds it here. */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface NamedTypes {}

/** The same for input types. */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface NamedInputs {}

const refusals = { anonymous: 'session_required', apiKey: 'invalid_session', session: 'operator_required' } as const;

/** scope-auth comes first: the plugins run in this order, and nothing may run before the scopes are checked. */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  AuthScopes: AuthScopes;
  Scalars: Scalars;
  Objects: NamedTypes;
  Inputs: NamedInputs;
  DefaultFieldNullability: false;
}>({
  plugins: [ScopeAuthPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: ({ services }) => services.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    onUnusedQuery: 'error',
  },
  scopeAuth: {
    authScopes: ({ principal }) => ({
      account: principal.kind === 'session',
      operator: principal.kind === 'session' && principal.isOperator === true,
    }),
    unauthorizedError: (_parent, { principal }) => new Failure(refusals[principal.kind]),
  },
});

builder.queryType();
builder.mutationType();

builder.scalarType('Bytes', {
  description: 'Raw bytes. Only REST routes can pass them: JSON cannot.',
  serialize: () => {
    throw new Error('Bytes can only be an input.');
  },
  parseValue: (value) => {
    if (!Buffer.isBuffer(value)) throw new Failure('invalid_request', 'Bytes cannot be sent as JSON.');
    return value;
  },
});
builder.scalarType('Date', { description: 'A day, as in 2026-11-15.', serialize: (day) => day.toISOString().slice(0, 10) });
builder.scalarType('DateTime', {
  description: 'A moment, as in 2026-11-15T09:30:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    if (!moment.safeParse(value).success) throw new Failure('invalid_request', 'A DateTime looks like 2026-11-15T09:30:00.000Z.');
    return new Date(value as string);
  },
});
builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value });
