import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { norwegianHeader } from '../../scripts/samples/no.ts';
import { gb } from '../../src/registers/countries/gb/register.ts';
import { no } from '../../src/registers/countries/no/register.ts';
import { type ChangesGround, changesGround } from '../support/changes.ts';
import { type Fields, textOf } from '../support/registers/register-files.ts';

/*
 * A person in every place of a record, in every way to write them there: erased, and then looked for wherever anything is stored
 * or served. The persons of all companies have one surname that is nowhere else.
 */
const surname = 'Quillfeather';
const addressColumns = ['POBox', 'AddressLine1', 'AddressLine2', 'PostTown', 'County', 'Country', 'PostCode'];
const person = (place: number) => `Zephyrina ${surname} ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place % 26]}`;

/** A company of a register. What is erased of it: all that is declared, or the named places. */
interface Case {
  register: 'gb' | 'no';
  name: string;
  row(who: string): Fields;
  words?: string[];
}
const inAddress = (column: string, text: (who: string) => string) => (who: string) => ({ [`RegAddress.${column}`]: text(who) });
const norwegian = (row: (who: string) => Fields, ...words: string[]) => ({ register: 'no', row, words }) as const;
const british = (row: (who: string) => Fields, ...words: string[]) => ({ register: 'gb', row, words }) as const;
const signs = [
  'FAO',
  'F.A.O.',
  'ATTENTION:',
  'ATTN',
  'Att.',
  'CO',
  'CO.',
  'MR',
  'MRS',
  'MS',
  'DR',
  'care of',
  'For the attention of',
];

const cases: Case[] = [
  ...['CareOf', ...addressColumns].map((column) => ({
    name: `c/o in ${column}`,
    ...british(inAddress(column, (who) => `C/O ${who}`)),
  })),
  ...signs.map((sign) => ({ name: sign, ...british(inAddress('AddressLine2', (who) => `${sign} ${who}`)) })),
  ...addressColumns.slice(1).map((column, place) => ({
    name: `c/o before ${column}`,
    ...british((who) => ({ [`RegAddress.${addressColumns[place]}`]: 'C/O', [`RegAddress.${column}`]: who })),
  })),
  { name: 'the name', ...british((who) => ({ CompanyName: `${who} LIMITED` }), '/canonicalName') },
  { name: 'the name, by its column', ...british((who) => ({ CompanyName: `${who} LTD` }), 'CompanyName') },
  { name: 'a previous name', ...british((who) => ({ 'PreviousName_1.CompanyName': who }), '/registry/previousNames') },
  {
    name: 'a previous name, by its column',
    ...british((who) => ({ 'PreviousName_1.CompanyName': who }), 'PreviousName_1.CompanyName'),
  },
  {
    name: 'a home address',
    ...british(
      inAddress('AddressLine1', (who) => `${who} COTTAGE`),
      '/registry/address',
    ),
  },
  {
    name: 'a line of it',
    ...british(
      inAddress('AddressLine1', (who) => `${who} COTTAGE`),
      '/registry/address/line1',
    ),
  },
  {
    name: 'a line of it, by its column',
    ...british(
      inAddress('PostTown', (who) => who),
      'RegAddress.PostTown',
    ),
  },
  { name: 'free text', ...norwegian((who) => ({ aktivitet: `Konsulent ${who}` }), '/registry/activity') },
  { name: 'free text, by its column', ...norwegian((who) => ({ aktivitet: `Konsulent ${who}` }), 'aktivitet') },
  { name: 'the purpose', ...norwegian((who) => ({ vedtektsfestetFormaal: `For ${who}` }), 'vedtektsfestetFormaal') },
  { name: 'a website', ...norwegian((who) => ({ hjemmeside: `www.${who.replaceAll(' ', '-')}.no` }), '/registry/website') },
  { name: 'a name in two places', ...norwegian((who) => ({ navn: who, aktivitet: `Salg av ${who}` }), '/canonicalName') },
];

const numberOf = ({ register }: Case, place: number) => (register === 'gb' ? `0${7_000_000 + place}` : `${810_000_000 + place}`);
const britishHeader = [
  ...['CompanyName', 'CompanyNumber', 'CompanyCategory', 'CompanyStatus', 'PreviousName_1.CONDATE', 'PreviousName_1.CompanyName'],
  ...['CareOf', ...addressColumns].map((column) => `RegAddress.${column}`),
  ...[1, 2, 3, 4].map((n) => `SICCode.SicText_${n}`),
];
const plain = {
  gb: (place: number) => ({
    CompanyName: `HERON ${place}`,
    CompanyNumber: `0${7_000_000 + place}`,
    'RegAddress.PostTown': 'LEEDS',
  }),
  no: (place: number) => ({
    ...{ organisasjonsnummer: `${810_000_000 + place}`, navn: `TRANE ${place}`, 'organisasjonsform.kode': 'AS' },
    ...{ konkurs: 'false', underAvvikling: 'false', underTvangsavviklingEllerTvangsopplosning: 'false' },
  }),
};

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
}, 60_000);
afterAll(() => ground.close());

