import { useState } from 'preact/hooks';
import { maxIds } from '../../src/watching/limits.ts';
import { ask } from '../ask.ts';
import { counted } from '../format.ts';
import type { EntityFilter } from '../operations.generated.ts';
import { Dialog, Loading, ProblemNote } from '../parts/common.tsx';
import { useAction, useQuery } from '../use-query.ts';
import { filterText } from './filter-text.ts';
import { addressOfList, ListForm } from './list-form.tsx';

/** What is to be watched: companies by their ids, or all that fits a filter. */
export type Watched = { companies: string[]; filter?: undefined } | { companies?: undefined; filter: EntityFilter };

interface Done {
  list: string;
  name: string;
  said: string;
}

/** Adds companies to a list, or makes a list of a search. */
export function WatchDialog({ companies, filter, onClose }: Watched & { onClose(): void }) {
  const { data, problem, reload } = useQuery('watchLists', {});
  const [done, setDone] = useState<Done>();
  const lists = (data?.watchLists ?? []).filter((list) => list.filter === null);
  const add = async (list: string, name: string) => {
    let added = 0;
    for (let start = 0; companies && start < companies.length; start += maxIds) {
      const { changeWatchedCompanies } = await ask('changeWatched', { id: list, add: companies.slice(start, start + maxIds) });
      added += changeWatchedCompanies.added;
    }
    setDone({ list, name, said: `${counted(added, 'company', 'companies')} added to` });
  };
  const adding = useAction(add);
  const create = async (name: string) => {
    const { id } = (await ask('createWatchList', { name, ...(filter && { filter }) })).createWatchList.watchList;
    if (filter) return setDone({ list: id, name, said: 'The search is watched by' });
    // If the companies are too many, the new list is there, and a person sees it.
    reload();
    await add(id, name);
  };
  const isFull = data ? data.watchLists.length >= data.account.plan.maxWatchLists : false;
  return (
    <Dialog title={filter ? 'Watch this search' : 'Watch'} onClose={onClose}>
      <ProblemNote problem={problem} retry={reload} />
      {!data && !problem && <Loading />}
      {data && !done && (
        <>
          {filter ? (
            <p>{filterText(filter)}. The list gets every change of what fits, from the next import on.</p>
          ) : (
            <p>A list gets every change of its companies, from the next import on.</p>
          )}
          {companies && lists.length > 0 && (
            <ul class="plain choices">
              {lists.map((list) => (
                <li key={list.id}>
                  <button type="button" disabled={adding.isRunning} onClick={() => adding.run(list.id, list.name)}>
                    Add to {list.name}
                  </button>{' '}
                  <small>{counted(list.companies, 'company', 'companies')}</small>
                </li>
              ))}
            </ul>
          )}
          <ProblemNote problem={adding.problem} />
          <ListForm title="New list" isFull={isFull} onSubmit={create} />
        </>
      )}
      {done && (
        <p role="status">
          {done.said} <a href={addressOfList(done.list)}>{done.name}</a>.
        </p>
      )}
      <p class="buttons">
        <button type="button" onClick={onClose}>
          {done ? 'Close' : 'Cancel'}
        </button>
      </p>
    </Dialog>
  );
}
