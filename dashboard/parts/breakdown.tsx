import { useState } from 'preact/hooks';
import { type FacetName, facetNames } from '../../src/companies/values.ts';
import { country, number, words as wordsFor } from '../format.ts';
import { addressOf, filterOf, type SearchWords } from '../search-request.ts';
import { useQuery } from '../use-query.ts';
import { Loading, Panel, ProblemNote } from './common.tsx';
import { Samples } from './samples.tsx';

const size = 8;

interface BreakdownProps {
  words: SearchWords;
  onSearch(words: SearchWords): void;
}

/** The number of matches by value, on demand. Clicking a value narrows the search. */
export function Breakdown({ words: { page, sort, pageSize, ...words }, onSearch }: BreakdownProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, problem, reload } = useQuery(
    'facets',
    isOpen ? { filter: filterOf(words), facets: [...facetNames], size } : undefined,
  );
  if (!isOpen)
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Break down these results (costs one request)
        </button>
      </p>
    );
  if (!data?.entityFacets) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  return (
    <Panel title="Breakdown">
      <div class="facets">
        {data.entityFacets.facets.map(({ name, values, other, missing }) => (
          <section key={name} aria-label={wordsFor(name)}>
            <h3>{wordsFor(name)}</h3>
            <ul>
              {values.map(({ value, label, scheme, count }) => (
                <li key={`${scheme} ${value}`}>
                  <button type="button" class="quiet" onClick={() => onSearch({ ...words, ...narrowed(name, value, scheme) })}>
                    {name === 'country' ? country(value) : name === 'status' ? wordsFor(value) : (label ?? value)}
                    {scheme && <small> {scheme}</small>}
                  </button>
                  <span class="figure">{number(count)}</span>
                </li>
              ))}
              {other > 0 && (
                <li>
                  others <span class="figure">{number(other)}</span>
                </li>
              )}
              {missing > 0 && (
                <li>
                  no value <span class="figure">{number(missing)}</span>
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
      <Samples
        request={{
          path: addressOf('/api/v1/entities/facets', {
            ...words,
            facets: facetNames.join(','),
            size: String(size),
          } as SearchWords),
        }}
      />
    </Panel>
  );
}

function narrowed(name: FacetName, value: string, scheme: string | null): SearchWords {
  if (name === 'registeredYear') return { registeredFrom: `${value}-01-01`, registeredTo: `${value}-12-31` };
  return scheme === null ? { [name]: value } : { [name]: value, activityScheme: scheme };
}
