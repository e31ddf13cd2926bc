import type { AnyCommand } from '../src/command-line/command.ts';
import { didYouMean } from '../src/config/nearest.ts';
import { Refusal } from '../src/kernel/errors.ts';

/** Where each command is declared. A command is loaded alone, because most are done before the others would be loaded. */
const declarations = {
  start: () => import('./start/command.ts'),
  migrate: () => import('../src/tables/migrate-command.ts'),
  import: () => import('../src/registers/import/command.ts'),
  fetch: () => import('../src/registers/fetch/command.ts'),
  samples: () => import('../src/registers/import/samples-command.ts'),
  snapshot: () => import('../src/changes/snapshot-command.ts'),
  erase: () => import('../src/leaving/erase-command.ts'),
  'search:copy': () => import('../src/search/clickhouse/copy-command.ts'),
  'billing:reconcile': () => import('../src/billing/reconcile-command.ts'),
  retention: () => import('../src/tables/retention-command.ts'),
  token: () => import('./token-command.ts'),
  'demo-key': () => import('../src/accounts/demo-command.ts'),
  completion: () => import('../src/command-line/completion-command.ts'),
  compile: () => import('./start/compile-command.ts'),
} satisfies Record<string, () => Promise<{ command: AnyCommand }>>;

const names = Object.keys(declarations) as (keyof typeof declarations)[];

export async function findCommand(name: string): Promise<AnyCommand> {
  const known = names.find((one) => one === name);
  if (!known) throw new Refusal(`There is no command ${name}; there are ${names.join(', ')}.${didYouMean(name, names)}`);
  return (await declarations[known]()).command;
}

export const allCommands = (): Promise<AnyCommand[]> => Promise.all(names.map(findCommand));
