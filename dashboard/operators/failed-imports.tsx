import { useState } from 'preact/hooks';
import { counted, time } from '../format.ts';
import { Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';
import { Remark } from './imported-file.tsx';

/** Imports that failed, with the reason that the command printed. */
export function FailedImportsPanel() {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useQuery('failedImports', { page });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { items, meta } = data.failedImports;
  return (
    <Panel title="Failed imports" aside={<span class="faint">{counted(meta.total, 'failure')} in 90 days</span>}>
      {meta.total === 0 && <p class="empty">None. A failed import changes nothing, and its reason appears here.</p>}
      {meta.total > 0 && (
        <>
          <p>A failed import changes nothing: the data before it is still served. Run the import again.</p>
          <Rows label="Failed imports" kind="cards">
            <Head columns={['Register and file', 'When', 'Reason']} />
            <tbody>
              {items.map(({ id, register, at, file, reason }) => (
                <tr key={id}>
                  <th scope="row">
                    <code>{register}</code>
                    <Remark>{file ?? 'not downloaded'}</Remark>
                  </th>
                  <td class="when" data-label="When">
                    {time(at)}
                  </td>
                  <td data-label="Reason">{reason}</td>
                </tr>
              ))}
            </tbody>
          </Rows>
          <Paging label="Pages of failed imports" meta={meta} onTurn={setPage} />
        </>
      )}
    </Panel>
  );
}
