import { localityRanges, plainPostalCode, postalCodeRanges } from '../company/address-key.ts';
import { columns, countryNumber, dayNumber, licensedBit } from '../company/facts.ts';
import { numberKey } from '../company/identifiers.ts';
import { identifierIn, plainLei } from '../company/lei.ts';
import type { Folding } from '../company/search-text.ts';
import { type ActivityType, type EntityStatus, type LegalFormGroup, statuses } from '../company/values.ts';
import { wordsOfFolded } from '../company/words.ts';
import type { Activity, LegalForm } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { type Statement, sql } from '../database/sql.ts';
import { type CompanyKey, IdentifierReads } from '../identifiers/index.ts';
import { Failure } from '../kernel/errors.ts';
import type { Directory, SearchContext } from './counter.ts';
import type { Classes } from './query/classes/classes.ts';
import { formsOf, type WantedClass, wantedClass } from './query/classes/legal-forms.ts';
import { activitiesBelow, checkNace } from './query/classes/nace.ts';
import { numberNeedles, registersMeant, type SearchedRegister, wholeNumber } from './query/numbers.ts';
import type { NumberNeedle, Query, Range } from './query/query.ts';

export interface Filter {
  /** A fragment of name or number; or words of a name, in any order. */
  q?: string | null | undefined;
  mode?: 'fragment' | 'words' | null | undefined;
  /** In which names of a record: only in the current one, unless all are wanted. */
  names?: 'current' | 'all' | null | undefined;
  /** Whether words may have typing mistakes. Without it they may if nothing is found. */
  fuzzy?: boolean | null | undefined;
  country?: string | null | undefined;
  /** Any of these. */
  countries?: readonly string[] | null | undefined;
  legalForm?: string | null | undefined;
  /** ISO 20275. */
  legalFormCode?: string | null | undefined;
  legalFormGroup?: LegalFormGroup | null | undefined;
  activity?: string | null | undefined;
  activityType?: ActivityType | null | undefined;
  /** Only activities of this classification count. */
  activityScheme?: string | null | undefined;
  /** A section, division, group or class of NACE Rev. 2.1: the record has an activity that is in it. */
  nace?: string | null | undefined;
  /** The beginning of a postal code, or a whole one. */
  postalCode?: string | null | undefined;
  /** This locality, folded: the whole one, or its name in one of the languages of its register. */
  locality?: string | null | undefined;
  status?: EntityStatus | null | undefined;
  /** ISO dates, both inclusive. */
  registeredFrom?: string | null | undefined;
  registeredTo?: string | null | undefined;
  updatedSince?: Date | null | undefined;
  /** The exact national number. */
  number?: string | null | undefined;
  /** A legal entity identifier. */
  lei?: string | null | undefined;
  /** `LEI:…` or `EUID:…`. */
  identifier?: string | null | undefined;
  /** Any of these companies. */
  companies?: readonly CompanyKey[] | undefined;
}

/** Makes filters that mean the same equal, so that each is searched for once. */
export function normalize(filter: Filter, { fold }: Folding): Filter {
  const { q, mode, names, fuzzy, country, countries, activity, activityType, activityScheme } = filter;
  const { legalFormCode, nace, postalCode, locality } = filter;
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== undefined));
  const fragment = fold((q ?? '').trim());
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
    locality: locality ? fold(locality).trim() : undefined,
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

/** How the index is folded, and which version of the data it has. */
type Wanted = Pick<SearchContext, 'folding' | 'version'>;

