import {
  type GraphQLField,
  type GraphQLInputType,
  GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  print,
  visit,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { prepare } from '../../src/api/executor.ts';
import { schema } from '../../src/api/schema.ts';
import type { Context, Services } from '../../src/graphql/context.ts';
import type { Principal } from '../../src/kernel/principal.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Scope = 'public' | 'registry' | 'account' | 'operator';
type Field = GraphQLField<unknown, unknown>;

/** What a field or a type declares of itself: exactly one scope, or nothing. */
function declared({ extensions }: { extensions: object }, what: string): Scope | undefined {
  const { pothosOptions } = extensions as { pothosOptions?: { authScopes?: unknown } };
  if (pothosOptions?.authScopes === undefined) return undefined;
  const scopes = Object.entries(pothosOptions.authScopes as object);
  expect(scopes, what).toEqual([[expect.stringMatching(/^(public|registry|account|operator)$/), true]]);
  return scopes[0]?.[0] as Scope;
}

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((type) => !!type);
const rootFields = roots.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
const objects = Object.values(schema.getTypeMap()).filter(
  (type) => type instanceof GraphQLObjectType && !type.name.startsWith('__') && !roots.includes(type),
) as GraphQLObjectType[];

/** The scopes that guard each type: its own, else those of all the fields that lead to it. */
function guards(): Map<string, Set<Scope>> {
  const found = new Map<string, Set<Scope>>();
  const walk = (field: Field, scope: Scope): void => {
    const type = getNamedType(field.type);
    if (!(type instanceof GraphQLObjectType)) return;
    const guard = declared(type, type.name) ?? scope;
    const known = found.get(type.name) ?? new Set();
    if (known.has(guard)) return;
    found.set(type.name, known.add(guard));
    for (const inner of Object.values(type.getFields())) walk(inner, declared(inner, `${type.name}.${inner.name}`) ?? guard);
  };
  for (const { field } of rootFields) walk(field, declared(field, field.name) ?? 'public');
  return found;
}

/**
 * Who may see what, all of it. A root field declares its scope itself. Any other field is guarded by its own declaration, else
 * by that of its type, else by those of the root fields through which alone it can be reached. Whoever adds a type or a root
 * field adds a line here.
 */
const access: Record<Scope, string[]> = {
  public: [
    'Query.changeSets',
    'Query.health',
    'Query.plans',
    'Query.identifierSources',
    'Query.registers',
    'Mutation.receivePaymentEvent',
    'ApiPlan',
    'ChangeSet',
    'Health',
    'PaymentReceipt',
    'Register',
    'IdentifierSource',
    'ServedIdentifiers',
    'ServedRegister',
  ],
  registry: [
    'Query.changes',
    'Query.countries',
    'Query.entities',
    'Query.entity',
    'Query.entityFacets',
    'Query.entityGroup',
    'Query.entityHistory',
    'Query.entityLookup',
    'Query.entitySuggestions',
    'Query.match',
    'Query.snapshot',
    'Query.snapshots',
    'Query.watchListChanges',
    'Query.watchedCompanies',
    'Change',
    'ChangeMeta',
    'ChangePage',
    'Country',
    'Entity',
    'EntityFacets',
    'EntityGroup',
    'EntityHistory',
    'EntityPage',
    'EntityLookup',
    'EntitySuggestion',
    'Facet',
    'FacetValue',
    'FieldChange',
    'GroupChildren',
    'GroupMember',
    'GroupRelation',
    'Identifier',
    'Match',
    'MatchFeature',
    'MatchRange',
    'MatchResult',
    'MatchedCompanyName',
    'PageMeta',
    'Provenance',
    'Address',
    'OtherName',
    'SourceFile',
    'Snapshot',
    'UnknownCountry',
    'Query.watchList',
    'Query.watchLists',
    'Mutation.changeWatchedCompanies',
    'Mutation.createWatchList',
    'Mutation.deleteWatchList',
    'Mutation.renameWatchList',
    'WatchList',
    'WatchedChange',
    'WatchedCompany',
    'WatchedCompanyPage',
  ],
  account: [
    'Query.account',
    'Query.accountExport',
    'Query.apiKeys',
    'Query.audit',
    'Query.me',
    'Query.planChanges',
    'Query.requestLog',
    'Query.requestStatistics',
    'Query.sessions',
    'Query.usage',
    'Mutation.createApiKey',
    'Mutation.createCheckout',
    'Mutation.createPortal',
    'Mutation.createReconcileAddress',
    'Mutation.deleteAccount',
    'Mutation.endOtherSessions',
    'Mutation.endSession',
    'Mutation.revokeApiKey',
    'Mutation.revokeReconcileAddress',
    'Mutation.rotateApiKey',
    'CreatedReconcileAddress',
    'ReconcileAddress',
    'Account',
    'AccountBilling',
    'AccountUsage',
    'AnswerCount',
    'AuditEntry',
    'AuditPage',
    'DayUsage',
    'KeyUsage',
    'LatencySummary',
    'LoggedKey',
    'LoggedRequest',
    'RequestCount',
    'RequestLogPage',
    'RequestStatistics',
    'StatusUsage',
    'Usage',
    // The catalogue is public, and part of the account too.
    'ApiPlan',
    'ApiKey',
    'BillingSession',
    'CreatedApiKey',
    'PlanChange',
    'Session',
    'User',
  ],
  operator: [
    'Query.accounts',
    'Query.failedImports',
    'Query.identifierImports',
    'Query.imports',
    'Query.readiness',
    'Query.waitingEvents',
    'AccountPage',
    'AccountSummary',
    'FailedImport',
    'FailedImportPage',
    'IdentifierImport',
    'IdentifierImportPage',
    'ImportPage',
    'ImportRun',
    'Limitation',
    'Readiness',
    'UnknownForm',
    'UnknownState',
    // Pages of company data have it too.
    'PageMeta',
    'WaitingEvent',
    'WaitingEventPage',
  ],
};

test('nothing is open by accident: every root field declares who may use it', () => {
  expect(rootFields.length).toBeGreaterThan(5);
  for (const { type, field } of rootFields) {
    const scope = declared(field, field.name);
    expect(scope, `${type.name}.${field.name} declares no scope`).toBeDefined();
    expect(access[scope ?? 'public'], `who may use ${type.name}.${field.name}`).toContain(`${type.name}.${field.name}`);
  }
});

test('every field of every type is guarded as the table says, and the table names nothing that is not there', () => {
  const found = guards();
  for (const type of objects) {
    const expected = (Object.keys(access) as Scope[]).filter((scope) => access[scope].includes(type.name));
    expect([...(found.get(type.name) ?? [])].toSorted(), `${type.name} is guarded by`).toEqual(expected.toSorted());
  }
  const there = [...objects.map(({ name }) => name), ...rootFields.map(({ type, field }) => `${type.name}.${field.name}`)];
  expect([...new Set(Object.values(access).flat())].toSorted()).toEqual(there.toSorted());
});

test.each([
  'account',
  'operator',
] as const)('what belongs to an %s says so itself, wherever it may come to be reached from', (scope) => {
  const open = [...access.public, ...access.registry];
  const own = access[scope].filter((name) => !name.includes('.') && !open.includes(name));
  for (const type of objects.filter(({ name }) => own.includes(name))) expect(declared(type, type.name), type.name).toBe(scope);
});

/** Something that the type takes. */
function sample(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (named.name === 'Bytes') return '$bytes';
  if (isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter(isRequiredInputField);
    return `{${required.map(({ name, type: inner }) => `${name}: ${sample(inner)}`)}}`;
  }
  return /Int/.test(String(type)) ? '1' : '"x"';
}

/** The shortest operation that asks for a root field. */
function operationFor(root: GraphQLObjectType, field: Field): string {
  const args = field.args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${sample(type)}`);
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const variables = args.some((arg) => arg.endsWith('$bytes')) ? '($bytes: Bytes!)' : '';
  const kind = root === schema.getMutationType() ? 'mutation' : 'query';
  return `${kind} ${variables} { ${field.name}${args.length ? `(${args})` : ''} ${selection} }`;
}

const principals: Record<string, { principal: Principal; may: Scope[] }> = {
  nobody: { principal: { kind: 'anonymous' }, may: ['public'] },
  'an API key': { principal: { kind: 'apiKey', accountId: 'a', keyId: 'k', familyId: 'f' }, may: ['public', 'registry'] },
  'a session': { principal: { kind: 'session', accountId: 'a', userId: 'u' }, may: ['public', 'registry', 'account'] },
  'an operator': {
    principal: { kind: 'session', accountId: 'a', userId: 'u', isOperator: true },
    may: ['public', 'registry', 'account', 'operator'],
  },
};

describe.each(Object.entries(principals))('%s', (_who, { principal, may }) => {
  test.each(
    rootFields.map(({ type, field }) => [`${type.name}.${field.name}`, type, field] as const),
  )('is let in to %s or not, before anything is done', async (_name, type, field) => {
    let reached = false;
    const services = new Proxy({} as Services, {
      get: () => {
        reached = true;
        throw new Error('reached');
      },
    });
    const context: Context = { requestId: 'r', principal, services };
    const failure = await prepare(schema, operationFor(type, field))({ bytes: Buffer.from('x') }, context).catch(
      (error) => error,
    );
    const allowed = may.includes(declared(field, field.name) ?? 'public');
    const isShut = [401, 403].includes(failure?.status);
    expect(isShut).toBe(!allowed);
    if (!allowed) {
      expect(reached).toBe(false);
    }
  });
});

test('every route declares who may call it, and asks the schema for nothing beyond', () => {
  const scopes = { public: ['public'], apiKey: ['public', 'registry'], session: ['public', 'registry', 'account'] };
  for (const { operationId, access: who, document } of routes) {
    expect(Object.keys(scopes), operationId).toContain(who);
    visit(parse(document), {
      OperationDefinition: ({ operation, selectionSet }) => {
        for (const selection of selectionSet.selections) {
          const name = 'name' in selection ? selection.name?.value : undefined;
          const field = schema.getRootType(operation)?.getFields()[name ?? ''];
          expect(field, `${operationId} asks for ${print(selection)}`).toBeDefined();
          expect(scopes[who], `${operationId} asks for ${name}`).toContain(field && declared(field, field.name));
        }
      },
    });
  }
});

describe('over HTTP', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService({ sessions });
    key = (await makeKey(service, 'ada')).secret;
  });
  afterAll(() => service.stop());

  const call = async (method: string, path: string, headers: Record<string, string>) => {
    const { status, body } = await service.get(path, { method, headers });
    return status === 401 ? body.error.code : 'let in';
  };
  const everyRoute = [
    ...routes.map(
      ({ method, path, access: who }) => [method.toUpperCase(), `/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`, who] as const,
    ),
    ['POST', '/graphql', 'session'] as const,
  ];

  test.each(everyRoute)('%s %s lets in whom it declares and nobody else: %s', async (method, path, who) => {
    const asKey = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }];
    const expected = {
      public: { none: 'let in', key: 'let in', session: 'let in' },
      apiKey: { none: 'api_key_required', key: 'let in', session: 'invalid_api_key' },
      session: { none: 'session_required', key: 'invalid_session', session: 'let in' },
    }[who];
    expect(await call(method, path, {})).toBe(expected.none);
    for (const headers of asKey) expect(await call(method, path, headers)).toBe(expected.key);
    expect(await call(method, path, as('ada'))).toBe(expected.session);
  });
});
