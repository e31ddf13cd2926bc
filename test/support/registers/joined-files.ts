import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedSources } from '../../../src/intake/stored-sources.ts';
import { type Company, naturalPerson, type Register, Removed } from '../../../src/registers/declaration/register.ts';
import { findParts } from '../../../src/registers/layouts/find-parts.ts';
import { connect, type ImportGround } from '../imports.ts';
import { expectDeclared } from '../registry-fields.ts';

/** Files by their names; a folder has them from then on. */
export async function folderOf(ground: ImportGround, name: string, files: Record<string, string>): Promise<string> {
  const folder = ground.path(name);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

/** What a register of several files makes of a folder, without importing it. */
export async function joinedCompanies(ground: ImportGround, register: Register, folder: string) {
  const found = await findParts(register.parts ?? [], [folder]);
  const side = await connect(ground.url);
  const companies: Company[] = [];
  const problems: string[] = [];
  let persons = 0;
  try {
    const snapshot = await register.open(folder, {
      ...found,
      connect: () => connect(ground.url),
      stored: storedSources(side, register),
    });
    try {
      for await (const batch of snapshot.batches) {
        for (const row of batch) {
          if (!('cells' in row)) {
            problems.push(row.problem);
            continue;
          }
          const taken = snapshot.company(row);
          if (taken === naturalPerson) persons += 1;
          else if (taken && !(taken instanceof Removed)) companies.push(taken);
        }
      }
    } finally {
      await snapshot.close();
    }
    for (const { registry } of companies) expectDeclared(register, registry);
    return { companies, persons, problems, edition: snapshot.edition, absent: snapshot.absent };
  } finally {
    await side.end();
  }
}
