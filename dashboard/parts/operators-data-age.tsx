import { counted, day, number } from '../format.ts';
import { useQuery } from '../use-query.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from './common.tsx';

/** In days: most registers publish every month or more often. */
const fresh = 35;
const daysSince = (moment: string): number => Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / 86_400_000));

/** The age of each register's data, by the date of its file. If that is unknown, the data is at least as old as its import. */
export function DataAgePanel() {
  const { data, problem, reload } = useQuery('registers', {});
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const served = data.registers.flatMap(({ id, countryName, served: now }) =>
    now ? [{ id, countryName, ...now, age: daysSince(now.fileDate ?? now.importedAt) }] : [],
  );
  return (
    <Panel title="Data age">
      {served.length === 0 && <p class="empty">No imports yet.</p>}
      {served.length > 0 && (
        <Rows label="Data age">
          <thead>
            <tr>
              <th scope="col">Register</th>
              <th scope="col">Age</th>
              <th scope="col">File date</th>
              <th scope="col">Imported</th>
              <th scope="col" class="figure">
                Records
              </th>
            </tr>
          </thead>
          <tbody>
            {served
              .toSorted((one, other) => other.age - one.age)
              .map(({ id, countryName, age, fileDate, importedAt, records }) => (
                <tr key={id}>
                  <th scope="row">
                    {countryName} <code>{id}</code>
                  </th>
                  <td>
                    <Badge kind={age > fresh ? 'warn' : fileDate ? 'good' : 'calm'}>
                      {fileDate ? counted(age, 'day') : age > 0 ? `at least ${counted(age, 'day')}` : 'unknown'}
                    </Badge>
                  </td>
                  <td class="when">{fileDate ? day(fileDate) : 'unknown'}</td>
                  <td class="when">{day(importedAt)}</td>
                  <td class="figure">{number(records)}</td>
                </tr>
              ))}
          </tbody>
        </Rows>
      )}
    </Panel>
  );
}
