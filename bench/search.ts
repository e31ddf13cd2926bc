import { setImmediate, setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { addressKeyBytes } from '../src/company/address-key.ts';
import { openDatabase } from '../src/database/client.ts';
import { DataVersion } from '../src/records/data-version.ts';
import { gb } from '../src/registers/countries/gb/register.ts';
import { openClickHouse } from '../src/search/clickhouse/clickhouse.ts';
import { clickhouseCounter } from '../src/search/clickhouse/clickhouse-counter.ts';
import { indexCopyIn } from '../src/search/clickhouse/index-copy.ts';
import type { Counter } from '../src/search/counter.ts';
import { openScanner, type Scanner } from '../src/search/engine/scanner.ts';
import { createSearch, type Search } from '../src/search/search.ts';
import { connect, say, server, withCompanies } from './database.ts';
import { type Asked, questions, selective } from './search-questions.ts';

interface Measured {
  cold: number[];
  /** Questions that the database gave up on, at the limit of a statement's time. */
  refused: number;
  again: number[];
  /** Of all threads of this process. */
  processor: number[];
}

/** How often each question is asked if only some kinds are. */
const timesEach = 3;

/**
 * Searching, cold and repeated, beside the plain way (ILIKE and count); at two sizes, for the growth. With `only`, just the kinds
 * of questions that have one of these texts in their names, three times each, at the full size and without the plain way.
 */
export async function benchSearch(rows = 5_000_000, only?: readonly string[]): Promise<void> {
  const place = await server();
  try {
    for (const size of only ? [rows] : [rows / 10, rows]) await measureSize(await withCompanies(place.url, size), size, only);
  } finally {
    await place.leave();
  }
}

async function measureSize(url: string, size: number, only: readonly string[] | undefined): Promise<void> {
  const records = `\n${size.toLocaleString('en')} records; milliseconds: median, 95 %, worst; repeated`;
  say(`${records}; ${only ? 'processor time: median, 95 %, worst' : 'the plain way, and how many times slower it is'}`);
  const database = openDatabase(url, 10);
  const plain = await connect(url);
  const clickhouseUrl = process.env['CLICKHOUSE_URL'];
  const counter = clickhouseUrl ? await copyTo(clickhouseUrl, url, database.pool) : openScanner({ databaseUrl: url });
  const fresh = () => createSearch({ pool: database.pool, version: new DataVersion(database.pool), counter, registers: [gb] });
  try {
    const seconds = (await timed(() => fresh().find({ q: 'a' }, 1, 25, 'bench'))) / 1_000;
    say(`first search after ${seconds.toFixed(1)} s`);
    // The threads warm up for a second after that; a question asked meanwhile waits for it.
    await setTimeout(3_000);
    if (!clickhouseUrl) {
      const version = await new DataVersion(database.pool).current();
      const { memoryBytes, extent } = await (counter as Scanner).directory(version);
      say(
        `${(memoryBytes / extent.documents).toFixed(1)} bytes of memory a record in all, ${extent.segments} segments; of these`,
      );
      say(`${addressKeyBytes} for postal code and town, and none for the kind of company and the sector`);
    }
    for (const [what, asked] of Object.entries(await questions(plain, fresh(), size))) {
      if (only && !only.some((text) => what.includes(text))) continue;
      const measured = await ask(fresh, only ? Array.from({ length: timesEach }, () => asked).flat() : asked);
      const example = asked[0] as Asked;
      const byScan = example.other || only ? undefined : await plainly(plain, example);
      const ratio = (byScan ?? 0) / quantile(measured.cold, 0.5);
      const again = quantile(measured.again, 0.5).toFixed(2).padStart(6);
      const refused = measured.refused > 0 ? `  refused: ${measured.refused}` : '';
      const plainWay = byScan === undefined ? '' : `${byScan.toFixed(0).padStart(7)}  ${ratio.toFixed(1)}x`;
      const comparison = only ? show(measured.processor) : plainWay;
      say(`${what.padEnd(34)} ${show(measured.cold)}   ${again}   ${comparison}${refused}`);
    }
    if (only) return;
    await beside(fresh, plain);
    await crowd(fresh());
  } finally {
    await counter.close();
    await plain.end();
    await database.close();
  }
}

/** The search index in ClickHouse, for a run with CLICKHOUSE_URL. */
async function copyTo(clickhouseUrl: string, url: string, pool: pg.Pool): Promise<Counter> {
  const [client, side] = [await connect(url), await connect(url)];
  const copy = indexCopyIn(openClickHouse(clickhouseUrl));
  const seconds = (await timed(() => copy.repair(client, side))) / 1_000;
  say(`copied to ClickHouse in ${seconds.toFixed(1)} s`);
  await Promise.all([client.end(), side.end(), copy.close()]);
  const logger = { warn: (_about: object, text?: string) => say(text ?? '') };
  const now = () => performance.now();
  return clickhouseCounter({ clickhouse: openClickHouse(clickhouseUrl), pool, logger, now, onRefusal: () => {} });
}

/**
 * Each question to a search that has never heard of it, and once more. What is learnt of the data as a whole is learnt before.
 */
async function ask(fresh: () => Search, asked: Asked[]): Promise<Measured> {
  const measured: Measured = { cold: [], again: [], refused: 0, processor: [] };
  for (const { filter, page = 1, sort, other } of asked) {
    const search = fresh();
    await search.find({ q: 'warming up', legalFormGroup: 'branch', nace: '99' }, 1, 25, 'bench');
    const find = () =>
      (other ? other(search) : search.find(filter, page, 25, 'bench', sort)).catch(() => {
        measured.refused += 1;
      });
    const before = process.cpuUsage();
    measured.cold.push(await timed(find));
    const { user, system } = process.cpuUsage(before);
    measured.processor.push((user + system) / 1_000);
    measured.again.push(await timed(find));
  }
  return measured;
}

/** As anyone would write it first. */
async function plainly(client: pg.Client, { filter, page = 1 }: Asked): Promise<number> {
  const values: unknown[] = [];
  const terms = ['true'];
  const term = (value: unknown, sql: (place: string) => string) => {
    values.push(value);
    terms.push(sql(`$${values.length}`));
  };
  if (filter.q) term(`%${filter.q}%`, (place) => `(canonical_name ILIKE ${place} OR number ILIKE ${place})`);
  if (filter.country) term(filter.country, (place) => `country_code = ${place}`);
  if (filter.legalForm) term(filter.legalForm, (place) => `legal_form = ${place}`);
  if (filter.activity)
    term(filter.activity, (place) => `unlicensed && ARRAY(SELECT id FROM activity WHERE code = ${place} OR label = ${place})`);
  const where = terms.join(' AND ');
  return timed(async () => {
    await client.query(`SELECT count(*) FROM entity WHERE ${where}`, values);
    await client.query(
      `SELECT id, canonical_name FROM entity WHERE ${where}
       ORDER BY lower(canonical_name), id OFFSET ${(page - 1) * 25} LIMIT 25`,
      values,
    );
  });
}

/** How many broad questions one client has under way, while another asks for selective fragments. */
const flooding = 200;

/** Selective fragments alone, and beside a flood of broad ones from another client. In turns, because the machine is noisy. */
async function beside(fresh: () => Search, client: pg.Client): Promise<void> {
  const search = fresh();
  // Chosen by another search, so that this one has not heard of them.
  const fragments = await selective(client, fresh(), 160);
  await search.find({ q: 'warming up' }, 1, 25, 'bench');
  const alone: number[] = [];
  const flooded: number[] = [];
  let broad = 0;
  for (const [index, times] of [alone, flooded, alone, flooded].entries()) {
    let isOver = times === alone;
    const lanes = Array.from({ length: flooding }, async () => {
      while (!isOver) {
        await search.find({ q: broadFragment(broad++) }, 1, 25, 'impatient').catch(() => {});
        // What is remembered is answered without a pause in which others could be.
        await setImmediate();
      }
    });
    for (const q of fragments.slice(40 * index, 40 * (index + 1))) {
      times.push(await timed(() => search.find({ q }, 1, 25, 'patient')));
      await setTimeout(2);
    }
    isOver = true;
    await Promise.all(lanes);
  }
  const figures = `${show(alone).trim()} alone, ${show(flooded).trim()} beside ${flooding} broad ones`;
  const ratio = (quantile(flooded, 0.5) / quantile(alone, 0.5)).toFixed(1);
  say(`selective fragments: ${figures}; ${ratio} times as long`);
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Two letters, or three: a different fragment for each number. */
const broadFragment = (number: number): string =>
  [number % 26, Math.floor(number / 26) % 26, ...(number < 676 ? [] : [Math.floor(number / 676) % 26])]
    .map((place) => letters[place])
    .join('');

/** Two hundred different broad searches at the same moment. */
async function crowd(search: Search): Promise<void> {
  let refused = 0;
  const all = Array.from({ length: 200 }, (_, index) =>
    search.find({ q: broadFragment(index) }, 1, 25, `caller ${index % 4}`).catch(() => {
      refused += 1;
    }),
  );
  const milliseconds = await timed(() => Promise.all(all));
  say(`200 different broad searches at once: ${milliseconds.toFixed(0)} ms in all, refused: ${refused}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

const show = (times: number[]): string => [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1).padStart(8)).join(' ');
