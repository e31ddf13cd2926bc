import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { Badge, Country, Panel, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { Head } from '../parts/table.tsx';
import { WatchButton } from '../watching/watch-button.tsx';
import { type Group, groups, type State, type Summary } from './answers.ts';
import { nameOf } from './columns.ts';
import { stateTitle } from './file.ts';
import { RowDialog } from './row.tsx';
import { Score } from './score.tsx';
import type { List } from './store.ts';
import type { ListWork } from './work.ts';

/** More rows at once would make the page slow. */
const pageSize = 50;

const isSure = (state: State) => state === 'match' || state === 'confirmed';
const kinds: Partial<Record<State, string>> = { match: 'good', confirmed: 'good', doubtful: 'warn' };

/** The rows with what was found, by state, a page at a time. */
export function Results({ work, list }: { work: ListWork; list: List }) {
  const [group, setGroup] = useState<Group>('all');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number>();
  const states = work.summaries.map((summary) => summary?.state ?? 'waiting');
  const rowsIn = (one: Group) => states.flatMap((state, row) => (groups[one].states.includes(state) ? [row] : []));
  const rows = rowsIn(group);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(page, pageCount);
  const doubtful = rowsIn('doubtful');
  const sure = [...new Set(work.summaries.flatMap((one) => (one?.found && isSure(one.state) ? one.found.entity.id : [])))];
  const show = (next: Group) => {
    setGroup(next);
    setPage(1);
  };
  return (
    <Panel
      title="Results"
      aside={
        <span class="buttons">
          {sure.length > 0 && <WatchButton label="Add to a watch list…" companies={sure} />}
          {doubtful[0] !== undefined && (
            <button type="button" class="main" onClick={() => setOpen(doubtful[0])}>
              Decide {number(doubtful.length)} doubtful
            </button>
          )}
        </span>
      }
    >
      <fieldset class="tabs">
        <legend class="unseen">Show</legend>
        {(Object.keys(groups) as Group[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === group} onClick={() => show(one)}>
            {groups[one].title} {number(rowsIn(one).length)}
          </button>
        ))}
      </fieldset>
      {rows.length === 0 ? (
        <p class="empty">There are no such rows.</p>
      ) : (
        <>
          <Rows label="Results" kind="cards brief list">
            <Head columns={['Row and name', 'Found', 'Number', 'Country', 'Score', 'State']} />
            <tbody>
              {rows.slice((shown - 1) * pageSize, shown * pageSize).map((row) => (
                <ResultRow
                  key={row}
                  row={row}
                  name={nameOf(list, row)}
                  summary={work.summaries[row]}
                  onOpen={() => setOpen(row)}
                />
              ))}
            </tbody>
          </Rows>
          <Paging label="Pages of rows" meta={{ page: shown, pageCount }} onTurn={setPage} />
        </>
      )}
      {open !== undefined && <RowDialog {...{ work, list, row: open, doubtful, onRow: setOpen }} />}
    </Panel>
  );
}

interface ResultRowProps {
  row: number;
  name: string;
  summary: Summary | undefined;
  onOpen(): void;
}

function ResultRow({ row, name, summary, onOpen }: ResultRowProps) {
  const { found, refused } = summary ?? {};
  const none = found ? '' : 'none';
  return (
    <tr>
      <th scope="row">
        <span class="place">{number(row + 1)}</span>
        {summary && refused === undefined ? (
          <button type="button" class="open" onClick={onOpen}>
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td class={refused ? '' : none} data-label={found ? 'Found' : undefined}>
        {found ? (
          <>
            {found.entity.canonicalName}
            {found.matchedName.kind !== 'current' && <small class="matched">By its other name {found.matchedName.name}</small>}
          </>
        ) : (
          (refused ?? '–')
        )}
      </td>
      <td class={none} data-label="Number">
        {found?.entity.number ?? '–'}
      </td>
      <td class={none} data-label="Country">
        {found ? <Country code={found.entity.countryCode} /> : '–'}
      </td>
      <td class={none} data-label="Score">
        {found ? <Score value={found.score} /> : '–'}
      </td>
      <td data-label="State">
        <Badge kind={kinds[summary?.state ?? 'waiting'] ?? ''}>{stateTitle(summary)}</Badge>
      </td>
    </tr>
  );
}
