import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registers } from '../../../src/registers/countries/registers.ts';
import { exemplified } from '../../support/registers/examples.ts';

const nothing = { lines: [], postalCode: null, locality: null, region: null, country: null, raw: null };

const rows = exemplified.flatMap(({ id, register, examples }) =>
  examples.addresses.map(([registry, address]) => ({ id, register, registry, address: address && { ...nothing, ...address } })),
);

test.each(rows)('an address of $id', ({ register, registry, address }) => {
  expect(register.address?.(registry) ?? null).toEqual(address);
});

test('a record without the fields, or with erased ones, has no address', () => {
  const fields = ['address', 'visitingAddress', 'postalAddress', 'businessAddress'];
  const erased = Object.fromEntries(fields.map((field) => [field, null]));
  for (const { address } of registers) expect([address?.({}) ?? null, address?.(erased) ?? null]).toEqual([null, null]);
});

test('the guide says which parts each register fills', () => {
  const guide = readFileSync(new URL('../../../docs/guides/registers.md', import.meta.url), 'utf8');
  const [header = '', , ...lines] = /^\| \| lines .*?(?=\n\n)/ms.exec(guide)?.[0].split('\n') ?? [];
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...parts] = cells(header);
  const told = lines.map((line) => {
    const [id = '', ...filled] = cells(line);
    return [id.replaceAll('`', ''), parts.filter((_, place) => filled[place] !== '–')];
  });
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  const found = registers.flatMap(({ id }) => {
    const addresses = rows.filter((row) => row.id === id).map(({ address }) => (address ?? {}) as Record<string, unknown>);
    const filled = parts.filter((part) => addresses.some((address) => part in address && isFilled(address[part])));
    return filled.length > 0 ? [[id, filled]] : [];
  });
  expect(told).toEqual(found);
});
