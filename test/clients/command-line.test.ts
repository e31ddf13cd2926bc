import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../clients/typescript/src/cli/commands.ts';
import { addKey, type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { commandLine as bare, type ShellOptions, startCommandLine } from '../support/clients/command-line.ts';
import { catchUp } from '../support/identifiers.ts';
import { as, join as joinAccount } from '../support/people.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { run } from '../support/suite/children.ts';

let ground: ChangesGround;
let folder: string;
const gb = smallRegister('gb');
const names = ['Alpha Holding', 'Beta Holding', '株式会社ガンマ Holding', '=1+1 Holding'];
const rowsOf = (address = '') =>
  Array.from({ length: 130 }, (_, n) => ({ number: `${10_000_000 + n}`, name: names[n] ?? `Company ${n} Limited`, address }));
beforeAll(async () => {
  ground = await changesGround();
  folder = await mkdtemp(join(tmpdir(), 'registry-cli-'));
  await ground.importRows(gb, rowsOf());
  await catchUp(ground);
});
afterAll(async () => {
  await ground.close();
  await rm(folder, { recursive: true, force: true });
});

const withKey = (options: ShellOptions = {}): ShellOptions => ({
  ...options,
  env: { COMPANY_REGISTRY_URL: ground.service.url, COMPANY_REGISTRY_KEY: ground.secret, ...options.env },
});
/** The command line of a person who has a key. */
const commandLine = (words: string, options: ShellOptions = {}) => bare(words.split(' '), withKey(options));
const start = (words: string, options: ShellOptions = {}) => startCommandLine(words.split(' '), withKey(options));
const lines = (text: string) => text.split('\n').slice(0, -1);
const units = async () => JSON.parse((await commandLine('usage')).out).period.remaining as number;

/** Answers as the service does, with this body. */
const answering = (body: unknown): ShellOptions => ({ shell: { fetch: async () => Response.json(body) } });

test('a search is a table on a terminal, and says how many there are', async () => {
  const { exitCode, out, err } = await commandLine('search limited --country GB', { columns: 60, env: { NO_COLOR: '1' } });
  expect(exitCode).toBe(0);
  expect(lines(out)).toHaveLength(26);
  expect(lines(out)[0]).toMatch(/^NAME +COMPANY +STATUS +REGISTERED$/);
  expect(lines(out)[1]).toMatch(/^Company \d+ Limited +GB:100\d{5} +active +2004-09-27$/);
  expect(err).toBe('25 of 126 companies. More: --limit 100, or --all, which costs 2 units.\n');
  expect((await commandLine('search limited', { columns: 60 })).out).toContain('\u001b[1mNAME');
});

test('it is lines of JSON in a pipe, a document with --json, and CSV with --csv', async () => {
  const piped = await commandLine('search holding --sort name');
  expect(lines(piped.out).map((line) => JSON.parse(line).canonicalName)).toHaveLength(4);
  expect(piped.err).toBe('');
  expect(JSON.parse((await commandLine('search holding --json', { columns: 80 })).out)).toHaveLength(4);
  expect((await commandLine('search holding --sort name --csv')).out).toMatch(
    /^canonicalName,status,[\s\S]*\r\n'=1\+1 Holding,active/,
  );
  const nothing = await commandLine('search nosuchcompany --json');
  expect(nothing).toMatchObject({ exitCode: 1, out: '[]\n', err: 'Nothing found.\n' });
});

test('more than the first page costs only what was asked for', async () => {
  const before = await units();
  expect(lines((await commandLine('search limited --limit 101 -q')).out)).toHaveLength(101);
  expect(lines((await commandLine('search limited --all -q')).out)).toHaveLength(126);
  expect(lines((await commandLine('search limited --page-size 2')).out)).toHaveLength(2);
  expect(before - (await units())).toBe(5);
});

test('names cannot act on the terminal, and wide ones stay in their column', async () => {
  const item = { id: '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e', countryCode: 'GB', number: '1', status: 'active', updatedAt: '' };
  const hostile = '\u001b[2J\u001b]0;owned\u0007Evil\u009b31m\u202e\nLimited';
  const data = [
    { ...item, canonicalName: hostile },
    { ...item, canonicalName: '株式会社ガンマ'.repeat(5) },
  ];
  const answer = answering({ data, meta: { page: 1, pageSize: 25, pageCount: 1, total: 2 } });
  const table = await commandLine('search x', { ...answer, columns: 40, env: { NO_COLOR: '1' } });
  const [head = '', evil = '', wide = ''] = lines(table.out);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
  expect(table.out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(evil).toContain('Evil');
  expect(wide.indexOf('…')).toBeGreaterThan(0);
  // Each of the characters before the mark takes two columns.
  expect(head.indexOf('COMPANY')).toBe(wide.indexOf('GB:1') + [...wide.slice(0, wide.indexOf('…'))].length);
  const json = await commandLine('search x --ndjson', { ...answer, columns: 40 });
  expect(json.out).not.toContain('\u009b');
  expect(JSON.parse(lines(json.out)[0] ?? '').canonicalName).toBe(hostile);
});

test('a record, its history and its group are found by number or id', async () => {
  const { out } = await commandLine('get GB:10000000');
  const { id, canonicalName } = JSON.parse(out);
  expect(canonicalName).toBe('Alpha Holding');
  expect(JSON.parse((await commandLine(`get ${id} --json`)).out)).toMatchObject({ id });
  expect((await commandLine('get gb:10000000', { columns: 80, env: { NO_COLOR: '' } })).out).toContain('Alpha Holding');
  expect((await commandLine('get GB:10000000 --as-of 2020-01-01')).exitCode).toBe(1);
  expect(Array.isArray(JSON.parse((await commandLine('history GB:10000000 --json')).out))).toBe(true);
  expect(await commandLine('group GB:10000000', { columns: 80 })).toMatchObject({
    exitCode: 1,
    err: 'Nothing is known of its group: it has no LEI.\n',
  });
});

test('a look-up keeps the order, reads standard input, and fails if one is missing', async () => {
  const found = await commandLine('lookup GB:10000001 GB:99999999 GB:10000000');
  expect(lines(found.out).map((line) => JSON.parse(line).status)).toEqual(['found', 'not_found', 'found']);
  expect(found).toMatchObject({ exitCode: 1, err: '1 of 3 not found.\n' });
  const stdin = new PassThrough();
  stdin.end('GB:10000001\r\n\nGB:10000000\n');
  const piped = await commandLine('lookup --csv', { shell: { stdin } });
  expect(lines(piped.out)[1]).toMatch(/^GB:10000001,found,Beta Holding,active/);
  expect(piped.exitCode).toBe(0);
});

test('errors are one line with what to do, and exit codes tell them apart', async () => {
  const fails = async (words: string, exitCode: number, says: string, options: ShellOptions = {}) => {
    const result = await commandLine(words, options);
    expect(result, words).toMatchObject({ exitCode, out: '' });
    expect(lines(result.err).at(-1)).toMatch(/^company-registry: /);
    expect(result.err).toContain(says);
  };
  const id = '00000000-0000-4000-8000-000000000000';
  await fails(`get ${id}`, 1, 'There is no');
  await fails('serch x', 2, 'Did you mean search?');
  await fails('search --contry GB', 2, 'Did you mean --country?');
  await fails('search --sort -updatedAt', 2, '--sort=-…');
  await fails('search --limit x', 2, 'whole number');
  await fails('search --status gone', 2, 'one of active');
  await fails('search --country xxx', 2, 'country');
  await fails('get Alpha', 2, 'company-registry search');
  await fails('get GB:1 GB:2', 2, 'quotes');
  await fails('match none.csv -o x.csv', 2, 'none.csv');
  await fails('search x', 3, 'company-registry login', { env: { COMPANY_REGISTRY_KEY: undefined } });
  await fails('usage --key crd_no', 3, 'not valid');
  await fails('search x --url http://127.0.0.1:1', 5, 'http://127.0.0.1:1', {
    shell: { fetch: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })) },
  });
  const { secret, accountId } = await addKey(ground.query as never, 'free');
  await ground.query('INSERT INTO period_usage SELECT $1, date_trunc($2, $3::timestamptz, $4), 1000', [
    ...[accountId, 'month', ground.now, 'UTC'],
  ]);
  await fails('search x', 4, 'company-registry usage', { env: { COMPANY_REGISTRY_KEY: secret } });
  const used = await commandLine('usage', { env: { COMPANY_REGISTRY_KEY: secret }, columns: 80 });
  expect(used.out).toContain('1,000 used, 0 of 1,000 left until');
});

