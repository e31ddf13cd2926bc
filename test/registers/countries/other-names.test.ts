import { expect, test } from 'vitest';
import { otherNamesOf } from '../../../src/company/other-names.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { exemplified } from '../../support/registers/examples.ts';

const nothing = { language: null, from: null, to: null };

test.each(exemplified)('other names of $id have their kind, language and days, and a register without examples has none', ({
  register,
  examples: { otherNames },
}) => {
  const { name = '', registry = {}, others = [] } = otherNames ?? {};
  expect(register.otherNames !== undefined).toBe(others.length > 0);
  expect(otherNamesOf(register, { canonicalName: name, registry })).toEqual(others.map((other) => ({ ...nothing, ...other })));
});

test('fields that an earlier reading lacks or that an erasure made null give no names', () => {
  for (const register of registers) {
    const fields = Object.keys(register.fields.shape);
    for (const registry of [{}, Object.fromEntries(fields.map((field) => [field, null]))])
      expect(otherNamesOf(register, { canonicalName: 'a', registry }), register.id).toEqual([]);
  }
});

test('the current name is never among the other names, though a register repeats it', () => {
  for (const { register, examples } of exemplified) {
    const { registry = {}, others = [] } = examples.otherNames ?? {};
    for (const { name = '' } of others)
      expect(otherNamesOf(register, { canonicalName: name, registry }).map((one) => one.name)).not.toContain(name);
  }
});
