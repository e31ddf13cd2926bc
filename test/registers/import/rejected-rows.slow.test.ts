import { isUtf8 } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Random } from '../../../scripts/samples/random.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { dataFilesAt } from '../../../src/registers/files/open-file.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

/* A company whose row is in the file is never removed, however chance spoils rows of it. */

let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

const gone = async () => (await ground.query('SELECT number FROM tombstone ORDER BY number')).map(({ number }) => number);

/** Ways to spoil a line, at a place that chance chooses. */
const ways: readonly ((line: string, at: number) => string)[] = [
  (line, at) => `${line.slice(0, at)}\0${line.slice(at)}`,
  (line, at) => `${line.slice(0, at)}"${line.slice(at)}`,
  (line, at) => line.slice(0, at) + line.slice(at).replace('"', ''),
  (line, at) => `${line.slice(0, at)}${'x'.repeat(1_050_000)}${line.slice(at)}`,
  (line, at) => line.slice(0, at) + line.slice(at).replace(/[,;\t|]/, ''),
  (line, at) => line.slice(0, at) + line.slice(at).replace(/[,;\t|]/, '$&$&'),
];

/** Text with some of its lines spoilt, but for the first one. Records of a JSON file are lines here. */
function spoil(text: string, random: Random): string {
  const parts = text.split(text.startsWith('[') || text.startsWith('{') ? /(?<=\}),(?=\{)/ : /(?<=\n)/);
  const isJson = text.startsWith('[') || text.startsWith('{');
  const places = new Set(Array.from({ length: 3 }, () => 1 + random.below(parts.length - 2)));
  return parts
    .map((line, place) => {
      if (!places.has(place)) return line;
      const way = isJson ? ways[0] : ways[random.below(ways.length)];
      return way?.(line.trimEnd(), random.below(line.trimEnd().length)) + (isJson ? '' : '\r\n');
    })
    .join(isJson ? ',' : '');
}

describe.each(['au', 'ee', 'ie', 'lv', 'no', 'sk', 'be', 'lt', 'jp'])('random mistakes in the file of %s', (id) => {
  test('remove no company', async () => {
    const register = registers.find((one) => one.id === id) ?? expect.unreachable();
    const sample = samples.find((one) => one.register.id === id) ?? expect.unreachable();
    await ground.import(register, sample.path, { allowOlder: true });
    const inside = await dataFilesAt(sample.path);
    let taken = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const folder = ground.path(`${id}-${seed}`);
      await mkdir(folder);
      for (const one of inside) {
        const pieces: Buffer[] = [];
        for await (const piece of (await one.open()).bytes) pieces.push(piece);
        const bytes = Buffer.concat(pieces);
        const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
        await writeFile(join(folder, one.name), spoil(bytes.toString(encoding), random), encoding);
      }
      const path = register.parts ? folder : join(folder, inside[0]?.name ?? '');
      const outcome = await ground
        .import(register, path, { allowOlder: true, allowChange: true })
        .catch((error: Error) => expect(error.message).toMatch(/rejected, over 1 %|cut off/));
      if (outcome) taken++;
      expect(await gone(), `seed ${seed}`).toEqual([]);
    }
    expect(taken).toBeGreaterThan(0);
  });
});
