import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../../src/registers/import/samples.ts';
import { companiesOf, type ImportGround, importGround } from '../../support/imports.ts';
import { exemplified } from '../../support/registers/examples.ts';
import { joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

describe.each(exemplified)('the sample of $id', ({ id, register, examples, folder }) => {
  const path = samples.find((sample) => sample.register === register)?.path ?? '';
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
