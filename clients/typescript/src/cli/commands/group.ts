import type { GroupAnswer } from '../../types.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import type { Column } from '../list.ts';
import { idOf } from '../references.ts';
import { write } from '../shell.ts';
import { referenceOf } from '../summaries.ts';
import { counted, jsonLine, number } from '../text.ts';

type Relation = GroupAnswer['data']['children'][number];
interface Row {
  relation: string;
  of: Relation;
}

const columns: readonly Column<Row>[] = [
  { title: 'RELATION', field: 'relation', value: ({ relation }) => relation },
  { title: 'NAME', field: 'name', value: ({ of }) => of.member.name, shrinks: true },
  {
    title: 'COMPANY',
    field: 'company',
    value: ({ of: { member } }) => (member.entity ? referenceOf(member.entity) : member.lei),
  },
  { title: 'SHARE', field: 'percentage', value: ({ of }) => of.percentage, rank: 1 },
  { title: 'SINCE', field: 'from', value: ({ of }) => of.from, rank: 2 },
  { field: 'kind', value: ({ of }) => of.kind },
  { field: 'lei', value: ({ of }) => of.member.lei },
  { field: 'id', value: ({ of }) => of.member.entity?.id },
];

export async function run(call: Call): Promise<number> {
  const { words, options, registry, signal, format, list, shell, note } = call;
  const [page, pageSize] = [options.number('page'), options.number('page-size', 1, 100)];
  const id = await idOf(call, words[0] ?? '');
  const { data, meta } = await registry.entities.group(id, { ...(page && { page }), ...(pageSize && { pageSize }), signal });
  if (format === 'json' || format === 'ndjson')
    await write(shell.stdout, `${jsonLine({ ...data, meta }, format === 'json' ? 2 : undefined)}\n`, signal);
  else {
    const relations = list(columns);
    await relations.add(rowsOf(data));
    await relations.end();
  }
  if (data.lei === null) note('Nothing is known of its group: it has no LEI.');
  else if (rowsOf(data).length === 0) note('It names nobody above it, and nobody names it.');
  else if (data.children.length < meta.total)
    note(
      `${number(data.children.length)} of ${counted(meta.total, 'company', 'companies')} below it. More: --page, --page-size 100.`,
    );
  return data.lei === null ? exitCodes.nothing : exitCodes.done;
}

const rowsOf = ({ directParent, ultimateParent, otherParents, chain, children }: GroupAnswer['data']): Row[] => [
  ...(ultimateParent ? [{ relation: 'ultimate parent', of: ultimateParent }] : []),
  ...chain
    .slice(1)
    .toReversed()
    .map((of) => ({ relation: 'above', of })),
  ...(directParent ? [{ relation: 'direct parent', of: directParent }] : []),
  ...otherParents.map((of) => ({ relation: 'other parent', of })),
  ...children.map((of) => ({ relation: 'child', of })),
];
