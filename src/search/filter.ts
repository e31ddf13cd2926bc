import { localityRanges, plainPostalCode, postalCodeRanges } from '../company/address-key.ts';
import { columns, countryNumber, dayNumber, licensedBit } from '../company/facts.ts';
import type { FilterInput } from '../company/filters/filters.ts';
import { numberKey } from '../company/identifiers.ts';
import { identifierIn, plainLei } from '../company/lei.ts';
import { normalize } from '../company/normalization.ts';
import { statuses } from '../company/values.ts';
import { wordsOfNormalized } from '../company/words.ts';
import type { Activity, LegalForm } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { type Statement, sql } from '../database/sql.ts';
import { type CompanyKey, IdentifierReads } from '../identifiers/index.ts';
import { Failure } from '../kernel/errors.ts';
import type { Directory, SearchContext } from './counter.ts';
import type { Classes } from './query/classes/classes.ts';
import { formsOf, wantedClass } from './query/classes/legal-forms.ts';
import { activitiesBelow, checkNace } from './query/classes/nace.ts';
import { numberNeedles, registersMeant, type SearchedRegister, wholeNumber } from './query/numbers.ts';
import type { NumberNeedle, Query, Range } from './query/query.ts';

export type Filter = Omit<FilterInput, 'updatedSince'> & {
  updatedSince?: Date | null | undefined;
  /** Any of these companies. */
  companies?: readonly CompanyKey[] | undefined;
};

/** Makes filters that mean the same equal, so that each is searched for once. */
export function canonicalFilter(filter: Filter): Filter {
  const { q, mode, names, fuzzy, country, countries, activity, activityType, activityScheme } = filter;
  const { legalFormCode, nace, postalCode, locality } = filter;
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== undefined));
  const fragment = normalize((q ?? '').trim());
  const isText = fragment !== '';
  const isWords = isText && mode === 'words';
  return {
    ...given,
    q: isText ? fragment : undefined,
    mode: isWords ? mode : undefined,
    names: isText && names === 'all' ? names : undefined,
    fuzzy: isWords && fuzzy ? fuzzy : undefined,
    country: country?.toUpperCase(),
    countries: countries ? countriesIn({ countries })?.toSorted() : undefined,
    legalFormCode: legalFormCode?.toUpperCase(),
    nace: nace?.toUpperCase(),
    postalCode: postalCode ? plainPostalCode(postalCode) : undefined,
    locality: locality ? normalize(locality).trim() : undefined,
    activityType: activity || activityScheme ? (activityType ?? 'unlicensed') : undefined,
  };
}

/** The countries that a filter names, each once; undefined if it names none. */
export function countriesIn({ country, countries }: Pick<Filter, 'country' | 'countries'>): string[] | undefined {
  const named = [...(country ? [country] : []), ...(countries ?? [])];
  return named.length > 0 ? [...new Set(named.map((code) => code.toUpperCase()))] : undefined;
}

const findForms = sql<Pick<LegalForm, 'id'>>`SELECT id FROM legal_form WHERE value = $1`;
const findActivities = sql<Pick<Activity, 'id'>>`SELECT id FROM activity WHERE code = $1 OR label = $1`;
const findInScheme = sql<Pick<Activity, 'id'>>`SELECT id FROM activity WHERE scheme = $1`;
/** Accepts the values that facets return. A text is compared with labels only if no activity has it as its value. */
const findOfScheme = sql<Pick<Activity, 'id'>>`
  WITH named AS (SELECT id, coalesce(code, label) = $1 AS is_value FROM activity WHERE scheme = $2 AND (code = $1 OR label = $1))
  SELECT id FROM named WHERE is_value OR NOT EXISTS (SELECT FROM named WHERE is_value)`;

/** Which version of the data the index has, and when its imports were. */
type IndexState = Pick<SearchContext, 'version'> & Pick<Directory, 'runTimes'>;

/** What a filter, or several together, ask for. Undefined if no record has it. */
type Part = Partial<Query> | undefined;
type Predicate = (filter: Filter, state: IndexState) => Part | Promise<Part>;

const exactly = (column: Range['column'], value: number): Part => ({ ranges: [{ column, from: value, to: value }] });
const withValues = (name: 'activities' | 'nace' | 'runs', values: number[]): Part =>
  values.length > 0 ? { [name]: values } : undefined;
/** For a filter that only says how another one is meant. */
const nothingMore: Predicate = () => ({});

/** Turns filters into queries: texts into bytes, and names into numbers. */
export class FilterQueries {
  readonly #pool: Queries;
  readonly #registers: readonly SearchedRegister[];
  readonly #classes: Classes;
  readonly #identifiers: IdentifierReads;

