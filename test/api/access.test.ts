import {
  type GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  isObjectType,
  parse,
  print,
  visit,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { prepare } from '../../src/api/executor.ts';
import { guard } from '../../src/api/guard.ts';
import { schema } from '../../src/api/schema.ts';
import type { Context, Services } from '../../src/graphql/context.ts';
import { may, powerOf, powers, type Role, roles, scopeNames, scopes, scopesFor } from '../../src/kernel/access/powers.ts';
import type { Principal } from '../../src/kernel/principal.ts';
import { classOf, operationFor, rootFields } from './access-ground.ts';

/* The table "who may do what" and the schema. access-over-http.slow.test.ts tries it through the front door. */

type Field = GraphQLField<unknown, unknown>;
const roleNames = Object.keys(roles) as Role[];

describe('the table', () => {
  test('has each root field once, else the service does not start', () => {
    const field = { type: GraphQLString, resolve: () => 'x' };
    const names = Object.values(powers).flatMap(({ fields }) => fields);
    const schemaOf = (all: readonly string[]) =>
      new GraphQLSchema({
        query: new GraphQLObjectType({ name: 'Query', fields: Object.fromEntries(all.map((name) => [name, field])) }),
      });
    expect(() => guard(schemaOf(names))).not.toThrow();
    expect(() => guard(schemaOf([...names, 'secrets']))).toThrow(/must be once in kernel\/access\/powers\.ts: secrets\./);
    expect(() => guard(schemaOf(names.slice(1)))).toThrow(/: health\./);
  });

  test('opens little to few, whatever else is added', () => {
    const opened = (isOpen: (name: keyof typeof powers) => boolean) =>
      (Object.keys(powers) as (keyof typeof powers)[]).filter(isOpen).flatMap((name) => powers[name].fields);
    const lacking = (role: Role) => opened((name) => typeof powers[name].roles !== 'string' && !may(role, name));
    expect(opened((name) => powers[name].roles === 'everybody').toSorted()).toEqual(
      ['changeSets', 'health', 'identifierSources', 'plans', 'receiveLeakReports', 'receivePaymentEvent', 'registers'].toSorted(),
    );
    expect(lacking('owner')).toEqual([]);
    expect(lacking('admin')).toEqual(expect.arrayContaining(['accountExport', 'deleteAccount']));
    expect(lacking('admin')).not.toContain('createInvitation');
    expect(lacking('member')).toEqual(
      expect.arrayContaining(['accountExport', 'deleteAccount', 'createInvitation', 'changeMember', 'createCheckout']),
    );
    expect(lacking('member')).not.toContain('createApiKey');
    expect(lacking('billing')).toEqual(expect.arrayContaining(['entities', 'createApiKey', 'requestLog', 'createInvitation']));
    expect(lacking('billing')).not.toContain('createCheckout');
    // A key never manages its account, and each scope is one power.
    const ofKeys = Object.values(powers).filter(({ scope }) => scope);
    expect(ofKeys.filter(({ needs }) => !needs).map(({ scope }) => scope)).toEqual(['any', ...Object.keys(scopes)]);
    for (const { roles: able } of ofKeys) expect(able).toEqual(['owner', 'admin', 'member']);
    // A scope that writes gives no answer that has companies.
    const writing = (Object.keys(powers) as (keyof typeof powers)[]).filter((name) => scopesFor(name).join() === 'watch:write');
    const hasCompanies = (field: Field, seen = new Set<string>()): boolean => {
      const type = getNamedType(field.type);
      if (['Entity', 'Change'].includes(type.name)) return true;
      if (!isObjectType(type) || seen.has(type.name)) return false;
      return Object.values(type.getFields()).some((inner) => hasCompanies(inner, seen.add(type.name)));
    };
    const writable = writing.flatMap((name) => powers[name].fields);
    const reading = rootFields.filter(({ field }) => hasCompanies(field)).map(({ field }) => field.name);
    expect(reading).toEqual(expect.arrayContaining(['entity', 'changes', 'watchedCompanies', 'watchListChanges']));
    expect(writable.filter((name) => reading.includes(name))).toEqual([]);
  });
});

/** What a type declares of itself. */
function declared({ name, extensions }: GraphQLObjectType): string | undefined {
  const { pothosOptions } = extensions as { pothosOptions?: { authScopes?: object } };
  if (pothosOptions?.authScopes === undefined) return undefined;
  const owners = Object.entries(pothosOptions.authScopes);
  expect(owners, name).toEqual([[expect.stringMatching(/^(account|operator)$/), true]]);
  return owners[0]?.[0];
}

test('what belongs to an account or to operators alone says so itself, wherever it may come to be reached from', () => {
  const reachedFrom = new Map<GraphQLObjectType, Set<string>>();
  const walk = (field: Field, from: string): void => {
    const type = getNamedType(field.type);
    const known = isObjectType(type) && (reachedFrom.get(type) ?? new Set());
    if (!isObjectType(type) || !known || known.has(from)) return;
    reachedFrom.set(type, known.add(from));
    for (const inner of Object.values(type.getFields())) walk(inner, from);
  };
  for (const { field } of rootFields) walk(field, classOf(field.name));
  /** Parts of answers to several kinds of callers. Such a type has nothing of an account. */
  const shared = { ApiPlan: ['account', 'public'], PageMeta: ['companies', 'operator'] };
  for (const [type, classes] of reachedFrom) {
    const from = [...classes].sort();
    if (from.length > 1) expect({ [type.name]: from }).toEqual({ [type.name]: shared[type.name as keyof typeof shared] });
    else
      expect([type.name, declared(type)]).toEqual([
        type.name,
        ['account', 'operator'].includes(from[0] ?? '') ? from[0] : undefined,
      ]);
  }
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  expect(reachedFrom.size + 2, 'every type, with Query and Mutation').toBe(objects.length);
});

test('every route declares who may call it, and asks the schema for nothing beyond', () => {
  const within = { public: ['public'], apiKey: ['public', 'companies'], session: ['public', 'companies', 'account'] };
  for (const { operationId, access, document } of routes)
    visit(parse(document), {
      OperationDefinition: ({ operation, selectionSet }) => {
        for (const selection of selectionSet.selections) {
          const name = 'name' in selection ? (selection.name?.value ?? '') : '';
          expect(schema.getRootType(operation)?.getFields(), `${operationId} asks for ${print(selection)}`).toHaveProperty(name);
          expect(within[access], `${operationId} asks for ${name}`).toContain(classOf(name));
        }
      },
    });
});

interface Tried {
  principal: Principal;
  /** The code of the refusal for a field, if it is refused. */
  refusal(power: (typeof powers)[keyof typeof powers], name: keyof typeof powers): string | undefined;
}
const session = (role: Role, isOperator?: true): Tried => ({
  principal: { kind: 'session', accountId: 'a', userId: 'u', role, ...(isOperator && { isOperator }) },
  refusal: ({ roles: able }) => {
    if (able === 'operators') return isOperator ? undefined : 'operator_required';
    return able === 'everybody' || able.includes(role) ? undefined : 'insufficient_role';
  },
});
const key = (own: readonly string[] | undefined, makerRole?: Role): Tried => ({
  principal: {
    kind: 'apiKey',
    accountId: 'a',
    keyId: 'k',
    familyId: 'f',
    ...(makerRole && { makerRole }),
    ...(own && { powers: { scopes: own, addresses: null, minuteLimit: null, monthlyQuota: null } }),
  },
  refusal: ({ roles: able, scope }, name) => {
    if (able === 'everybody') return undefined;
    if (!scope) return 'invalid_session';
    if (own && !scopesFor(name).every((one) => own.includes(one))) return 'insufficient_scope';
    return makerRole && !able.includes(makerRole) ? 'insufficient_role' : undefined;
  },
});
const tried: Record<string, Tried> = {
  ...Object.fromEntries(roleNames.map((role) => [role, session(role)])),
  'an operator': session('owner', true),
  'a key': key(undefined),
  'a key without a scope': key([]),
  ...Object.fromEntries(scopeNames.map((scope) => [`a key with ${scope}`, key([scope])])),
  ...Object.fromEntries(roleNames.map((role) => [`a key of a member who is now ${role}`, key(undefined, role)])),
  'a key with all read scopes of a member who is now billing': key(
    scopeNames.filter((scope) => scope !== 'watch:write'),
    'billing',
  ),
  nobody: {
    principal: { kind: 'anonymous' },
    refusal: ({ roles: able, scope }) => (able === 'everybody' ? undefined : scope ? 'api_key_required' : 'session_required'),
  },
  'a visitor of the front page': {
    principal: { kind: 'anonymous', triesSearch: true },
    refusal: ({ roles: able, scope }) => {
      if (able === 'everybody' || scope === 'companies:read') return undefined;
      return scope ? 'api_key_required' : 'session_required';
    },
  },
};

test.each(rootFields)('$field.name is done for those whom the table names; for nobody else anything is done', async ({
  type,
  field,
}) => {
  const run = prepare(schema, operationFor(type, field));
  const name = powerOf(field.name) ?? expect.unreachable();
  const power = powers[name];
  for (const [who, { principal, refusal }] of Object.entries(tried)) {
    let isReached = false;
    const services = new Proxy({} as Services, {
      get: () => {
        isReached = true;
        throw new Error('reached');
      },
    });
    const context: Context = { requestId: 'r', principal, services };
    const failure = await run({ bytes: Buffer.from('x') }, context).catch((error) => error);
    const expected = refusal(power, name);
    if (expected) expect([who, failure.code, isReached]).toEqual([who, expected, false]);
    else expect([401, 403], `${who}: ${failure?.code}`).not.toContain(failure?.status);
    if (expected === 'insufficient_scope') expect(scopesFor(name)).toContain(failure.scope);
  }
});
