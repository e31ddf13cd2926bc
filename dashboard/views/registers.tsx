import { country, number } from '../format.ts';
import { registers } from '../operations.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Samples } from '../parts/samples.tsx';
import { useQuery } from '../use-query.ts';

export function RegistersView() {
  const { data, problem, reload } = useQuery(registers, {});
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const counts = new Map(data.entityFacets.facets.flatMap(({ values }) => values.map(({ value, count }) => [value, count])));
  return (
    <>
      <p class="lead">
        {number(data.entityFacets.total)} records are served. Opening this view spends two requests of your quota: countries and
        counts.
      </p>
      <Panel title="Countries">
        <Rows label="Countries">
          <thead>
            <tr>
              <th scope="col">Country</th>
              <th scope="col">In its own language</th>
              <th scope="col">State</th>
              <th scope="col" class="figure">
                Records
              </th>
            </tr>
          </thead>
          <tbody>
            {data.countries.map(({ code, name, nativeName, enabled }) => (
              <tr key={code}>
                <th scope="row">
                  {enabled ? <a href={`/dashboard/explorer?country=${code}`}>{name || country(code)}</a> : name} ({code})
                </th>
                <td>{nativeName}</td>
                <td>
                  <Badge kind={enabled ? 'good' : 'calm'}>{enabled ? 'Served' : 'Planned'}</Badge>
                </td>
                <td class="figure">{enabled ? number(counts.get(code) ?? 0) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </Rows>
      </Panel>
      <Samples request={{ path: '/api/v1/countries' }} />
    </>
  );
}
