import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PartFile } from '../declaration/part.ts';
import { dataFilesAt } from '../files/open-file.ts';
import { WrongFile } from '../files/table.ts';
import { identify, unpackedName } from './find-parts.ts';

/** Finds the pieces of an edition, in order, in a folder, an archive, or a list of files. A single file may have any name. */
export async function findPieces(pieces: RegExp, paths: readonly string[]) {
  const found = (await Promise.all(paths.map((path) => filesAt(path, pieces)))).flat();
  const ours = found.length > 1 ? found.filter(({ name }) => pieces.test(name)) : found;
  const sorted = ours.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (sorted.length === 0) throw new WrongFile(`No file of this register is in ${paths[0]}.`);
  if (sorted.length > 1) checkComplete(sorted, pieces);
  const files = new Map(sorted.map((file) => [file.name, file]));
  return { files, ...(await identify(files)) };
}

/** The numbers must have no gap, and all pieces must be of one edition. The last number is not known. */
function checkComplete(files: readonly PartFile[], pieces: RegExp): void {
  const parts = files.map(({ name }) => pieces.exec(name)?.slice(1) ?? []);
  const editions = new Set(parts.map(([edition]) => edition));
  if (editions.size > 1)
    throw new WrongFile(`These are files of several editions: ${[...editions].join(', ')}. Import one at a time.`);
  const numbers = parts.map(([, number]) => Number(number));
  for (const [place, number] of numbers.entries()) {
    const expected = place === 0 ? Math.min(number, 1) : (numbers[place - 1] ?? 0) + 1;
    if (number === expected) continue;
    throw new WrongFile(`Files of this register are missing: there is no number ${expected} of edition ${parts[0]?.[0]}.`);
  }
}

async function filesAt(path: string, pieces: RegExp): Promise<PartFile[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
  if (isFolder) {
    const names = (await readdir(path)).filter((name) => pieces.test(unpackedName(name)));
    return (await Promise.all(names.map((name) => filesAt(join(path, name), pieces)))).flat();
  }
  const inside = await dataFilesAt(path);
  return inside.map(({ name, packedOn, open }) => ({
    name: inside.length === 1 ? unpackedName(basename(path)) : name,
    path,
    packedOn,
    open: async () => open(),
  }));
}