/** Imports all companies, each with its person and a further word. */
async function take(word: string): Promise<void> {
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  for (const [id, register, header] of [
    ['gb', gb, britishHeader],
    ['no', no, [...new Set([...norwegianHeader, 'hjemmeside', 'vedtektsfestetFormaal'])]],
  ] as const) {
    const rows = cases.flatMap((one, place) =>
      one.register === id ? [{ ...plain[id](place), ...withWord(one.row(person(place)), word) }] : [],
    );
    const path = await ground.file(
      `${id}-${word}.csv`,
      textOf(header, rows, { delimiter: ',', quote: 'needed', lineBreak: '\n' }),
    );
    await ground.import(register, path, { allowOlder: true, allowShrink: true, allowChange: true });
  }
}
/** What names the person changes with every edition; lines that only say c/o stay. */
const withWord = (row: Fields, word: string): Fields =>
  Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text?.includes(surname) ? `${text} ${word}` : text]));

const trace = /quillfeather/i;
/** Where the surname still is. Search texts are bytes, which PostgreSQL writes as hexadecimal digits. */
async function tracesIn(): Promise<string[]> {
  const tables = await ground.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await ground.query(`SELECT t::text AS row FROM "${name}" AS t
      WHERE t::text ~* 'quillfeather' OR t::text ~ encode('quillfeather', 'hex')`);
    if (rows.length > 0) found.push(`${name}: ${rows.length}`);
  }
  return found.toSorted();
}

test(`a person in each of ${cases.length} places is nowhere after the erasure, nor after the next import`, {
  timeout: 120_000,
}, async () => {
  await take('one');
  await take('two');
  await ground.makeSnapshots();
  // What customers typed is in their logs of requests: by REST, and by GraphQL in an address.
  await ground.get(`/entities?q=${encodeURIComponent(`${surname} Zephyrina`)}`);
  await ground.get(`/entities?q=zephyrina+${surname}&name=%255A`);
  await ground.get('/entities?q=heron');
  await expect
    .poll(async () => (await ground.query("SELECT FROM request_batch WHERE entries::text ~* 'quillfeather'")).length)
    .toBeGreaterThan(0);
  expect((await tracesIn()).join()).toMatch(/change.*entity.*request_batch.*search_segment/);

  const left: string[] = [];
  for (const [place, one] of cases.entries()) {
    const [{ id } = { id: '' }] = await ground.query('SELECT id FROM entity WHERE number = $1', [numberOf(one, place)]);
    ground.now = new Date(ground.now.getTime() + 60_000);
    const fields = one.words?.length ? ['--fields', ...one.words] : [];
    const said = await ground.erase(id, ...fields).catch((error: Error) => error.message);
    const [{ row }] = (await ground.query('SELECT entity::text AS row FROM entity WHERE id = $1', [id])) as [{ row: string }];
    const isSaid = said.includes(': erased ') && said.includes('The register still publishes what it has: http');
    if (!isSaid || trace.test(row)) left.push(`${one.name}: ${said}`);
  }
  expect(left).toEqual([]);
  expect(await tracesIn()).toEqual([]);

  await take('three');
  expect(await tracesIn()).toEqual([]);
  const moments = (await ground.query('SELECT max(at) AS at FROM change_set GROUP BY register_id, reason')).map(({ at }) =>
    at.toISOString(),
  );
  const ids = (await ground.query('SELECT id FROM entity')).map(({ id }) => id);
  const paths = ids.flatMap((id) => [
    `/entities/${id}`,
    `/entities/${id}/history`,
    ...moments.map((at) => `/entities/${id}?asOf=${at}`),
  ]);
  const searches = ['/changes?limit=1000', `/entities?q=${surname}`, '/entities/suggest?q=zephyrina'];
  for (const path of [...paths, ...searches]) {
    const { status, text } = await ground.get(path);
    // At the moment of the first import of one register, there is nothing of the other yet.
    const isThere = status === 200 || path.includes('asOf');
    expect([path, isThere, trace.test(text.replaceAll(`q=${surname}`, ''))]).toEqual([path, true, false]);
  }
  for (const id of await ground.makeSnapshots()) {
    const response = await fetch(`${ground.service.url}/api/v1/snapshots/${id}`, { headers: { 'x-api-key': ground.secret } });
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).not.toMatch(trace);
  }
  // What says nothing of a person is still there.
  expect(await ground.query("SELECT FROM request_batch WHERE entries::text ~ 'q=heron'")).not.toEqual([]);
});