test('help and version need no service, and a command that is missing says how', async () => {
  const offline = { env: { COMPANY_REGISTRY_URL: 'http://127.0.0.1:1' } };
  expect((await commandLine('--help', offline)).out).toContain('Exit codes:');
  expect((await commandLine('match --help', offline)).out).toContain('--columns FIELD=HEADING');
  expect((await commandLine('help get', offline)).out).toContain('Usage: company-registry get COMPANY');
  expect((await commandLine('--version', offline)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await bare([])).toMatchObject({ exitCode: 2, out: '' });
});

test('a reader that has enough, as head has, ends the program quietly', async () => {
  let taken = 0;
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      taken += chunk.length;
      done(taken > 5000 ? Object.assign(new Error('EPIPE'), { code: 'EPIPE' }) : null);
    },
  });
  expect(await commandLine('search --all -q', { shell: { stdout } })).toMatchObject({ exitCode: 0, err: '' });
});

test('changes are followed by a cursor in a file, over a restart, each once', async () => {
  const file = join(folder, 'gb.cursor');
  const words = `changes --follow --country GB --cursor-file ${file}`;
  const first = start(words);
  const kept = () => readFile(file, 'utf8').catch(() => '');
  // Before any change the cursor of the end is kept: a restart from `now` would skip what comes in between.
  await expect.poll(kept).not.toBe('');
  await ground.importRows(gb, rowsOf('Moved'), { allowChange: true } as never);
  await expect.poll(() => lines(first.out()).length).toBe(130);
  const last = JSON.parse(lines(first.out()).at(-1) ?? '');
  await expect.poll(kept).toBe(`${last.cursor}\n`);
  first.interrupt();
  expect(await first.done).toBe(130);
  const rest = await commandLine(`changes --all --cursor-file ${file}`);
  expect(rest).toMatchObject({ exitCode: 0, out: '' });
  const two = await commandLine('changes --limit 2');
  expect(lines(two.out)).toHaveLength(2);
  expect(two.err).toMatch(/^There may be more: --cursor \S+ goes on/);
  expect((await commandLine('changes --follow --json')).exitCode).toBe(2);
  expect((await commandLine('changes --cursor nonsense')).exitCode).toBe(2);
});

