import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSnapshotLock } from '../../src/changes/snapshots.ts';
import { type ChangesGround, smallRegister } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import { downloadFrom, snapshotsGround } from '../support/snapshots.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await snapshotsGround();
});
afterEach(() => ground.close());

const download = (id: string, headers?: Record<string, string>) => downloadFrom(ground, id, headers);
const remaining = (headers: Headers) => Number(headers.get('x-monthly-quota-remaining'));

test('each country is a file: all its records as they are served, without persons; with its hash and its cursor', async () => {
  const { body } = await ground.get('/snapshots');
  expect(body.data.map(({ countryCode, records, units }: Record<string, unknown>) => [countryCode, records, units])).toEqual([
    ['GB', 3, 1],
    ['MD', 700, 1],
  ]);
  const [british, moldovan] = body.data;
  expect(moldovan.cursor).toBe((await ground.get('/changes?cursor=now')).body.meta.nextCursor);
  const { status, headers, bytes } = await download(moldovan.id);
  expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'application/gzip', moldovan.bytes]);
  expect(headers.get('etag')).toBe(`"${moldovan.sha256}"`);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(moldovan.sha256);
  const text = gunzipSync(bytes).toString();
  expect(text.split('\n')).toHaveLength(701);
  expect(text).not.toContain('PERSON');
  const [line = ''] = gunzipSync((await download(british.id)).bytes)
    .toString()
    .split('\n');
  expect(line).toBe(JSON.stringify((await ground.get(`/entities/${JSON.parse(line).id}`)).body.data));
  expect((await ground.get('/snapshots?country=md')).body.data).toEqual([moldovan]);
});

test('a download makes no library complain', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  const [{ id }] = (await ground.get('/snapshots?country=MD')).body.data;
  expect((await download(id)).status).toBe(200);
  // Warnings come in a tick of their own.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('a download goes on where it broke off, and one that has it all is told so', async () => {
  const [{ id, bytes: size, sha256 }] = (await ground.get('/snapshots?country=MD')).body.data;
  const whole = await download(id);
  const rest = await download(id, { range: 'bytes=1000-', 'if-range': `"${sha256}"` });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 1000-${size - 1}/${size}`]);
  expect(rest.bytes.equals(whole.bytes.subarray(1000))).toBe(true);
  expect(remaining(rest.headers), 'a file of fewer than 1,000 records is one unit, and so is a part of it').toBe(
    remaining(whole.headers) - 1,
  );
  // Of another file: the whole of this one.
  const other = await download(id, { range: 'bytes=1000-', 'if-range': '"other"' });
  expect([other.status, other.bytes.length]).toEqual([200, size]);
  const beyond = await download(id, { range: `bytes=${size}-` });
  expect([beyond.status, JSON.parse(beyond.bytes.toString()).error.code]).toEqual([416, 'range_not_satisfiable']);
  expect((await download(id, { 'if-none-match': `"${sha256}"` })).status).toBe(304);
});

test('conditions that other operations do not know are not known here either, and a weak tag is no reason for a part', async () => {
  const [{ id, bytes: size, sha256 }] = (await ground.get('/snapshots?country=MD')).body.data;
  for (const condition of [
    { 'if-match': '"other"' },
    { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' },
    { range: 'bytes=0-9', 'if-range': `W/"${sha256}"` },
    { range: `bytes=${size}-`, 'if-range': `W/"${sha256}"` },
  ]) {
    const { status, bytes } = await download(id, condition);
    expect([status, bytes.length], JSON.stringify(condition)).toEqual([200, size]);
  }
  const beyond = await download(id, { range: `bytes=${size}-` });
  expect(beyond.headers.get('content-range'), 'says how large the file is').toBe(`bytes */${size}`);
});

test('who has no key gets nothing; what is not there is 404, also where only the file is missing', async () => {
  const [{ id }] = (await ground.get('/snapshots?country=GB')).body.data;
  expect((await ground.service.get(`/api/v1/snapshots/${id}`)).status).toBe(401);
  expect((await ground.service.get('/api/v1/snapshots')).status).toBe(401);
  expect((await ground.get('/snapshots/00000000-0000-4000-8000-000000000000')).body.error.code).toBe('snapshot_not_found');
  expect((await ground.get('/snapshots/..%2f..%2fetc%2fpasswd')).status).toBe(400);
  await rm(join(ground.folder, 'snapshots', `${id}.ndjson.gz`));
  expect((await ground.get(`/snapshots/${id}`)).body.error.code).toBe('snapshot_not_found');
});

test('the two newest of a country are kept, and no file is left over; an import under way is not held up', async () => {
  for (let count = 0; count < 3; count++) {
    ground.now = new Date(ground.now.getTime() + 1000);
    await Promise.all([
      ground.makeSnapshots('GB'),
      ground.importRows(smallRegister('gb'), [{ number: '1', name: `N ${count}`, activity: '1' }], { allowShrink: true }),
    ]);
  }
  const { body } = await ground.get('/snapshots?country=GB');
  expect(body.data).toHaveLength(2);
  const files = await readdir(join(ground.folder, 'snapshots'));
  expect(files).toHaveLength((await ground.get('/snapshots')).body.data.length);
});

test('what a killed run left is removed by the next; what another process is making just now stays, and so does what is listed', async () => {
  const folder = join(ground.folder, 'snapshots');
  const part = (name: string) => name.endsWith('.part');
  await mkdir(folder, { recursive: true });
  // As a run leaves it that was killed while it wrote; the slow test kills one.
  const left = `${randomUUID()}.ndjson.gz.part`;
  await writeFile(join(folder, left), 'left');
  // Killed between the last two steps, it leaves a whole file that nobody knows.
  const unknown = `${randomUUID()}.ndjson.gz`;
  await writeFile(join(folder, unknown), 'left');
  await writeFile(join(folder, 'of-somebody.part'), 'not ours');

  // Another process is making one meanwhile.
  const maker = await connect(ground.url);
  const made = randomUUID();
  await withSnapshotLock(maker, made, async () => {
    await writeFile(join(folder, `${made}.ndjson.gz.part`), 'under way');
    await ground.makeSnapshots('GB');
    const names = await readdir(folder);
    expect(names).not.toContain(left);
    expect(names).not.toContain(unknown);
    expect(names).toEqual(expect.arrayContaining([`${made}.ndjson.gz.part`, 'of-somebody.part']));
  });
  await maker.end();
  const [{ id }] = (await ground.get('/snapshots?country=GB')).body.data;
  expect((await download(id)).status).toBe(200);
  await ground.makeSnapshots('GB');
  expect((await readdir(folder)).filter(part)).toEqual(['of-somebody.part']);
  for (const { id: listed } of (await ground.get('/snapshots')).body.data) expect((await download(listed)).status).toBe(200);
});
