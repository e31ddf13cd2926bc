import { useState } from 'preact/hooks';
import { counted, day, number, words } from '../format.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { figure, Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';
import { ImportedFile, Remark } from './imported-file.tsx';

const figures = ['read', 'added', 'changed', 'removed', 'rejected'] as const;
/** Said under the file where there are any, because most imports have none. */
const seldom = {
  repeated: 'rows repeat a company',
  persons: 'rows about people were dropped',
  heldBack: 'companies that the file lacks were not removed, because rejected rows may be theirs',
};

/** What each import did, newest first. */
export function ImportsPanel() {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useQuery('imports', { page });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { items, meta } = data.imports;
  return (
    <Panel title="Imports" aside={<span class="faint">{counted(meta.total, 'import')}</span>}>
      <p>
        Rejected rows are in <code>DATA_DIR/rejects</code> on the machine that ran the import, each with its reason.
      </p>
      <Rows label="Imports" kind="cards">
        <Head columns={['Register and file', 'When', ...figures.map((name) => figure(words(name)))]} />
        <tbody>
          {items.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <ImportedFile of={run.register} run={run} />
                {(['repeated', 'persons', 'heldBack'] as const).map(
                  (name) => run[name] > 0 && <Remark key={name}>{`${number(run[name])} ${seldom[name]}`}</Remark>,
                )}
                {run.unknownStates.length > 0 && (
                  <Remark>
                    <Badge kind="warn">unknown states</Badge>{' '}
                    {run.unknownStates.map(({ state, rows }) => `${state} (${number(rows)})`).join(', ')}
                  </Remark>
                )}
                {run.unknownForms.length > 0 && (
                  <Remark>
                    <Badge kind="warn">unknown legal forms</Badge>{' '}
                    {run.unknownForms.map(({ form, rows }) => `${form} (${number(rows)})`).join(', ')}
                  </Remark>
                )}
              </th>
              <td class="when" data-label="When">
                {day(run.importedAt)}
              </td>
              {figures.map((name) => (
                <td class="figure" key={name} data-label={words(name)}>
                  {name === 'rejected' && run.rejected > 0 ? (
                    <Badge kind="warn">{number(run.rejected)}</Badge>
                  ) : (
                    number(run[name])
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Rows>
      <Paging label="Pages of imports" meta={meta} onTurn={setPage} />
    </Panel>
  );
}