type Address = Pick<Query, 'ranges' | 'anyOf'>;

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

  /** Undefined if a filter has a value that no record has. */
  async of(filter: Filter, { runTimes }: Pick<Directory, 'runTimes'>, { folding, version }: Wanted): Promise<Query | undefined> {
    const { q, mode, names, fuzzy, country, countries, legalForm, activityType, status, updatedSince } = filter;
    this.#checkCountries(countries ?? []);
    const isWords = mode === 'words';
    const typed = q && isWords ? wordsOfFolded(q) : [];
    if (isWords && typed.length === 0) throw new Failure('invalid_request', 'q has no word to search for.');
    const forms = legalForm ? await this.#numbers(findForms, legalForm) : undefined;
    const activities = await this.#activities(filter);
    const nace = await this.#nace(filter, version);
    const form = await this.#form(filter, version);
    const runs = updatedSince ? runsSince(updatedSince, runTimes) : undefined;
    const numbers = await this.#numbersOf(filter, folding);
    const all = [forms, activities, nace, runs, form && formsOf(form), numbers.numbers];
    if (all.some((some) => some?.length === 0)) return undefined;
    const address = await this.#address(filter, { folding, version });
    const exactly = (column: Range['column'], value: number) => ({ column, from: value, to: value });
    return {
      fragment: q && !isWords ? { bytes: Buffer.from(q) } : undefined,
      ...(isWords && { words: { typed, isFuzzy: fuzzy ?? false } }),
      ...(names === 'all' && { hasOtherNames: true }),
      ...numbers,
      ranges: [
        ...(country ? [exactly('country', countryNumber(country))] : []),
        ...(status ? [exactly('status', statuses.indexOf(status))] : []),
        ...(forms?.[0] ? [exactly('legalForm', forms[0])] : []),
        ...registered(filter),
        ...address.ranges,
      ],
      ...(address.anyOf && { anyOf: address.anyOf }),
      ...(countries && { countries: countries.map(countryNumber) }),
      runs,
      activities: activityType === 'licensed' ? activities?.map((id) => id + licensedBit) : activities,
      nace: nace?.flatMap((id) => [id, id + licensedBit]),
      form,
    };
  }

  /** Numbers never change, so no version is needed: a number that is newer than the index matches nothing. */
  async #numbers(statement: Statement<{ id: number }>, ...values: string[]): Promise<number[]> {
    const { rows } = await this.#pool.query(statement, values);
    return rows.map(({ id }) => id);
  }

  async #activities({ activity, activityScheme }: Filter): Promise<number[] | undefined> {
    if (activity && activityScheme) return this.#numbers(findOfScheme, activity, activityScheme);
    if (activity) return this.#numbers(findActivities, activity);
    return activityScheme ? this.inScheme(activityScheme) : undefined;
  }

  /** The numbers of all activities of a classification. */
  inScheme(scheme: string): Promise<number[]> {
    return this.#numbers(findInScheme, scheme);
  }

  /** A single country that no register has gives an empty page, see unknown-country.ts. Among others it would not be noticed. */
  #checkCountries(countries: readonly string[]): void {
    const known = new Set(this.#registers.map(({ country: { code } }) => code));
    const unknown = countries.filter((code) => !known.has(code));
    if (unknown.length > 0)
      throw new Failure(
        'invalid_request',
        `countries: no register has ${unknown.join(', ')}; there are ${[...known].join(', ')}.`,
      );
  }

  async #address({ postalCode, locality }: Filter, { folding: { fold }, version }: Wanted): Promise<Address> {
    if (!postalCode && !locality) return { ranges: [] };
    const ranges = postalCode ? postalCodeRanges(postalCode) : [];
    if (!locality) return { ranges };
    const meant = (await this.#classes.localities(version, fold)).get(locality);
    if (!meant) return { ranges: [...ranges, ...localityRanges(locality, fold)] };
    return { ranges, anyOf: [locality, ...meant].map((one) => localityRanges(one, fold)) };
  }

  async #nace({ nace }: Filter, version: string): Promise<number[] | undefined> {
    if (!nace) return undefined;
    checkNace(nace);
    return activitiesBelow(await this.#classes.nace(version), nace);
  }

  async #form({ legalFormCode: code, legalFormGroup: group }: Filter, version: string): Promise<WantedClass | undefined> {
    if (!code && !group) return undefined;
    if (code && !this.#classes.codes.has(code))
      throw new Failure('invalid_request', `legalFormCode: no legal form of our registers has the code ${code}.`);
    return wantedClass(await this.#classes.forms(version), { group, code });
  }

  /** The wanted numbers, and the number that the fragment may be, as each register writes them. */
  async #numbersOf(filter: Filter, folding: Folding): Promise<Pick<Query, 'meant' | 'numbers'>> {
    const { q, number } = filter;
    const all = this.#registers;
    const named = countriesIn(filter);
    const some = named ? all.filter(({ country: { code } }) => named.includes(code)) : all;
    const isNamed = named !== undefined;
    const meant = q ? registersMeant(q, { some, isNamed }) : [];
    return {
      ...(q && meant.length > 0 && { meant: numberNeedles(q, { some: meant, all, isNamed }, folding) }),
      ...this.#wanted([
        ...(number ? [numberNeedles(number, { some, all, isNamed }, folding)] : []),
        ...(await this.#identified(filter)).map((keys) => keys.flatMap((key) => this.#needlesOf(key))),
      ]),
    };
  }

  /** A document must have one needle of every list. A national number has the same needle in each. */
  #wanted(lists: readonly NumberNeedle[][]): Pick<Query, 'numbers'> {
    const [first, ...others] = lists;
    if (!first) return {};
    const isSame = (one: NumberNeedle, other: NumberNeedle) =>
      Buffer.compare(one.bytes, other.bytes) === 0 && (one.country ?? other.country) === (other.country ?? one.country);
    const places = (list: readonly NumberNeedle[]) => list.filter(({ country }) => country !== undefined);
    const all = others.reduce((some, list) => {
      const [narrow, wide] = places(list).length > places(some).length ? [list, some] : [some, list];
      return narrow.filter((one) => wide.some((other) => isSame(one, other)));
    }, first);
    return { numbers: all };
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

/** A record without a date has the day 0, which is in no range. */
function registered({ registeredFrom, registeredTo }: Filter): Range[] {
  if (!registeredFrom && !registeredTo) return [];
  const from = registeredFrom ? Math.max(1, dayNumber(registeredFrom)) : 1;
  const to = registeredTo ? dayNumber(registeredTo) : lastDay;
  return from > to ? [{ column: 'day', from: lastDay, to: lastDay }] : [{ column: 'day', from, to }];
}

const lastDay = columns.day.mask;

const runsSince = (since: Date, runTimes: readonly [number: number, time: number][]): number[] =>
  runTimes.filter(([, time]) => time >= since.getTime()).map(([number]) => number);