test('a watch list is made, filled by number and id, read and deleted, and its changes are printed', async () => {
  const { id } = JSON.parse((await commandLine('watch create suppliers')).out);
  const added = await commandLine('watch add suppliers GB:10000000 GB:1');
  expect(added.exitCode).toBe(1);
  expect(JSON.parse(added.out)).toEqual({ added: 1, removed: 0, companies: 1, notFound: ['GB:1'] });
  const [first] = lines((await commandLine('watch companies suppliers')).out).map((line) => JSON.parse(line));
  expect(first.entity.canonicalName).toBe('Alpha Holding');
  expect((await commandLine(`watch remove ${id} ${first.entityId}`)).exitCode).toBe(0);
  const stdin = new PassThrough();
  stdin.end('GB:10000001\n');
  expect(JSON.parse((await commandLine(`watch add ${id}`, { shell: { stdin } })).out).companies).toBe(1);
  expect(await commandLine(`watch changes ${id} --all`)).toMatchObject({ exitCode: 0, out: '' });
  const filtered = JSON.parse((await commandLine('watch create filtered --query holding --country GB,MD --fuzzy')).out);
  expect(filtered.filter).toEqual({ q: 'holding', mode: 'words', fuzzy: true, countries: ['GB', 'MD'] });
  expect(lines((await commandLine('watch lists')).out)).toHaveLength(2);
  for (const name of ['suppliers', 'filtered']) expect((await commandLine(`watch delete ${name}`)).exitCode).toBe(0);
  expect((await commandLine('watch changes suppliers')).err).toMatch(/There is no list suppliers/);
  for (const words of ['watch nonsense', 'watch add', 'watch delete a b'])
    expect((await commandLine(words)).exitCode, words).toBe(2);
});

