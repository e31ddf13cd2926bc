import type { Activity, Registration } from '../../company/company.ts';
import { type Company, naturalPerson, type ParsedRow, Removed, RowProblem } from './register.ts';
import type { CompanyStatus } from './states.ts';

/** What a register says of a company. A record has more, which follows from it: see `complete`. */
export interface Entry<Registry = Record<string, unknown>>
  extends Omit<Company<Registry>, 'status' | 'unknownStates' | 'activities' | 'registrations'> {
  state: CompanyStatus;
  /** Unset: the register has none. */
  activities?: readonly Activity[];
  /** The state in the words of the register. */
  stateText?: string | null;
  /** When the register entered it, if `registeredAt` is another day. */
  enteredOn?: string | null;
  /** By scheme, its numbers in other registers; null where it has none. */
  otherNumbers?: Readonly<Record<string, string | null>>;
}

/** What a row is, for the layout of a register. */
export type ParsedEntry<Registry = Record<string, unknown>> = Entry<Registry> | Exclude<ParsedRow, Company>;

/**
 * Makes the company of an entry: with its registrations, the one in its own register first. Every company must have a number and
 * a name. A number has digits: a name or the header in its place has none.
 */
export function complete(entry: ParsedEntry, scheme: string): ParsedRow {
  if (entry === undefined || entry === naturalPerson || entry instanceof Removed) return entry;
  const { number, key = number, name, registeredAt, enteredOn = registeredAt, endedAt } = entry;
  if (number === '') throw new RowProblem('the national number is missing');
  if (!/\p{Nd}/u.test(number)) throw new RowProblem('the national number has no digits');
  if (name === '') throw new RowProblem('the name is missing', key);
  const own = { scheme, number: key, status: entry.stateText ?? null, validFrom: enteredOn, validTo: endedAt ?? null };
  // Member by member: to copy the rest of an entry would take a tenth of the time of reading a row.
  return {
    number,
    key: entry.key,
    name,
    status: entry.state.status,
    unknownStates: entry.state.unknownStates,
    legalForm: entry.legalForm,
    legalFormLabel: entry.legalFormLabel,
    registeredAt,
    endedAt,
    endKind: entry.endKind,
    registry: entry.registry,
    activities: entry.activities ?? [],
    registrations: entry.otherNumbers ? [own, ...registrationsOf(entry.otherNumbers)] : [own],
  } as Company;
}

const registrationsOf = (numbers: NonNullable<Entry['otherNumbers']>): Registration[] =>
  Object.entries(numbers).flatMap(([scheme, number]) =>
    number === null ? [] : [{ scheme, number, status: null, validFrom: null, validTo: null }],
  );
