import type { Companies } from '../../companies/index.ts';
import { plainNumber } from '../../company/company.ts';
import type { Candidate, MatchQuery } from '../query.ts';

type Services = Companies['services'];
export type CompanyRecord = NonNullable<Awaited<ReturnType<Services['records']['find']>>>;

const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** A record as it is compared with a query: with its other names, numbers and address. Its LEI is read if the query has one. */
export async function comparable(
  record: CompanyRecord,
  query: MatchQuery,
  { derived, identifiers }: Pick<Services, 'derived' | 'identifiers'>,
): Promise<Candidate & { record: CompanyRecord }> {
  const { canonicalName, countryCode, number, status, legalForm, legalFormLabel, registeredAt, parts } = record;
  const registry = parts?.registry?.registry ?? {};
  const address = query.postalCode || query.locality ? derived.address({ countryCode, registry }) : null;
  const registered = (parts?.registrations?.registrations ?? []) as { number?: string }[];
  const numbers = [number, ...registered.map((one) => one.number)].filter((one) => typeof one === 'string');
  return {
    record,
    name: canonicalName,
    otherNames: [...derived.otherNames({ ...record, registry }), ...(await identifiers.furtherNames(record, registry))],
    country: countryCode,
    numbers: [...new Set(numbers)],
    lei: query.lei ? await leiOf(record, query.lei, identifiers) : null,
    legalForm: legalFormLabel ?? legalForm,
    legalFormGroup: derived.legalForm(record).legalFormGroup,
    status,
    registeredAt: dayOf(registeredAt),
    postalCode: address?.postalCode ?? null,
    locality: address?.locality ?? null,
  };
}

/** The LEI that is asked for, if the record has it, or another one of its own. */
async function leiOf(record: CompanyRecord, asked: string, identifiers: Services['identifiers']): Promise<string | null> {
  const own = (await identifiers.leis(record)).map(({ lei }) => lei);
  return own.find((lei) => lei === plainNumber(asked)) ?? own[0] ?? null;
}
