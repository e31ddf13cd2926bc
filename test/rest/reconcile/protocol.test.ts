import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { manifestOf } from '../../../rest/reconcile/manifest.ts';
import * as protocol from '../../../rest/reconcile/protocol.ts';

/* Our statement of the protocol: what it takes, and that it refuses what the specification refuses. */

const id = '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e';
const manifest = manifestOf({ baseUrl: 'https://registry.example', url: 'https://registry.example/reconcile/t', version: '1' });
const { versions: _, ...withoutVersions } = manifest;
const candidate = { id, name: 'EXEMPLU SRL', type: [{ id: 'company', name: 'Company' }], score: 0.9, match: true, features: [] };
const { score: _score, ...withoutScore } = candidate;
const meta = [{ id: 'country', name: 'Country' }];

const cases: Record<string, { schema: z.ZodType; valid: unknown[]; invalid: unknown[] }> = {
  manifest: {
    schema: protocol.manifest,
    valid: [manifest],
    invalid: [
      withoutVersions,
      { ...manifest, versions: ['0.1'] },
      { ...manifest, documentation: 1234 },
      { ...manifest, authentication: { foo: 'bar' } },
      { ...manifest, view: { url: 'https://registry.example/' } },
      { ...manifest, view: {} },
      { ...manifest, preview: { url: '{{id}}', width: '430', height: 260 } },
      { ...manifest, suggest: { ...manifest.suggest, entity: { ...manifest.suggest.entity, flyout_service_path: '/flyout' } } },
      { ...manifest, extend: { ...manifest.extend, property_settings: [{ type: 'date' }] } },
      { ...manifest, defaultTypes: ['company'] },
      { ...manifest, batchSize: 0 },
    ],
  },
  'a batch of queries': {
    schema: protocol.queryBatch,
    valid: [
      {},
      { q0: { query: 'Exemplu' } },
      { q0: { query: 'Exemplu', type: 'company', limit: 3, type_strict: 'should' }, q1: { query: 'x', type: ['company'] } },
      { q0: { properties: [{ pid: 'number', v: 1004600000000 }] } },
      { q0: { query: 'x', properties: [{ pid: 'country', v: ['MD', { id: 'Q217', name: 'Moldova' }, true, 1.5] }] } },
      { q0: { query: 'x', properties: [{ pid: 'country', p: 'Country', v: 'MD' }] } },
    ],
    invalid: [
      [],
      { q1: { limit: 1 } },
      { q1: { properties: [] } },
      { q1: 'Exemplu' },
      { q1: { query: 1 } },
      { q1: { query: 'x', name: 'x' } },
      { q1: { query: 'x', type_strict: 'none' } },
      { q1: { query: 'x', limit: '3' } },
      { q1: { query: 'x', limit: 1.5 } },
      { q1: { query: 'x', properties: { pid: 'country', v: 'MD' } } },
      { q1: { query: 'x', properties: [{ pid: 'country' }] } },
      { q1: { query: 'x', properties: [{ v: 'MD' }] } },
      { q1: { query: 'x', properties: [{ pid: 'country', v: { name: 'Moldova' } }] } },
      { q1: { query: 'x', properties: [{ pid: 'country', v: [['MD']] }] } },
    ],
  },
  'a batch of results': {
    schema: protocol.resultBatch,
    valid: [
      {},
      { q0: { result: [] } },
      { q0: { result: [candidate, { ...candidate, features: [{ id: 'word', value: 0.5 }] }] } },
    ],
    invalid: [
      { q0: {} },
      { q0: [candidate] },
      [],
      { q0: { result: [withoutScore] } },
      { q0: { result: [{ ...candidate, score: '0.9' }] } },
      { q0: { result: [{ ...candidate, type: 'company' }] } },
      { q0: { result: [{ ...candidate, features: [{ id: 'word', value: 'explanation' }] }] } },
      { q0: { result: [{ ...candidate, features: [1, 2].map((value) => ({ id: 'word', value })) }] } },
    ],
  },
  'suggested entities': {
    schema: protocol.suggestedEntities,
    valid: [{ result: [{ id, name: 'x', description: 'y', notable: [{ id: 'company', name: 'Company' }] }] }],
    invalid: [{}, [], { result: [{ id, notable: [] }] }, { result: [{ name: 'x', notable: [] }] }],
  },
  'suggested properties': {
    schema: protocol.suggestedProperties,
    valid: [{ result: [{ id: 'lei', name: 'LEI' }] }],
    invalid: [{}, { result: [{ id: 'lei' }] }, { result: [{ id: 'lei', name: 'LEI', description: 1 }] }],
  },
  'a query for values': {
    schema: protocol.extensionQuery,
    valid: [{ ids: [id], properties: [{ id: 'country' }, { id: 'lei', settings: { limit: 1 } }] }],
    invalid: [
      { ids: [id] },
      { properties: [] },
      { ids: id, properties: [] },
      { ids: [1], properties: [] },
      { ids: [], properties: ['lei'] },
    ],
  },
  values: {
    schema: protocol.extension,
    valid: [{ meta, rows: { [id]: { country: [{ str: 'MD' }], endedAt: [{ date: '2004-09-27T00:00:00Z' }], lei: [] } } }],
    invalid: [
      { meta },
      { rows: {} },
      { meta: [{ id: 'country' }], rows: {} },
      { meta, rows: { [id]: { country: 'MD' } } },
      { meta, rows: { [id]: { country: ['MD'] } } },
      { meta, rows: { [id]: { country: [{ str: 'MD', id: 'MD' }] } } },
      { meta, rows: { [id]: { endedAt: [{ date: '2004-09-27' }] } } },
    ],
  },
};

describe.each(Object.entries(cases))('%s', (_name, { schema, valid, invalid }) => {
  test('is taken as the specification has it', () => {
    for (const value of valid) expect(schema.safeParse(value).error, JSON.stringify(value)).toBeUndefined();
  });
  test('is refused otherwise', () => {
    for (const value of invalid) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });
});
