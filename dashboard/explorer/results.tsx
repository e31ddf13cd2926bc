import { type Sort, sortNames } from '../../src/company/values.ts';
import { day, words as wordsFor } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, Country, Rows } from '../parts/common.tsx';
import { useSetting } from '../settings.ts';

type Item = Operations['search']['data']['entities']['items'][number];

interface Column {
  id: string;
  title: string;
  /** Not shown until it is chosen. */
  isExtra?: true;
  cell(item: Item): preact.ComponentChildren;
}

const columns: readonly Column[] = [
  { id: 'number', title: 'Number', cell: ({ number, numberScheme }) => <span title={numberScheme ?? ''}>{number ?? '–'}</span> },
  { id: 'country', title: 'Country', cell: ({ countryCode }) => <Country code={countryCode} /> },
  { id: 'status', title: 'Status', cell: ({ status }) => <Badge kind={status}>{wordsFor(status)}</Badge> },
  { id: 'legalForm', title: 'Legal form', cell: ({ legalForm }) => <span class="clip">{legalForm ?? '–'}</span> },
  {
    id: 'registeredAt',
    title: 'Registered',
    cell: ({ registeredAt }) => <span class="when">{registeredAt ? day(registeredAt) : '–'}</span>,
  },
  {
    id: 'updatedAt',
    title: 'Last changed',
    isExtra: true,
    cell: ({ updatedAt }) => <span class="when">{day(updatedAt)}</span>,
  },
];
const usual = columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id);

/** The orders of the search that a column offers, the descending one first. A click on its title takes the next one. */
const sortsOf = (column: string): Sort[] => sortNames.filter((name) => name.replace('-', '') === column).toSorted();

interface ResultsTableProps {
  items: readonly Item[];
  sort: Sort;
  onSort(sort: Sort): void;
  /** The address that shows the record. */
  addressOf(id: string): string;
}

/** The records of a page, with columns to choose and titles that sort. */
export function ResultsTable({ items, sort, onSort, addressOf }: ResultsTableProps) {
  const [chosen, setChosen] = useSetting<string[]>('columns', usual);
  const shown = columns.filter(({ id }) => chosen.includes(id));
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <details class="columns">
        <summary>Columns</summary>
        <fieldset>
          <legend class="unseen">Columns</legend>
          {columns.map(({ id, title }) => (
            <label class="check" key={id}>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} /> {title}
            </label>
          ))}
        </fieldset>
      </details>
      <Rows label="Records" kind="cards brief">
        <thead>
          <tr>
            <SortedTitle title="Name" sorts={sortsOf('name')} sort={sort} onSort={onSort} />
            {shown.map(({ id, title }) => (
              <SortedTitle key={id} title={title} sorts={sortsOf(id)} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <a href={addressOf(item.id)}>{item.canonicalName}</a>
                {item.matchedName && <small class="matched">Found by its other name {item.matchedName}</small>}
              </th>
              {shown.map(({ id, title, cell }) => (
                <td key={id} data-label={title}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Rows>
    </>
  );
}

interface SortedTitleProps {
  title: string;
  sorts: readonly Sort[];
  sort: Sort;
  onSort(sort: Sort): void;
}

function SortedTitle({ title, sorts, sort, onSort }: SortedTitleProps) {
  if (sorts.length === 0) return <th scope="col">{title}</th>;
  const place = sorts.indexOf(sort);
  const next = sorts[(place + 1) % sorts.length] as Sort;
  const direction = place < 0 ? undefined : sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" class="quiet" onClick={() => onSort(next)}>
        {title} <span aria-hidden="true">{direction ? (direction === 'ascending' ? '↑' : '↓') : '↕'}</span>
      </button>
    </th>
  );
}
