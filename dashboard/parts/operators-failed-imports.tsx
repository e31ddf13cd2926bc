import { useState } from 'preact/hooks';
import { counted, time } from '../format.ts';
import { useQuery } from '../use-query.ts';
import { Loading, Panel, ProblemNote, Rows } from './common.tsx';
import { Paging } from './paging.tsx';

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
          <Rows label="Failed imports">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Register and file</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, register, at, file, reason }) => (
                <tr key={id}>
                  <td class="when">{time(at)}</td>
                  <th scope="row">
                    <code>{register}</code>
                    <br />
                    <small>{file ?? 'not downloaded'}</small>
                  </th>
                  <td>{reason}</td>
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
