import type { Address, Registration } from '../company/company.ts';
import { type Content, type DerivedPath, type FieldChange, isSame } from '../company/content/content.ts';
import { furtherNames, isDoubtful, numberKeys, type RecordIdentifier } from '../company/identifiers.ts';
import { legalFormFields } from '../company/legal-forms.ts';
import { naceReader } from '../company/nace.ts';
import { type OtherName, otherNamesOf } from '../company/other-names.ts';
import type { RegisterRules } from '../company/register.ts';
import { gleif, type StoredLei } from '../identifiers/index.ts';

/*
 * Fields of a record that follow from its other fields by the tables and functions of its register. They are computed when a
 * record is read. Only the log of changes stores them, where they differ.
 */

type Registry = Content['registry'];
type Activities = Record<string, readonly { scheme: string; code: string | null }[]>;

/** What a record must have, to derive a field from it. */
type Sources = Pick<Content, 'countryCode' | 'canonicalName' | 'legalForm' | 'registry'>;
/** What a record must have, to find its names and identifiers. */
type Named = Omit<Sources, 'legalForm'>;
type Numbered = Named & { number: string | null };

/** What a record must have, to find the identifiers that other sources give it. */
interface Identified {
  countryCode: string;
  number: string | null;
  registrations: readonly Pick<Registration, 'scheme' | 'number'>[];
}

const namesIn = ({ name, names }: Pick<StoredLei, 'name' | 'names'>): string[] => [
  ...(name === null ? [] : [name]),
  ...(names ?? []).map((one) => one.name),
];

/** The derived fields of records of some registers. */
export class DerivedFields {
  readonly #byCountry: ReadonlyMap<string, RegisterRules>;
  readonly #naceOf: ReturnType<typeof naceReader>;

  constructor(registers: readonly RegisterRules[]) {
    this.#byCountry = new Map(registers.map((register) => [register.country.code, register]));
    this.#naceOf = naceReader(registers);
  }

  schemeOf(countryCode: string, number: string | null): string | null {
    const register = this.#byCountry.get(countryCode);
    return number === null || !register ? null : (register.numberScheme?.(number) ?? register.scheme);
  }

  /** The national number is one of the registrations. */
  numberOf({ countryCode, registrations }: { countryCode: string; registrations: unknown }) {
    const all = registrations as readonly Registration[];
    const national = all.findLast(({ scheme, number }) => scheme === this.schemeOf(countryCode, number));
    return { number: national?.number ?? null, numberScheme: national?.scheme ?? null };
  }

