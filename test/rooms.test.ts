import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** A file and all that it loads by way of others when it is run. What is imported as a type is not loaded. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = textOf(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?'(\.[^']+\.ts)';/gm);
  for (const [, specifier = ''] of imports) loadedBy(posix.join(posix.dirname(file), specifier), found);
  return found;
}
const roomsOf = (files: Iterable<string>) => new Set([...files].map((file) => file.split('/', 2).join('/')));

const engines = ['src/records', 'src/search', 'src/intake', 'src/companies'];

test('plain values of companies load no engine, and no driver of the database', () => {
  const values = readdirSync(new URL('src/company', root), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const loaded = values.flatMap((file) => [...loadedBy(`src/company/${file}`)]);
  expect([...roomsOf(loaded)].filter((room) => ![`src/company`, 'src/kernel'].includes(room))).toEqual([]);
});

test('a register is read without search and intake', () => {
  const loaded = loadedBy('src/registers/countries/ee/register.ts');
  expect(engines.filter((room) => roomsOf(loaded).has(room))).toEqual([]);
  expect(loaded.size).toBeLessThanOrEqual(60);
});

test('the route of the search loads no engine', () => {
  const loaded = loadedBy('rest/routes/companies/entities.ts');
  expect(engines.filter((room) => roomsOf(loaded).has(room))).toEqual([]);
  expect(loaded.size).toBeLessThanOrEqual(45);
});

test('no room is more than a fifth of the house', () => {
  const lines = new Map<string, number>();
  for (const file of readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.includes('generated')) continue;
    const [room = ''] = file.split('/');
    lines.set(room, (lines.get(room) ?? 0) + textOf(`src/${file}`).split('\n').length);
  }
  const all = [...lines.values()].reduce((sum, count) => sum + count, 0);
  expect([...lines].filter(([, count]) => count > all / 5)).toEqual([]);
});
