import { useState } from 'preact/hooks';
import { pageRules } from '../../src/companies/limits.ts';
import { ask } from '../ask.ts';
import { counted, number } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Dialog, ProblemNote } from '../parts/common.tsx';
import { csv, save } from '../usage/csv.ts';
import { useAction } from '../use-query.ts';
import { type SearchWords, searchOf } from './search-request.ts';

type Item = Operations['search']['data']['entities']['items'][number];

const pageSize = pageRules.pageSize.most;
/** The most records in one file. Snapshots have all records of a country. */
const most = 1_000;

/** The head has the names of the API's fields. */
const columns: Record<string, (item: Item) => string | null> = {
  id: ({ id }) => id,
  canonicalName: ({ canonicalName }) => canonicalName,
  number: (item) => item.number,
  numberScheme: ({ numberScheme }) => numberScheme,
  countryCode: ({ countryCode }) => countryCode,
  status: ({ status }) => status,
  legalForm: ({ legalForm }) => legalForm,
  legalFormCode: ({ legalFormCode }) => legalFormCode,
  legalFormGroup: ({ legalFormGroup }) => legalFormGroup,
  registeredAt: ({ registeredAt }) => registeredAt,
};

const tableOf = (items: readonly Item[]): string =>
  csv([Object.keys(columns), ...items.map((item) => Object.values(columns).map((value) => value(item)))]);

/** Saves the records of a search as CSV. It says before what that costs. */
export function ExportButton({ words, total }: { words: SearchWords; total: number }) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState(0);
  const pages = Math.ceil(Math.min(total, most) / pageSize);
  const { run, isRunning, problem } = useAction(async () => {
    const items: Item[] = [];
    for (let page = 1; page <= pages; page++) {
      items.push(...(await ask('search', { ...searchOf(words), page, pageSize })).entities.items);
      setDone(page);
    }
    save('companies.csv', tableOf(items));
    setOpen(false);
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Export as CSV…
      </button>
      {isOpen && (
        <Dialog title="Export as CSV" onClose={() => setOpen(false)}>
          <p>
            {total > most ? `The first ${number(most)} of ${number(total)} records` : counted(total, 'record')}. This costs{' '}
            <strong>{counted(pages, 'request')}</strong> of your quota.
          </p>
          {total > most && (
            <p>
              Narrow the search, or download a <a href="/dashboard/registers">snapshot</a> with all records of a country.
            </p>
          )}
          <ProblemNote problem={problem} />
          <p role="status">{isRunning && `${number(done)} of ${number(pages)}`}</p>
          <p class="buttons">
            <button type="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
            <button type="button" class="main" disabled={isRunning} onClick={run}>
              Export
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
