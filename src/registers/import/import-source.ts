import { basename } from 'node:path';
import type { DatedFile } from '../declaration/file-date.ts';
import { dataFilesAt, fileSha256 } from '../files/open-file.ts';
import { WrongFile } from '../files/table.ts';
import { type FoundFile, type FoundParts, findParts } from '../layouts/find-parts.ts';
import { findPieces } from '../layouts/find-pieces.ts';
import type { ImportOptions } from './import-job.ts';

/** The source of an import: its files, with their names and hashes. */
export interface Source extends Partial<Pick<FoundParts, 'files' | 'isUpdate' | 'missing'>> {
  name: string;
  sha256: string;
  /** Each of its files, if it is several files or may be. */
  found?: readonly FoundFile[];
  /** The files that have the day of the source: if there are several files, those with the companies. */
  dated: readonly DatedFile[];
}

export async function identifySource({ register, path, morePaths = [], without = [] }: ImportOptions): Promise<Source> {
  const paths = [path, ...morePaths];
  if (register.parts) {
    const found = await findParts(register.parts, paths, without);
    const companies = register.parts
      .filter(({ role }) => role === 'companies')
      .flatMap(({ name }) => found.files.get(name) ?? []);
    return { ...found, dated: companies };
  }
  if (without.length > 0) throw new WrongFile(`The register ${register.id} has no optional files to be left out.`);
  if (register.pieces) {
    const found = await findPieces(register.pieces, paths);
    return { ...found, dated: [...found.files.values()] };
  }
  if (morePaths.length > 0) throw new WrongFile(`The register ${register.id} is published as one file: name that one alone.`);
  const sha256 = await fileSha256(path);
  const inside = await dataFilesAt(path).catch(() => []);
  // A workbook is an archive too, but the names of the files in it say nothing about the source.
  const dated = inside.length === 1 ? inside.map((file) => ({ ...file, path })) : [{ name: basename(path), path }];
  return { name: basename(path), sha256, dated };
}
