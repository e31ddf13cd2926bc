import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const root = new URL('../../../', import.meta.url);

/** The files of ours that the browser's code consists of, each with what it imports. Types are left out, as Vite does. */
export function browserSources(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    const text = readFileSync(new URL(file, root), 'utf8');
    const imported = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|\bimport\('(\.[^']+)'\)/gm;
    const imports = [...text.matchAll(imported)].map(([, name = '', loadedLater = name]) => loadedLater);
    found.set(file, imports);
    for (const name of imports) if (name.startsWith('.')) visit(posix.join(posix.dirname(file), name));
  };
  for (const entry of ['dashboard/main.tsx', 'dashboard/pages.ts', 'dashboard/command-line.ts']) visit(entry);
  return found;
}
