import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sourceOf } from '../../../src/registers/declaration/kinds.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { companiesOf, type ImportGround, importGround } from '../../support/imports.ts';
import { exemplified } from '../../support/registers/examples.ts';
import { joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

/** The names of the members that the fields of a JSON register are read from, those of groups and lists too. */
function membersOf(fields: z.ZodObject): string[] {
  return Object.values(fields.shape as Record<string, z.ZodType>).flatMap((field) => {
    const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
    const item = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner;
    if (item instanceof z.ZodObject) return membersOf(item);
    return sourceOf(field)?.column.split('.') ?? [];
  });
}

/** Adds the names of all members, at any depth. */
function addNames(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    names.add(name);
    addNames(member, names);
  }
}

describe.each(exemplified)('the sample of $id', ({ id, register, examples, folder }) => {
  const path = samples.find((sample) => sample.register === register)?.path ?? '';
  const expectAbsent = (absent?: ReadonlySet<string>) => expect([...(absent ?? [])].toSorted()).toEqual(examples.absent ?? []);
  const companies = async () =>
    register.parts ? (await joinedCompanies(ground, register, path)).companies : companiesOf(register, path);

  test('is one file, which is imported whole: no row is rejected or repeated, and no state or legal form is unknown', async () => {
    expect(readdirSync(new URL('sample', folder))).toHaveLength(1);
    const summary = await ground.import(register, path);
    expect(summary).toMatchObject({ rejected: 0, repeated: { rows: 0 }, unknownStates: [], unknownForms: [] });
    expect(summary.added).toBeGreaterThanOrEqual(20);
  });

  test('shows active companies and others', async () => {
    const statuses = new Set((await companies()).map(({ status }) => status));
    expect([statuses.has('active'), statuses.size > 1]).toEqual([true, true]);
  });

  test('has every column that the register looks for, but for those that are listed, so that none is misspelt', async () => {
    if (register.parts) return expectAbsent((await joinedCompanies(ground, register, path)).absent);
    const snapshot = await register.open(path);
    const names = new Set<string>();
    if (snapshot.columns.length === 0)
      for await (const batch of snapshot.batches) for (const row of batch) if ('cells' in row) addNames(row.cells, names);
    await snapshot.close();
    if (snapshot.columns.length > 0) return expectAbsent(snapshot.absent);
    return expectAbsent(new Set(membersOf(register.fields).filter((name) => !names.has(name))));
  });

  test('has activities of declared classifications alone, so that no edition is left out by accident', async () => {
    const schemes = new Set((await companies()).flatMap(({ activities }) => activities.map(({ scheme }) => scheme)));
    expect([...schemes].filter((scheme) => !(scheme in (register.classifications ?? {})))).toEqual([]);
    expect(schemes.size > 0).toBe(register.classifications !== undefined);
  });

  test('has the companies of the examples; a register without them has a test of its own', async () => {
    const test = fileURLToPath(new URL(`${id}.test.ts`, import.meta.url));
    expect(examples.companies !== undefined || existsSync(test)).toBe(true);
    const found = new Map((await companies()).map((company) => [company.number, company]));
    for (const company of examples.companies ?? []) expect(found.get(company.number)).toEqual(company);
  });
});
