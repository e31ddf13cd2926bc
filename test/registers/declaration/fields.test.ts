import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { contract } from '../../support/contract.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { expectDeclared } from '../../support/registry-fields.ts';

const all = registers.map((register) => [register.id, register] as const);

describe('the fields of a register', () => {
  let ground: ImportGround;
  beforeAll(async () => {
    ground = await importGround();
  });
  afterAll(() => ground.close());

  test.each(all)('of %s are those of every record in its sample', async (id, register) => {
    const sample = samples.find((one) => one.register.id === id);
    await ground.import(register, sample?.path ?? '');
    const rows = await ground.query('SELECT registry FROM entity WHERE country_code = $1', [register.country.code]);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    for (const { registry } of rows) expectDeclared(register, registry);
  });

  test('of a record are all declared, and nothing else', async () => {
    await ground.import(gb, samples.find(({ register }) => register === gb)?.path ?? '');
    const [{ registry }] = await ground.query("SELECT registry FROM entity WHERE country_code = 'GB' LIMIT 1");
    const { uri, ...lacking } = registry;
    expect(() => expectDeclared(gb, { ...registry, more: 1 })).toThrow('does not declare');
    expect(() => expectDeclared(gb, { ...registry, address: { ...registry.address, more: null } })).toThrow('does not declare');
    expect(() => expectDeclared(gb, lacking)).toThrow('uri');
    expect(() => expectDeclared(gb, { ...registry, dissolvedOn: '31/12/2026' })).toThrow('dissolvedOn');
  });

  /** An erasure leaves null. */
  test.each(all)('of %s may be null where they are about persons', (_id, { fields, persons = [] }) => {
    const erasable = persons.flatMap(({ fields: pointers = [], when }) => pointers.map((pointer) => ({ pointer, when })));
    for (const { pointer, when } of erasable.filter((one) => one.pointer.startsWith('/registry/'))) {
      const path = pointer.split('/').slice(2);
      const field = path.reduce((one, name) => partsOf(one)?.[name] as z.ZodType, fields as z.ZodType);
      // Of an address with c/o, those parts are erased that name somebody.
      const erased = when === 'careOf' ? Object.values(partsOf(field) ?? { field }) : [field];
      for (const one of erased) expect(one?.safeParse(null).success, pointer).toBe(true);
    }
  });
});

/** The fields of an object, also of one that may be null. */
const partsOf = (field: z.ZodType): Record<string, z.ZodType> | undefined => {
  const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : undefined;
};

describe('the contract', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(contract, 'contract');
  const fits = ajv.compile({ $ref: 'contract#/components/schemas/EntityDetail' });
  const activities = { unlicensed: [{ code: '62010', label: null, scheme: 'UK-SIC-2007' }], licensed: [] };
  const record = (countryCode: string, registry: object) => ({
    id: '5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11',
    countryCode,
    canonicalName: 'LITTLE HERON LIMITED',
    status: 'active',
    registry,
    sourceData: {},
    registrations: [],
    provenance: null,
  });

  test.each(all)('has what the registry of %s is', (_id, { country, fields }) => {
    const schema = contract.components.schemas[`Registry${country.code}`] as { properties: object };
    expect(Object.keys(schema.properties)).toEqual([...Object.keys(fields.shape), 'activities']);
  });

  test('tells a wrong value by the country of the record', () => {
    expect(fits(record('GB', { activities, dissolvedOn: '2026-12-31', mortgages: { charges: 3 } }))).toBe(true);
    expect(fits(record('GB', { activities, dissolvedOn: 'yesterday' }))).toBe(false);
    expect(fits(record('GB', { activities, mortgages: { charges: '3' } }))).toBe(false);
    expect(fits(record('GB', {}))).toBe(false);
    expect(fits(record('FR', { activities, dissolvedOn: 'yesterday' }))).toBe(true);
  });

  test('is open for more fields, and for more countries', () => {
    expect(fits(record('GB', { activities, more: 1, address: { more: 1 } }))).toBe(true);
    expect(fits(record('ZZ', { dissolvedOn: 3 }))).toBe(true);
  });
});

test('the page of fields has every field of every country', () => {
  const page = readFileSync(new URL('../../../docs/guides/registry-fields.md', import.meta.url), 'utf8');
  for (const { country, fields } of registers) {
    const section = page.split(`\n## ${country.name}\n`)[1]?.split('\n## ')[0] ?? '';
    for (const name of Object.keys(fields.shape)) expect(section).toContain(`\n| \`${name}\` | `);
  }
});
