import { dataAge } from '../../src/kernel/data-age.ts';
import { samplesUrl } from '../../src/registers/import/sample-source.ts';
import { counted, day, number } from '../format.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { figure, Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';

/** How old the data of each register is, and the identifiers. */
export function DataAgePanel() {
  const { data, problem, reload } = useQuery('registers', {});
  const identifiers = useQuery('identifierSources', {});
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const all = [
    ...data.registers.map(({ countryName, ...register }) => ({ ...register, name: countryName })),
    ...(identifiers.data?.identifierSources ?? []).map(({ served: now, ...source }) => ({
      ...source,
      served: now && { ...now, records: now.identifiers },
    })),
  ];
  const served = all.flatMap(({ id, name, updateFrequency, updateIntervalDays, served: now }) => {
    if (!now) return [];
    const age = dataAge({ ...now, updateIntervalDays }, new Date());
    return [{ id, name, updateFrequency, ...now, ...age, isSample: now.sourceUrl === samplesUrl }];
  });
  return (
    <Panel title="Data age">
      {served.length === 0 && <p class="empty">No imports yet.</p>}
      {served.length > 0 && (
        <Rows label="Data age" kind="cards">
          <Head columns={['Register', 'Age', 'Published', 'File date', 'Imported', figure('Records')]} />
          <tbody>
            {served
              .toSorted((one, other) => other.days - one.days)
              .map(({ id, name, days, isOld, isSample, updateFrequency, fileDate, importedAt, records }) => (
                <tr key={id}>
                  <th scope="row">
                    {name} <code>{id}</code>
                  </th>
                  <td>
                    <Badge kind={isSample ? 'calm' : isOld ? 'warn' : 'good'}>
                      {isSample ? 'sample data' : `${fileDate ? '' : 'at most '}${counted(days, 'day')}`}
                    </Badge>
                  </td>
                  <td data-label="Published">{updateFrequency === 'semimonthly' ? 'twice a month' : updateFrequency}</td>
                  <td class="when" data-label="File date">
                    {fileDate ? day(fileDate) : 'unknown'}
                  </td>
                  <td class="when" data-label="Imported">
                    {day(importedAt)}
                  </td>
                  <td class="figure" data-label="Records">
                    {number(records)}
                  </td>
                </tr>
              ))}
          </tbody>
        </Rows>
      )}
    </Panel>
  );
}
