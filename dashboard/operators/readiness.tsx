import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { useQuery } from '../use-query.ts';

/** The state of the instance that answers, and the features that are off because a setting is missing. */
export function ReadinessPanel() {
  const { data, problem, reload } = useQuery('readiness', {});
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { health, readiness } = data;
  return (
    <Panel title="This instance" aside={<a href="/status">Status page</a>}>
      <Rows label="This instance">
        <tbody>
          <tr>
            <th scope="row">Version</th>
            <td>{health.version}</td>
          </tr>
          <tr>
            <th scope="row">Ready</th>
            <td>
              <Badge kind={readiness.problem ? 'warn' : 'good'}>{readiness.problem ?? 'yes'}</Badge>
            </td>
          </tr>
          <tr>
            <th scope="row">Redis</th>
            <td>
              <Badge kind={health.redis === 'unreachable' ? 'warn' : health.redis === 'ok' ? 'good' : 'calm'}>
                {health.redis}
              </Badge>
            </td>
          </tr>
        </tbody>
      </Rows>
      {readiness.limitations.length > 0 && (
        <>
          <h3>Missing settings</h3>
          <ul>
            {readiness.limitations.map(({ what }) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
