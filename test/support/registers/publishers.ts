import { writeFile } from 'node:fs/promises';
import { writeBelgianFiles, writeBelgianUpdate } from '../../../scripts/samples/be.ts';
import { japaneseCompanies, japaneseLine } from '../../../scripts/samples/jp.ts';
import { slovakEntities } from '../../../scripts/samples/sk.ts';
import { be } from '../../../src/registers/countries/be/register.ts';
import { jp } from '../../../src/registers/countries/jp/register.ts';
import { workingDayBefore } from '../../../src/registers/countries/jp/working-days.ts';
import { sk } from '../../../src/registers/countries/sk/register.ts';
import type { Register } from '../../../src/registers/declaration/register.ts';
import { fileOf, personalColumn, type Row, smallRegister } from '../changes.ts';

/** The same every time. */
export function randomness(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return {
    next,
    chance: (percent: number) => next(100) < percent,
    pick: <One>(list: readonly One[]) => list[next(list.length)] as One,
  };
}
export type Randomness = ReturnType<typeof randomness>;

/** Makes the files of a register, one edition after another. */
export interface Publisher {
  country: string;
  /** As its files are read just now. */
  register(): Register;
  /** Writes the next file: the first time a full one, later also an update, if the register has those. */
  next(path: (name: string) => string): Promise<string>;
}

const words = ['ALPHA', 'BETA', 'ÎNTREPRINDEREA', 'a~b/c', 'ОБЩЕСТВО', ''];

/** A register of one small file: rows come, go and come back, columns too, and the mapping changes. */
export function smallPublisher(id: string, country: string, random: Randomness): Publisher {
  const rows = new Map<string, Row>();
  let [revision, extra, files]: [number, string[], number] = [1, [], 0];
  const edit = () => {
    const number = String(10_000_000 + random.next(30));
    if (rows.has(number) && random.chance(25)) return rows.delete(number);
    const more = { status: random.chance(30) ? 'x' : '', address: random.pick(words), activity: String(random.next(5)) };
    const [person, added] = [`PERSON ${random.pick(words)}`, random.pick(words)];
    return rows.set(number, {
      number,
      name: `COMPANY ${number} ${random.pick(words)}`,
      ...more,
      [personalColumn]: person,
      new: added,
    });
  };
  return {
    country,
    register: () => smallRegister(id, revision),
    async next(path) {
      const kind = random.next(10);
      if (files > 0 && kind === 0) revision += 1;
      else if (files > 0 && kind === 1) extra = extra.length > 0 ? [] : ['new'];
      // A file that has lost most of its rows; they come back one by one.
      else if (files > 0 && kind === 2) for (const number of [...rows.keys()].slice(2)) rows.delete(number);
      else for (let count = files === 0 ? 30 : 1 + random.next(8); count > 0; count--) edit();
      const file = path(`${id}-${files++}.csv`);
      await writeFile(file, fileOf([...rows.values()], extra));
      return file;
    },
  };
}

export function belgianPublisher(random: Randomness): Publisher {
  let edition = 0;
  return {
    country: 'BE',
    register: () => be,
    async next(path) {
      edition += 1;
      const isFull = edition === 1 || random.chance(20);
      const file = path(`KboOpenData_${edition}_${isFull ? 'Full' : 'Update'}.zip`);
      await (isFull ? writeBelgianFiles : writeBelgianUpdate)(file, 60, { edition });
      return file;
    },
  };
}

const iso = (day: Date): string => day.toISOString().slice(0, 10);

/** A working day in Japan, and the one after it. */
function nextWorkingDay(day: string): string {
  for (let time = Date.parse(day) + 86_400_000; ; time += 86_400_000) {
    const later = iso(new Date(time));
    if (iso(new Date(time)) !== day && workingDayBefore(iso(new Date(time + 86_400_000))) === later) return later;
  }
}

export function japanesePublisher(random: Randomness): Publisher {
  const rows = new Map([...japaneseCompanies(20)].map((row) => [row[1] ?? '', row]));
  const spare = [...japaneseCompanies(60)].slice(20);
  let day = '';
  return {
    country: 'JP',
    register: () => jp,
    async next(path) {
      const isFull = day === '' || random.chance(20);
      day = day === '' ? '2026-10-30' : nextWorkingDay(day);
      const told: string[][] = [];
      for (let count = 1 + random.next(3); count > 0; count--) {
        const number = random.pick([...rows.keys()]);
        const row = [...(rows.get(number) ?? [])];
        if (random.chance(30) && rows.size > 10) {
          rows.delete(number);
          told.push(row.map((cell, place) => (place === 2 ? '99' : cell)));
          spare.push(row);
        } else {
          row[11] = `${random.pick(words)} ${random.next(99)}`;
          rows.set(number, row);
          told.push(row);
        }
      }
      const back = random.chance(60) ? spare.shift() : undefined;
      if (back) {
        rows.set(back[1] ?? '', back);
        told.push(back);
      }
      const name = `${isFull ? '00_zenkoku_all' : 'diff'}_${day.replaceAll('-', '')}.csv`;
      const lines = (isFull ? [...rows.values()] : told).map((row, place) => japaneseLine([String(place + 1), ...row.slice(1)]));
      await writeFile(path(name), lines.join(''));
      return path(name);
    },
  };
}

export function slovakPublisher(random: Randomness): Publisher {
  type Entity = ReturnType<typeof slovakEntities> extends Generator<infer One> ? One : never;
  const invented = [...slovakEntities(40)] as (Entity & { id: number })[];
  const entities = new Map(invented.slice(0, 20).map((one) => [one.id, one]));
  let time = Date.parse('2026-10-03');
  let isFirst = true;
  return {
    country: 'SK',
    register: () => sk,
    async next(path) {
      const isFull = isFirst || random.chance(20);
      isFirst = false;
      time += 86_400_000;
      const told = new Map<number, Entity>();
      for (let count = 1 + random.next(4); count > 0; count--) {
        const one = random.pick(invented);
        const bodies = [{ fullName: { formatedName: 'PERSON' } }];
        const changed = { ...one, dbModificationDate: iso(new Date(time)), statutoryBodies: bodies, note: random.pick(words) };
        entities.set(one.id, changed as never);
        told.set(one.id, changed as never);
      }
      if (isFull && entities.size > 12) entities.delete(random.pick([...entities.keys()]));
      const name = isFull ? `init_${iso(new Date(time))}_001.json` : `actual_${iso(new Date(time))}.json`;
      const results = [...(isFull ? entities : told).values()];
      await writeFile(path(name), JSON.stringify({ results, license: 'CC BY 4.0' }));
      return path(name);
    },
  };
}
