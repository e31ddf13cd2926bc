import { countryCode } from '../company/facts.ts';
import { naceHeadings } from '../company/nace.ts';
import { type ActivityType, facets as declared, type FacetName, legalFormGroups, statuses } from '../company/values.ts';
import type { Activity, LegalForm } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { type SearchContext, sum, type ValueCounts } from './counter.ts';
import type { FormClasses } from './query/classes/legal-forms.ts';
import { divisionCode, type NaceClasses, sectionCode } from './query/classes/nace.ts';
import type { MergedActivity, Query } from './query/query.ts';

export interface FacetValue {
  /** As the filter of the same name accepts it. */
  value: string;
  /** The words for an activity, for a code of a legal form, or for a code of NACE. */
  label: string | null;
  /** Only for an activity: its classification. */
  scheme: string | null;
  count: number;
}

export interface Facet {
  name: FacetName;
  values: FacetValue[];
  /** How many matches have values that are not listed. */
  other: number;
  /** How many matches have no value. */
  missing: number;
}

export interface Facets {
  total: number;
  facets: Facet[];
}

type Counted = ReturnType<typeof countsOf>[number];

interface FacetRequest {
  names: readonly FacetName[];
  size: number;
  activityType: ActivityType;
  /** Rows that mean the same activity are counted as one value. */
  merged: readonly MergedActivity[];
  /** If set, only these activities are counted. */
  activities: readonly number[] | undefined;
  /** Set if a facet needs them. */
  forms: FormClasses | undefined;
  nace: NaceClasses | undefined;
  /** If set, only records of these countries match. */
  countries: readonly string[] | undefined;
}

const findMerged = sql<MergedActivity>`
  SELECT id, first
    FROM (SELECT id, min(id) OVER (PARTITION BY scheme, coalesce(code, label)) AS first FROM activity) AS grouped
    WHERE id <> first`;

/** A classification may have several labels for one code, such as an old and a new one: they are counted as one activity. */
export const mergedActivities = async (pool: Queries): Promise<MergedActivity[]> => (await pool.query(findMerged)).rows;

/** Counts the matches by the values of all these facets in one pass. Without a query nothing matches. */
export async function countFacets(
  query: Query | undefined,
  { names, size, activityType, merged, activities, forms, nace, countries }: FacetRequest,
  pool: Queries,
  { counter, version, caller }: SearchContext,
): Promise<Facets> {
  const facetCounts = names
    .map((name) => declared[name].column)
    .map((column) => (column === 'activities' ? activityType : column));
  const job = { facetCounts, merged, forms: forms?.table, nace: nace?.table };
  const answer = query && (await counter.answer({ query, ...job }, version, caller));
  const counting = activities && new Set(activities);
  const counts = names.map(async (name, index): Promise<Facet> => {
    const facetCount = answer?.facetCounts[index] ?? { base: 0, counts: new Uint32Array() };
    const counted = countsOf(facetCount);
    const sorted = name === 'activity' && counting ? counted.filter(({ key }) => counting.has(key)) : counted;
    const other = sum(sorted.slice(size).map(({ count }) => count));
    const values = await valuesOf(pool, name, sorted.slice(0, size), { countries, forms });
    return { name, values, other, missing: facetCount.counts[0] ?? 0 };
  });
  return { total: sum(answer?.counts ?? new Uint32Array()), facets: await Promise.all(counts) };
}

/** How many matches have each value, which is given by its number; the most frequent first. */
function countsOf({ base, counts }: ValueCounts): { key: number; count: number }[] {
  const found: { key: number; count: number }[] = [];
  for (const [index, count] of counts.entries()) if (index > 0 && count > 0) found.push({ key: base + index - 1, count });
  return found.sort((a, b) => b.count - a.count || a.key - b.key);
}

type Term = Pick<LegalForm, 'id' | 'value'> & { [Name in keyof Pick<Activity, 'label' | 'scheme'>]: Activity[Name] | null };

const terms = {
  // Two registers may use a code in different ways. Then it has no label, unless the countries ($2) decide.
  legalForm: sql<Term>`
    SELECT id, value, NULL AS scheme, (SELECT min(label) FROM legal_form_label AS known
        JOIN register ON register.id = register_id AND ($2::text[] IS NULL OR country_code = ANY ($2))
        WHERE known.value = legal_form.value HAVING count(DISTINCT label) = 1) AS label
      FROM legal_form WHERE id = ANY ($1)`,
  // If there are several labels, the newest one: that of the last import.
  activity: sql<Term>`
    SELECT id, coalesce(code, label) AS value, scheme, coalesce((SELECT other.label FROM activity AS other
        WHERE other.scheme = activity.scheme AND other.code = activity.code AND other.label IS NOT NULL
        ORDER BY other.id DESC LIMIT 1), label) AS label
      FROM activity WHERE id = ANY ($1)`,
};

/** Turns numbers into values, with their counts. */
async function valuesOf(
  pool: Queries,
  name: FacetName,
  counted: readonly Counted[],
  { countries, forms }: Pick<FacetRequest, 'countries' | 'forms'>,
): Promise<FacetValue[]> {
  if (name !== 'legalForm' && name !== 'activity')
    return counted.map(({ key, count }) => {
      const value = plainValue(name, key, forms);
      return { value, label: labelOf(name, value, forms), scheme: null, count };
    });
  const ids = counted.map(({ key }) => key);
  const { rows } = await pool.query(terms[name], name === 'legalForm' ? [ids, countries ?? null] : [ids]);
  const known = new Map(rows.map(({ id, ...term }) => [id, term]));
  return counted.map(({ key, count }) => ({ ...(known.get(key) ?? { value: '', label: null, scheme: null }), count }));
}

/** Turns a number into its value where this needs no table of the database. */
function plainValue(name: FacetName, key: number, forms: FormClasses | undefined): string {
  const values: Partial<Record<FacetName, (key: number) => string | undefined>> = {
    status: (status) => statuses[status] ?? 'unknown',
    country: countryCode,
    legalFormGroup: (group) => legalFormGroups[group - 1],
    legalFormCode: (code) => forms?.codes[code - 1],
    nace: divisionCode,
    naceSection: sectionCode,
  };
  return values[name]?.(key) ?? String(key);
}

function labelOf(name: FacetName, value: string, forms: FormClasses | undefined): string | null {
  if (name === 'legalFormCode') return forms?.labels.get(value) ?? null;
  return name === 'nace' || name === 'naceSection' ? (naceHeadings.get(value) ?? null) : null;
}
