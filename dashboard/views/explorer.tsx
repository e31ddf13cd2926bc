import { go, useAddress } from '../address.ts';
import { counted, country, words as wordsFor } from '../format.ts';
import { Breakdown } from '../parts/breakdown.tsx';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { Samples } from '../parts/samples.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { addressOf, type SearchWords, searchOf, wordsOf } from '../search-request.ts';
import { useQuery } from '../use-query.ts';
import { RecordView } from './record.tsx';

const home = '/dashboard/explorer';

export function ExplorerView() {
  const { pathname, searchParams } = useAddress();
  const id = pathname.slice(home.length + 1);
  if (id) return <RecordView key={id} id={decodeURIComponent(id)} />;
  const words = wordsOf(searchParams);
  const onSearch = (next: SearchWords) => go(addressOf(home, next));
  return (
    <>
      <p class="lead">
        Search the registers as your programs do. Every search, breakdown and record costs one request of your quota.
      </p>
      <SearchForm key={JSON.stringify(words)} words={words} onSearch={onSearch} />
      {Object.keys(words).length > 0 && <Results words={words} onSearch={onSearch} />}
    </>
  );
}

interface ResultsProps {
  words: SearchWords;
  onSearch(words: SearchWords): void;
}

function Results({ words, onSearch }: ResultsProps) {
  const { data, problem, isLoading, reload } = useQuery('search', searchOf(words));
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { items, meta, unknownCountry, noLicensedActivities } = data.entities;
  const turn = (page: number) => onSearch({ ...words, page: String(page) });
  return (
    <>
      <Samples request={{ path: addressOf('/api/v1/entities', words) }} />
      <Panel title={counted(meta.total, 'record')} aside={isLoading && <Loading />}>
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
        {items.length > 0 ? (
          <Rows label="Records">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Country</th>
                <th scope="col">Status</th>
                <th scope="col">Legal form</th>
                <th scope="col">Registered</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, canonicalName, countryCode, status, legalForm, registeredAt }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={`${home}/${id}`}>{canonicalName}</a>
                  </th>
                  <td>{country(countryCode)}</td>
                  <td>
                    <Badge kind={status}>{wordsFor(status)}</Badge>
                  </td>
                  <td>{legalForm ?? '–'}</td>
                  <td class="when">{registeredAt ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </Rows>
        ) : (
          <p class="empty">No results. Remove a filter or shorten the name.</p>
        )}
        <Paging label="Pages" meta={meta} onTurn={turn} />
      </Panel>
      <Breakdown words={words} onSearch={onSearch} />
    </>
  );
}
