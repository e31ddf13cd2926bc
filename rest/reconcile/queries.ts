import { filterRules } from '../../src/company/limits.ts';
import { Failure } from '../../src/kernel/errors.ts';
import type { Rule } from '../../src/kernel/rules.ts';
import { isUuid } from '../../src/kernel/uuid.ts';
import { matchRules } from '../../src/matching/index.ts';
import type { Operations } from '../operations.generated.ts';
import { company } from './manifest.ts';
import type { Candidate, PropertyValue, ReconciliationQuery } from './protocol.ts';

type MatchQuery = Operations['reconcileMatch']['variables']['input']['queries'][number];
type MatchResult = Operations['reconcileMatch']['data']['match'][number]['results'][number];
type LookupItem = Operations['reconcileRecords']['variables']['items'][number];
type Country = Operations['reconcileCountries']['data']['countries'][number];
type Described = Pick<MatchResult['entity'], 'countryCode' | 'number' | 'status' | 'legalForm' | 'legalFormLabel'>;

/** The most queries of a batch, as the manifest says it. */
export const { maxQueries: batchSize } = matchRules;

/** What a query asks for: a match, a look-up of what is identified, or nothing that can be found. */
export type ReconcileRequest = { match: MatchQuery } | { lookup: LookupItem } | { nothing: true };

/** The fields of a match that properties fill. A cell that does not fit its rule is left out: other rows are still matched. */
const fields = {
  number: filterRules.number,
  lei: filterRules.lei,
  legalForm: matchRules.query.legalForm,
  registeredAt: matchRules.query.registeredAt,
  postalCode: matchRules.query.postalCode,
  locality: matchRules.query.locality,
} satisfies Record<string, Rule<string>>;
type Field = keyof typeof fields;

/** How spreadsheets write countries, besides the names that we have. */
const alsoWritten: Record<string, string> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'czech republic': 'CZ',
  'slovak republic': 'SK',
  'republic of moldova': 'MD',
};

export function checkSize(count: number, most: number, what: string): void {
  if (count > most) throw new Failure('payload_too_large', `${what}: may have ${most} at most, and has ${count}.`);
}

/** What a query asks for. An id, an LEI, and a number with its country identify a company without a name. */
export function askedBy({ query = '', properties = [] }: ReconciliationQuery, countries: readonly Country[]): ReconcileRequest {
  const name = query.trim().slice(0, matchRules.query.name.most);
  if (isUuid(name)) return { lookup: { id: name } };
  if (filterRules.lei.allows(name)) return { lookup: { lei: name } };
  const cells = new Map<string, string>(properties.map(({ pid, v }) => [pid, textOf([v].flat()[0])]));
  const written = cells.get('country') ?? '';
  const country = written === '' ? undefined : codeOf(written, countries);
  // We have no companies of a country that is not served.
  if (written !== '' && country === undefined) return { nothing: true };
  const known = Object.fromEntries(
    Object.entries(fields).flatMap(([field, { allows }]) => {
      const cell = cells.get(field) ?? '';
      const value = field === 'registeredAt' ? cell.slice(0, 10) : cell;
      return value !== '' && allows(value) ? [[field, value]] : [];
    }),
  ) as Partial<Record<Field, string>>;
  const { lei, number } = known;
  if (matchRules.query.name.allows(name)) return { match: { name, ...known, ...(country && { country }) } };
  if (lei) return { lookup: { lei } };
  return number && country ? { lookup: { country, number } } : { nothing: true };
}

const textOf = (value: PropertyValue | undefined): string =>
  String(typeof value === 'object' ? (value.name ?? value.id) : (value ?? '')).trim();

function codeOf(written: string, countries: readonly Country[]): string | undefined {
  const plain = written.toLowerCase();
  const meant = ((Object.hasOwn(alsoWritten, plain) && alsoWritten[plain]) || plain).toLowerCase();
  const fits = ({ code, name, nativeName }: Country) => [code, name, nativeName].some((one) => one.toLowerCase() === meant);
  return countries.find((country) => country.enabled && fits(country))?.code;
}

/** What tells a company from its namesakes. */
export const describe = ({ countryCode, number, status, legalForm, legalFormLabel }: Described, alsoCalled?: string): string =>
  [[countryCode, number].filter(Boolean).join(' '), legalFormLabel ?? legalForm, status, alsoCalled].filter(Boolean).join(' · ');

const alsoCalled = { current: undefined, previous: 'formerly', other: 'also called' } as const;

export function candidateOf({ score, match, matchedName: { name, kind }, features, entity }: MatchResult): Candidate {
  const word = alsoCalled[kind as keyof typeof alsoCalled];
  return {
    id: entity.id,
    name: entity.canonicalName,
    description: describe(entity, word && `${word} ${name}`),
    type: [company],
    score,
    match,
    features: valuesOf(features),
  };
}

export const identified = (entity: Described & { id: string; canonicalName: string }): Candidate => ({
  id: entity.id,
  name: entity.canonicalName,
  description: describe(entity),
  type: [company],
  score: 1,
  match: true,
  features: [{ id: 'identifier', value: 1 }],
});

/** What each kind of reason adds to the score. The protocol wants one value for each id. */
function valuesOf(features: MatchResult['features']): Candidate['features'] {
  const sums = new Map<string, number>();
  for (const { id, score, weight } of features) sums.set(id, (sums.get(id) ?? 0) + score * weight);
  return [...sums].map(([id, sum]) => ({ id, value: Math.round(sum * 10_000) / 10_000 }));
}
