import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Part, type PartFile, updateNames } from '../declaration/part.ts';
import { dataFilesAt, fileSha256, type OpenFile } from '../files/open-file.ts';
import { WrongFile } from '../files/table.ts';

/** A file or an archive of a source, its hash, and the parts of the register in it. */
export interface FoundFile {
  name: string;
  sha256: string;
  parts: string[];
}

/** The files of a source, by part. */
export interface FoundParts {
  /** By the name of the part; in an update also followed by `_delete` or `_insert`. */
  files: ReadonlyMap<string, PartFile>;
  isUpdate: boolean;
  /** The missing optional files. */
  missing: readonly string[];
  /** For provenance: the names of the files or of their archive, and one hash over all of them. */
  name: string;
  sha256: string;
  found: readonly FoundFile[];
}

/**
 * Finds the files of a register in the given folders, archives or files, and reports missing ones. Optional files may be left
 * out, by the beginning of their names.
 */
export async function findParts(
  all: readonly Part[],
  paths: readonly string[],
  without: readonly string[] = [],
): Promise<FoundParts> {
  const leftOut = without.flatMap((word) => partsNamed(all, word));
  const parts = all.filter((part) => !leftOut.includes(part));
  const known = all.flatMap(wantedFiles);
  const found = (await Promise.all(paths.map((path) => filesAt(path, known)))).flat();
  const wanted = known.filter(({ part }) => parts.includes(part));
  const files = new Map(wanted.flatMap((one) => assign(one, found)));
  const isUpdate = wanted.some(({ key, part }) => key !== part.name && files.has(key));
  if (isUpdate && parts.some(({ name, role }) => role !== 'list' && files.has(name)))
    throw new WrongFile('These files are both a full edition and an update: import one after the other.');
  const absent = parts.filter(({ name, role }) => !files.has(name) && !(isUpdate && role !== 'list'));
  const needed = absent.filter(({ optional }) => !optional);
  if (needed.length > 0) {
    const names = (some: readonly string[]) => some.slice(0, 10).join(', ') || 'nothing';
    const missing = names(needed.map(({ file }) => file));
    const there = names(found.map(({ name }) => name));
    throw new WrongFile(`Files of this register are missing: ${missing}. Found: ${there}.`);
  }
  const missing = [...leftOut, ...absent].map(({ file }) => file);
  return { files, isUpdate, missing, ...(await identify(files)) };
}

/** The optional parts that a word names. */
function partsNamed(parts: readonly Part[], word: string): Part[] {
  const optional = parts.filter((part) => part.optional);
  const named = optional.filter(({ name }) => name.toLowerCase().startsWith(word.toLowerCase()));
  if (named.length > 0) return named;
  const names = optional.map(({ name }) => name).join(', ') || 'none';
  throw new WrongFile(`This register has no optional file ${word}. It has: ${names}.`);
}

/** A file of a part: the full one, or the deleted or inserted rows of an update. */
interface ExpectedFile {
  part: Part;
  key: string;
  /** The published name, and the names that are accepted if that one is missing. */
  exact: string;
  isSimilar(name: string): boolean;
  ending: string;
}

function wantedFiles(part: Part): ExpectedFile[] {
  const [, stem = '', ending = ''] = /^(.*)(\.\w+)$/.exec(part.file.toLowerCase()) ?? [];
  const isSimilar = (name: string) =>
    name.startsWith(stem) && name.endsWith(ending) && !/^[a-z]|_(?:insert|delete)\./.test(name.slice(stem.length));
  const full = { part, key: part.name, exact: stem + ending, isSimilar, ending };
  if (part.role === 'list') return [full];
  const { deleted, inserted } = updateNames(part);
  return [
    full,
    ...[deleted, inserted].map((key) => ({ part, key, exact: key.toLowerCase() + ending, isSimilar: () => false, ending })),
  ];
}

