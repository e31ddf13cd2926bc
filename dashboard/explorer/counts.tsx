import type { FacetName } from '../../src/company/values.ts';
import { filterOf, labels, type SearchWords } from '../company/search-request.ts';
import { number, words as wordsFor } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Country, Loading, ProblemNote } from '../parts/common.tsx';
import { isWide, useSetting } from '../settings.ts';
import { useQuery } from '../use-query.ts';

const size = 8;

type Facet = Operations['facets']['data']['entityFacets']['facets'][number];
type Value = Facet['values'][number];

interface CountsProps {
  words: SearchWords;
  onSearch(words: SearchWords): void;
}

/** In the order in which they are shown. */
const titles: Record<Exclude<FacetName, 'legalFormCode'>, string> = {
  status: labels.status,
  country: labels.country,
  legalFormGroup: labels.legalFormGroup,
  naceSection: labels.nace,
  nace: labels.nace,
  registeredYear: 'Year of registration',
  legalForm: labels.legalForm,
  activity: labels.activity,
};
type Counted = keyof typeof titles;

/** Sections, and after one is chosen its divisions. */
const countedBy = ({ nace }: SearchWords): Counted[] =>
  (Object.keys(titles) as Counted[]).filter((name) => name !== (nace ? 'naceSection' : 'nace'));

/** The number of matches by value, as bars. A click on a value narrows the search. While it is folded, nothing is requested. */
export function Counts({ words: { page, sort, pageSize, ...words }, onSearch }: CountsProps) {
  const [isOpen, setOpen] = useSetting('counts', isWide());
  const variables = { filter: filterOf(words), facets: countedBy(words), size };
  const { data, problem, reload } = useQuery('facets', isOpen ? variables : undefined);
  const facets = isOpen && data?.entityFacets ? data.entityFacets.facets : [];
  return (
    <details class="panel counts" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Counts</h2>
      </summary>
      <p class="faint">While this is open, each search costs one more request.</p>
      {isOpen && !data && (problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />)}
      {facets.map((facet) => (
        <FacetBars
          key={facet.name}
          facet={facet}
          title={titles[facet.name as Counted]}
          onChoose={(value) => onSearch(narrowed(words, facet.name, value))}
        />
      ))}
    </details>
  );
}

interface FacetBarsProps {
  facet: Facet;
  title: string;
  onChoose(value: Value): void;
}

function FacetBars({ facet: { name, values, other, missing }, title, onChoose }: FacetBarsProps) {
  const shown = name === 'registeredYear' ? values.toSorted((one, another) => another.value.localeCompare(one.value)) : values;
  const highest = Math.max(1, ...values.map(({ count }) => count));
  if (values.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {shown.map((value) => (
          <li key={`${value.scheme} ${value.value}`}>
            <button type="button" class="bar" onClick={() => onChoose(value)}>
              <span class="fill" style={{ width: `${(value.count / highest) * 100}%` }} />
              <span class="text clip">
                {name === 'country' ? <Country code={value.value} /> : textOf(name, value)}
                {value.scheme && <small> {value.scheme}</small>}
              </span>
              <span class="figure">{number(value.count)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="faint">
        {[other > 0 && `${number(other)} others`, missing > 0 && `${number(missing)} without a value`].filter(Boolean).join(', ')}
      </p>
    </section>
  );
}

function textOf(name: FacetName, { value, label }: Value): string {
  if (name === 'status' || name === 'legalFormGroup') return wordsFor(value);
  return name === 'nace' || name === 'naceSection' ? `${value} ${label}` : (label ?? value);
}

function narrowed(words: SearchWords, name: FacetName, { value, scheme }: Value): SearchWords {
  if (name === 'registeredYear') return { ...words, registeredFrom: `${value}-01-01`, registeredTo: `${value}-12-31` };
  if (name === 'naceSection') return { ...words, nace: value };
  const { countries, ...others } = words;
  if (name === 'country') return { ...others, country: value };
  return { ...words, [name]: value, ...(scheme !== null && { activityScheme: scheme }) };
}
