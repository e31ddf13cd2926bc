import { planOf } from '../../../src/accounts/index.ts';
import { maxKeyNetworks } from '../../../src/accounts/limits.ts';
import { filterNames } from '../../../src/company/filters/filters.ts';
import { filterRules } from '../../../src/company/limits.ts';
import { matchRules } from '../../../src/matching/index.ts';

/** A schema of `openapi.json`, or of a tool. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

/** Texts of a length that take long in different ways. */
export const texts = {
  'a long word': (most: number) => 'kreditversicherungsgesellschaft'.repeat(most).slice(0, most),
  'many short words': (most: number) => 'an co ab li tr '.repeat(most).slice(0, most).trim(),
  'a word of every letter': (most: number) => 'qwertzuiopasdfghjklyxcvbnm'.repeat(most).slice(0, most),
  // One letter that normalization makes eighteen of.
  'letters that become many': (most: number) => '\ufdfa'.repeat(most),
} as const;
export type Text = (most: number) => string;

const { query } = matchRules;
const byNumber = (text: Text) => ({ country: 'GB', number: text(filterRules.number.most) });
/** What is declared nowhere but in the rules of its feature, or must be a value of ours. */
const named: Record<string, (text: Text) => unknown> = {
  mode: () => 'words',
  names: () => 'all',
  fuzzy: () => true,
  sort: () => 'relevance',
  key: () => 'row 1',
  locality: () => 'London',
  postalCode: () => '1000',
  legalForm: (text) => text(query.legalForm.most),
  registeredAt: () => '2004-09-27',
  upTo: () => '1',
  requiredIssuer: () => null,
  groupRoles: () => [],
  choices: () => [{ kind: 'key_expiring', email: true }],
  events: () => ['watch_list.changed'],
  url: () => 'https://receiver.example.com/webhooks',
  scopes: () => ['companies:read'],
  plan: () => 'pro',
  role: () => 'member',
  facets: () => 'status,country,legalForm',
  threshold: () => 0.7,
  monthlyQuota: () => planOf('business').monthlyRequests,
  'one of items': byNumber,
  'one of lookup': byNumber,
  addresses: () => Array.from({ length: maxKeyNetworks }, (_, place) => `2001:db8:${place}::/48`),
};

/** Filters are left out: they make the work smaller. So are texts that only a value of ours fits. */
const leftOut = new Set([
  ...filterNames.filter((name) => name !== 'q' && !(name in named)),
  ...['cursor', 'type', 'entityId', 'asOf'],
  ...[
    'If-None-Match',
    'Range',
    'If-Range',
    'Prefer',
    'X-Account-ID',
    'Idempotency-Key',
    'expiresAt',
    'keyId',
    'path',
    'requestId',
  ],
  ...[
    'networks',
    'allowedNetworks',
    'monthlyLimit',
    'minuteLimit',
    'listIds',
    'page',
    'wait',
    'since',
    'until',
    'id',
    'country_code',
  ],
]);

/** Of those that are left out, what a body must have. */
const needed: Record<string, unknown> = { cursor: 'start' };

/** The largest value that a schema allows. A value without a limit stops the test: it must be declared here. */
export function largestOf(schema: Schema, name: string, text: Text, resolve: (reference: string) => Schema): unknown {
  if (schema.$ref) return largestOf(resolve(schema.$ref), name, text, resolve);
  if (leftOut.has(name)) return undefined;
  if (named[name]) return named[name](text);
  if (schema.anyOf?.[0]) return largestOf(schema.anyOf[0], name, text, resolve);
  if (schema.enum) return schema.enum.at(-1);
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, one]) => {
        const isNeeded = schema.required?.includes(key) && key in needed;
        return [key, isNeeded ? needed[key] : largestOf(one, key, text, resolve)];
      }),
    );
  if (type === 'boolean') return true;
  if ((type === 'integer' || type === 'number') && schema.maximum !== undefined) return schema.maximum;
  if (type === 'array' && schema.maxItems !== undefined && schema.items) {
    const { items } = schema;
    const isId = items.type === 'string' && items.maxLength === undefined && !items.enum;
    return Array.from({ length: schema.maxItems }, (_, place) =>
      isId ? idOf(place) : largestOf(items, `one of ${name}`, text, resolve),
    );
  }
  if (type === 'string' && schema.format === 'uuid') return idOf(0);
  if (type === 'string' && schema.maxLength !== undefined) return text(schema.maxLength);
  throw new Error(`There is no largest value for ${name}: declare it in test/support/largest/values.ts.`);
}

/** The id of nothing. */
export const idOf = (number: number): string => `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`;
