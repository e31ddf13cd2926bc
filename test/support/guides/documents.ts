import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

/** Every Markdown file of the project, by its path. */
export const documents: readonly string[] = globSync('**/*.md', {
  cwd: fileURLToPath(root),
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|generated|\.[^/]+)$/.test(path),
}).toSorted();

export const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');