async function filesAt(path: string, wanted: readonly ExpectedFile[]): Promise<PartFile[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
  return isFolder ? filesIn(path, wanted) : filesOf(path, wanted);
}

/** The wanted files of a folder and of its subfolders, by their names; if there are none, those in its archives. */
async function filesIn(folder: string, wanted: readonly ExpectedFile[]): Promise<PartFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const deeper = await Promise.all(below.map((name) => readdir(join(folder, name), { withFileTypes: true })));
  const paths = [
    ...entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name)),
    ...deeper.flatMap((inner, place) =>
      inner.filter((entry) => entry.isFile()).map(({ name }) => join(folder, below[place] as string, name)),
    ),
  ];
  const ours = paths.filter((path) => wanted.some((one) => isNamed(one, basename(path))));
  if (ours.length > 0) return (await Promise.all(ours.map((path) => filesOf(path, wanted)))).flat();
  const archives = paths.filter((path) => /\.zip$/i.test(path));
  return (await Promise.all(archives.map((path) => filesOf(path, wanted).catch(() => [])))).flat();
}

async function filesOf(path: string, wanted: readonly ExpectedFile[]): Promise<PartFile[]> {
  const inside = await dataFilesAt(path);
  // The name of an archive may stand in for the name of its only file.
  const [first, second] = inside;
  const named = first && !second ? [{ ...first, name: knownName(wanted, first.name, unpackedName(basename(path))) }] : inside;
  const files = named.map(({ open, ...file }) => ({ ...file, path, open: async (): Promise<OpenFile> => open() }));
  if (!second && !files.some(({ name }) => wanted.some((one) => matches(one, name))))
    throw new WrongFile(`${path} is none of the files of this register.`);
  return files;
}

export const unpackedName = (name: string): string => name.replace(/\.(?:zip|gz)$/i, '');
const matches = ({ exact, isSimilar }: ExpectedFile, name: string): boolean =>
  name.toLowerCase() === exact || isSimilar(name.toLowerCase());
/** Archives often have the name of the file without its extension. */
const isNamed = (one: ExpectedFile, name: string): boolean =>
  matches(one, unpackedName(name)) || (/\.zip$/i.test(name) && matches(one, unpackedName(name) + one.ending));
const knownName = (wanted: readonly ExpectedFile[], ...names: string[]): string =>
  names.find((name) => wanted.some((one) => matches(one, name))) ?? names[0] ?? '';

/** The file with the exact name, or else the only one with a similar name. */
function assign(wanted: ExpectedFile, found: readonly PartFile[]): [string, PartFile][] {
  const exact = found.filter(({ name }) => name.toLowerCase() === wanted.exact);
  const files = exact.length > 0 ? exact : found.filter(({ name }) => matches(wanted, name));
  if (files.length > 1) {
    const names = files.map(({ path, name }) => (basename(path) === name ? path : `${name} in ${path}`)).join(', ');
    throw new WrongFile(`Several files could be ${wanted.part.file}: ${names}. Name the right one alone.`);
  }
  return files.map((file) => [wanted.key, file]);
}

/** One archive has its own hash; several files share a hash of their names and hashes. */
export async function identify(
  files: ReadonlyMap<string, PartFile>,
): Promise<{ name: string; sha256: string; found: FoundFile[] }> {
  const byPath = Map.groupBy(files, ([, { path }]) => path);
  const found: FoundFile[] = [];
  for (const [path, inside] of byPath)
    found.push({ name: basename(path), sha256: await fileSha256(path), parts: inside.map(([part]) => part) });
  const [only, second] = found;
  if (only && !second) return { name: only.name, sha256: only.sha256, found };
  const lines = found.map(({ name, sha256 }) => `${sha256}  ${name}\n`).sort();
  const names = found.map(({ name }) => name).sort();
  return { name: names.join(', '), sha256: hash('sha256', lines.join(''), 'hex'), found };
}
