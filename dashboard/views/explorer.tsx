import { useEffect, useId } from 'preact/hooks';
import { go, useAddress } from '../address.ts';
import {
  addressOf,
  chipsOf,
  filterOf,
  home,
  problemsOf,
  requestOf,
  type SearchWords,
  searchOf,
  sortOf,
  wordsOf,
} from '../company/search-request.ts';
import { Counts } from '../explorer/counts.tsx';
import { ExportButton } from '../explorer/export.tsx';
import { Filters } from '../explorer/filters.tsx';
import { useHeadings } from '../explorer/headings.ts';
import { NameField } from '../explorer/name-field.tsx';
import { keepSearch, RecordById, RecordPage } from '../explorer/record.tsx';
import { ResultsTable } from '../explorer/results.tsx';
import { counted, number } from '../format.ts';
import { Dialog, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { Samples } from '../parts/samples.tsx';
import { useQuery } from '../use-query.ts';
import { WatchButton } from '../watching/watch-button.tsx';

const show = (words: SearchWords) => go(addressOf(home, words));

export function ExplorerView() {
  const { pathname, searchParams } = useAddress();
  const id = pathname.slice(home.length + 1);
  if (id) return <RecordPage key={id} id={decodeURIComponent(id)} />;
  return <SearchView words={wordsOf(searchParams)} record={searchParams.get('record')} />;
}

/** The search, its results, and the chosen record in a panel at the side. */
function SearchView({ words, record }: { words: SearchWords; record: string | null }) {
  const form = useId();
  const text = JSON.stringify(words);
  useEffect(() => keepSearch(addressOf(home, JSON.parse(text))), [text]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    show(wordsOf(new FormData(event.currentTarget as HTMLFormElement).entries()));
  };
  const recordAddress = (id: string) => addressOf(home, words, { record: id });
  const hasWords = Object.keys(words).length > 0;
  return (
    <>
      <search>
        <form id={form} class="search" onSubmit={submit}>
          <NameField initial={words.q ?? ''} onChoose={(id) => go(recordAddress(id))} />
          <button type="submit" class="main">
            Search
          </button>
        </form>
      </search>
      <div class="explorer">
        <div class="beside">
          <Filters form={form} words={words} />
          {hasWords && problemsOf(words).length === 0 && <Counts words={words} onSearch={show} />}
        </div>
        <div>{hasWords ? <Results words={words} recordAddress={recordAddress} /> : <Introduction />}</div>
      </div>
      {record && (
        <Dialog kind="drawer" title="Record" onClose={() => go(addressOf(home, words))}>
          <p>
            <a href={`${home}/${record}`}>Open as a page</a>
          </p>
          <RecordById key={record} id={record} />
        </Dialog>
      )}
    </>
  );
}

const examples: SearchWords[] = [
  { q: 'holding' },
  { q: 'transport', status: 'active' },
  { country: 'GB', sort: '-registeredAt' },
];

const Introduction = () => (
  <Panel title="Search the registers">
    <p>
      Type a name, a part of it, or a number. Press <kbd>/</kbd> to return to the field. A search, a count and a record cost one
      request of your quota each.
    </p>
    <ul>
      {examples.map((words) => (
        <li key={JSON.stringify(words)}>
          <a href={addressOf(home, words)}>
            {chipsOf(words)
              .map(({ label, value }) => `${label}: ${value}`)
              .join(', ')}
          </a>
        </li>
      ))}
    </ul>
  </Panel>
);

function Results({ words, recordAddress }: { words: SearchWords; recordAddress(id: string): string }) {
  const problems = problemsOf(words);
  const { data, problem, isLoading, reload } = useQuery('search', problems.length > 0 ? undefined : searchOf(words));
  return (
    <>
      <Chips words={words} />
      {problems.length > 0 && (
        <div class="note bad" role="alert">
          {problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <ProblemNote problem={problem} retry={reload} />
      {isLoading && !data && <Loading />}
      {data && <Found words={words} found={data.entities} isLoading={isLoading} recordAddress={recordAddress} />}
    </>
  );
}

const Chips = ({ words }: { words: SearchWords }) => {
  const chips = chipsOf(words, useHeadings());
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters in use">
      {chips.map(({ label, value, without }) => (
        <li key={`${label} ${value}`}>
          {label}: {value}{' '}
          <a href={addressOf(home, without)} aria-label={`Remove ${label}: ${value}`}>
            ×
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li class="clear">
          <a href={home}>Clear all</a>
        </li>
      )}
    </ul>
  );
};

interface FoundProps {
  words: SearchWords;
  found: NonNullable<ReturnType<typeof useQuery<'search'>>['data']>['entities'];
  isLoading: boolean;
  recordAddress(id: string): string;
}

function Found({
  words,
  found: { items, meta, fuzzy, unknownCountry, noLicensedActivities },
  isLoading,
  recordAddress,
}: FoundProps) {
  const { page, ...search } = words;
  return (
    <>
      <Panel
        title={counted(meta.total, 'record')}
        aside={
          isLoading ? (
            <Loading />
          ) : (
            <span class="buttons">
              {chipsOf(words).length > 0 && <WatchButton label="Watch this search…" filter={filterOf(words)} />}
              {meta.total > 0 && <ExportButton words={words} total={meta.total} />}
            </span>
          )
        }
      >
        {unknownCountry && (
          <p class="note warn">
            There is no register for the country {unknownCountry.code}.{' '}
            {unknownCountry.likely && (
              <a href={addressOf(home, { ...words, country: unknownCountry.likely })}>Did you mean {unknownCountry.likely}?</a>
            )}
          </p>
        )}
        {noLicensedActivities && (
          <p class="note warn">No register of {noLicensedActivities.join(', ')} has licensed activities.</p>
        )}
        {fuzzy && words.fuzzy !== 'true' && items.length > 0 && <p class="note warn">No exact match: similar names are shown.</p>}
        {items.length > 0 && (
          <ResultsTable
            items={items}
            sort={sortOf(words)}
            onSort={(sort) => show(wordsOf(Object.entries({ ...search, sort })))}
            addressOf={recordAddress}
          />
        )}
        {items.length === 0 && meta.total === 0 && <p class="empty">No results. Remove a filter or shorten the name.</p>}
        {items.length === 0 && meta.total > 0 && (
          <p class="empty">
            There is no page {number(meta.page)}. <a href={addressOf(home, search)}>Go to the first page</a> or{' '}
            <a href={addressOf(home, { ...search, page: String(meta.pageCount) })}>to the last one ({number(meta.pageCount)})</a>.
          </p>
        )}
        {items.length > 0 && <Paging label="Pages" meta={meta} onTurn={(next) => show({ ...search, page: String(next) })} />}
      </Panel>
      <Samples request={{ path: addressOf('/api/v1/entities', requestOf(words)) }} />
    </>
  );
}
