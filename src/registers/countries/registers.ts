import { readdirSync } from 'node:fs';
import type { Register } from '../declaration/register.ts';

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** A folder is a register. Its `register.ts` exports it by its id, which is the name of the folder. */
async function registerIn(id: string): Promise<Register> {
  const { [id]: register }: Record<string, Register> = await import(`./${id}/register.ts`);
  if (register?.id !== id) throw new Error(`countries/${id}/register.ts does not export a register "${id}".`);
  return register;
}

/** All registers that can be imported, by their ids. */
export const registers: readonly Register[] = await Promise.all(
  folders
    .map(({ name }) => name)
    .toSorted()
    .map(registerIn),
);
