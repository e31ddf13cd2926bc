import { useState } from 'preact/hooks';
import { country, number, time } from '../format.ts';
import { freshKey } from '../fresh-key.ts';
import { CopyButton, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { actions, figure, Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';

/** The command that downloads a snapshot, and resumes an interrupted download. */
const commandFor = (id: string, file: string): string =>
  `curl -H 'X-API-Key: ${freshKey()?.secret ?? 'YOUR_API_KEY'}' -C - -o ${file} '${location.origin}/api/v1/snapshots/${id}'`;

/** Files with all records of a country, on demand: listing them costs a request. */
export function SnapshotsPanel() {
  const [isOpen, setOpen] = useState(false);
  const { data, problem, reload } = useQuery('snapshots', isOpen ? {} : undefined);
  return (
    <Panel title="Snapshots">
      <p>
        A snapshot is a gzipped file with all records of a country, one line of JSON each. Programs download it with a key. It
        costs one unit of the quota per 1,000 records, rounded up.{' '}
        <a href="/docs/changes#snapshots">How to keep a copy up to date</a>
      </p>
      {!isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          List snapshots (costs one request)
        </button>
      )}
      {isOpen && !data && (problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />)}
      {data && data.snapshots?.length === 0 && (
        <p class="empty">No snapshots yet. The operator creates them with npm run snapshot.</p>
      )}
      {data && data.snapshots?.length > 0 && (
        <Rows label="Snapshots" kind="cards">
          <Head columns={['Country', 'Created', figure('Records'), figure('Units'), figure('Megabytes'), 'SHA-256', actions]} />
          <tbody>
            {data.snapshots.map(({ id, countryCode, dataVersion, records, units, bytes, sha256, createdAt }) => (
              <tr key={id}>
                <th scope="row">{country(countryCode)}</th>
                <td class="when" data-label="Created">
                  {time(createdAt)}
                </td>
                <td class="figure" data-label="Records">
                  {number(records)}
                </td>
                <td class="figure" data-label="Units">
                  {number(units)}
                </td>
                <td class="figure" data-label="Megabytes">
                  {(bytes / 1_000_000).toFixed(1)}
                </td>
                <td data-label="SHA-256">
                  <code title={sha256}>{sha256.slice(0, 12)}…</code>
                </td>
                <td class="actions">
                  <CopyButton
                    text={commandFor(id, `${countryCode.toLowerCase()}-${dataVersion}.ndjson.gz`)}
                    label="Copy curl command"
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
    </Panel>
  );
}
