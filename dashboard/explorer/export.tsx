import { useRef, useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { type SearchWords, searchOf } from '../company/search-request.ts';
import { counted, number } from '../format.ts';
import { Dialog, ProblemNote } from '../parts/common.tsx';
import { save } from '../usage/csv.ts';
import { useAction } from '../use-query.ts';
import { exportPageSize, mostExported, readExport, requestsFor, tableOf } from './export-records.ts';

/** Saves the records of a search as CSV. It says before what that costs. */
export function ExportButton({ words, total }: { words: SearchWords; total: number }) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState(0);
  /** Changes when the dialog is closed, which cancels what is running. */
  const round = useRef(0);
  const pages = requestsFor(total);
  const close = () => {
    round.current += 1;
    setDone(0);
    setOpen(false);
  };
  const { run, isRunning, problem } = useAction(async () => {
    const own = round.current;
    const read = async (page: number) => {
      const { items } = (await ask('search', { ...searchOf(words), page, pageSize: exportPageSize })).entities;
      if (round.current === own) setDone(page);
      return items;
    };
    const items = await readExport(total, read, () => round.current !== own);
    if (!items) return;
    save('companies.csv', tableOf(items));
    close();
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Export as CSV…
      </button>
      {isOpen && (
        <Dialog title="Export as CSV" onClose={close}>
          <p>
            {total > mostExported ? `The first ${number(mostExported)} of ${number(total)} records` : counted(total, 'record')}.
            This costs <strong>{counted(pages, 'request')}</strong> of your quota.
          </p>
          {total > mostExported && (
            <p>
              Narrow the search, or download a <a href="/dashboard/registers">snapshot</a> with all records of a country.
            </p>
          )}
          <ProblemNote problem={problem} />
          <p role="status">{isRunning && `${number(done)} of ${number(pages)}`}</p>
          <p class="buttons">
            <button type="button" onClick={close}>
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