test('a webhook endpoint is made, tested, replayed, rotated and deleted, and its deliveries are printed', async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const url = `${receiver.url}/cli`;
  const { id, secret } = JSON.parse((await commandLine(`webhooks create ${url} --events watch_list.changed,alert.raised`)).out);
  expect((await commandLine(`webhooks test ${url}`)).exitCode).toBe(0);
  const deliveries = async () => lines((await commandLine(`webhooks deliveries ${url} --all`)).out).map((one) => JSON.parse(one));
  await expect.poll(async () => (await deliveries()).map(({ outcome }) => outcome)).toEqual(['delivered']);
  const [delivery] = await deliveries();
  expect((await commandLine(`webhooks replay ${id} ${delivery.id}`)).exitCode).toBe(0);
  await expect.poll(() => receiver.all().length).toBe(2);
  const list = JSON.parse((await commandLine('watch create hooks')).out).id;
  expect((await commandLine(`webhooks replay ${id} --list ${list} --cursor start`)).exitCode).toBe(0);
  await expect.poll(() => receiver.all().at(-1)?.body.type).toBe('watch_list.changed');
  const table = await commandLine(`webhooks rotate ${id} --overlap 60`, { columns: 100, env: { NO_COLOR: '1' } });
  expect(table.out).toMatch(/^Secret +whsec_\S+$/m);
  expect(table.out).not.toContain(secret);
  expect((await commandLine(`webhooks enable ${id}`)).err).toMatch('is enabled');
  expect((await commandLine('webhooks list', { columns: 100, env: { NO_COLOR: '1' } })).out).toContain('works');
  expect((await commandLine(`webhooks delete ${url}`)).exitCode).toBe(0);
  expect((await commandLine(`watch delete ${list}`)).exitCode).toBe(0);
  expect((await commandLine(`webhooks test ${url}`)).err).toMatch(/There is no endpoint/);
  expect((await commandLine('webhooks list')).exitCode).toBe(1);
  for (const words of ['webhooks nonsense', 'webhooks test', `webhooks test ${id} x`, `webhooks replay ${id}`])
    expect((await commandLine(words)).exitCode, words).toBe(2);
});

