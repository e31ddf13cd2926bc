import { useState } from 'preact/hooks';
import { country, number, time } from '../format.ts';
import { freshKey } from '../fresh-key.ts';
import { useQuery } from '../use-query.ts';
import { CopyButton, Loading, Panel, ProblemNote, Rows } from './common.tsx';

/** The command that downloads a snapshot, and goes on with a download that broke off. */
const commandFor = (id: string, file: string): string =>
  `curl -H 'X-API-Key: ${freshKey() ?? 'YOUR_API_KEY'}' -C - -o ${file} '${location.origin}/api/v1/snapshots/${id}'`;

/** Files with all records of a country, on demand: listing them spends a request. */
export function SnapshotsPanel() {
  const [isOpen, setOpen] = useState(false);
  const { data, problem, reload } = useQuery('snapshots', isOpen ? {} : undefined);
  return (
    <Panel title="Whole files">
      <p>
        A snapshot is a file with all records of a country, a line of JSON each, gzipped. Programs download it with a key. It
        costs one unit of the quota for each 1,000 records begun.{' '}
        <a href="/docs/changes#snapshots">How to keep a copy up to date</a>
      </p>
      {!isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          List the snapshots (one request)
        </button>
      )}
      {isOpen && !data && (problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />)}
      {data && data.snapshots?.length === 0 && (
        <p class="empty">None was made yet. Who runs the service makes them with npm run snapshot.</p>
      )}
      {data && data.snapshots?.length > 0 && (
        <Rows label="Snapshots">
          <thead>
            <tr>
              <th scope="col">Country</th>
              <th scope="col">Made</th>
              <th scope="col" class="figure">
                Records
              </th>
              <th scope="col" class="figure">
                Units
              </th>
              <th scope="col" class="figure">
                Megabytes
              </th>
              <th scope="col">SHA-256</th>
              <th scope="col">
                <span class="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.snapshots.map(({ id, countryCode, dataVersion, records, units, bytes, sha256, createdAt }) => (
              <tr key={id}>
                <th scope="row">{country(countryCode)}</th>
                <td class="when">{time(createdAt)}</td>
                <td class="figure">{number(records)}</td>
                <td class="figure">{number(units)}</td>
                <td class="figure">{(bytes / 1_000_000).toFixed(1)}</td>
                <td>
                  <code title={sha256}>{sha256.slice(0, 12)}…</code>
                </td>
                <td class="actions">
                  <CopyButton
                    text={commandFor(id, `${countryCode.toLowerCase()}-${dataVersion}.ndjson.gz`)}
                    label="Copy the curl"
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
