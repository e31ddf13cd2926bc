import { samplesUrl } from '../../src/registers/import/sample-source.ts';
import { day, number, words } from '../format.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Samples } from '../parts/samples.tsx';
import { figure, Head } from '../parts/table.tsx';
import { usePowers } from '../powers.ts';
import { RecentChanges } from '../registers/recent-changes.tsx';
import { SnapshotsPanel } from '../registers/snapshots.tsx';
import { useQuery } from '../use-query.ts';

export function RegistersView() {
  const { data, problem, reload } = useQuery('registers', {});
  const may = usePowers();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const byName = data.registers.toSorted((one, other) => one.countryName.localeCompare(other.countryName));
  const total = data.registers.reduce((sum, { served }) => sum + (served?.records ?? 0), 0);
  return (
    <>
      <p class="lead">{number(total)} records. This list costs nothing of your quota.</p>
      <Panel title="Registers">
        <Rows label="Registers" kind="cards">
          <Head columns={['Country', 'Register', 'Status', figure('Records'), 'File date', 'Imported', 'Licence']} />
          <tbody>
            {byName.map(({ id, countryCode, countryName, name, status, licence, sourceUrl, served }) => (
              <tr key={`${countryCode} ${id}`}>
                <th scope="row">
                  {served && may('companies') ? (
                    <a href={`/dashboard/explorer?country=${countryCode}`}>{countryName}</a>
                  ) : (
                    countryName
                  )}
                </th>
                <td>
                  {sourceUrl?.startsWith('https:') ? (
                    <a href={sourceUrl} rel="noreferrer">
                      {name}
                    </a>
                  ) : (
                    (name ?? '–')
                  )}
                </td>
                <td>
                  {served?.sourceUrl === samplesUrl ? (
                    <Badge kind="warn">Sample data</Badge>
                  ) : (
                    <Badge kind={served ? 'good' : 'calm'}>{words(status)}</Badge>
                  )}
                </td>
                <Fact kind="figure" label="Records" value={served && number(served.records)} />
                <Fact kind="when" label="File date" value={served?.fileDate && day(served.fileDate)} />
                <Fact kind="when" label="Imported" value={served && day(served.importedAt)} />
                <Fact label="Licence" value={licence} />
              </tr>
            ))}
          </tbody>
        </Rows>
      </Panel>
      <Samples request={{ path: '/api/v1/registers', isPublic: true }} />
      {may('companies') && (
        <>
          <RecentChanges />
          <SnapshotsPanel />
        </>
      )}
    </>
  );
}

/** A cell of a register. On a phone an empty one is left out. */
const Fact = ({ label, value, kind = '' }: { label: string; value: string | null | undefined; kind?: string }) => (
  <td class={value ? kind : `${kind} none`} data-label={label}>
    {value || '–'}
  </td>
);
