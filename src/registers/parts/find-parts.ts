import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dataFilesAt, fileSha256, type OpenFile } from '../files/open-file.ts';
import { WrongFile } from '../files/table.ts';
import { type Part, type PartFile, updateNames } from './part.ts';

/** The files of a source, by the part that each is. */
export interface FoundParts {
  /** By the name of the part; in an update also with `_delete` or `_insert` behind it. */
  files: ReadonlyMap<string, PartFile>;
  isUpdate: boolean;
  /** The optional files that are not there. */
  missing: readonly string[];
  /** For provenance: the names of the files or of their archive, and one hash over all of them. */
  name: string;
  sha256: string;
}

/** Finds the files of a register in what was named: folders, archives, or the files one by one. Says which are missing. */
export async function findParts(parts: readonly Part[], paths: readonly string[]): Promise<FoundParts> {
  const wanted = parts.flatMap(wantedFiles);
  const found = (await Promise.all(paths.map((path) => filesAt(path, wanted)))).flat();
  const files = new Map(wanted.flatMap((one) => assign(one, found)));
  const isUpdate = wanted.some(({ key, part }) => key !== part.name && files.has(key));
  if (isUpdate && parts.some(({ name, role }) => role !== 'list' && files.has(name)))
    throw new WrongFile('Here are both a full edition and an update: import one after the other.');
  const absent = parts.filter(({ name, role }) => !files.has(name) && !(isUpdate && role !== 'list'));
  const needed = absent.filter(({ optional }) => !optional);
  if (needed.length > 0) {
    const names = (some: readonly string[]) => some.slice(0, 10).join(', ') || 'nothing';
    const [missing, there] = [names(needed.map(({ file }) => file)), names(found.map(({ name }) => name))];
    throw new WrongFile(`Files of this register are missing: ${missing}. Found: ${there}.`);
  }
  return { files, isUpdate, missing: absent.map(({ file }) => file), ...(await identify([...files.values()])) };
}

/** A file that a part may come as: in full, or as what an update deletes and inserts. */
interface Wanted {
  part: Part;
  key: string;
  /** The name as published, and the names that also count where that one isn't there. */
  exact: string;
  alike(name: string): boolean;
}

function wantedFiles(part: Part): Wanted[] {
  const [, stem = '', ending = ''] = /^(.*)(\.\w+)$/.exec(part.file.toLowerCase()) ?? [];
  const alike = (name: string) =>
    name.startsWith(stem) && name.endsWith(ending) && !/^[a-z]|_(?:insert|delete)\./.test(name.slice(stem.length));
  const full = { part, key: part.name, exact: stem + ending, alike };
  if (part.role === 'list') return [full];
  const { deleted, inserted } = updateNames(part);
  return [full, ...[deleted, inserted].map((key) => ({ part, key, exact: key.toLowerCase() + ending, alike: () => false }))];
}

async function filesAt(path: string, wanted: readonly Wanted[]): Promise<PartFile[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
  if (isFolder) {
    const names = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
    const ours = names.filter((name) => wanted.some((one) => matches(one, unpackedName(name))));
    return (await Promise.all(ours.map((name) => filesAt(join(path, name), wanted)))).flat();
  }
  const inside = await dataFilesAt(path);
  // The one file in an archive may go by the name of the archive.
  const [first, second] = inside;
  const named = first && !second ? [{ ...first, name: knownName(wanted, first.name, unpackedName(basename(path))) }] : inside;
  const files = named.map(({ name, open }) => ({ name, path, open: async (): Promise<OpenFile> => open() }));
  if (!second && !files.some(({ name }) => wanted.some((one) => matches(one, name))))
    throw new WrongFile(`${path} is none of the files of this register.`);
  return files;
}

export const unpackedName = (name: string): string => name.replace(/\.(?:zip|gz)$/i, '');
const matches = ({ exact, alike }: Wanted, name: string): boolean => name.toLowerCase() === exact || alike(name.toLowerCase());
const knownName = (wanted: readonly Wanted[], ...names: string[]): string =>
  names.find((name) => wanted.some((one) => matches(one, name))) ?? names[0] ?? '';

/** The file of the exact name, or else the only one whose name is alike. */
function assign(wanted: Wanted, found: readonly PartFile[]): [string, PartFile][] {
  const exact = found.filter(({ name }) => name.toLowerCase() === wanted.exact);
  const files = exact.length > 0 ? exact : found.filter(({ name }) => matches(wanted, name));
  if (files.length > 1) {
    const names = files.map(({ path, name }) => (basename(path) === name ? path : `${name} in ${path}`)).join(', ');
    throw new WrongFile(`Several files could be ${wanted.part.file}: ${names}. Name the right one alone.`);
  }
  return files.map((file) => [wanted.key, file]);
}

/** One archive has its own hash; several files have one over their names and hashes. */
export async function identify(files: readonly PartFile[]): Promise<{ name: string; sha256: string }> {
  const paths = [...new Set(files.map(({ path }) => path))];
  const hashes: string[] = [];
  for (const path of paths) hashes.push(await fileSha256(path));
  const [only] = hashes;
  const names = paths.map((path) => basename(path));
  if (only && hashes.length === 1) return { name: names.join(), sha256: only };
  const lines = names.map((name, place) => `${hashes[place]}  ${name}\n`).sort();
  return { name: names.sort().join(', '), sha256: hash('sha256', lines.join(''), 'hex') };
}
