import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { fileSha256, openFile, type UnpackLimits } from '../../../src/registers/files/open-file.ts';
import { WrongFile } from '../../../src/registers/files/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const table = Buffer.from(
  `name,number\n${Array.from({ length: 60_000 }, (_, row) => `Company ${row * 7919},${row}\n`).join('')}`,
);

function save(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

type Entries = Record<string, Buffer | string>;

function zip(entries: Entries, options: { compress?: boolean; forceZip64Format?: boolean } = {}): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith('/')) file.addEmptyDirectory(name);
    else file.addBuffer(Buffer.from(content as string), name, options);
  }
  file.end({ forceZip64Format: options.forceZip64Format ?? false, comment: '' });
  return buffer(file.outputStream);
}

/** Fields of the only entry, by their offset from the directory's signature: a zip that says something else than it does. */
function alter(bytes: Buffer, offset: number, change: (value: number) => number, size: 2 | 4 = 4): Buffer {
  const altered = Buffer.from(bytes);
  const at = altered.indexOf('PK\x01\x02', 0, 'latin1') + offset;
  altered.writeUIntLE(change(altered.readUIntLE(at, size)), at, size);
  return altered;
}

const read = async (path: string, limits?: Partial<UnpackLimits>) => {
  const file = await openFile(path, limits);
  const chunks: Buffer[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return { name: file.name, data: Buffer.concat(chunks) };
};

const problem = (path: string, limits?: Partial<UnpackLimits>): Promise<string> =>
  read(path, limits).then(
    () => expect.unreachable(),
    (error) => {
      expect(error).toBeInstanceOf(WrongFile);
      expect(error.message).not.toContain('\n');
      return error.message.replace(path, 'FILE');
    },
  );

describe('what is in a file', () => {
  it.each([
    ['plain', 'register.csv', () => table, 'register.csv'],
    ['gzipped', 'register.csv.gz', () => gzipSync(table), 'register.csv'],
    [
      'gzipped in two members',
      'two.gz',
      () => Buffer.concat([gzipSync(table.subarray(0, 999)), gzipSync(table.subarray(999))]),
      'two',
    ],
    ['gzipped under another name', 'csv.zip', () => gzipSync(table), 'csv.zip'],
    ['zipped', 'a.zip', () => zip({ 'BasicData.csv': table }), 'BasicData.csv'],
    ['zipped under another name', 'b.csv', () => zip({ 'BasicData.csv': table }), 'BasicData.csv'],
    ['stored in a zip', 'c.zip', () => zip({ 'OD_FIRME.CSV': table }, { compress: false }), 'OD_FIRME.CSV'],
    ['in a zip of the 64-bit format', 'd.zip', () => zip({ 'big.csv': table }, { forceZip64Format: true }), 'big.csv'],
    [
      'in a zip beside what systems add',
      'e.zip',
      () => zip({ 'data/': '', '__MACOSX/data/._x.csv': 'x', 'data/.DS_Store': 'x', 'data/x.csv': table, '.hidden': 'x' }),
      'x.csv',
    ],
    ['shorter than the first bytes that tell', 'short.csv', () => Buffer.from('PK'), 'short.csv'],
  ])('reads it when %s', async (_, name, content, inner) => {
    const bytes = await content();
    const result = await read(save(name, bytes));
    expect(result.name).toBe(inner);
    expect(result.data.equals(name === 'short.csv' ? bytes : table)).toBe(true);
  });

  it.each(['plain', 'gzip', 'zip'])('tells how much of the %s file is read', async (packing) => {
    const bytes = packing === 'plain' ? table : packing === 'gzip' ? gzipSync(table) : await zip({ 'a.csv': table });
    const file = await openFile(save(`progress.${packing}`, bytes));
    expect([file.size, file.bytesRead()]).toEqual([bytes.length, 0]);
    let last = 0;
    for await (const _ of file.bytes) {
      expect(file.bytesRead()).toBeGreaterThanOrEqual(Math.max(1, last));
      last = file.bytesRead();
    }
    expect(last).toBeLessThanOrEqual(file.size);
    expect(file.bytesRead()).toBe(file.size);
  });

  it('may be left in the middle', async () => {
    const file = await openFile(save('left.gz', gzipSync(table)));
    for await (const _ of file.bytes) break;
    expect(file.bytesRead()).toBeGreaterThan(0);
  });

  it('has a checksum as it was given', async () => {
    const bytes = gzipSync(table);
    expect(await fileSha256(save('sum.gz', bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
    await expect(fileSha256(join(folder, 'nowhere'))).rejects.toThrow(WrongFile);
    await expect(fileSha256(folder)).rejects.toThrow('is a directory, not a file.');
  });
});

describe('wrong files', () => {
  it('refuses what is no file or has nothing in it', async () => {
    expect(await problem(join(folder, 'nowhere.csv'))).toBe('FILE does not exist.');
    expect(await problem(folder)).toBe('FILE is a directory, not a file.');
    expect(await problem('/dev/null')).toBe('FILE is not a regular file.');
    expect(await problem(save('empty.csv', ''))).toBe('FILE is empty.');
    expect(await problem(save('empty.gz', gzipSync('')))).toBe('FILE is empty.');
    expect(await problem(save('empty-inside.zip', await zip({ 'a.csv': '' })))).toBe('FILE is empty.');
    expect(await problem(save('stored-empty.zip', await zip({ 'a.csv': '' }, { compress: false })))).toBe('FILE is empty.');
  });

  it('does not wait for a pipe to be written', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(await problem(path)).toBe('FILE is not a regular file.');
  });

  it.skipIf(process.getuid?.() === 0)('says when the file may not be read', async () => {
    const path = save('secret.csv', 'a\n');
    chmodSync(path, 0);
    expect(await problem(path)).toBe('FILE may not be read by this user.');
  });

  it('refuses gzip that is cut off or damaged', async () => {
    const bytes = gzipSync(table);
    for (const length of [3, 12, bytes.length >> 1, bytes.length - 8, bytes.length - 1]) {
      expect(await problem(save('cut.gz', bytes.subarray(0, length)))).toBe('FILE is cut off: its packed data ends too early.');
    }
    const wrongSum = Buffer.from(bytes);
    wrongSum.writeUInt32LE(1, bytes.length - 8);
    expect(await problem(save('sum.gz', wrongSum))).toBe('FILE is damaged: its data cannot be unpacked.');
  });

  it('refuses a zip with no data file, or with several', async () => {
    const none = 'FILE is a zip file without any data file in it.';
    expect(await problem(save('none.zip', await zip({})))).toBe(none);
    expect(await problem(save('hidden.zip', await zip({ 'a/': '', '.b': 'x', '__MACOSX/c': 'x' })))).toBe(none);
    expect(await problem(save('several.zip', await zip({ 'a.csv': 'x', 'b\n.csv': 'x', 'c.csv': 'x' })))).toBe(
      'FILE is a zip file with several files in it ("a.csv", "b\\n.csv", …), but it should hold one.',
    );
  });

  it('refuses a zip that is encrypted or packed in a rare way', async () => {
    const bytes = await zip({ 'a.csv': table });
    for (const flag of [0x01, 0x41]) {
      expect(
        await problem(
          save(
            'secret.zip',
            alter(bytes, 8, (flags) => flags | flag, 2),
          ),
        ),
      ).toBe('FILE is an encrypted zip file: decrypt it first.');
    }
    expect(
      await problem(
        save(
          'deflate64.zip',
          alter(bytes, 10, () => 9, 2),
        ),
      ),
    ).toBe('FILE is a zip file packed in a rare way (method 9): unpack it, or pack it with deflate.');
  });

  it('refuses a zip that is cut off', async () => {
    const bytes = await zip({ 'a.csv': table });
    for (const length of [4, 30, bytes.length >> 1, bytes.length - 1]) {
      expect(await problem(save('cut.zip', bytes.subarray(0, length)))).toBe('FILE is a zip file that is damaged or cut off.');
    }
  });

  it('refuses a zip whose data is not what its directory tells', async () => {
    const broken = 'FILE is damaged: its data does not have the size or the checksum that the zip file states.';
    const bytes = await zip({ 'a.csv': table });
    expect(
      await problem(
        save(
          'sum.zip',
          alter(bytes, 16, (sum) => (sum ^ 1) >>> 0),
        ),
      ),
    ).toBe(broken);
    expect(
      await problem(
        save(
          'more.zip',
          alter(bytes, 24, (size) => size + 1),
        ),
      ),
    ).toBe(broken);
    expect(
      await problem(
        save(
          'less.zip',
          alter(bytes, 24, () => 10),
        ),
      ),
    ).toBe(broken);
    expect(
      await problem(
        save(
          'packed.zip',
          alter(bytes, 20, (size) => size - 10),
        ),
      ),
    ).toBe('FILE is cut off: its packed data ends too early.');
    const stored = await zip({ 'a.csv': table }, { compress: false });
    stored[100] = (stored[100] as number) ^ 1;
    expect(await problem(save('stored.zip', stored))).toBe(broken);
  });

  it.each([
    {},
    { forceZip64Format: true },
  ])('refuses a damaged zip or reads it right, whichever byte is hit (%j)', async (options) => {
    const data = Buffer.from('name,number\nHill Farm,1\nLake House,2\n');
    const bytes = await zip({ 'a.csv': data }, options);
    const hit = fc.record({ at: fc.nat({ max: bytes.length - 1 }), value: fc.oneof(fc.constant(255), fc.nat({ max: 255 })) });
    await fc.assert(
      fc.asyncProperty(fc.array(hit, { minLength: 1, maxLength: 4 }), async (hits) => {
        const damaged = Buffer.from(bytes);
        for (const { at, value } of hits) damaged[at] = value;
        if (damaged.readUInt16LE() !== bytes.readUInt16LE() || damaged.readUInt16LE(2) !== bytes.readUInt16LE(2)) return;
        const result = await read(save('hit.zip', damaged)).catch((error) => error);
        if (!(result instanceof WrongFile)) expect(result.data.equals(data)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('zip bombs', () => {
  const bomb = 'FILE unpacks to far more data than a register has: it is refused as a zip bomb.';
  const zeros = Buffer.alloc(20_000_000);

  it('refuses what unpacks to more than the limit', async () => {
    const limits = { size: table.length - 1 };
    expect(await problem(save('large.gz', gzipSync(table)), limits)).toBe(bomb);
    expect(await problem(save('large.zip', await zip({ 'a.csv': table })), limits)).toBe(bomb);
    expect((await read(save('large.csv', table), limits)).data.length).toBe(table.length);
  });

  it('refuses what unpacks to hundreds of times its size, once that is much', async () => {
    const path = save('zeros.gz', gzipSync(zeros));
    expect(await problem(path, { ratioFrom: 10e6 })).toBe(bomb);
    expect((await read(path)).data.length).toBe(zeros.length);
    expect(await problem(save('zeros.zip', await zip({ 'a.csv': zeros })), { ratioFrom: 10e6 })).toBe(bomb);
  });

  it('stops a zip as soon as it exceeds the size that it tells', async () => {
    const path = save(
      'liar.zip',
      alter(await zip({ 'a.csv': zeros }), 24, () => 1_000),
    );
    const { bytes } = await openFile(path);
    const first = (bytes as AsyncGenerator<Buffer>).next();
    await expect(first).rejects.toThrow('is damaged: its data does not have the size');
  });
});
