import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { isNews, sentencesOf } from '../company/facts.ts';
import { day, time, words } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, Country, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { FieldChanges } from '../parts/field-changes.tsx';
import { Paging } from '../parts/paging.tsx';
import { Samples } from '../parts/samples.tsx';
import { actions, Head, RowButton } from '../parts/table.tsx';
import { useTitle } from '../title.ts';
import { useAction, useQuery } from '../use-query.ts';
import { addressOfFilter, filterText } from './filter-text.ts';
import { home } from './list-form.tsx';

/** One list: its changes, and its companies. */
export function OneList({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useQuery('watchList', { id, page });
  useTitle(data?.watchList.name);
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { watchList, watchedCompanies } = data;
  return (
    <>
      <p>
        <a href={home}>All lists</a>
      </p>
      <h2>{watchList.name}</h2>
      <Changes id={id} />
      {watchList.filter ? (
        <Panel title="Search">
          <p>
            {filterText(watchList.filter)}. <a href={addressOfFilter(watchList.filter)}>What fits now</a>
          </p>
        </Panel>
      ) : (
        <Companies id={id} companies={watchedCompanies} onPage={setPage} onChanged={reload} />
      )}
      <Samples request={{ path: `/api/v1/watch-lists/${id}/changes` }} />
    </>
  );
}

/** The changes from a place on, the oldest first. */
function Changes({ id }: { id: string }) {
  const [cursor, setCursor] = useState('start');
  const { data, problem, reload } = useQuery('watchChanges', { id, cursor });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { items, meta } = data.watchListChanges;
  return (
    <Panel title="Changes">
      {items.length === 0 && <p class="empty">{cursor === 'start' ? 'No changes yet.' : 'These are all changes.'}</p>}
      <ol class="timeline" aria-live="polite">
        {items.map(({ cursor: place, at, type, entityId, canonicalName, changes }) => (
          <li key={place}>
            <p class="faint">
              <time dateTime={at}>{time(at)}</time>
            </p>
            <p>
              <Badge kind="calm">{words(type)}</Badge> <a href={`/dashboard/explorer/${entityId}`}>{canonicalName}</a>
            </p>
            {sentencesOf(type, changes).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {type === 'updated' && (
              <details>
                <summary>Technical details</summary>
                <FieldChanges label={`What changed in ${canonicalName}`} changes={changes.filter(isNews)} />
              </details>
            )}
          </li>
        ))}
      </ol>
      <p class="buttons">
        {cursor !== 'start' && (
          <button type="button" onClick={() => setCursor('start')}>
            From the beginning
          </button>
        )}
        {meta.hasMore && (
          <button type="button" onClick={() => setCursor(meta.nextCursor)}>
            Next changes
          </button>
        )}
      </p>
    </Panel>
  );
}

interface CompaniesProps {
  id: string;
  companies: Operations['watchList']['data']['watchedCompanies'];
  onPage(page: number): void;
  onChanged(): void;
}

function Companies({ id, companies: { items, meta }, onPage, onChanged }: CompaniesProps) {
  const { run, isRunning, problem } = useAction(async (entityId: string) => {
    await ask('changeWatched', { id, remove: [entityId] });
    onChanged();
  });
  return (
    <Panel title="Companies">
      <ProblemNote problem={problem} />
      {meta.total === 0 && (
        <p class="empty">
          No companies yet. Open one in the <a href="/dashboard/explorer">explorer</a> and choose Watch.
        </p>
      )}
      {items.length > 0 && (
        <Rows label="Companies" kind="cards">
          <Head columns={['Company', 'Country', 'Status', 'Added', actions]} />
          <tbody>
            {items.map(({ entityId, addedAt, entity }) => (
              <tr key={entityId}>
                <th scope="row">
                  <a href={`/dashboard/explorer/${entityId}`}>{entity?.canonicalName ?? 'Removed by its register'}</a>
                </th>
                <td data-label="Country">{entity ? <Country code={entity.countryCode} /> : '–'}</td>
                <td data-label="Status">{entity ? <Badge kind={entity.status}>{words(entity.status)}</Badge> : '–'}</td>
                <td class="when" data-label="Added">
                  {day(addedAt)}
                </td>
                <td class="actions">
                  <RowButton
                    label="Remove"
                    about={entity?.canonicalName ?? entityId}
                    kind="danger"
                    isOff={isRunning}
                    onClick={() => run(entityId)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
      {meta.pageCount > 1 && <Paging label="Pages of companies" meta={meta} onTurn={onPage} />}
    </Panel>
  );
}
