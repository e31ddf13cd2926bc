import { useState } from 'preact/hooks';
import { counted, day, number, words } from '../format.ts';
import { Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { figure, Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';
import { ImportedFile } from './imported-file.tsx';

const figures = ['read', 'added', 'changed', 'removed', 'total', 'relations'] as const;

/** What each import of identifiers did, newest first. */
export function IdentifierImportsPanel() {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useQuery('identifierImports', { page });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : null;
  if (data.identifierImports.meta.total === 0) return null;
  const { items, meta } = data.identifierImports;
  return (
    <Panel title="Imports of identifiers" aside={<span class="faint">{counted(meta.total, 'import')}</span>}>
      <Rows label="Imports of identifiers" kind="cards">
        <Head columns={['Source and files', 'When', ...figures.map((name) => figure(words(name)))]} />
        <tbody>
          {items.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <ImportedFile of={run.source} run={run} />
              </th>
              <td class="when" data-label="When">
                {day(run.importedAt)}
              </td>
              {figures.map((name) => (
                <td class="figure" key={name} data-label={words(name)}>
                  {number(run[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Rows>
      <Paging label="Pages of imports of identifiers" meta={meta} onTurn={setPage} />
    </Panel>
  );
}
