import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endKinds } from '../../../src/company/company.ts';
import { statuses } from '../../../src/company/values.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { linesOf } from '../../../src/registers/declaration/labels.ts';
import { States } from '../../../src/registers/declaration/states.ts';

const states = new States([
  'In order;active',
  'L;winding_up;liquidation',
  'B;insolvent;bankruptcy',
  'S;unknown;a stop',
  'N;;a note',
  'M;dissolved;;merged',
  ';dissolved;`end` has a day',
]);

describe('the states of a register', () => {
  test('give our word for each, and tell those that they do not know', () => {
    expect(states.of('In order')).toEqual({ status: 'active' });
    expect(states.of('S')).toEqual({ status: 'unknown' });
    expect(states.of('')).toEqual({ status: 'unknown' });
    expect(states.of('N')).toEqual({ status: 'unknown' });
    expect([states.of('M'), states.endOf('M'), states.endOf('L'), states.endOf('X')]).toEqual([
      { status: 'dissolved' },
      'merged',
      null,
      null,
    ]);
    expect(states.of('`end` has a day')).toEqual({ status: 'unknown', unknownStates: ['`end` has a day'] });
    expect(states.of('constructor')).toEqual({ status: 'unknown', unknownStates: ['constructor'] });
  });

  test('of several at once the most serious counts', () => {
    expect(states.ofAll(['In order', 'B', 'L'], 'active')).toEqual({ status: 'insolvent' });
    expect(states.ofAll(['In order', 'S'], 'active')).toEqual({ status: 'unknown' });
    expect(states.ofAll(['N'], 'active')).toEqual({ status: 'active' });
    expect(states.ofAll([], 'unknown')).toEqual({ status: 'unknown' });
    expect(states.ofAll(['N', 'X'], 'active')).toEqual({ status: 'unknown', unknownStates: ['X'] });
    expect(states.ofAll(['L', 'X'], 'active', (code) => `${code}!`)).toEqual({ status: 'winding_up', unknownStates: ['X!'] });
  });
});

test.each(registers.map((register) => [register.id, register] as const))('%s declares how a company can stand', (id, {
  states,
}) => {
  const told = states.map(({ status }) => status);
  expect(told).toContain('active');
  expect(told).toContain('dissolved');
  for (const status of told) if (status !== null) expect(statuses).toContain(status);
  const lines = linesOf(`${id}/states`).slice(1);
  for (const end of lines.flatMap((line) => line.split(';')[3] ?? [])) expect(endKinds).toContain(end);
  const names = states.map(({ state }) => state);
  expect(new Set(names).size).toBe(names.length);
});

test('a company that is about to be struck off is winding up, in every register that tells it', () => {
  const told = registers
    .flatMap(({ states }) => states)
    .filter(({ state, says }) => /strike[ -]off|τρίμηνη/i.test(`${state} ${says}`));
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter(({ status }) => status !== 'winding_up')).toEqual([]);
});

test('the page of statuses has every register', () => {
  const page = readFileSync(new URL('../../../docs/guides/statuses.md', import.meta.url), 'utf8');
  for (const { country } of registers) expect(page).toContain(`\n## ${country.name}\n`);
});
