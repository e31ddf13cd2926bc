import type { Address } from '../format/address.ts';
import type { Registration } from '../format/company.ts';
import { type LegalFormFields, legalFormFields } from '../format/legal-forms.ts';
import { naceReader } from '../format/nace.ts';
import { type OtherName, otherNamesOf } from '../format/other-names.ts';
import type { RegisterRules } from '../format/register.ts';
import { type Content, type DerivedPath, type FieldChange, isSame } from './content.ts';

/*
 * Fields of a record that follow from its other fields by the tables and functions of its register. They are computed when a
 * record is read. Only the log of changes stores them, where they differ.
 */

type Rules = Pick<
  RegisterRules,
  'country' | 'scheme' | 'numberScheme' | 'otherNames' | 'legalForms' | 'classifications' | 'address'
>;

/** The national number of a record and its scheme. */
interface NationalNumber {
  number: string | null;
  numberScheme: string | null;
}

type Registry = Content['registry'];
type Activities = Record<string, readonly { scheme: string; code: string | null }[]>;

/** What a record must have, to derive a field from it. */
type Sources = Pick<Content, 'countryCode' | 'canonicalName' | 'legalForm' | 'registry'>;

/** The derived fields of records of some registers. */
export class DerivedFields {
  readonly #byCountry: ReadonlyMap<string, Rules>;
  readonly #naceOf: ReturnType<typeof naceReader>;

  constructor(registers: readonly Rules[]) {
    this.#byCountry = new Map(registers.map((register) => [register.country.code, register]));
    this.#naceOf = naceReader(registers);
  }

  schemeOf(countryCode: string, number: string | null): string | null {
    const register = this.#byCountry.get(countryCode);
    return number === null || !register ? null : (register.numberScheme?.(number) ?? register.scheme);
  }

  /** The national number is one of the registrations. */
  numberOf({ countryCode, registrations }: { countryCode: string; registrations: unknown }): NationalNumber {
    const all = registrations as readonly Registration[];
    const national = all.findLast(({ scheme, number }) => scheme === this.schemeOf(countryCode, number));
    return { number: national?.number ?? null, numberScheme: national?.scheme ?? null };
  }

  legalForm({ countryCode, legalForm }: Pick<Sources, 'countryCode' | 'legalForm'>): LegalFormFields {
    return legalFormFields(this.#byCountry.get(countryCode)?.legalForms, legalForm);
  }

  otherNames(record: Omit<Sources, 'legalForm' | 'registry'> & { registry: object }): readonly OtherName[] {
    return otherNamesOf(this.#byCountry.get(record.countryCode), record);
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
    return values[path](this, content);
  }

  /**
   * The derived fields that differ between two contents. Fields that are the same on both sides may be missing on both. The name
   * and the country must be there.
   */
  differences(before: Partial<Content>, after: Partial<Content>): FieldChange[] {
    const paths: DerivedPath[] = [];
    if (before.legalForm !== undefined && after.legalForm !== undefined) paths.push('/legalFormCode', '/legalFormGroup');
    if (before.registry && after.registry) paths.push('/otherNames', '/address');
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

const values: Record<DerivedPath, (derived: DerivedFields, content: Sources) => unknown> = {
  '/legalFormCode': (derived, content) => derived.legalForm(content).legalFormCode,
  '/legalFormGroup': (derived, content) => derived.legalForm(content).legalFormGroup,
  '/otherNames': (derived, content) => derived.otherNames(content),
  '/address': (derived, content) => derived.address(content),
};