  constructor(pool: Queries, registers: readonly SearchedRegister[], classes: Classes) {
    this.#pool = pool;
    this.#registers = registers;
    this.#classes = classes;
    this.#identifiers = new IdentifierReads(pool);
  }

  /** What each filter asks for. Filters that ask for something together share a predicate. */
  readonly #predicates: Readonly<Record<keyof Filter, Predicate>> = {
    q: this.#text,
    mode: nothingMore,
    names: nothingMore,
    fuzzy: nothingMore,
    country: ({ country }) => exactly('country', countryNumber(country ?? '')),
    countries: this.#countries,
    legalForm: this.#legalForm,
    legalFormCode: this.#form,
    legalFormGroup: this.#form,
    activity: this.#activities,
    activityType: nothingMore,
    activityScheme: this.#activities,
    nace: this.#nace,
    postalCode: this.#address,
    locality: this.#address,
    status: ({ status }) => exactly('status', statuses.indexOf(status ?? 'unknown')),
    registeredFrom: registered,
    registeredTo: registered,
    updatedSince: ({ updatedSince }, { runTimes }) => withValues('runs', runsSince(updatedSince ?? new Date(), runTimes)),
    number: this.#numbersOf,
    lei: this.#numbersOf,
    identifier: this.#numbersOf,
    companies: this.#numbersOf,
  };

  /** Undefined if a filter has a value that no record has. */
  async of(filter: Filter, state: IndexState): Promise<Query | undefined> {
    const predicates = Object.entries(this.#predicates).filter(([name]) => filter[name as keyof Filter]);
    const parts: Part[] = [];
    for (const predicate of new Set(predicates.map(([, one]) => one))) parts.push(await predicate.call(this, filter, state));
    if (parts.includes(undefined)) return undefined;
    return Object.assign({}, ...parts, { ranges: parts.flatMap((part) => part?.ranges ?? []) });
  }

  /** A fragment or words, and the whole number that they may be. */
  #text({ q, mode, names, fuzzy, ...filter }: Filter): Part {
    const isWords = mode === 'words';
    const typed = q && isWords ? wordsOfNormalized(q) : [];
    if (isWords && typed.length === 0) throw new Failure('invalid_request', 'q has no word to search for.');
    const { some, isNamed } = this.#registersOf(filter);
    const meant = q ? registersMeant(q, { some, isNamed }) : [];
    return {
      ...(isWords ? { words: { typed, isFuzzy: fuzzy ?? false } } : { fragment: { bytes: Buffer.from(q ?? '') } }),
      ...(names === 'all' && { hasOtherNames: true }),
      ...(q && meant.length > 0 && { meant: numberNeedles(q, { some: meant, all: this.#registers, isNamed }) }),
    };
  }

  async #legalForm({ legalForm }: Filter): Promise<Part> {
    const [form] = await this.#numbers(findForms, legalForm ?? '');
    return form ? exactly('legalForm', form) : undefined;
  }

  /** Numbers never change, so no version is needed: a number that is newer than the index matches nothing. */
  async #numbers(statement: Statement<{ id: number }>, ...values: string[]): Promise<number[]> {
    const { rows } = await this.#pool.query(statement, values);
    return rows.map(({ id }) => id);
  }

  async #activities({ activity, activityScheme, activityType }: Filter): Promise<Part> {
    const named = (code: string) =>
      activityScheme ? this.#numbers(findOfScheme, code, activityScheme) : this.#numbers(findActivities, code);
    const ids = await (activity ? named(activity) : this.inScheme(activityScheme ?? ''));
    return withValues('activities', activityType === 'licensed' ? ids.map((id) => id + licensedBit) : ids);
  }

  /** The numbers of all activities of a classification. */
  inScheme(scheme: string): Promise<number[]> {
    return this.#numbers(findInScheme, scheme);
  }

  /** A single country that no register has gives an empty page, see unknown-country.ts. Among others it would not be noticed. */
  #countries({ countries }: Filter): Part {
    const wanted = countries ?? [];
    const known = new Set(this.#registers.map(({ country: { code } }) => code));
    const unknown = wanted.filter((code) => !known.has(code));
    if (unknown.length > 0)
      throw new Failure(
        'invalid_request',
        `countries: no register has ${unknown.join(', ')}; there are ${[...known].join(', ')}.`,
      );
    return { countries: wanted.map(countryNumber) };
  }

  async #address({ postalCode, locality }: Filter, { version }: IndexState): Promise<Part> {
    const ranges = postalCode ? postalCodeRanges(postalCode) : [];
    if (!locality) return { ranges };
    const meant = (await this.#classes.localities(version)).get(locality);
    if (!meant) return { ranges: [...ranges, ...localityRanges(locality)] };
    return { ranges, anyOf: [locality, ...meant].map(localityRanges) };
  }

  async #nace({ nace }: Filter, { version }: IndexState): Promise<Part> {
    checkNace(nace ?? '');
    const ids = activitiesBelow(await this.#classes.nace(version), nace ?? '');
    return withValues(
      'nace',
      ids.flatMap((id) => [id, id + licensedBit]),
    );
  }

  async #form({ legalFormCode: code, legalFormGroup: group }: Filter, { version }: IndexState): Promise<Part> {
    if (code && !this.#classes.codes.has(code))
      throw new Failure('invalid_request', `legalFormCode: no legal form of our registers has the code ${code}.`);
    const form = wantedClass(await this.#classes.forms(version), { group, code });
    return formsOf(form).length > 0 ? { form } : undefined;
  }

  /** The registers of the countries that a filter names; all of them if it names none. */
  #registersOf(filter: Filter): { some: readonly SearchedRegister[]; isNamed: boolean } {
    const named = countriesIn(filter);
    const some = this.#registers.filter(({ country: { code } }) => !named || named.includes(code));
    return { some, isNamed: named !== undefined };
  }

  /** The wanted numbers, as each register writes them. */
  async #numbersOf(filter: Filter): Promise<Part> {
    const { number } = filter;
    const where = { ...this.#registersOf(filter), all: this.#registers };
    const byIdentifier = (await this.#identified(filter)).map((keys) => keys.flatMap((key) => this.#needlesOf(key)));
    const numbers = inEach([...(number ? [numberNeedles(number, where)] : []), ...byIdentifier]);
    return numbers.length > 0 ? { numbers } : undefined;
  }

  /** The companies that each filter by identifier names. */
  async #identified({ lei, identifier, companies }: Filter): Promise<CompanyKey[][]> {
    const named = identifier ? identifierIn(identifier) : undefined;
    if (typeof named === 'string') throw new Failure('invalid_request', `identifier: ${named}.`);
    const leis = [...(lei ? [plainLei(lei)] : []), ...(named?.scheme === 'LEI' ? [named.value] : [])];
    const members = await Promise.all(leis.map((one) => this.#identifiers.member(one)));
    const byLei = members.map((one) =>
      one?.registerId && one.number ? [{ registerId: one.registerId, number: one.number }] : [],
    );
    const byEuid = named?.scheme === 'EUID' ? [[this.#keyOfEuid(named.value)]] : [];
    return [...byLei, ...byEuid, ...(companies ? [[...companies]] : [])];
  }

  #keyOfEuid(value: string): CompanyKey {
    const register = this.#registers.find(({ euid }) => euid && value.startsWith(euid.prefix));
    if (register?.euid) return { registerId: register.id, number: numberKey(register, value.slice(register.euid.prefix.length)) };
    const known = this.#registers.flatMap(({ euid }) => euid?.prefix ?? []);
    throw new Failure('invalid_request', `identifier: there are no EUIDs of that register; they begin with ${known.join(', ')}.`);
  }

  #needlesOf({ registerId, number }: CompanyKey): NumberNeedle[] {
    const register = this.#registers.find(({ id }) => id === registerId);
    return register ? wholeNumber(number).map((bytes) => ({ bytes, country: countryNumber(register.country.code) })) : [];
  }
}

/** A document must have one needle of every list. A national number has the same needle in each. */
function inEach([first = [], ...others]: readonly NumberNeedle[][]): NumberNeedle[] {
  const isSame = (one: NumberNeedle, other: NumberNeedle) =>
    Buffer.compare(one.bytes, other.bytes) === 0 && (one.country ?? other.country) === (other.country ?? one.country);
  const places = (list: readonly NumberNeedle[]) => list.filter(({ country }) => country !== undefined);
  return others.reduce((some, list) => {
    const [narrow, wide] = places(list).length > places(some).length ? [list, some] : [some, list];
    return narrow.filter((one) => wide.some((other) => isSame(one, other)));
  }, first);
}

/** A record without a date has the day 0, which is in no range. */
function registered({ registeredFrom, registeredTo }: Filter): Part {
  const from = registeredFrom ? Math.max(1, dayNumber(registeredFrom)) : 1;
  const to = registeredTo ? dayNumber(registeredTo) : lastDay;
  return { ranges: [from > to ? { column: 'day', from: lastDay, to: lastDay } : { column: 'day', from, to }] };
}

const lastDay = columns.day.mask;

const runsSince = (since: Date, runTimes: readonly [number: number, time: number][]): number[] =>
  runTimes.filter(([, time]) => time >= since.getTime()).map(([number]) => number);