  legalForm({ countryCode, legalForm }: Pick<Sources, 'countryCode' | 'legalForm'>) {
    return legalFormFields(this.#byCountry.get(countryCode)?.legalForms, legalForm);
  }

  otherNames(record: Omit<Named, 'registry'> & { registry: object }): readonly OtherName[] {
    return otherNamesOf(this.#byCountry.get(record.countryCode), record).map((one) => ({ ...one, source: one.source ?? null }));
  }

  /** How identifiers name the record: its register, and its numbers. Undefined if no scheme names its register. */
  keysOf({ countryCode, number, registrations }: Identified): { registerId: string; numbers: string[] } | undefined {
    const register = this.#byCountry.get(countryCode);
    if (!register?.lei || number === null) return undefined;
    return { registerId: register.id, numbers: numberKeys({ number, registrations }, register) };
  }

  /** Whether further numbers of a record can name it, so that its registrations are needed. */
  hasFurtherNumbers = (countryCode: string): boolean => this.#byCountry.get(countryCode)?.otherNumber !== undefined;

  /** The identifiers that follow from the record itself. */
  identifiers({ countryCode, number, registry }: Omit<Numbered, 'canonicalName'>): RecordIdentifier[] {
    const { euid, name = '' } = this.#byCountry.get(countryCode) ?? {};
    const value = euid?.of ? euid.of(registry) : euid && number !== null ? euid.prefix + number : null;
    if (typeof value !== 'string' || value === '') return [];
    return [{ scheme: 'EUID', value, status: null, since: null, doubtful: false, source: name }];
  }

  /** With the LEIs of the record. */
  identifiersWith(record: Numbered, leis: readonly StoredLei[]): RecordIdentifier[] {
    const known = leis.length > 0 ? this.#namesOf(record) : [];
    const found = leis.map(({ lei: value, status, since, ...one }) => {
      const doubtful = isDoubtful(namesIn(one), known);
      return { scheme: 'LEI', value, status, since, doubtful, source: gleif.name };
    });
    return [...found, ...this.identifiers(record)];
  }

  /** The names that the LEIs of a record add to those of its register. A doubtful LEI adds none. */
  furtherNames(record: Named, leis: readonly StoredLei[]): OtherName[] {
    const known = this.#namesOf(record);
    const given = leis.flatMap((one) => (isDoubtful(namesIn(one), known) ? [] : (one.names ?? [])));
    return furtherNames(given, record.canonicalName, this.otherNames(record), gleif.name);
  }

  /** What a record has with its LEIs. An erased one gets no names of other sources. */
  identified(record: Numbered, leis: readonly StoredLei[], isErased: boolean) {
    const further = isErased || leis.length === 0 ? [] : this.furtherNames(record, leis);
    return { otherNames: [...this.otherNames(record), ...further], identifiers: this.identifiersWith(record, leis) };
  }

  #namesOf(record: Named): string[] {
    return [record.canonicalName, ...this.otherNames(record).map(({ name }) => name)];
  }

  address({ countryCode, registry }: { countryCode: string; registry: object }): Address | null {
    return this.#byCountry.get(countryCode)?.address?.(registry as Registry) ?? null;
  }

  /** The typed fields, with the revision and the NACE of each activity. */
  registry(registry: Registry): Registry {
    const { activities } = registry;
    return activities ? { ...registry, activities: this.activities(activities) } : registry;
  }

  activities(activities: unknown): unknown {
    const kinds = Object.entries(activities as Activities);
    return Object.fromEntries(kinds.map(([kind, list]) => [kind, list.map((one) => ({ ...one, ...this.#naceOf(one) }))]));
  }

  valueAt(content: Sources, path: DerivedPath): unknown {
    if (path === '/otherNames') return this.otherNames(content);
    if (path === '/address') return this.address(content);
    if (path === '/identifiers') return this.identifiers({ ...content, number: null });
    return this.legalForm(content)[path === '/legalFormCode' ? 'legalFormCode' : 'legalFormGroup'];
  }

  /**
   * The derived fields that differ between two contents. Fields that are the same on both sides may be missing on both. The name
   * and the country must be there.
   */
  differences(before: Partial<Content>, after: Partial<Content>): FieldChange[] {
    const paths: DerivedPath[] = [];
    if (before.legalForm !== undefined && after.legalForm !== undefined) paths.push('/legalFormCode', '/legalFormGroup');
    if (before.registry && after.registry) paths.push('/otherNames');
    // These follow from the typed fields alone, and those may be the same object.
    if (before.registry && after.registry && before.registry !== after.registry) paths.push('/address', '/identifiers');
    return paths.flatMap((path): FieldChange[] => {
      const old = this.valueAt(before as Content, path);
      const now = this.valueAt(after as Content, path);
      return isSame(old, now) ? [] : [[path, old, now]];
    });
  }

  /** A logged value as it is served. */
  published(path: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (path === '/registry') return this.registry(value as Registry);
    return path === '/registry/activities' ? this.activities(value) : value;
  }
}

type IdentifiedFields = ReturnType<DerivedFields['identified']>;

/** What differs of a record with its LEIs. Undefined: there was no record, or there is none any more. */
export const identifiedChanges = (old: IdentifiedFields | undefined, now: IdentifiedFields | undefined): FieldChange[] =>
  (['otherNames', 'identifiers'] as const)
    .map((name): FieldChange => [`/${name}`, old?.[name] ?? null, now?.[name] ?? null])
    .filter(([, one, other]) => !isSame(one, other));
