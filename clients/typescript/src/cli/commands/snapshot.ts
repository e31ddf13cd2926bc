import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { Snapshot } from '../../types.ts';
import type { Call } from '../command.ts';
import { agree } from '../consent.ts';
import { exitCodes } from '../failure.ts';
import { isMissing, refuseToReplace, textIn, writeWhole } from '../files.ts';
import type { Column } from '../list.ts';
import { Progress } from '../progress.ts';
import { NothingFound, UsageError } from '../shell.ts';
import { counted, number } from '../text.ts';

const columns: readonly Column<Snapshot>[] = [
  { title: 'COUNTRY', field: 'countryCode', value: ({ countryCode }) => countryCode },
  { title: 'RECORDS', field: 'records', value: ({ records }) => records },
  { title: 'UNITS', field: 'units', value: ({ units }) => units },
  { title: 'BYTES', field: 'bytes', value: ({ bytes }) => bytes },
  { title: 'MADE', field: 'createdAt', value: ({ createdAt }) => createdAt, rank: 1 },
  { field: 'id', value: ({ id }) => id },
  { field: 'sha256', value: ({ sha256 }) => sha256 },
  { title: 'CURSOR', field: 'cursor', value: ({ cursor }) => cursor, rank: 2 },
];

export async function run(call: Call): Promise<number> {
  const { words, options, registry, signal, list, note, shell } = call;
  const country = words[0]?.toUpperCase();
  const output = options.text('output') ?? `${country?.toLowerCase()}.ndjson.gz`;
  const isForced = options.has('force');
  if (country !== undefined) await refuseToReplace(output, isForced);
  const all = await registry.snapshots.list({ country, signal });
  if (country === undefined) {
    const snapshots = list(columns);
    await snapshots.add(all);
    await snapshots.end();
    return all.length > 0 ? exitCodes.done : exitCodes.nothing;
  }
  const part = `${output}.part`;
  const begun = isForced ? undefined : await begunIn(part);
  const snapshot = all.find(({ id }) => id === begun?.id) ?? all[0];
  if (!snapshot)
    throw new NothingFound(`There is no snapshot of ${country}. Those who run the service make them: npm run snapshot.`);
  if (begun && begun.id !== snapshot.id) note('There is a newer snapshot: it begins anew.');
  const there = begun?.id === snapshot.id ? await sizeOf(part) : 0;
  const from = there <= snapshot.bytes ? there : 0;
  if (from < snapshot.bytes) {
    const units = Math.max(1, Math.ceil((snapshot.units * (snapshot.bytes - from)) / snapshot.bytes));
    await agree(call, `${counted(snapshot.records, 'record')} of ${snapshot.countryCode}`, units);
  }
  const progress = new Progress(shell.stderr, options.has('quiet'), bytesText);
  try {
    await download(call, snapshot, part, from, progress);
  } catch (error) {
    progress.clear();
    note(`${bytesText(await sizeOf(part))} of ${bytesText(snapshot.bytes)} are there. The same command goes on from there.`);
    throw error;
  }
  progress.clear();
  await rename(part, output);
  await rm(`${part}.json`, { force: true });
  note(
    `${counted(snapshot.records, 'record')}: ${output}. What changes from now on: company-registry changes --cursor ${snapshot.cursor}`,
  );
  return exitCodes.done;
}

/** Loads what is missing, and compares the whole with the hash that the service gives. */
async function download(
  { registry, signal }: Call,
  { id, bytes, sha256 }: Snapshot,
  part: string,
  from: number,
  progress: Progress,
): Promise<void> {
  // Never do bytes of one snapshot stand beside the id of another.
  if (from === 0) await rm(part, { force: true });
  await writeWhole(`${part}.json`, `${JSON.stringify({ id })}\n`);
  const digest = createHash('sha256');
  const handle = await open(part, from > 0 ? 'a' : 'w');
  try {
    if (from > 0) for await (const chunk of createReadStream(part, { end: from - 1 })) digest.update(chunk);
    let there = from;
    if (there < bytes)
      for await (const chunk of registry.snapshots.download(id, { from, signal })) {
        await handle.writeFile(chunk);
        digest.update(chunk);
        there += chunk.byteLength;
        progress.at(there, bytes);
      }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (digest.digest('hex') === sha256) return;
  await rm(part, { force: true });
  throw new Error('What was downloaded does not have the hash of the snapshot, and is deleted: try again.');
}

/** The snapshot that an earlier run has begun to load. */
async function begunIn(part: string): Promise<{ id: string } | undefined> {
  const text = await textIn(`${part}.json`);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${part}.json is damaged: give --force to begin anew.`);
  }
}

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};

const bytesText = (bytes: number): string =>
  bytes < 100_000 ? `${number(bytes)} bytes` : `${(bytes / 1_000_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;