test('a file is matched for its price, and an interrupted run goes on without paying twice', async () => {
  const input = join(folder, 'firms.csv');
  const output = join(folder, 'matched.csv');
  const firms = Array.from({ length: 55 }, (_, n) => `Company ${n + 4} Limited;UK;${10_000_004 + n}`);
  const text = ['Firma;Land;Nummer', ...firms, ' ;GB;', '"=cmd";GB;', firms[0]];
  await writeFile(input, `\uFEFF${text.join('\r\n')}`);
  const words = `match ${input} -o ${output} --columns name=Firma,number=nummer,country=Land`;
  // A run that asked nothing stands in the way of none with other options.
  expect((await commandLine(`${words} --threshold 0.8`)).err).toContain('Give --yes');
  expect((await commandLine(words)).err).toMatch(/58 rows: 56 units\. [\d,]+ are left in this period\. Give --yes/);
  expect((await commandLine(`${words} --dry-run`)).err).toContain('56 units');
  const before = await units();
  // The second batch never comes back; then the person presses Ctrl-C. The first may be sent again on a busy machine.
  let answered = 0;
  const { promise: hangs, resolve } = Promise.withResolvers<void>();
  const fetchTwice: typeof fetch = async (address, init) => {
    if (init?.method === 'POST' && answered > 0) {
      resolve();
      await once(init.signal as never, 'abort');
    }
    const response = await fetch(address, init);
    if (init?.method === 'POST' && response.ok) answered += 1;
    return response;
  };
  const first = start(`${words} --yes`, { shell: { fetch: fetchTwice, retries: 9 } });
  // If it ends before that, what it said tells why.
  await Promise.race([hangs, first.done]);
  first.interrupt();
  expect(await first.done).toBe(130);
  expect(first.err()).toContain('50 of 56 are answered. The same command goes on from there.');
  expect(await stat(output).catch(() => 'none')).toBe('none');
  // A kill in the middle of a line leaves a part of it.
  await writeFile(`${output}.part`, '[{"best', { flag: 'a' });
  expect((await commandLine(`${words} --threshold 0.9 --yes`)).err).toContain('another run');
  const rest = await commandLine(words, { columns: 80, typed: 'y\n' });
  expect(rest.err).toContain('50 of 56 are answered already.');
  expect(rest.err).toContain('6 units');
  expect(rest.err).toMatch(/\[#+-*\] +\d+% /);
  expect(rest.exitCode).toBe(0);
  expect(before - (await units()), 'each question was paid once').toBe(56);
  const [head, ...rows] = (await readFile(output, 'utf8')).slice(1).split('\r\n');
  expect(head).toBe(
    'Firma;Land;Nummer;match_state;match_id;match_name;match_number;match_country;match_status;match_score;match_matched_name;match_problem',
  );
  expect(rows).toHaveLength(59);
  expect(rows[0]).toMatch(/^Company 4 Limited;UK;10000004;match;[\da-f-]{36};Company 4 Limited;10000004;GB;/);
  expect(rows[55]).toMatch(/^ ;GB;;not_asked;;/);
  expect(rows[56]).toMatch(/^'=cmd;GB;;nothing;;/);
  expect(rows[57]).toBe(rows[0]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect((await commandLine(`${words} --yes`)).err).toContain('--force');
});

test('a row that the service refuses says why, and the others are asked', async () => {
  const input = join(folder, 'wrong.csv');
  const output = join(folder, 'wrong-matched.csv');
  await writeFile(input, 'name,lei\nAlpha Holding,\nBeta Holding,123\n');
  const before = await units();
  expect((await commandLine(`match ${input} -o ${output} --yes`)).exitCode).toBe(0);
  expect(before - (await units())).toBe(1);
  const [, first, second] = (await readFile(output, 'utf8')).split('\r\n');
  expect(first).toMatch(/^Alpha Holding,,match,/);
  expect(second).toMatch(/^Beta Holding,123,not_asked,+.*LEI/i);
  const none = join(folder, 'none.csv');
  await writeFile(none, 'a,b\n1,2\n');
  expect((await commandLine(`match ${none} -o ${output}.2`)).err).toContain('--columns "name=a"');
});

test('a snapshot goes on with the missing bytes, and is compared with its hash', async () => {
  await ground.makeSnapshots('GB');
  const list = await commandLine('snapshot', { columns: 100 });
  expect(lines(list.out)[1]).toMatch(/^GB +130 +1 /);
  const output = join(folder, 'gb.ndjson.gz');
  const words = `snapshot gb -o ${output}`;
  expect((await commandLine(words)).err).toContain('Give --yes to go on.');
  let isCut = false;
  const cutting: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    if (isCut || !/snapshots\/./.test(String(address))) return response;
    isCut = true;
    const bytes = Buffer.from(await response.arrayBuffer()).subarray(0, 1000);
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array(bytes));
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(body, { headers: response.headers });
  };
  const first = start(`${words} --yes`, { shell: { fetch: cutting } });
  await expect
    .poll(() =>
      stat(`${output}.part`)
        .then(({ size }) => size)
        .catch(() => 0),
    )
    .toBe(1000);
  first.interrupt();
  expect(await first.done).toBe(130);
  expect(first.err()).toContain('1,000 bytes of');
  const asked: (string | null)[] = [];
  const watching: typeof fetch = (address, init) => {
    asked.push(new Headers(init?.headers).get('range'));
    return fetch(address, init);
  };
  const rest = await commandLine(`${words} --yes`, { shell: { fetch: watching } });
  expect(rest.exitCode).toBe(0);
  expect(rest.err).toMatch(/company-registry changes --cursor \S+\n$/);
  expect(asked).toContain('bytes=1000-');
  expect(
    gunzipSync(await readFile(output))
      .toString()
      .trim()
      .split('\n'),
  ).toHaveLength(130);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  // What was damaged on the way or on the disk is noticed.
  const { id } = JSON.parse((await commandLine('snapshot')).out);
  await writeFile(`${output}.2.part`, Buffer.alloc(500));
  await writeFile(`${output}.2.part.json`, JSON.stringify({ id }));
  expect(await commandLine(`snapshot gb -o ${output}.2 --yes`)).toMatchObject({
    exitCode: 5,
    err: expect.stringContaining('does not have the hash'),
  });
  expect((await commandLine('snapshot fr --yes')).exitCode).toBe(1);
});

test('a key is taken from the option, then the environment, then the file of login, and never sent elsewhere', async () => {
  const home = await mkdtemp(join(folder, 'home-'));
  const env = { COMPANY_REGISTRY_KEY: undefined, COMPANY_REGISTRY_URL: undefined, XDG_CONFIG_HOME: home };
  const file = join(home, 'company-registry/credentials.json');
  expect((await commandLine(`login --key crd_no --url ${ground.service.url}`, { env })).exitCode).toBe(3);
  expect(await stat(file).catch(() => 'none')).toBe('none');
  expect((await commandLine(`login --key ${ground.secret} --url ${ground.service.url}/`, { env })).exitCode).toBe(0);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  expect(((await stat(join(home, 'company-registry'))).mode & 0o777).toString(8)).toBe('700');
  expect((await commandLine('usage', { env })).exitCode).toBe(0);
  expect((await commandLine('usage', { env: { ...env, COMPANY_REGISTRY_KEY: 'crd_no' } })).exitCode).toBe(3);
  const sent: Headers[] = [];
  const elsewhere: typeof fetch = async (_address, init) => {
    sent.push(new Headers(init?.headers));
    return new Response('{}', { status: 500 });
  };
  await commandLine('get GB:1 --url https://elsewhere.example', { env, shell: { fetch: elsewhere } });
  expect(sent[0]?.has('x-api-key')).toBe(false);
  await writeFile(file, 'damaged');
  expect(await commandLine('usage', { env })).toMatchObject({ exitCode: 2, err: expect.stringContaining('login again') });
  expect((await commandLine('logout', { env })).err).toContain('deleted from this computer');
  expect((await commandLine('logout', { env })).err).toBe('No key is kept on this computer.\n');
  await chmod(home, 0o700);
});

test('a key goes by http to this machine alone, unless it is allowed', async () => {
  const sent: string[] = [];
  const elsewhere: typeof fetch = async (address) => {
    sent.push(String(address));
    return new Response('{}', { status: 500 });
  };
  const shell = { fetch: elsewhere };
  const env = { COMPANY_REGISTRY_KEY: ground.secret };
  for (const url of ['http://registry.example', 'http://10.0.0.1:3000', 'http://127.0.0.1.example', 'http://[2001:db8::1]/x'])
    for (const words of [
      `usage --url ${url}`,
      `mcp --url ${url}`,
      `login --url ${url}`,
      `login --key ${ground.secret} --url ${url}`,
    ]) {
      const { exitCode, err } = await commandLine(words, { env, shell });
      expect([words, exitCode, err]).toEqual([words, 2, expect.stringContaining('--allow-insecure-http')]);
      expect(err).not.toContain(ground.secret);
    }
  expect(await commandLine('usage', { env: { ...env, COMPANY_REGISTRY_URL: 'http://registry.example' }, shell })).toMatchObject({
    exitCode: 2,
  });
  expect(sent).toEqual([]);
  await commandLine('--allow-insecure-http usage --url http://registry.example', { env, shell });
  await commandLine('usage --url https://registry.example', { env, shell });
  expect(new Set(sent.map((address) => new URL(address).origin))).toEqual(
    new Set(['http://registry.example', 'https://registry.example']),
  );
});

/** Begins to sign in, and gives the address that a browser would open. */
async function login(words = '') {
  const home = await mkdtemp(join(folder, 'home-'));
  const { promise, resolve } = Promise.withResolvers<string>();
  const browse = async (address: string) => {
    resolve(address);
    return true;
  };
  const env = { COMPANY_REGISTRY_KEY: undefined, XDG_CONFIG_HOME: home };
  const terminal = start(`login${words}`, { env, shell: { browse } });
  const address = new URL(await promise);
  const { port = '', state = '' } = Object.fromEntries(address.searchParams);
  /** Sends a form to the command, as any page or program on this computer could. */
  const send = (form: Record<string, string>, { method = 'POST', host = `127.0.0.1:${port}`, path = '/' } = {}) =>
    new Promise<number | string>((answered) => {
      const headers = { host, 'content-type': 'application/x-www-form-urlencoded', connection: 'close' };
      request({ port, host: '127.0.0.1', method, path, headers }, (response) => answered(response.resume().statusCode ?? 0))
        .on('error', ({ code }: NodeJS.ErrnoException) => answered(code ?? ''))
        .end(String(new URLSearchParams(form)));
    });
  return { ...terminal, address, state, send, env };
}

test('login takes a key from the page that it opened alone, once', async () => {
  const { address, state, send, done, err, env } = await login();
  await expect.poll(err).toMatch(/code [\dA-F]{4}-[\dA-F]{4}\n/);
  const page = await ground.service.get(address.pathname + address.search, { headers: { ...as('ann'), accept: 'text/html' } });
  expect(page.text).toContain(/code ([\dA-F-]{9})/.exec(err())?.[1]);
  const form = { state, key: ground.secret };
  expect(await send({ ...form, state: 'another' })).toBe(403);
  expect(await send({ ...form, state: `é${state.slice(1)}` })).toBe(403);
  expect(await send(form, { host: 'evil.example' })).toBe(404);
  expect(await send(form, { method: 'GET', path: `/?${new URLSearchParams(form)}` })).toBe(404);
  expect(await send(form, { method: 'OPTIONS' })).toBe(404);
  expect(await send({ state, key: '<script>' })).toBe(400);
  expect(await send({ ...form, more: 'x'.repeat(5000) })).toBe('ECONNRESET');
  expect(await send(form)).toBe(200);
  expect(await done).toBe(0);
  expect(await send(form), 'the server is closed').toBe('ECONNREFUSED');
  expect(err()).not.toContain(ground.secret);
  expect((await commandLine('usage', { env })).exitCode).toBe(0);
  expect((await commandLine('logout', { env })).err).toContain(
    `revoke “${address.searchParams.get('name')}” at ${ground.service.url}`,
  );
  expect((await commandLine('usage', { env })).exitCode).toBe(3);
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'another user of the computer cannot slip a key in',
  async () => {
    const { state, done, err, address, interrupt } = await login();
    const body = String(new URLSearchParams({ state, key: ground.secret }));
    // It becomes another user by itself: that user may not be able to enter the folder that our Node is in.
    const script = `process.setgroups([]);
    process.setgid(65534);
    process.setuid(65534);
    fetch('http://127.0.0.1:${address.searchParams.get('port')}/', { method: 'POST', body: new URLSearchParams('${body}') })
    .then(({ status }) => process.stdout.write(String(status)))`;
    expect((await run(process.execPath, ['-e', script], { cwd: '/', env: {} })).stdout).toBe('403');
    interrupt();
    expect(await done, err()).toBe(130);
  },
);

test('login ends if the person says no, has too many keys, or presses Ctrl-C', async () => {
  const denied = await login(' --name mine');
  expect(denied.address.searchParams.get('name')).toBe('mine');
  await denied.send({ state: denied.state, error: 'denied' });
  expect(await denied.done).toBe(3);
  const full = await login();
  await full.send({ state: full.state, error: 'api_key_limit_reached' });
  expect(await full.done).toBe(3);
  expect(full.err()).toContain('/dashboard/keys');
  const interrupted = await login();
  interrupted.interrupt();
  expect(await interrupted.done).toBe(130);
});

test('the page of login sends its form to one port of this computer, and is no part of another page', async () => {
  const path = '/dashboard/command-line';
  const good = { port: '43210', state: 's'.repeat(43), name: '<b>"x"' };
  const get = (query: Record<string, string>, headers = {}) =>
    ground.service.get(`${path}?${new URLSearchParams(query)}`, { headers: { accept: 'text/html', ...headers } });
  const { status, headers, text } = await get(good, as('ann'));
  expect(status).toBe(200);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("form-action 'self' http://127.0.0.1:43210;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toContain('ann@example.com');
  expect(text).toContain('&lt;b&gt;');
  const anonymous = await get(good);
  expect(anonymous.text).toContain(`/auth/login?returnTo=${encodeURIComponent(`${path}?`)}`);
  expect(anonymous.headers.get('content-security-policy')).not.toContain('127.0.0.1');
  const wrong = [
    { port: '0' },
    { port: '65536' },
    { port: '80;x' },
    { port: '80 evil.example' },
    { state: 'short' },
    { name: ' ' },
  ];
  const account = await joinAccount(ground.service, 'ben', 'ann', 'member');
  await joinAccount(ground.service, 'cyd', 'ann', 'billing');
  const offered = async (more = {}) => [...(await get({ ...good, ...more }, as('ann'))).text.matchAll(/<option[^>]*>([^<]*)/g)];
  expect((await offered()).map(([, says]) => says)).toEqual(['Your account', 'ben@example.com (member)']);
  expect((await get({ ...good, account }, as('ann'))).text).toContain('in the account of <strong>ben@example.com</strong>');
  expect((await get({ ...good, account }, as('cyd'))).status).toBe(404);
  for (const one of wrong) expect((await get({ ...good, ...one }, as('ann'))).status, JSON.stringify(one)).toBe(400);
});

test('completion for bash offers commands, options and values', async () => {
  const { out } = await bare(['completion', 'bash']);
  const complete = async (...words: string[]) => {
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _company_registry; echo "\${COMPREPLY[*]}"`;
    return (await run('bash', ['-c', script])).stdout.trim();
  };
  expect(await complete('company-registry', 'sn')).toBe('snapshot');
  expect(await complete('company-registry', 'search', '--stat')).toBe('--status');
  expect(await complete('company-registry', 'search', '--status', 'a')).toBe('active');
  expect(await complete('company-registry', 'completion', 'z')).toBe('zsh');
  expect((await bare(['completion', 'zsh'])).out).toContain("'--status=[With this status.]:STATUS:(active winding_up");
  expect((await bare(['completion', 'fish'])).out).toContain("-l status -xa 'active winding_up insolvent dissolved unknown'");
});

test('the options of search and changes are the parameters of the interface, with their values', async () => {
  const contract = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const parametersOf = (path: string) =>
    (contract.paths[`/api/v1/${path}`].get.parameters as { in: string; name: string; schema: { enum?: string[] } }[]).filter(
      (parameter) => parameter.in === 'query',
    );
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  for (const { name, schema } of parametersOf('entities').filter((one) => !/^(q|countries)$/.test(one.name))) {
    const option = commands.find((one) => one.name === 'search')?.options[kebab(name)];
    expect(option, name).toBeDefined();
    expect(option?.values?.toSorted(), name).toEqual(schema.enum?.toSorted());
  }
  const { type } = commands.find((one) => one.name === 'changes')?.options ?? {};
  expect(type?.values).toEqual(parametersOf('changes').find(({ name }) => name === 'type')?.schema.enum);
});
