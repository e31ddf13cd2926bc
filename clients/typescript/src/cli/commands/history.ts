import type { HistoryEntry } from '../../types.ts';
import type { Call } from '../command.ts';
import type { Column } from '../list.ts';
import { pageSizeOf, printPages } from '../pages.ts';
import { idOf } from '../references.ts';

export const changedPaths = ({ changes }: Pick<HistoryEntry, 'changes'>): string =>
  changes.map(({ path }) => path.slice(1) || 'all of it').join(', ');

const columns: readonly Column<HistoryEntry>[] = [
  { title: 'AT', field: 'at', value: ({ at }) => at },
  { title: 'TYPE', field: 'type', value: ({ type }) => type },
  { title: 'REASON', field: 'reason', value: ({ reason }) => reason, rank: 1 },
  { title: 'CHANGED', field: 'changed', value: changedPaths, shrinks: true },
  { field: 'dataVersion', value: ({ dataVersion }) => dataVersion },
  { field: 'cursor', value: ({ cursor }) => cursor },
];

export async function run(call: Call): Promise<number> {
  const { words, options, registry, signal } = call;
  const pageSize = pageSizeOf(options);
  const id = await idOf(call, words[0] ?? '');
  const pages = registry.entities.history(id, { ...(pageSize && { pageSize }), signal }).pages();
  return printPages(call, pages, { columns, one: 'entry', many: 'entries' });
}
