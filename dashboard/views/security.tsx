import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { duration, time, words } from '../format.ts';
import type { AuditEntriesFragment } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { actions, Head, RowButton } from '../parts/table.tsx';
import { useAction, useQuery } from '../use-query.ts';

export function SecurityView() {
  const { data, problem, reload } = useQuery('security', {});
  const end = useAction(async (id: string) => {
    await ask('endSession', { id });
    reload();
  });
  const endOthers = useAction(async () => {
    await ask('endOtherSessions', {});
    reload();
  });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  return (
    <>
      <Panel
        title="Open sessions"
        aside={
          data.sessions.length > 1 && (
            <button type="button" class="danger" disabled={endOthers.isRunning} onClick={endOthers.run}>
              End all others
            </button>
          )
        }
      >
        <p>End any session you don't recognise. It is refused everywhere within a second.</p>
        <ProblemNote problem={end.problem ?? endOthers.problem} />
        <Rows label="Open sessions" kind="cards">
          <Head columns={['Device', 'Signed in', 'Last seen', 'Expires', actions]} />
          <tbody>
            {data.sessions.map(({ id, device, createdAt, lastSeenAt, expiresAt, current }) => (
              <tr key={id}>
                <th scope="row">
                  {device ?? 'Unknown device'} {current && <Badge kind="good">This session</Badge>}
                </th>
                <td class="when" data-label="Signed in">
                  {time(createdAt)}
                </td>
                <td class="when" data-label="Last seen">
                  {time(lastSeenAt)}
                </td>
                <td class="when" data-label="Expires">
                  {time(expiresAt)}
                </td>
                <td class="actions">
                  {!current && (
                    <RowButton
                      label="End"
                      about={`the session on ${device ?? 'an unknown device'}`}
                      kind="danger"
                      isOff={end.isRunning}
                      onClick={() => end.run(id)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      </Panel>
      <AuditLog key={data.audit.entries[0]?.id} first={data.audit} />
    </>
  );
}

/** The newest entries, and older ones on demand. */
function AuditLog({ first }: { first: AuditEntriesFragment }) {
  const [pages, setPages] = useState([first]);
  const cursor = pages.at(-1)?.nextCursor;
  const more = useAction(async () => {
    if (cursor) setPages([...pages, (await ask('olderEntries', { cursor })).audit]);
  });
  return (
    <Panel title="Audit log">
      <Rows label="Audit log" kind="cards">
        <Head columns={['When', 'What', 'By', 'Details']} />
        <tbody>
          {pages.flatMap(({ entries }) =>
            entries.map(({ id, at, action, userId, details, apiKey, successor }) => (
              <tr key={id}>
                <td class="when">{time(at)}</td>
                <th scope="row" class="when">
                  {words(action)}
                </th>
                <td class="when" data-label="By">
                  {userId ? 'A person' : 'The service'}
                </td>
                <td>
                  {apiKey && (
                    <>
                      “{apiKey.name}” <code>{apiKey.prefix}…</code>{' '}
                    </>
                  )}
                  {successor && (
                    <>
                      replaced by <code>{successor.prefix}…</code>{' '}
                    </>
                  )}
                  {detailsOf(details)}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </Rows>
      <ProblemNote problem={more.problem} />
      {cursor && (
        <button type="button" disabled={more.isRunning} onClick={more.run}>
          Show older entries
        </button>
      )}
    </Panel>
  );
}

/** `{ from: 'free', to: 'pro' }` as `From: free. To: pro.` The successor of a key is shown by its prefix. */
const detailsOf = (details: unknown): string =>
  Object.entries(details ?? {})
    .filter(([name, value]) => name !== 'successor' && value !== null)
    .map(([name, value]) => {
      if (name === 'overlapSeconds') return value === 0 ? 'The old key ended at once.' : `Overlap: ${duration(Number(value))}.`;
      return `${words(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}.`;
    })
    .join(' ');
