import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { commandLine as bare, type ShellOptions } from '../support/command-line.ts';
import { catchUp } from '../support/identifiers.ts';

let ground: ChangesGround;
const names = ['Alpha Holding', 'Beta Holding', '株式会社ガンマ Holding', '=1+1 Holding'];
beforeAll(async () => {
  ground = await changesGround();
  const rows = Array.from({ length: 130 }, (_, n) => ({ number: `${10_000_000 + n}`, name: names[n] ?? `Company ${n} Limited` }));
  await ground.importRows(smallRegister('gb'), rows);
  await catchUp(ground);
});
afterAll(() => ground.close());

/** The command line of a person who has a key. */
const commandLine = (words: string, options: ShellOptions = {}) =>
  bare(words.split(' '), {
    ...options,
    env: { COMPANY_REGISTRY_URL: ground.service.url, COMPANY_REGISTRY_KEY: ground.secret, ...options.env },
  });
const lines = (text: string) => text.split('\n').slice(0, -1);

test('a search is a table on a terminal, and says how many there are', async () => {
  const { exitCode, out, err } = await commandLine('search limited --country GB', { columns: 60, env: { NO_COLOR: '1' } });
  expect(exitCode).toBe(0);
  expect(lines(out)).toHaveLength(26);
  expect(lines(out)[0]).toMatch(/^NAME +COMPANY +STATUS +REGISTERED$/);
  expect(lines(out)[1]).toMatch(/^Company \d+ Limited +GB:100\d{5} +active +2004-09-27$/);
  expect(err).toBe('25 of 126 companies. More: --limit 100, or --all, which costs 2 units.\n');
});

test('it is lines of JSON in a pipe, a document with --json, and CSV with --csv', async () => {
  const piped = await commandLine('search holding --sort name');
  expect(lines(piped.out).map((line) => JSON.parse(line).canonicalName)).toHaveLength(4);
  expect(piped.err).toBe('');
  const document = await commandLine('search holding --json', { columns: 80 });
  expect(JSON.parse(document.out)).toHaveLength(4);
  const csv = await commandLine('search holding --sort name --csv');
  expect(csv.out).toMatch(/^canonicalName,status,[\s\S]*\r\n'=1\+1 Holding,active/);
  const nothing = await commandLine('search nosuchcompany --json');
  expect(nothing).toMatchObject({ exitCode: 1, out: '[]\n', err: 'Nothing found.\n' });
});
