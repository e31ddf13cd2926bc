import { useMemo, useState } from 'preact/hooks';
import { counted, country as countryName, number } from '../format.ts';
import { Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { useAction } from '../use-query.ts';
import { type Columns, columnsWithoutHeadings, type Field, fields, guessColumns, hasHeadings } from './columns.ts';
import { ignoredSentences, listQueriesOf } from './list-queries.ts';
import { Price, type Usage } from './price.tsx';
import { type Delimiter, delimiters, mostRows, type Table } from './read-csv.ts';
import type { ListWork } from './work.ts';

export interface Source {
  name: string;
  text: string;
  table: Table;
}

interface ColumnsFormProps {
  work: ListWork;
  usage: Usage;
  source: Source;
  onDelimiter(delimiter: Delimiter): void;
  onCancel(): void;
}

/** How many rows are shown before a list begins. */
const previewed = 5;

/** Asks which column is what, shows the first rows and the price, and begins. */
export function ColumnsForm({ work, usage, source: { name, table }, onDelimiter, onCancel }: ColumnsFormProps) {
  const [first = []] = table.rows;
  const [isHeaded, setHeaded] = useState(hasHeadings(first));
  const [columns, setColumns] = useState<Columns>(() => (isHeaded ? guessColumns(first) : columnsWithoutHeadings(first)));
  const [country, setCountry] = useState<string | null>(null);
  const headings = isHeaded ? first : first.map((_, place) => `Column ${place + 1}`);
  const rows = useMemo(() => table.rows.slice(isHeaded ? 1 : 0), [table, isHeaded]);
  const asked = useMemo(() => listQueriesOf({ rows, columns, country }, work.countries), [rows, columns, country, work]);
  const begin = useAction(async (most: number) => {
    const list = { name, headings, rows, columns, country, most, delimiter: table.delimiter };
    await work.begin({ ...list, owner: work.owner, isRunning: true, at: Date.now() });
  });
  const choose = (field: Field, value: string) => {
    const { [field]: _before, ...others } = columns;
    setColumns(value === '' ? others : { ...others, [field]: Number(value) });
  };
  const served = [...work.countries.served].toSorted((one, other) => countryName(one).localeCompare(countryName(other)));
  return (
    <>
      <Panel
        title={`${counted(rows.length, 'row')} of ${name}`}
        aside={
          <button type="button" onClick={onCancel}>
            Another list
          </button>
        }
      >
        <div class="line">
          <label>
            Between the cells are
            <select value={table.delimiter} onChange={({ currentTarget }) => onDelimiter(currentTarget.value as Delimiter)}>
              {Object.entries(delimiters).map(([sign, title]) => (
                <option key={sign} value={sign}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input type="checkbox" checked={isHeaded} onChange={({ currentTarget }) => setHeaded(currentTarget.checked)} /> The
            first row has headings
          </label>
        </div>
        <Rows label="The first rows">
          <thead>
            <tr>
              {headings.map((heading, place) => (
                <th scope="col" key={String(place)}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, previewed).map((cells, row) => (
              <tr key={String(row)}>
                {cells.map((cell, place) => (
                  <td key={String(place)}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Rows>
      </Panel>
      <Panel title="Columns">
        <p>A country narrows the search. A number with its country, or an LEI, decides by itself.</p>
        <div class="fields">
          {(Object.keys(fields) as Field[]).map((field) => (
            <label key={field}>
              {fields[field]}
              <select value={columns[field] ?? ''} onChange={({ currentTarget }) => choose(field, currentTarget.value)}>
                <option value="">none</option>
                {headings.map((heading, place) => (
                  <option key={String(place)} value={place}>
                    {heading}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <label>
            {columns.country === undefined ? 'Country of all rows' : 'Country where the cell is empty'}
            <select value={country ?? ''} onChange={({ currentTarget }) => setCountry(currentTarget.value || null)}>
              <option value="">any</option>
              {served.map((code) => (
                <option key={code} value={code}>
                  {countryName(code)}
                </option>
              ))}
            </select>
          </label>
        </div>
      </Panel>
      <Panel title="Price">
        <Refusals refused={asked.refused} />
        {ignoredSentences(asked).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {rows.length > mostRows ? (
          <p class="note bad">
            A list has at most {number(mostRows)} rows, and this one has {number(rows.length)}: split it.
          </p>
        ) : (
          <Price asked={asked} from={0} usage={usage} isRunning={begin.isRunning} onBegin={begin.run} />
        )}
        <ProblemNote problem={begin.problem} />
      </Panel>
    </>
  );
}

/** Rows that are not asked, by reason. */
function Refusals({ refused }: { refused: ReadonlyMap<number, string> }) {
  const reasons = Map.groupBy(refused, ([, reason]) => reason);
  if (reasons.size === 0) return null;
  return (
    <div class="note warn">
      <p>{counted(refused.size, 'row')} cannot be asked for. This costs nothing.</p>
      <ul>
        {[...reasons].slice(0, previewed).map(([reason, rows]) => (
          <li key={reason}>
            {reason} {counted(rows.length, 'row')}, the first is row {number((rows[0]?.[0] ?? 0) + 1)}.
          </li>
        ))}
        {reasons.size > previewed && <li>And {counted(reasons.size - previewed, 'other reason')}.</li>}
      </ul>
    </div>
  );
}
