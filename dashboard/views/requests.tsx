import { useCallback, useState } from 'preact/hooks';
import { go, useAddress } from '../address.ts';
import { dayOfMonth, milliseconds, number, timeOfDay } from '../format.ts';
import { Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { type LoggedRequest, RequestDetails } from '../requests/details.tsx';
import { FilterForm, type LogWords, wordsOf } from '../requests/filter-form.tsx';
import { StatusBadge } from '../requests/status-badge.tsx';
import { useQuery, useWhileVisible } from '../use-query.ts';

/** In milliseconds: how often the newest requests are read while one looks. */
const pace = 2_000;

const addressOf = (words: LogWords): string => {
  const query = new URLSearchParams({ ...words }).toString();
  return query === '' ? '/dashboard/requests' : `/dashboard/requests?${query}`;
};

/** The last requests of the account, live. The filters are in the address, so that a view can be sent to a colleague. */
export function RequestsView() {
  const words = wordsOf(useAddress().searchParams);
  // Pages belong to their filters: other filters begin with the newest requests.
  const place = addressOf(words);
  const [pages, setPages] = useState<{ place: string; cursors: string[] }>({ place, cursors: [] });
  const cursors = pages.place === place ? pages.cursors : [];
  const setCursors = (next: string[]) => setPages({ place, cursors: next });
  const [isLive, setLive] = useState(true);
  const [opened, setOpened] = useState<LoggedRequest>();
  const cursor = cursors.at(-1);
  const { data, problem, reload } = useQuery('requests', { ...words, ...(cursor !== undefined && { cursor }) });
  const refresh = useCallback(() => {
    if (isLive && cursor === undefined) reload();
  }, [isLive, cursor, reload]);
  useWhileVisible(refresh, pace);
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { entries, nextCursor } = data.requestLog;
  return (
    <Panel title="Requests" aside={<a href="/docs/accounts#request-log">About the log</a>}>
      <FilterForm words={words} keys={data.account.apiKeys} onFilter={(next) => go(addressOf(next))} />
      <div class="log-bar">
        <label class="check">
          <input type="checkbox" checked={isLive} onChange={() => setLive(!isLive)} /> Live
        </label>
        {Object.keys(words).length > 0 && <a href="/dashboard/requests">Clear filters</a>}
      </div>
      {entries.length > 0 ? (
        <Rows label="Requests" kind="log-rows">
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              <th scope="col">Status</th>
              <th scope="col">Request</th>
              <th scope="col" class="figure ms">
                Took
              </th>
              <th scope="col" class="figure units">
                Units
              </th>
              <th scope="col" class="key">
                Key
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td class="when">
                  <small>{dayOfMonth(entry.at)}</small> {timeOfDay(entry.at)}
                </td>
                <td class="when">
                  <StatusBadge status={entry.status} />
                </td>
                <th scope="row">
                  <button type="button" class="open" onClick={() => setOpened(entry)}>
                    <code>
                      {entry.method} {entry.path}
                    </code>
                  </button>
                  {entry.code && <small>{entry.code}</small>}
                </th>
                <td class="figure when ms">{milliseconds(entry.milliseconds)}</td>
                <td class="figure units">{number(entry.units)}</td>
                <td class="key">{entry.key?.name ?? 'session'}</td>
              </tr>
            ))}
          </tbody>
        </Rows>
      ) : (
        <Nothing isFiltered={Object.keys(words).length > 0} />
      )}
      {(cursors.length > 0 || nextCursor !== null) && (
        <nav class="paging" aria-label="Pages of the log">
          <button type="button" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
          <button type="button" disabled={nextCursor === null} onClick={() => nextCursor && setCursors([...cursors, nextCursor])}>
            Older
          </button>
        </nav>
      )}
      {opened && <RequestDetails request={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p class="empty">
      No request matches. The log keeps your newest 1,000 requests for some days. <a href="/dashboard/requests">Clear filters</a>
    </p>
  ) : (
    <p class="empty">
      No requests yet. <a href="/docs/quick-start">Send your first one</a>: it appears here within seconds, with its status, its
      cost and, if it failed, what to do.
    </p>
  );
